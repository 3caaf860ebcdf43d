# advice.awk: what matters in a trace, a row for each finding, from the tables of
# screen.sh and trace-advise; to put behind table.awk and spoken.awk. Thresholds are in advice.tsv.
# saves_us is at most what could be saved; empty for what says how far to trust the rest.
BEGIN {
	split("limits facts timeline cycles named gaps outliers rated ranks waits overhead", table, " ")
}
FNR == 1 { next }
table[file] == "limits" { limit[$c["what"]] = $c["value"] }
table[file] == "facts" { fact[$c["key"]] = $c["value"] }
table[file] == "timeline" { time[$c["kind"]] = $c["time_us"] + 0 }
table[file] == "cycles" {
	level[$c["cycle"]] = $c["level"]
	kernels_of[$c["cycle"]] = $c["length"]
	idle[$c["cycle"]] = $c["idle_us"]
	busy[$c["cycle"]] = $c["busy_us"]
	track[$c["cycle"]] = $c["device"] ":" $c["stream"]
}
table[file] == "named" {
	what[$c["cycle"]] = $c["what"]
	phase[$c["cycle"]] = $c["phase"]
	fusions += $c["fusions"]
	fused_kernels += $c["fused_kernels"]
	could_fuse += $c["could_fuse_us"]
	if ($c["phase"] != "unknown" && $c["phase_reason"] == "all its kernels")
		annotated = 1
}
table[file] == "gaps" {
	gap[$c["cause"]] = $c["sum_us"] + 0
	gaps[$c["cause"]] = $c["count"]
}
# Of one kernel, the time of a repeat is the pause until it runs again, whatever runs between.
table[file] == "outliers" && $c["level"] == 1 && kernels_of[$c["cycle"]] > 1 && \
!communicates($c["cycle"]) {
	note_outlier()
}
table[file] == "rated" { rate() }
table[file] == "ranks" {
	if (ranks++ == 0 || $c["last_pct"] + 0 > last_pct) {
		last_rank = $c["rank"]
		last_pct = $c["last_pct"] + 0
		collectives = $c["collectives"]
	}
	wait[$c["rank"]] = $c["wait_us"] + 0
}
# How long all ranks waited in a collective, by the one that came last.
table[file] == "waits" { waits_for[$c["last_rank"]] += $c["mean_wait_us"] * $c["ranks_present"] }
# Kineto writes CUPTI's kinds of overhead, of which some are not the profiler's.
table[file] == "overhead" && $c["cat"] == "overhead" &&
$c["name"] ~ /^(Activity Buffer Request|Buffer Flush|Instrumentation|Resource|UVM Activity Init)$/ {
	overhead += $c["dur_us"]
}

# A cycle of communication alone: it waits for other ranks, and idles while others compute.
function communicates(k) {
	return what[k] ~ /: comm$/
}

# The table begins with the greatest one; what may be a gap with lost kernels is none.
# Those of the first repeats, one after another from repeat 1 on, are the warm-up of their
# cycle.
function note_outlier() {
	kernel_over = $c["kernel_us"] - $c["kernel_median_us"]
	gap_over = $c["gap_us"] - $c["gap_median_us"]
	if (gap_over > kernel_over && gap_over <= gap["lost"])
		return
	outlier_cycle[++outliers] = $c["cycle"]
	outlier_rep[outliers] = $c["rep"]
	outlier_over[outliers] = $c["over_us"]
	outlier_says[outliers] = "repeat " $c["rep"] " of " short_name($c["cycle"]) " takes " spoken($c["time_us"]) \
		", not " spoken($c["median_us"])
	outlier_where[outliers] = "worst: " (kernel_over >= gap_over ? "its kernel " $c["kernel_position"] " by " spoken(kernel_over) : \
		"the gap behind its kernel " $c["gap_position"] " by " spoken(gap_over))
	outlier_cut[outliers] = $c["cut"]
	outlier_gap[outliers] = gap_over > kernel_over ? gap_over : 0
	slow[$c["cycle"], $c["rep"]]
}
function is_warmup(i,   rep) {
	for (rep = outlier_rep[i]; rep > 0 && ((outlier_cycle[i], rep) in slow); rep--)
		;
	return rep == 0
}

