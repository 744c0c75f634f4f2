/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A hardware unit behind one interface, as the C of hls/ or as its Verilated RTL.
 * The table of all units is generated from the headers in hls/ (scripts/gen).
 *
 * A unit is built at one or several sizes (hls/<unit>/configs). The models ask by name
 * and by the sizes they need, and get the smallest that is large enough. If there are several
 * sizes, its pins are the structs of <unit>_model.h, the same for every size; if there is one
 * size, they are <unit>_in and <unit>_out of its own header.
 */
#ifndef GMMU_UNIT_H
#define GMMU_UNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A size of a unit, or the least size that is needed. Lists end with the name NULL. */
typedef struct {
    const char *name; /* parameter of the RTL: "NUM_CORES"; GMMU_NUM_CORES in C */
    uint32_t value;
} unit_size;

typedef struct unit_ops {
    const char *name; /* of this build: "token_controller_256", "silver_queue" */
    bool rtl;
    size_t in_bytes;       /* of the struct of the inputs */
    size_t out_bytes;      /* of the struct of the outputs */
    void *(*create)(void); /* in reset; NULL when out of memory */
    void (*destroy)(void *unit);
    void (*reset)(void *unit);
    void (*outputs)(void *unit, void *out);              /* the pins now */
    void (*step)(void *unit, const void *in, void *out); /* one clock edge; out: pins before it */
    const char *unit;         /* name that the models use: "token_controller", "silver_queue" */
    const unit_size *sizes;   /* all sizes of the unit */
    void *(*own)(void *unit); /* of pins that several sizes share: the unit behind them; NULL: it is `unit` */
} unit_ops;

/* Of a unit in C: its state, <unit>_state of the header at this build's sizes. */
static inline void *unit_own(const unit_ops *ops, void *unit) {
    return ops->own ? ops->own(unit) : unit;
}

/* The build of exactly this name, with the pins of its own header; NULL for an unknown name. */
const unit_ops *unit_find(const char *name, bool rtl);

/* The size of that name; 0 for one that the unit does not have. */
uint32_t unit_size_of(const unit_ops *ops, const char *name);

/* The smallest build of a unit that has at least the sizes `needs` (NULL: any), with the pins
 * that all its sizes share. NULL, and one line in err (which may be NULL), when this simulator
 * has no such unit or none that is large enough; the line then names the need and the largest size. */
const unit_ops *unit_find_for(const char *unit, bool rtl, const unit_size *needs, char *err, size_t err_size);

/* Names by which the models ask for units, NULL-terminated, sorted. */
const char *const *unit_names(void);

/* All builds, with the pins that the models see; ends with NULL. There may be none of the
 * RTL. */
const unit_ops *const *unit_builds(bool rtl);

#endif
