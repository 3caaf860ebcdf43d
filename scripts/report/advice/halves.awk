# halves.awk cycle=NUMBER rep=NUMBER EVENTS: the kernels of a cycle in its repeats before that one,
# and from it on, as two tables for trace-align, early and late: a row for each name. To put behind
# table.awk.
FNR > 1 && match("/" $c["path"], "/" cycle ":[0-9]+") {
	at = substr($c["path"], RSTART + length(cycle) + 1) + 0
	half = at < rep + 0 ? "early" : "late"
	if (!(half in reps) || last[half] != at)
		reps[half]++
	last[half] = at
	if (!($c["name"] in place)) {
		place[$c["name"]] = ++names
		name[names] = $c["name"]
	}
	count[half, $c["name"]]++
	sum[half, $c["name"]] += $c["dur_us"]
}
END {
	for (half in reps) {
		print "cycle", "reps", "position", "name", "count", "sum_us" >half
		for (i = 1; i <= names; i++)
			if ((half, name[i]) in count)
				print cycle, reps[half], i, name[i], count[half, name[i]], sprintf("%.3f", sum[half, name[i]]) >half
	}
}
