# Plays @plan@ in @count@ parts, and merges them. Written by riverlab shards @version@.
#
#   make -f FILE -j JOBS
#
# A part that fails ends it; the same command again goes on where it was.
OUT := @out@
COUNT := @count@
PARTS := $(shell seq 1 $(COUNT))

.PHONY: all
all: $(OUT).parts/merged

$(OUT).parts/merged: $(PARTS:%=$(OUT).parts/%.played)
	riverlab merge $(PARTS:%=$(OUT).parts/%) --out $(OUT)
	touch $@

$(OUT).parts/%.played:
	mkdir -p $(OUT).parts
	@play@ --shard $*/$(COUNT) --out $(OUT).parts/$* > /dev/null
	touch $@
