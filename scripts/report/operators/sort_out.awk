# sort_out.awk ids=N room=ROWS RUNS LINKED: of what trace-link prints, three tables. kept is what
# is counted; spreading has each counted event once for each launcher that holds its launch,
# and, unless it is communication, once for the one that launched it; parents is all kernels,
# counted or not, with what is right above them and the category of that.
#
# RUNS are those of runs.awk with the categories of their launchers: where a name tells
# nothing it is that of the first kernel, for all kernels of the run; so is the phase. To
# put behind launchers.awk.

# Runs are called by events, whose numbers are below N; they have numbers of their own.
FNR == 1 && file == 1 {
	make_places(number, ids)
	make_places(works, room)
	make_places(category, room)
	make_places(phase, "phase" in c ? room : 0)
	make_places(arguments, room)
	phased = "phase" in c ? OFS "phase" : ""
	next
}
file == 1 {
	number[$c["event"] + 1] = ++runs
	works[runs] = $c["works"]
	category[runs] = $c["category"]
	arguments[runs] = $c["input_dims"] OFS $c["input_strides"] OFS $c["concrete_inputs"]
	if (phased != "")
		phase[runs] = OFS $c["phase"]
	next
}
FNR == 1 {
	add_missing()
	print "ts_us", "dur_us", "name", "cat", "device", "stream", "event", "launch_dur_us", "op_ids",
		"process_name", "process_label", "thread_name", "comm", "launcher", "instance",
		"is_recompute", "stack" >"kept"
	print "holder", "launched", "ts_us", "dur_us" >"spreading"
	print "dur_us", "name", "stream", "parent", "input_dims", "input_strides", "concrete_inputs", "above" phased >"parents"
	next
}
{
	find_launcher()
	run = instance == "" ? 0 : number[instance + 1]
	if (kept)
		print $c["ts_us"], $c["dur_us"], $c["name"], $c["cat"], $c["device"], $c["stream"],
			$c["event"], $c["launch_dur_us"], $c["op_ids"], or_unknown($c["process_name"]),
			or_unknown($c["process_label"]), or_unknown($c["thread_name"]), comm, launcher, instance,
			$c["stack"] ~ /recompute_fn/ ? "True" : "False", $c["stack"] >"kept"
	if (kept && !comm && run)
		print instance, "yes", $c["ts_us"], $c["dur_us"] >"spreading"
	if (kept && run)
		spread($c["op_ids"] == "" ? instance : $c["op_ids"])
	if ($c["cat"] == "kernel")
		print $c["dur_us"], $c["name"], $c["stream"], parent(), run ? arguments[run] : OFS OFS, above() \
			(phased == "" ? "" : run ? phase[run] : OFS phase_of($c["phase"])) >"parents"
}
function spread(holders,   i, n, id) {
	n = split(holders, id, ";")
	for (i = 1; i <= n; i++)
		if (works[number[id[i] + 1]])
			print id[i], "", $c["ts_us"], $c["dur_us"] >"spreading"
}
function or_unknown(text) {
	return text == "" ? "Unknown" : text
}
# The operator or call right above a kernel; empty if the kernel is not linked, as in the
# reference.
function parent() {
	return !linked ? "" : $c["cpu_op"] != "" ? called($c["cpu_op"]) : launcher
}
function above() {
	if (!linked)
		return ""
	if ($c["cpu_op"] != "")
		return category[run]
	return tolower(launcher) ~ /graphlaunch/ ? "graph" : "runtime"
}
