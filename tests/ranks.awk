# ranks.awk rank=R ranks=N steps=S first=F: the trace of one rank of a made-up job,
# as Kineto writes it; `first` is how many collectives are left out at the start.
#
# A step is an all-gather, a reduce-scatter and an all-to-all-v of all ranks, an
# all-reduce of each half, and a matrix product of no concern. Ranks of a half have
# a group of the same name, "1". A collective ends on all ranks at one time, and
# takes the rank that comes last 10 us and one more for each collective before.
function kernel(name, ts, dur, args) {
	id++
	printf "%s{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"%s\", \"pid\": 0, \"tid\": 7, " \
		"\"ts\": %d.%03d, \"dur\": %d.%03d, \"args\": {\"stream\": 7, \"correlation\": %d%s}}",
		(id > 1 ? ",\n" : ""), name, ts / 1000, ts % 1000, dur / 1000, dur % 1000, id, args
}
function list(from, to,   i, text) {
	for (i = from; i <= to; i++)
		text = text (i > from ? ", " : "") i
	return "[" text "]"
}
# The sizes that rank r sends to each rank: 100 elements more to each next one.
function parts(   i, text) {
	for (i = 0; i < ranks; i++)
		text = text (i ? ", " : "") (100 * (i + rank + 1))
	return "[" text "]"
}
function collective(kernel_name, name, dtype, inn, out, sends, group, from, to,   wait, length_ns) {
	wait = ((rank - from) * 7 + n * 3) % (to - from + 1) * 5000
	length_ns = (10 + n) * 1000 + wait
	at += 200000
	if (n++ < first)
		return
	kernel("ncclDevKernel_" kernel_name "(args)", at - length_ns, length_ns, sprintf(", " \
		"\"Collective name\": \"%s\", \"In msg nelems\": %d, \"Out msg nelems\": %d, " \
		"\"Group size\": %d, \"dtype\": \"%s\", \"In split size\": \"%s\", " \
		"\"Out split size\": \"[]\", \"Process Group Name\": \"%s\", " \
		"\"Process Group Ranks\": \"%s\"", name, inn, out, to - from + 1, dtype,
		sends, group, list(from, to)))
}
BEGIN {
	half = rank < ranks / 2 ? 0 : ranks / 2
	printf "{\"distributedInfo\": {\"rank\": %d, \"world_size\": %d}, \"traceEvents\": [\n",
		rank, ranks
	for (step = 0; step < steps; step++) {
		kernel("gemm", at, 90000, "")
		collective("AllGather", "_allgather_base", "BFloat16", 65536, 65536 * ranks,
			"[]", "0", 0, ranks - 1)
		collective("ReduceScatter", "_reduce_scatter_base", "Float", 65536 * ranks,
			65536, "[]", "0", 0, ranks - 1)
		collective("SendRecv", "all_to_allv", "Half",
			100 * ranks * (rank + 1) + 50 * ranks * (ranks - 1), 5, parts(), "0", 0,
			ranks - 1)
		collective("AllReduce", "allreduce", "Float", 1048576, 1048576, "[]", "1",
			half, half + ranks / 2 - 1)
	}
	print "]}"
}
