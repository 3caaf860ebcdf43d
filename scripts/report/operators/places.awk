# places.awk keys=KEYS ids=N ROWS INSTANCES KEPT: the kernels that runs of launchers had,
# each with its row of ops_all, which has these keys, and its place in the run.

FNR == 1 && file == 2 { make_places(row, ids) }
FNR == 1 && file == 3 {
	make_places(position, ids)
	print "row", "position", "name", "stream", "dur_us"
}
FNR == 1 { next }
file == 1 { row_of[key(keys)] = $c["first_event"] }
file == 2 { row[$c["event"] + 1] = row_of[key(keys)] }
file == 3 && $c["instance"] != "" && !$c["comm"] {
	run = $c["instance"] + 1
	print row[run], ++position[run], $c["name"], $c["stream"], $c["dur_us"]
}
