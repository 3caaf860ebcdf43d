# pairs.awk label=LABEL: what trace-align --pairs prints, with the trace that is compared and,
# of the first pair of each phase, this phase: it has pages, unless trace-align refuses to
# choose. Of two phases, "any", and of single kernels is only what is compared first. The
# classic forms know no training. To put behind table.awk.
FNR == 1 {
	print "trace", "page", $0
	next
}
FNR == 2 { refused = $c["chosen"] == "no" }
{
	phase = $c["a_phase"] == $c["b_phase"] ? $c["a_phase"] : "any"
	if (phase == "" || (phase == "training" && classic != ""))
		phase = "unknown"
	least = $c["a_kernels"] < $c["b_kernels"] ? $c["a_kernels"] : $c["b_kernels"]
	print label, (refused || phase in seen || ((phase == "any" || least == 1) && FNR > 2) ? "" : phase), $0
	seen[phase]
}
