# most_frequent.awk [label=LABEL of=name NAMES of=cpu_op OPERATORS]... of= TABLE: TABLE, by operation,
# with the most frequent kernel and operator of each in each trace behind, LABEL_kernel and
# LABEL_cpu_op; of several the first in the order of bytes. NAMES and OPERATORS count
# them, as trace-stats does.

FNR == 1 && of == "name" { name[++traces] = label }
of != "" && FNR > 1 && $c[of] != "" {
	at = traces SUBSEP of SUBSEP $c["operation"]
	n = $c["count"] + 0
	if (n > count[at] || (n == count[at] && $c[of] < most[at])) {
		count[at] = n
		most[at] = $c[of]
	}
}
of == "" {
	line = $0
	for (i = 1; i <= traces; i++)
		line = line OFS (FNR == 1 ? name[i] "_kernel" OFS name[i] "_cpu_op" : \
			most[i, "name", $c["operation"]] OFS most[i, "cpu_op", $c["operation"]])
	print line
}
