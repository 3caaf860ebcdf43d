# shellcheck shell=sh disable=SC2016,SC2154 # awk's variables, and the variables of the scripts
# advise.sh - what could be gained in a trace, a row for each finding, from the tables of
# screen.sh, which are in this folder. The rules are in advice.awk.

# Events of the GPU, and calls of the host after which nothing is in its queue, or that
# take long once.
find_gaps() {
	{
		table 'FNR > 1 { print $c["ts_us"], $c["dur_us"], $c["launch_ts_us"], "gpu" }' linked
		table 'FNR > 1 && $c["cat"] ~ /^cuda_(runtime|driver)$/ {
			kind = ""
			if ($c["name"] ~ /Synchronize$|^(cuda|hip)Memcpy$|^hipMemcpyWithStream$/)
				kind = "sync"
			else if ($c["name"] ~ /Module(Load|GetFunction)|LibraryLoad|^(cuda|hip)(Malloc|Free|HostAlloc|HostMalloc)$/)
				kind = "once"
			if (kind != "")
				print $c["ts_us"], $c["dur_us"], "", kind
		}' all
	} | sort -t "$tab" -k 1,1n -k 2,2n -k 4,4 >timed
	awk -f "$programs/gaps.awk" timed >gaps
}

find_overhead() {
	table 'FNR == 1 { print "dur_us" }
		FNR > 1 && $c["cat"] == "overhead" { print $c["dur_us"] }' all >overhead
}

# find_advice TRACE: the table advice: what makes the trace doubtful first, then by what
# could be saved. Without the tables rated and ranks their rules are not asked.
find_advice() {
	for optional in rated ranks; do
		[ -e $optional ] || echo none >$optional
	done
	trace-cycles -q --exit-zero --outliers labelled >outliers
	find_gaps
	find_overhead
	awk -f "$programs/table.awk" -f "$programs/spoken.awk" -f "$programs/advice.awk" trace="$1" \
		"$programs/advice.tsv" facts timeline cycles named positions gaps outliers rated ranks overhead >found
	{
		head -n 1 found
		grep '^damage' found || :
		sed 1d found | grep -v '^damage' | sort -t "$tab" -k 2,2nr -k 1,1
	} >advice
}
