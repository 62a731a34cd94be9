/* Expectations and chance, for all C tests. */
#pragma once
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef EXPECT /* the model brings its own */
#define EXPECT(condition, ...)                                            \
    do {                                                                  \
        if (!(condition)) {                                               \
            fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, __func__); \
            fprintf(stderr, __VA_ARGS__);                                 \
            fputc('\n', stderr);                                          \
            exit(1);                                                      \
        }                                                                 \
    } while (0)
#endif

static uint64_t random_state;

static inline uint64_t chance(uint64_t below)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state % below;
}
