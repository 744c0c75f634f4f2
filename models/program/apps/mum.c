/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where reads of a genome match a reference (MUMmerGPU): the host builds the reference's suffix tree after
 * Ukkonen; a thread takes a read and finds, from each of its letters on, the longest match. It walks down the
 * tree, letter by letter; for the next start it follows the suffix link of the last node that it has passed,
 * so that it need not begin at the root again.
 */
#include "program/apps/app.h"

#include <string.h>

#define BLOCK_DIM 128U
#define LETTERS   4U /* A, C, G, T */
#define ROOT      0U /* is nobody's child: as a child, 0 means none */

/*
 * A node is four words, the text of the edge to it (from start to end), its suffix link, and one that is not
 * used; and four children. Text and reads are a letter per byte.
 */
enum { NODE_START, NODE_END, NODE_LINK, NODE_WORDS = 4 };
enum { MUM_TEXT, MUM_NODES, MUM_CHILDREN, MUM_READS, MUM_MATCHES };
enum { MATCH_PLACE, MATCH_LENGTH, MATCH_WORDS }; /* of each start in each read */

static uint32_t mum_reads(const app *a) {
    return (uint32_t)a->p[1];
}

static uint32_t mum_length(const app *a) {
    return (uint32_t)a->p[2];
}

static void mum_declare(app *a) {
    const uint64_t bytes = a->p[1] * a->p[2];
    app_array(a, APP_INPUT, a->p[0] / APP_WORD);
    app_array(a, APP_INPUT, 2 * a->p[0] * NODE_WORDS);
    app_array(a, APP_INPUT, 2 * a->p[0] * LETTERS);
    app_array(a, APP_INPUT, bytes / APP_WORD); /* the number of reads is a multiple of 4 */
    app_array(a, APP_OUTPUT, bytes * MATCH_WORDS);
}

static uint8_t *mum_letters(const app *a, uint32_t array) {
    return a->array[array].data;
}

/* ---- the suffix tree ---- */

/* The end of the text so far that some suffixes, the `open` shortest, have inside the tree: `along` letters
 * down an edge from `node`, the one that begins with the letter at `edge`. */
typedef struct {
    const uint8_t *text;
    uint32_t letters;
    uint32_t *nodes, *children;
    uint32_t count; /* nodes */
    uint32_t open, node, edge, along;
    uint32_t unlinked; /* node that waits for its suffix link, or ROOT */
} mum_tree;

static uint32_t *mum_node(const mum_tree *t, uint32_t node) {
    return t->nodes + (size_t)node * NODE_WORDS;
}

static uint32_t *mum_child(const mum_tree *t, uint32_t node, uint32_t place) {
    return &t->children[(size_t)node * LETTERS + t->text[place]];
}

static uint32_t mum_new_node(mum_tree *t, uint32_t start, uint32_t end) {
    mum_node(t, t->count)[NODE_START] = start;
    mum_node(t, t->count)[NODE_END] = end;
    return t->count++;
}

static void mum_link(mum_tree *t, uint32_t node) {
    if (t->unlinked != ROOT)
        mum_node(t, t->unlinked)[NODE_LINK] = node;
    t->unlinked = node;
}

/* The open point moves over whole edges. True: it has moved, and has to be looked at again. */
static bool mum_down(mum_tree *t, uint32_t next, uint32_t i) {
    const uint32_t *edge = mum_node(t, next);
    const uint32_t length = (edge[NODE_END] < i + 1 ? edge[NODE_END] : i + 1) - edge[NODE_START];
    if (t->along < length)
        return false;
    t->edge += length;
    t->along -= length;
    t->node = next;
    return true;
}

/* Parts the edge to `next` behind the open point, where letter i does not go on. */
static void mum_split(mum_tree *t, uint32_t next, uint32_t i) {
    uint32_t *rest = mum_node(t, next);
    const uint32_t middle = mum_new_node(t, rest[NODE_START], rest[NODE_START] + t->along);
    *mum_child(t, t->node, t->edge) = middle;
    *mum_child(t, middle, i) = mum_new_node(t, i, t->letters);
    rest[NODE_START] += t->along;
    *mum_child(t, middle, rest[NODE_START]) = next;
    mum_link(t, middle);
}

