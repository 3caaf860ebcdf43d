# counter_cycles.awk SUMS D1 D2 D3 D4: statistics of the cycles between the five counters
# of each kernel; the order is that of the first table.

FNR == 1 { next }
{ k = key("rank,general") }
file == 1 {
	order[++n] = k
	calls[k] = $c["count"]
	next
}
{
	text[k] = text[k] sprintf("\t %8.3f\t %8.3f\t %8.3f\t %8.3f\t %8.3f", $c["mean"], $c["median"], \
		$c["min"], $c["max"], $c["stddev"])
}
END {
	printf "Calls  \t "
	for (i = 1; i <= 4; i++) {
		phase = "TS" i + 1 "-" i
		printf "%s_Mean   \t%s_Median  \t%s_Min    \t%s_Max   \t%s_StDev  \t", phase, phase, phase, phase, phase
	}
	print "pid\t Name "
	for (i = 1; i <= n; i++) {
		split(order[i], half, "\t")
		printf "%6d%s\t %4s\t %s\n", calls[order[i]], text[order[i]], half[1], half[2]
	}
}
