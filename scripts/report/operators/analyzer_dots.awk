# analyzer_dots.awk bandwidth=TB/S achievable=TFLOPS intensity=COLUMN performance=COLUMN
# TABLE: the rows of analyzer_roofs.awk that have a place below the roof, as trace-perf prints
# operators, for a picture: one second each.

FNR == 1 {
	print "name", "flops_per_byte", "flops", "gpu_us", "compute_spec", \
		"ridge_flops_per_byte", "roof_tflops_per_s"
	next
}
$c["bound_distance"] != "" && $c[intensity] > 0 && $c[performance] > 0 {
	print "ID " $c["ID"] ("name" in c ? ", " $c["name"] : ""), $c[intensity], \
		$c[performance] * 1e12, "1000000.000", "achievable", \
		achievable / bandwidth, $c["reference_roofline"]
}
