#!/usr/bin/env bats
# The rules of the house that a machine can check: see HACKING.md.
load helper

setup() {
	cd "$TOP" || return
}

# The folders of common/ from top to bottom: each includes itself and those above.
FOLDERS='bytes sequence times input table json meaning trace cli'

@test "common/ includes only common/, and a tool only common/ and itself" {
	run ! bash -c "grep -rHE '^#include \"' common --include='*.[ch]' | grep -v '\"common/'"
	for tool in tools/*/; do
		run ! bash -c "grep -HE '^#include \"' $tool*.[ch] | grep -vE '\"(common|${tool%/})/'"
	done
}

@test "each folder of common/ includes itself and those above it" {
	[ "$(ls common | sort | xargs)" = "$(printf '%s\n' $FOLDERS | sort | xargs)" ]
	above=
	for folder in $FOLDERS; do
		above="$above${above:+|}$folder"
		run ! bash -c "grep -rHE '^#include \"' common/$folder --include='*.[ch]' | grep -vE '\"common/($above)/'"
	done
}

# includes FOLDER FILE...: which module includes which of the same folder, for tsort.
includes() {
	awk -v own="$1" 'FNR == 1 { file = FILENAME; sub(/[.][ch]$/, "", file) }
		/^#include ".*[.]h"/ {
			name = $2
			gsub(/"|[.]h"/, "", name)
			if (name != file && index(name, own) == 1) print file, name
		}' "${@:2}"
}

@test "no circle of includes" {
	for folder in common/ tools/*/; do
		run -0 --separate-stderr tsort <(includes "$folder" $(find "$folder" -name '*.[ch]'))
		[ -z "$stderr" ] || fail "$stderr"
	done
}

@test "a circle is noticed" {
	cd "$BATS_TEST_TMPDIR" || return
	echo '#include "b.h"' >a.h
	echo '#include "a.h"' >b.h
	run ! tsort <(includes "" a.h b.h)
}

# Of zlib and ISA-L one is linked; tests build both.
@test "no global symbol is defined twice over common/ and the tools" {
	command -v nm >/dev/null || skip "no nm"
	for source in $(find common -name '*.c') tools/*/*.c; do
		[ "$source" != common/input/inflate_zlib.c ] || continue
		object=$TRACE_UTILS_BUILD/${source%.c}.o
		[ ! -f "$object" ] || echo "$object"
	done | xargs nm -g --defined-only 2>/dev/null |
		awk '$2 ~ /^[TDBRC]$/ && $3 != "main" { print $3 }' | sort >"$BATS_TEST_TMPDIR/symbols"
	[ -s "$BATS_TEST_TMPDIR/symbols" ]
	run uniq -d "$BATS_TEST_TMPDIR/symbols"
	assert_output ""
}

# The exception: the inner loop of trace-align's alignment, which is one formula.
@test "no function has more than 50 lines" {
	run awk 'FNR == 1 { start = 0 }
		/^[a-z_]+\(/ { name = $0 }
		/^{$/ { start = FNR }
		/^}$/ && start {
			if (FNR - start + 1 > 50) print FILENAME ": " name
			start = 0
		}' $(find common -name '*.[ch]') tools/*/*.[ch]
	output=$(grep -v '^tools/trace-align/gotoh.c: next_cells(' <<<"$output") || true
	assert_output ""
}

@test "no file has more than 500 lines" {
	run awk 'FNR == 501 { print FILENAME }' $(find common tools -name '*.[ch]')
	assert_output ""
}

@test "no two files have one name, but main.c and options" {
	run bash -c 'basename -a $(find tools common -name "*.[ch]") | grep -vE "^(main|options)[.]" | sort | uniq -d'
	assert_output ''
}

@test "few files of code have less than 25 lines" {
	run awk 'FNR == 1 && file { if (n < 25) print file } { file = FILENAME; n = FNR }
		END { if (n < 25) print file }' $(find common -name '*.c') tools/*/*.c
	assert_output ""
}

