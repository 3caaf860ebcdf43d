# pftrace_work.awk EVENTS: the work of GPUs, which tells its agent, with its class, its
# name again as kernel, and the number of its GPU (by agent, from 0). Agent 0 is a host.
# What is not said of registers and memory is 0.

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
FNR == 1 { header = $0; next }
$c["agent"] == "" || $c["agent"] == "0" { next }
{
	for (i = 1; i <= 5; i++)
		if ($c[counted[i]] == "")
			$c[counted[i]] = 0
	line[++n] = $0 OFS class_of($c["name"]) OFS $c["name"]
	agent[n] = $c["agent"]
	if (!(agent[n] in rank)) {
		rank[agent[n]]
		found[++agents] = agent[n]
	}
}
END {
	for (i = 1; i <= agents; i++)
		for (j = i; j > 1 && found[j] + 0 < found[j - 1] + 0; j--) {
			t = found[j]
			found[j] = found[j - 1]
			found[j - 1] = t
		}
	for (i = 1; i <= agents; i++)
		rank[found[i]] = i - 1
	print header, "class", "kernel", "gpu"
	for (i = 1; i <= n; i++)
		print line[i], rank[agent[i]]
}
