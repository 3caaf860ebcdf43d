# shellcheck shell=sh disable=SC2016,SC2034,SC2154 # awk's variables; those of the scripts
# input.sh - files and events of the reports on rocprofv3's Perfetto traces.
#
# The script sets $report, which ends the name of its workbook.

set_write_md() {
	markdown=yes
}

# The arguments are further ones of the events, which are sorted by begin. Times are those of begin_ns, where the
# trace has it: the JSON of other tools has whole microseconds beside it.
read_trace() {
	[ -n "$trace" ] || wrong "needs --trace_path TRACE"
	stem=$(default_workbook "$trace" .gz .zst .zip .json .pftrace .perfetto-trace)
	stem=${stem%_perf_report.xlsx}_pftrace_$report
	[ "$markdown" != yes ] || markdown=${stem}_report.md
	spare "$markdown" "$trace"
	open_report "$trace" "${stem}_report.xlsx"
	read_into all -q -c all -a begin_ns -a delta_ns "$@" -- "$trace"
	has_rows "$tmp/all" || die 1 "$trace: no events"
	cd "$tmp" || exit 2
	stage pftrace/nanoseconds all >timed
	order_by timed begin:n >events
}

# rows_of SHEET: how many of its rows the page shows: what its option SHEET_top says, or else $rows.
rows_of() {
	eval "println \${${1}_top-$rows}"
}

make_page() {
	printf '# %s of %s\n' "$title" "$(cell "${trace##*/}")"
	for name in $sheets; do
		printf '\n## %s\n\n' "$name"
		tsv2md --rows "$(rows_of "$name")" --width 80 "$tmp/sheet.$name"
	done
}

write_all() {
	[ -z "$markdown" ] || { "$page" >"$tmp/page" && write_page "$markdown" && cd "$tmp"; }
	write_report
}

damaged=0 folder='' markdown='' page=make_page rows=200 sheets='' trace='' workbook=''
