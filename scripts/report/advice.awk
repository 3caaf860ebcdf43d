# advice.awk: what matters in a trace, a row for each finding, from the tables of
# screen.sh and trace-advise; to put behind table.awk and spoken.awk. Thresholds are in advice.tsv.
# saves_us is at most what could be saved; empty for what says how far to trust the rest.
BEGIN {
	split("limits facts timeline cycles named positions gaps outliers rated ranks overhead", table, " ")
	print "rule", "saves_us", "saves_pct", "sure", "advice", "detail", "evidence"
}
FNR == 1 { next }
table[file] == "limits" { limit[$c["what"]] = $c["value"] }
table[file] == "facts" { fact[$c["key"]] = $c["value"] }
table[file] == "timeline" { time[$c["kind"]] = $c["time_us"] + 0 }
table[file] == "cycles" {
	level[$c["cycle"]] = $c["level"]
	idle[$c["cycle"]] = $c["idle_us"]
	busy[$c["cycle"]] = $c["busy_us"]
}
table[file] == "named" { what[$c["cycle"]] = $c["what"] }
table[file] == "positions" && $c["level"] == 1 { fuse() }
table[file] == "positions" && $c["phase"] != "unknown" && $c["phase_reason"] == "all its kernels" { annotated = 1 }
table[file] == "gaps" {
	gap[$c["cause"]] = $c["sum_us"] + 0
	gaps[$c["cause"]] = $c["count"]
}
table[file] == "outliers" && $c["level"] == 1 { note_outlier() }
table[file] == "rated" { rate() }
table[file] == "ranks" {
	if (ranks++ == 0 || $c["last_pct"] + 0 > last_pct) {
		last_rank = $c["rank"]
		last_pct = $c["last_pct"] + 0
		collectives = $c["collectives"]
		last_wait = $c["wait_us"]
	}
	waits += $c["wait_us"]
	wait[$c["rank"]] = $c["wait_us"] + 0
}
table[file] == "overhead" { overhead += $c["dur_us"] }

# Kernels that a compiler could make one of: short ones of these classes in a row. At
# most all but the longest of them could be saved.
function fusible() {
	return $c["category"] ~ /^(elementwise|norm|activation|copy|reduce|rope|dropout|quantisation|memset|softmax)$/ && \
		$c["mean_us"] + 0 < limit["short"]
}
function fuse() {
	if ($c["cycle"] != fuse_cycle || !fusible()) {
		end_fusion()
		fuse_cycle = $c["cycle"]
	}
	if (!fusible())
		return
	if ($c["position"] != fuse_position)
		fuse_kernels++
	fuse_position = $c["position"]
	fuse_sum += $c["sum_us"]
	if ($c["sum_us"] + 0 > fuse_most)
		fuse_most = $c["sum_us"] + 0
}
function end_fusion() {
	if (fuse_kernels > 1) {
		fusions++
		fused_kernels += fuse_kernels
		could_fuse += fuse_sum - fuse_most
	}
	fuse_kernels = fuse_sum = fuse_most = 0
	fuse_position = ""
}

# The table begins with the greatest one.
function note_outlier() {
	outliers++
	outlying += $c["over_us"]
	if (outliers > 1)
		return
	name = what[$c["cycle"]]
	sub(/:.*/, "", name)
	outlier = "repeat " $c["rep"] " of " name " takes " spoken($c["time_us"]) ", not " spoken($c["median_us"])
	kernel_over = $c["kernel_us"] - $c["kernel_median_us"]
	gap_over = $c["gap_us"] - $c["gap_median_us"]
	where = kernel_over >= gap_over ? "its kernel " $c["kernel_position"] " by " spoken(kernel_over) : \
		"the gap behind its kernel " $c["gap_position"] " by " spoken(gap_over)
	outlier_cut = $c["cut"]
}

# Matrix products that are not short and far below the roof.
function rate() {
	if ($c["roofline_pct"] == "" || $c["model"] !~ /mm|linear|matmul|gemm/)
		return
	if ($c["gpu_us"] / ($c["gpu_events"] > 0 ? $c["gpu_events"] : 1) < limit["short"])
		return
	if ($c["roofline_pct"] + 0 >= limit["roof"])
		return
	low_count++
	low_us += $c["gpu_us"]
	low_saves += $c["gpu_us"] - 100 * $c["roofline_us"] / limit["roof"]
	if ($c["lost_us"] + 0 > low_most) {
		low_most = $c["lost_us"] + 0
		low_one = $c["name"] " " $c["input_dims"]
		low_pct = $c["roofline_pct"]
		low_time = $c["gpu_us"]
	}
}

# say RULE SAVES SURE ADVICE DETAIL EVIDENCE: what saves too little is not said.
function say(rule, saves, sure, advice, detail, evidence) {
	if (saves < limit["least"] / 100 * span)
		return
	said++
	print rule, sprintf("%.3f", saves), sprintf("%.1f", 100 * saves / span), sure, advice, detail, evidence
}

function warn(rule, advice, detail, evidence) {
	said++
	print rule, "", "", "", advice, detail, evidence
}

