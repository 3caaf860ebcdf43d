# helper.bash - what all bats files load first: the built tools in PATH, the
# assertions, and the manners that every tool must have.

bats_require_minimum_version 1.5.0
# Loading the libraries starts forty processes; the functions that are left of it are
# kept for the other tests of the file.
if [ -e "$BATS_RUN_TMPDIR/assertions" ]; then
	source "$BATS_RUN_TMPDIR/assertions"
else
	bats_load_library bats-support
	bats_load_library bats-assert
	# shellcheck disable=SC2046 # names without blanks
	declare -f $(compgen -A function | grep -E '^(assert|refute|batslib|fail)') \
		>"$BATS_RUN_TMPDIR/assertions"
fi

: "${TRACE_UTILS_BUILD:=$BATS_TEST_DIRNAME/../build/release}"
PATH=$TRACE_UTILS_BUILD/bin:$PATH
TOP=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
# Settings of users and batch systems change no result.
export PATH TOP LC_ALL=C.UTF-8 SHELL=/bin/sh TZ=UTC
unset COLUMNS

# For `bash -c "$LITTLE_MEMORY; TOOL ..."`: 60 MB; the sanitizers need terabytes
# of address space, so there it limits nothing.
LITTLE_MEMORY='ulimit -v 60000'
case $TRACE_UTILS_BUILD in
*/sanitize*) LITTLE_MEMORY=: ;;
esac

# For `for ((n = 1; ...; n += 1 + n / SPARSER))`: the first places, then fewer and
# fewer; all of them with TRACE_UTILS_LONG, as before a release.
SPARSER=${TRACE_UTILS_LONG:+1000000}
SPARSER=${SPARSER:-4}

# To look for leaks takes far longer than a tool runs: faults.bats does it, and the
# unit tests do.
export ASAN_OPTIONS=${ASAN_OPTIONS-detect_leaks=0}

# not_with_sanitizers REASON: skips a test that tells them nothing new.
not_with_sanitizers() {
	[[ $TRACE_UTILS_BUILD != */sanitize* ]] || skip "$1"
}

# The folder with the real traces, or the test is skipped.
need_traces() {
	TRACES=${TRACE_UTILS_TRACES:-$TOP/../shared/traces}
	[ -d "$TRACES" ] || skip "no folder of real traces"
}

