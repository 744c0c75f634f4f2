/* SPDX-License-Identifier: Apache-2.0 */
#include "config/description.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/visible.h"
#include "config/config_fields.h"

#define MAX_FILE_BYTES ((size_t)1 << 20)

void description_begin(description *d, gpu_config *config) {
    *d = (description){.config = config, .sources = json_object()};
}

void description_end(description *d) {
    json_decref(d->sources);
    d->sources = NULL;
    input_files_free(&d->files);
}

/* ---- values ---- */

/* A scalar as the text that figure_parse() takes; its length, or `size` for anything else. */
static size_t scalar_text(const json_t *value, char *text, size_t size) {
    if (json_is_string(value))
        return (size_t)snprintf(text, size, "%s", json_string_value(value));
    if (json_is_integer(value))
        return (size_t)snprintf(text, size, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    if (json_is_real(value))
        return (size_t)snprintf(text, size, "%.17g", json_real_value(value));
    if (json_is_boolean(value))
        return (size_t)snprintf(text, size, "%s", json_is_true(value) ? "true" : "false");
    return size;
}

/* The same of a list; false where it is too long or no value. */
static bool value_text(const json_t *value, char *text, size_t size) {
    if (!json_is_array(value))
        return scalar_text(value, text, size) < size;
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < json_array_size(value); i++) {
        if (i)
            text[used++] = ',';
        used += scalar_text(json_array_get(value, i), text + used, size - used);
        if (used + 1 >= size)
            return false;
    }
    return true;
}

static json_t *number_or_string(const char *text) {
    char *end = NULL;
    uint64_t number = strtoull(text, &end, 10);
    return *end || number > INT64_MAX ? json_string(text) : json_integer((json_int_t)number);
}

static json_t *value_json(const figure *f) {
    char text[FIELD_VALUE_BYTES];
    figure_print(f, text, sizeof text);
    switch (f->field->kind) {
    case FIELD_NUMBER:
        return number_or_string(text);
    case FIELD_REAL:
        return json_real(*(const double *)figure_address(f));
    case FIELD_BOOL:
        return json_boolean(text[0] == 't');
    case FIELD_NUMBERS:
    case FIELD_BITS:
        break;
    default:
        return json_string(text);
    }
    json_t *list = json_array();
    for (char *save = NULL, *part = strtok_r(text, ",", &save); part; part = strtok_r(NULL, ",", &save))
        json_array_append_new(list, number_or_string(part));
    return list;
}

/* ---- reading ---- */

/* What a file may describe. */
typedef struct {
    const char *prefix; /* of the paths, which the file leaves out */
    size_t name, base;  /* offsets in a gpu_config, of CHIP_NAME_BYTES */
    bool (*take_preset)(gpu_config *config, const char *base);
    void (*offer_presets)(near_name *n);
    bool (*visit)(gpu_config *config, figure_visitor visit,
                  void *ctx); /* what a file without base must give */
} described;

typedef struct {
    description *d;
    const described *what;
    const char *file;
    bool groups; /* in this pass the sizes of groups alone */
    char *err;
    size_t size;
} reader;

static bool is_group_count(const figure *f) {
    for (const field *row = f->rows; row->name; row++)
        if (row->kind == FIELD_GROUP && row->count == f->field->offset)
            return true;
    return false;
}

static bool description_complain(const reader *r, const char *path, const char *found, const char *expected) {
    char file[SHORTENED_BYTES];
    (void)snprintf(r->err, r->size, "%s: %s: %.100s: expected %s", shortened(file, r->file), path, found,
                   expected);
    return false;
}

/* The same with a hint. */
static bool complain_near(const reader *r, const char *path, const char *found, const char *expected,
                          const near_name *near) {
    char text[FIELD_EXPECTED_BYTES];
    (void)snprintf(text, sizeof text, "%s%s", expected, near->hint);
    return description_complain(r, path, found, text);
}

/* A field that there is not. */
static bool complain_unknown(const reader *r, const char *path) {
    near_name near = near_name_of(path);
    config_offer(r->d->config, &near);
    return complain_near(r, path, "unknown", "a field that 'gmmu show' prints", &near);
}

/* {"value": ..., "unit": ..., "source": ...} */
static bool open_value(const reader *r, const figure *f, json_t *object, json_t **value,
                       const char **source) {
    const char *key = NULL;
    json_t *member = NULL;
    *value = NULL;
    json_object_foreach(object, key, member) {
        if (strcmp(key, "value") == 0)
            *value = member;
        else if (strcmp(key, "source") == 0 && json_is_string(member))
            *source = json_string_value(member);
        else if (strcmp(key, "unit") != 0)
            return description_complain(r, f->path, key, "\"value\", \"unit\" and \"source\", a text");
        else if (!json_is_string(member) || strcmp(json_string_value(member), f->field->unit) != 0)
            return description_complain(r, f->path, "another unit",
                                        f->field->unit[0] ? f->field->unit : "\"\"");
    }
    return *value != NULL || description_complain(r, f->path, "an object without \"value\"", "a value");
}

