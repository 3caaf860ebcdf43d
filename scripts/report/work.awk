# work.awk FUSED CYCLES EVENTS: the kernels of a trace, one line each, with what the
# comparison groups them by.
#
# FUSED names classes that are compared as one, CYCLES are the cycles with their
# phases (trace-cycles -l, trace-phase), EVENTS those of trace-cycles --events. A
# kernel whose own phase is unknown has that of the outermost cycle that holds it. A
# layer is a repeat inside a repeat: its number is its place in the outer one, which
# is called a pass; outer is the cycle of that.

# The outermost cycle of a path such as 1:3/4:17, as in CYCLES.
function outer(path) {
	return $c["device"] SUBSEP $c["stream"] SUBSEP substr(path, 1, index(path, ":") - 1)
}
file == 1 {
	if (FNR > 1)
		operation[$c["category"]] = $c["operation"]
	next
}
file == 2 {
	if (FNR > 1)
		phase_of[$c["device"], $c["stream"], $c["cycle"]] = $c["phase"]
	next
}
FNR == 1 {
	print "dur_us", "name", "operation", "phase", "cpu_op", "layer", "pass", "linked", "unknown", "outer"
	next
}
$c["cat"] != "kernel" {
	next
}
{
	path = $c["path"]
	phase = $c["phase"]
	if (phase == "" || phase == "unknown")
		phase = path != "" && phase_of[outer(path)] != "" ? phase_of[outer(path)] : "unknown"
	layer = pass = ""
	if (split(path, part, "/") > 1 && path !~ /p/) {
		pass = $c["device"] ":" $c["stream"] ":" part[1]
		if (!((pass, part[2]) in place))
			place[pass, part[2]] = ++layers[pass]
		layer = place[pass, part[2]]
	}
	category = $c["category"]
	print $c["dur_us"], $c["name"], (category in operation ? operation[category] : category), \
		phase, $c["cpu_op"], layer, pass, $c["linked"], (category == "" || category == "Other" ? "yes" : "no"), \
		(path == "" ? "" : $c["device"] ":" $c["stream"] ":" substr(path, 1, index(path, ":") - 1))
}
