#!/usr/bin/env bats
# The rules of the house that a machine can check: see HACKING.md.
load helper

setup() {
	cd "$TOP" || return
}

# The folders of common/ from top to bottom: each includes itself and those above.
FOLDERS='bytes input table json meaning trace cli'

@test "common/ includes only common/, and a tool only common/ and itself" {
	run ! bash -c "grep -HE '^#include \"' common/*/*.[ch] | grep -v '\"common/'"
	for tool in tools/*/; do
		run ! bash -c "grep -HE '^#include \"' $tool*.[ch] | grep -vE '\"(common|${tool%/})/'"
	done
}

@test "each folder of common/ includes itself and those above it" {
	[ "$(ls common | sort | xargs)" = "$(printf '%s\n' $FOLDERS | sort | xargs)" ]
	above=
	for folder in $FOLDERS; do
		above="$above${above:+|}$folder"
		run ! bash -c "grep -HE '^#include \"' common/$folder/*.[ch] | grep -vE '\"common/($above)/'"
	done
}

# print_events.c and the like belong to print.
@test "the way through trace-cycles names its files, and no others" {
	diff <(sed -n '/^## The way through/,/^## Mess/s/^    \([a-z_ ]*[a-z_]\)  .*/\1/p' HACKING.md | tr ' ' '\n' | sort) \
		<(ls tools/trace-cycles/*.c | sed 's/.*\///; s/\.c$//; /_/d' | sort)
}

@test "nothing in common/ prints messages or exits but common/cli" {
	run ! bash -c "grep -lE '\\b(exit|_exit|abort|perror)\\(|stderr' common/*/*.c | grep -v '^common/cli/'"
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

@test "pages read well on 80 columns: no command is folded, no quote lost" {
	command -v mandoc >/dev/null || skip "no mandoc"
	for page in man/*.[157]; do
		mandoc -T utf8 -O width=80 "$page" |
			sed "s/.$(printf '\b')//g" >"$BATS_TEST_TMPDIR/text"
		while IFS= read -r command; do
			grep -qF -- "     $command" "$BATS_TEST_TMPDIR/text" ||
				fail "$page: folded: $command"
		done < <(page_lines "${page#man/}" | grep .)
		run ! grep -nE '’’|‘[^’]*‘' "$BATS_TEST_TMPDIR/text"
	done
}

@test "every shell script is clean" {
	command -v shellcheck >/dev/null || skip "no shellcheck"
	shellcheck $(grep -lE '^#!/bin/(ba)?sh' .ci/* scripts/* tests/* tests/*/* 2>/dev/null)
}

@test "groff prints the pages, too, and has nothing to say" {
	command -v groff >/dev/null || skip "no groff"
	for page in man/*.[157]; do
		run -0 --separate-stderr groff -mdoc -Tutf8 "$page"
		[ -z "$stderr" ] || fail "$page: $stderr"
	done
}
