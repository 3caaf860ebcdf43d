# runs.awk SUBTREE DIRECT: the runs of launchers, by what they ran themselves,
# with subtree_us, and under the names that trace-stats knows.

file == 1 { subtree[$c["holder"]] = $c["busy_us"] }
file == 2 && FNR == 1 {
	print $0, "num_kernels", "direct_us", "subtree_us", "ts_us", "event"
}
file == 2 && FNR > 1 {
	print $0, $c["count"], $c["busy_us"], subtree[$c["instance"]],
		$c["begin_us"], $c["instance"]
}
