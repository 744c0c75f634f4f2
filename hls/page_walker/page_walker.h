/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Page walker: WALKERS walks of page tables at a time (MASK 6: up to 64), and a cache of the tables that
 * walks have come to, so that the next begins there (the page walk cache of MASK 3).
 *
 * A walk of (address space, page) is taken while a walker is free. Its root table is looked up (l_valid, then
 * r_valid some cycles later, as asid_table does; one look-up at a time); a page that may not be walked ends
 * there. From the table nearest to the leaf that the cache holds, else from the root, it reads one entry
 * after the other. Answers come in any order, named by their walker, and are always taken. An answer that no
 * walker waits for is ignored. Each walk that is taken gives one result, in any order. Walkers have their
 * turn at each port: one that waits is passed over by each other one once.
 *
 * A result speaks for a whole large page (done_large) when the page is that large, or larger, and the look-up
 * has allowed all of it (r_whole); else for the base page that was asked for.
 *
 * WALK_READS reads are asked for in a cycle, one at each port. Walker w has port w modulo WALK_READS, for its
 * reads and their answers, and its name there is w divided by WALK_READS: the ports share no walker. A level
 * of the cache takes one table in a cycle, from the lowest port that has one for it.
 *
 * An invalidation, of an address space or of all, empties the cache of its tables, and each of its walks
 * under way begins again with its look-up, once its read has been answered; so it is for a single page,
 * because tables above may have changed. inv_valid stays high until inv_ack, which comes when no result from
 * before is left at the port of results. From then on no result rests on an entry read before.
 *
 * Inputs give the format of the tables. It may change while no walk is under way and the cache is
 * empty. Levels count from the leaf: entries of level 0 map base pages, entries of fmt_root are in the root.
 * Each is a word of 64 bits with its flags in the low 8; it points to a table, maps a page, or is empty. A
 * table has a frame at most, from its beginning. In a format with short entries (fmt_short) an entry has 32
 * bits: those with an even index are in the low halves of words. Such a format has no dual entries. In a
 * format with dual entries the entries of level 1 have
 * two words: one points to a table of larger pages and is read first; the other to the table of level 0, and
 * is read when there is no table of larger pages or the entry there is empty. Either may map a page instead.
 *
 * Rights are {user, exec, read, write}, each of which an entry allows or not. A page has those that its own
 * entry allows, and in a format with fmt_every_level all entries on the way to it; so the cache keeps with
 * a table what the entries above it allow. A page that has not been accessed (fmt_accessed) is absent:
 * software sets the flag as it would map the page. One that is not dirty (fmt_dirty) may not be written:
 * software sets the flag when a core asks for that. An entry is malformed when it points to a table or maps a
 * page and its frame is wider than PPN_W, or when it has what the format reserves (fmt_pointer_no,
 * fmt_write_reads).
 */
#ifndef GMMU_PAGE_WALKER_H
#define GMMU_PAGE_WALKER_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_WALKERS >= 2 && GMMU_WALKERS <= 64, "GMMU_WALKERS must be 2 to 64");
GMMU_REQUIRE(GMMU_WALK_LEVELS >= 2 && GMMU_WALK_LEVELS <= 8, "GMMU_WALK_LEVELS must be 2 to 8");
GMMU_REQUIRE(GMMU_IS_POWER(GMMU_WALK_WAYS, 2, 16), "GMMU_WALK_WAYS must be 2, 4, 8 or 16");
GMMU_REQUIRE(GMMU_LARGE_VPN_W <= GMMU_VPN_W, "GMMU_LARGE_VPN_W must be GMMU_VPN_W at most");
GMMU_REQUIRE(GMMU_IS_POWER(GMMU_WALK_READS, 1, 4) && GMMU_WALK_READS <= GMMU_WALKERS,
             "GMMU_WALK_READS must be 1, 2 or 4, and GMMU_WALKERS at least that");

/* The cached tables: WALK_WAYS of each level but the root of the longest walk; the last ones first. */
#define GMMU_WALK_CACHED (GMMU_WALK_LEVELS - 1)

/* What a walker does. */
enum {
    WALKER_FREE,
    WALKER_LOOK,     /* its root is to be looked up */
    WALKER_ROOT,     /* ... is being looked up */
    WALKER_ROOT_OLD, /* the same, and the walk is to begin again */
    WALKER_READ,     /* an entry is to be read */
    WALKER_WAIT,     /* ... is being read */
    WALKER_WAIT_OLD, /* the same, and the walk is to begin again */
    WALKER_DONE      /* it has a result */
};

/* The entry that a walker reads: any, or in a format with dual entries the word that points to larger pages,
 * an entry there, the other word. */
enum { WALK_PLAIN, WALK_LARGE_WORD, WALK_LARGE_PAGE, WALK_SMALL_WORD };

