// Writes an error unless there is one.
FUNCTION void say_first(int *error, int code)
{
    atomicCAS(error, 0, code);
}

FUNCTION void add_one(float *count)
{
    atomicAdd(count, 1.0f);
}

FUNCTION void set_bit(int *bits, int bit)
{
    atomicOr(bits, bit);
}