static bool read_value(const reader *r, const figure *f, json_t *value) {
    char text[FIELD_VALUE_BYTES];
    char expected[FIELD_EXPECTED_BYTES];
    const char *source = r->file;
    /* What others begin from is taken in the first pass only, not to undo them. */
    if (r->groups ? !is_group_count(f) && !f->field->chosen : f->field->chosen != NULL)
        return true;
    if (json_is_object(value) && !open_value(r, f, value, &value, &source))
        return false;
    if (!value_text(value, text, sizeof text))
        return description_complain(r, f->path, "no value", "a number, a text, true, false, or a list");
    if (!figure_parse(f, text, expected, sizeof expected))
        return description_complain(r, f->path, text, expected);
    json_object_set_new(r->d->sources, f->path, json_string(source));
    return true;
}

/* The file of a chip says nothing about designs. */
static bool is_described(const reader *r, const char *path) {
    return r->what->prefix[0] || strncmp(path, "design.", 7) != 0;
}

static bool other_object(void *ctx, const figure *f) {
    const char *path = ctx;
    const size_t length = strlen(path);
    return strncmp(f->path, path, length) != 0 || f->path[length] != '.';
}

/* Are there fields below this path? */
static bool is_object_path(const reader *r, char *path) {
    return is_described(r, path) && !config_visit(r->d->config, other_object, path);
}

/* An object whose members are values or such objects; `prefix` is the path so far. */
static bool read_object(const reader *r, const char *prefix, json_t *object) {
    const char *key = NULL;
    json_t *member = NULL;
    json_object_foreach(object, key, member) {
        char path[FIELD_PATH_BYTES];
        figure f;
        bool top = strcmp(prefix, r->what->prefix) == 0;
        if (top && (strcmp(key, "name") == 0 || strcmp(key, "base") == 0))
            continue;
        (void)snprintf(path, sizeof path, "%s%s%.64s", prefix, prefix[0] ? "." : "", key);
        if (config_find(r->d->config, path, &f) && is_described(r, path)) {
            if (!read_value(r, &f, member))
                return false;
        } else if (strlen(path) + 1 < sizeof path && json_is_object(member)) {
            if (!read_object(r, path, member))
                return false;
        } else if (!r->groups && is_object_path(r, path)) {
            return description_complain(r, path, "no object", "an object of fields that 'gmmu show' prints");
        } else if (!r->groups) {
            return complain_unknown(r, path);
        }
    }
    return true;
}

/* In a file without base every value of the chip is given. */
static bool is_given(void *ctx, const figure *f) {
    const reader *r = ctx;
    return json_object_get(r->d->sources, f->path) != NULL ||
           description_complain(r, f->path, "missing", "a value, or a \"base\" for the file");
}

static bool description_take_chip(gpu_config *config, const char *base) {
    const chip_config *preset = chip_preset(base);
    if (preset) {
        config->chip = *preset;
        config->exceptions = *chip_faults(base);
    }
    return preset != NULL;
}

static bool take_design(gpu_config *config, const char *base) {
    const design_config *preset = design_preset(base);
    if (preset)
        config->design = *preset;
    return preset != NULL;
}

static bool visit_chip(gpu_config *config, figure_visitor visit, void *ctx) {
    return chip_visit(&config->chip, visit, ctx);
}

static bool visit_design(gpu_config *config, figure_visitor visit, void *ctx) {
    return design_visit(&config->design, visit, ctx);
}

_Static_assert(CHIP_NAME_BYTES == 32 && DESIGN_NAME_BYTES == 32, "read_name() says 31 characters");
static const described a_chip = {"",
                                 offsetof(gpu_config, chip.name),
                                 offsetof(gpu_config, chip.base),
                                 description_take_chip,
                                 chip_presets_offer,
                                 visit_chip};
static const described a_design = {"design",
                                   offsetof(gpu_config, design.name),
                                   offsetof(gpu_config, design.base),
                                   take_design,
                                   design_presets_offer,
                                   visit_design};

static char *description_member(const reader *r, size_t offset) {
    return (char *)r->d->config + offset;
}