# In which of the outermost cycles most of the idle time is; those of communication
# idle while others compute.
function mostly(   k, most) {
	for (k in idle)
		if (level[k] == 1 && idle[k] + 0 > 0 && what[k] !~ /^one kernel|: comm$/ && (most == "" || \
		    idle[k] + 0 > idle[most] + 0 || (idle[k] == idle[most] && k + 0 < most + 0)))
			most = k
	if (most == "" || idle[most] < gap["launch"] / 2)
		return ""
	sub(/:.*/, "", what[most])
	return sprintf("; most in %s, %.0f %% idle", what[most], \
		100 * idle[most] / (idle[most] + busy[most]))
}

# Python functions are recorded: that makes the host slower than it is.
function host_is_slowed() {
	return fact["events.python_function"] > 0
}

function doubts() {
	if (fact["damage"] != "" || fact["events_lost"] > 0)
		warn("damage", "do not trust this trace: it is damaged, " fact["events_lost"] + 0 " events are lost", \
			fact["damage"], "trace-info " trace)
}

# A host that did not wait could hide at most as much of its work as the GPU is busy; for
# the rest the GPU would wait for launches.
function idle_time(   sync, sure, why) {
	sync = gap["sync"] < time["busy"] ? gap["sync"] : time["busy"]
	if (sync < gap["sync"])
		gaps["launch"] += gaps["sync"]
	gap["launch"] += gap["sync"] - sync
	sure = host_is_slowed() ? "maybe" : "likely"
	why = host_is_slowed() ? "Python stacks were recorded, which slows the host" : "less work on the host, or a graph"
	say("launch", gap["launch"], sure, "the GPU waits for launches" mostly(), \
		gaps["launch"] " gaps; " why, \
		"trace-extract -c gpu,host " trace " | trace-link | cut -f 1-3,13-15")
	say("sync", sync, sure, "the host waits for the GPU, and then the GPU for the host", \
		gaps["sync"] " gaps behind calls that synchronise", \
		"trace-extract -c cuda_runtime " trace " | trace-summary -k name")
	say("once", gap["once"], "likely", "the GPU waits while modules are loaded or memory is got", \
		gaps["once"] " gaps; warm up before recording", \
		"trace-extract -c cuda_runtime,cuda_driver " trace " | trace-summary -k name")
	say("gaps", gap["queued"] < time["micro_idle"] ? gap["queued"] : time["micro_idle"], "maybe", \
		"short gaps between kernels that are queued", "fewer kernels, or a graph", \
		"trace-extract -c gpu " trace " | trace-timeline --micro-idle " limit["short"])
}

# Communication that nothing hides is partly time that this rank waits for the last one:
# that is another finding.
function transfers(   late, exposed) {
	late = ranks > 1 && last_pct > limit["last"] && collectives >= limit["collectives"]
	exposed = time["exposed_comm"] - (late ? wait[fact["rank"]] : 0)
	say("communication", exposed, "maybe", "communication that no computation hides", \
		ranks ? "overlap it" : "overlap it; --ranks tells who is late", \
		"trace-extract -c gpu " trace " | trace-timeline")
	say("copies", time["exposed_copy"], "likely", "copies that nothing hides", \
		"pinned memory, another stream, or none", "trace-extract -c gpu " trace " | trace-timeline")
	if (late)
		say("rank", (waits - last_wait) / (ranks - 1), "likely", \
			sprintf("rank %s comes last to %.0f %% of the collectives", last_rank, last_pct), \
			"each of the others waits that long on average", \
			"trace-extract --collectives -H TRACE... | trace-collectives --by rank")
}

function kernels() {
	end_fusion()
	say("fusion", could_fuse, "maybe", "short kernels in a row that a compiler could fuse", \
		fusions " rows of " fused_kernels " kernels in all in the steps", \
		"trace-extract " trace " | trace-cycles | trace-classify")
	say("gemm", low_saves, "likely", sprintf("%d matrix products stay below %d %% of the roof", low_count, limit["roof"]), \
		sprintf("the worst, %.0f %%: %s", low_pct, low_one), \
		"trace-report -d report " trace " && head report/lost_time.csv")
	say("outlier", outlying, "sure", outlier, \
		where (outliers > 1 ? "; more outliers: " outliers - 1 : ""), \
		"trace-extract " (annotated ? "-c gpu,host " trace " | trace-link | trace-phase -m annotation" : trace) \
		" | trace-cycles --events | " outlier_cut)
}

# What keeps rules from being asked.
function unknown() {
	if (gap["unknown"] >= limit["least"] / 100 * span)
		warn("unknown", sprintf("unknown why the GPU idles %.1f %% of the time", 100 * gap["unknown"] / span), \
			"no launch is known of the events behind these gaps", "trace-info " trace)
	if (overhead >= limit["least"] / 100 * span)
		warn("profiler", "the profiler itself took " spoken(overhead), "part of the idle time may be its own", \
			"trace-extract -c overhead " trace)
}

END {
	span = time["total"]
	doubts()
	idle_time()
	transfers()
	kernels()
	unknown()
	if (!said)
		print "nothing", "", "", "", sprintf("nothing to gain here: the GPU is busy %.1f %% of the time", \
			span > 0 ? 100 * time["busy"] / span : 0), sprintf("no rule finds %s %% of it", limit["least"]), \
			"trace-report " trace
}
