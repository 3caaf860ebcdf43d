# gap_contents.awk BUSY: the gaps between the kernels of a step in each repeat, and what fills them,
# of what trace-busy -k set,rep says of the sets of between.awk; to put behind table.awk.
FNR == 1 { print "filling", "time_us" }
FNR > 1 && $c["kind"] == "busy" {
	busy[$c["set"], $c["rep"]] = $c["time_us"]
	if ($c["rep"] > reps)
		reps = $c["rep"] + 0
}
function put(filling, larger, smaller, rep) {
	printf "%s\t%.3f\n", filling, busy[larger, rep] - busy[smaller, rep]
}
END {
	for (i = 1; i <= reps; i++) {
		put("gaps", "repeat", "own", i)
		put("copies", "copies", "own", i)
		put("streams", "all", "copies", i)
		put("idle", "repeat", "all", i)
	}
}
