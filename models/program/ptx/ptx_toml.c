/* SPDX-License-Identifier: Apache-2.0 */
#include "program/ptx/ptx_toml.h"

#include <stdlib.h>
#include <string.h>

#define NODES_LIMIT (1U << 22)
#define TOML_DEPTH  4U

/* The number of a new node behind *last of its table, which it becomes; TOML_NONE with an error. */
static uint32_t toml_add(toml *t, ptx_reader *r, uint32_t parent, uint32_t *last) {
    if (t->count == t->room) {
        const uint32_t room = t->room ? 2 * t->room : 64;
        toml_node *grown = room <= NODES_LIMIT ? realloc(t->node, room * sizeof *grown) : NULL;
        if (!grown) {
            (void)ptx_fail(r, "expected a shorter file: out of memory");
            return TOML_NONE;
        }
        t->node = grown;
        t->room = room;
    }
    const uint32_t n = t->count++;
    t->node[n] = (toml_node){.child = TOML_NONE, .next = TOML_NONE, .key = r->token, .place = r->token};
    if (*last != TOML_NONE)
        t->node[*last].next = n;
    else if (parent != TOML_NONE)
        t->node[parent].child = n;
    *last = n;
    return n;
}

static bool toml_is_line_end(const ptx_token *t) {
    return t->kind == PTX_END || (t->kind == PTX_MARK && *t->at == '\n');
}

static void toml_skip_lines(ptx_reader *r) {
    while (r->token.kind == PTX_MARK && *r->token.at == '\n')
        ptx_next(r);
}

static bool toml_end_line(ptx_reader *r) {
    if (!toml_is_line_end(&r->token))
        return ptx_fail(r, "expected the end of the line");
    toml_skip_lines(r);
    return !r->failed;
}

/* ---- values ---- */

static bool toml_text(ptx_reader *r, toml_node *n) {
    const ptx_token t = r->token;
    char *to = malloc(t.length + 1);
    if (!to)
        return ptx_fail(r, "out of memory");
    size_t used = 0;
    n->kind = TOML_TEXT;
    n->text = to;
    for (size_t i = 0; i < t.length; i++) {
        const char c = t.at[i];
        if (c != '\\') {
            to[used++] = c;
            continue;
        }
        const char *const marks = "\"\\nt";
        const char *found = i + 1 < t.length ? strchr(marks, t.at[++i]) : NULL;
        if (!found || !*found) {
            to[used] = '\0';
            return ptx_fail(r, "expected \\\", \\\\, \\n or \\t");
        }
        to[used++] = "\"\\\n\t"[found - marks];
    }
    to[used] = '\0';
    ptx_next(r);
    return memchr(t.at, '\0', t.length) == NULL || ptx_fail_at(r, &t, "expected a text without a zero byte");
}

static bool toml_number(ptx_reader *r, toml_node *n) {
    const bool minus = ptx_take(r, "-");
    if (!minus)
        (void)ptx_take(r, "+");
    const ptx_token t = r->token;
    if (t.kind != PTX_NUMBER || t.single)
        return ptx_fail(r, "expected a value: a text in double quotes, a number, true, false or an array");
    if (t.length > 1 && t.at[0] == '0' && t.at[1] >= '0' && t.at[1] <= '9')
        return ptx_fail(r, "expected a number without a zero before it");
    n->kind = t.real ? TOML_REAL : TOML_INTEGER;
    if (t.real) {
        memcpy(&n->real, &t.bits, sizeof n->real);
        n->real = minus ? -n->real : n->real;
    } else {
        n->integer = (int64_t)(minus ? 0 - t.bits : t.bits);
        n->real = minus ? -(double)t.bits : (double)t.bits;
    }
    ptx_next(r);
    return !r->failed;
}

static bool toml_value(toml *t, ptx_reader *r, uint32_t at, uint32_t depth);