/* Adds letter i to all suffixes. Leaves grow by themselves: their edges end with the text. */
static void mum_add(mum_tree *t, uint32_t i) {
    t->unlinked = ROOT;
    t->open++;
    while (t->open > 0) {
        if (t->along == 0)
            t->edge = i;
        const uint32_t next = *mum_child(t, t->node, t->edge);
        if (next == ROOT) {
            *mum_child(t, t->node, t->edge) = mum_new_node(t, i, t->letters);
            mum_link(t, t->node);
        } else if (mum_down(t, next, i)) {
            continue;
        } else if (t->text[mum_node(t, next)[NODE_START] + t->along] == t->text[i]) {
            t->along++; /* it is there, and so are all shorter suffixes */
            mum_link(t, t->node);
            return;
        } else {
            mum_split(t, next, i);
        }
        t->open--;
        if (t->node == ROOT && t->along > 0) {
            t->along--;
            t->edge = i - t->open + 1;
        } else {
            t->node = mum_node(t, t->node)[NODE_LINK];
        }
    }
}

/* Reads are pieces of the reference in which one letter in sixteen is another. */
static void mum_fill(app *a) {
    uint8_t *text = mum_letters(a, MUM_TEXT);
    uint8_t *reads = mum_letters(a, MUM_READS);
    for (uint64_t i = 0; i < a->p[0]; i++)
        text[i] = (uint8_t)app_random(a, LETTERS);
    mum_tree t = {.text = text,
                  .letters = (uint32_t)a->p[0],
                  .nodes = app_words(a, MUM_NODES),
                  .children = app_words(a, MUM_CHILDREN),
                  .count = ROOT + 1};
    for (uint32_t i = 0; i < t.letters; i++)
        mum_add(&t, i);
    for (uint32_t read = 0; read < mum_reads(a); read++) {
        const uint32_t from = app_random(a, t.letters - mum_length(a) + 1);
        for (uint32_t i = 0; i < mum_length(a); i++) {
            const bool wrong = app_random(a, 16) == 0;
            *reads++ = wrong ? (uint8_t)app_random(a, LETTERS) : text[from + i];
        }
    }
}

static kernel_data *mum_open(const uint64_t *p, uint64_t seed, va_space *va) {
    const uint64_t whole[KERNEL_MAX_PARAMS] = {p[0] / APP_WORD * APP_WORD,
                                               (p[1] + BLOCK_DIM - 1) / BLOCK_DIM * BLOCK_DIM, p[2]};
    return app_open(whole, seed, va, mum_declare, mum_fill);
}

static bool mum_launch(app *a, uint32_t n, launch_shape *s) {
    *s = (launch_shape){.name = "mummergpuKernel",
                        .blocks = a->p[1] / BLOCK_DIM,
                        .block_dim = BLOCK_DIM,
                        .regs = 32,
                        .phases = 1};
    return n == 0;
}

/* ---- as warps run it ---- */

typedef struct {
    val read;          /* number of its first letter */
    val start, at;     /* letters of the read: where the match begins, and the one that comes next */
    val node, depth;   /* the last node that was passed, and letters from the root to it */
    val child;         /* the node below */
    val place, behind; /* letters of the text: the one that comes next, and the end of the edge */
} mum_walk;

static val mum_letter(const app *a, simt *w, uint32_t array, const val *number) {
    return simt_load(w, &a->array[array], number, 1);
}

static val mum_read_letter(const app *a, simt *w, const mum_walk *s) {
    val number = simt_add(w, &s->read, &s->at);
    return mum_letter(a, w, MUM_READS, &number);
}

