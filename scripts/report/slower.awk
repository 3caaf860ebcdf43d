# slower.awk: why one trace is slower than another, from the thresholds and the page that
# trace-align --summary makes; to put behind table.awk. The first row is the answer, the
# others are what costs time in B, of each repeat of the step.
BEGIN {
	print "rule", "saves_us", "saves_pct", "sure", "advice", "detail", "evidence"
}
FNR == 1 { next }
file == 1 { limit[$c["what"]] = $c["value"] }
file == 2 && $c["section"] == "time" && $c["what"] == "kernels" {
	kernels = $c["a_us"]
	delta = $c["delta_pct"]
	verdict = $c["verdict"]
}
file == 2 && $c["section"] == "time" && $c["what"] == "idle" {
	idle = $c["delta_us"]
	idle_a = $c["a_us"]
	idle_b = $c["b_us"]
}
file == 2 && $c["section"] == "change" && $c["what"] !~ /^(all else|sum)$/ && $c["verdict"] == "slower" {
	n++
	change[n] = $c["what"]
	cost[n] = $c["delta_us"]
	times[n] = $c["times"]
	name[n] = $c["name"]
}
function share(us) {
	return kernels > 0 ? sprintf("%.1f", 100 * us / kernels) : ""
}
END {
	report = "trace-compare-report -t " a " " b
	step = (phase == "unknown" ? "outermost cycle" : phase " step")
	if (verdict == "slower")
		answer = sprintf("B is slower: the kernels of its %s take %.1f %% more time than those of A", step, delta)
	else if (verdict == "faster")
		answer = sprintf("B is faster: the kernels of its %s take %.1f %% less time than those of A", step, -delta)
	else if (verdict == "same")
		answer = sprintf("no difference: the kernels of the %s take as long in B as in A", step)
	else
		answer = sprintf("unknown which is slower: the kernels of the %s differ by %.1f %%, which is not judged", step, delta)
	print "result", "", "", "", answer, "", report
	for (i = 1; i <= n; i++)
		print "slower", cost[i], share(cost[i]), "likely", change[i], times[i] " times: " name[i], report
	if (idle >= limit["least"] / 100 * (kernels + idle_a))
		print "idle", idle, share(idle), "maybe", "the GPU idles longer in each repeat", \
			sprintf("%.1f us, not %.1f us; one run does not tell", idle_b, idle_a), report
}
