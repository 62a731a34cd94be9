/* A driver as others have it: work goes in, and threads of its own call back when it has ended.
 *
 * A callback may come from any thread and in any order: each thread takes the newest work first. So
 * only streamrt.h makes an order of it.
 */
#pragma once
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include "streamrt.h"

typedef void callback(void *event, int32_t status, void *token);

typedef struct work {
    struct work *next;
    callback *told;
    void *token;
    int32_t *error, code, status;
} work;

typedef struct driver {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t threads[8];
    work *first;
    int count, is_held, is_over;
    _Atomic int released;
} driver;

static void *run_driver(void *given)
{
    driver *d = given;
    for (;;) {
        pthread_mutex_lock(&d->lock);
        while ((!d->first || d->is_held) && !d->is_over)
            pthread_cond_wait(&d->changed, &d->lock);
        work *w = d->first;
        if (w)
            d->first = w->next;
        pthread_mutex_unlock(&d->lock);
        if (!w)
            return 0;
        if (w->error)
            *w->error = w->code;
        w->told(&d->released, w->status, w->token); /* the event is whatever `release` takes */
        free(w);
    }
}

driver *open_driver(int threads)
{
    driver *d = calloc(1, sizeof *d);
    pthread_mutex_init(&d->lock, 0);
    pthread_cond_init(&d->changed, 0);
    for (d->count = 0; d->count < threads; d->count++)
        pthread_create(&d->threads[d->count], 0, run_driver, d);
    return d;
}

/* Hands work over, which ends by itself, unless the driver is held. */
void hand_over(driver *d, callback *told, void *token, int32_t status, int32_t *error, int32_t code)
{
    work *w = malloc(sizeof *w);
    pthread_mutex_lock(&d->lock);
    *w = (work){d->first, told, token, error, code, status};
    d->first = w;
    pthread_cond_signal(&d->changed);
    pthread_mutex_unlock(&d->lock);
}

void hold(driver *d, int is_held)
{
    pthread_mutex_lock(&d->lock);
    d->is_held = is_held;
    pthread_cond_broadcast(&d->changed);
    pthread_mutex_unlock(&d->lock);
}

/* A clReleaseEvent: the events of this driver are all the count of those that were released. */
void release_event(void *event) { ++*(_Atomic int *)event; }

/* Ends all work, and the threads; returns how many events were released. */
int close_driver(driver *d)
{
    pthread_mutex_lock(&d->lock);
    d->is_over = 1;
    d->is_held = 0;
    pthread_cond_broadcast(&d->changed);
    pthread_mutex_unlock(&d->lock);
    for (int i = 0; i < d->count; i++)
        pthread_join(d->threads[i], 0);
    int released = d->released;
    free(d);
    return released;
}
