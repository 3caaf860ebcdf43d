# sort_out.awk ids=N room=ROWS RUNS KEPT UNKEPT: of the events with their launchers, two tables.
# spreading has each counted event once for each launcher that holds its launch, and, unless it is
# communication, once for the one that launched it; parents is all kernels, counted or not, with what
# is right above them and the category of that.
#
# RUNS are those of runs.awk with the categories of their launchers: where a name tells
# nothing it is that of the first kernel, for all kernels of the run; so is the phase.

# Runs are called by events, whose numbers are below N; they have numbers of their own.
FNR == 1 && file == 1 {
	make_places(number, ids)
	make_places(works, room)
	make_places(category, room)
	make_places(phase, "phase" in c ? room : 0)
	make_places(arguments, room)
	phased = "phase" in c ? OFS "phase" : ""
	print "holder", "launched", "ts_us", "dur_us" >"spreading"
	print "dur_us", "name", "stream", "parent", "input_dims", "input_strides", "concrete_inputs", "above" phased >"parents"
}
FNR == 1 { next }
file == 1 {
	number[$c["event"] + 1] = ++runs
	works[runs] = $c["works"]
	category[runs] = $c["category"]
	arguments[runs] = $c["input_dims"] OFS $c["input_strides"] OFS $c["concrete_inputs"]
	if (phased != "")
		phase[runs] = OFS $c["phase"]
	next
}
{ run = $c["instance"] == "" ? 0 : number[$c["instance"] + 1] }
$c["cat"] == "kernel" {
	print $c["dur_us"], $c["name"], $c["stream"], $c["parent"], run ? arguments[run] : OFS OFS,
		($c["above"] == "operator" ? category[run] : $c["above"]) \
		(phased == "" ? "" : run ? phase[run] : OFS $c["phase"]) >"parents"
}
file == 2 && run {
	if (!$c["comm"])
		print $c["instance"], "yes", $c["ts_us"], $c["dur_us"] >"spreading"
	spread($c["op_ids"] == "" ? $c["instance"] : $c["op_ids"])
}
function spread(holders,   i, n, id) {
	n = split(holders, id, ";")
	for (i = 1; i <= n; i++)
		if (works[number[id[i] + 1]])
			print id[i], "", $c["ts_us"], $c["dur_us"] >"spreading"
}
