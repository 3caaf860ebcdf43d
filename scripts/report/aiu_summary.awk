# aiu_summary.awk freq=MHZ RATES SUMS CYCLES: the summary of kernels as acelyzer
# prints it, of tables of trace-stats by rank and name: of durations, and of
# cycles, which have no rounding where the rate is known.

FNR == 1 {
	file++
	for (i = 1; i <= NF; i++)
		c[$i] = i
	next
}
file == 1 {
	rate[$1] = freq != "" ? freq : $6
	next
}
{
	unit = file == 2 ? "_us" : ""
	by = file == 2 ? 1 : rate[$c["rank"]]
	if (!(by > 0))
		next
	key = $c["rank"] SUBSEP $c["general"]
	if (!(key in calls))
		order[++n] = key
	calls[key] = $c["count"]
	sum[key] = $c["sum" unit] / by
	text[key] = sprintf(" %8.3f\t %8.3f\t %8.3f\t %8.3f\t %8.3f", $c["mean" unit] / by, $c["median" unit] / by, \
		$c["min" unit] / by, $c["max" unit] / by, $c["stddev" unit] / by)
}
END {
	print "Time  \t Total Time\t Calls\t    Mean  \t  Median  \t    Min    \t   Max   \t   StDev  \t  pid\t Name "
	for (i = 1; i <= n; i++) {
		split(order[i], half, SUBSEP)
		total[half[1]] += sum[order[i]]
	}
	for (i = 1; i <= n; i++) {
		key = order[i]
		split(key, half, SUBSEP)
		all = total[half[1]]
		printf "%5.2f\t  %9.3f\t %5d\t%s\t %4s\t %s\n", (all > 0 ? 100 * sum[key] / all : 0), sum[key], calls[key], \
			text[key], half[1], half[2]
	}
}
