/* Kernels for test_fake.py, as the shim makes them of CUDA texts. */
#include <stdint.h>
#include <stddef.h>

#define KERNEL(name) \
    __attribute__((visibility("default"))) const char *name(const unsigned *shape, void **p)
#define POINTER(type, i) (*(type **)p[i])
#define VALUE(type, i) (*(type *)p[i])

/* Appends a number to a log, whose first word is its length. */
KERNEL(note)
{
    (void)shape;
    int64_t *log = POINTER(int64_t, 0);
    log[++log[0]] = VALUE(int64_t, 1);
    return NULL;
}

/* y += alpha * x */
KERNEL(axpy)
{
    struct words { int64_t at[1]; } w = VALUE(struct words, 0);
    (void)shape;
    for (int64_t i = 0; i < w.at[0]; i++)
        POINTER(float, 2)[i] += VALUE(float, 3) * POINTER(float, 1)[i];
    return NULL;
}

/* Writes the word at an offset, in bytes, from a pointer. */
KERNEL(poke)
{
    (void)shape;
    *(volatile int64_t *)(POINTER(char, 0) + VALUE(int64_t, 1)) = 7;
    return NULL;
}

/* Counts a word down, and sets a condition to whether it is not 0 then. */
KERNEL(down)
{
    (void)shape;
    int64_t *left = POINTER(int64_t, 0);
    *(volatile uint32_t *)VALUE(uint64_t, 1) = --*left != 0;
    return NULL;
}

KERNEL(broken)
{
    (void)shape, (void)p;
    return "a barrier that some threads never reach";
}

/* Writes the seed that it was given. */
KERNEL(seed)
{
    POINTER(int64_t, 0)[0] = shape[6];
    return NULL;
}

/* Says that it runs, and runs until the host lets it end; it has some memory. */
KERNEL(spin)
{
    volatile int64_t *flags = POINTER(volatile int64_t, 0);
    (void)shape;
    flags[0] = 1;
    while (!flags[1])
        ;
    return NULL;
}
