/* SPDX-License-Identifier: Apache-2.0 */
/* Fields of a configuration: every one has a row, a source and a meaning; texts are read as they are printed.
 */
#include "unit_test.h"

#include <stdio.h>
#include <string.h>

#include "config/config_check.h"
#include "config/config_fields.h"
#include "config/description.h"
#include "config/memory_kinds.h"

static gpu_config config_of(const char *chip) {
    gpu_config config = {
        .chip = *chip_preset(chip), .design = *design_preset("mask"), .exceptions = exception_defaults};
    config_set_defaults(&config);
    return config;
}

static bool set(gpu_config *config, const char *assignment) {
    char err[512] = "";
    description d;
    description_begin(&d, config);
    bool ok = description_set(&d, assignment, err, sizeof err);
    assert_true(ok == (err[0] == '\0'));
    assert_null(strchr(err, '\n'));
    description_end(&d);
    return ok;
}

static void assert_value(gpu_config *config, const char *path, const char *expected) {
    char text[FIELD_VALUE_BYTES];
    figure f;
    assert_true(config_find(config, path, &f));
    figure_print(&f, text, sizeof text);
    assert_string_equal(text, expected);
}

/* ---- every preset ---- */

static bool has_source(void *ctx, const figure *f) {
    gpu_config *config = ctx;
    size_t offset = (size_t)((unsigned char *)figure_address(f) - (unsigned char *)config);
    const char *source = config_source(config, offset);
    if (!source || !source[0])
        fail_msg("chip %s: %s has no source", config->chip.name, f->path);
    return true;
}

static void every_value_of_every_preset_has_a_source(void **state) {
    (void)state;
    for (const chip_config *chip = chip_presets; chip->name[0]; chip++) {
        gpu_config config = config_of(chip->name);
        assert_string_equal(chip->name, chip->base);
        assert_true(config_visit(&config, has_source, &config));
    }
}

/* A page-walk cache saves reads, and there are none where all walks take the same time; the block gmmu has no
 * such walks, and reads tables without gaps. Pages are coalesced in tables that have a large bit above the
 * leaves, and a design has pages of a size of its own where the tables can map it. */
static void every_preset_can_be_built_in_every_design(void **state) {
    (void)state;
    char err[512] = "";
    for (const chip_config *chip = chip_presets; chip->name[0]; chip++) {
        for (const design_config *design = design_presets; design->name[0]; design++) {
            gpu_config config = config_of(chip->name);
            config.design = *design;
            const bool coalescable =
                chip->page_table.kind == PAGE_TABLE_X86 || chip->page_table.kind == PAGE_TABLE_MOSAIC;
            const bool possible =
                (!(design->walk_cache || design->gmmu_block) || chip->walk.cycles == 0) &&
                (!design->coalesce || coalescable) &&
                !(design->gmmu_block && page_table_spaced(&chip->page_table)) &&
                (design->page_bytes == 0 || (page_table_sizes(&chip->page_table) & design->page_bytes) != 0);
            if (config_check(&config, err, sizeof err) != possible)
                fail_msg("%s on %s: %s", design->name, chip->name, err);
        }
    }
}

/* A preset has the figures of its memory, and choosing another kind brings those, with their source. */
static void memory_kinds_bring_their_figures(void **state) {
    (void)state;
    for (const chip_config *chip = chip_presets; chip->name[0]; chip++) {
        gpu_config config = config_of(chip->name);
        memory_kind_apply(&config.chip);
        /* The bandwidth of flat memory is the chip's, as the number of channels is. */
        config.chip.memory.flat_bytes_per_ns = chip->memory.flat_bytes_per_ns;
        assert_memory_equal(&config.chip, chip, sizeof *chip);
        for (uint32_t k = 0; memory_kinds[k].name; k++) {
            char expected[256] = "";
            figure kind, cl;
            assert_true(config_find(&config, "memory.kind", &kind) &&
                        config_find(&config, "memory.timing.cl", &cl));
            assert_true(figure_parse(&kind, memory_kinds[k].name, expected, sizeof expected));
            assert_int_equal(config.chip.memory.kind, k);
            assert_int_equal(config.chip.mem_mhz, memory_kinds[k].mem_mhz);
            assert_memory_equal(&config.chip.memory.timing, &memory_kinds[k].timing, sizeof(dram_timing));
            const char *source = config_source(&config, offsetof(gpu_config, chip.memory.timing.cl));
            assert_int_equal(source == memory_kinds[k].summary, k != chip->memory.kind);
            assert_true(figure_parse(&cl, "99", expected, sizeof expected));
            assert_int_equal(config.chip.memory.timing.cl, 99);
            assert_int_equal(config.chip.memory.timing.wl, memory_kinds[k].timing.wl);
        }
    }
}

/* Marks bytes that must be nobody else's. */
static void mark_bytes(const figure *f, unsigned char *at, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (at[i] != 0)
            fail_msg("%s: another row describes the same bytes", f->path);
    memset(at, 1, size);
}

