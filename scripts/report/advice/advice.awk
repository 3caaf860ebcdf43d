# advice.awk: findings about a trace, a row each, from the tables of screen/screen.sh and
# trace-advise; to put behind table.awk, spoken_time.awk and, of this folder, products.awk,
# late_rank.awk and lone_gap.awk, and before communication.awk and odd_repeats.awk.
# Thresholds are in advice.tsv, but for micro, the us below which a gap is short. saves_us is
# the most that could be saved; empty for findings that tell how far to trust the rest.
BEGIN {
	split("limits facts timeline gpus cycles named gaps drift outliers odd rated ranks members again waiting overhead bounds gains by_name", table, " ")
}
FNR == 1 { next }
table[file] == "limits" { limit[$c["what"]] = $c["value"] }
table[file] == "facts" { fact[$c["key"]] = $c["value"] }
table[file] == "gpus" && $c["kind"] == "idle" {
	gpus++
	inside += $c["time_us"]
}
table[file] == "timeline" { time[$c["kind"]] = $c["time_us"] + 0 }
table[file] == "cycles" {
	if ($c["step"] != "" && $c["length"] > 1)
		step[$c["cycle"]]
	idle[$c["cycle"]] = $c["idle_us"]
	busy[$c["cycle"]] = $c["busy_us"]
	track[$c["cycle"]] = $c["device"] ":" $c["stream"]
	reps[$c["cycle"]] = $c["reps"]
	start[$c["cycle"]] = $c["start_ts_us"] + 0
	coverage[$c["cycle"]] = $c["coverage_pct"]
}
table[file] == "named" {
	what[$c["cycle"]] = $c["what"]
	phase[$c["cycle"]] = $c["phase"]
	fusions += $c["fusions"]
	fused_kernels += $c["fused_kernels"]
	could_fuse += $c["could_fuse_us"]
	steps_pct[$c["cycle"]] = $c["steps_pct"]
	if ($c["best_fusion_us"] > best_fusion) {
		best_fusion = $c["best_fusion_us"]
		best_cycle = $c["cycle"]
		best_start = $c["best_start"]
		best_end = $c["best_end"]
	}
	if ($c["phase"] != "unknown" && $c["phase_reason"] == "all its kernels")
		annotated = 1
}
table[file] == "gaps" {
	gap[$c["cause"]] = $c["sum_us"] + 0
	gaps[$c["cause"]] = $c["count"]
	note_longest()
}
table[file] == "drift" && is_step($c["cycle"]) {
	drift_cycle = $c["cycle"]
	drift_rep = $c["rep"]
	drift_each = $c["after_us"] - $c["before_us"]
	drift_us = $c["reps"] * drift_each
	drift_says = "from repeat " drift_rep " of " short_name(drift_cycle) " on, " $c["what"]
	drift_where = "these take " spoken($c["after_us"]) " a repeat, not " spoken($c["before_us"])
	drift_sure = certainty(drift_cycle, "likely")
}
table[file] == "rated" { rate() }
table[file] == "overhead" && $c["cat"] == "overhead" { noted = 1 }
# Kineto writes CUPTI's kinds of overhead, of which some are not the profiler's.
table[file] == "overhead" && $c["cat"] == "overhead" &&
$c["name"] ~ /^(Activity Buffer Request|Buffer Flush|Instrumentation|Resource|UVM Activity Init)$/ {
	overhead += $c["dur_us"]
}

table[file] == "by_name" && $c["name"] ~ /^(Memcpy|Copy|MEMORY_COPY_)/ {
	copied += $c["sum_ns"]
	if ($c["name"] ~ /HtoD|DtoH|HostTo|ToHost|HOST_TO|TO_HOST/)
		over_bus += $c["sum_ns"]
}

