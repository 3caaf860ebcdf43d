# time_by_class.awk OVERLAPS SUMS: how long each GPU did what, a row a class, with
# the communication beside work and alone, sums, and the averages of all GPUs.

function row(gpu, what, ns, count) {
	printf("%s\t%s\t%.6f\t%.0f\t%.15g\t%.15g\n", gpu, what, ns / 1e6, count, \
		(compute ? ns / compute : 0), (all ? ns / all : 0))
	if (!(what in sum_ns))
		known[++categories] = what
	sum_ns[what] += ns
	sum_count[what] += count
	sum_of_compute[what] += compute ? ns / compute : 0
	sum_of_all[what] += all ? ns / all : 0
}
function show(gpu,   i, rccl) {
	compute = 0
	for (i = 1; i <= classes; i++)
		if (class[i] != "rccl")
			compute += ns[gpu, class[i]]
	all = compute + ns[gpu, "rccl"]
	for (i = 1; i <= classes; i++)
		row(gpu, class[i], ns[gpu, class[i]], count[gpu, class[i]])
	row(gpu, "overlapped_comm", comm[gpu, "total_comm"] - comm[gpu, "exposed_comm"], 0)
	row(gpu, "non_overlapped_comm", comm[gpu, "exposed_comm"], 0)
	row(gpu, "compute_total", compute, 0)
	row(gpu, "total_incl_comm", all, 0)
}
BEGIN {
	classes = split("xla aiterfwd aiterbwd gemm ckbwd ckfwd te memcpy/memset fillBuffer rccl", class, " ")
}
FNR == 1 { next }
file == 1 { comm[$c["gpu"], $c["kind"]] = $c["time_us"] * 1000 }
file == 2 {
	ns[$c["gpu"], $c["category"]] = $c["ns_sum"]
	count[$c["gpu"], $c["category"]] = $c["ns_count"]
	if ($c["gpu"] >= gpus)
		gpus = $c["gpu"] + 1
}
END {
	print "GPU ID", "Category", "Total runtime (ms)", "Total count", \
		"Fraction of compute runtime", "Fraction of total runtime"
	for (g = 0; g < gpus; g++)
		show(g)
	sort_numbers(known, categories)
	for (i = 1; i <= categories; i++)
		printf("Avg\t%s\t%.7f\t%.15g\t%.15g\t%.15g\n", known[i], sum_ns[known[i]] / gpus / 1e6, \
			sum_count[known[i]] / gpus, sum_of_compute[known[i]] / gpus, sum_of_all[known[i]] / gpus)
}