# print_events.c and the like belong to print_cycles.
@test "the way through trace-cycles names its files, and no others" {
	diff <(sed -n '/^## The way through/,/^## Mess/s/^    \([a-z_ ]*[a-z_]\)  .*/\1/p' HACKING.md | tr ' ' '\n' | sort) \
		<(ls tools/trace-cycles/*.c | sed 's/.*\///; s/\.c$//; /^print_[^c]/d' | sort)
}

@test "HACKING.md names only files that are there" {
	for file in $(grep -oE '`(common|tools|tests|scripts|man)/[a-z0-9_./-]*`' HACKING.md | tr -d '`'); do
		[ -e "$file" ] || fail "HACKING.md names $file"
	done
}

@test "each header is read once" {
	run grep -L '^#pragma once$' $(find common tools tests -name '*.h')
	assert_output ""
}

@test "comments are sentences with numbers: none begins with What or says so many" {
	run git -C "$TOP" grep -nE '(/[*]|^[[:space:]]*([*]|#)) What |([/#]|[*] )[^"]*[Ss]o many ' -- tools common scripts
	assert_output ''
}

# zstd.c names a header of libzstd, schema.c three of PyTorch.
@test "comments name headers that exist" {
	find common tools tests -name '*.[ch]' >"$BATS_TEST_TMPDIR/files"
	run awk '{ name = $0; sub(/.*\//, "", name); known[name] = 1; file[NR] = $0 }
		END {
			known["zstd_errors.h"] = known["ScalarType.h"] = known["Layout.h"] = known["MemoryFormat.h"] = 1
			for (i = 1; i <= NR; i++) {
				while ((getline line < file[i]) > 0)
					while (line !~ /#/ && match(line, /[A-Za-z_0-9]+\.h[^A-Za-z_0-9]/)) {
						name = substr(line, RSTART, RLENGTH - 1)
						if (!(name in known))
							print file[i] ": " name
						line = substr(line, RSTART + RLENGTH)
					}
				close(file[i])
			}
		}' "$BATS_TEST_TMPDIR/files"
	assert_output ""
}

@test "allocations go through common/bytes/memory.h" {
	run ! bash -c "grep -rnE '(^|[^x_a-z.>])(malloc|calloc|realloc|strdup|strndup|aligned_alloc)[(]' common tools \
		--include='*.c' | grep -v '^common/bytes/memory.c'"
}

@test "threads start in common/bytes/temporary.c, without signals" {
	run grep -rl --include='*.c' 'pthread_create(' common tools
	assert_output common/bytes/temporary.c
}

# memory_out does, as nobody can go on without what was asked for.
@test "nothing in common/ prints messages or exits but common/cli" {
	run ! bash -c "grep -lE '\\b(exit|_exit|abort|perror)\\(|stderr' -r common --include='*.c' | grep -vE '^common/(cli/|bytes/memory)'"
}

# Names that apt-file search finds under /usr/bin. Only those of d3-dsv-tools are
# left, with which the package conflicts.
@test "no program has the name of one in another Debian package" {
	taken='csv2json csv2tsv csv2xls json2tsv trace-cmd trace-summary tsv2csv tsv2json xlsx2csv'
	run grep -xF "$(tr ' ' '\n' <<<"$taken")" <(basename -a tools/*/ scripts/* | sort)
	assert_output "$(printf '%s\n' csv2tsv tsv2csv tsv2json)"
	grep -q '^Conflicts: d3-dsv-tools$' scripts/package/debian/control
}

@test "every tool has a page, a bats file and a line in the README" {
	for tool in tools/*/; do
		tool=$(basename "$tool")
		for file in "man/$tool.1" "tests/$tool.bats"; do
			[ -f "$file" ] || fail "no $file"
		done
		grep -qw "$tool" README.md || fail "README.md does not name $tool"
	done
}

@test "what ends with 1 or 3 has --exit-zero, but for the commands that trace-utils(7) excepts" {
	for page in man/trace-*.1; do
		! grep -qE '^\.It [13]$' "$page" || grep -q -e '^\.It Fl -exit-zero' "$page" || basename "$page" .1
	done | xargs | diff - <(echo trace-advise trace-compare-report trace-map trace-report)
}

@test "pages read well on 80 columns: no command is folded, no quote lost" {
	command -v mandoc >/dev/null || skip "no mandoc"
	for page in man/*.[157]; do
		mandoc -T utf8 -O width=80 "$page" | sed "s/.$(printf '\b')//g" >"$BATS_TEST_TMPDIR/text"
		page_lines "${page#man/}" | awk -v page="$page" 'NR == FNR { text = text $0 "\n"; next }
			$0 != "" && !index(text, "     " $0) { print page ": folded: " $0 }
			END { if (text ~ /’’|‘[^’]*‘/) print page ": a lost quote" }' "$BATS_TEST_TMPDIR/text" -
	done >"$BATS_TEST_TMPDIR/found"
	run cat "$BATS_TEST_TMPDIR/found"
	assert_output ""
}

@test "every shell script is clean" {
	command -v shellcheck >/dev/null || skip "no shellcheck"
	shellcheck $(grep -lE '^#!/bin/(ba)?sh' .ci/* scripts/* tests/* tests/*/* 2>/dev/null)
}

# In dash, echo makes an ESC of \\033 in a name; statuses and numbers are no names.
@test "tools in shell print what they got by printf (println), not by echo" {
	run grep -nE "(^|[^[:alnum:]_-])echo [^'#]*[$][^?]" $(grep -l 'shared[.]sh' scripts/* 2>/dev/null) scripts/wafer-compare scripts/report/*.sh scripts/report/*/*.sh
	output=$(grep -vE '^scripts/(lint|check|report/advice/advise[.]sh:[0-9]+:.*echo none|trace-map:[0-9]+:echo "[$][?]")|:[0-9]+:[[:space:]]*#' <<<"$output") || true
	assert_output ""
}

@test "groff prints the pages, too, and has nothing to say" {
	command -v groff >/dev/null || skip "no groff"
	run -0 --separate-stderr groff -mdoc -Tutf8 man/*.[157]
	[ -z "$stderr" ] || fail "$stderr"
	# groff folds a displayed line of more than 67 characters, which cannot be copied then
	run -0 awk '/^[.]Dl / {
		line = substr($0, 5)
		if (line ~ /^"/)
			line = substr(line, 2, length(line) - 2)
		gsub(/\\e|\\\(../, "x", line)
		gsub(/\\&/, "", line)
		if (length(line) > 67)
			print FILENAME ":" FNR ": " line
	}' man/*.[157]
	assert_output ""
}

# All programs are to be learnt: new work becomes an option or a kind of another tool if it can.
@test "trace-utils has at most 40 programs, beside other programs' command lines" {
	for page in man/*.1; do
		page=${page#man/}
		echo "usr/bin/${page%.1}"
	done | grep -vxE "$(grep '^usr/bin/' scripts/package/debian/trace-utils-classic.install | sed 's/[*]/.*/' | paste -s -d '|')" >"$BATS_TEST_TMPDIR/ours"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/ours")" -le 40 ]
}
