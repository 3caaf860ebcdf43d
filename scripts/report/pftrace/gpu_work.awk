# gpu_work.awk agents=LIST EVENTS: the work of GPUs, which tells its agent, with its
# name again as kernel, and the number of its GPU: the place in the list, from 0.
# Registers and memory are 0 where the trace does not tell.

FNR == 1 {
	split("vgpr_count accum_vgpr_count sgpr_count lds scratch", counted, " ")
	while ((getline agent <agents) > 0)
		number[agent] = gpus++
	print $0, "kernel", "gpu"
	next
}
$c["agent"] in number {
	for (i = 1; i <= 5; i++)
		if ($c[counted[i]] == "")
			$c[counted[i]] = 0
	print $0, $c["name"], number[$c["agent"]]
}
