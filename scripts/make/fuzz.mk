# SPDX-License-Identifier: Apache-2.0
# make fuzz: the trace reader on mutated text, for FUZZ_SECONDS. What it finds is
# left in build/fuzz/ as crash-*.

FUZZ_SECONDS ?= 15
FUZZ := $(BUILD)/fuzz
FUZZ_SOURCES := tb/fuzz/trace_fuzz.c $(addprefix models/base/,host_pages.c input_files.c visible.c) $(wildcard models/program/trace/*.c) \
    $(addprefix models/program/,inst_codec.c inst_table.c page_set.c page_store.c spool.c)

$(FUZZ)/trace_fuzz: $(FUZZ_SOURCES) $(wildcard models/program/trace/*.h models/program/*.h)
	@mkdir -p $(@D)
	$(CLANG) -std=c11 -D_GNU_SOURCE -O1 -g $(WARN) -Imodels \
	    -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -o $@ $(FUZZ_SOURCES) -llzma -lzstd

.PHONY: fuzz
fuzz: $(FUZZ)/trace_fuzz
	@mkdir -p $(FUZZ)/corpus
	@cd $(FUZZ) && if ./trace_fuzz -max_total_time=$(FUZZ_SECONDS) -max_len=4096 -timeout=10 \
	    -rss_limit_mb=1024 -print_final_stats=1 -dict=$(call quoted,$(CURDIR)/tb/fuzz/trace.dict) \
	    corpus $(call quoted,$(CURDIR)/tb/fuzz/corpus/trace) > trace.log 2>&1; \
	then echo "PASS fuzz trace ($$(sed -n 's/^stat::number_of_executed_units: *//p' trace.log) inputs)"; \
	else tail -n 30 trace.log; echo "FAIL fuzz trace: see $(FUZZ)/trace.log"; exit 1; fi
