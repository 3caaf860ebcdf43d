# trace-utils: the whole build. A tool is a folder tools/NAME with a main.c;
# a shell tool is scripts/NAME with a page man/NAME.1. Neither is listed here.
# Objects of the variants (release, debug, sanitize) never meet: build/VARIANT.

VERSION := $(shell cat VERSION)
PREFIX = /usr/local
BINDIR = $(PREFIX)/bin
MANDIR = $(PREFIX)/share/man
DATADIR = $(PREFIX)/share/trace-utils
BASHDIR = $(PREFIX)/share/bash-completion/completions
ZSHDIR = $(PREFIX)/share/zsh/site-functions
FISHDIR = $(PREFIX)/share/fish/vendor_completions.d
DESTDIR =
CC = cc
CFLAGS = $(CFLAGS_$V)
V = release
B = build/$V

# ISA-L inflates in about half the time of zlib. It is taken where a program can be
# linked with it; WITH_ISAL=0 leaves it out, WITH_ISAL=1 insists on it.
LIBS_isal := $(shell pkg-config --libs libisal 2>/dev/null || echo -lisal)
INCLUDE_isal := $(shell pkg-config --cflags libisal 2>/dev/null)
ifeq ($(origin WITH_ISAL),undefined)
WITH_ISAL := $(shell printf '\043include <isa-l/igzip_lib.h>\nint main(void) { \
	isal_inflate_reset((void *)0); }\n' | \
	$(CC) $(CPPFLAGS) $(INCLUDE_isal) -x c -o /dev/null - $(LDFLAGS) \
	$(LIBS_isal) 2>/dev/null && echo 1 || echo 0)
endif
INFLATE := $(if $(filter-out 0,$(WITH_ISAL)),isal,zlib)

# A program is optimized as a whole if the compiler can: `make bench` takes a
# tenth less time. Tests are linked from the same objects without it, sooner.
# The compiler is asked once, and only for a release.
LTO_FLAGS = -flto=auto -ffat-lto-objects
LTO = $(eval LTO := $(shell echo 'int main(void) { return 0; }' | \
	$(CC) -Werror $(LTO_FLAGS) -x c -o /dev/null - 2>/dev/null && \
	echo $(LTO_FLAGS)))$(LTO)

# Each function begins a cache line, else its loops move, and its time by some
# per cent, with whatever is changed before it.
CFLAGS_release = -O2 -g -falign-functions=64 $(LTO)
CFLAGS_debug = -O0 -g3
CFLAGS_sanitize = -O1 -g -fsanitize=address,undefined \
	-fno-sanitize-recover=undefined -fno-omit-frame-pointer
CFLAGS_coverage = -O0 -g --coverage -fprofile-update=atomic
WARN = -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes \
	-Wmissing-prototypes -Wwrite-strings -Wvla
# Bytes from 0x80 on are negative, as x86 has it, on other machines, too.
OURS = -std=c11 -D_XOPEN_SOURCE=700 -DVERSION='"$(VERSION)"' -I. $(WARN) \
	-pthread -fsigned-char $(INCLUDE_$(INFLATE))
LIBS = -Wl,--as-needed $(LIBS_$(INFLATE)) $(XLSX) $(SQLITE) -lcsv -lz -lm
XLSX = -lxlsxwriter

# xlsx2tsv is built where expat is, which reads XML.
EXPAT := $(shell printf '\043include <expat.h>\n' | \
	$(CC) $(CPPFLAGS) -E - >/dev/null 2>&1 && echo -lexpat)
LIBS += $(EXPAT)
without_expat = $(if $(EXPAT),$(1),$(filter-out %/xlsx2tsv.1 \
	%/fuzz_workbook.c tools/xlsx2tsv/%,$(1)))

# zstd data are read where libzstd is; else it is said how to unpack them.
ZSTD := $(shell printf '\043include <zstd.h>\n' | \
	$(CC) $(CPPFLAGS) -E - >/dev/null 2>&1 && echo -lzstd)
LIBS += $(ZSTD)
OURS += $(if $(ZSTD),-DWITH_ZSTD)

# Databases of Nsight Systems and rocprofv3 are read where libsqlite3 is.
SQLITE := $(shell printf '\043include <sqlite3.h>\n' | \
	$(CC) $(CPPFLAGS) -E - >/dev/null 2>&1 && echo -lsqlite3)
OURS += $(if $(SQLITE),-DWITH_SQLITE)
without_sqlite = $(if $(SQLITE),$(1),$(filter-out common/table/database% \
	common/trace/nsys/% common/trace/rocpd/% \
	common/trace/sqlite/% %/fuzz_sqlite.c %/test_nsys.c,$(1)))

