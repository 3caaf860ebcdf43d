# most_frequent.awk label=LABEL NAMES OPERATORS TABLE: TABLE, by operation, with the most
# frequent kernel and operator of each in one trace behind, LABEL_kernel and
# LABEL_cpu_op; of several the first in the order of bytes. NAMES and OPERATORS count
# them, as trace-stats does.

FNR == 1 && file == 3 { print $0, label "_kernel", label "_cpu_op" }
FNR == 1 { next }
file == 3 { print $0, most[1, $c["operation"]], most[2, $c["operation"]] }
file < 3 {
	what = file == 1 ? $c["name"] : $c["cpu_op"]
	at = file SUBSEP $c["operation"]
	n = $c["count"] + 0
	if (what != "" && (n > count[at] || (n == count[at] && what < most[at]))) {
		count[at] = n
		most[at] = what
	}
}
