# stragglers.awk WAITS EVENTS: one row for each rank, in the order of the ranks: how
# long it waited, and how often it came last and first, of all collectives.

file == 1 && FNR > 1 {
	k = $c["collective_id"]
	r = $c["rank"]
	if (!(k in least)) {
		order[++n] = k
		least[k] = ""
	}
	total[r] += $c["wait_time"]
	own[r]++
	if (least[k] == "" || $c["wait_time"] < least[k] ||
		($c["wait_time"] == least[k] && r + 0 < last[k] + 0)) {
		least[k] = $c["wait_time"]
		last[k] = r
	}
	first[k] = $c["earliest"]
}
file == 2 && FNR > 1 {
	r = $c["rank"]
	if (!(r in duration))
		rank[++ranks] = r
	duration[r] += $c["dur_us"]
	node[r] = "node" in c ? OFS $c["node"] : ""
	if (node[r] != "")
		title = OFS "node_id"
}
END {
	for (i = 1; i <= n; i++) {
		lasts[last[order[i]]]++
		firsts[first[order[i]]]++
	}
	print "rank", "total_wait_time_us", "mean_wait_time_us", "times_arrived_last", \
		"times_arrived_first", "pct_arrived_last", "num_collectives", \
		"total_nccl_dur_us" title
	for (i = 1; i <= ranks; i++) {
		r = rank[i]
		print r, sprintf("%.1f", total[r]), \
			sprintf("%.1f", own[r] ? total[r] / own[r] : 0), lasts[r] + 0, \
			firsts[r] + 0, sprintf("%.1f", n ? 100 * lasts[r] / n : 0), n + 0, \
			sprintf("%.1f", duration[r]) node[r]
	}
}
