# slower.awk: why one trace is slower than another, from the thresholds and the page that
# trace-align --summary makes, and the names of its changes as people read them; to put
# behind table.awk and spoken.awk. The first row is the answer, the others are what costs
# time in B, of each repeat of the step.
BEGIN {
	print "rule", "saves_us", "saves_pct", "sure", "advice", "detail", "evidence"
}
FNR == 1 && file < 3 { next }
file == 1 { limit[$c["what"]] = $c["value"] }
file == 2 && $c["section"] == "result" { split($c["what"], result, /; |[.]$/) }
file == 2 && $c["section"] == "time" && $c["what"] == "kernels" { kernels = $c["a_us"] }
file == 2 && $c["section"] == "time" && $c["what"] == "idle" {
	idle = $c["delta_us"]
	idle_a = $c["a_us"]
	idle_b = $c["b_us"]
}
file == 2 && $c["section"] == "change" {
	change[++changes] = $c["what"]
	cost[changes] = $c["delta_us"]
	times[changes] = $c["times"]
	verdict[changes] = $c["verdict"]
}
# The header and a line below it come first.
file == 3 && FNR > 2 { name[FNR - 2] = $0 }

# The share of a repeat of A, which is its kernels and what its GPU idles.
function share(us) {
	return kernels + idle_a > 0 ? sprintf("%.1f", 100 * us / (kernels + idle_a)) : ""
}
END {
	report = "trace-compare-report -t " a " " b
	print "result", "", "", "", (phase == "unknown" ? "outermost cycle" : phase " step") ": " result[1], result[2], report
	for (i = 1; i <= changes; i++)
		if (verdict[i] == "slower" && change[i] !~ /^(all else|sum)$/)
			print "slower", cost[i], share(cost[i]), "likely", change[i], (times[i] == 1 ? "" : times[i] " times: ") name[i], report
	if (idle >= limit["least"] / 100 * (kernels + idle_a))
		print "idle", idle, share(idle), "maybe", "the GPU idles longer in each repeat", \
			spoken(idle_b) ", not " spoken(idle_a) "; one run does not tell", report
}
