# optimized.awk: of the events with their places, the fourth table (see cycle_names.awk), the
# kernel time of each phase, in the file phases, if a cycle has one, and training if all
# kernels together are those of one; and in how many of their repeats outermost cycles have
# kernels that PyTorch's optimizers launched: optimized. PyTorch marks each
# Optimizer.step#CLASS.step, older ones as an operator. To put before cycle_names.awk.

file == 4 && FNR > 1 && $c["cat"] == "kernel" { phase_us[$c["phase"]] += $c["dur_us"] }
file == 4 && $c["phase_reason"] ~ /^training:/ { trained = 1 }
file == 4 && FNR > 1 && /Optimizer[.]step#/ && $c["position"] != "" &&
($c["annotation_path"] ";" $c["op_path"]) ~ /(^|;)Optimizer[.]step#/ {
	split($c["path"], path, "[:/]")
	if (path[2] !~ /^p/ && !((path[1], path[2]) in optimizes)) {
		optimizes[path[1], path[2]]
		optimized[path[1]]++
	}
}
file == 5 && $c["phase"] ~ /^(prefill|decode|mixed)$/ { known = 1 }
END { print_phases() }

function print_phases(   k) {
	print "phase", "sum_us" >"phases"
	for (k in phase_us)
		if (known)
			printf "%s\t%.3f\n", k, phase_us[k] >"phases"
	if (trained)
		print "training", "" >"phases"
}