static bool read_name(const reader *r, const json_t *root) {
    const json_t *base = json_object_get(root, "base");
    const json_t *name = json_object_get(root, "name");
    const char *text = json_string_value(name);
    char *own_name = description_member(r, r->what->name);
    if (base && (!json_is_string(base) || !r->what->take_preset(r->d->config, json_string_value(base)))) {
        near_name near = near_name_of(json_is_string(base) ? json_string_value(base) : "");
        r->what->offer_presets(&near);
        return complain_near(r, "base", "no preset", "a name of 'gmmu list'", &near);
    }
    if (!base)
        description_member(r, r->what->base)[0] = '\0';
    const char *found = text && text[0] ? text : name ? "no name" : "missing";
    if ((name || !base) && (found != text || strlen(text) >= CHIP_NAME_BYTES))
        return description_complain(r, "name", found, "a text of 1 to 31 characters");
    if (text) {
        memset(own_name, 0, CHIP_NAME_BYTES);
        memcpy(own_name, text, strlen(text) + 1);
    }
    return true;
}

static bool read_root(reader *r, json_t *root) {
    if (!json_is_object(root))
        return description_complain(r, "the file", "no object", "{\"name\": ..., \"base\": ..., values}");
    if (!read_name(r, root))
        return false;
    /* The sizes of groups first, and then the sizes of groups in them, in whatever order they are written. */
    for (int pass = 0; pass < 3; pass++) {
        r->groups = pass < 2;
        if (!read_object(r, r->what->prefix, root))
            return false;
    }
    return description_member(r, r->what->base)[0] || r->what->visit(r->d->config, is_given, r);
}

/* A regular file: nothing else has an end for certain. Opening waits for nobody. NULL: *why tells. */
static FILE *description_open_file(const char *name, input_files *files, const char **why) {
    struct stat about;
    const int fd = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    const bool known = fd >= 0 && fstat(fd, &about) == 0;
    FILE *file = known && S_ISREG(about.st_mode) && input_files_add(files, &about) ? fdopen(fd, "rb") : NULL;
    if (!file)
        *why = known && !S_ISREG(about.st_mode) ? "not a regular file" : strerror(errno);
    if (!file && fd >= 0)
        (void)close(fd);
    return file;
}

/* The bytes of a file, or NULL after a line in err. */
static char *description_read_file(const reader *r, size_t *length) {
    const char *why = NULL;
    FILE *file = description_open_file(r->file, &r->d->files, &why);
    char *text = file ? malloc(MAX_FILE_BYTES + 1) : NULL;
    *length = text ? fread(text, 1, MAX_FILE_BYTES + 1, file) : 0;
    if (file && (!text || ferror(file)))
        why = strerror(errno);
    else if (*length > MAX_FILE_BYTES)
        why = "more than 1 MiB";
    if (file)
        (void)fclose(file);
    if (!why)
        return text;
    free(text);
    char quoted[SHORTENED_BYTES];
    (void)snprintf(r->err, r->size, "%s: %s: expected a file of at most 1 MiB", shortened(quoted, r->file),
                   why);
    return NULL;
}

/* From a file, or from a text itself. */
static bool read_description(reader r) {
    const char *given = description_is_text(r.file) ? r.file : NULL;
    if (given)
        r.file = "description";
    size_t length = given ? strlen(given) : 0;
    char *text = given ? NULL : description_read_file(&r, &length);
    if (!given && !text)
        return false;
    json_error_t error;
    json_t *root = json_loadb(given ? given : text, length, JSON_REJECT_DUPLICATES, &error);
    free(text);
    if (!root) {
        for (char *c = error.text; *c; c++)
            *c = *c == '\n' ? ' ' : *c;
        char quoted[SHORTENED_BYTES];
        (void)snprintf(r.err, r.size, "%s:%d: expected JSON: %s", shortened(quoted, r.file), error.line,
                       error.text);
        return false;
    }
    bool ok = read_root(&r, root);
    json_decref(root);
    return ok;
}

bool description_is_text(const char *file) {
    return file[0] == '{';
}

bool description_read(description *d, const char *file, char *err, size_t size) {
    return read_description((reader){.d = d, .what = &a_chip, .file = file, .err = err, .size = size});
}

bool description_read_design(description *d, const char *file, char *err, size_t size) {
    d->config->design = (design_config){.summary = "described in a file"};
    return read_description((reader){.d = d, .what = &a_design, .file = file, .err = err, .size = size});
}

