# screen.awk width=COLUMNS: one screen, from the tables that screen.sh makes; to put behind
# table.awk, spoken_time.awk and screen_text.awk, and before drawing.awk, caveats.awk and
# overview_page.awk. Nothing is said that these do not carry. It is laid
# out for 100 columns: in fewer there is less room for names, and what is too long for a line
# goes on below; in more there is as much as the names need. With color=1 kinds of work have
# the colours of the palette. With overview=1 it is a page in sections instead: the same in
# ten seconds, the first sheet of what is sent around.
BEGIN {
	ROWS = 10
	DIFFER = 1
	split("palette facts timeline gpus cycles named phases classes summed shown advice bounds", table, " ")
	split("\342\226\217 \342\226\216 \342\226\215 \342\226\214 \342\226\213 " \
		"\342\226\212 \342\226\211", eighth, " ")
	whole = "\342\226\210"
}
FNR == 1 && table[file] != "shown" { next }

table[file] == "palette" {
	group[$c["label"]] = $c["group"]
	if ($c["rgb"] != "")
		sgr[$c["group"]] = "38;5;" cube($c["rgb"])
}
table[file] == "facts" { fact[$c["key"]] = $c["value"] }
table[file] == "timeline" {
	time[$c["kind"]] = $c["time_us"]
	share[$c["kind"]] = $c["pct"]
}
table[file] == "gpus" {
	if ($c["kind"] == "computation") {
		device[++devices] = gpu_here()
		if ("rank" in c && !seen_rank[$c["rank"]]++)
			ranks++
	}
	gpu_time[gpu_here(), $c["kind"]] = $c["time_us"]
}
table[file] == "cycles" {
	id[++cycles] = $c["cycle"]
	if ($c["step"] == "main")
		step = $c["cycle"]
	level[$c["cycle"]] = $c["level"]
	parent[$c["cycle"]] = $c["parent"]
	reps[$c["cycle"]] = $c["reps"]
	len[$c["cycle"]] = $c["length"]
	coverage[$c["cycle"]] = $c["coverage_pct"]
	period[$c["cycle"]] = $c["median_period_us"]
	period_min[$c["cycle"]] = $c["min_period_us"]
	period_max[$c["cycle"]] = $c["max_period_us"]
	sum[$c["cycle"]] = $c["sum_us"]
	busy[$c["cycle"]] = $c["busy_us"]
	idle[$c["cycle"]] = $c["idle_us"]
	on_gpu[$c["cycle"]] = gpu_here()
	apart = apart || gpu_here() != on_gpu[id[1]]
}
table[file] == "named" {
	what[$c["cycle"]] = $c["what"]
	if ($c["phase"] == "unknown" && $c["phase_reason"] !~ /^(not on|holds|inside|all its|training)/)
		reason[$c["cycle"]] = $c["phase_reason"]
}
table[file] == "phases" {
	phase[++phases] = $c["phase"]
	phase_pct[phases] = $c["pct"]
}
table[file] == "classes" {
	class[++classes] = $c["category"] == "" ? "unclassified" : $c["category"]
	class_us[classes] = $c["sum_us"]
	class_pct[classes] = $c["pct"]
}
table[file] == "summed" && tops < ROWS {
	top_class[++tops] = $c["category"] == "" ? "unclassified" : $c["category"]
	whole_name[tops] = $c["name"]
	top_count[tops] = $c["count"]
	top_us[tops] = $c["sum_us"]
	top_min[tops] = $c["min_us"]
	top_max[tops] = $c["max_us"]
}
# The header and a line below it come first.
table[file] == "shown" && FNR > 2 && $0 != "" {
	top_name[FNR - 2] = $0
	alike[$0]++
}

table[file] == "advice" && findings < 3 {
	findings++
	lost = lost || $c["rule"] == "lost"
	finding[findings] = $c["advice"]
	detail[findings] = $c["detail"]
	worth_of[findings] = worth("about", $c["saves_us"], $c["saves_pct"], $c["sure"], $c["gains_us"], $c["of_us"], \
		$c["replay_error_pct"], $c["per"])
}
table[file] == "bounds" && $c["pct"] + 0 >= 1 && bounds++ < 3 {
	# The host runs ahead, and a stream may wait for another one, while the GPU works.
	if ($c["bound"] ~ /^(host|queue)$/)
		may_be_busy += $c["pct"]
	bounded = bounded (bounds > 1 ? ", " : "") $c["bound"] " " percent($c["pct"])
}