/* Rights: the bits of w_rights and c_rights. */
enum { WALK_WRITE = 1, WALK_READ = 2, WALK_EXEC = 4, WALK_USER = 8, WALK_ALL_RIGHTS = 15 };

/* How a walk has ended. From 4 on, 4 + r_why: asid_table refuses it. */
enum { WALK_MAPPED, WALK_ABSENT, WALK_MALFORMED, WALK_BUS_ERROR, WALK_REFUSED };

typedef struct {
    u3 w_phase[GMMU_WALKERS]; /* reset 0, as all that follows */
    GMMU_U(GMMU_ASID_W) w_asid[GMMU_WALKERS];
    GMMU_U(GMMU_VPN_W) w_vpn[GMMU_WALKERS];
    u3 w_level[GMMU_WALKERS];
    u2 w_part[GMMU_WALKERS];
    GMMU_U(GMMU_PPN_W) w_table[GMMU_WALKERS]; /* of its level; of a result, the frame, if mapped */
    GMMU_U(GMMU_PPN_W) w_large[GMMU_WALKERS]; /* table of larger pages */
    u4 w_rights[GMMU_WALKERS]; /* that the entries on the way to w_table allow; of a result, its, if mapped */
    u4 w_large_rights[GMMU_WALKERS]; /* ... to w_large */
    u1 w_whole[GMMU_WALKERS];        /* all of the large page around it may be walked */
    u1 w_upper[GMMU_WALKERS];        /* a short entry is in the upper half of the word that it reads */
    u3 w_kind[GMMU_WALKERS];         /* of a result */
    u1 c_valid[GMMU_WALK_CACHED * GMMU_WALK_WAYS]; /* tables of level i from i x WALK_WAYS */
    GMMU_U(GMMU_ASID_W) c_asid[GMMU_WALK_CACHED * GMMU_WALK_WAYS];
    GMMU_U(GMMU_VPN_W) c_vpn[GMMU_WALK_CACHED * GMMU_WALK_WAYS]; /* a page below it */
    GMMU_U(GMMU_PPN_W) c_table[GMMU_WALK_CACHED * GMMU_WALK_WAYS];
    u4 c_rights[GMMU_WALK_CACHED * GMMU_WALK_WAYS];   /* that the entries on the way to it allow */
    GMMU_U(GMMU_WALK_WAY_W) c_next[GMMU_WALK_CACHED]; /* way that the next table takes */
    GMMU_U(GMMU_WALKER_W) l_walker;    /* the walker that was looked up last: those behind it are first */
    GMMU_U(GMMU_WALKER_W) done_walker; /* the one whose result came to the port last */
    u1 l_valid;
    GMMU_U(GMMU_ASID_W) l_asid;
    GMMU_U(GMMU_VPN_W) l_vpn;
    u1 rd_valid[GMMU_WALK_READS];
    GMMU_U(GMMU_WALK_NAME_W) rd_walker[GMMU_WALK_READS];
    GMMU_U(GMMU_PPN_W) rd_table[GMMU_WALK_READS];
    u9 rd_word[GMMU_WALK_READS];
    u1 done_valid;
    GMMU_U(GMMU_ASID_W) done_asid;
    GMMU_U(GMMU_VPN_W) done_vpn;
    GMMU_U(GMMU_PPN_W) done_ppn;
    u3 done_kind;
    u3 done_level;
    u6 done_size;
    u1 done_large;
    u1 done_read;
    u1 done_write;
    u1 done_exec;
    u1 done_system;
    u1 inv_ack;
} page_walker_state;

