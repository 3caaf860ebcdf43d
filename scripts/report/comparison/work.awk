# work.awk classic=ANY steps=TABLE ends=TABLE FUSED CYCLES EVENTS: the kernels of a trace, one line
# each, with what the comparison groups them by; of each step its outermost cycle; and an event of
# no length where it ends, for it includes the time until the next one.
#
# FUSED names classes that are compared as one, CYCLES have phases, EVENTS are those of
# trace-cycles --events with phases and classes. A layer is a repeat inside a repeat: its number is its place in the outer
# one, which is called a pass, among those of its cycle, or, in the classic forms, of all cycles;
# outer is the step, and repeat which one of it, if it was not cut off; in the classic forms, and of
# what is in no step, the outermost cycle.
file == 1 && FNR > 1 { operation[$c["category"]] = $c["operation"] }
file == 2 && FNR > 1 && classic == "" && $c["step"] != "" { is_step[$c["cycle"]] }
file < 3 { next }
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
		print step, $c["device"] ":" $c["stream"] ":" number($c["path"]) >steps
	}
}
$c["cat"] != "kernel" { next }
{
	path = $c["path"]
	cycle = layer = pass = outer = repeat = ""
	parts = split(path, part, "/")
	for (own = parts; own > 1 && !(number(part[own]) in is_step);)
		own--
	if (parts) {
		outer = $c["device"] ":" $c["stream"] ":" number(part[own])
		if (part[1] part[own] !~ /p/)
			repeat = part[own]
	}
	if (parts > own && path !~ /p/) {
		pass = $c["device"] ":" $c["stream"] ":" part[own]
		if (classic == "")
			cycle = number(part[own + 1])
		if (!((pass, part[own + 1]) in place))
			place[pass, part[own + 1]] = ++layers[pass, cycle]
		layer = place[pass, part[own + 1]]
	}
	category = $c["category"]
	print $c["dur_us"], $c["name"], (category in operation ? operation[category] : category), \
		$c["phase"], $c["cpu_op"], cycle, layer, pass, $c["linked"], (category == "" || category == "Other" ? "yes" : "no"), outer, repeat
}

# The number of a repeat's cycle.
function number(repeat) {
	return substr(repeat, 1, index(repeat, ":") - 1)
}

function end_step(at,   line) {
	line = $0
	$c["step"] = open[at]
	$c["dur_us"] = "0.000"
	print >ends
	$0 = line
	open[at] = 0
}
