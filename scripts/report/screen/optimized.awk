# optimized.awk: of the events with their places, the fourth table (see cycle_names.awk), in how
# many of their repeats outermost cycles have kernels that PyTorch's optimizers launched:
# optimized. PyTorch marks each Optimizer.step#CLASS.step, older ones as an operator. To put
# before cycle_names.awk.
file == 4 && FNR > 1 && index($0, "Optimizer.step#") && $c["position"] != "" &&
($c["annotation_path"] ";" $c["op_path"]) ~ /(^|;)Optimizer[.]step#/ {
	split($c["path"], path, "[:/]")
	if (path[2] !~ /^p/ && !((path[1], path[2]) in optimizes)) {
		optimizes[path[1], path[2]]
		optimized[path[1]]++
	}
}