static bool mark(void *ctx, const figure *f) {
    const field *row = f->field;
    bool list = row->kind == FIELD_NUMBERS || row->kind == FIELD_BITS;
    (void)ctx;
    mark_bytes(f, figure_address(f), list ? row->size * row->capacity : row->size);
    if (list)
        mark_bytes(f, (unsigned char *)f->holder + row->count, sizeof(uint32_t));
    return true;
}

/* Marking the number of levels brings all levels in use. */
static void all_of_a_preset_is_described_once(void **state) {
    (void)state;
    chip_config marks;
    memset(&marks, 0, sizeof marks);
    assert_true(chip_visit(&marks, mark, NULL));
    memset(marks.name, 1, sizeof marks.name);
    memset(marks.base, 1, sizeof marks.base);
    for (const chip_config *chip = chip_presets; chip->name[0]; chip++)
        for (size_t i = 0; i < sizeof *chip; i++)
            if (((const unsigned char *)chip)[i] && !((const unsigned char *)&marks)[i])
                fail_msg("chip %s: byte %zu has a value and no row", chip->name, i);
}

/* ---- texts ---- */

static bool reads_as_printed(void *ctx, const figure *f) {
    char before[FIELD_VALUE_BYTES];
    char after[FIELD_VALUE_BYTES];
    char expected[256];
    figure_print(f, before, sizeof before);
    if (f->field->kind == FIELD_REAL)
        *(double *)figure_address(f) = 0.5;
    if (!figure_parse(f, before, expected, sizeof expected))
        fail_msg("%s: %s: expected %s", f->path, before, expected);
    figure_print(f, after, sizeof after);
    assert_string_equal(before, after);
    *(unsigned *)ctx += 1;
    return true;
}

static void values_are_read_as_they_are_printed(void **state) {
    (void)state;
    for (const chip_config *chip = chip_presets; chip->name[0]; chip++) {
        unsigned values = 0;
        gpu_config config = config_of(chip->name);
        assert_true(config_visit(&config, reads_as_printed, &values));
        assert_true(values > 60);
    }
}

static void numbers_take_suffixes_and_ranges(void **state) {
    (void)state;
    gpu_config config = config_of("mask");
    assert_true(set(&config, "l2.bytes=4M"));
    assert_value(&config, "l2.bytes", "4194304");
    assert_true(set(&config, "tlb.l2.entries=1K"));
    assert_int_equal(config.chip.tlb.level[1].entries, 1024);
    static const char *const wrong[] = {"l2.bytes=",
                                        "l2.bytes=-1",
                                        "l2.bytes=1k",
                                        "l2.bytes=1MM",
                                        "l2.bytes= 128",
                                        "l2.bytes=0x80",
                                        "l2.bytes=128 ",
                                        "l2.bytes=127",
                                        "l2.bytes=1G",
                                        "sm.count=0",
                                        "sm.count=257",
                                        "sm.kind=0",
                                        "sm.kind=GTO",
                                        "sm.kind=",
                                        "sm.count",
                                        "=1",
                                        "",
                                        "sm=1",
                                        "tlb.l3.entries=1",
                                        "tlb.l0.entries=1",
                                        "tlb.l.ways=1",
                                        "mask.margin=1M",
                                        "exceptions.local_faults=1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        gpu_config before = config;
        if (set(&config, wrong[i]))
            fail_msg("'%s' is taken", wrong[i]);
        assert_memory_equal(&before, &config, sizeof config);
    }
    assert_false(set(&config, "l2.bytes=18446744073709551616"));
    assert_false(set(&config, "l2.bytes=18014398509481985K"));
    assert_true(set(&config, "exceptions.inject_rate=0.25"));
    assert_value(&config, "exceptions.inject_rate", "0.25");
    assert_false(set(&config, "exceptions.inject_rate=nan"));
    assert_true(set(&config, "exceptions.scheme=wd-commit"));
    assert_int_equal(config.exceptions.scheme, SCHEME_WD_COMMIT);
}

/* ---- lists, on a struct of the test ---- */

typedef struct {
    uint8_t small;
    uint16_t twice;
} part;

typedef struct {
    uint32_t sizes_used;
    uint32_t sizes[3];
    uint32_t bits_used;
    uint64_t bits[2];
    uint32_t parts;
    part part[4];
    bool on;
    char name[8];
} sample;

