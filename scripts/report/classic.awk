# classic.awk ratio=total|mean kind=operation|layer TABLE: a table of trace-compare in
# the words of the classic comparison, whose differences and ratios are the first
# trace against the second: gap_ms is trace1 - trace2, ratio trace1 / trace2, and
# slower means that the first is. Times in ms are thousandths of exact microseconds.

function ms(text) {
	return text == "" ? 0 : text / 1000
}
FNR == 1 {
	for (i = 1; i <= NF; i++)
		if ($i ~ /_total_us$/ && $i !~ /^delta/ && !second) {
			if (first)
				second = substr($i, 1, length($i) - 9)
			else
				first = substr($i, 1, length($i) - 9)
		}
	if (kind == "layer")
		print "layer", "trace1_kernels", "trace2_kernels", "trace1_total_ms", "trace2_total_ms", "ratio", "gap_ms", "status", "in_both"
	else
		print "operation", "trace1_count", "trace2_count", "trace1_avg_us", "trace2_avg_us", "trace1_total_ms", "trace2_total_ms", \
			"ratio", "gap_ms", "status", "trace1_kernel", "trace2_kernel", "trace1_cpu_op", "trace2_cpu_op"
	next
}
kind != "layer" && $c["status"] == "" {
	next # the totals
}
{
	x = $c[first "_" (ratio == "mean" ? "mean_us" : "total_us")]
	y = $c[second "_" (ratio == "mean" ? "mean_us" : "total_us")]
	quotient = x == "" || y == "" ? 0 : y + 0 ? x / y : 1
	status = $c["status"]
	both = status !~ /^only/
	if (status == "only_a")
		status = "trace1_only"
	else if (status == "only_b")
		status = "trace2_only"
	else if (status == "same")
		status = "similar"
	else if (status == "faster")
		status = "slower"
	else if (status == "slower")
		status = "faster"
	gap = -$c["delta_total_us"] / 1000
	if (kind == "layer")
		print $c["phase"] " " $c["layer"], $c[first "_count"] + 0, $c[second "_count"] + 0, ms($c[first "_total_us"]), \
			ms($c[second "_total_us"]), quotient, gap, status, both ? "true" : "false"
	else
		print $c["operation"], $c[first "_count"] + 0, $c[second "_count"] + 0, $c[first "_mean_us"], $c[second "_mean_us"], \
			ms($c[first "_total_us"]), ms($c[second "_total_us"]), quotient, gap, status, \
			$c[first "_kernel"], $c[second "_kernel"], $c[first "_cpu_op"], $c[second "_cpu_op"]
}
