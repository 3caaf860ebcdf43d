# spread.awk DIRECT KEPT: each counted event once for each launcher that holds its
# launch. DIRECT has the runs of launchers.

file == 1 { launcher[$c["instance"]] }
file == 2 && FNR == 1 { print "holder", "ts_us", "dur_us" }
file == 2 && FNR > 1 && $c["instance"] != "" {
	n = split($c["op_ids"] == "" ? $c["instance"] : $c["op_ids"], id, ";")
	for (i = 1; i <= n; i++)
		if (id[i] in launcher)
			print id[i], $c["ts_us"], $c["dur_us"]
}
