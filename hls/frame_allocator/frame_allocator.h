/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Frame allocator, control part (Mosaic 4.2, CoCoA): which page of physical memory an
 * application gets. Memory is large frames of GMMU_LARGE_PAGES base pages. A free one is
 * on the free frame list; any other is the frame of one application. The
 * list of free base pages of an application is what is free in its frames. Both lists are
 * sets here: a frame's registers say which one it is on, so none can be lost. Which
 * pages of a frame are handed out is a map of bits in a RAM outside: a word per
 * frame, single port, read in one cycle. What it holds at reset does not matter.
 *
 * A request (valid/ready) is answered in the fourth cycle, and the next one can be taken then:
 *
 *   FRAME_BASE        one base page for req_app: the lowest free one of its lowest frame on its list,
 *                     else the first of a free frame, which becomes its own. The failsafe, when there is
 *                     neither and cfg_failsafe is set in the cycle of the request: a free page of another
 *                     application's frame, which is mixed from then on; counted in `broken`.
 *   FRAME_LARGE       a whole free frame for req_app, for 2 MB of virtual memory aligned to their size.
 *   FRAME_FREE        base page req_page of req_frame comes back. If it was the last one of the frame, the
 *                     frame is free again. The free pages of a whole frame are on no list: it may
 *                     be coalesced (4.4).
 *   FRAME_FREE_LARGE  a whole frame comes back, with all pages of it that are still handed out.
 *   FRAME_SPLINTER    a whole frame is whole no longer (4.4): its free pages are on the list.
 *
 * The answer has ans_ok 0, and nothing has changed, if there is no page or frame; if the page that
 * comes back is not handed out; if the frame is not whole (FREE_LARGE, SPLINTER); if it is another
 * application's (the last three; a page of a mixed frame may come back from any); for any other req_op.
 */
#ifndef GMMU_FRAME_ALLOCATOR_H
#define GMMU_FRAME_ALLOCATOR_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_LARGE_FRAMES >= 2 && GMMU_LARGE_FRAMES <= 2048, "GMMU_LARGE_FRAMES must be 2 to 2048");
GMMU_REQUIRE(GMMU_IS_POWER(GMMU_LARGE_PAGES, 16, 512),
             "GMMU_LARGE_PAGES must be 16, 32, 64, 128, 256 or 512");
GMMU_REQUIRE(GMMU_NUM_APPS >= 2 && GMMU_NUM_APPS <= 127, "GMMU_NUM_APPS must be 2 to 127");

/* Requests. */
enum { FRAME_BASE, FRAME_LARGE, FRAME_FREE, FRAME_FREE_LARGE, FRAME_SPLINTER };
/* Stages of a request; 3 goes to FRAME_IDLE. */
enum { FRAME_IDLE, FRAME_READ, FRAME_ACT };

/* Frames are searched in rows of eight. */
#define GMMU_FRAME_ROWS ((GMMU_LARGE_FRAMES + 7) / 8)
/* Words of the C in a word of the RAM; page p is bit p of it. */
#define GMMU_PAGE_MAPS (GMMU_LARGE_PAGES / GMMU_PAGE_MAP_W)

typedef struct {
    GMMU_U(GMMU_APP_W) owner[GMMU_LARGE_FRAMES];         /* whose frame it is, unless free; reset 0 */
    GMMU_U(GMMU_LARGE_COUNT_W) count[GMMU_LARGE_FRAMES]; /* pages handed out; reset 0 */
    u1 whole[GMMU_LARGE_FRAMES];                         /* handed out by FRAME_LARGE; reset 0 */
    u1 mixed[GMMU_LARGE_FRAMES];                         /* the failsafe has given pages of it; reset 0 */
    u1 empty[GMMU_LARGE_FRAMES];                         /* it is on the free frame list: count 0; reset 1 */
    u1 partial[GMMU_LARGE_FRAMES]; /* it is on its owner's list: neither free, whole nor full; reset 0 */
    GMMU_U(GMMU_LARGE_FRAMES_W) free_frames; /* reset GMMU_LARGE_FRAMES */
    GMMU_U(GMMU_FRAME_PAGES_W) handed;       /* pages handed out; reset 0 */
    u32 broken;                              /* pages that the failsafe gave; stays at the maximum; reset 0 */
    u2 stage;                                /* of the request under way; all that follows: reset 0 */
    u3 op;
    GMMU_U(GMMU_APP_W) app;
    GMMU_U(GMMU_LARGE_FRAME_W) frame; /* found for it, or named by it; in FRAME_READ: unless own_any */
    GMMU_U(GMMU_LARGE_PAGE_W) page;
    u8 page_bit;                 /* which of its row of eight the request's page is, one-hot */
    u1 found;                    /* there is such a frame */
    u1 fresh;                    /* it is free */
    u1 failsafe;                 /* it is another application's */
    u1 own_any[GMMU_FRAME_ROWS]; /* in FRAME_READ: of these eight frames one is on the application's list, ...
                                  */
    u3 own_low[GMMU_FRAME_ROWS]; /* ... and this is the first */
    GMMU_U(GMMU_APP_W) its_owner; /* registers of the frame, from FRAME_ACT to the answer, ... */
    GMMU_U(GMMU_LARGE_COUNT_W) its_count;
    u1 its_whole; /* ... after which they are written back, if it is ans_ok */
    u1 its_mixed;
    u1 ans_valid;
    u1 ans_ok;
    u1 ram_we;
    GMMU_U(GMMU_PAGE_MAP_W)
    map[GMMU_PAGE_MAPS]; /* of the last request, without its page in the answer's cycle */
    u1 sets;             /* the page is set in what the pins show, one cycle, ... */
    u1 clears;           /* ... or cleared */
} frame_allocator_state;

typedef struct {
    u1 cfg_failsafe; /* CSR: a frame may get mixed when no frame is free */
    u1 req_valid;
    u3 req_op;
    GMMU_U(GMMU_APP_W) req_app;
    GMMU_U(GMMU_LARGE_FRAME_W) req_frame;              /* of the last three */
    GMMU_U(GMMU_LARGE_PAGE_W) req_page;                /* of FRAME_FREE */
    GMMU_U(GMMU_PAGE_MAP_W) ram_rdata[GMMU_PAGE_MAPS]; /* in the cycle after ram_re */
} frame_allocator_in;

typedef struct {
    u1 req_ready;
    u1 ans_valid; /* for one cycle; the rest of the answer counts only then */
    u1 ans_ok;
    u1 ans_failsafe;
    GMMU_U(GMMU_LARGE_FRAME_W) ans_frame;
    GMMU_U(GMMU_LARGE_PAGE_W) ans_page; /* of FRAME_BASE: PPN = ans_frame, ans_page */
    u1 ram_re;
    u1 ram_we; /* never both */
    GMMU_U(GMMU_LARGE_FRAME_W) ram_addr;
    GMMU_U(GMMU_PAGE_MAP_W) ram_wdata[GMMU_PAGE_MAPS];
    GMMU_U(GMMU_LARGE_FRAMES_W) free_frames;
    GMMU_U(GMMU_FRAME_PAGES_W) handed; /* base pages, of whole frames too */
    u32 broken;
} frame_allocator_out;

void frame_allocator_reset(frame_allocator_state *s);
/* The output pins as a function of the state alone (Moore). */
void frame_allocator_outputs(const frame_allocator_state *s, frame_allocator_out *out);
/* One clock edge: out as frame_allocator_outputs() before the edge, then the state moves. */
void frame_allocator_step(frame_allocator_state *s, const frame_allocator_in *in, frame_allocator_out *out);

#endif
