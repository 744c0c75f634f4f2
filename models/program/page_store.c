/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "program/page_store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/host_pages.h"

#define MIN_FRAMES 16U
/* Frames are taken from slabs: a small one, which is enough for a small run, then large pages of the host. */
#define FIRST_SLAB_FRAMES 64U
#define SLAB_BYTES        (UINT32_C(1) << 21)
#define SLAB_FRAMES       (SLAB_BYTES / STORE_PAGE_BYTES)

typedef struct {
    uint8_t *data;
    page *owner; /* NULL: free */
} frame;

/* A growing array of free numbers, used as a stack. */
typedef struct {
    uint32_t *number;
    size_t count, room;
} free_stack;

struct page_store {
    frame *frames;
    size_t frame_count, frame_room, frame_limit;
    size_t frames_used;
    free_stack free_frames;
    uint8_t **slabs;
    size_t slab_count, slab_room;
    uint8_t *fresh; /* the next frame of the last slab */
    size_t fresh_count;
    size_t hand; /* of the clock that picks the page to spill */
    int file;    /* -1: none yet */
    uint32_t slot_count;
    size_t slots_used;
    free_stack free_slots;
    uint32_t moves; /* pages that have left memory */
    bool failed;
    int error; /* errno of the first failure */
};

static bool page_store_push(free_stack *f, uint32_t number) {
    uint32_t *grown = alloc_grow(f->number, f->count, &f->room, sizeof *grown);
    if (!grown)
        return false; /* the place is lost until the store is freed */
    f->number = grown;
    f->number[f->count++] = number;
    return true;
}

page_store *page_store_new(size_t window_bytes) {
    page_store *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    size_t frames = window_bytes / STORE_PAGE_BYTES;
    s->frame_limit = frames < MIN_FRAMES ? MIN_FRAMES : frames < UINT32_MAX ? frames : UINT32_MAX;
    s->file = -1;
    return s;
}

void page_store_free(page_store *s) {
    if (!s)
        return;
    for (size_t i = 0; i < s->slab_count; i++)
        free(s->slabs[i]);
    free(s->slabs);
    free(s->frames);
    free(s->free_frames.number);
    free(s->free_slots.number);
    if (s->file >= 0)
        close(s->file);
    free(s);
}

/* Only the first failure is kept: others follow from it. */
static void page_store_fail(page_store *s) {
    if (!s->failed)
        s->error = errno;
    s->failed = true;
}

const char *page_store_folder(void) {
    const char *dir = getenv("TMPDIR");
    return dir && *dir ? dir : "/tmp";
}

static bool open_file(page_store *s) {
    char name[4096];
    int n = snprintf(name, sizeof name, "%s/gmmu-spool-XXXXXX", page_store_folder());
    if (n < 0 || (size_t)n >= sizeof name) {
        errno = ENAMETOOLONG;
        return false;
    }
    s->file = mkstemp(name);
    if (s->file >= 0)
        unlink(name);
    return s->file >= 0;
}

/* Moves what is filled of one page between memory and the file, over short transfers and signals. */
static bool page_store_transfer(page_store *s, const page *p, bool write) {
    off_t at = (off_t)p->slot * (off_t)STORE_PAGE_BYTES;
    for (size_t done = 0; done < p->used;) {
        uint8_t *from = p->data + done;
        size_t left = p->used - done;
        ssize_t n = write ? pwrite(s->file, from, left, at + (off_t)done)
                          : pread(s->file, from, left, at + (off_t)done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0)
            errno = EIO; /* the file ends before the page */
        if (n <= 0)
            return false;
        done += (size_t)n;
    }
    return true;
}

static bool take_slot(page_store *s, page *p) {
    if (s->file < 0 && !open_file(s))
        return false;
    if (s->free_slots.count)
        p->slot = s->free_slots.number[--s->free_slots.count];
    else if (s->slot_count < UINT32_MAX)
        p->slot = s->slot_count++;
    else {
        errno = EFBIG;
        return false;
    }
    p->has_slot = true;
    s->slots_used++;
    return true;
}

static void give_slot(page_store *s, page *p) {
    if (!p->has_slot)
        return;
    p->has_slot = false;
    if (--s->slots_used) {
        page_store_push(&s->free_slots, p->slot);
        return;
    }
    s->free_slots.count = 0; /* nothing is left in the file: give the disk back */
    s->slot_count = 0;
    if (ftruncate(s->file, 0) != 0)
        page_store_fail(s);
}

