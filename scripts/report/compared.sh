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
	failed=0
	trace-treediff --exit-zero --stats ${merge:+--compat "$merge"} \
		events.tree other.tree >differences 2>said || failed=$?
	while IFS= read -r line; do
		case $line in
		*': events.tree: '*) line="$trace: ${line#*tree: }" ;;
		*': other.tree: '*) line="$other: ${line#*tree: }" ;;
		esac
		echo "trace-report: $line" >&2
	done <said
	[ "$failed" -eq 0 ] || exit 2
	if [ -n "$merge" ]; then
		cat differences
	else
		stage 'python diff_stats' differences
	fi
}
