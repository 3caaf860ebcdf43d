# The README's examples, run as they stand on the samples that it speaks of.
load helper

@test "every example prints what the README says" {
	cd "$BATS_TEST_TMPDIR" || return
	ln -s "$TOP/scripts" .
	"$TOP/tests/readme" "$TOP/README.md" >README.md
	diff -u "$TOP/README.md" README.md
	[ "$(grep -c '^\$ ' README.md)" -gt 12 ]
}

@test "an example that is not true is noticed" {
	cd "$BATS_TEST_TMPDIR" || return
	printf '%s\n' '```console' '$ echo a; false' 'b' '```' >wrong
	run -0 "$TOP/tests/readme" wrong
	assert_output "$(printf '%s\n' '```console' '$ echo a; false' a '# status 1' '```')"
}
