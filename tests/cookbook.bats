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
