# shellcheck shell=sh disable=SC2016,SC2154 # awk's variables, and the variables of the scripts
# advise.sh - what could be gained in a trace, a row for each finding, from the tables of
# screen.sh, which are in this folder. The rules are in advice.awk.

# Events of the GPU, each with a number for its name and the end of a long launch, and
# what the host did meanwhile, see gaps.awk; and the table overhead, of what the profiler
# itself took. Kineto writes CUPTI's kinds of overhead, of which some are not the
# profiler's; PyTorch marks each stage of torch.compile with (dynamo_timed), and what
# its DataLoader takes for a batch. No kind is without one of the words that grep
# seeks, and the header has the first of them.
find_gaps() {
	grep -aE 'external_id|Synchronize|Memcpy|Load|Module|GraphInstantiate|StreamCreate|Malloc|Alloc|Free|overhead|dynamo_timed' all >hosted
	table 'BEGIN { print "dur_us" >"overhead" }
	function kind(cat, name) {
		if (cat ~ /^cuda_(runtime|driver)$/ && name ~ /Synchronize$|^(cuda|hip)Memcpy$|^hipMemcpyWithStream$/)
			return "sync"
		if (cat ~ /^cuda_(runtime|driver)$/ && name ~ /Module(Load|GetFunction)|LibraryLoad|GraphInstantiate|StreamCreate|^(cuda|hip)(Malloc|Free|HostAlloc|HostMalloc)$/)
			return "once"
		if (cat == "overhead" && name ~ /^(Lazy Function Loading|Runtime Triggered Module Loading)$/)
			return "once"
		if (cat ~ /^(cpu_op|user_annotation)$/ && name ~ /^enumerate[(]DataLoader[)]/)
			return "data"
		return cat ~ /^(cpu_op|user_annotation)$/ && name ~ /[(]dynamo_timed[)]$/ ? "compile" : ""
	}
	FNR == 1 { next }
	file == 1 { limit[$c["what"]] = $c["value"] }
	file == 2 {
		if (!($c["name"] in number))
			number[$c["name"]] = ++names
		launched = ""
		if ($c["launch_dur_us"] + 0 >= limit["load"])
			launched = sprintf("%.3f", $c["launch_ts_us"] + $c["launch_dur_us"])
		print $c["ts_us"], $c["dur_us"], $c["launch_ts_us"], "gpu", number[$c["name"]], launched
	}
	file == 3 && $c["cat"] == "overhead" && $c["name"] ~ /^(Activity Buffer Request|Buffer Flush|Instrumentation|Resource|UVM Activity Init)$/ {
		print $c["dur_us"] >"overhead"
	}
	file == 3 && (what = kind($c["cat"], $c["name"])) != "" { print $c["ts_us"], $c["dur_us"], "", what }
	' "$programs/advice.tsv" labelled hosted >untimed
	sort -t "$tab" -k 1,1n -k 2,2n -k 4,4 untimed >timed
	awk -f "$programs/gaps.awk" timed >gaps
}

# find_advice TRACE: the table advice: what makes the trace doubtful first, then by what
# could be saved, once the tables that measure_events starts are there. Without the
# tables rated and ranks their rules are not asked.
find_advice() {
	for optional in rated ranks; do
		[ -e $optional ] || echo none >$optional
	done
	await
	awk -f "$programs/table.awk" -f "$programs/spoken.awk" -f "$programs/advice.awk" trace="$1" \
		"$programs/advice.tsv" facts timeline cycles named positions gaps outliers rated ranks overhead >advice
}
