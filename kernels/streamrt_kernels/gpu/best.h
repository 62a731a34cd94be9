// An element of a row, and the order of elements: by descending key, then by ascending column.
#define NAN_KEY (-2147483647 - 1)

typedef struct {
    LONG column; // -1 where there is none
    int key;
} Found;

// Integers that order as floats do: -0 and 0 are one, and NaN comes after all numbers.
FUNCTION int key_of(float value)
{
    const int bits = BITS_OF(value + 0.0f);
    return value != value ? NAN_KEY : bits ^ (bits >> 31 & 0x7fffffff);
}

FUNCTION bool is_before(Found a, Found b)
{
    if (a.column < 0 || b.column < 0)
        return a.column > b.column;
    return a.key != b.key ? a.key > b.key : a.column < b.column;
}
