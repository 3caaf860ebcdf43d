# aiu_ends.awk KERNELS: the ends of kernels of no collective, as rows among transfers.

# The sum of two times with three decimals, in two parts: a double does not hold those since
# 1970 in nanoseconds.
function show_end(ts, dur,   a, b, ns) {
	split(ts, a, ".")
	split(dur, b, ".")
	ns = a[2] + b[2]
	return sprintf("%.0f.%03d", a[1] + b[1] + int(ns / 1000), ns % 1000)
}
NR == 1 {
	for (i = 1; i <= NF; i++)
		c[$i] = i
	next
}
$c["group"] == "" {
	print show_end($c["ts_us"], $c["dur_us"]) "\t\t" $c["rank"] "\t\t\t\t\t\t\t"
}
