# classic.awk first=LABEL second=LABEL ratio=total|mean kind=operation|layer TABLE: a table of
# trace-compare in the words of the classic comparison, whose differences and ratios are the
# first trace against the second: gap_ms is trace1 - trace2, ratio trace1 / trace2, and
# slower means that the first is. Times in ms are thousandths of exact microseconds.

function ms(text) {
	return text == "" ? 0 : text / 1000
}
BEGIN {
	n = split("only_a trace1_only only_b trace2_only same similar faster slower slower faster", word, " ")
	for (i = 1; i < n; i += 2)
		says[word[i]] = word[i + 1]
}
FNR == 1 {
	if (kind == "layer")
		print "layer", "trace1_kernels", "trace2_kernels", "trace1_total_ms", "trace2_total_ms", "ratio", "gap_ms", "status", "in_both"
	else
		print "operation", "trace1_count", "trace2_count", "trace1_avg_us", "trace2_avg_us", "trace1_total_ms", "trace2_total_ms", \
			"ratio", "gap_ms", "status", "trace1_kernel", "trace2_kernel", "trace1_cpu_op", "trace2_cpu_op"
	next
}
kind == "layer" || $c["status"] != "" { # the totals have none
	x = $c[first "_" (ratio == "mean" ? "mean_us" : "total_us")]
	y = $c[second "_" (ratio == "mean" ? "mean_us" : "total_us")]
	quotient = x == "" || y == "" ? 0 : y + 0 ? x / y : 1
	status = $c["status"]
	counts = $c[first "_count"] + 0 OFS $c[second "_count"] + 0
	totals = ms($c[first "_total_us"]) OFS ms($c[second "_total_us"]) OFS quotient OFS (-$c["delta_total_us"] / 1000) OFS \
		(status in says ? says[status] : status)
	if (kind == "layer")
		print $c["phase"] " " $c["layer"], counts, totals, (status ~ /^only/ ? "false" : "true")
	else
		print $c["operation"], counts, $c[first "_mean_us"], $c[second "_mean_us"], totals, \
			$c[first "_kernel"], $c[second "_kernel"], $c[first "_cpu_op"], $c[second "_cpu_op"]
}
