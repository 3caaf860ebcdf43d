# verify.awk KEPT TIMELINE OPERATORS ARGUMENTS UNIFIED: contradictions in a report, a line
# each; nothing if all agrees. KEPT has the events that are counted, the others are
# sheets: the events of each name are in both lists of kernels as often as in the
# trace, and operators take at least as long as the GPU computed. Communication is in no
# sheet of operators, nor are events without a launch. Needs python.awk for quoted.

function add_lists(sheet,   n, item, i, name) {
	n = split($c["kernel_details_summary"], item, "{'name': ")
	for (i = 2; i <= n; i++)
		if (match(item[i], /, 'stream': [^,]*, 'count': [0-9]+/)) {
			name = substr(item[i], 1, RSTART - 1)
			names[name]
			item[i] = substr(item[i], RSTART, RLENGTH)
			sub(/.*'count': /, "", item[i])
			has[sheet, name] += item[i]
		}
}
function compare_time(sheet, us) {
	if (computed > us + unlinked + 0.001 * events)
		printf "the GPU computed %.3f us, operators of %s %.3f us\n", computed, sheet, us + unlinked
}
function compare_counts(sheet, name) {
	if (wanted[name] != has[sheet, name])
		printf "%s has %d of %d events %s\n", sheet, has[sheet, name], wanted[name], name
}
FNR == 1 { next }
file == 1 && !$c["comm"] && $c["launcher"] == "" { unlinked += $c["dur_us"] }
file == 1 && !$c["comm"] && $c["launcher"] != "" {
	events++
	wanted[quoted($c["name"])]++
	names[quoted($c["name"])]
}
file == 2 && $c["type"] == "computation_time" { computed = $c["time ms"] * 1000 }
file == 3 { launched += $c["total_direct_kernel_time_sum"] }
file == 4 { add_lists("the sheet of arguments") }
file == 5 { add_lists("unified_perf_summary") }
file == 5 { unified += $c["Kernel Time (µs)_sum"] }
END {
	compare_time("ops_summary", launched)
	compare_time("unified_perf_summary", unified)
	for (name in names) {
		compare_counts("the sheet of arguments", name)
		compare_counts("unified_perf_summary", name)
	}
}
