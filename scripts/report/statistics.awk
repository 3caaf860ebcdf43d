# statistics.awk SUMMARY: the statistics of each kernel at each place, without a header.

FNR > 1 {
	n = $c["count"]
	print $c["row"], $c["sum_us"], $c["name"], $c["stream"], n, $c["mean_us"],
		$c["median_us"], sprintf("%.3f", $c["stddev_us"] * sqrt((n - 1) / n)),
		$c["min_us"], $c["max_us"]
}
