# Golden cases print what they printed before: see tests/golden/refresh.

load helper

@test "every golden case prints what it should" {
	cp -r "$BATS_TEST_DIRNAME/golden" "$BATS_TEST_TMPDIR/now"
	"$BATS_TEST_TMPDIR/now/refresh" "$TRACE_UTILS_BUILD" "$BATS_TEST_TMPDIR/now"
	cd "$BATS_TEST_DIRNAME"
	diff -ru golden "$BATS_TEST_TMPDIR/now"
	[ "$(find golden -name cmd | wc -l)" -gt 0 ]
}
