// Writes one item everywhere in a view. It comes as the low bytes of a word.
__kernel void streamrt_fill(const Words w, __global char *to, ulong item)
{
    const long count = words_size(&w), step = get_global_size(0);
    for (long i = get_global_id(0); i < count; i += step)
        *(__global Item *)(to + words_offset(&w, 0, i)) = (Item)item;
}
