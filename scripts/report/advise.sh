# shellcheck shell=sh disable=SC2016,SC2154 # awk's variables, and the variables of the scripts
# advise.sh - what could be gained in a trace, a row for each finding, from the tables of
# screen.sh, which are in this folder. The rules are in advice.awk.

# Events of the GPU, and calls of the host after which nothing is in its queue, or that
# take long once; and the table overhead, of what the profiler itself took.
find_gaps() {
	table 'BEGIN { print "dur_us" >"overhead" }
	FNR == 1 { next }
	file == 1 { print $c["ts_us"], $c["dur_us"], $c["launch_ts_us"], "gpu" }
	file == 2 && $c["cat"] == "overhead" { print $c["dur_us"] >"overhead" }
	file == 2 && $c["cat"] ~ /^cuda_(runtime|driver)$/ {
		kind = ""
		if ($c["name"] ~ /Synchronize$|^(cuda|hip)Memcpy$|^hipMemcpyWithStream$/)
			kind = "sync"
		else if ($c["name"] ~ /Module(Load|GetFunction)|LibraryLoad|^(cuda|hip)(Malloc|Free|HostAlloc|HostMalloc)$/)
			kind = "once"
		if (kind != "")
			print $c["ts_us"], $c["dur_us"], "", kind
	}' linked all >untimed
	sort -t "$tab" -k 1,1n -k 2,2n -k 4,4 untimed >timed
	awk -f "$programs/gaps.awk" timed >gaps
}

# find_advice TRACE: the table advice: what makes the trace doubtful first, then by what
# could be saved. Without the tables rated and ranks their rules are not asked.
find_advice() {
	for optional in rated ranks; do
		[ -e $optional ] || echo none >$optional
	done
	trace-cycles -q --exit-zero --outliers labelled >outliers
	find_gaps
	awk -f "$programs/table.awk" -f "$programs/spoken.awk" -f "$programs/advice.awk" trace="$1" \
		"$programs/advice.tsv" facts timeline cycles named positions gaps outliers rated ranks overhead >found
	{
		sed -n -e 1p -e '1!{/^damage/p;}' found
		sed -e 1d -e '/^damage/d' found | sort -t "$tab" -k 2,2nr -k 1,1
	} >advice
}
