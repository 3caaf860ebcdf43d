# warnings.awk label=LABEL FACTS WORK PHASES: flaws of the comparison of this trace, a line a
# code. Shares are of kernel time, except those of kernels without a launch.

function tell(code, severity, message) {
	print label, code, severity, message
}
FNR == 1 { next }
file == 1 { fact[$c["key"]] = $c["value"] }
file == 2 {
	n++
	all += $c["dur_us"]
	unlinked += $c["linked"] != "yes"
	if ($c["unknown"] == "yes")
		unknown += $c["dur_us"]
	in_layer += $c["layer"] != ""
}
file == 3 && $c["phase"] == "unknown" { no_phase = $c["pct"] }
END {
	if (!n) {
		tell("NO_KERNELS", "warning", "no kernel is left to compare")
		exit
	}
	if (no_phase > 50)
		tell("NO_PHASE_EVIDENCE", "warning", sprintf("%.1f %% of the kernel time has no phase", no_phase))
	if (!("events.python_function" in fact))
		tell("NO_PYTHON_STACKS", "info", "the trace holds no Python functions")
	if (all && unknown > 0.2 * all)
		tell("HIGH_UNKNOWN_KERNELS", "warning", sprintf("%.1f %% of the kernel time is of no known class", 100 * unknown / all))
	if (n > 100 && !in_layer)
		tell("NO_LAYERS", "info", "no repeat holds repeats: there are no layers to compare")
	if (fact["events_lost"] + 0)
		tell("DAMAGED", "warning", "at least " fact["events_lost"] " events were lost")
	if ((missing = fact["dispatches_missing"]) > 0)
		tell("KERNELS_LOST", "warning", missing " of " missing + fact["kernels"] " kernels are not in the file")
	if (unlinked > 0.05 * n)
		tell("UNLINKED_KERNELS", "info", sprintf("%.1f %% of the kernels have no launch in the trace", 100 * unlinked / n))
}
