# SPDX-License-Identifier: Apache-2.0
# The claims of the units in other tools (docs/design/verification.md): SystemVerilog assertions
# generated from tb/formal, in build/sva/<config>.
#   sva-<config>         writes checker, bind and .sby file
#   tb-claims-<config>   lock-step bench with the assertions bound to the unit; no jumps, because
#                        a promise holds of states that the unit can come to
#   replay UNIT=config TRACE=file [RTL=file] [FST=file]   a counterexample in that bench
#   sby-<config>         the tasks of the .sby file, by Yosys and yosys-smtbmc
#   vacuity-<config>     does each claim say something about states that are reached? At the size of make test, or
#                        at one whose second evaluation ends within the runs

SVA := $(BUILD)/sva
SVA_SCRIPTS := $(wildcard scripts/sva/*.py scripts/circuit/*.py)
CLAIMS_FLAGS := --seeds 1 --jumps 0 --coverage 0
CLAIMS_CYCLES ?= 20000
VACUITY_SIZE_token_controller := NUM_CORES=2 NUM_APPS=2
VACUITY_SIZE_dram_arbiter := NUM_APPS=2
VACUITY_SIZE_bypass_cache := BYPASS_ENTRIES=4
# Three, so that a number within the width is no space.
VACUITY_SIZE_asid_table := ASID_SPACES=3
# No power of two, so that a type alone implies no bound.
VACUITY_SIZE_frame_allocator := LARGE_FRAMES=5
# Random runs come neither to a map that is stored with its inverse nor to the last write of a large page nor, by all
# fields of an address channel, to a burst that is taken nor, where every second cycle ends an epoch, to accesses enough
# for a hit rate: one run has the inputs of the lock-step bench, so the size is the unit's own.
VACUITY_VECTORS := address_hash axi4_port l2_bypass page_coalescer
VACUITY_SIZE = $(or $(VACUITY_SIZE_$1),$(if $(filter $1,$(VACUITY_VECTORS)),,$(PROVE_QUICK_$1)))
# Parts that are known to say nothing there: runs do not come to a counter at 2^31 (l2_bypass), no share of the quota
# is above 511 (dram_arbiter), that the partitions of two blocks are disjoint is arithmetic (operand_log), and so is that
# one of two ways exists (page_walker).
VACUITY_FLAGS_dram_arbiter := --known prop_quota=1
VACUITY_FLAGS_l2_bypass := --known prop_full=1
VACUITY_CYCLES_l2_bypass := 2000
VACUITY_FLAGS_operand_log := --known prop_partitions_disjoint=1
# Random runs come late, or not at all, to a result from a table of larger pages, to a walk that a cached table shortens
# and to a table that another displaces (page_walker), nor, by one of few addresses and modes, to a commit, and the
# format of Sv39 is written once after a reset (dcr_bridge): one run has the inputs of the bench at the same size, in a
# run of its own that is so short that all formats have their turn, or of a seed that comes there.
VACUITY_RUNS := dcr_bridge page_walker
VACUITY_SEED_dcr_bridge := 8
VACUITY_CYCLES_page_walker := 400
VACUITY_FLAGS_page_walker := --known prop_in_order=2
VACUITY_BENCH = $1$(call SIZES_IN_NAME,$(PROVE_QUICK_$1))
VACUITY_CYCLES = $(or $(VACUITY_CYCLES_$1),1000)
$(foreach config,$(VACUITY_RUNS),$(eval VACUITY_FLAGS_$(config) += --cycles $(call VACUITY_CYCLES,$(config)) \
    --vectors $(BUILD)/vacuity/$(config)/vectors.txt --layout $(LOCKSTEP)/$$(call VACUITY_BENCH,$(config))/layout.json))
.PHONY: $(VACUITY_RUNS:%=vacuity-inputs-%)
$(VACUITY_RUNS:%=vacuity-%): vacuity-%: vacuity-inputs-%
$(VACUITY_RUNS:%=vacuity-inputs-%): vacuity-inputs-%:
	@$(STEP) $(LOCKSTEP)/$(call VACUITY_BENCH,$*)/lockstep
	@mkdir -p $(BUILD)/vacuity/$*
	@$(LOCKSTEP)/$(call VACUITY_BENCH,$*)/lockstep --seed $(or $(VACUITY_SEED_$*),1) --cycles $(call VACUITY_CYCLES,$*) \
	    --dump $(BUILD)/vacuity/$*/vectors.txt
VACUITY_FLAGS_request_file := --cycles 1000
VACUITY_FLAGS_token_controller := --cycles 400
$(foreach config,$(VACUITY_VECTORS),$(eval VACUITY_FLAGS_$(config) += --cycles $(call VACUITY_CYCLES,$(config)) \
    --vectors $(BUILD)/vectors/$(config).txt))
$(VACUITY_VECTORS:%=vacuity-%): vacuity-%: $(BUILD)/vectors/%.txt
# The wires of the claims' logic are too many to stay visible; the .vlt file names what the bench touches.
CLAIMS_VERILATOR := --no-public-flat-rw $(SHORT_FUNCTIONS)
# Bounded runs at full size were seen to end for these only; sby-<config> runs any.
SBY_FULL := golden_queue warp_gate l2_bypass dram_arbiter block_queue ptb_queue

# $1: configuration, $2: its unit
CLAIMS_FILES = $(patsubst %,$(SVA)/$1/$2_%,public.vlt claims.sv claims_logic.sv bind.sv)
define SVA_RULES
$(SVA)/$1/generated: tb/formal/$2.c hls/$2/$2.h rtl/$2.sv $(SVA_SCRIPTS) $$(wildcard hls/common/*.h hls/$2/configs)
	@mkdir -p $$(@D)
	@$(PYTHON) scripts/sva/generate.py $1 --build $(BUILD) >$$@.log
	@mv $$@.log $$@
$(call CLAIMS_FILES,$1,$2): $(SVA)/$1/generated
$(call LOCKSTEP_CONFIG,claims-$1,$1,rtl/$2.sv $(call CLAIMS_FILES,$1,$2),$(CLAIMS_VERILATOR) $(RTL_SIZES_$1),$(C_SIZES_$1))

.PHONY: sva-$1 tb-claims-$1 sby-$1 vacuity-$1
sva-$1: $(SVA)/$1/generated
	@cat $$<
tb-claims-$1: $(LOCKSTEP)/claims-$1/lockstep
	$$< $(CLAIMS_FLAGS) --cycles $$(or $$(CYCLES),$(CLAIMS_CYCLES)) $$(if $$(SEED),--seed $$(SEED))
vacuity-$1:
	@$(PYTHON) scripts/sva/vacuity.py $1 --build $(BUILD) $$(addprefix --define GMMU_,$$(call VACUITY_SIZE,$1)) $$(VACUITY_FLAGS_$1)
sby-$1: $(SVA)/$1/generated
	@$(PYTHON) scripts/sva/sby.py $(SVA)/$1/$2.sby $$(or $$(TASK),bmc)
endef
$(foreach config,$(ASKED_CONFIGS),$(eval $(call SVA_RULES,$(config),$(UNIT_OF_$(config)))))

# A counterexample of the prover or of a .sby file. RTL=file: of that RTL, whatever its name, in a bench of its own.
replay: private override FST := $(or $(FST),$(BUILD)/replay/$(UNIT).fst)
.PHONY: replay
ifeq ($(and $(TRACE),$(filter $(UNIT),$(ASKED_CONFIGS))),)
replay:
	$(error UNIT=$(UNIT) TRACE=$(TRACE): expected TRACE=file and as UNIT one of $(CONFIGS))
else ifeq ($(RTL),)
replay: $(LOCKSTEP)/claims-$(UNIT)/wave
	@$(call WAVE_SAVE,claims-$(UNIT),$(FST))
	$< --replay $(call quoted,$(TRACE)) --fst $(call quoted,$(FST))
else
REPLAY_UNIT := $(UNIT_OF_$(UNIT))
$(eval $(call LOCKSTEP_CONFIG,replay-$(UNIT),$(UNIT),$(RTL) \
    $(call CLAIMS_FILES,$(UNIT),$(REPLAY_UNIT)),$(CLAIMS_VERILATOR) -Wno-DECLFILENAME $(RTL_SIZES_$(UNIT)),$(C_SIZES_$(UNIT))))
$(LOCKSTEP)/replay-$(UNIT)/verilated/Vunit__ALL.cpp: replay-anew
.PHONY: replay-anew
replay: $(LOCKSTEP)/replay-$(UNIT)/wave
	@$(call WAVE_SAVE,replay-$(UNIT),$(FST))
	$< --replay $(call quoted,$(TRACE)) --fst $(call quoted,$(FST))
endif

# Self test: one bug planted in C and RTL alike, so that both are equal and only a promise can tell.
PLANTED := $(SVA)/planted
$(PLANTED)/golden_queue.c: hls/golden_queue/golden_queue.c
	@mkdir -p $(@D)
	sed 's/held ? s->id\[s->rd\]/held ? s->id[s->wr]/' $< >$@
	@if cmp -s $< $@; then echo "$@: nothing to plant in $<" >&2; exit 1; fi
$(PLANTED)/golden_queue.sv: rtl/golden_queue.sv
	@mkdir -p $(@D)
	sed 's/pick_valid ? id\[rd\]/pick_valid ? id[wr]/' $< >$@
	@if cmp -s $< $@; then echo "$@: nothing to plant in $<" >&2; exit 1; fi
$(PLANTED)/golden_queue.h: hls/golden_queue/golden_queue.h
	@mkdir -p $(@D)
	cp $< $@
$(eval $(call LOCKSTEP_RULES,claims-planted,golden_queue,$(PLANTED),$(PLANTED)/golden_queue.sv \
    $(call CLAIMS_FILES,golden_queue,golden_queue),tb/lockstep/golden_queue.c,$(CLAIMS_VERILATOR)))
$(patsubst %,$(LOCKSTEP)/claims-planted/%.o,unit bench tables): $(PLANTED)/golden_queue.h
# The sound C with the planted RTL: what a counterexample of the prover is replayed on.
$(eval $(call LOCKSTEP_RULES,claims-mixed,golden_queue,hls/golden_queue,$(PLANTED)/golden_queue.sv \
    $(call CLAIMS_FILES,golden_queue,golden_queue),tb/lockstep/golden_queue.c,$(CLAIMS_VERILATOR)))

.PHONY: sva-selftest
sva-selftest: $(patsubst %,$(LOCKSTEP)/claims-%/lockstep,planted mixed golden_queue)
	@$(PYTHON) tb/tools/sva/selftest.py --build $(BUILD) --planted $(PLANTED)/golden_queue.sv \
	    --bench $(LOCKSTEP)/claims-planted/lockstep --mixed $(LOCKSTEP)/claims-mixed/lockstep \
	    --sound $(LOCKSTEP)/claims-golden_queue/lockstep

# A planted error must be noticed within so many cycles. $1: folder in build/sva, and top module, $2: name of the
# error, $3: RTL, $4: flags and sources of the assertions, $5: passes before the search, $6: cycles, $7: what the
# error is, by default its name
MUST_FAIL = yosys -q -p 'read_verilog -sv -mem2reg $3; read_verilog -sv -mem2reg -formal $4; \
    prep -top $1 -flatten; setundef -undriven -anyseq; techmap; opt_clean; dffunmap; aigmap; \
    write_aiger -zinit $(SVA)/$1/$2.aig' >$(SVA)/$1/$2.log && \
    berkeley-abc -q 'read_aiger $(SVA)/$1/$2.aig; fold; strash; $5bmc3 -F $6' >$(SVA)/$1/$2.log && \
    { grep -q 'was asserted in frame' $(SVA)/$1/$2.log || { echo 'FAIL sby $1: $(or $7,$2) passes'; exit 1; }; }

# Across units (tb/formal/<assembly>.sv): sound, and then with one error in the wiring, which the assertions must
# notice. $1: assembly, $2: its units, $3: cycles that the error needs, $4: the error
define SBY_ASSEMBLY
.PHONY: sby-$1
sby-$1:
	@mkdir -p $(SVA)/$1
	@cp tb/formal/$1.sv tb/formal/$1.sby $(SVA)/$1
	@$(PYTHON) scripts/sva/sby.py $(SVA)/$1/$1.sby bmc
	@$(call MUST_FAIL,$1,planted,$(patsubst %,rtl/%.sv,gmmu_pkg $2),-D PLANTED tb/formal/$1.sv,,$3,$4)
	@echo 'PASS sby $1: $4 is found'
endef
$(eval $(call SBY_ASSEMBLY,dram_scheduler,gmmu_divider dram_arbiter golden_queue frfcfs_queue,10,a cut wire))
$(eval $(call SBY_ASSEMBLY,fence,asid_table tlb_mshr,14,a TLB that is told before the walker))
# As long as the shortest run of that error.
.PHONY: sby-fence-long
sby-fence-long:
	@mkdir -p $(SVA)/fence
	@cp tb/formal/fence.sv tb/formal/fence.sby $(SVA)/fence
	@$(PYTHON) scripts/sva/sby.py $(SVA)/fence/fence.sby long

# The block of them, from AXI4 to the controller (tb/formal/dram_scheduler_axi.sv). Then what must fail: the wire that
# tells the normal queue that its pick has gone cut, and an end that is too early for the last answer.
SCHEDULER_RTL := $(patsubst %,rtl/%.sv,gmmu_pkg gmmu_divider dram_arbiter golden_queue frfcfs_queue axi4_port)
SCHEDULER_AXI := $(SVA)/dram_scheduler_axi
SCHEDULER_AXI_SOURCES := $(addprefix tb/formal/,axi4_checker.sv line_controller.sv dram_scheduler_axi.sv dram_scheduler_axi.sby)
# $1: name, $2: RTL of the block, $3: flags, $4: cycles
SCHEDULER_AXI_FAILS = $(call MUST_FAIL,dram_scheduler_axi,$1,$(SCHEDULER_RTL) $2,$3 $(filter %.sv,$(SCHEDULER_AXI_SOURCES)),,$4)
.PHONY: sby-dram_scheduler_axi
sby-dram_scheduler_axi:
	@mkdir -p $(SCHEDULER_AXI)
	@cp $(SCHEDULER_AXI_SOURCES) $(SCHEDULER_AXI)
	@$(PYTHON) scripts/sva/sby.py $(SCHEDULER_AXI)/dram_scheduler_axi.sby
	@sed 's/\.pop(pop_n)/.pop(1'"'"'b0)/' rtl/dram_scheduler.sv >$(SCHEDULER_AXI)/cut.sv
	@if cmp -s rtl/dram_scheduler.sv $(SCHEDULER_AXI)/cut.sv; then echo 'rtl/dram_scheduler.sv: no wire to cut' >&2; exit 1; fi
	@$(call SCHEDULER_AXI_FAILS,cut,$(SCHEDULER_AXI)/cut.sv,,14)
	@$(call SCHEDULER_AXI_FAILS,early,rtl/dram_scheduler.sv,-D DRAIN=14,20)
	@echo 'PASS sby dram_scheduler_axi: a cut wire is found, and an end that is too early'

# What the two below judge. $1: top module, $2: RTL, $3: assertions, $4: name of the file
AIGER = mkdir -p $(SVA)/$1 && yosys -q -p 'read_verilog -sv $2; read_verilog -sv -formal $3; prep -top $1 -flatten; memory_map; \
    setundef -undriven -anyseq; techmap; opt_clean; dffunmap; aigmap; write_aiger -zinit $(SVA)/$1/$4.aig' >$(SVA)/$1/$4.log
# $1: top module, $4: name of the file, $5: what ABC does with it, $6: what it then says
JUDGED = $(AIGER) && berkeley-abc -q 'read_aiger $(SVA)/$1/$4.aig; fold; $5' >$(SVA)/$1/$4.log && \
    { grep -q '^$6' $(SVA)/$1/$4.log || { tail -n 1 $(SVA)/$1/$4.log; echo 'FAIL sby $1'; exit 1; }; }
# For all time, by ABC's property-directed reachability. $1: top module, $2: RTL, $3: assertions
PROVED = $(call JUDGED,$1,$2,$3,sound,orpos; strash; pdr,Property proved)
# The same for so many cycles. $4: cycles
BOUNDED = $(call JUDGED,$1,$2,$3,bounded,strash; bmc3 -F $4,No output asserted in $4 frames)

# The RAM model, and a unit with it as its RAM (tb/formal/gmmu_ram.sv, ptb_ram.sv). Then what must fail: a RAM that
# reads another word, and a unit that does not go on round its ring.
RAM_RTL := $(patsubst %,rtl/%.sv,gmmu_pkg gmmu_ram)
# A unit's RTL with an error, in build/sva. $1: folder there, $2: unit, $3: what is replaced, as sed has it
RTL_PLANT = @sed 's/$3/' rtl/$2.sv >$(SVA)/$1/$2.sv; if cmp -s rtl/$2.sv $(SVA)/$1/$2.sv; then echo 'rtl/$2.sv: nothing to replace' >&2; exit 1; fi
.PHONY: sby-gmmu_ram sby-ptb_ram
sby-gmmu_ram:
	@$(call PROVED,gmmu_ram_checked,rtl/gmmu_ram.sv,tb/formal/gmmu_ram.sv)
	$(call RTL_PLANT,gmmu_ram_checked,gmmu_ram,words\[raddr\]/words[waddr])
	@$(call MUST_FAIL,gmmu_ram_checked,planted,$(SVA)/gmmu_ram_checked/gmmu_ram.sv,tb/formal/gmmu_ram.sv,,8,another word)
	@echo 'PASS sby gmmu_ram: a word is the one that was last written, for all time; a read of another word is found'
sby-ptb_ram:
	@$(call PROVED,ptb_ram,$(RAM_RTL) rtl/ptb_queue.sv,tb/formal/ptb_ram.sv)
	$(call RTL_PLANT,ptb_ram,ptb_queue,ram_wentry   <= behind/ram_wentry   <= to_count)
	@$(call MUST_FAIL,ptb_ram,planted,$(RAM_RTL) $(SVA)/ptb_ram/ptb_queue.sv,tb/formal/ptb_ram.sv,,14,a ring that begins anew)
	@echo 'PASS sby ptb_ram: a handle comes out of the RAM as it went in, for all time; a ring that begins anew is found'

# A table of spaces and its RAM (tb/formal/asid_table_ram.sv), for all time. Then what must fail: a word that is read
# while it is written, and one that is passed on though it is not the last.
ASID_RAM_FAILS = $(call MUST_FAIL,asid_table_ram,$1,$(RAM_RTL) $(SVA)/asid_table_ram/asid_table.sv,tb/formal/asid_table_ram.sv,,8,$2)
.PHONY: sby-asid_table_ram
sby-asid_table_ram:
	@$(call PROVED,asid_table_ram,$(RAM_RTL) rtl/asid_table.sv,tb/formal/asid_table_ram.sv)
	$(call RTL_PLANT,asid_table_ram,asid_table, \&\& !l_written;/;)
	@$(call ASID_RAM_FAILS,read,a read of what is written)
	$(call RTL_PLANT,asid_table_ram,asid_table, \&\& !ram_we;/;)
	@$(call ASID_RAM_FAILS,passed,a second write before the first is passed on)
	@echo 'PASS sby asid_table_ram: a look-up is answered by what was last written, for all time; a read of what is written is found, and a second write before the first is passed on'

# A TLB and its RAMs (tb/formal/sram_tlb_ram.sv): for so many cycles, in make test, and for all time. Then what must
# fail: look-ups that come when the RAMs are needed, and an invalidation that drops nothing.
TLB_RAM_CYCLES := 18
# $1: name, $2: what the error is
TLB_RAM_FAILS = $(call MUST_FAIL,sram_tlb_ram,$1,$(RAM_RTL) $(SVA)/sram_tlb_ram/sram_tlb.sv,tb/formal/sram_tlb_ram.sv,,$(TLB_RAM_CYCLES),$2)
.PHONY: sby-sram_tlb_ram sby-sram_tlb_ram-all-time
sby-sram_tlb_ram:
	@$(call BOUNDED,sram_tlb_ram,$(RAM_RTL) rtl/sram_tlb.sv,tb/formal/sram_tlb_ram.sv,$(TLB_RAM_CYCLES))
	$(call RTL_PLANT,sram_tlb_ram,sram_tlb,phase != STOP \&\& !reads/1'"'"'b1)
	@$(call TLB_RAM_FAILS,uninvited,look-ups at any time)
	$(call RTL_PLANT,sram_tlb_ram,sram_tlb,(writes \&\& !fills) ? ways :/(writes \&\& fills) ? ways :)
	@$(call TLB_RAM_FAILS,kept,an invalidation that drops nothing)
	@echo 'PASS sby sram_tlb_ram: $(TLB_RAM_CYCLES) cycles; look-ups at any time are found, and an invalidation that drops nothing'
sby-sram_tlb_ram-all-time:
	@$(call PROVED,sram_tlb_ram,$(RAM_RTL) rtl/sram_tlb.sv,tb/formal/sram_tlb_ram.sv)
	@echo 'PASS sby sram_tlb_ram: a page is answered by the frame that it was filled with last, and not after it was taken back, for all time'

# What a core owes vortex_port (tb/formal/vortex_port_rules.sv), and a core that keeps it. Then what must fail: lanes
# that go on during a flush, and a core that flushes before its answers have come.
VORTEX_FLUSH := tb/formal/vortex_port_rules.sv tb/formal/vortex_flush.sv
VORTEX_RTL := $(patsubst %,rtl/%.sv,gmmu_pkg vortex_port)
.PHONY: sby-vortex_flush
sby-vortex_flush:
	@$(call BOUNDED,vortex_flush,$(VORTEX_RTL),$(VORTEX_FLUSH),24)
	@$(call MUST_FAIL,vortex_flush,goes_on,$(VORTEX_RTL),-D LANES_GO_ON $(VORTEX_FLUSH),,24,lanes that go on)
	@$(call MUST_FAIL,vortex_flush,early,$(VORTEX_RTL),-D FLUSHES_EARLY $(VORTEX_FLUSH),,24,a flush before the answers)
	@echo 'PASS sby vortex_flush: 24 cycles; lanes that go on during a flush are found, and a flush before the answers have come'

# The units with a port of AXI4 or AXI4-Lite and its rules, for all time (tb/formal/<unit>_rules.sv). Then what must
# fail, of each: a record whose last beat is the first, a read that does not stay, a write that is asked for before its
# data, an answer to one without data, data that do not stay, an answer that does not, and a read that the next one
# displaces. AXI_MASTER_WORDS: of the bus of axi4_master. $1: unit, $2: what of its RTL is replaced, as of sed, $3: what
# the error is, $4: flags of the rules
AXI_MASTER_WORDS ?= 4
AXI_CHECKERS := $(patsubst %,tb/formal/%,axi4_checker.sv axi4_lite_checker.sv line_controller.sv)
define AXI_RULES
	@$(call PROVED,$1_rules,rtl/gmmu_pkg.sv rtl/$1.sv,$4 $(AXI_CHECKERS) tb/formal/$1_rules.sv)
	$(call RTL_PLANT,$1_rules,$1,$2)
	@$(call MUST_FAIL,$1_rules,planted,rtl/gmmu_pkg.sv $(SVA)/$1_rules/$1.sv,$4 $(AXI_CHECKERS) tb/formal/$1_rules.sv,,20,$3)
	@echo 'PASS sby axi_rules: $1 for all time; $3 is found'

endef
.PHONY: sby-axi_rules
sby-axi_rules:
	$(call AXI_RULES,record_writer,assign wlast        = w_second/assign wlast = 1'"'"'b1,a first beat that is the last)
	$(call AXI_RULES,page_walker,moves || (rd_valid\[r\] \&\& !rd_ready\[r\])/moves,a read that does not stay)
	$(call AXI_RULES,axi4_port,aw_valid \&\& aw_full \&\& !aw_bad \&\& d_count/aw_valid \&\& !aw_bad \&\& d_count,a write that is asked for before its data)
	$(call AXI_RULES,axi4_lite_port,aw_valid \&\& w_valid \&\& !w_asked/aw_valid \&\& !w_asked,an answer to a write without data)
	$(call AXI_RULES,dcr_bridge,begins_write || (w_valid \&\& !wready)/begins_write,data that do not stay)
	$(call AXI_RULES,mem_bus_bridge,(rvalid \&\& !rready);/1'"'"'b0;,an answer that does not stay)
	$(call AXI_RULES,axi4_master,ar_shown  = ar_free \&\&/ar_shown  =,a read that the next one displaces,-D WORDS=$(AXI_MASTER_WORDS))

# The block gmmu with free software (tb/formal/gmmu_whole.sv); with `planted` for five cycles more, and then what
# must fail, by the assertion that is for it: the TLB told before the walker, an acknowledgement that does not wait for the
# TLB, and a TLB filled for the space that looks up.
comma := ,
GMMU_WHOLE := $(SVA)/gmmu_whole
GMMU_WHOLE_RTL := $(patsubst %,rtl/%.sv,gmmu_pkg gmmu_ram asid_table request_file sram_tlb bypass_cache tlb_mshr page_walker)
# $1: name, $2: what of rtl/gmmu.sv is replaced, as of sed, $3: the assertions that are left
GMMU_WHOLE_FAILS = sed 's/$2/' rtl/gmmu.sv >$(GMMU_WHOLE)/$1.sv && \
    if cmp -s rtl/gmmu.sv $(GMMU_WHOLE)/$1.sv; then echo 'rtl/gmmu.sv: nothing to replace for $1' >&2; exit 1; fi && \
    $(call MUST_FAIL,gmmu_whole,$1,$(GMMU_WHOLE_RTL) $(GMMU_WHOLE)/$1.sv,-D $3 tb/formal/gmmu_whole.sv,scorr; ,33)
.PHONY: sby-gmmu_whole sby-gmmu_whole-planted sby-gmmu_drain
sby-gmmu_whole sby-gmmu_whole-planted sby-gmmu_drain: gmmu_whole-copied
.PHONY: gmmu_whole-copied
gmmu_whole-copied:
	@mkdir -p $(GMMU_WHOLE)
	@cp tb/formal/gmmu_whole.sv tb/formal/gmmu_whole.sby $(GMMU_WHOLE)
sby-gmmu_whole:
	@$(PYTHON) scripts/sva/sby.py $(GMMU_WHOLE)/gmmu_whole.sby bmc
sby-gmmu_whole-planted:
	@$(PYTHON) scripts/sva/sby.py $(GMMU_WHOLE)/gmmu_whole.sby long
	@$(call GMMU_WHOLE_FAILS,order,\.inv_valid(told)\(.*\)tlb_ack$(comma) walker_ack/.inv_valid({told[4:2]$(comma) told[0]$(comma) told[1]})\1walker_ack$(comma) tlb_ack,ONLY_OLD)
	@$(call GMMU_WHOLE_FAILS,early,tlb_ack$(comma) walker_ack/told[1]$(comma) walker_ack,ONLY_OLD)
	@$(call GMMU_WHOLE_FAILS,space,\.fill_asid(done_asid)/.fill_asid(b_asid),ONLY_SPACE)
	@echo 'PASS sby gmmu_whole-planted: a TLB that is told before the walker is found, one that is not waited for, and one that is filled for another space'

# The same until everything is answered. What must fail: an end that is a cycle too early, and a page made resident
# that wakes one of those who wait for it. $1: name, $2: units, $3: cycles
GMMU_DRAIN_FAILS = $(call MUST_FAIL,gmmu_whole,$1,$2 rtl/gmmu.sv,-D DRAIN=$3 tb/formal/gmmu_whole.sv,scorr; ,55)
sby-gmmu_drain:
	@$(PYTHON) scripts/sva/sby.py $(GMMU_WHOLE)/gmmu_whole.sby drain
	@$(call GMMU_DRAIN_FAILS,early,$(GMMU_WHOLE_RTL),53)
	@sed 's/(same_retry & parked) :/(same_retry \& parked \& -(same_retry \& parked)) :/' rtl/request_file.sv >$(GMMU_WHOLE)/request_file.sv
	@if cmp -s rtl/request_file.sv $(GMMU_WHOLE)/request_file.sv; then echo 'rtl/request_file.sv: nothing to replace' >&2; exit 1; fi
	@$(call GMMU_DRAIN_FAILS,one,$(GMMU_WHOLE_RTL:rtl/request_file.sv=$(GMMU_WHOLE)/request_file.sv),54)
	@echo 'PASS sby gmmu_drain: an end that is too early is found, and a page made resident that wakes one of two'
