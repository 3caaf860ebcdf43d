# products.awk: which matrix products a library could make faster: those that are not short
# and far below the roof, in rows of trace-perf; from the limits of advice.tsv.

function is_product() {
	return ("roofline_pct" in c) && $c["roofline_pct"] != "" && $c["model"] ~ /mm|linear|matmul|gemm/
}

function is_slow_product() {
	return is_product() && $c["roofline_pct"] + 0 < limit["roof"] &&
		$c["gpu_us"] / ($c["gpu_events"] > 0 ? $c["gpu_events"] : 1) >= limit["short"]
}

# How long its kernels would take at the roof that libraries reach.
function product_us() {
	return 100 * $c["roofline_us"] / limit["roof"]
}