# What a cycle is, without its parts.
function short_name(k,   text) {
	text = what[k]
	sub(/:.*/, "", text)
	return text
}

# Matrix products that are not short and far below the roof.
function rate() {
	if ($c["roofline_pct"] == "" || $c["model"] !~ /mm|linear|matmul|gemm/)
		return
	rated++
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

# add ORDER RULE TEXT: a row, in its place among the others.
function add(order, rule, text,   i) {
	for (i = ++rows; i > 1 && (order > place[i - 1] || (order == place[i - 1] && rule < name[i - 1])); i--) {
		place[i] = place[i - 1]
		name[i] = name[i - 1]
		row[i] = row[i - 1]
	}
	place[i] = order
	name[i] = rule
	row[i] = rule OFS text
}

# say RULE SAVES SURE ADVICE DETAIL EVIDENCE [TOLD]: what saves too little is not said. Of what
# it saves that much is told by other findings, and does not count for its place.
function say(rule, saves, sure, advice, detail, evidence, told) {
	if (saves <= 0 || saves < limit["least"] / 100 * span)
		return
	said++
	add(saves - told, rule, sprintf("%.3f", saves) OFS sprintf("%.1f", 100 * saves / span) OFS sure OFS advice OFS detail OFS evidence)
}

# What saves nothing comes last, but for what makes all doubtful.
function warn(rule, advice, detail, evidence) {
	said++
	add(rule == "damage" ? 1e300 : rule == "lost" ? 1e299 : -1, rule, OFS OFS OFS advice OFS detail OFS evidence)
}

# In which of the outermost cycles most of the gaps are, if that is sure: no more of them
# can be elsewhere than the GPU idles elsewhere. Cycles of communication idle while others
# compute.
function mostly(   k, most, elsewhere) {
	for (k in idle)
		if (level[k] == 1 && idle[k] + 0 > 0 && what[k] !~ /^one kernel/ && !communicates(k) && (most == "" || \
		    idle[k] + 0 > idle[most] + 0 || (idle[k] == idle[most] && k + 0 < most + 0)))
			most = k
	if (most == "")
		return ""
	elsewhere = time["idle"] - idle[most]
	if (fact["streams"] != 1) # the GPU may work while the stream of the cycle idles
		elsewhere += time["busy"] - busy[most]
	if (elsewhere > gap["launch"] / 2)
		return ""
	return sprintf("; most in %s, %.0f %% idle", short_name(most), \
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
	if (gap["lost"] > 0 && gap["lost"] >= limit["least"] / 100 * span)
		warn("lost", sprintf("do not trust busy and idle time: kernels are lost, in gaps of %.1f %% of the time", \
			100 * gap["lost"] / span), \
			counted("lost") ", " spoken(gap["lost"]) " in all, with launches whose kernels are not in the file", \
			"trace-info " trace)
}

function counted(cause) {
	return gaps[cause] (gaps[cause] == 1 ? " gap" : " gaps")
}

# A host that did not wait could hide at most as much of its work as the GPU is busy; for
# the rest the GPU would wait for launches.
function idle_time(   sync, sure, why, stacks, launches) {
	sync = gap["sync"] < time["busy"] ? gap["sync"] : time["busy"]
	if (sync < gap["sync"])
		gaps["launch"] += gaps["sync"]
	gap["launch"] += gap["sync"] - sync
	sure = host_is_slowed() ? "maybe" : "likely"
	why = host_is_slowed() ? "Python stacks were recorded, which slows the host" : "less work on the host, or a graph"
	stacks = host_is_slowed() ? "the Python stacks may show why" : "Python stacks (with_stack) might show why"
	launches = "trace-extract -c gpu,host " trace " | trace-link | cut -f 1-3,13-15"
	say("launch", gap["launch"], sure, "the GPU waits for launches" mostly(), \
		counted("launch") "; " why, launches)
	say("sync", sync, sure, "the host waits for the GPU, and then the GPU for the host", \
		counted("sync") " behind calls that synchronise", \
		"trace-extract -c cuda_runtime " trace " | trace-summary -k name")
	say("silent", gap["silent"], "maybe", "the GPU waits, and no operator or launch is recorded", \
		counted("silent") " of 100 us and more; " stacks, launches)
	say("data", gap["data"], "likely", "the GPU waits for the next batch of data", \
		counted("data") " while DataLoader works; more workers, or prepared data", \
		"trace-extract -c host " trace " | awk '/DataLoader/'")
	say("once", gap["once"], "likely", "the GPU waits for what is done once: code, memory, graphs", \
		counted("once") "; warm up before recording", \
		"trace-extract -c cuda_runtime,cuda_driver " trace " | trace-summary -k name")
	say("compile", gap["compile"], "likely", "the GPU waits while torch.compile compiles or captures graphs", \
		counted("compile") "; warm up before recording; new shapes do it again", \
		"trace-extract -c host " trace " | awk '/dynamo_timed/'")
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
		say("rank", waits_for[last_rank] / (ranks - 1), "likely", \
			sprintf("rank %s comes last to %.0f %% of the collectives", last_rank, last_pct), \
			"each of the others waits that long for it on average", \
			"trace-extract --collectives -H TRACE... | trace-collectives --by rank")
}

function kernels() {
	say("fusion", could_fuse, "maybe", "short kernels in a row that a compiler could fuse", \
		fusions " rows of " fused_kernels " kernels in all in the steps", \
		"trace-extract " trace " | trace-cycles | trace-classify")
	say("gemm", low_saves, "likely", sprintf("%d matrix products stay below %d %% of the roof", low_count, limit["roof"]), \
		sprintf("the worst, %.0f %%: %s", low_pct, low_one), \
		"trace-report -d report " trace " && head report/lost_time.csv")
	repeats(0, "outlier", "sure", "")
	repeats(1, "warmup", "likely", "; warm up before recording")
}

# Repeats that take far longer, those of the warm-up or the others. Where the worst is a gap,
# the causes of gaps tell why.
function repeats(of_warmup, rule, sure, hint,   i, first, count, over, in_gaps) {
	for (i = 1; i <= outliers; i++) {
		if (is_warmup(i) != of_warmup)
			continue
		if (!count++)
			first = i
		over += outlier_over[i]
		in_gaps += outlier_gap[i]
	}
	if (count)
		say(rule, over, sure, outlier_says[first], outlier_where[first] (count > 1 ? "; more outliers: " count - 1 : "") hint, \
			"trace-extract " (annotated ? "-c gpu,host " trace " | trace-link | trace-phase -m annotation" : trace) \
			" | trace-cycles --events | " outlier_cut[first], in_gaps < over ? in_gaps : over)
}

# The phase that takes most of the trace, if the trace has two: the time of its outermost
# cycles on one stream.
function phases(   k, of, count, spent, most) {
	for (k in phase)
		if (level[k] == 1 && phase[k] ~ /^(prefill|decode|mixed)$/) {
			count += !(phase[k] in of)
			of[phase[k]]
			spent[phase[k] " " track[k]] += idle[k] + busy[k]
		}
	for (k in spent)
		if (most == "" || spent[k] > spent[most] || (spent[k] == spent[most] && k < most))
			most = k
	if (count < 2 || spent[most] < limit["dominates"] / 100 * span)
		return
	k = most
	sub(/ .*/, "", k)
	warn("phase", sprintf("%s takes %.0f %% of the time", k, 100 * spent[most] / span), \
		"what is gained elsewhere shortens the rest alone", "trace-report " trace)
}

# What keeps rules from being asked.
function unknown() {
	if (gap["unknown"] > 0 && gap["unknown"] >= limit["least"] / 100 * span)
		warn("unknown", sprintf("unknown why the GPU idles %.1f %% of the time", 100 * gap["unknown"] / span), \
			"no launch is known of the events behind these gaps", "trace-info " trace)
	if (overhead > 0 && overhead >= limit["least"] / 100 * span)
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
		warn("nothing", sprintf("no rule finds a gain: the GPU is busy %.1f %% of the time", \
			span > 0 ? 100 * time["busy"] / span : 0), sprintf("each finds less than %s %% of it", limit["least"]) \
			(rated ? "" : "; of no product is known how fast it could be"), \
			"trace-report " trace)
	phases()
	print "rule", "saves_us", "saves_pct", "sure", "advice", "detail", "evidence"
	for (i = 1; i <= rows; i++)
		print row[i]
}
