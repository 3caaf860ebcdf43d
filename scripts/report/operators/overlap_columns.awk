# overlap_columns.awk - which work of the GPU ran at the same time as that of an operator,
# and the columns that say so; to put beside cell.awk, python.awk, numbers.awk and
# kernel_lists.awk.
#
# The part beside is the table of overlapping_events.awk. An operator is any number; add_overlap gives
# it an event.

part == "beside" && FNR > 1 {
	event = $c["event"]
	n = ++overlapped[event]
	other_name[event, n] = $c["name"]
	other_stream[event, n] = $c["stream"]
	beside_us[event, n] = $c["dur_us"]
	shared_us[event, n] = $c["shared_us"]
	shared_union[event] += $c["more_us"]
}
function add_overlap(i, event,   k, n, other) {
	for (k = 1; k <= overlapped[event]; k++) {
		other = other_name[event, k]
		if (!((i, other) in pairs)) {
			n = ++others[i]
			other_of[i, n] = other
			stream_of[i, other] = other_stream[event, k]
		}
		pairs[i, other]++
		pairs_us[i, other] += beside_us[event, k]
		pairs_shared[i, other] += shared_us[event, k]
	}
	shared_of[i] += shared_union[event]
}
# The names, as a list of Python.
function overlapping(i,   n, k, list, out) {
	if (i in overlapping_names || !others[i])
		return overlapping_names[i]
	n = others[i]
	for (k = 1; k <= n; k++)
		list[k] = other_of[i, k] ""
	sort_numbers(list, n)
	for (k = 1; k <= n; k++)
		out = out (k > 1 ? ", " : "") quoted(list[k])
	return overlapping_names[i] = "[" out "]"
}
function share(us, of_us) {
	return of_us > 0 ? sprintf("%.2f", us / of_us) + 0 : 0
}
function overlap_titles(details) {
	return details OFS "trunc_overlapping_kernels_details" OFS "overlap_pct_mean" OFS \
		"overlap_pct_median" OFS "overlap_pct_std" OFS "overlap_pct_min" OFS "overlap_pct_max"
}
function no_overlap() {
	return "[]" OFS OFS OFS OFS OFS OFS
}
function figure(value, exact) {
	return exact && value != "" ? sprintf("%.15g", value) : share(value, 1)
}
# Of n operators of one row, op[1] to op[n], which worked us[1] to us[n] microseconds. The
# share of each has two decimals; statistics of the shares have them, too, unless exact.
function overlap_cells(op, us, n, exact,   k, m, j, v) {
	if (!others[op[1]])
		return no_overlap()
	m = others[op[1]]
	for (k = 1; k <= m; k++)
		describe_overlap(k, op, us, n, other_of[op[1], k])
	list_items(m)
	for (j = 1; j <= n; j++)
		v[j] = share(shared_of[op[j]], us[j])
	return cell(long_list) OFS cell(short_list) OFS \
		figure(statistic("mean", v, n), exact) OFS \
		figure(statistic("median", v, n), exact) OFS figure(statistic("std", v, n), exact) OFS \
		figure(statistic("min", v, n), exact) OFS figure(statistic("max", v, n), exact)
}
# One name: of each operator the mean over what ran beside it.
function describe_overlap(k, op, us, n, other,   j, v, part) {
	for (j = 1; j <= n; j++) {
		v[j] = pairs_us[op[j], other] / pairs[op[j], other]
		part += share(pairs_shared[op[j], other] / pairs[op[j], other], us[j]) / n
	}
	describe_item(k, kind_of(other, stream_of[op[1], other]), v, n, ", 'overlap_pct': " share(part, 1))
}
