// Writes one item everywhere in a view.
//
// Where the view is dense and the items are small, whole vectors of 16 bytes are written, each of
// several items.
struct __align__(16) Vector {
    Item items[sizeof(Item) < 16 ? 16 / sizeof(Item) : 1];
};

extern "C" __global__ void streamrt_fill(const Words w, char *to, Item item)
{
    const long long count = w.size(), step = (long long)gridDim.x * blockDim.x;
    const long long first = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    const long long each = sizeof(Vector) / sizeof(Item);
    const bool dense = RANK == 1 && w.at[3] == (long long)sizeof(Item);
    long long done = 0;
    if (dense && ((size_t)to & 15) == 0 && each * sizeof(Item) == sizeof(Vector)) {
        Vector whole;
        for (int k = 0; k < each; k++)
            whole.items[k] = item;
        for (long long i = first; i < count / each; i += step)
            ((Vector *)to)[i] = whole;
        done = count / each * each;
    }
    for (long long i = done + first; i < count; i += step)
        *(Item *)(to + w.offset(0, i)) = item;
}
