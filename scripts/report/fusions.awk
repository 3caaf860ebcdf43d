# fusions.awk phase=PHASE least=N ALIGNED: the groups of kernels that trace-align found
# to do the same work, a line each: what became what, and the times of one repeat. A
# group of kernels of one side only is none; nor are those of a cycle of fewer than
# `least` kernels. There is no header.

# The first eight names are enough to tell what a group is.
function join_name(old, name, count) {
	return old == "" ? name : count <= 8 ? old " + " name : count == 9 ? old " + ..." : old
}
FNR == 1 {
	next
}
{
	length_a += $c["a_name"] != ""
	length_b += $c["b_name"] != ""
	g = $c["group"]
	if (g == "")
		next
	if (!(g in number))
		order[number[g] = ++groups] = g
	if ($c["a_name"] != "") {
		a_count[g]++
		a_names[g] = join_name(a_names[g], $c["a_name"], a_count[g])
		a_ns[g] += 1000 * $c["a_us"]
	}
	if ($c["b_name"] != "") {
		b_count[g]++
		b_names[g] = join_name(b_names[g], $c["b_name"], b_count[g])
		b_ns[g] += 1000 * $c["b_us"]
	}
}
END {
	if ((length_a > length_b ? length_a : length_b) < least)
		exit
	for (i = 1; i <= groups; i++) {
		g = order[i]
		if (!a_count[g] || !b_count[g])
			continue
		print phase, g, a_count[g], b_count[g], a_names[g], b_names[g], \
			sprintf("%.3f", a_ns[g] / 1000), sprintf("%.3f", b_ns[g] / 1000), \
			sprintf("%.3f", (b_ns[g] - a_ns[g]) / 1000), \
			(a_count[g] > b_count[g] ? "b" : a_count[g] < b_count[g] ? "a" : "")
	}
}