# Time of unknown reason stays as it is in a replay: one of much such time proves nothing.
table[file] == "bounds" && $c["bound"] == "unknown" { unseen = $c["pct"] }
table[file] == "gains" && $c["scenario"] == "unchanged" {
	replay_error = $c["replay_error_pct"]
	if ($c["time_us"] != "" && unseen < limit["dominates"] && !apart())
		base = $c["base_us"]
}
# Unknown lags bind a replay although the critical path passes them by: a stream that
# seldom runs holds its place, and with it the end.
table[file] == "gains" && $c["scenario"] ~ /\[\^u\]/ {
	kept = base > 0 ? 100 * $c["time_us"] / base : 0
	if (kept >= limit["dominates"])
		base = ""
}
table[file] == "gains" && base != "" {
	gain[rule_of($c["scenario"])] = base - $c["time_us"]
}
function rule_of(scenario) {
	return scenario ~ /launch/ ? "launch" : scenario ~ /communication/ ? "communication" : scenario ~ /copy/ ? "copies" : \
		scenario ~ /data/ ? "data" : scenario
}

# Whether ranks of one trace have clocks that differ: a replay would gain the difference, too, of
# a time that no rank took.
function apart() {
	return too_long && fact["ranks"] > 1
}

# Whether a cycle is a step that computes. Of one kernel, the time of a repeat is the pause until
# it runs again, whatever runs between; communication alone, where nothing else repeats, waits
# for other ranks, and idles while others compute.
function is_step(k) {
	return (k in step) && what[k] !~ /: comm$/
}

function between(low, value, high) {
	return value < low ? low : value > high ? high : value + 0
}

# A cycle without its parts; "repeat 1 of 2 decoder layers" would be the first of two.
function short_name(k,   text) {
	text = what[k]
	sub(/:.*/, "", text)
	sub(/^[0-9]/, "the &", text)
	return text
}

