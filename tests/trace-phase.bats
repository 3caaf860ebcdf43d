#!/usr/bin/env bats
load helper

# A prompt cycle, a decode step with a layer inside it, and a rare one; two rows
# each but for the last.
setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'device stream cycle level reps coverage_pct position name sum_us mine' \
		'0 7 1 1 3 60.5 1 gemm 600.000 x' \
		'0 7 1 1 3 60.5 2 attn~big 5.000 -' \
		'0 7 2 1 40 30.25 1 gemm 300.000 y' \
		'0 7 2 1 40 30.25 2 attn~small 2.500 \n' \
		'0 7 3 2 320 20 1 gemm 200.000 z' \
		'0 9 4 1 900 0.999 1 copy 10.000 -' >cycles.tsv
}

# phases [OPTION...]: cycle, phase and reason of what is printed.
phases() {
	trace-phase "$@" cycles.tsv | cut -f 3,11,12 | uniq
}

# relabel PHASE CYCLE: the table with that label at that cycle.
relabel() {
	awk -F '\t' -v OFS='\t' -v phase="$1" -v cycle="$2" '
		NR == 1 { print $0, "phase", "phase_reason", "last" }
		NR > 1 { print $0, $3 == cycle ? phase : "", $3 == cycle ? "told" : "", "l" }
	' cycles.tsv
}

@test "manners: command line" {
	manners_command_line trace-phase
}

@test "manners: the page and --help agree" {
	manners_page trace-phase
}

@test "manners: filter" {
	manners_filter trace-phase cycles.tsv
	manners_filter trace-phase cycles.tsv -s decode
}

@test "the rule of repetition, with its reasons" {
	run -0 phases
	assert_output "$(tsv 'cycle phase phase_reason' '1 prefill fewest~repetitions' \
		'2 decode most~repetitions' '3 unknown not~of~the~outermost~level' \
		'4 unknown under~1~%~of~kernel~time')"
}

@test "columns and rows are handed on, the two new ones behind" {
	diff -u cycles.tsv <(trace-phase cycles.tsv | cut -f 1-10)
}

@test "a single cycle is decode, and only that" {
	awk 'NR == 1 || $3 == 1' cycles.tsv >one.tsv
	run -0 bash -c 'trace-phase one.tsv | cut -f 11- | uniq'
	assert_output "$(tsv 'phase phase_reason' 'decode only~cycle')"
	run -1 trace-phase -q -s prefill one.tsv
}

@test "-s keeps exactly one cycle" {
	diff -u <(trace-phase cycles.tsv | awk 'NR == 1 || $3 == 2') \
		<(trace-phase -s decode cycles.tsv)
	diff -u <(trace-phase cycles.tsv | awk 'NR == 1 || $3 == 1') \
		<(trace-phase --select prefill cycles.tsv)
	diff -u <(trace-phase -s decode cycles.tsv) <(trace-phase -s auto cycles.tsv)
}

@test "-s auto without decode: the cycle that covers most" {
	relabel mixed 2 >cycles2.tsv
	run -0 bash -c 'trace-phase -s auto cycles2.tsv | cut -f 3,11 | uniq'
	assert_output "$(tsv 'cycle phase' '1 prefill')"
}

@test "an absent phase: header only, message, exit 1" {
	awk 'NR == 1 || $3 == 1' cycles.tsv >one.tsv
	run -1 --separate-stderr trace-phase -s prefill one.tsv
	assert_output "$(trace-phase one.tsv | head -n 1)"
	[ "$stderr" = "trace-phase: one.tsv: no cycle is prefill; phase_reason says why when all are printed, without -s" ]
	run -1 --separate-stderr trace-phase -q -s prefill one.tsv
	[ -z "$stderr" ]
	run -0 trace-phase --exit-zero -s prefill one.tsv
}

