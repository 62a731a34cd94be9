// Philox 4x32-10 (J. Salmon and others, "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
typedef struct {
    unsigned w[4];
} Four;

FUNCTION Four philox(ULONG seed, ULONG block, unsigned purpose)
{
    Four c = {{(unsigned)block, (unsigned)(block >> 32), 0, purpose}};
    unsigned key0 = (unsigned)seed, key1 = (unsigned)(seed >> 32);
    for (int k = 0; k < 10; k++) {
        const ULONG p0 = (ULONG)0xd2511f53u * c.w[0], p1 = (ULONG)0xcd9e8d57u * c.w[2];
        const Four next = {{(unsigned)(p1 >> 32) ^ c.w[1] ^ key0, (unsigned)p1,
                            (unsigned)(p0 >> 32) ^ c.w[3] ^ key1, (unsigned)p0}};
        c = next;
        key0 += 0x9e3779b9u;
        key1 += 0xbb67ae85u;
    }
    return c;
}

FUNCTION ULONG pair_of(Four words, int k)
{
    return words.w[2 * k] | (ULONG)words.w[2 * k + 1] << 32;
}