# Engine, GPUs, rank and backend as the file tells them, else unknown.
function where(   gpu, i, text, kinds, seen) {
	for (i = 0; ("gpu." i) in fact; i++)
		if (fact["gpu." i] != "" && !(fact["gpu." i] in seen)) {
			seen[fact["gpu." i]]
			gpu = gpu (kinds++ ? ", " : "") fact["gpu." i]
		}
	text = "engine " (fact["engine"] == "" ? "unknown" : fact["engine"])
	text = text "; GPU " (gpu == "" ? "unknown" : gpu)
	if (fact["ranks"] > 1)
		text = text "; " fact["ranks"] " ranks" (fact["world_size"] == "" ? "" : " of " fact["world_size"])
	else if (fact["rank"] != "")
		text = text "; rank " fact["rank"] (fact["world_size"] == "" ? "" : " of " fact["world_size"])
	return text (fact["backend"] == "" ? "" : " (" fact["backend"] ")")
}

# Why the greatest cycle of those with an unknown phase has it; what is said of others tells
# nothing.
function why_unknown(   i, k, most, why) {
	for (i = 1; i <= cycles; i++) {
		k = id[i]
		if ((k in reason) && coverage[k] + 0 > most) {
			most = coverage[k] + 0
			why = reason[k]
		}
	}
	sub(/^under /, "what repeats takes under ", why)
	sub(/^no evidence: /, "no kernel tells prefill, decode or training; ", why)
	return cycles ? why : "no step repeats"
}

# The phases as shares of the kernel time.
function phase_shares(   i, text, why) {
	if (phases == 1 && phase[1] == "training")
		return "phase: training (kernels of a backward pass or an optimizer)"
	why = phase[phases] == "unknown" ? why_unknown() : ""
	if (phases == 0 || phase[1] == "unknown")
		return "phase unknown" (why == "" ? "" : ": " why)
	for (i = 1; i <= phases; i++)
		text = text (i > 1 ? ", " : "") phase[i] " " percent(phase_pct[i])
	return "phase: " text " of the kernel time" (phase_pct[phases] >= 10 && why != "" ? " (unknown: " why ")" : "")
}

function state_of_file() {
	if (fact["damage"] != "" || fact["events_lost"] + 0 > 0)
		return "DAMAGED" (fact["events_lost"] + 0 ? ": at least " plural(fact["events_lost"], "event") " lost" : "")
	return lost ? "INCOMPLETE: kernels are lost" : "complete, no events lost"
}

function extent() {
	return plural(fact["kernels"], "kernel") " in " spoken(fact["gpu_span_us"]) " on " \
		plural(devices > fact["devices"] ? devices : fact["devices"], "GPU") ", " plural(fact["streams"], "stream")
}

function head(   state, edge) {
	state = state_of_file()
	edge = width < 100 ? width : 100
	print heading(left(cut_to(title, edge - 2 - length(state)), edge - length(state))) \
		paint(state, state ~ /^[A-Z]/ ? 31 : 32)
	print_folded("", where(), width)
	print extent()
	print_folded("", phase_shares(), width)
	if (bounded != "" && bounded !~ /^unknown 100/)
		print_folded("", "critical path: " bounded \
			(may_be_busy >= share["idle"] + 1 ? " (GPU idle " percent(share["idle"]) ")" : ""), width)
}

# A row of the time of the GPU, with a bar or a text.
function row(name, kind, text) {
	print left("  " name, 7) right(percent(share[kind]), 7) "  " left(text, 50) right(spoken(mean(time[kind])), 11)
}

function total() {
	print ""
	row("busy", "busy", bar(share["busy"], 100, 50))
	if (time["exposed_comm"] > 0)
		row("", "exposed_comm", "exposed communication")
	if (time["exposed_copy"] > 0)
		row("", "exposed_copy", "exposed copies")
	print "  idle " right(percent(share["idle"]), 7) "  " \
		left("gaps >= " micro " us: " spoken(mean(time["macro_idle"])) ", shorter gaps: " spoken(mean(time["micro_idle"])), 50) \
		right(spoken(mean(time["idle"])), 11)
	if (devices > 1)
		each_gpu()
}

# Times of several GPUs are added up.
function mean(us) {
	return us / (devices ? devices : 1)
}

# The share of a kind in the time of a GPU: that of its rank if there are several, else from
# the first event of all GPUs to the last.
function gpu_share(i, kind,   whole) {
	whole = ranks > 1 ? gpu_time[device[i], "total"] : mean(time["total"])
	return whole > 0 ? 100 * gpu_time[device[i], kind] / whole : 0
}

