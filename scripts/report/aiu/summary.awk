# summary.awk freq=MHZ RATES SUMS CYCLES: the summary of kernels as acelyzer
# prints it, of tables of trace-stats by rank and name: of durations, and of
# cycles, which have no rounding where the rate is known.

FNR == 1 { next }
file == 1 { rate[$1] = freq != "" ? freq : $6 }
file > 1 {
	unit = file == 2 ? "_us" : ""
	by = file == 2 ? 1 : rate[$c["rank"]]
	if (!(by > 0))
		next
	k = $c["rank"] SUBSEP $c["general"]
	if (!(k in calls))
		order[++n] = k
	calls[k] = $c["count"]
	sum[k] = $c["sum" unit] / by
	text[k] = sprintf(" %8.3f\t %8.3f\t %8.3f\t %8.3f\t %8.3f", $c["mean" unit] / by, $c["median" unit] / by, \
		$c["min" unit] / by, $c["max" unit] / by, $c["stddev" unit] / by)
}
END {
	print "Time  \t Total Time\t Calls\t    Mean  \t  Median  \t    Min    \t   Max   \t   StDev  \t  pid\t Name "
	for (i = 1; i <= n; i++) {
		split(order[i], half, SUBSEP)
		total[half[1]] += sum[order[i]]
	}
	for (i = 1; i <= n; i++) {
		k = order[i]
		split(k, half, SUBSEP)
		all = total[half[1]]
		printf "%5.2f\t  %9.3f\t %5d\t%s\t %4s\t %s\n", (all > 0 ? 100 * sum[k] / all : 0), sum[k], calls[k], \
			text[k], half[1], half[2]
	}
}
