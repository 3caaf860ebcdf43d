# fusions.awk phase=PHASE least=N ALIGNED: the groups of kernels that trace-align found
# to do the same work, a line each: what became what, and the times of one repeat. A
# group of kernels of one side only is none; nor are those of a cycle of fewer than
# `least` kernels. There is no header.

# The first eight names are enough to tell what a group is.
function join_name(old, name, count) {
	return old == "" ? name : count <= 8 ? old " + " name : count == 9 ? old " + ..." : old
}
function note(side, g) {
	if ($c[side "_name"] == "")
		return
	kernels[side]++
	count[side, g]++
	names[side, g] = join_name(names[side, g], $c[side "_name"], count[side, g])
	ns[side, g] += 1000 * $c[side "_us"]
}
FNR > 1 {
	g = $c["group"]
	if (g != "" && !(g in number))
		order[number[g] = ++groups] = g
	note("a", g)
	note("b", g)
}
END {
	if ((kernels["a"] > kernels["b"] ? kernels["a"] : kernels["b"]) < least)
		exit
	for (i = 1; i <= groups; i++) {
		g = order[i]
		a = count["a", g]
		b = count["b", g]
		if (a && b)
			print phase, g, a, b, names["a", g], names["b", g], \
				sprintf("%.3f", ns["a", g] / 1000), sprintf("%.3f", ns["b", g] / 1000), \
				sprintf("%.3f", (ns["b", g] - ns["a", g]) / 1000), (a > b ? "b" : a < b ? "a" : "")
	}
}