@test "header only: nothing to label, nothing to select" {
	head -n 1 cycles.tsv >none.tsv
	run -0 --separate-stderr trace-phase none.tsv
	[ "${#lines[@]}" -eq 1 ]
	[ -z "$stderr" ]
	run -1 --separate-stderr trace-phase -s auto none.tsv
	[ "${#lines[@]}" -eq 1 ]
	[ "$stderr" = "trace-phase: none.tsv: there is no cycle" ]
}

@test "labels already there stand, empty ones are filled in" {
	relabel decode 1 >labelled.tsv
	run -0 bash -c 'trace-phase labelled.tsv | cut -f 3,11- | uniq'
	assert_output "$(tsv 'cycle phase phase_reason last' '1 decode told l' \
		'2 unknown another~cycle~is~decode l' \
		'3 unknown not~of~the~outermost~level l' '4 unknown under~1~%~of~kernel~time l')"
	diff <(trace-phase cycles.tsv) <(trace-phase cycles.tsv | trace-phase)
}

@test "each rank has its own phases" {
	{ sed '1s/^/rank\t/; 2,$s/^/0\t/' cycles.tsv; sed '1d; s/^/1\t/' cycles.tsv; } >ranks.tsv
	run -0 bash -c 'trace-phase -s decode ranks.tsv | cut -f 1,4 | uniq'
	assert_output "$(tsv 'rank cycle' '0 2' '1 2')"
}

@test "something that is no cycle table is refused" {
	tsv 'ts_us dur_us name' '1.000 2.000 k' >events.tsv
	run -2 --separate-stderr trace-phase events.tsv
	[ "$stderr" = "trace-phase: events.tsv: no column cycle; trace-cycles makes it" ]
	[ -z "$output" ]
	tsv 'cycle reps level level coverage_pct' >doubled.tsv
	run -2 --separate-stderr trace-phase doubled.tsv
	[ "$stderr" = "trace-phase: doubled.tsv: two columns are called level" ]
}

@test "a bad field is named with its line" {
	sed '4s/\t40\t/\tmany\t/' cycles.tsv >bad.tsv
	run -2 --separate-stderr trace-phase bad.tsv
	[ "$stderr" = "trace-phase: bad.tsv:4: reps is not a whole number: many" ]
	sed '4s/\t40\t/\t\t/' cycles.tsv >bad.tsv
	run -2 --separate-stderr trace-phase bad.tsv
	[ "$stderr" = "trace-phase: bad.tsv:4: reps is empty" ]
}

@test "two cycles under one number are refused" {
	sed '3s/\t3\t/\t4\t/' cycles.tsv >clash.tsv
	run -2 --separate-stderr trace-phase clash.tsv
	[[ $stderr == "trace-phase: clash.tsv:3: level, reps, "*"cycle: 1" ]]
}

@test "-s wants a phase it knows" {
	run -2 --separate-stderr trace-phase -s mixed cycles.tsv
	[[ $stderr == "trace-phase: --select wants prefill, decode or auto, not 'mixed'"* ]]
}

@test "examples of the page, with their output" {
	manners_examples trace-phase
}

@test "examples of the page" {
	sed -n 's/^\.Dl \$ //p' "$TOP/man/trace-phase.1" >examples
	[ "$(wc -l <examples)" -ge 3 ]
	grep -v trace-extract examples >runnable
	while read -r line; do
		bash -e -o pipefail -c "$line"
	done <runnable
	[ "$(wc -l <decode.tsv)" -eq 3 ]
	diff decode.tsv cycle.tsv
}

@test "a real trace: the layer is decode, as the only cycle that repeats" {
	need_traces
	trace-extract "$TRACES/vllm-gptoss20b-mi300-decode.json.gz" | trace-cycles |
		trace-phase -s decode >decode.tsv
	[ "$(wc -l <decode.tsv)" -gt 1 ]
	[ "$(awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "phase") c = i }
		NR > 1 && $c != "decode"' decode.tsv | wc -l)" -eq 0 ]
}