static bool toml_array(toml *t, ptx_reader *r, uint32_t at, uint32_t depth) {
    uint32_t last = TOML_NONE;
    t->node[at].kind = TOML_ARRAY;
    if (depth == TOML_DEPTH)
        return ptx_fail(r, "expected arrays in each other, at most %u deep", TOML_DEPTH);
    ptx_next(r);
    for (toml_skip_lines(r); !ptx_take(r, "]"); toml_skip_lines(r)) {
        const uint32_t n = toml_add(t, r, at, &last);
        if (n == TOML_NONE)
            return false;
        t->node[n].key = t->node[at].key;
        if (!toml_value(t, r, n, depth + 1))
            return false;
        toml_skip_lines(r);
        if (!ptx_token_is(&r->token, "]") && !ptx_expect(r, ","))
            return false;
    }
    return !r->failed;
}

static bool toml_value(toml *t, ptx_reader *r, uint32_t at, uint32_t depth) {
    t->node[at].place = r->token;
    if (r->token.kind == PTX_STRING)
        return toml_text(r, &t->node[at]);
    if (ptx_token_is(&r->token, "["))
        return toml_array(t, r, at, depth);
    if (ptx_token_is(&r->token, "true") || ptx_token_is(&r->token, "false")) {
        t->node[at].kind = TOML_TRUTH;
        t->node[at].integer = *r->token.at == 't';
        ptx_next(r);
        return !r->failed;
    }
    return toml_number(r, &t->node[at]);
}

/* ---- lines ---- */

bool toml_named(const toml_node *n, const char *key) {
    return strlen(key) == n->key.length && memcmp(key, n->key.at, n->key.length) == 0;
}

/* key = value */
static bool toml_pair(toml *t, ptx_reader *r, uint32_t table, uint32_t *last) {
    const ptx_token key = r->token;
    if (key.kind != PTX_WORD)
        return ptx_fail(r, "expected a key or [[table]]");
    for (uint32_t n = t->node[table].child; n != TOML_NONE; n = t->node[n].next)
        if (t->node[n].kind != TOML_TABLE && t->node[n].key.length == key.length &&
            memcmp(t->node[n].key.at, key.at, key.length) == 0)
            return ptx_fail(r, "expected each key once in a table");
    const uint32_t n = toml_add(t, r, table, last);
    if (n == TOML_NONE)
        return false;
    ptx_next(r);
    return ptx_expect(r, "=") && toml_value(t, r, n, 0) && toml_end_line(r);
}

/* [[name]] */
static bool toml_head(toml *t, ptx_reader *r, uint32_t *last, uint32_t *table) {
    ptx_next(r);
    if (!ptx_take(r, "["))
        return ptx_fail(r, "expected a table in double brackets, as [[step]]");
    if (r->token.kind != PTX_WORD || memchr(r->token.at, '.', r->token.length))
        return ptx_fail(r, "expected the name of a table, without a dot");
    *table = toml_add(t, r, 0, last);
    if (*table == TOML_NONE)
        return false;
    ptx_next(r);
    for (int bracket = 0; bracket < 2; bracket++)
        if (!ptx_expect(r, "]"))
            return false;
    return toml_end_line(r);
}

bool toml_read(toml *t, ptx_reader *r) {
    uint32_t top = TOML_NONE, inside = TOML_NONE, table = 0, none = TOML_NONE;
    *t = (toml){.count = 0};
    if (toml_add(t, r, TOML_NONE, &none) == TOML_NONE)
        return false;
    for (toml_skip_lines(r); !r->failed && r->token.kind != PTX_END;) {
        if (ptx_token_is(&r->token, "[")) {
            inside = TOML_NONE;
            if (!toml_head(t, r, &top, &table))
                return false;
        } else if (!toml_pair(t, r, table, table ? &inside : &top)) {
            return false;
        }
    }
    return !r->failed;
}

void toml_free(toml *t) {
    for (uint32_t i = 0; i < t->count; i++)
        free(t->node[i].text);
    free(t->node);
    *t = (toml){.count = 0};
}
