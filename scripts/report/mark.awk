# mark.awk all=ALL LINKED: of what trace-link prints, the columns that reports need, with
# more. kept: is it counted, being linked or ALL not empty? comm: is it communication? launcher: the
# operator that launched it, or else the call; instance: which run of it. parent:
# what is right above the kernel; only of one that is not linked it is empty, as the
# reference has it. hint: the kernel's name where it may tell the category of the
# operator. Of modules, parent_module and call_stack; and is_recompute.

# Few columns: each program behind this one reads every row. What a trace does not have is
# a column behind its last one.
FNR == 1 {
	n = split("annotation_path,process_label,input_dims,input_type,input_strides,concrete_inputs,stack", path, ",")
	for (i = 1; i <= n; i++)
		if (!(path[i] in c))
			c[path[i]] = NF + 1
	print "ts_us", "dur_us", "name", "cat", "device", "stream", "event", "launch_ts_us", "launch_dur_us",
		"launch", "annotation_path", "cpu_op", "op_ts_us", "op_id", "op_ids", "process_name", "process_label",
		"thread_name", "input_dims", "input_type", "input_strides", "concrete_inputs", "stack",
		"kept", "comm", "launcher", "instance", "parent", "hint", "parent_module", "call_stack", "is_recompute"
	next
}
function communicates(name) {
	if (!(name in talks))
		talks[name] = tolower(name) ~ /nccl|rccl|cross_device_reduce/
	return talks[name]
}
{
	linked = $c["linked_reason"] ~ /^(flow|graph launch|captured graph)$/
	comm = $c["cat"] != "gpu_memcpy" && communicates($c["name"])
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
	print $c["ts_us"], $c["dur_us"], $c["name"], $c["cat"], $c["device"], $c["stream"], $c["event"],
		$c["launch_ts_us"], $c["launch_dur_us"], $c["launch"], $c["annotation_path"], $c["cpu_op"],
		$c["op_ts_us"], $c["op_id"], $c["op_ids"], $c["process_name"], $c["process_label"], $c["thread_name"],
		$c["input_dims"], $c["input_type"], $c["input_strides"], $c["concrete_inputs"], $c["stack"],
		(linked || all ? 1 : 0), comm, launcher, instance,
		(!linked ? "" : $c["cpu_op"] != "" ? $c["cpu_op"] : launcher),
		(substr($c["name"], 1, 15) == "void at::native" ? $c["name"] : ""),
		module, stack "]", $c["stack"] ~ /recompute_fn/ ? "True" : "False"
}
