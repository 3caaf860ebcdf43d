# runs.awk ids=N room=ROWS arguments=COLUMNS LINKED: the runs of launchers, by what trace-link prints: a
# row for each, of the event that it launched first. event, ts_us: the run and when it began. hint:
# the name of that first event where it may tell the category of the operator. Of modules, parent_module and
# call_stack; and is_recompute; and the phase, if the events have one. works: did it launch
# what is counted, and no communication? The numbers of events are below N.
#
# Arguments become what Python prints of them, see python.awk, for they are keys in
# other reports, too. To put behind launchers.awk.

FNR == 1 {
	add_missing()
	make_places(number, ids)
	make_places(first, room)
	make_places(run, room)
	make_places(works, room)
	n = split(arguments, argument, ",")
	labels = split("process_name,process_label,thread_name", label, ",")
	gsub(/,/, OFS, arguments)
	print "event", "launcher", "hint", "ts_us", "parent_module", "call_stack", "is_recompute",
		arguments, "process_name", "process_label", "thread_name" ("phase" in c ? OFS "phase" : ""), "works"
	next
}
{
	find_launcher()
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

function describe_run(   text, i) {
	text = instance OFS launcher OFS (substr($c["name"], 1, 15) == "void at::native" ? $c["name"] : "") OFS \
		($c["cpu_op"] == "" ? $c["launch_ts_us"] : $c["op_ts_us"]) OFS modules() OFS \
		($c["stack"] ~ /recompute_fn/ ? "True" : "False")
	for (i = 1; i <= n; i++)
		text = text OFS python($c[argument[i]])
	for (i = 1; i <= labels; i++)
		text = text OFS ($c[label[i]] == "" ? "Unknown" : $c[label[i]])
	return text ("phase" in c ? OFS phase_of($c["phase"]) : "")
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
