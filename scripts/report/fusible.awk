# fusible.awk: kernels that a compiler could make one of: short ones of these classes in a
# row of a step. At most all but the longest of them could be saved. To put before
# cycle_names.awk, which asks for one position of a cycle after another.
BEGIN {
	split("elementwise norm activation copy reduce rope dropout quantisation memset softmax", class, " ")
	for (i in class)
		fuses[class[i]]
}

function fuse() {
	if (!($c["category"] in fuses) || $c["mean_us"] + 0 >= limit["short"]) {
		end_fusion()
		return
	}
	if ($c["position"] != fuse_position)
		fuse_kernels++
	fuse_position = $c["position"]
	fuse_sum += $c["sum_us"]
	if ($c["sum_us"] + 0 > fuse_most)
		fuse_most = $c["sum_us"] + 0
}

# Also at the end of each cycle.
function end_fusion() {
	if (fuse_kernels > 1) {
		fusions++
		fused_kernels += fuse_kernels
		could_fuse += fuse_sum - fuse_most
	}
	fuse_kernels = fuse_sum = fuse_most = 0
	fuse_position = ""
}
