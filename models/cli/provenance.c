/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/provenance.h"

#include <stdlib.h>
#include <string.h>

#include "config/version.h"
#include "report/json.h"

#define SPEC_BYTES 4096

/* Options that change no result: where results go, and how they are computed. Without them equal runs give
 * equal files. */
static const struct {
    const char *name;
    bool has_value;
} changes_nothing[] = {{"json", true},     {"csv", true},     {"events", true}, {"kanata", true},
                       {"perfetto", true}, {"ticks", true},   {"jobs", true},   {"every", true},
                       {"quiet", false},   {"shuffle", true}, {"unit-c", false}};

/* How many words of the command are such an option: 0, 1, or 2 with its value. */
static int words_to_skip(const char *word) {
    const size_t length = strcspn(word, "=");
    if (strncmp(word, "--", 2) != 0 || length == 2)
        return 0;
    for (size_t i = 0; i < sizeof changes_nothing / sizeof *changes_nothing; i++)
        if (strlen(changes_nothing[i].name) == length - 2 &&
            strncmp(word + 2, changes_nothing[i].name, length - 2) == 0)
            return changes_nothing[i].has_value && word[length] != '=' ? 2 : 1;
    return 0;
}

static json_t *command_words(int argc, char **argv) {
    json_t *words = json_array();
    for (int i = 0; i < argc;) {
        const int skipped = words_to_skip(argv[i]);
        if (skipped == 0)
            json_array_append_new(words, json_text(argv[i]));
        i += skipped ? skipped : 1;
    }
    return words;
}

void provenance_chip(json_t *provenance, const chip_options *o) {
    json_object_set_new(provenance, "chip", json_text(o->config.chip.name));
    json_t *changed = description_changed(&o->config);
    if (changed)
        json_object_set_new(provenance, "changed", changed);
}

void provenance_runs(json_t *provenance, const chip_options *o, const gpu_app *app, uint32_t napps) {
    json_t *designs = json_array();
    for (uint32_t i = 0; i < o->designs; i++)
        json_array_append_new(designs, json_text(o->design[i].design.name));
    json_object_set_new(provenance, "designs", designs);
    json_object_set_new(provenance, "seed", json_integer((json_int_t)o->config.seed));
    json_t *applications = json_array();
    for (uint32_t i = 0; i < napps; i++) {
        char text[SPEC_BYTES];
        workload_spell_out(app[i].spec, text, sizeof text);
        json_array_append_new(applications, json_text(text));
    }
    json_object_set_new(provenance, "applications", applications);
}

json_t *provenance_new(int argc, char **argv) {
    json_t *provenance = json_object();
    json_object_set_new(provenance, "version", json_string(gmmu_version()));
    json_object_set_new(provenance, "commit", json_string(gmmu_commit()));
    json_object_set_new(provenance, "command", command_words(argc, argv));
    return provenance;
}

json_t *provenance_before(json_t *provenance, json_t *results) {
    json_t *whole = json_object();
    json_object_set_new(whole, "provenance", provenance);
    json_object_update(whole, results);
    json_decref(results);
    return whole;
}

void provenance_comment(const json_t *provenance, FILE *csv) {
    if (!csv)
        return;
    fputs("# ", csv);
    (void)json_dumpf(provenance, csv, JSON_COMPACT | JSON_PRESERVE_ORDER);
    fputc('\n', csv);
}