static void mum_node_word(const app *a, simt *w, const val *node, int32_t which, val *to) {
    val address = simt_address(w, &a->array[MUM_NODES], node, NODE_WORDS * APP_WORD);
    val word = simt_at(w, &a->array[MUM_NODES], &address, which);
    simt_into(w, to, SIMT_MOV, &word, NULL, NULL);
}

/* Down the edge, as far as the letters are the same. */
static void mum_along_edge(const app *a, simt *w, mum_walk *s) {
    const uint32_t all = w->mask;
    for (;;) {
        simt_loop(w, 4);
        const uint32_t more = simt_less(w, &s->place, &s->behind);
        if (!simt_while(w, more & simt_less(w, &s->at, IMM(mum_length(a)))))
            break;
        val wanted = simt_hold(w, mum_read_letter(a, w, s));
        val found = mum_letter(a, w, MUM_TEXT, &s->place);
        simt_drop(w, &wanted);
        if (!simt_while(w, simt_equal(w, &wanted, &found)))
            break;
        simt_step(w, &s->place, 1);
        simt_step(w, &s->at, 1);
    }
    simt_join(w, all);
}

/* Down the tree from the last node, to the end of the match. */
static void mum_down_tree(const app *a, simt *w, mum_walk *s) {
    const uint32_t all = w->mask;
    for (;;) {
        simt_loop(w, 2);
        if (!simt_while(w, simt_less(w, &s->at, IMM(mum_length(a)))))
            break;
        val letter = mum_read_letter(a, w, s);
        val number = simt_do(w, SIMT_MAD, &s->node, IMM(LETTERS), &letter);
        val child = simt_load(w, &a->array[MUM_CHILDREN], &number, APP_WORD);
        simt_into(w, &s->child, SIMT_MOV, &child, NULL, NULL);
        if (!simt_while(w, simt_compare(w, SIMT_NE, IMM(ROOT), &s->child)))
            break;
        simt_loop(w, 3);
        mum_node_word(a, w, &s->child, NODE_START, &s->place);
        mum_node_word(a, w, &s->child, NODE_END, &s->behind);
        mum_along_edge(a, w, s);
        simt_loop(w, 5);
        if (!simt_while(w, simt_equal(w, &s->place, &s->behind)))
            break;
        simt_into(w, &s->node, SIMT_MOV, &s->child, NULL, NULL);
        simt_into(w, &s->depth, SIMT_SUB, &s->at, &s->start, NULL);
    }
    simt_join(w, all);
}

static void mum_store(const app *a, simt *w, const mum_walk *s) {
    val number = simt_add(w, &s->read, &s->start);
    val match = simt_hold(w, simt_address(w, &a->array[MUM_MATCHES], &number, MATCH_WORDS * APP_WORD));
    val length = simt_hold(w, simt_do(w, SIMT_SUB, &s->at, &s->start, NULL));
    val place = simt_do(w, SIMT_SUB, &s->place, &length, NULL);
    simt_put(w, &a->array[MUM_MATCHES], &match, MATCH_PLACE, &place);
    simt_put(w, &a->array[MUM_MATCHES], &match, MATCH_LENGTH, &length);
    simt_drop(w, &match);
    simt_drop(w, &length);
}

/* To the node that has all letters but the first one. A leaf has no link: from the root again. */
static void mum_follow_link(const app *a, simt *w, mum_walk *s) {
    mum_node_word(a, w, &s->node, NODE_LINK, &s->node);
    mum_node_word(a, w, &s->node, NODE_END, &s->place);
    const uint32_t root = simt_equal(w, &s->node, IMM(ROOT));
    simt_step(w, &s->depth, 0U - 1U);
    const uint32_t all = simt_predicate(w, root);
    simt_into(w, &s->depth, SIMT_MOV, IMM(0), NULL, NULL);
    simt_join(w, all);
    simt_step(w, &s->start, 1);
    simt_into(w, &s->at, SIMT_ADD, &s->start, &s->depth, NULL);
}

