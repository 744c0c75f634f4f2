# SPDX-License-Identifier: Apache-2.0
# One site of all pages (scripts/site/).
#   make docs        build/docs/: README.md and docs/ as HTML, pictures, the API of the public headers
#   make site-test   the same without what draws pictures, in build/test/docs: whether all links lead somewhere
#   make site-look   Chromium looks at each page of build/docs; skipped, and says so, without Chromium or make docs
# cmark-gfm is the dialect of forges, so a page reads alike there and here; Doxygen's XML becomes pages of our style.

SITE := $(BUILD)/site
DRAWING := $(SITE)/drawing
# What draws the pictures in the reader's browser; of all packages these files alone.
MERMAID := mermaid@12.3.0
WAVEDROM := wavedrom@3.7.0
PUBLIC_HEADERS := $(sort $(wildcard hls/*/*.h)) models/units/unit.h models/config/version.h $(addprefix models/systemc/,memory_pipeline.h boundary.h)

.PHONY: do-docs site-test site-look
do-docs: $(SITE)/xml/index.xml $(DRAWING)/wavedrom.min.js
	@$(PYTHON) scripts/site/site.py --doxygen $(SITE)/xml --drawing $(DRAWING) $(BUILD)/docs

# $1: package, $2: a file in it, $3: its name here
UNPACK = tar -xzOf $(DRAWING)/$(subst @,-,$1).tgz package/$2 >$(DRAWING)/$3
$(DRAWING)/wavedrom.min.js: scripts/make/site.mk
	@rm -rf $(DRAWING) && mkdir -p $(DRAWING)
	npm pack --silent --pack-destination $(DRAWING) $(MERMAID) $(WAVEDROM) >/dev/null
	$(call UNPACK,$(MERMAID),dist/mermaid.min.js,mermaid.min.js)
	$(call UNPACK,$(MERMAID),LICENSE,mermaid.LICENSE)
	$(call UNPACK,$(WAVEDROM),skins/default.js,wavedrom.skin.js)
	$(call UNPACK,$(WAVEDROM),LICENSE,wavedrom.LICENSE)
	$(call UNPACK,$(WAVEDROM),wavedrom.min.js,wavedrom.min.js)
	@rm -f $(DRAWING)/*.tgz

$(SITE)/xml/index.xml: $(PUBLIC_HEADERS) scripts/site/Doxyfile scripts/site/doxygen_filter.py
	@rm -rf $(@D) && mkdir -p $(@D)
	@(cat scripts/site/Doxyfile; echo 'INPUT = $(PUBLIC_HEADERS)'; echo 'OUTPUT_DIRECTORY = "$(SITE)"') | doxygen -

site-test: $(SITE)/xml/index.xml
	@$(PYTHON) scripts/site/site.py --doxygen $(SITE)/xml $(BUILD)/test/docs
	@$(PYTHON) tb/tools/site/site_test.py $(BUILD)/test/docs
	@$(PYTHON) tb/tools/site/doxygen_test.py

# Of the site as it is now, where make docs has fetched what draws.
site-look: $(if $(wildcard $(DRAWING)/wavedrom.min.js),do-docs)
	@$(PYTHON) tb/tools/site/look_test.py $(BUILD)/docs
