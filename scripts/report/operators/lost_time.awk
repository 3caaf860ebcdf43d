# lost_time.awk: the sheet lost_time; to put before operator_sheets.awk.

# The most that could be won, by operator: the time beyond the roofline. Adds the i-th operator
# with the figures of a call, of a row of unified_perf_summary.
function add_lost(row, i, q, best,   op) {
	if (!(row in lost_of))
		lost_of[row] = lost_row(name[like[i]] SUBSEP category_of[i], i)
	op = lost_of[row]
	lost_count[op]++
	if (bound[q] == "") {
		lost_unknown[op] += gpu_us[i]
		return
	}
	lost_known[op]
	lost_us[op] += gpu_us[i]
	lost_best[op] += best
	lost_time[op] += gpu_us[i] - best
	total_lost += gpu_us[i] - best
	known_operators++
}
function print_lost(   i, n, op, file, rank) {
	n = lost_rows
	sort_lost(n)
	file = "sheet.lost_time"
	print "name", "op category", "Count", "time_ms", "roofline_ms", "lost_ms", \
		"Percent of lost time (%)", "without_roofline_ms" >file
	for (rank = 1; rank <= n; rank++) {
		op = lost_order[rank]
		i = lost_at[op]
		print name[like[i]], category_of[i], lost_count[op], known_ms(op, lost_us[op]), \
			known_ms(op, lost_best[op]), known_ms(op, lost_time[op]), \
			(total_lost > 0 && (op in lost_known) ? sprintf("%.6f", 100 * lost_time[op] / total_lost) : ""), \
			sprintf("%.6f", lost_unknown[op] / 1000) >file
	}
	close(file)
	if (known_operators)
		print "lost_time"
}
# Empty for an operator of which no roofline is known.
function known_ms(op, us) {
	return op in lost_known ? sprintf("%.6f", us / 1000) : ""
}
function lost_row(op, i) {
	if (!(op in lost_number)) {
		lost_number[op] = ++lost_rows
		lost_time[lost_rows] = 0
		lost_op[lost_rows] = op
		lost_at[lost_rows] = i
	}
	return lost_number[op]
}
# By the time lost, then by that without a roofline, then by name, in lost_order.
function sort_lost(n,   i, sorted, of) {
	for (i = 1; i <= n; i++) {
		sorted[i] = falling(lost_time[i]) " " falling(lost_unknown[i]) " " lost_op[i]
		of[sorted[i]] = i
	}
	sort_numbers(sorted, n)
	for (i = 1; i <= n; i++)
		lost_order[i] = of[sorted[i]]
}
