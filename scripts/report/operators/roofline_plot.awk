# roofline_plot.awk below=FILE: the sheet roofline: operators with the same dimensions and
# type, and the roof above them, most time first. Of a GPU whose rates are not known there is
# no roof, and no sheet. To put before operator_sheets.awk.

function add_point(   k, p) {
	k = $c["name"] OFS $c["input_dims"] OFS $c["compute_spec"] OFS $c["flops_per_byte"] OFS $c["roof_tflops_per_s"]
	if (!(k in point_of)) {
		point_of[k] = ++points
		point[points] = k
	}
	p = point_of[k]
	point_count[p]++
	point_us[p] += $c["gpu_us"]
	point_flops[p] += $c["flops"]
}
function print_points(   i, p, part, sorted) {
	print "name", "input_dims", "compute_spec", "count", "time_us", "flops_per_byte", "tflops_per_s", \
		"roof_tflops_per_s" >below
	for (p = 1; p <= points; p++)
		sorted[p] = falling(point_us[p]) sprintf(" %d", 1e9 + p)
	sort_numbers(sorted, points)
	for (i = 1; i <= points; i++) {
		p = substr(sorted[i], 22) - 1e9
		split(point[p], part, OFS)
		print part[1], part[2], part[3], point_count[p], sprintf("%.3f", point_us[p]), part[4], \
			point_flops[p] / point_us[p] / 1e6, part[5] >below
	}
}
