# places.awk ids=N NUMBERED LAUNCHED: the kernels that runs of launchers had, each with
# its row of ops_all and its place in the run; NUMBERED has the row of each run.

file == 1 && FNR == 1 {
	make_places(row, ids)
	make_places(position, ids)
}
file == 1 && FNR > 1 { row[$c["event"] + 1] = $c["row"] }
file == 2 && FNR == 1 { print "row", "position", "name", "stream", "dur_us" }
file == 2 && FNR > 1 {
	run = $c["instance"] + 1
	print row[run], ++position[run], $c["name"], $c["stream"], $c["dur_us"]
}
