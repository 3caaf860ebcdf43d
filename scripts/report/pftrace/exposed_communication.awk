# exposed_communication.awk WORK: of each GPU, how long it communicated (total_comm), and that without
# the overlaps of each piece of it with each piece of other work (exposed_comm), which may
# count a moment twice. The work is in the order of its begin.

FNR == 1 { next }
{
	g = $c["gpu"]
	gpus = g >= gpus ? g + 1 : gpus
	i = $c["category"] == "rccl" ? ++pieces[g, "comm"] : ++pieces[g, "work"]
	kind = $c["category"] == "rccl" ? "comm" : "work"
	begin[g, kind, i] = $c["begin"]
	end[g, kind, i] = $c["begin"] + $c["ns"]
}
# As there: the first to end after the piece of communication is the last compared with it.
function overlap(g, i,   k, from, to, sum) {
	while (first[g] < pieces[g, "work"] && end[g, "work", first[g] + 1] <= begin[g, "comm", i])
		first[g]++
	for (k = first[g] + 1; k <= pieces[g, "work"] && begin[g, "work", k] < end[g, "comm", i]; k++) {
		from = begin[g, "work", k]
		to = end[g, "work", k]
		from = from > begin[g, "comm", i] ? from : begin[g, "comm", i]
		to = to < end[g, "comm", i] ? to : end[g, "comm", i]
		sum += to > from ? to - from : 0
		if (end[g, "work", k] > end[g, "comm", i])
			break
	}
	return sum
}
END {
	print "gpu", "kind", "time_us"
	for (g = 0; g < gpus; g++) {
		total = both = 0
		for (i = 1; i <= pieces[g, "comm"]; i++) {
			total += end[g, "comm", i] - begin[g, "comm", i]
			both += overlap(g, i)
		}
		printf("%d\ttotal_comm\t%.3f\n%d\texposed_comm\t%.3f\n", g, total / 1000, g, (total - both) / 1000)
	}
}
