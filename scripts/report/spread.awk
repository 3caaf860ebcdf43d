# spread.awk ids=N DIRECT KEPT: each counted event once for each launcher that holds its
# launch. DIRECT has the runs of launchers.

file == 1 && FNR == 1 { make_places(launched, ids) }
file == 1 && FNR > 1 { launched[$c["instance"] + 1] = 1 }
file == 2 && FNR == 1 { print "holder", "ts_us", "dur_us" }
file == 2 && FNR > 1 && $c["instance"] != "" {
	n = split($c["op_ids"] == "" ? $c["instance"] : $c["op_ids"], id, ";")
	for (i = 1; i <= n; i++)
		if (launched[id[i] + 1])
			print id[i], $c["ts_us"], $c["dur_us"]
}
