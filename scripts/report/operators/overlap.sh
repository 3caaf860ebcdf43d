# shellcheck shell=sh disable=SC2016,SC2034,SC2154 # awk's variables, and trace-report's
# overlap.sh - the sheets of trace-report that separate operators by what else the GPU did
# at the same time, on another stream and for another operator.

overlap_columns=overlapping_kernels_details_summary,trunc_overlapping_kernels_details
for what in mean median std min max; do
	overlap_columns=$overlap_columns,overlap_pct_$what
done

find_overlaps() {
	at=$(place kept ts_us)
	in_order kept -k "$at,${at}n" >in_time
	stage operators/overlapping_events in_time >beside
	stage 'cell python numbers operators/overlap_columns operators/kernel_lists operators/overlap_runs' part=beside beside \
		part=kept kept part=runs instances >overlapped
}

# Adds to rows of ops_all the columns of what ran at the same time.
with_overlap() {
	add "$keys" row=first_event "all_direct$of" "$runs" >numbered
	stage 'cell python numbers operators/overlap_columns operators/kernel_lists operators/overlap_rows' longest="$longest" \
		part=beside beside part=kept kept part=runs numbered >overlap_details
	joins="$joins;first_event=row|$overlap_columns|overlap_details"
	columns="$columns,$overlap_columns"
}

overlap_sheets() {
	find_overlaps
	sheet "${ops_all}_kl_overlap" ops_all overlapped
	roofline_stage overlaps=1 part=beside beside >roofline
	sheets="$sheets $(tr '\n' ' ' <roofline)"
}
