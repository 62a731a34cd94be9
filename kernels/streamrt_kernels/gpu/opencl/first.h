// The first of what the threads of a block have found. Every thread gets it.
#define PLACES 256

FUNCTION Found best_of_block(Found found, __local LONG *columns, __local int *keys)
{
    BARRIER // nobody reads what an earlier turn found any more
    columns[THREAD] = found.column, keys[THREAD] = found.key;
    BARRIER
    for (int apart = THREADS / 2; apart; apart /= 2) {
        if (THREAD < apart) {
            const Found other = {columns[THREAD + apart], keys[THREAD + apart]};
            if (is_before(other, found)) {
                found = other;
                columns[THREAD] = found.column, keys[THREAD] = found.key;
            }
        }
        BARRIER
    }
    found.column = columns[0];
    found.key = keys[0];
    return found;
}
