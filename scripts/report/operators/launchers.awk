# launchers.awk all=ALL reasons=|REASON|...| communicates=REGEX - functions that say what
# launched an event of the GPU, of a row of trace-link; to put behind table.awk.

# Makes columns that a trace lacks empty: the one behind its last.
function add_missing(   i, n, column) {
	n = split("annotation_path,process_label,input_dims,input_type,input_strides,concrete_inputs,stack", column, ",")
	for (i = 1; i <= n; i++)
		if (!(column[i] in c))
			c[column[i]] = NF + 1
}
function is_communication(name) {
	if (!(name in talks))
		talks[name] = tolower(name) ~ communicates
	return talks[name]
}
# Sets kept: is it counted, being linked or ALL not empty? comm: is it communication?
# launcher: the operator that launched it, or else the call; instance: which run of it.
function find_launcher(   id, path, n) {
	linked = index(reasons, "|" $c["linked_reason"] "|")
	kept = linked || all ? 1 : 0
	comm = $c["cat"] != "gpu_memcpy" && is_communication($c["name"])
	launcher = instance = ""
	if (linked && $c["cpu_op"] != "") {
		launcher = called($c["cpu_op"])
		n = split($c["op_ids"], id, ";")
		if ((launcher == "execute" || launcher ~ /^pseudo_/) && n > 1) {
			split($c["op_path"], path, ";")
			launcher = path[--n]
		}
		instance = id[n]
	} else if (linked) {
		launcher = $c["launch"] != "" ? $c["launch"] : "(no operator)"
		instance = $c["launch_id"]
	}
}
# SGLang's profiler numbers each call of an operator.
function called(name) {
	if (name ~ /^sglang_profiler::/)
		sub(/_[0-9]+$/, "", name)
	return name
}
# Phases other than prefill and decode count as mixed, so that three add up to the whole.
function phase_of(phase) {
	return phase ~ /^(prefill|decode)$/ ? phase : "mixed"
}
