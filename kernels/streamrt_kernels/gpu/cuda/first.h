// The first of what the threads of a block have found. Every thread gets it.
#define PLACES 32

FUNCTION Found best_of_warp(Found found)
{
    for (int with = 16; with; with >>= 1) {
        Found other;
        other.column = __shfl_xor_sync(0xffffffffu, found.column, with);
        other.key = __shfl_xor_sync(0xffffffffu, found.key, with);
        if (is_before(other, found))
            found = other;
    }
    return found;
}

FUNCTION Found best_of_block(Found found, LONG *columns, int *keys)
{
    found = best_of_warp(found);
    BARRIER // nobody reads what an earlier turn found any more
    if (THREAD % 32 == 0)
        columns[THREAD / 32] = found.column, keys[THREAD / 32] = found.key;
    BARRIER
    const unsigned warp = THREAD % 32;
    found.column = warp < THREADS / 32 ? columns[warp] : -1;
    found.key = warp < THREADS / 32 ? keys[warp] : 0;
    return best_of_warp(found);
}
