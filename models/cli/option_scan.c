/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/option_scan.h"

#include <stdio.h>
#include <string.h>

#include "cli/bad_option.h"

typedef struct {
    int argc;
    char **argv;
    const option_row *known;
    int next;
    bool words; /* "--" has been passed */
    /* What next_item() has found: */
    const option_row *row; /* NULL: a word that is no option */
    char *value;           /* of an option, or NULL */
    char *word;
} scan;

/* A name that nothing else than an option has: "--jobs" of "--jobs=3". */
static near_name near_option(const char *text, const option_row *known) {
    near_name near = near_name_of_part(text, strcspn(text, "="));
    for (const option_row *row = known; row->name; row++) {
        char name[NEAR_NAME_BYTES];
        (void)snprintf(name, sizeof name, "--%s", row->name);
        near_name_offer(&near, name);
    }
    return near;
}

/* The option of which the word is the name, with or without a value. */
static const option_row *option_in_full(const char *word, const option_row *known) {
    const size_t length = strcspn(word + 2, "=");
    for (const option_row *row = known; row->name; row++)
        if (strlen(row->name) == length && strncmp(row->name, word + 2, length) == 0)
            return row;
    return NULL;
}

/* The one option whose name begins like this, or NULL. */
static const option_row *option_begins(const char *word, const option_row *known) {
    const size_t length = strcspn(word + 2, "=");
    const option_row *found = NULL;
    for (const option_row *row = known; length > 0 && row->name; row++) {
        if (strncmp(row->name, word + 2, length) != 0)
            continue;
        if (found)
            return NULL;
        found = row;
    }
    return found;
}

static bool no_such_option(const char *word, const option_row *known) {
    const option_row *longer = strncmp(word, "--", 2) == 0 ? option_begins(word, known) : NULL;
    near_name near = longer ? near_name_of("") : near_option(word, known);
    if (longer)
        (void)snprintf(near.hint, sizeof near.hint, "; did you mean '--%s'?", longer->name);
    return bad_option_see_help("unknown option", word, &near);
}

/* The value of an option behind its name, or as the next word. */
static bool take_value(scan *s) {
    char *equals = strchr(s->word, '=');
    s->value = equals ? equals + 1 : NULL;
    if (!s->row->argument)
        return !equals || bad_option("option", s->word, "no value");
    if (equals || s->row->argument[0] == '[')
        return true;
    if (s->next < s->argc) {
        s->value = s->argv[s->next++];
        return true;
    }
    const near_name none = near_name_of("");
    return bad_option_see_help("option without value", s->word, &none);
}

/* *ok: false after one line. False: there is no further one. */
static bool next_item(scan *s, bool *ok) {
    *ok = true;
    if (s->next < s->argc && !s->words && strcmp(s->argv[s->next], "--") == 0) {
        s->words = true;
        s->next++;
    }
    if (s->next >= s->argc)
        return false;
    s->word = s->argv[s->next++];
    s->row = NULL;
    if (s->words || s->word[0] != '-' || s->word[1] == '\0')
        return true;
    s->row = s->word[1] == '-' ? option_in_full(s->word, s->known) : NULL;
    *ok = s->row ? take_value(s) : no_such_option(s->word, s->known);
    return true;
}

bool option_scan(int argc, char **argv, const option_row *known, option_scan_fn take, void *ctx) {
    scan s = {.argc = argc, .argv = argv, .known = known, .next = 1};
    for (bool ok; next_item(&s, &ok);)
        if (!ok || (s.row && !take(ctx, s.row->id, s.value)))
            return false;
    return true;
}

bool option_words(int argc, char **argv, const option_row *known, option_word_fn take, void *ctx) {
    scan s = {.argc = argc, .argv = argv, .known = known, .next = 1};
    for (bool ok; next_item(&s, &ok);)
        if (!ok || (!s.row && !take(ctx, s.word)))
            return false;
    return true;
}

static bool refuse_word(void *ctx, char *word) {
    (void)ctx;
    return bad_option("argument", word, "options only, see 'gmmu help'");
}

bool option_scan_all(int argc, char **argv, const option_row *known, option_scan_fn take, void *ctx) {
    return option_scan(argc, argv, known, take, ctx) && option_words(argc, argv, known, refuse_word, NULL);
}
