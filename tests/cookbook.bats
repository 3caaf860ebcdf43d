#!/usr/bin/env bats
# The pipelines of trace-cookbook(7), run as they stand: they print what the page says.
load helper

@test "every pipeline of the cookbook prints what the page says" {
	cd "$BATS_TEST_TMPDIR" || return
	sh "$TOP/scripts/make-samples" . >/dev/null
	for ((rank = 0; rank < 4; rank++)); do
		awk -v rank=$rank -v ranks=4 -v steps=2 -v first=0 -f "$TOP/tests/ranks.awk" >"rank${rank}_trace.json"
	done
	# the page's blocks, as those of the README
	sed -e 's/^\.Bd -literal$/```console/' -e 's/^\.Ed$/```/' -e 's/\\e/\\/g' -e 's/^\\&//' \
		"$TOP/man/trace-cookbook.7" >page
	LC_ALL=C "$TOP/tests/readme" page >printed
	diff -u page printed
	[ "$(grep -c '^\.Ss ' page)" -ge 40 ]
}

@test "the lines of SQL: as many rows as events; exact sums are trace-stats's" {
	command -v sqlite3 >/dev/null || skip "no sqlite3"
	cd "$BATS_TEST_TMPDIR" || return
	sh "$TOP/scripts/make-samples" . >/dev/null
	sed -e 's/\\e/\\/g' "$TOP/man/trace-cookbook.7" |
		sed -n '/^trace-extract eager.json.gz > events.tsv$/,/GROUP BY/p' >lines
	[ "$(wc -l <lines)" -eq 3 ]
	run -0 --separate-stderr bash lines
	[[ $output == kernel$'\t'2692$'\t'55585.4* ]]
}
