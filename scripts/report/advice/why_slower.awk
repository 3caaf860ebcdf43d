# why_slower.awk: why one trace is slower than another, from the thresholds, the page that
# trace-align --summary makes, the names of its changes as people read them, what fills the
# gaps between kernels (gap_contents.awk) as trace-compare judges it, the repeats of both steps that
# are outliers, and the matrix products of both steps with their FLOPs, if the work is unequal; to
# put behind table.awk and spoken_time.awk.
# The first row is the answer, the others are what costs time in B, of each repeat of the step.
BEGIN {
	print "rule", "saves_us", "saves_pct", "sure", "advice", "detail", "evidence"
}
FNR == 1 && file < 3 { next }
file == 1 { limit[$c["what"]] = $c["value"] }
file == 2 && $c["section"] == "result" {
	pair = answer = $c["what"]
	sub(/: .*/, "", pair)
	answer = substr(answer, length(pair) + 3)
	sub(/[.]$/, "", answer)
}
# Notes that put the comparison itself in question stand beside the answer.
file == 2 && $c["section"] == "note" && $c["what"] ~ /^Unequal work: |is it the same model[?]$/ {
	sub(/[.]$/, "", $c["what"])
	pair = pair "; " ($c["what"] ~ / applies / ? $c["what"] : tolower(substr($c["what"], 1, 1)) substr($c["what"], 2)) # or a name
}
file == 2 && $c["section"] == "compared" { reps[substr($c["what"], 1, 1)] = $c["reps"] }
file == 2 && $c["section"] == "time" && $c["what"] == "kernels" {
	kernels = $c["a_us"]
	more_kernels = $c["delta_us"]
}
file == 2 && $c["section"] == "time" && $c["what"] == "idle" {
	idle_total = $c["a_us"]
	more_idle = $c["delta_us"]
	certain["idle"] = $c["verdict"] == "slower"
}
file == 2 && $c["section"] == "change" {
	change[++changes] = $c["what"]
	cost[changes] = $c["delta_us"]
	times[changes] = $c["times"]
	verdict[changes] = $c["verdict"]
}
# The header and a line below it come first.
file == 3 && FNR > 2 { name[FNR - 2] = $0 }

file == 4 && FNR > 1 && $c["status"] == "slower" {
	longer[$c["filling"]] = $c["delta_mean_us"]
	of_a[$c["filling"]] = $c["a_mean_us"]
	of_b[$c["filling"]] = $c["b_mean_us"]
}

# The greatest of a side comes first.
(file == 5 || file == 6) && FNR > 1 {
	if (!outliers[file]++)
		worst = "repeat " $c["rep"] " takes " spoken($c["time_us"]) ", not " spoken($c["median_us"])
	over[file] += $c["over_us"]
}

# Reductions of a product's parts have its shapes, not its work.
file > 6 && FNR > 1 && $c["flops"] > 0 {
	products[file - 6] += $c["mean_us"]
	flops[file - 6] += $c["family"] == "gemm_reduce" ? 0 : $c["flops"]
}

# How much more time B's matrix products take for their work; nothing if it is not known.
function per_flop(   work, time, each) {
	if (!(flops[1] > 0 && flops[2] > 0 && products[1] > 0 && products[2] > 0))
		return ""
	work = flops[2] / flops[1]
	time = products[2] / products[1]
	each = time / work
	return "; B's GEMMs do " ratio(work) " times the work in " ratio(time) " times the time: " \
		(100 * (each < 1 ? 1 - each : each - 1) < limit["least"] ? "as much time per FLOP" : each < 1 ? ratio(1 / each) " times less time per FLOP" : \
		ratio(each) " times the time per FLOP")
}

# Two digits, near 1 three, or those of a whole number.
function ratio(x) {
	return x > 0.9 && x < 1.1 ? sprintf("%.2f", x) : x < 10 ? sprintf("%.2g", x) : sprintf("%.0f", x)
}

# The share of a repeat of A, which is its kernels and what its GPU idles.
function share(us) {
	return kernels + idle_total > 0 ? sprintf("%.1f", 100 * us / (kernels + idle_total)) : ""
}
END {
	report = "trace-compare-report -t" choice " " a " " b
	if (more_kernels > limit["least"] / 100 * kernels && more_idle < -more_kernels / 2)
		hidden = "; shorter gaps take up most of it"
	print "result", "", "", "", pair per_flop(), answer, report
	for (i = 1; i <= changes; i++)
		if ((verdict[i] == "slower" || (verdict[i] == "one run: not tested" && costly(cost[i]))) && change[i] !~ /^(all else|sum)$/)
			print "slower", cost[i], share(cost[i]), (verdict[i] == "slower" ? "likely" : "maybe"), change[i], (times[i] == 1 ? "" : times[i] " times" (name[i] == "" ? "" : ": ")) name[i] hidden, report
	filled("copies", "copies run between its kernels")
	filled("streams", "other streams run while its own stream waits")
	filled("idle", "the GPU idles longer" (reps["B"] > 1 ? " in each repeat" : ""))
	tell_outliers()
}

# Is it worth a finding that is not sure?
function costly(us) {
	return us >= limit["least"] / 100 * (kernels + idle_total)
}

# Says what fills the gaps between kernels, if it and the gaps take longer by more than chance,
# and costs enough: no more than the gaps grow, as it may only be there when the GPU idled.
function filled(rule, text,   cost) {
	if (!(rule in longer) || !("gaps" in longer))
		return
	cost = longer[rule] < longer["gaps"] ? longer[rule] : longer["gaps"]
	if (costly(cost))
		print rule, cost, share(cost), (certain[rule] ? "likely" : "maybe"), text, \
			spoken(of_b[rule]) ", not " spoken(of_a[rule]) (certain[rule] ? "" : "; one run cannot tell"), report
}

# A few repeats that take far longer lengthen the mean of all, and hide by their spread what fills
# the gaps of these.
function tell_outliers(   cost) {
	if (!outliers[6])
		return
	cost = over[6] / reps["B"] - (outliers[5] ? over[5] / reps["A"] : 0)
	if (costly(cost))
		print "outliers", sprintf("%.3f", cost), share(cost), "maybe", \
			outliers[6] " of " reps["B"] " repeats " (outliers[6] == 1 ? "takes" : "take") " far longer than the others, not " \
			outliers[5] + 0 " of " reps["A"], worst "; one run cannot tell", report
}
