# pftrace_work.awk agents=LIST EVENTS: the work of GPUs, which tells its agent, with its
# class, its name again as kernel, and the number of its GPU: the place in the list, from 0.
# Registers and memory are 0 where the trace does not tell.

function class_of(name) {
	name = tolower(name)
	for (k = 1; k <= classes; k++)
		if (name ~ pattern[k])
			return class[k]
	return "xla"
}
BEGIN {
	classes = split("rccl|nccl|cross_device_reduce;cublaslt|cijk|gemm|nvjet;" \
		"fmhabwd|kernel_func|flash_bprop;fmhafwd|flash_fprop;copy|memcpy|memset;" \
		"transformer_engine;aiter::fmha_fwd;aiter::fmha_bwd;fillbuffer", pattern, ";")
	split("vgpr_count accum_vgpr_count sgpr_count lds scratch", counted, " ")
	split("rccl;gemm;ckbwd;ckfwd;memcpy/memset;te;aiterfwd;aiterbwd;fillBuffer", class, ";")
}
FNR == 1 {
	while ((getline agent <agents) > 0)
		number[agent] = gpus++
	print $0, "class", "kernel", "gpu"
	next
}
$c["agent"] in number {
	for (i = 1; i <= 5; i++)
		if ($c[counted[i]] == "")
			$c[counted[i]] = 0
	print $0, class_of($c["name"]), $c["name"], number[$c["agent"]]
}
