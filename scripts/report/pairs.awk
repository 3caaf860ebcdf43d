# pairs.awk label=LABEL: what trace-align --pairs prints, with the trace that is compared and
# the page of what has one: the first pair of each phase, unless trace-align refuses to choose,
# and all with --all. A page is called by the phase, or by it and a number. Of two phases,
# "any", and of single kernels is only what is compared first. The classic forms know no
# training. To put behind table.awk.
FNR == 1 {
	print "trace", "page", $0
	next
}
FNR == 2 { refused = $c["chosen"] == "no" }
{
	phase = $c["a_phase"] == $c["b_phase"] ? $c["a_phase"] : "any"
	if (phase == "" || (phase == "training" && classic != ""))
		phase = "unknown"
	single = $c["a_kernels"] == 1 || $c["b_kernels"] == 1
	first = !seen[phase]++ && !refused && !((phase == "any" || single) && FNR > 2)
	page = $c["chosen"] == "yes" || first ? phase : ""
	print label, page (page != "" && seen[phase] > 1 ? "_" seen[phase] : ""), $0
}
