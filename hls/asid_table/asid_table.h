/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Table of the address spaces: of each its root table, its limits and whether it is enabled; and the commands
 * that take translations back. MASK 4, 5.1: an ASID tells the spaces apart; the CR3 of each is its root table
 * (MASK 5.4). The ASID is the number of the entry; ASID_SPACES and above are no spaces.
 *
 * Root and limits are in a RAM outside, a word for each space, {highest, lowest, root}; what is in flip-flops
 * is whether a space is enabled. The RAM has one read port and one write port, and shows a word in the cycle
 * after it was asked for (gmmu_ram). What it holds at reset does not matter: only the word of a space that is
 * enabled is read, and that has been written. No word is read in the cycle in which it is written.
 *
 * Look-up: l_valid in any cycle; three cycles later r_valid, with the root table when r_why is ASID_OK, else
 * why the page may not be walked. r_whole says that all of the large page around it is within the limits: of
 * one that they cut, a TLB may keep base pages only. It is answered by the table as it is in its cycle: it
 * sees what an ASID_SET of that cycle or an earlier one writes, and nothing of a later one.
 *
 * Commands come by c_valid and c_ready, one at a time and in order; c_done is high for one cycle as each
 * completes, and the next may come in that cycle:
 *
 * - ASID_SET writes an entry, all of it for the look-ups of the cycle that takes it and of later ones; the
 *   word is at the RAM in the next cycle, and c_done comes after that. When the space was enabled, an
 *   invalidation of the space follows before c_done: so nothing of a space outlives its disabling, nor
 *   another root, nor narrower limits. Without c_enable it ends the space (inv_ends): the listeners of
 *   END_LISTENERS hear of it then, and then alone, and acknowledge when no request for it is left.
 * - ASID_INV_PAGE, ASID_INV_LARGE, ASID_INV_SPACE, ASID_INV_ALL: the listeners are told, one after the other
 *   in the order of their numbers: inv_valid of the next rises when the one before has acknowledged. So no
 *   old translation can move from a listener that is still to be told into one that has been told, when
 *   translations move from lower numbers to higher ones (the walker is 0, then what it fills). By inv_ack a
 *   listener says that it has none of these translations from before, and none on its way to a higher one.
 * - ASID_FENCE completes when every request that began before it was taken has ended. Requests that begin
 *   later do not hold it up: they count in the other generation.
 *
 * A command is refused, does nothing and completes in the next cycle when it is of another kind, names a
 * number that is no space (all but ASID_INV_ALL and ASID_FENCE), or enables a space whose highest page is
 * below its lowest. c_refused says so with c_done, and until the next command is taken.
 *
 * Requests: begin_valid, taken while begin_ready is high, one for each port; a request keeps `generation` as
 * it is in that cycle, and gives it back with its end: when it is answered, or when it gives up its
 * translation to begin again (one that waits for a page fault is not in flight, or the fence would wait for
 * software that waits for it). begin_ready is low when the count of this generation may overflow. An end of a
 * generation in which nothing is in flight is ignored.
 */
#ifndef GMMU_ASID_TABLE_H
#define GMMU_ASID_TABLE_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_ASID_SPACES >= 2 && GMMU_ASID_SPACES <= 512, "GMMU_ASID_SPACES must be 2 to 512");
GMMU_REQUIRE((uint64_t)(GMMU_ASID_SPACES - 1) >> (GMMU_ASID_W - 1) >> 1 == 0,
             "GMMU_ASID_SPACES must be 2^GMMU_ASID_W at most");
GMMU_REQUIRE(GMMU_LARGE_VPN_W <= GMMU_VPN_W, "GMMU_LARGE_VPN_W must be GMMU_VPN_W at most");
GMMU_REQUIRE(GMMU_INV_LISTENERS >= 2 && GMMU_INV_LISTENERS <= 16, "GMMU_INV_LISTENERS must be 2 to 16");
GMMU_REQUIRE((GMMU_END_LISTENERS & 1) == 0 && (uint64_t)GMMU_END_LISTENERS >> (GMMU_INV_LISTENERS - 1) == 0,
             "GMMU_END_LISTENERS must name neither the first listener nor the last");
GMMU_REQUIRE(GMMU_FENCE_PORTS >= 1 && GMMU_FENCE_PORTS <= 8, "GMMU_FENCE_PORTS must be 1 to 8");
GMMU_REQUIRE(GMMU_FENCE_COUNT_W >= 4 && GMMU_FENCE_COUNT_W <= 16, "GMMU_FENCE_COUNT_W must be 4 to 16");

/* Commands (c_kind); inv_kind is one of the ASID_INV_*, of an ASID_SET ASID_INV_SPACE. */
enum { ASID_SET, ASID_INV_PAGE, ASID_INV_SPACE, ASID_INV_ALL, ASID_FENCE, ASID_INV_LARGE };

/* r_why. */
enum { ASID_OK, ASID_NO_SPACE, ASID_DISABLED, ASID_OUTSIDE };

