# most.awk label=LABEL NAMES OPERATORS TABLE: TABLE, by operation, with the most
# frequent kernel and operator of each in one trace behind, LABEL_kernel and
# LABEL_cpu_op; of several the first in the order of bytes. NAMES and OPERATORS count
# them, as trace-stats does.

file < 3 {
	if (FNR > 1) {
		what = file == 1 ? $c["name"] : $c["cpu_op"]
		at = file SUBSEP $c["operation"]
		if (what != "" && (!(at in count) || $c["count"] + 0 > count[at] ||
			($c["count"] + 0 == count[at] && what < most[at]))) {
			count[at] = $c["count"] + 0
			most[at] = what
		}
	}
	next
}
FNR == 1 {
	print $0, label "_kernel", label "_cpu_op"
	next
}
{
	print $0, most[1, $c["operation"]], most[2, $c["operation"]]
}
