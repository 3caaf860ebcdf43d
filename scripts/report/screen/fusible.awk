# fusible.awk: kernels that a compiler could make one of: kernels of these classes in a row
# of a step, if all are short, or if there are many: then they are the operators of a norm or
# the like, one by one. At most all but the longest of them could be saved. Those that
# Triton's or XLA's compiler made are left out: it has chosen. To put before cycle_names.awk,
# which asks for one position of a cycle after another. With fusible=FILE the kernels of each
# row are in there.
BEGIN {
	if (fusible != "")
		print "row", "cycle", "position", "name", "sum_us" >fusible
	split("elementwise norm activation copy reduce rope dropout quantisation memset softmax", class, " ")
	for (i in class)
		fuses[class[i]]
}

function fuse() {
	if (!($c["category"] in fuses) || $c["name"] ~ /^triton_[a-z]+_fused|fusion/) {
		end_fusion()
		return
	}
	if ($c["position"] != fuse_position) {
		fuse_kernels++
		fuse_one = 0
	}
	fuse_position = $c["position"]
	fuse_member[++fuse_members] = cycle OFS $c["position"] OFS $c["name"] OFS $c["sum_us"]
	fuse_sum += $c["sum_us"]
	fuse_one += $c["sum_us"]
	if (fuse_one > fuse_most)
		fuse_most = fuse_one
	if ($c["mean_us"] + 0 >= limit["short"])
		fuse_long = 1
}

# Also at the end of each cycle.
function end_fusion(   saves, i) {
	if (fuse_kernels >= (fuse_long ? limit["row"] : 2)) {
		saves = fuse_sum - fuse_most
		fusions++
		fused_kernels += fuse_kernels
		could_fuse += saves
		if (saves > best_fusion) {
			best_fusion = saves
			best_end = fuse_position
			best_start = fuse_position - fuse_kernels + 1
		}
		fuse_row++
		for (i = 1; fusible != "" && i <= fuse_members; i++)
			print fuse_row, fuse_member[i] >fusible
	}
	fuse_members = fuse_kernels = fuse_sum = fuse_most = fuse_long = 0
	fuse_position = ""
}