typedef struct {
    u1 walk_valid; /* a page is to be walked: ... */
    GMMU_U(GMMU_ASID_W) walk_asid;
    GMMU_U(GMMU_VPN_W) walk_vpn;
    u1 r_valid;                    /* the answer to a look-up: ... */
    u2 r_why;                      /* ... 0, or why the page may not be walked, ... */
    GMMU_U(GMMU_PPN_W) r_root;     /* ... the frame of the root table, ... */
    u1 r_whole;                    /* ... and whether all of the large page around it may be walked */
    u1 rd_ready[GMMU_WALK_READS];  /* a read is taken */
    u1 rsp_valid[GMMU_WALK_READS]; /* the answer to a read of the same port: ... */
    GMMU_U(GMMU_WALK_NAME_W) rsp_walker[GMMU_WALK_READS];
    u1 rsp_error[GMMU_WALK_READS]; /* ... there is no such memory, ... */
    u64 rsp_data[GMMU_WALK_READS]; /* ... or the word with the entry */
    u1 inv_valid;                  /* translations change, until inv_ack: ... */
    u1 inv_all;                    /* ... of all address spaces, or ... */
    GMMU_U(GMMU_ASID_W) inv_asid;  /* ... of this one */
    u1 hold;                       /* no new read comes to a port */
    u1 done_ready;                 /* a result is taken */
    u3 fmt_root;                   /* format: level of the root, below WALK_LEVELS */
    u6 fmt_low[GMMU_WALK_LEVELS];  /* lowest bit of the page number that indexes a level; a page there has so
                                      many base pages, log2 */
    u4 fmt_bits[GMMU_WALK_LEVELS]; /* width of the index of its words, 9 at most, 8 of a dual entry; the index
                                      of a short entry is a bit wider */
    u1 fmt_leaf[GMMU_WALK_LEVELS]; /* may an entry of this level map a page? */
    u1 fmt_short;                  /* entries have 32 bits, two a word */
    u1 fmt_dual;                   /* entries of level 1 are dual: ... */
    u1 fmt_large_word;             /* ... the word that points to larger pages, 0 or 1, ... */
    u6 fmt_large_low;              /* ... and lowest bit and width of the index there */
    u4 fmt_large_bits;
    u6 fmt_frame;      /* lowest bit of the frame in an entry, ... */
    u6 fmt_frame_bits; /* ... and its width there */
    u8 fmt_pointer;    /* flags, one of which says that the entry points to a table, ... */
    u8 fmt_page;       /* ... that it maps a page, ... */
    u8 fmt_large;      /* ... that above the last level it is meant to, ... */
    u1 fmt_marked;     /* ... and also at the last level; else all there are */
    u8 fmt_read;       /* ... that the page may be read, or may not be, ... */
    u1 fmt_read_no;    /* ... as this says, ... */
    u8 fmt_write;      /* ... that it may be written, or may not be, ... */
    u1 fmt_write_no;
    u8 fmt_system; /* ... that it is for system mode only, or for all, ... */
    u1 fmt_system_no;
    u8 fmt_accessed;    /* ... that it has been accessed; no flags: all have, ... */
    u8 fmt_dirty;       /* ... that it is dirty, and may be written; no flags: all are, ... */
    u8 fmt_pointer_no;  /* ... that an entry that points to a table must not have */
    u6 fmt_exec;        /* bit of an entry that says that the page may be executed, or may not be, ... */
    u1 fmt_exec_no;     /* ... as this says; ... */
    u1 fmt_exec_all;    /* ... or all may be */
    u1 fmt_write_reads; /* a page that may be written must be one that may be read */
    u1 fmt_every_level; /* the rights of all entries on the way count, not the page's rights alone */
} page_walker_in;

typedef struct {
    u1 walk_ready; /* a walk would be taken */
    u1 l_valid;    /* a root table is to be looked up, for one cycle: ... */
    GMMU_U(GMMU_ASID_W) l_asid;
    GMMU_U(GMMU_VPN_W) l_vpn;
    u1 rd_valid[GMMU_WALK_READS];                        /* an entry is to be read: ... */
    GMMU_U(GMMU_WALK_NAME_W) rd_walker[GMMU_WALK_READS]; /* ... name that the answer gives back, ... */
    GMMU_U(GMMU_PPN_W) rd_table[GMMU_WALK_READS];        /* ... frame, ... */
    u9 rd_word[GMMU_WALK_READS];                         /* ... and word of 64 bits in it; ... */
    GMMU_U(GMMU_ASID_W) rd_asid[GMMU_WALK_READS]; /* ... whose it is, and its level from the leaf, ... */
    u3 rd_level[GMMU_WALK_READS];                 /* ... for caches that look at these (MASK 5.3) */
    u1 rd_open;                                   /* a read is at a port, or has not been answered */
    u1 inv_ack;                                   /* for one cycle: the invalidation is done */
    u1 done_valid;                                /* a walk has ended: ... */
    GMMU_U(GMMU_ASID_W) done_asid;
    GMMU_U(GMMU_VPN_W) done_vpn;
    GMMU_U(GMMU_PPN_W) done_ppn; /* ... frame of the base page, if mapped, ... */
    u3 done_kind;                /* ... how (WALK_MAPPED or a fault), ... */
    u3 done_level;               /* ... at which level, ... */
    u6 done_size;                /* ... log2 of the base pages of the page there, ... */
    u1 done_large;               /* ... is the whole large page around it mapped alike, and allowed, ... */
    u1 done_read;                /* ... may it be read, ... */
    u1 done_write;               /* ... written, ... */
    u1 done_exec;                /* ... executed, ... */
    u1 done_system;              /* ... is it for system mode only */
} page_walker_out;

void page_walker_reset(page_walker_state *s);
/* The output pins as a function of the state alone (Moore). */
void page_walker_outputs(const page_walker_state *s, page_walker_out *out);
/* One clock edge: out as page_walker_outputs() before the edge, then the state moves. */
void page_walker_step(page_walker_state *s, const page_walker_in *in, page_walker_out *out);

#endif