static void mum_warp(app *a, simt *w) {
    simt_loop(w, 0);
    val thread = simt_thread(w);
    mum_walk s = {.read = simt_hold(w, simt_affine(w, &thread, mum_length(a), 0))};
    s.start = simt_variable(w, 0);
    s.at = simt_variable(w, 0);
    s.node = simt_variable(w, ROOT);
    s.depth = simt_variable(w, 0);
    s.child = simt_variable(w, ROOT);
    s.place = simt_variable(w, 0);
    s.behind = simt_variable(w, 0);
    for (uint32_t start = 0; start < mum_length(a); start++) {
        simt_round(w, 1);
        mum_down_tree(a, w, &s);
        simt_loop(w, 6);
        mum_store(a, w, &s);
        mum_follow_link(a, w, &s);
    }
    simt_loop(w, 7);
    simt_exit(w);
}

/* ---- plain: from the root each time ---- */

static void mum_match(const app *host, const uint8_t *read, uint32_t letters, uint32_t *match) {
    const uint8_t *text = mum_letters(host, MUM_TEXT);
    uint32_t node = ROOT;
    uint32_t length = 0;
    uint32_t place = 0;
    bool same = true;
    while (same && length < letters) {
        node = app_words(host, MUM_CHILDREN)[(size_t)node * LETTERS + read[length]];
        same = node != ROOT;
        if (!same)
            break;
        const uint32_t *edge = app_words(host, MUM_NODES) + (size_t)node * NODE_WORDS;
        for (place = edge[NODE_START]; place < edge[NODE_END] && length < letters && same; place += same) {
            same = text[place] == read[length];
            length += same;
        }
    }
    match[MATCH_PLACE] = place - length;
    match[MATCH_LENGTH] = length;
}

static void mum_reference(app *host) {
    const uint8_t *read = mum_letters(host, MUM_READS);
    uint32_t *match = app_words(host, MUM_MATCHES);
    for (uint32_t i = 0; i < mum_reads(host); i++)
        for (uint32_t left = mum_length(host); left > 0; left--, read++, match += MATCH_WORDS)
            mum_match(host, read, left, match);
}

/* Without the tree: is the match where it should be, and does no place of the text match one letter more? */
static bool mum_is_longest(const app *a, const uint8_t *read, uint32_t left, const uint32_t *match) {
    const uint8_t *text = mum_letters(a, MUM_TEXT);
    const uint32_t more = match[MATCH_LENGTH] + 1;
    if (memcmp(text + match[MATCH_PLACE], read, match[MATCH_LENGTH]) != 0)
        return false;
    for (uint64_t place = 0; more <= left && place + more <= a->p[0]; place++)
        if (memcmp(text + place, read, more) == 0)
            return false;
    return true;
}

static const char *mum_check(const kernel_data *a) {
    const char *wrong = app_check(a, mum_reference);
    for (uint32_t read = 0; read < mum_reads(a) && !wrong; read += mum_reads(a) / 8)
        for (uint32_t start = 0; start < mum_length(a) && !wrong; start++) {
            const size_t i = (size_t)read * mum_length(a) + start;
            if (!mum_is_longest(a, mum_letters(a, MUM_READS) + i, mum_length(a) - start,
                                app_words(a, MUM_MATCHES) + i * MATCH_WORDS))
                wrong = "a match is not the longest one";
        }
    return wrong;
}

const kernel_ops kernel_mum = {
    .name = "mum",
    .summary = "matches of reads in a genome's suffix tree (MUMmerGPU)",
    .params = {{"letters", UINT64_C(1) << 17, 1024, UINT64_C(1) << 22, "of the genome, rounded down to 4"},
               {"reads", 8192, 1, UINT64_C(1) << 20, "rounded up to 128"},
               {"length", 25, 4, 1000, "letters of a read"}},
    .open = mum_open,
    .close = app_close,
    .reset = app_reset,
    .launch = mum_launch,
    .warp = mum_warp,
    .check = mum_check,
};
