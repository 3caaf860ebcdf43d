# runs.awk ids=N room=ROWS all=ALL reasons=|REASON|...| communicates=REGEX arguments=COLUMNS LINKED:
# the runs of launchers, by what trace-link prints: a row for each, of the event that it launched
# first. event, ts_us: the run and when it began. hint: the name of that first event where it may
# tell the category of the operator. Of modules, parent_module and call_stack; and is_recompute; and
# the phase, if the events have one. works: did it launch what is counted, and no communication? The
# numbers of events are below N. A launcher is the operator that launched an event, or else the call.
#
# The table kept has the events that count, and unkept the other kernels, with their launchers, with
# what is right above them (parent), and what that is (above); both are empty if the kernel is not
# linked, as in the reference.
#
# Arguments become what Python prints of them, see python.awk, for they are keys in
# other reports, too.

FNR == 1 {
	add_missing()
	make_places(number, ids)
	make_places(first, room)
	make_places(run, room)
	make_places(works, room)
	n = split(arguments, argument, ",")
	gsub(/,/, OFS, arguments)
	phased = "phase" in c ? OFS "phase" : ""
	print "event", "launcher", "hint", "ts_us", "parent_module", "call_stack", "is_recompute",
		arguments, "process_name", "process_label", "thread_name" phased, "works"
	header = "ts_us" OFS "dur_us" OFS "name" OFS "cat" OFS "device" OFS "stream" OFS "event" OFS "launch_dur_us" OFS "op_ids" \
		OFS "process_name" OFS "process_label" OFS "thread_name" OFS "comm" OFS "launcher" OFS "instance" \
		OFS "is_recompute" OFS "stack" OFS "parent" OFS "above" phased
	print header >"kept"
	print header >"unkept"
	next
}
{
	find_launcher()
	ran_by = or_unknown($c["process_name"]) OFS or_unknown($c["process_label"]) OFS or_unknown($c["thread_name"])
	again = $c["stack"] ~ /recompute_fn/ ? "True" : "False"
	phase = phased == "" ? "" : OFS phase_of($c["phase"])
	if (kept || $c["cat"] == "kernel")
		print $c["ts_us"], $c["dur_us"], $c["name"], $c["cat"], $c["device"], $c["stream"], $c["event"],
			$c["launch_dur_us"], $c["op_ids"], ran_by, comm, launcher, instance, again, $c["stack"],
			($c["cpu_op"] != "" && linked ? called($c["cpu_op"]) : launcher), above() phase >(kept ? "kept" : "unkept")
	if (instance == "")
		next
	i = number[instance + 1]
	if (!i)
		i = number[instance + 1] = ++runs
	if (kept && !comm)
		works[i] = 1
	ts = $c["launch_ts_us"] + 0
	if (first[i] == "" || ts < first[i]) {
		first[i] = ts
		run[i] = describe_run()
	}
}
END {
	for (i = 1; i <= runs; i++)
		print run[i], works[i]
}

# Makes columns that a trace lacks empty: the one behind its last.
function add_missing(   i, n, column) {
	n = split("annotation_path,process_label,input_dims,input_type,input_strides,concrete_inputs,stack", column, ",")
	for (i = 1; i <= n; i++)
		if (!(column[i] in c))
			c[column[i]] = NF + 1
}
# Sets kept: is it counted, being linked or ALL not empty? comm: is it communication?
# launcher, and instance: which run of it.
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
function is_communication(name) {
	if (!(name in talks))
		if (talks[name] = tolower(name) ~ communicates)
			print name >"communicating"
	return talks[name]
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
function or_unknown(text) {
	return text == "" ? "Unknown" : text
}
function above() {
	return !linked ? "" : $c["cpu_op"] != "" ? "operator" : tolower(launcher) ~ /graphlaunch/ ? "graph" : "runtime"
}
function describe_run(   text, i) {
	text = instance OFS launcher OFS (substr($c["name"], 1, 15) == "void at::native" ? $c["name"] : "") OFS \
		($c["cpu_op"] == "" ? $c["launch_ts_us"] : $c["op_ts_us"]) OFS modules() OFS again
	for (i = 1; i <= n; i++)
		text = text OFS python($c[argument[i]])
	return text OFS ran_by phase
}
function modules(   i, m, path, module, stack) {
	stack = "['" launcher "'"
	module = "NA"
	m = "module" in c ? split($c["module"], path, ";") : 0
	for (i = m; i > 0; i--)
		stack = stack ", 'nn.Module: " path[i] "'"
	if (m) {
		module = "nn.Module: " path[m]
		sub(/_[0-9]+$/, "", module)
	}
	return module OFS stack "]"
}
