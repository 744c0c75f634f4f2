/* SPDX-License-Identifier: Apache-2.0 */
#include "config/field.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number_text.h"

#define MAX_ELEMENTS 64U /* capacity of any NUMBERS, BITS */

static void *field_at(void *holder, size_t offset) {
    return (unsigned char *)holder + offset;
}

static uint32_t *count_of(const figure *f) {
    return field_at(f->holder, f->field->count);
}

void *figure_address(const figure *f) {
    return field_at(f->holder, f->field->offset);
}

/* ---- numbers of 1, 2, 4, 8 bytes ---- */

static uint64_t field_load(const void *from, size_t size) {
    switch (size) {
    case 1:
        return *(const uint8_t *)from;
    case 2:
        return *(const uint16_t *)from;
    case 4:
        return *(const uint32_t *)from;
    default:
        return *(const uint64_t *)from;
    }
}

static void field_store(void *to, size_t size, uint64_t value) {
    if (size == 1)
        *(uint8_t *)to = (uint8_t)value;
    else if (size == 2)
        *(uint16_t *)to = (uint16_t)value;
    else if (size == 4)
        *(uint32_t *)to = (uint32_t)value;
    else
        *(uint64_t *)to = value;
}

/* ---- visiting ---- */

static bool visit_row(const field *rows, const field *row, const char *prefix, void *holder,
                      figure_visitor visit, void *ctx);

bool fields_visit(const field *rows, const char *prefix, void *holder, figure_visitor visit, void *ctx) {
    for (const field *row = rows; row->name; row++)
        if (!visit_row(rows, row, prefix, holder, visit, ctx))
            return false;
    return true;
}

static bool visit_row(const field *rows, const field *row, const char *prefix, void *holder,
                      figure_visitor visit, void *ctx) {
    figure f = {.field = row, .rows = rows, .holder = holder};
    (void)snprintf(f.path, sizeof f.path, "%s%s", prefix, row->name);
    if (row->kind != FIELD_GROUP)
        return visit(ctx, &f);
    for (uint32_t i = 0; i < *count_of(&f) && i < row->capacity; i++) {
        char element[FIELD_PATH_BYTES];
        (void)snprintf(element, sizeof element, "%.64s%" PRIu32 ".", f.path, i + 1);
        if (!fields_visit(row->element, element, field_at(holder, row->offset + i * row->size), visit, ctx))
            return false;
    }
    return true;
}

/* ---- printing ---- */

static size_t field_append(char *text, size_t size, size_t used, const char *separator, uint64_t value) {
    int more = used < size ? snprintf(text + used, size - used, "%s%" PRIu64, separator, value) : 0;
    return used + (size_t)more;
}

static void print_list(const figure *f, char *text, size_t size) {
    const field *row = f->field;
    const unsigned char *p = figure_address(f);
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < *count_of(f); i++) {
        const char *separator = i ? "," : "";
        if (row->kind == FIELD_NUMBERS) {
            used = field_append(text, size, used, separator, field_load(p + i * row->size, row->size));
            continue;
        }
        uint64_t bits = field_load(p + i * sizeof(uint64_t), sizeof(uint64_t));
        for (uint64_t left = bits; left; left &= left - 1) {
            used = field_append(text, size, used, separator, (uint64_t)__builtin_ctzll(left));
            separator = "+";
        }
    }
}

/* A name that no row has is printed as well: the message about it needs it. */
static const char *policy_name(const field *row, const char *given) {
    const policy_row *found = policy_find(row->policies, given);
    return found ? found->name : given;
}

void figure_print(const figure *f, char *text, size_t size) {
    const field *row = f->field;
    const void *p = figure_address(f);
    switch (row->kind) {
    case FIELD_NUMBER:
        (void)snprintf(text, size, "%" PRIu64, field_load(p, row->size));
        return;
    case FIELD_REAL:
        (void)snprintf(text, size, "%.17g", *(const double *)p);
        return;
    case FIELD_BOOL:
        (void)snprintf(text, size, "%s", *(const bool *)p ? "true" : "false");
        return;
    case FIELD_CHOICE:
        (void)snprintf(text, size, "%s", row->choices[field_load(p, row->size)]);
        return;
    case FIELD_POLICY:
        (void)snprintf(text, size, "%s", policy_name(row, *(const char *const *)p));
        return;
    case FIELD_TEXT:
        (void)snprintf(text, size, "%s", (const char *)p);
        return;
    default:
        print_list(f, text, size);
        return;
    }
}

/* ---- parsing ---- */

void figure_expected(const field *row, char *expected, size_t size) {
    static const char *const several[] = {
        [FIELD_NUMBERS] = "different numbers", [FIELD_BITS] = "sums of bit numbers"};
    size_t used = 0;
    switch (row->kind) {
    case FIELD_BOOL:
        (void)snprintf(expected, size, "true or false");
        return;
    case FIELD_CHOICE:
        for (uint32_t i = 0; row->choices[i] && used < size; i++)
            used +=
                (size_t)snprintf(expected + used, size - used, "%s%s", i ? ", " : "one of ", row->choices[i]);
        return;
    case FIELD_POLICY:
        policy_expected(row->policies, expected, size);
        return;
    case FIELD_TEXT:
        (void)snprintf(expected, size, "1 to %zu printable characters", row->size - 1);
        return;
    case FIELD_NUMBERS:
    case FIELD_BITS:
        (void)snprintf(expected, size, "at most %" PRIu32 " %s from %" PRIu64 " to %" PRIu64 "%s%s",
                       row->capacity, several[row->kind], row->min, row->max, row->unit[0] ? " " : "",
                       row->unit);
        return;
    default:
        (void)snprintf(expected, size, "a number from %" PRIu64 " to %" PRIu64 "%s%s", row->min, row->max,
                       row->unit[0] ? " " : "", row->unit);
        return;
    }
}

