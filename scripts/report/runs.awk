# runs.awk ids=N SUBTREE DIRECT: the runs of launchers, by what they ran themselves,
# with subtree_us, and under the names that trace-stats knows.

file == 1 && FNR == 1 { make_places(subtree, ids) }
file == 1 && FNR > 1 { subtree[$c["holder"] + 1] = $c["busy_us"] }
file == 2 && FNR == 1 {
	print $0, "num_kernels", "direct_us", "subtree_us", "ts_us", "event"
}
file == 2 && FNR > 1 {
	print $0, $c["count"], $c["busy_us"], subtree[$c["instance"] + 1],
		$c["begin_us"], $c["instance"]
}
