# analyzer_roofs.awk bandwidth=TB/S peak=TFLOPS achievable=TFLOPS intensity=COLUMN
# performance=COLUMN plot=FILE TABLE: the rows with how far they stay below the roof, and
# in FILE the points of a plot: the roofs at 20 places of each power of ten, and the rows.

function is_number(text) {
	return text ~ /^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?$/
}
function draw_roofs(   i, x) {
	print "flops_per_byte", "memory", "theoretical", "achievable", "performance" >plot
	for (i = -40; i <= 60; i++) {
		x = exp(i / 20 * log(10))
		print x, (x * bandwidth <= peak ? x * bandwidth : ""), \
			(x * bandwidth >= peak ? peak + 0 : ""), \
			(x * bandwidth >= achievable ? achievable + 0 : ""), "" >plot
	}
}

FNR == 1 {
	for (i = 1; i <= 2; i++) {
		column = i == 1 ? intensity : performance
		if (!(column in c)) {
			print FILENAME ": no column '" column "'" >"/dev/stderr"
			exit 2
		}
	}
	print "ID", $0, "kernel_memory_roofline", "bound_type_maf", "reference_roofline", \
		"bound_distance", "bound_distance_pct"
	draw_roofs()
	next
}
{
	x = $c[intensity]
	y = $c[performance]
	if (!is_number(x)) {
		print FNR - 1, $0, "", "", "", "", ""
		next
	}
	roof = x * bandwidth < achievable ? x * bandwidth : achievable + 0
	print FNR - 1, $0, x * bandwidth, (x >= achievable / bandwidth ? "compute" : "memory"), roof, \
		(is_number(y) ? roof - y : ""), \
		(is_number(y) && roof != 0 ? (roof - y) / roof * 100 : "")
	if (is_number(y) && x > 0 && y > 0)
		print x + 0, "", "", "", y + 0 >plot
}
