# trace-extract prints what python3's json reads in traces: every event, every
# column. See differential.py.
load helper

# Real traces up to this size; the sanitizers watch what small ones make the tool do.
LARGEST=${TRACE_UTILS_LONG:+99999k}
case ${LARGEST:-$TRACE_UTILS_BUILD} in
*/sanitize*) LARGEST=200k ;;
*/*) LARGEST=500k ;;
esac

setup() {
	command -v python3 >/dev/null || skip "no python3"
}

@test "made-up traces with hostile names and layouts: 2000, or half with the sanitizers" {
	count=${TRACE_UTILS_LONG:+10000}
	[[ $TRACE_UTILS_BUILD != */sanitize* ]] || count=${count:-1000}
	python3 "$TOP/tests/differential.py" generated "${count:-2000}" "$BATS_TEST_TMPDIR"
}

@test "real traces of up to 500 KB, 200 with the sanitizers; of all sizes with TRACE_UTILS_LONG" {
	need_traces
	# shellcheck disable=SC2046 # names without blanks
	set -- $(find "$TRACES" -name '*.json.gz' ! -name 'not-a-trace*' -size "-$LARGEST")
	[ $# -gt 20 ]
	python3 "$TOP/tests/differential.py" real "$@"
}
