# sort_out.awk ids=N room=ROWS arguments=COLUMNS phases=BOOLEAN MARKED MARKED: three tables. kept is
# what is counted, launched of it what launchers ran but communication; parents is
# all kernels, counted or not, with the category of what is right above them.
#
# Where its name tells nothing, the category of an operator is that of its first
# kernel, for all its kernels; so is its phase. What is neither prefill nor
# decode counts as mixed, so that the three phases add up to the whole.
#
# Arguments become what Python prints of them, see python.awk, for they are keys in
# other reports, too.

FNR == 1 && file == 1 {
	make_places(number, ids)
	make_places(first, room)
	make_places(begin, room)
	make_places(category, room)
	make_places(phase, phases == "true" ? room : 0)
}
# Runs are called by events, whose numbers are below N; they have numbers of their own.
file == 1 && FNR > 1 && $c["instance"] != "" {
	run = number[$c["instance"] + 1]
	if (!run)
		run = number[$c["instance"] + 1] = ++runs
	ts = $c["launch_ts_us"] + 0
	if (first[run] == "" || ts < first[run]) {
		first[run] = ts
		begin[run] = $c["cpu_op"] == "" ? $c["launch_ts_us"] : $c["op_ts_us"]
		category[run] = $c["category"]
		if (phases == "true")
			phase[run] = $c["phase"]
	}
}
# The same operator has the same arguments; its number is a shorter key than they are.
function set_arguments(id,   i) {
	for (i = 1; i <= n; i++)
		if ($c[argument[i]] != "") {
			if (id == "" || !((id, i) in written))
				written[id, i] = python($c[argument[i]])
			$c[argument[i]] = written[id, i]
		}
}
# The phase of a run of a launcher, or of an event without one.
function phase_of(run,   its) {
	its = run ? phase[run] : $c["phase"]
	return its ~ /^(prefill|decode)$/ ? its : "mixed"
}
# The category of what is right above a kernel.
function above() {
	if ($c["parent"] != "" && $c["cpu_op"] != "")
		return $c["category"]
	if ($c["parent"] != "")
		return tolower($c["parent"]) ~ /graphlaunch/ ? "graph" : "runtime"
	return ""
}
file == 2 && FNR == 1 {
	n = split(arguments, argument, ",")
	labels = split("process_name,process_label,thread_name", label, ",")
	phased = phases == "true" ? OFS "phase" : ""
	print "ts_us", "dur_us", "name", "cat", "device", "stream", "event", "launch_dur_us", "op_ids",
		"process_name", "process_label", "thread_name", "comm", "launcher", "instance",
		"is_recompute", "stack" >"kept"
	print "ts_us", "dur_us", "name", "stream", "event", "instance", "launcher", "category", "parent_module",
		"is_recompute", "call_stack", "begin_us", "input_dims", "input_type", "input_strides",
		"concrete_inputs", "process_name", "process_label", "thread_name" phased >"launched"
	print "dur_us", "name", "stream", "parent", "input_dims", "input_strides", "concrete_inputs",
		"above" phased >"parents"
}
file == 2 && FNR > 1 {
	run = $c["instance"] == "" ? 0 : number[$c["instance"] + 1]
	$c["category"] = run ? category[run] : ""
	if (phased != "")
		phased = OFS phase_of(run)
	for (i = 1; i <= labels; i++)
		if ($c[label[i]] == "")
			$c[label[i]] = "Unknown"
	set_arguments($c["op_id"])
	if ($c["kept"])
		print $c["ts_us"], $c["dur_us"], $c["name"], $c["cat"], $c["device"], $c["stream"],
			$c["event"], $c["launch_dur_us"], $c["op_ids"], $c["process_name"],
			$c["process_label"], $c["thread_name"], $c["comm"], $c["launcher"], $c["instance"],
			$c["is_recompute"], $c["stack"] >"kept"
	if ($c["kept"] && !$c["comm"] && run)
		print $c["ts_us"], $c["dur_us"], $c["name"], $c["stream"], $c["event"], $c["instance"],
			$c["launcher"], $c["category"], $c["parent_module"], $c["is_recompute"],
			$c["call_stack"], begin[run], $c["input_dims"], $c["input_type"],
			$c["input_strides"], $c["concrete_inputs"], $c["process_name"],
			$c["process_label"], $c["thread_name"] phased >"launched"
	if ($c["cat"] == "kernel")
		print $c["dur_us"], $c["name"], $c["stream"], $c["parent"], $c["input_dims"],
			$c["input_strides"], $c["concrete_inputs"], above() phased >"parents"
}
