# mark.awk all=ALL LINKED: what trace-link prints, with columns more. kept: is it
# counted, being linked or ALL not empty? comm: is it communication? launcher: the
# operator that launched it, or else the call; instance: which run of it. parent:
# what is right above the kernel; only of one that is not linked it is empty, as the
# reference has it. hint: the kernel's name where it may tell the category of the
# operator. Of modules, parent_module and call_stack; and is_recompute.

FNR == 1 {
	print $0, "kept", "comm", "launcher", "instance", "parent", "hint",
		"parent_module", "call_stack", "is_recompute"
	next
}
{
	linked = $c["linked_reason"] ~ /^(flow|graph launch|captured graph)$/
	comm = $c["cat"] != "gpu_memcpy" &&
		tolower($c["name"]) ~ /nccl|rccl|cross_device_reduce/
	launcher = instance = ""
	if (linked && $c["cpu_op"] != "") {
		n = split($c["op_ids"], id, ";")
		split($c["op_path"], path, ";")
		# SGLang's profiler numbers each call of an operator.
		if ($c["cpu_op"] ~ /^sglang_profiler::/)
			sub(/_[0-9]+$/, "", $c["cpu_op"])
		launcher = $c["cpu_op"]
		if ((launcher == "execute" || launcher ~ /^pseudo_/) && n > 1)
			launcher = path[--n]
		instance = id[n]
	} else if (linked) {
		launcher = $c["launch"] != "" ? $c["launch"] : "(no operator)"
		instance = $c["launch_id"]
	}
	stack = "['" launcher "'"
	module = "NA"
	m = "module" in c ? split($c["module"], path, ";") : 0
	for (i = m; i > 0; i--)
		stack = stack ", 'nn.Module: " path[i] "'"
	if (m) {
		module = "nn.Module: " path[m]
		sub(/_[0-9]+$/, "", module)
	}
	again = "stack" in c && $c["stack"] ~ /recompute_fn/
	print $0, (linked || all ? 1 : 0), comm, launcher, instance,
		(!linked ? "" : $c["cpu_op"] != "" ? $c["cpu_op"] : launcher),
		($c["name"] ~ /^void at::native/ ? $c["name"] : ""),
		module, stack "]", again ? "True" : "False"
}
