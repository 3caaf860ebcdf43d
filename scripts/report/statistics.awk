# statistics.awk POSITIONS SUMMARY: the statistics of each place, with the kernel
# that the first run had there, and without a header.

file == 1 && FNR > 1 && !((key("row,position")) in name) {
	name[key("row,position")] = $c["name"]
	stream[key("row,position")] = $c["stream"]
}
file == 2 && FNR > 1 {
	k = key("row,position")
	n = $c["count"]
	print $c["row"], $c["sum_us"], name[k], stream[k], n, $c["mean_us"],
		$c["median_us"], sprintf("%.3f", $c["stddev_us"] * sqrt((n - 1) / n)),
		$c["min_us"], $c["max_us"]
}