# How far a kind is from GPU to GPU, as a text; `differ` grows with the range.
function gpu_range(kind,   i, value, least, most) {
	for (i = 1; i <= devices; i++) {
		value = gpu_share(i, kind)
		if (i == 1 || value < least)
			least = value
		if (i == 1 || value > most)
			most = value
	}
	if (most - least > differ)
		differ = most - least
	least = percent(least)
	most = percent(most)
	return least == most ? most : (least ~ /^</ ? least : substr(least, 1, length(least) - 2)) " to " most
}

# As people call it; rocprofv3 calls it an agent. Of ranks with one GPU each the rank is enough.
function gpu_name(device) {
	if (ranks == devices && sub(/^.* of rank /, "rank ", device))
		return device
	return (device ~ /^Agent / ? "" : "GPU ") device
}
function gpu_here() {
	return $c["device"] ("rank" in c && $c["rank"] != "" ? " of rank " $c["rank"] : "")
}

# One line for each GPU where they differ by a percent of the time.
function each_gpu(   i, kind, n, name, text, longest) {
	n = split("busy exposed_comm exposed_copy", kind, " ")
	split("busy|exposed communication|exposed copies", name, "|")
	text = "means of " devices " GPUs"
	for (i = 1; i <= n; i++)
		if (i == 1 || time[kind[i]] > 0)
			text = text "; " name[i] " " gpu_range(kind[i])
	print_folded("  ", text, width)
	longest = 7
	for (i = 1; i <= devices; i++)
		if (length(gpu_name(device[i])) > longest)
			longest = length(gpu_name(device[i]))
	for (i = 1; i <= devices && differ >= DIFFER; i++)
		print "  " left(gpu_name(device[i]), longest) right(percent(gpu_share(i, "busy")), 7) "  " \
			left(bar(gpu_share(i, "busy"), 100, 24), 24) \
			(time["exposed_comm"] > 0 ? right(percent(gpu_share(i, "exposed_comm")), 9) " communication" : "") \
			(time["exposed_copy"] > 0 ? right(percent(gpu_share(i, "exposed_copy")), 9) " copies" : "")
}

# The share of the time of repeats in which their stream idles; others may work then.
function waiting(k) {
	return busy[k] + idle[k] > 0 && len[k] > 1 ? sprintf("%.0f %%", 100 * idle[k] / (busy[k] + idle[k])) : ""
}

# The lines of what a cycle is, whose number stands before it; without the commas if there
# is no room for them.
function name_of(k, size, part,   text) {
	text = what[k]
	sub(/^cycle [0-9]+: /, "", text)
	if (length(text) > size)
		gsub(/, /, " ", text)
	return fold(text, size, part)
}

# From the shortest to the longest, in the unit of the period.
function period_range(k) {
	return period[k] == "" ? "" : spoken_like(period[k], period_min[k]) "-" spoken_like(period[k], period_max[k])
}

# Prints a cycle and what is inside it, if it is among those to show.
function branch(k,   i, n, indent, part) {
	indent = 4 + 2 * level[k]
	n = name_of(k, room - 1 - indent, part)
	printf "%4s%" indent - 4 "s%s%s%s%s%s%s%s\n", k, "", left(part[1], room - indent), \
		right(grouped(reps[k]), 8), right(grouped(len[k]), 8), \
		right(period[k] == "" ? "" : spoken(period[k]), 10), \
		ranged ? right(period_range(k), 13) : "", \
		right(percent(coverage[k]), 8), right(waiting(k), 7)
	for (i = 2; i <= n; i++)
		print left("", indent + 2) part[i]
	for (i = 1; i <= cycles; i++)
		if (parent[id[i]] == k && (id[i] in chosen))
			branch(id[i])
}

# Chooses the cycles with most time, each with those that hold it.
function choose(   i, k, best, count, up) {
	while (count < ROWS) {
		best = ""
		for (i = 1; i <= cycles; i++) {
			k = id[i]
			if (!(k in chosen) && (best == "" || sum[k] + 0 > sum[best] + 0))
				best = k
		}
		if (best == "")
			break
		for (up = best; up != "" && !(up in chosen); up = parent[up]) {
			chosen[up]
			count++
		}
	}
	return cycles - count
}

# Columns for names of which the longest needs that many, if the other ones need `others`.
function room_for(longest, others,   least) {
	least = (width < 100 ? width : 100) - others
	if (longest > width - others)
		return width - others
	return longest > least ? longest : least
}

