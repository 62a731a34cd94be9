// Copies the items of one view to another of the same shape.
__kernel void streamrt_copy(const Words w, __global char *to, __global const char *from)
{
    const long count = words_size(&w), step = get_global_size(0);
    for (long i = get_global_id(0); i < count; i += step)
        *(__global Item *)(to + words_offset(&w, 0, i)) =
            *(__global const Item *)(from + words_offset(&w, 1, i));
}
