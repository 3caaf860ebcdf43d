# optimized.awk CYCLES SEGMENTS POSITIONS EVENTS: two tables, of the last two, beside what
# odd_steps.awk prints. phases: the kernel time of each, if a cycle has one, and training if
# all kernels together are those of one; optimized: the
# outermost cycles with kernels that PyTorch's optimizers launched, and in how many of their
# repeats. PyTorch marks each Optimizer.step#CLASS.step, older ones as an operator.

file == 3 && $c["phase"] ~ /^(prefill|decode|mixed)$/ { known = 1 }
file == 4 && FNR > 1 && known && $c["cat"] == "kernel" { phase_us[$c["phase"]] += $c["dur_us"] }
file == 4 && $c["phase_reason"] ~ /^training:/ { training = 1 }
file == 4 && FNR > 1 && /Optimizer[.]step#/ && $c["position"] != "" &&
($c["annotation_path"] ";" $c["op_path"]) ~ /(^|;)Optimizer[.]step#/ {
	split($c["path"], path, "[:/]")
	if (path[2] !~ /^p/ && !((path[1], path[2]) in optimizes)) {
		optimizes[path[1], path[2]]
		optimized[path[1]]++
	}
}
END {
	print "phase", "sum_us" >"phases"
	for (k in phase_us)
		printf "%s\t%.3f\n", k, phase_us[k] >"phases"
	if (training)
		print "training", "" >"phases"
	print "cycle", "reps" >"optimized"
	for (k in optimized)
		print k, optimized[k] >"optimized"
}