# tsv LINE...: prints lines, a blank between fields becoming a TAB ("~" stands
# for a blank inside a field, "-" alone for an empty field). No process is started:
# tests call it a thousand times.
tsv() {
	local line tab=$'\t'

	for line; do
		line=$tab${line// /$tab}$tab
		line=${line//$tab-$tab/$tab$tab} # of neighbours the first one
		line=${line//$tab-$tab/$tab$tab}
		line=${line#"$tab"}
		line=${line%"$tab"}
		printf '%s\n' "${line//\~/ }"
	done
}

# The manners that need no input of the tool's own: help, version, wrong option,
# missing file, closed and full output. $1 is the tool.
manners_command_line() {
	local tool=$1 page="$TOP/man/$1.1"

	run -0 --separate-stderr "$tool" --help
	assert_line --index 0 --partial "usage: $tool"
	[ "${#lines[@]}" -le 40 ] || fail "--help has ${#lines[@]} lines"
	[ -z "$stderr" ] || fail "--help wrote to stderr"
	run ! grep -E '.{81}' <<<"$output"
	run -0 "$tool" -h
	run -0 --separate-stderr "$tool" --version
	assert_output "$tool (trace-utils) $(cat "$TOP/VERSION")"
	run -0 "$tool" -V
	run -2 --separate-stderr "$tool" --no-such-option
	[ -z "$output" ] || fail "a wrong option printed to stdout"
	[[ $stderr == "$tool: "*"Try '$tool --help'."* ]] || fail "$stderr"
	[ -f "$page" ] || fail "no page $page"
	run -2 bash -c '"$1" --help >/dev/full' - "$tool"
	assert_output --partial "$tool: cannot write standard output"
	run -2 bash -c '"$1" --help >&-' - "$tool"
	assert_output --partial "$tool: cannot write standard output"
}

# The sanitizers watch what a tool does, not what its page says of it.
is_about_the_page() {
	is_same_here "the page is"
}

# is_same_here WHAT: skips a long test that shows the sanitizers nothing that others do not.
is_same_here() {
	case $TRACE_UTILS_BUILD in
	*/sanitize*) skip "$1 the same in the release build" ;;
	esac
}

# Every long option of --help is in the page and the other way round.
manners_page() {
	local tool=$1
	is_about_the_page
	diff -u <("$tool" --help | grep -oE -- '--[a-z][a-z0-9-]*' | sort -u) \
		<(sed -n 's/^\.It.* Fl -\([a-z][a-z0-9-]*\).*/--\1/p' \
			"$TOP/man/$tool.1" | sort -u)
	if command -v mandoc >/dev/null; then
		run -0 mandoc -T lint -W warning "$TOP/man/$tool.1"
	fi
}

# The examples of the page $1, run where the test stands: in literal blocks a line
# "$ COMMAND", and below it what it prints, in the locale C.
manners_examples() {
	local page="$TOP/man/$1.1" line
	is_about_the_page

	sed -n '/^\.Sh EXAMPLES/,/^\.Sh SEE/p' "$page" |
		sed -n '/^\.Bd -literal/,/^\.Ed/{/^\.[BE]d/d; s/\\e/\\/g; p;}' \
			>"$BATS_TEST_TMPDIR/examples"
	grep -q '^\$ ' "$BATS_TEST_TMPDIR/examples" || fail "no example in $page"
	while read -r line; do
		printf '$ %s\n' "$line"
		LC_ALL=C bash -o pipefail -c "$line" </dev/null || echo "status $?"
	done < <(sed -n 's/^\$ //p' "$BATS_TEST_TMPDIR/examples") |
		diff -u "$BATS_TEST_TMPDIR/examples" -
}

# The commands of the page $1, as they are printed: the lines set in.
page_lines() {
	sed -n -e 's/\\(dq/\o1/g; s/\\e/\\/g; s/^[.]Dl "\(.*\)"$/.Dl \1/' \
		-e 's/\o1/"/g; s/^[.]Dl //p; t' -e 's/.*//p' "$TOP/man/$1"
}

# The commands of the page $1 that begin with "$ ", each with the lines behind it,
# in the files example-1, example-2 ...
page_commands() {
	page_lines "$1.1" |
		awk '$0 == "" { on = 0 }
			sub(/^[$] /, "") { on = 1; n++ }
			on { print >("example-" n) }'
}

# The manners of a filter of TSV: $1 the tool, $2 a file with a valid table, the
# rest are options. Those of manners_streams, a line with the wrong number of
# fields, a cut last line.
manners_filter() {
	local tool=$1 table=$2

	manners_streams "$@"
	shift 2
	{ cat "$table"; echo; } >"$BATS_TEST_TMPDIR/short"
	run -2 --separate-stderr "$tool" "$@" "$BATS_TEST_TMPDIR/short"
	[[ $stderr == *"short:$(wc -l <"$BATS_TEST_TMPDIR/short"): "*field*", but the header has"* ]] || fail "$stderr"
	{ cat "$table"; printf x; } >"$BATS_TEST_TMPDIR/cut"
	run -2 --separate-stderr "$tool" "$@" "$BATS_TEST_TMPDIR/cut"
	[[ $stderr == *"cut off"* ]] || fail "$stderr"
}

# The manners of a filter of any table: $1 the tool, $2 a file with a valid table,
# the rest are options. Missing file, empty input, stdin, gzip, full and closed
# output.
manners_streams() {
	local tool=$1 table=$2
	shift 2

	run -2 --separate-stderr "$tool" "$@" /no/such/file
	[[ $stderr == "$tool: /no/such/file: No such file or directory" ]] || fail "$stderr"
	run -2 --separate-stderr "$tool" "$@" /dev/null
	[[ $stderr == *"no header"* ]] || fail "$stderr"
	run -2 --separate-stderr "$tool" "$@" /
	[[ $stderr == *"Is a directory"* ]] || fail "$stderr"
	diff <("$tool" "$@" "$table") <("$tool" "$@" <"$table")
	diff <("$tool" "$@" "$table") <(gzip -c "$table" | "$tool" "$@" -)
	run -2 bash -c '"$@" >/dev/full' - "$tool" "$@" "$table"
	assert_output --partial "cannot write standard output"
	run -2 bash -c '"$@" >&-' - "$tool" "$@" "$table"
	assert_output --partial "cannot write standard output"
	run --separate-stderr bash -c '"$@" | true; echo ${PIPESTATUS[0]}' - "$tool" "$@" "$table"
	assert_output --regexp '^(0|141)$'
	[[ $stderr != *"cannot write"* ]] || fail "$stderr"
}

# engine_steps CODE: a trace, of what CODE for awk makes by step: an annotation, the kernels of a layer, of which
# there are six, how long each takes, what comes behind them, and how long the third of the fourth layer takes.
engine_steps() {
	awk 'function row(ts, dur, name, cat, device, stream, correlation) {
			printf "%.3f\t%.3f\t%s\t%s\t1\t7\t%s\t%s\t%s\n", ts, dur, name, cat, device, stream, correlation
		}
		function step(annotation, kernels, us, behind, slow,   i, k, m, name) {
			m = split(kernels, name, " ")
			row(ts, 20 + 2 * 6 * m, annotation, "user_annotation")
			run("embed_" m, us)
			for (k = 0; k < 6; k++)
				for (i = 1; i <= m; i++)
					run(name[i], slow && k == 3 && i == 3 ? slow : us)
			m = split(behind, name, " ")
			for (i = 1; i <= m; i++)
				run(name[i], us)
			ts += 100
		}
		function run(name, us) {
			row(ts += 2, 1, "cudaLaunchKernel", "cuda_runtime", "", "", ++id)
			row(now, us, name, "kernel", 0, 7, id)
			now += us + 2
		}
		BEGIN {
			print "ts_us\tdur_us\tname\tcat\tpid\ttid\tdevice\tstream\tcorrelation"
			now = 5000
			'"$1"'
		}' | trace-json
}

# kernel_steps KERNEL...: a trace of eight steps of these kernels.
kernel_steps() {
	local i kernel ts=0 comma=
	echo '{"traceEvents":['
	for i in {1..8}; do
		for kernel; do
			ts=$((ts + 20))
			echo "$comma{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"$kernel\",\"pid\":0,\"tid\":7,\"ts\":$ts,\"dur\":$((9 + (ts + i) % 3))}"
			comma=,
		done
	done
	echo ']}'
}

# engine_batches: a trace of four batches of three requests, of a prefill step and five decode steps each, and an
# evaluation behind each batch.
engine_batches() {
	engine_steps 'for (q = 0; q < 4; q++) {
			for (r = 0; r < 3; r++) {
				step("execute_context_1(90)_generation_0(0)", "norm_a gemm_b flash_fwd_c gemm_d silu_e", 50, "sampling_argmax")
				for (i = 0; i < 5; i++)
					step("execute_context_0(0)_generation_9(9)", "norm_a gemm_v attention_w gemm_x", 20, "sampling_argmax")
			}
			step("evaluate", "scan_a sort_b topk_c", 50, "sum_d")
		}'
}
