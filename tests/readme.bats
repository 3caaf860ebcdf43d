# The README's examples, run as they stand on the samples that it speaks of.
load helper

@test "every example prints what the README says" {
	cd "$BATS_TEST_TMPDIR" || return
	ln -s "$TOP/scripts" .
	"$TOP/tests/readme" "$TOP/README.md" >README.md
	diff -u "$TOP/README.md" README.md
	[ "$(grep -c '^\$ ' README.md)" -gt 12 ]
}

@test "examples with Miller: the same rows as the POSIX ones, with the header" {
	command -v mlr >/dev/null || skip "no mlr"
	cd "$BATS_TEST_TMPDIR" || return
	"$TOP/scripts/make-samples" .
	trace-extract eager.json.gz >events.tsv
	grep '^mlr ' "$TOP/man/trace-tsv.5" >page.sh
	[ "$(wc -l <page.sh)" -eq 2 ]
	(read -r head && echo "$head" && sort -t $'\t' -k 2,2nr | head -n 3) <events.tsv |
		cut -f 2,3 | diff -u - <(sed -n 1p page.sh | bash)
	awk -F '\t' 'NR == 1 || $2 > 100 && $4 == "kernel"' events.tsv |
		diff -u - <(sed -n 2p page.sh | bash)
}

@test "awk in examples finds columns of tables by their names" {
	run -1 grep -nE 'awk -F.*[$]([2-9]|1[0-9])' "$TOP"/man/*.[157]
}

@test "an example that is not true is noticed" {
	cd "$BATS_TEST_TMPDIR" || return
	printf '%s\n' '```console' '$ echo a; false' 'b' '```' >wrong
	run -0 "$TOP/tests/readme" wrong
	assert_output "$(printf '%s\n' '```console' '$ echo a; false' a '# status 1' '```')"
}
