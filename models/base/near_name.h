/* SPDX-License-Identifier: Apache-2.0 */
/*
 * "did you mean": the known name that is nearest to an unknown one, for messages about names that a user has
 * typed. The part that refuses a name offers all names that would have been right, one by one, and puts the
 * hint behind what was expected.
 */
#ifndef GMMU_NEAR_NAME_H
#define GMMU_NEAR_NAME_H

#include <stddef.h>

/* Longer names are neither given nor offered with success: nobody mistypes them so that a hint helps. */
#define NEAR_NAME_BYTES 64

typedef struct {
    const char *given;
    size_t length;
    size_t distance;                 /* between it and the nearest name so far */
    char hint[NEAR_NAME_BYTES + 32]; /* "; did you mean 'NAME'?", or "" while no name is near */
} near_name;

/* The first `length` bytes of `given`, which has to stay. */
near_name near_name_of_part(const char *given, size_t length);
/* All of it. */
near_name near_name_of(const char *given);
/* A name that would be right. It is near if at most a third of its letters, and at most three, are wrong,
 * missing, too many or swapped with their neighbour. Case, and '-' for '_', count for nothing. Of several
 * that are as near the first stays. A name that is given as it is has no hint at all. */
void near_name_offer(near_name *n, const char *name);
/* All of a list that NULL ends. */
void near_name_offer_all(near_name *n, const char *const *names);

#endif