function repeats(   i, rest, longest, gpu) {
	print ""
	if (cycles == 0) {
		print heading("What repeats") ": nothing beyond chance"
		return
	}
	rest = choose()
	for (i = 1; i <= cycles; i++)
		if ((id[i] in chosen) && 4 + 2 * level[id[i]] + columns(what[id[i]]) >= longest)
			longest = 4 + 2 * level[id[i]] + columns(what[id[i]]) + 1
	ranged = longest + 54 <= width
	room = room_for(longest, ranged ? 54 : 41)
	print heading(left("What repeats, by cycle number", room)) right("repeats", 8) right("kernels", 8) \
		right("period", 10) (ranged ? right("range", 13) : "") right("share", 8) right("idle", 7)
	for (i = 1; i <= cycles; i++)
		if (level[id[i]] == 1 && (id[i] in chosen)) {
			if (apart && on_gpu[id[i]] != gpu)
				print "  " gpu_name(gpu = on_gpu[id[i]])
			branch(id[i])
		}
	if (rest > 0)
		print "  ... " rest " more"
	if (fact["streams"] > 1)
		print "  (idle: on the cycle's own stream; other streams may be busy)"
}

# Bars use what a wide screen has.
function work(   i, rest, rest_pct, size) {
	size = width > 100 ? width - 76 : 24
	print ""
	print heading("Where the time goes") " (overlapping kernels and copies each count in full)"
	for (i = 1; i <= classes && i <= ROWS; i++)
		print "  " left(class[i], 18) right(percent(class_pct[i]), 7) "  " \
			paint_work(bar(class_us[i], class_us[1], size), class[i]) right(spoken(class_us[i]), 11)
	for (; i <= classes; i++) {
		rest++
		rest_pct += class_pct[i]
	}
	if (rest)
		print "  ... " rest " more, " percent(rest_pct)
}

# From the shortest to the longest, in whole microseconds from 10 on.
function range(least, most) {
	least = of_range(least)
	most = of_range(most)
	return least == most ? least : least "-" most
}
function of_range(us) {
	return us >= 9.95 ? grouped(us) : sprintf("%.1f", us)
}

# How long a beginning two texts have in common.
function common(a, b,   n) {
	while (n < length(a) && substr(a, n + 1, 1) == substr(b, n + 1, 1))
		n++
	return n + 0
}

# Names that look the same without their middles lose what they have in common instead: words
# at the beginning, and the end.
function tell_apart(   i, j, n, start, rest, count) {
	for (i = 1; i <= tops; i++) {
		n = length(whole_name[i])
		for (j = 1; j <= tops; j++)
			if (j != i && top_name[j] == top_name[i] && common(whole_name[i], whole_name[j]) < n)
				n = common(whole_name[i], whole_name[j])
		start = substr(whole_name[i], 1, n)
		sub(/[^_]*$/, "", start)
		rest[i] = cut_to(substr(whole_name[i], length(start) + 1), width - 58)
		count[rest[i]]++
	}
	for (i = 1; i <= tops; i++)
		if (alike[top_name[i]] > 1 && count[rest[i]] == 1)
			top_name[i] = rest[i]
}

function costliest(   i, longest, widest, far) {
	far = 12
	for (i = 1; i <= tops; i++) {
		if (length(range(top_min[i], top_max[i])) >= far)
			far = length(range(top_min[i], top_max[i])) + 1
		if (columns(top_name[i]) > longest)
			longest = columns(top_name[i])
		if (length(top_class[i]) > widest)
			widest = length(top_class[i])
	}
	room = room_for(longest, 29 + far + widest)
	print ""
	print heading(left("Most expensive kernels", room + widest + 4)) right("calls", 7) right("total", 9) \
		right("mean", 9) right("range, us", far)
	for (i = 1; i <= tops; i++)
		print "  " left(cut_to(top_name[i] == "" ? "?" : top_name[i], room), room + 1) \
			paint_work(left(top_class[i], widest + 1), top_class[i]) right(grouped(top_count[i]), 7) \
			right(spoken(top_us[i]), 9) right(spoken(top_us[i] / top_count[i]), 9) \
			right(range(top_min[i], top_max[i]), far)
}

function gains(   i) {
	print "\n" heading("What could be gained") " (see trace-advise)"
	for (i = 1; i <= findings; i++)
		print_folded("  ", gain(i), width)
}
function gain(i) {
	return worth_of[i] (worth_of[i] == "" ? "" : ": ") finding[i]
}

END {
	tell_apart()
	trust()
	if (overview) {
		tell_all()
		exit
	}
	head()
	total()
	repeats()
	work()
	costliest()
	gains()
	caveats()
}
