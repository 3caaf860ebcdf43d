# shellcheck shell=sh disable=SC2154 # variables of trace-report
# compared.sh - what differs from another trace, call by call: the sheet diff_stats, from
# which unified_perf_summary takes columns.

# tree TABLE: the calls of a table of events, with all its Python functions.
tree() {
	from=$1${frames:+.whole}
	trace-tree -q --exit-zero ${frames:+--python} ${merge:+--compat "$merge"} \
		"$from" >"$1.tree"
}

# diff_stats: the work of the GPU below each difference, with the reference's columns,
# which are ours by other names.
diff_stats() {
	tree events
	tree other
	trace-treediff --exit-zero --stats ${merge:+--compat "$merge"} \
		events.tree other.tree >differences
	if [ -n "$merge" ]; then
		cat differences
	else
		stage 'python diff_stats' differences
	fi
}