typedef struct {
    u1 enabled[GMMU_ASID_SPACES]; /* reset 0, as all that follows */
    u1 ask_valid;                 /* the look-up whose word is asked for, ... */
    u2 ask_why;                   /* ... ASID_OK so far, ... */
    GMMU_U(GMMU_VPN_W) ask_vpn;
    u1 ram_re; /* ... unless the word is at the write port; ... */
    GMMU_U(GMMU_SPACE_W) ram_raddr;
    u1 cmp_valid; /* ... and the one whose page is compared with the limits, ... */
    u2 cmp_why;
    GMMU_U(GMMU_VPN_W) cmp_vpn;
    u1 cmp_read; /* ... which the RAM shows, or else the write port still does */
    u1 ram_we;   /* the entry that was written last */
    GMMU_U(GMMU_SPACE_W) ram_waddr;
    GMMU_U(GMMU_PPN_W) ram_wroot;
    GMMU_U(GMMU_VPN_W) ram_wlowest;
    GMMU_U(GMMU_VPN_W) ram_whighest;
    u1 r_valid;
    u2 r_why;
    GMMU_U(GMMU_PPN_W) r_root;
    u1 r_whole;
    u1 inv_valid[GMMU_INV_LISTENERS]; /* one at most */
    u3 inv_kind;
    u1 inv_ends;
    GMMU_U(GMMU_ASID_W) inv_asid;
    GMMU_U(GMMU_VPN_W) inv_vpn;
    u1 fencing; /* a fence waits for the other generation */
    u1 c_done;
    u1 c_refused;                         /* of the last command */
    u1 generation;                        /* of the requests that begin */
    GMMU_U(GMMU_FENCE_COUNT_W) flight[2]; /* requests in flight, by generation */
} asid_table_state;

typedef struct {
    u1 l_valid; /* a look-up: of this space, ... */
    GMMU_U(GMMU_ASID_W) l_asid;
    GMMU_U(GMMU_VPN_W) l_vpn; /* ... this page */
    u1 c_valid;               /* a command: ... */
    u3 c_kind;
    GMMU_U(GMMU_ASID_W) c_asid;
    GMMU_U(GMMU_VPN_W) c_vpn;     /* ... the page; of ASID_SET the lowest page of the space, ... */
    GMMU_U(GMMU_VPN_W) c_highest; /* ... and its highest page; of ASID_SET alone, as what follows */
    GMMU_U(GMMU_PPN_W) c_root;    /* frame of the root table */
    u1 c_enable;
    u1 inv_ack[GMMU_INV_LISTENERS];      /* the listener has done what it was told; ignored when it was told
                                            nothing */
    u1 begin_valid[GMMU_FENCE_PORTS];    /* a request begins */
    u1 end_valid[GMMU_FENCE_PORTS];      /* a request ends: ... */
    u1 end_generation[GMMU_FENCE_PORTS]; /* ... it began in this generation */
    GMMU_U(GMMU_PPN_W) ram_root;         /* RAM, read port: the word asked for in the previous cycle */
    GMMU_U(GMMU_VPN_W) ram_lowest;
    GMMU_U(GMMU_VPN_W) ram_highest;
} asid_table_in;

typedef struct {
    u1 r_valid;                       /* the look-up of three cycles ago is answered: ... */
    u2 r_why;                         /* ... ASID_OK, or why not, ... */
    GMMU_U(GMMU_PPN_W) r_root;        /* ... and, when ASID_OK, the root table, ... */
    u1 r_whole;                       /* ... and whether the large page around it is all within the limits */
    u1 c_ready;                       /* a command would be taken */
    u1 c_done;                        /* a command has completed */
    u1 c_refused;                     /* with it, and until the next is taken: it has done nothing */
    u1 inv_valid[GMMU_INV_LISTENERS]; /* this listener has it, until it acknowledges: ... */
    u3 inv_kind;
    u1 inv_ends;                  /* ... ASID_INV_SPACE: the space ends, ... */
    u1 ending;                    /* it does now: a listener hears of it; ... */
    GMMU_U(GMMU_ASID_W) inv_asid; /* ... all but ASID_INV_ALL: of this space, ... */
    GMMU_U(GMMU_VPN_W)
    inv_vpn;        /* ... ASID_INV_PAGE: this page, and a larger one around it;
                       ASID_INV_LARGE: all pages of the large one around it, of any size */
    u1 begin_ready; /* requests that begin are taken */
    u1 generation;  /* theirs */
    u1 ram_re;      /* RAM, read port: ask for this word */
    GMMU_U(GMMU_SPACE_W) ram_raddr;
    u1 ram_we; /* RAM, write port: write this word */
    GMMU_U(GMMU_SPACE_W) ram_waddr;
    GMMU_U(GMMU_PPN_W) ram_wroot;
    GMMU_U(GMMU_VPN_W) ram_wlowest;
    GMMU_U(GMMU_VPN_W) ram_whighest;
} asid_table_out;

void asid_table_reset(asid_table_state *s);
/* The output pins as a function of the state alone (Moore). */
void asid_table_outputs(const asid_table_state *s, asid_table_out *out);
/* One clock edge: out as asid_table_outputs() before the edge, then the state moves. */
void asid_table_step(asid_table_state *s, const asid_table_in *in, asid_table_out *out);

#endif