bool description_set(description *d, const char *assignment, char *err, size_t size) {
    char expected[FIELD_EXPECTED_BYTES];
    char quoted[SHORTENED_BYTES];
    figure f;
    const char *equals = strchr(assignment, '=');
    int length = equals ? (int)(equals - assignment) : 0;
    char path[FIELD_PATH_BYTES];
    (void)snprintf(path, sizeof path, "%.*s", length, assignment);
    if (!equals || length >= FIELD_PATH_BYTES || !config_find(d->config, path, &f)) {
        near_name near = near_name_of_part(assignment, equals ? (size_t)length : strlen(assignment));
        config_offer(d->config, &near);
        (void)snprintf(expected, sizeof expected, "FIELD=VALUE with a field that 'gmmu show' prints%s",
                       near.hint);
    } else if (figure_parse(&f, equals + 1, expected, sizeof expected)) {
        json_object_set_new(d->sources, f.path, json_string("--set"));
        return true;
    }
    (void)snprintf(err, size, "--set '%s': expected %s", shortened(quoted, assignment), expected);
    return false;
}

/* ---- showing ---- */

typedef struct {
    const description *d;
    const described *what;
    json_t *root;
} shown;

/* The object that holds `path`; *last is the last part of it. */
static json_t *object_of(json_t *root, const char *path, const char **last) {
    const char *dot = NULL;
    while ((dot = strchr(path, '.')) != NULL) {
        size_t length = (size_t)(dot - path);
        json_t *next = json_object_getn(root, path, length);
        if (!next) {
            json_object_setn_new(root, path, length, json_object());
            next = json_object_getn(root, path, length);
        }
        root = next;
        path = dot + 1;
    }
    *last = path;
    return root;
}

static bool show_figure(void *ctx, const figure *f) {
    const shown *s = ctx;
    const char *last = NULL;
    size_t prefix = strlen(s->what->prefix);
    json_t *object = object_of(s->root, f->path + prefix + (prefix != 0), &last);
    const unsigned char *config = (const unsigned char *)s->d->config;
    const char *source = json_string_value(json_object_get(s->d->sources, f->path));
    if (!source)
        source = config_source(s->d->config, (size_t)((unsigned char *)figure_address(f) - config));
    json_t *value = json_object();
    json_object_set_new(value, "value", value_json(f));
    json_object_set_new(value, "unit", json_string(f->field->unit));
    json_object_set_new(value, "source", json_string(source ? source : ""));
    json_object_set_new(object, last, value);
    return true;
}

static json_t *description_show_one(const description *d, const described *what, const char *name,
                                    const char *base) {
    shown s = {.d = d, .what = what, .root = json_object()};
    json_object_set_new(s.root, "name", json_string(name));
    if (base[0])
        json_object_set_new(s.root, "base", json_string(base));
    (void)(what == &a_chip ? machine_visit : visit_design)(d->config, show_figure, &s);
    return s.root;
}

json_t *description_show(const description *d) {
    return description_show_one(d, &a_chip, d->config->chip.name, d->config->chip.base);
}

json_t *description_show_design(const description *d) {
    return description_show_one(d, &a_design, d->config->design.name, d->config->design.base);
}

/* ---- changed values ---- */

typedef struct {
    unsigned char *config;
    gpu_config *base;              /* what is compared with */
    bool whole_chip, whole_design; /* there is no preset: all of it counts as changed */
    json_t *found;
} changes;

static bool find_change(void *ctx, const figure *f) {
    changes *c = ctx;
    char now[FIELD_VALUE_BYTES];
    char before[FIELD_VALUE_BYTES];
    figure other = *f;
    size_t offset = (size_t)((unsigned char *)f->holder - c->config);
    other.holder = (unsigned char *)c->base + offset;
    figure_print(f, now, sizeof now);
    figure_print(&other, before, sizeof before);
    bool of_chip = offset - offsetof(gpu_config, chip) < sizeof(chip_config);
    bool of_design = strncmp(f->path, "design.", 7) == 0;
    if (!(of_chip && c->whole_chip) && !(of_design && c->whole_design) && strcmp(now, before) == 0)
        return true;
    if (!c->found)
        c->found = json_object();
    json_object_set_new(c->found, f->path, value_json(f));
    return true;
}

json_t *description_changed(const gpu_config *config) {
    const chip_config *preset = chip_preset(config->chip.base);
    gpu_config copy = *config;
    gpu_config base = *config;
    config_set_defaults(&base);
    base.exceptions = *chip_faults(config->chip.base);
    if (preset)
        base.chip = *preset;
    const design_config *design = design_preset(config->design.base);
    if (design)
        base.design = *design;
    changes c = {.config = (unsigned char *)&copy,
                 .base = &base,
                 .whole_chip = preset == NULL,
                 .whole_design = design == NULL};
    (void)config_visit(&copy, find_change, &c);
    return c.found;
}
