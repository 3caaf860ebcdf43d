# kernel_details.awk STATISTICS: the kernels of each row of ops_all, of which STATISTICS has those
# of each kernel at each place. To put behind kernel_lists.awk.

FNR > 1 { line[$c["row"], ++lines[$c["row"]]] = $0 }
END {
	print "row", "kernel_details_summary", "trunc_kernel_details"
	for (row in lines) {
		for (i = 1; i <= lines[row]; i++) {
			$0 = line[row, i]
			n = $c["count"]
			add_item(i, kind_of($c["name"], $c["stream"]), n, $c["sum_us"], $c["mean_us"], $c["median_us"],
				$c["stddev_us"] * sqrt((n - 1) / n), $c["min_us"], $c["max_us"])
		}
		list_items(lines[row])
		print row, long_list, short_list
	}
}
