# SPDX-License-Identifier: Apache-2.0
# make fuzz: the readers of traces and of PTX on mutated text, for FUZZ_SECONDS each. What it finds is
# left in build/fuzz/ as crash-*.

FUZZ_SECONDS ?= 15
FUZZ := $(BUILD)/fuzz
FUZZ_SOURCES := tb/fuzz/trace_fuzz.c $(addprefix models/base/,host_pages.c input_files.c outside.c visible.c) $(wildcard models/program/trace/*.c) \
    $(addprefix models/program/,inst_codec.c inst_table.c page_set.c page_store.c spool.c)

$(FUZZ)/trace_fuzz: $(FUZZ_SOURCES) tb/fuzz/require.h $(wildcard models/program/trace/*.h models/program/*.h)
	@mkdir -p $(@D)
	$(CLANG) -std=c11 -D_GNU_SOURCE -O1 -g $(WARN) -Imodels \
	    -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -o $@ $(FUZZ_SOURCES) -llzma -lzstd

# PTX is also executed.
PTX_FUZZ_SOURCES := tb/fuzz/ptx_fuzz.c $(filter-out %_source.c %_launch.c %_launch_values.c %_contents.c %_compile.c %_prelude.c, \
    $(wildcard models/program/ptx/*.c)) models/program/trace/address_map.c models/base/host_pages.c models/base/outside.c models/base/visible.c \
    $(addprefix models/program/,inst_codec.c inst_table.c page_store.c spool.c)

$(FUZZ)/ptx_fuzz: $(PTX_FUZZ_SOURCES) tb/fuzz/require.h $(wildcard models/program/ptx/*.h models/program/*.h)
	@mkdir -p $(@D)
	$(CLANG) -std=c11 -D_GNU_SOURCE -O1 -g $(WARN) -Imodels -ffp-contract=off \
	    -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -o $@ $(PTX_FUZZ_SOURCES) -lm

# $1: trace or ptx
define FUZZ_RUN
@mkdir -p $(FUZZ)/corpus-$1
@cd $(FUZZ) && if ./$1_fuzz -max_total_time=$(FUZZ_SECONDS) -max_len=4096 -timeout=10 \
    -rss_limit_mb=1024 -print_final_stats=1 -dict=$(call quoted,$(CURDIR)/tb/fuzz/$1.dict) \
    corpus-$1 $(call quoted,$(CURDIR)/tb/fuzz/corpus/$1) > $1.log 2>&1; \
then echo "PASS fuzz $1 ($$(sed -n 's/^stat::number_of_executed_units: *//p' $1.log) inputs)"; \
else tail -n 30 $1.log; echo "FAIL fuzz $1: see $(FUZZ)/$1.log"; exit 1; fi
endef

.PHONY: fuzz
fuzz: $(FUZZ)/trace_fuzz $(FUZZ)/ptx_fuzz
	$(call FUZZ_RUN,trace)
	$(call FUZZ_RUN,ptx)
