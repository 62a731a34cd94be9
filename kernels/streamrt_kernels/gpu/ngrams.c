// `f[i, b]` counts the n-grams of text `i` whose hash falls into bucket `b`: a block for each text.
//
// A count is a whole number, so the order of the additions does not matter; at 2**24 adding one
// changes nothing any more.
#define NO_LENGTH 1
#define NO_BUCKETS 2
#define BAD_ENDS 3

// FNV-1a over the bytes, then the finaliser of MurmurHash3; 32 bits.
FUNCTION unsigned hash_of(GLOBAL const unsigned char *bytes, LONG length)
{
    unsigned h = 2166136261u;
    for (LONG i = 0; i < length; i++)
        h = (h ^ bytes[i]) * 16777619u;
    h = (h ^ h >> 16) * 0x85ebca6bu;
    h = (h ^ h >> 13) * 0xc2b2ae35u;
    return h ^ h >> 16;
}

// No barrier stands behind a `continue` or a `return`, because PoCL 3.1 lets all threads count then.
KERNEL ENTRY(const Words w, GLOBAL const unsigned char *data, GLOBAL const LONG *ends,
             GLOBAL float *f, LONG length, GLOBAL int *error)
{
    const LONG n = w.at[0], texts = length < 1 ? 0 : w.at[1], d = w.at[2];
    if (length < 1)
        *error = NO_LENGTH;
    for (LONG i = BLOCK; i < texts; i += BLOCKS) {
        const LONG start = i ? ends[i - 1] : 0, end = ends[i];
        const bool is_text = start >= 0 && start <= end && end <= n;
        const bool has_grams = is_text && length <= end - start;
        GLOBAL float *counts = f + i * d;
        for (LONG b = is_text ? THREAD : d; b < d; b += THREADS)
            counts[b] = 0;
        if (!is_text)
            say_first(error, BAD_ENDS);
        else if (has_grams && d == 0)
            say_first(error, NO_BUCKETS);
        BARRIER // all counts are 0
        const LONG behind = has_grams && d != 0 ? end - length + 1 : 0;
        for (LONG at = has_grams ? start + THREAD : 0; at < behind; at += THREADS) {
            const ULONG h = hash_of(data + at, length);
            add_one(counts + (h * (ULONG)d >> 32));
        }
    }
}