# Matrix products that are not short and far below the roof.
function rate() {
	rated += is_product()
	if (!is_slow_product())
		return
	low_count++
	low_saves += $c["gpu_us"] - product_us()
	if ($c["lost_us"] + 0 > low_most) {
		low_most = $c["lost_us"] + 0
		low_one = $c["name"] " " $c["input_dims"]
		low_pct = $c["roofline_pct"]
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

# say RULE SAVES SURE ADVICE DETAIL EVIDENCE [TOLD]: adds a finding unless it saves too little.
# Its place is by the share of time that is printed: the gain of the replay, or the saving
# less TOLD, which other findings tell. Events lost by damage, or wrong times, may be why.
# Times of several GPUs are added up: the mean is printed.
function say(rule, saves, sure, advice, detail, evidence, told) {
	if (saves <= 0 || span <= 0 || saves < limit["least"] / 100 * span)
		return
	if (is_damaged() || overlap() || early())
		sure = "maybe"
	said++
	savings++
	add(rule in gain ? gain[rule] / base : (saves - told) / span, rule, sprintf("%.3f", saves / (gpus ? gpus : 1)) OFS sprintf("%.1f", 100 * saves / span) OFS sure OFS advice OFS detail OFS evidence OFS gained(rule))
}

# How many steps of any kind the stream has that runs most of them, if they are most of its
# work and of the time; else 1.
function steps_in_all(   k, covered, spent, count, most) {
	for (k in step)
		if (what[k] ~ / step(:|$)/) {
			covered[track[k]] += coverage[k]
			spent[track[k]] += idle[k] + busy[k]
			count[track[k]] += reps[k]
		}
	for (k in covered)
		if (most == "" || covered[k] > covered[most] || (covered[k] == covered[most] && k < most))
			most = k
	return covered[most] >= limit["dominates"] && spent[most] >= limit["dominates"] / 100 * span / (gpus ? gpus : 1) ? count[most] : 1
}

# Gain and base of the replay (us, of a step or the trace), its error, and "step" or "trace".
# A gap that comes once has no mean.
function gained(rule,   count) {
	if (!(rule in gain))
		return OFS OFS OFS
	count = is_lone(rule, gap[rule]) ? 1 : steps_in_all()
	return sprintf("%.3f", gain[rule] / count) OFS sprintf("%.3f", base / count) OFS replay_error OFS (count > 1 ? "step" : "trace")
}

# Adds advice that saves nothing: last, but first if it makes all else doubtful.
function warn(rule, advice, detail, evidence) {
	said++
	add(rule == "damage" ? 1e300 : rule ~ /^(lost|times)$/ ? 1e299 : rule == "clocks" ? 1e298 : -1, rule, OFS OFS OFS advice OFS detail OFS evidence OFS OFS OFS OFS)
}

# In which of the steps most of the gaps are, if that is sure: no more of them can be elsewhere
# than the GPU idles elsewhere.
function mostly(waited,   k, most, elsewhere) {
	for (k in step)
		if (is_step(k) && idle[k] + 0 > 0 && (most == "" || idle[k] + 0 > idle[most] + 0 || \
		    (idle[k] == idle[most] && k + 0 < most + 0)))
			most = k
	if (most == "")
		return ""
	elsewhere = time["idle"] - idle[most]
	if (fact["streams"] != 1) # the GPU may work while the stream of the cycle idles
		elsewhere += time["busy"] - busy[most]
	if (elsewhere > waited / 2)
		return ""
	return sprintf("; most in %s, %.0f %% idle", short_name(most), \
		100 * idle[most] / (idle[most] + busy[most]))
}

# Python functions are recorded: that makes the host slower than it is.
function host_is_slowed() {
	return fact["events.python_function"] > 0
}

function is_damaged() {
	return fact["damage"] != "" || fact["events_lost"] > 0
}

# The percent of kernel time that those of one stream overlap, if that cannot be: a kernel may
# begin before the one ahead has ended (programmatic dependent launch), but not end, too.
function overlap() {
	return fact["inside_us"] > 0 && fact["overlap_us"] >= limit["least"] / 100 * fact["kernel_us"] ? \
		100 * fact["overlap_us"] / fact["kernel_us"] : 0
}

# Does work begin before its launch, by much?
function early() {
	return fact["before_launch_us"] > 0 && fact["before_launch_us"] >= limit["least"] / 100 * span
}

function doubts() {
	if (is_damaged())
		warn("damage", "do not trust this trace: it is damaged; " (fact["events_lost"] > 0 ? \
			"events lost: at least " fact["events_lost"] : "the number of lost events is unknown"), \
			fact["damage"], "trace-info " trace)
	if (overlap())
		warn("times", sprintf("do not trust the times of kernels: those of one stream overlap, by %.1f %% of their sum", overlap()), \
			"by " spoken(fact["overlap_us"]) " in total; a stream runs one after the other", "trace-info " trace " | grep overlap")
	if (early())
		warn("times", "do not trust the times of the GPU: work begins before its launch, by up to " spoken(fact["before_launch_us"]), \
			fact["before_launch"] (fact["before_launch"] == 1 ? " event" : " events"), "trace-info " trace " | grep before_launch")
	if (too_long)
		warn("times", "do not trust who waits for whom: the clocks of the ranks differ", \
			"a rank would wait " spoken(longest_wait) " in collectives that take " spoken(longest_in) "; see trace-clock", show_ranks)
	if (gap["lost"] > 0 && gap["lost"] >= limit["least"] / 100 * span)
		warn("lost", sprintf("do not trust busy and idle time: kernels are lost, in gaps that take %.1f %% of the time", \
			100 * gap["lost"] / span), \
			counted("lost") ", " spoken(gap["lost"]) " in total, with launches whose kernels are not in the file", \
			show_gaps)
	missing()
}

# rocprofv3 numbers the kernels of a process: so it is known which are not in the file.
function missing(   all) {
	all = fact["dispatches_missing"] + fact["kernels"]
	if (fact["dispatches_missing"] > 0 && fact["dispatches_missing"] >= limit["least"] / 100 * all)
		warn("lost", "do not trust busy and idle time: " fact["dispatches_missing"] " of " all " kernels are not in the file", \
			"of those between the first and the last, by their dispatch ids", \
			"trace-info " trace " | grep dispatches_missing")
}

function counted(cause) {
	return gaps[cause] (gaps[cause] == 1 ? " gap" : " gaps")
}

# The replay without host work also gains the gaps of causes that are findings of their own.
function leave_out_named(   i, cause, n) {
	n = split("call silent data once compile", cause, " ")
	for (i = 1; i <= n && "launch" in gain; i++)
		if (gap[cause[i]] >= limit["least"] / 100 * span)
			gain["launch"] -= gap[cause[i]] / (gpus ? gpus : 1)
	if (gain["launch"] <= 0)
		delete gain["launch"]
}

function idle_time(   short, sure, why, stacks) {
	sure = host_is_slowed() ? "maybe" : "likely"
	why = host_is_slowed() ? "Python stacks were recorded, which slows the host" : "do less work on the host, or use a graph" \
		(knows_waits() ? "; ranks wait for each other: all have to" : "")
	leave_out_named()
	stacks = host_is_slowed() ? "the Python stacks may show why" : "Python stacks (with_stack) might show why"
	say("launch", gap["launch"], sure, "the GPU waits for launches" (one_gap("launch") == "" ? mostly(gap["launch"]) : one_gap("launch")), \
		counted("launch") "; " why, show_gaps, between(0, by_outliers, gap["launch"]))
	say("sync", gap["sync"], sure, "the host waits for the GPU, and then the GPU for the host" one_gap("sync"), \
		counted("sync") " after calls that synchronise", show_gaps)
	say("call", gap["call"], "likely", "the GPU idles while the host is in a call that waits for it" one_gap("call"), \
		counted("call") " of 100 us and more; for copies, use pinned memory", show_gaps)
	say("silent", gap["silent"], "maybe", "the GPU waits, and no operator or launch is recorded" one_gap("silent"), \
		counted("silent") " of 100 us and more; " stacks, show_gaps, between(0, by_outliers - gap["launch"], gap["silent"]))
	say("data", gap["data"], "likely", "the GPU waits for the next batch of data" one_gap("data"), \
		counted("data") " while DataLoader works; use more workers, or prepare the data beforehand", show_gaps)
	say("once", gap["once"], "likely", "the GPU waits for one-time work: loading code, memory, graphs" one_gap("once"), \
		counted("once") "; warm up before recording", show_gaps)
	say("compile", gap["compile"], "likely", "the GPU waits while torch.compile compiles or captures graphs" one_gap("compile"), \
		counted("compile") "; warm up before recording; new shapes compile again", show_gaps)
	short = between(0, time["micro_idle"], gap["queued"])
	say("gaps", short, "maybe", "short gaps between queued kernels", "use fewer kernels, or a graph", \
		short < time["micro_idle"] ? show_gaps : show_timeline " --micro-idle " micro)
	say("queued", gap["queued"] - short, "maybe", \
		"the GPU idles " micro " us and more at a time while kernels are queued" lone_gap("queued", gap["queued"] - short), \
		"other streams, processes, the profiler or the GPU clock may delay it", show_gaps)
}

# Of the gaps whose causes say little, how much is in repeats that are outliers, if that is
# most of it: then these tell more. No more of their idle time can be in other gaps than
# there is.
function share_with_outliers(   vague) {
	vague = gap["launch"] + gap["silent"]
	by_outliers = vague - time["idle"] + outliers_idle
	if (fact["streams"] != 1 || by_outliers <= vague / 2)
		by_outliers = 0
}

function kernels() {
	say("fusion", could_fuse, "maybe", "consecutive kernels that a compiler could fuse", \
		fusions (fusions == 1 ? " sequence" : " sequences") ", " fused_kernels " kernels in total, in the steps" \
		(fusions > 1 ? sprintf("; the one shown saves most, %s in all", spoken(best_fusion)) : ""), \
		with_phases() " | trace-cycles -q | trace-classify" rows_where("$c[\"cycle\"] == " best_cycle \
		" && $c[\"position\"] >= " best_start " && $c[\"position\"] <= " best_end))
	say("gemm", low_saves, "likely", sprintf("%d matrix products stay below %d %% of the roofline", low_count, limit["roof"]), \
		sprintf("the worst, %.0f %%: %s", low_pct, low_one), \
		"trace-extract -c gpu,host -a 'Input Dims' -a 'Input type' -a 'Concrete Inputs' " trace \
		" | trace-link -q --operators | trace-perf -q --arch " arch \
		rows_where("$c[\"model\"] ~ /mm|linear|matmul|gemm/ && $c[\"roofline_pct\"] != \"\" && $c[\"roofline_pct\"] < " \
		limit["roof"] " && $c[\"gpu_us\"] >= " limit["short"] " * $c[\"gpu_events\"]"))
	repeats(0, "outlier", "sure", "")
	say("outlier", odd_us, odd_sure, odd_says, odd_where (odd > 1 ? "; more such steps: " odd - 1 : ""), \
		with_phases() " | trace-cycles -q --segments" rows_where("$c[\"level\"] == 1 && $c[\"segment\"] != \"repeat\""))
	repeats(1, "warmup", "likely", "; warm up before recording")
	say("drift", drift_us, drift_sure, drift_says, drift_where, with_phases() " | trace-cycles -q --repeats | trace-history -k cycle -v sum_us")
}

# A filter, by the names of columns.
function rows_where(condition) {
	return " | awk -F '\\\\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; print; next } " condition "'"
}

# Cycles are numbered as here only if the engine's annotations tell their phases here, too.
function with_phases() {
	return "trace-extract " (annotated ? "-c gpu,host " trace " | trace-link -q | trace-phase -q -m annotation" : trace)
}

# The phase that takes most of the trace, if the trace has two: the time of its outermost
# cycles on one stream.
function phases(   k, of, count, spent, most) {
	for (k in phase)
		if ((k in step) && phase[k] ~ /^(prefill|decode|mixed)$/) {
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
	warn("phase", sprintf("%s takes %.0f %% of the time, idle time included", k, 100 * spent[most] / span), \
		"savings elsewhere shorten only the rest", "trace-report " trace)
}

# Warns of unknown or disturbed times, which keep rules from being asked.
function unknown() {
	if (gap["unknown"] > 0 && gap["unknown"] >= limit["least"] / 100 * span)
		warn("unknown", sprintf("the GPU idles %.1f %% of the time for unknown reasons", 100 * gap["unknown"] / span), \
			"the launches of the events after these gaps are not known", show_gaps)
	if (overhead > 0 && overhead >= limit["least"] / 100 * span)
		warn("profiler", "the profiler itself took " spoken(overhead), "part of the idle time may be profiler overhead", \
			"trace-extract -c overhead " trace " | trace-stats -k name")
	if (savings && replay_error != "" && base == "" && !apart())
		warn("replay", "what a change gains is unknown: " (unseen >= limit["dominates"] ? \
			sprintf("nobody knows what bounds %.1f %% of the time", unseen) : kept >= limit["dominates"] ? \
			sprintf("a replay keeps %.1f %% of the time, whatever changes", kept) : \
			sprintf("a replay of the trace is %.1f %% off", replay_error)), \
			"the trace does not show all that its streams wait for", \
			"trace-extract -c gpu,calls,cuda_sync " trace " | trace-critical -l -k ph")
}

END {
	span = time["total"]
	show_gaps = "trace-extract -c gpu,calls" (noted ? ",overhead " : " ") trace " | trace-link -q --gaps gaps.tsv >/dev/null; cat gaps.tsv"
	show_timeline = "trace-extract -c gpu " trace " | trace-busy"
	show_ranks = "trace-extract --collectives -H" files " | trace-collectives -q --by rank"
	share_with_outliers()
	doubts()
	idle_time()
	turns()
	transfers()
	kernels()
	unknown()
	if (!said)
		warn("nothing", sprintf("no rule finds a gain: the GPU is busy %.1f %% of the time", \
			span > 0 ? 100 * time["busy"] / span : 0), sprintf("each rule finds less than %s %% of it", limit["least"]) \
			(rated ? "" : "; no GEMM was checked: no shapes (record_shapes=True)"), \
			"trace-report " trace)
	phases()
	print "rule", "saves_us", "saves_pct", "sure", "advice", "detail", "evidence", "gains_us", "of_us", "replay_error_pct", "per"
	for (i = 1; i <= rows; i++)
		print row[i]
}
