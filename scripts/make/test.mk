# make test: build everything, then run the steps of the manifest.

TEST_MANIFEST := $(BUILD)/test/manifest
TEST_FLAGS := $(if $(SEED),--seed $(SEED)) --jobs $(JOBS) $(if $(MATCH),--match '$(MATCH)')