static bool page_store_spill(page_store *s, page *p) {
    if (p->dirty) {
        if ((!p->has_slot && !take_slot(s, p)) || !page_store_transfer(s, p, true)) {
            page_store_fail(s);
            return false;
        }
        p->dirty = false;
    }
    s->frames[p->frame].owner = NULL;
    s->frames_used--;
    s->moves++;
    p->data = NULL;
    return true;
}

/* Second chance: the first page not used since the hand came by last. */
static bool free_a_frame(page_store *s, uint32_t *number) {
    for (;;) {
        s->hand = s->hand + 1 < s->frame_count ? s->hand + 1 : 0;
        page *p = s->frames[s->hand].owner;
        if (p && !p->recent) {
            *number = (uint32_t)s->hand;
            return page_store_spill(s, p);
        }
        if (p)
            p->recent = false;
    }
}

static bool new_slab(page_store *s) {
    uint8_t **grown = alloc_grow(s->slabs, s->slab_count, &s->slab_room, sizeof(uint8_t *));
    if (!grown)
        return false;
    s->slabs = grown;
    const bool first = s->slab_count == 0;
    const size_t most = first ? FIRST_SLAB_FRAMES : SLAB_FRAMES;
    const size_t left = s->frame_limit - s->frame_count;
    const size_t frames = left < most ? left : most;
    uint8_t *slab =
        frames == SLAB_FRAMES ? aligned_alloc(SLAB_BYTES, SLAB_BYTES) : malloc(frames * STORE_PAGE_BYTES);
    if (!slab)
        return false;
    if (frames == SLAB_FRAMES)
        host_large_pages(slab, SLAB_BYTES);
    s->slabs[s->slab_count++] = slab;
    s->fresh = slab;
    s->fresh_count = frames;
    return true;
}

static bool new_frame(page_store *s, uint32_t *number) {
    frame *grown = alloc_grow(s->frames, s->frame_count, &s->frame_room, sizeof *grown);
    if (!grown)
        return false;
    s->frames = grown;
    if (!s->fresh_count && !new_slab(s))
        return false;
    s->frames[s->frame_count] = (frame){.data = s->fresh};
    s->fresh += STORE_PAGE_BYTES;
    s->fresh_count--;
    *number = (uint32_t)s->frame_count++;
    return true;
}

/* Gives the page a place in memory. */
static bool take_frame(page_store *s, page *p) {
    uint32_t number = 0;
    if (s->free_frames.count)
        number = s->free_frames.number[--s->free_frames.count];
    else if (!(s->frame_count < s->frame_limit && new_frame(s, &number)) &&
             !(s->frames_used && free_a_frame(s, &number)))
        return false;
    s->frames[number].owner = p;
    s->frames_used++;
    p->frame = number;
    p->data = s->frames[number].data;
    p->recent = true;
    return true;
}

static void give_frame(page_store *s, page *p) {
    if (!p->data)
        return;
    s->frames[p->frame].owner = NULL;
    s->frames_used--;
    page_store_push(&s->free_frames, p->frame);
    p->data = NULL;
}

page *page_new(page_store *s) {
    page *p = calloc(1, sizeof *p);
    if (!p || !take_frame(s, p)) {
        free(p);
        return NULL;
    }
    p->dirty = true;
    return p;
}

void page_free(page_store *s, page *p) {
    give_frame(s, p);
    give_slot(s, p);
    free(p);
}

uint8_t *page_load(page_store *s, page *p) {
    if (p->data)
        return p->data;
    if (!take_frame(s, p))
        return NULL;
    if (!page_store_transfer(s, p, false)) {
        page_store_fail(s);
        give_frame(s, p);
        return NULL;
    }
    return p->data;
}

uint32_t page_store_moves(const page_store *s) {
    return s->moves;
}

bool page_store_failed(const page_store *s) {
    return s->failed;
}

int page_store_error(const page_store *s) {
    return s->error;
}

size_t page_store_memory_bytes(const page_store *s) {
    return s->frames_used * STORE_PAGE_BYTES;
}

size_t page_store_file_bytes(const page_store *s) {
    return s->slots_used * STORE_PAGE_BYTES;
}