static const field part_rows[] = {
    {.name = "small",
     .kind = FIELD_NUMBER,
     .offset = offsetof(part, small),
     .size = 1,
     .max = 255,
     .unit = ""},
    {.name = "twice",
     .kind = FIELD_NUMBER,
     .offset = offsetof(part, twice),
     .size = 2,
     .max = 65535,
     .unit = ""},
    {.name = NULL},
};
static const field sample_rows[] = {
    {.name = "sizes",
     .kind = FIELD_NUMBERS,
     .offset = offsetof(sample, sizes),
     .size = sizeof(uint32_t),
     .min = 1,
     .max = 1 << 20,
     .unit = "bytes",
     .count = offsetof(sample, sizes_used),
     .capacity = 3},
    {.name = "bits",
     .kind = FIELD_BITS,
     .offset = offsetof(sample, bits),
     .size = sizeof(uint64_t),
     .min = 7,
     .max = 63,
     .unit = "",
     .count = offsetof(sample, bits_used),
     .capacity = 2},
    {.name = "parts",
     .kind = FIELD_NUMBER,
     .offset = offsetof(sample, parts),
     .size = sizeof(uint32_t),
     .min = 1,
     .max = 4,
     .unit = ""},
    {.name = "p",
     .kind = FIELD_GROUP,
     .offset = offsetof(sample, part),
     .size = sizeof(part),
     .count = offsetof(sample, parts),
     .capacity = 4,
     .element = part_rows},
    {.name = "on", .kind = FIELD_BOOL, .offset = offsetof(sample, on), .size = sizeof(bool), .unit = ""},
    {.name = "name", .kind = FIELD_TEXT, .offset = offsetof(sample, name), .size = 8, .unit = ""},
    {.name = NULL},
};

typedef struct {
    const char *path, *text;
    char printed[256];
    bool found, taken;
} attempt;

static bool try_one(void *ctx, const figure *f) {
    attempt *a = ctx;
    char expected[256];
    if (strcmp(f->path, a->path) != 0)
        return true;
    a->found = true;
    a->taken = figure_parse(f, a->text, expected, sizeof expected);
    figure_print(f, a->printed, sizeof a->printed);
    return false;
}

/* Sets a value of the sample; the value afterwards, or NULL when it was not taken. */
static const char *put(sample *s, const char *path, const char *text) {
    static attempt a;
    a = (attempt){.path = path, .text = text};
    (void)fields_visit(sample_rows, "", s, try_one, &a);
    return a.found && a.taken ? a.printed : NULL;
}

static void lists_of_numbers_and_of_bits(void **state) {
    (void)state;
    sample s = {0};
    assert_string_equal(put(&s, "sizes", "4K,512K"), "4096,524288");
    assert_int_equal(s.sizes_used, 2);
    assert_null(put(&s, "sizes", "1,2,3,4"));
    assert_null(put(&s, "sizes", "1,"));
    assert_null(put(&s, "sizes", ",1"));
    assert_null(put(&s, "sizes", "1,2M"));
    assert_null(put(&s, "sizes", "1K,2,1024"));
    assert_string_equal(put(&s, "sizes", "1,2,3"), "1,2,3");
    assert_string_equal(put(&s, "sizes", ""), "");
    assert_string_equal(put(&s, "bits", "10+13+7,63"), "7+10+13,63");
    assert_true(s.bits[0] == (UINT64_C(1) << 10 | UINT64_C(1) << 13 | UINT64_C(1) << 7));
    assert_true(s.bits[1] == UINT64_C(1) << 63);
    assert_null(put(&s, "bits", "10+10"));
    assert_null(put(&s, "bits", "6"));
    assert_null(put(&s, "bits", "64"));
    assert_null(put(&s, "bits", "7+"));
    assert_null(put(&s, "bits", "7,8,9"));
    assert_null(put(&s, "on", "yes"));
    assert_string_equal(put(&s, "on", "true"), "true");
    assert_string_equal(put(&s, "name", "1234567"), "1234567");
    assert_null(put(&s, "name", "12345678"));
    assert_null(put(&s, "name", ""));
}

static void new_elements_begin_as_the_last_one(void **state) {
    (void)state;
    sample s = {.parts = 1, .part[0] = {.small = 3, .twice = 4}};
    assert_null(put(&s, "p2.small", "1"));
    assert_string_equal(put(&s, "parts", "3"), "3");
    assert_int_equal(s.part[2].small, 3);
    assert_int_equal(s.part[2].twice, 4);
    assert_int_equal(s.part[3].small, 0);
    assert_string_equal(put(&s, "p3.small", "255"), "255");
    assert_null(put(&s, "p3.small", "256"));
    assert_null(put(&s, "p4.small", "1"));
    assert_null(put(&s, "parts", "5"));
    assert_int_equal(s.part[1].small, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_of_every_preset_has_a_source),
        cmocka_unit_test(memory_kinds_bring_their_figures),
        cmocka_unit_test(every_preset_can_be_built_in_every_design),
        cmocka_unit_test(all_of_a_preset_is_described_once),
        cmocka_unit_test(values_are_read_as_they_are_printed),
        cmocka_unit_test(numbers_take_suffixes_and_ranges),
        cmocka_unit_test(lists_of_numbers_and_of_bits),
        cmocka_unit_test(new_elements_begin_as_the_last_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
