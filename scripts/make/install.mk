# SPDX-License-Identifier: Apache-2.0
# make install: the simulator, and what a program of somebody else needs of the units and of the SystemC pipeline
# (docs/reference/install.md). Built a second time, in build/portable: nothing that is installed knows this machine's
# processor (no -march) or this compiler's intermediate code (no LTO).

PREFIX ?= /usr/local
DESTDIR ?=
PORTABLE := $(BUILD)/portable
INSTALLED := $(BUILD)/gmmu $(BUILD)/gmmu-report $(MODEL_LIB) $(UNIT_OBJ)/libunits_c.a $(SYSTEMC_LIB) $(SYSTEMC_HEADERS) $(UNITS_SO) $(GMMU_SO)

.PHONY: do-install install-files install-test install-whole do-deb deb-test deb-whole container-whole
do-install:
	@$(PYTHON) scripts/install/install.py --build '$(PORTABLE)' --prefix $(call quoted,$(PREFIX)) --check
	@+$(MAKE) --no-print-directory BUILD='$(PORTABLE)' MARCH= LTO= install-files

install-files: $(INSTALLED)
	@$(PYTHON) scripts/install/install.py --build '$(BUILD)' --prefix $(call quoted,$(PREFIX)) --destdir $(call quoted,$(DESTDIR)) \
	    --cxx $(call quoted,$(CXX))

# With what is built already, for this machine.
install-test: $(INSTALLED)
	@BUILD='$(BUILD)' CC='$(CC)' CXX='$(CXX)' $(PYTHON) tb/tools/install/install_test.py
	@BUILD='$(BUILD)' CC='$(CC)' $(PYTHON) tb/tools/install/library_test.py
	@$(PYTHON) tb/tools/install/shell_test.py $(BUILD)/gmmu

# By make install itself, from a copy of the sources: minutes.
install-whole:
	@CC='$(CC)' CXX='$(CXX)' $(PYTHON) tb/tools/install/install_test.py --whole

# Debian packages, from a copy of the sources: minutes.
do-deb:
	@$(PYTHON) -m scripts.install.debian --to '$(BUILD)/deb'

# Of what is built already; with --whole from the sources, and into a clean system.
deb-test: $(INSTALLED)
	@BUILD='$(BUILD)' $(PYTHON) tb/tools/install/debian_test.py
	@BUILD='$(BUILD)' $(PYTHON) tb/tools/install/container_test.py
deb-whole: $(INSTALLED)
	@BUILD='$(BUILD)' $(PYTHON) tb/tools/install/debian_test.py --whole --system

# A container from the sources, and runs in it: minutes.
container-whole: $(BUILD)/gmmu
	@BUILD='$(BUILD)' $(PYTHON) tb/tools/install/container_test.py --build