TOOLS := $(patsubst tools/%/main.c,%,$(call without_expat,$(wildcard tools/*/main.c)))
SHELLS := $(foreach p,$(wildcard man/*.1),$(wildcard scripts/$(notdir $(p:.1=))))
PAGES := $(call without_expat,$(wildcard man/*.[157]))
DATA := $(wildcard common/*/*.tsv)
REPORT := $(wildcard scripts/report/*.* scripts/report/*/*)
COMMON_SRC := $(filter-out common/input/inflate_% $(if $(ZSTD),,common/input/zstd.c), \
	$(call without_sqlite,$(wildcard common/*/*.c common/*/*/*.c))) \
	common/input/inflate_$(INFLATE).c
TOOL_SRC := $(call without_expat,$(wildcard tools/*/*.c))
SRC := $(COMMON_SRC) $(TOOL_SRC)
UNITS := $(patsubst tests/unit/%.c,%,$(call without_sqlite,$(wildcard tests/unit/test_*.c)))
FUZZERS := $(patsubst tests/fuzz/%.c,%,$(call without_sqlite,$(call \
	without_expat,$(wildcard tests/fuzz/fuzz_*.c))))
BENCHES := $(patsubst tests/bench/%.c,%,$(wildcard tests/bench/*.c))
OURS_TABLES = rules phases palette perf-models archs aten-ops dialects \
	schemas player sequences
obj = $(patsubst %.c,$B/%.o,$(1))
# Of a tool: its files, and what is made of its formulas.
tool_obj = $(call obj,$(wildcard tools/$(1)/*.c)) \
	$(patsubst %.txt,$B/%.o,$(wildcard tools/$(1)/models.txt))
COMMON := $(call obj,$(COMMON_SRC)) $(OURS_TABLES:%=$B/%_ours.o)

all: $(TOOLS:%=$B/bin/%) $(SHELLS:scripts/%=$B/bin/%)
archives: $(TOOLS:%=$B/tools/%.a) $B/libcommon.a
programs: all $(UNITS:%=$B/test/%) $(FUZZERS:%=$B/test/%)
# What tests/fuzz/run links.
libraries:
	@echo $(LIBS)
objects: $(call obj,$(UNITS:%=tests/unit/%.c) $(FUZZERS:%=tests/fuzz/%.c) tests/fuzz/replay.c)

$B/%.o: %.c VERSION
	@mkdir -p $(@D)
	$(CC) $(OURS) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

# Tables of rules, compiled in.
$B/%_ours.c: common/meaning/%.tsv
	@mkdir -p $(@D)
	awk 'BEGIN { print "const char *const $(subst -,_,$*)_ours[] = {" } \
		NR > 1 { gsub(/["\\]/, "\\\\&"); gsub(/\t/, "\", \""); print "\"" $$0 "\"," } \
		END { print "(void *)0};" }' $< >$@

# And a program in Python and a page, line by line.
define lines_of
	@mkdir -p $(@D)
	awk 'BEGIN { print "const char *const $*_ours[] = {" } \
		{ gsub(/["\\]/, "\\\\&"); print "\"" $$0 "\"," } \
		END { print "(void *)0};" }' $< >$@
endef
$B/%_ours.c: tools/trace-replay/%.py
	$(lines_of)
$B/%_ours.c: tools/trace-plot/%.html
	$(lines_of)

# Formulas, of which C is made.
$B/tools/%/models.c: tools/%/models.txt tools/%/models.awk
	@mkdir -p $(@D)
	awk -f $(word 2,$^) $< >$@.new && mv $@.new $@

$B/%.o: $B/%.c
	$(CC) $(OURS) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

# Which of both is in the archive: written anew only when that changes.
$B/inflate: FORCE
	@mkdir -p $(@D)
	@echo $(INFLATE) | cmp -s - $@ || echo $(INFLATE) >$@

$B/libcommon.a: $(COMMON) $B/inflate
	rm -f $@ && ar rcs $@ $(COMMON)

# With the sanitizers an allocation can be made to fail: tests/faults.bats.
WRAP_sanitize = $B/tests/faults/wrap.o
WRAPPED_sanitize = -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc \
	-Wl,--wrap=aligned_alloc $(STATIC)

# Linked so, a program with the sanitizers starts in three quarters of the time;
# what clang links is static without being asked.
STATIC_FLAGS = -no-pie -static-libasan -static-libubsan
STATIC = $(eval STATIC := $(shell echo 'int main(void) { return 0; }' | \
	$(CC) -Werror $(CFLAGS_sanitize) $(STATIC_FLAGS) -x c -o /dev/null - \
	2>/dev/null && echo $(STATIC_FLAGS)))$(STATIC)

define link_tool
$B/bin/$(1): $(call tool_obj,$(1)) $(WRAP_$V) $B/libcommon.a
	@mkdir -p $$(@D)
	$$(CC) $$(CFLAGS) -pthread $(WRAPPED_$V) $$(STATIC_$V) $$(LDFLAGS) -o $$@ $$^ \
		$$(LIBS) $$(LDLIBS)

# With one library or the other, whatever is in the archive: for tests.
$B/with-%/bin/$(1): $(call tool_obj,$(1)) $(WRAP_$V) \
		$B/common/input/inflate_%.o $B/libcommon.a
	@mkdir -p $$(@D)
	$$(CC) $$(CFLAGS) -pthread $(WRAPPED_$V) $$(LDFLAGS) -o $$@ $$^ \
		-Wl,--as-needed $$(LIBS_$$*) $$(LIBS) $$(LDLIBS)
endef
$(foreach t,$(TOOLS),$(eval $(call link_tool,$t)))

# trace-extract where CPPFLAGS change what finds events, and nothing else: for tests.
SCAN = common/json/blocks common/json/jsonin tools/trace-extract/chunks
$B/scan-%/bin/trace-extract: $(call obj,$(wildcard tools/trace-extract/*.c)) \
		$B/libcommon.a
	@mkdir -p $(@D)
	for f in $(SCAN); do \
		$(CC) $(OURS) $(CPPFLAGS) $(CFLAGS) -c -o $(@D)/../$${f##*/}.o $$f.c || exit; \
	done
	$(CC) $(CFLAGS) -fno-lto -pthread $(LDFLAGS) -o $@ $(@D)/../*.o \
		$(filter-out $(SCAN:%=$B/%.o),$^) $(LIBS) $(LDLIBS)

# What a tool computes, without its main, for unit tests and fuzzers: each links
# the tools whose headers it includes.
define archive_tool
$B/tools/$(1).a: $(filter-out %/main.o,$(call tool_obj,$(1)))
	@mkdir -p $$(@D)
	rm -f $$@ && ar rcsT $$@ $$^
endef
$(foreach t,$(TOOLS),$(eval $(call archive_tool,$t)))
ARCHIVES := $(TOOLS:%=$B/tools/%.a)
LINK_TEST = $(CC) $(CFLAGS) -fno-lto -pthread $(LDFLAGS) -o $@ \
	$(filter-out %.a,$^) $$(grep -o 'tools/[^/ ]*/' $(<:.o=.d) | sort -u | \
		sed 's|\(.*\)/|$B/\1.a|') $B/libcommon.a $(LIBS) $(LDLIBS)

# What the scripts share gets into each of them, in the place of the line that
# reads it in the checkout.
$B/bin/%: scripts/% scripts/shared.sh
	@mkdir -p $(@D)
	sed -e '/source=shared\.sh$$/d' -e '/shared\.sh"$$/ { r scripts/shared.sh' \
		-e 'd; }' $< >$@.new
	chmod 755 $@.new && mv $@.new $@

$B/test/test_%: $B/tests/unit/test_%.o $(ARCHIVES) $B/libcommon.a
	@mkdir -p $(@D)
	$(LINK_TEST)

# Tests of what is packed, with one library or the other.
define link_test_with
$B/with-%/test/$(1): $B/tests/unit/$(1).o $B/common/input/inflate_%.o \
		$(ARCHIVES) $B/libcommon.a
	@mkdir -p $$(@D)
	$$(LINK_TEST) $$(LIBS_$$*)
endef
$(foreach t,test_input test_zip test_damage,$(eval $(call link_test_with,$t)))

$B/test/fuzz_%: $B/tests/fuzz/fuzz_%.o $B/tests/fuzz/replay.o $(ARCHIVES) $B/libcommon.a
	@mkdir -p $(@D)
	$(LINK_TEST)

# make static: a folder of programs that need no library of the system but, for
# csv2xlsx, libc. Others are in the programs, or, where they cannot be, in lib.
STATIC_static = -static
ifeq ($V,static)
XLSX =
$B/bin/csv2xlsx: XLSX = -lxlsxwriter
$B/bin/csv2xlsx: STATIC_static = -Wl,--disable-new-dtags,-rpath,'$$ORIGIN/../lib'
endif
FOLDER = build/static/trace-utils-$(VERSION)
static:
	rm -rf $(FOLDER)
	$(MAKE) V=static WITH_ISAL=0 PREFIX=$(CURDIR)/$(FOLDER) install
	strip $(TOOLS:%=$(FOLDER)/bin/%)
	mkdir -p $(FOLDER)/lib
	cp -L $$(ldd $(FOLDER)/bin/csv2xlsx | \
		awk '$$3 ~ /^\// && $$1 !~ /^(libc|libm|libpthread)[.]so/ { print $$3 }') \
		$(FOLDER)/lib

check: programs
	tests/run $B

debug:
	$(MAKE) V=debug all

sanitize:
	$(MAKE) V=sanitize check

# make fuzz FUZZ_TIME=60: every fuzz target for so many seconds (needs clang)
FUZZ_TIME = 10
fuzz:
	tests/fuzz/run $(FUZZ_TIME)

# What asks a tool for its answers is linked as tests are.
$B/bench/shapes: $B/tests/bench/shapes.o $(ARCHIVES) $B/libcommon.a
	@mkdir -p $(@D)
	$(LINK_TEST)

$B/bench/%: $B/tests/bench/%.o $B/libcommon.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -pthread $(LDFLAGS) -o $@ $^ $(LIBS) $(LDLIBS)

# make bench BENCH="plain gzip": some parts; see tests/bench/run
bench: all $(BENCHES:%=$B/bench/%)
	tests/bench/run $B $(BENCH)

golden: all
	tests/golden/refresh $B

lint: all
	scripts/lint

# Which lines the tests do not run (gcc, gcov).
coverage:
	scripts/coverage

# What completes options in shells, by what the programs say of themselves. Those
# of another machine are run by RUN, as in `make install RUN=qemu-aarch64`.
RUN =
SHELL_NAMES = bash zsh fish
completions: $B/completions/made
$B/completions/made: $(TOOLS:%=$B/bin/%) $(SHELLS:scripts/%=$B/bin/%) scripts/completions
	rm -rf $(@D) && mkdir -p $(@D)
	for t in $(TOOLS) $(SHELLS:scripts/%=%); do \
		run='$(RUN)'; [ ! -e scripts/$$t ] || run=; \
		$$run $B/bin/$$t --help >$(@D)/help || exit; \
		for s in $(SHELL_NAMES); do \
			mkdir -p $(@D)/$$s; \
			scripts/completions $$s $$t <$(@D)/help >$(@D)/$$s/$$t || exit; \
		done; \
	done
	rm $(@D)/help && touch $@

install: all completions
	for t in $(TOOLS) $(SHELLS:scripts/%=%); do \
		install -D -m 644 $B/completions/bash/$$t $(DESTDIR)$(BASHDIR)/$$t && \
		install -D -m 644 $B/completions/zsh/$$t $(DESTDIR)$(ZSHDIR)/_$$t && \
		install -D -m 644 $B/completions/fish/$$t $(DESTDIR)$(FISHDIR)/$$t.fish || exit; \
	done
	install -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(DATADIR) \
		$(foreach s,1 5 7,$(DESTDIR)$(MANDIR)/man$s)
	install -m 755 $(TOOLS:%=$B/bin/%) $(SHELLS:scripts/%=$B/bin/%) $(DESTDIR)$(BINDIR)
	install -m 644 $(DATA) $(DESTDIR)$(DATADIR)
	for f in $(REPORT:scripts/%=%); do \
		install -D -m 644 scripts/$$f $(DESTDIR)$(DATADIR)/$$f || exit; \
	done
	for p in $(PAGES); do \
		install -m 644 $$p $(DESTDIR)$(MANDIR)/man$${p##*.} || exit; \
	done

uninstall:
	for t in $(TOOLS) $(SHELLS:scripts/%=%); do \
		rm -f $(DESTDIR)$(BASHDIR)/$$t $(DESTDIR)$(ZSHDIR)/_$$t \
			$(DESTDIR)$(FISHDIR)/$$t.fish || exit; \
	done
	rm -f $(TOOLS:%=$(DESTDIR)$(BINDIR)/%) $(SHELLS:scripts/%=$(DESTDIR)$(BINDIR)/%) \
		$(patsubst %,$(DESTDIR)$(DATADIR)/%,$(notdir $(DATA))) \
		$(REPORT:scripts/%=$(DESTDIR)$(DATADIR)/%)
	for p in $(PAGES); do \
		rm -f $(DESTDIR)$(MANDIR)/man$${p##*.}/$${p##*/} || exit; \
	done

DIST = trace-utils-$(VERSION)
dist:
	git -c tar.umask=0022 archive --prefix=$(DIST)/ -o $(DIST).tar HEAD
	gzip -9nf $(DIST).tar

clean:
	rm -rf build

FORCE:
.PHONY: all archives programs objects libraries check debug sanitize fuzz bench golden lint coverage \
	completions static install uninstall dist clean
.SECONDARY:
-include $(patsubst %.o,%.d,$(call obj,$(SRC) $(wildcard tests/*/*.c))) $(wildcard $B/tools/*/models.d)
