# work.awk classic=ANY steps=TABLE ends=TABLE FUSED EVENTS: the kernels of a trace, one line each,
# with what the comparison groups them by; of each step its outermost cycle; and an event of no
# length where it ends, for it includes the time until the next one.
#
# FUSED names classes that are compared as one, EVENTS are those of trace-cycles --events with
# phases and classes. A layer is a repeat inside a repeat: its number is its place in the outer
# one, which is called a pass, among those of its cycle, or, in the classic forms, of all cycles;
# outer is the outermost cycle, and repeat which one of it, if it was not cut off.
file == 1 && FNR > 1 { operation[$c["category"]] = $c["operation"] }
file == 1 { next }
FNR == 1 {
	print >ends
	print "step", "outer" >steps
	print "dur_us", "name", "operation", "phase", "cpu_op", "cycle", "layer", "pass", "linked", "unknown", "outer", "repeat"
	next
}
{
	at = $c["device"]
	step = $c["step"]
	if (open[at] && (step + 0 > open[at] || (step == "" && $c["cat"] == "kernel")))
		end_step(at)
	if (step + 0 > last[at]) {
		open[at] = last[at] = step + 0
		print step, $c["device"] ":" $c["stream"] ":" substr($c["path"], 1, index($c["path"], ":") - 1) >steps
	}
}
$c["cat"] != "kernel" { next }
{
	path = $c["path"]
	cycle = layer = pass = outer = repeat = ""
	parts = split(path, part, "/")
	if (parts) {
		outer = $c["device"] ":" $c["stream"] ":" substr(path, 1, index(path, ":") - 1)
		if (part[1] !~ /p/)
			repeat = part[1]
	}
	if (parts > 1 && path !~ /p/) {
		pass = $c["device"] ":" $c["stream"] ":" part[1]
		if (classic == "")
			cycle = substr(part[2], 1, index(part[2], ":") - 1)
		if (!((pass, part[2]) in place))
			place[pass, part[2]] = ++layers[pass, cycle]
		layer = place[pass, part[2]]
	}
	category = $c["category"]
	print $c["dur_us"], $c["name"], (category in operation ? operation[category] : category), \
		$c["phase"], $c["cpu_op"], cycle, layer, pass, $c["linked"], (category == "" || category == "Other" ? "yes" : "no"), outer, repeat
}

function end_step(at,   line) {
	line = $0
	$c["step"] = open[at]
	$c["dur_us"] = "0.000"
	print >ends
	$0 = line
	open[at] = 0
}