/* Which name the text is near, behind what was expected. */
static void add_hint(const field *row, const char *text, char *expected, size_t size) {
    static const char *const truths[] = {"true", "false", NULL};
    near_name near = near_name_of(text);
    if (row->kind == FIELD_POLICY)
        policy_offer(row->policies, &near);
    else if (row->kind == FIELD_CHOICE || row->kind == FIELD_BOOL)
        near_name_offer_all(&near, row->kind == FIELD_BOOL ? truths : row->choices);
    const size_t used = strlen(expected);
    (void)snprintf(expected + used, size - used, "%s", near.hint);
}

/* One number from *text, which is moved behind it. */
static bool field_parse_number(const field *row, const char **text, uint64_t *value) {
    return number_text_read(text, value) && *value >= row->min && *value <= row->max;
}

/* "10+13+17" */
static bool parse_bits(const field *row, const char **text, uint64_t *bits) {
    *bits = 0;
    for (;;) {
        uint64_t bit = 0;
        if (!field_parse_number(row, text, &bit) || (*bits >> bit & 1U))
            return false;
        *bits |= UINT64_C(1) << bit;
        if (**text != '+')
            return true;
        (*text)++;
    }
}

/* A number stands in a list once; the rows of a matrix of bits are asked elsewhere whether they differ. */
static bool is_repeated(const field *row, const uint64_t *value, uint32_t at) {
    for (uint32_t i = 0; row->kind == FIELD_NUMBERS && i < at; i++)
        if (value[i] == value[at])
            return true;
    return false;
}

static bool field_parse_list(const figure *f, const char *text) {
    const field *row = f->field;
    uint64_t value[MAX_ELEMENTS];
    uint32_t count = 0;
    size_t size = row->kind == FIELD_BITS ? sizeof(uint64_t) : row->size;
    while (*text) {
        if (count == row->capacity || count == MAX_ELEMENTS)
            return false;
        if (!(row->kind == FIELD_BITS ? parse_bits : field_parse_number)(row, &text, &value[count]) ||
            is_repeated(row, value, count))
            return false;
        count++;
        if (*text == ',' && text[1])
            text++;
        else if (*text)
            return false;
    }
    unsigned char *p = figure_address(f);
    memset(p, 0, row->capacity * size);
    for (uint32_t i = 0; i < count; i++)
        field_store(p + i * size, size, value[i]);
    *count_of(f) = count;
    return true;
}

static bool parse_text(const figure *f, const char *text) {
    size_t length = strlen(text);
    if (length == 0 || length >= f->field->size)
        return false;
    for (const char *c = text; *c; c++)
        if (!isprint((unsigned char)*c))
            return false;
    char *p = figure_address(f);
    memset(p, 0, f->field->size);
    memcpy(p, text, length + 1);
    return true;
}

static bool parse_choice(const figure *f, const char *text) {
    const char *const *choices = f->field->choices;
    for (uint32_t i = 0; choices[i]; i++) {
        if (strcmp(choices[i], text) == 0) {
            field_store(figure_address(f), f->field->size, i);
            return true;
        }
    }
    return false;
}

static bool parse_policy(const figure *f, const char *text) {
    const policy_row *found = text[0] ? policy_find(f->field->policies, text) : NULL;
    if (found)
        *(const char **)figure_address(f) = found->name;
    return found != NULL;
}

static bool parse_real(const figure *f, const char *text) {
    char *end = NULL;
    double value = strtod(text, &end);
    if (end == text || *end || !(value >= (double)f->field->min && value <= (double)f->field->max))
        return false;
    *(double *)figure_address(f) = value;
    return true;
}

/* The groups whose elements the number at `f` counts get copies of their last one. */
static void grow_groups(const figure *f, uint32_t from, uint32_t to) {
    for (const field *row = f->rows; row->name; row++) {
        if (row->kind != FIELD_GROUP || row->count != f->field->offset || from == 0)
            continue;
        unsigned char *group = field_at(f->holder, row->offset);
        for (uint32_t i = from; i < to && i < row->capacity; i++)
            memcpy(group + i * row->size, group + (from - 1) * row->size, row->size);
    }
}

static bool parse_one_number(const figure *f, const char *text) {
    uint64_t value = 0;
    uint64_t old = field_load(figure_address(f), f->field->size);
    if (!field_parse_number(f->field, &text, &value) || *text)
        return false;
    field_store(figure_address(f), f->field->size, value);
    grow_groups(f, (uint32_t)old, (uint32_t)value);
    return true;
}

bool figure_parse(const figure *f, const char *text, char *expected, size_t size) {
    bool ok = false;
    switch (f->field->kind) {
    case FIELD_NUMBER:
        ok = parse_one_number(f, text);
        break;
    case FIELD_REAL:
        ok = parse_real(f, text);
        break;
    case FIELD_BOOL:
        ok = strcmp(text, "true") == 0 || strcmp(text, "false") == 0;
        if (ok)
            *(bool *)figure_address(f) = text[0] == 't';
        break;
    case FIELD_CHOICE:
        ok = parse_choice(f, text);
        break;
    case FIELD_POLICY:
        ok = parse_policy(f, text);
        break;
    case FIELD_TEXT:
        ok = parse_text(f, text);
        break;
    default:
        ok = field_parse_list(f, text);
        break;
    }
    if (!ok) {
        figure_expected(f->field, expected, size);
        add_hint(f->field, text, expected, size);
    } else if (f->field->chosen)
        f->field->chosen(f->holder);
    return ok;
}
