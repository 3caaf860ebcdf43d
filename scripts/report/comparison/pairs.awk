# pairs.awk label=LABEL kind=NAME TABLE: what trace-align --pairs prints, with the trace that is
# compared and the page of what has one: the first pair of each phase, unless trace-align refuses
# to choose, and all with --all. A page is called by its kind, the phase, and a number from the
# second one on; the first one of unknown phase by its kind alone, later ones "other". Of two
# phases, "any", and of single kernels or several steps is only what is compared first. The classic forms, whose
# pages are "aligned", know no training. To put behind table.awk.
FNR == 1 {
	print "trace", "page", $0
	next
}
FNR == 2 { refused = $c["chosen"] == "no" }
{
	phase = $c["a_phase"] == $c["b_phase"] ? $c["a_phase"] : "any"
	if (phase == "unknown" || phase == "" || (phase == "training" && kind == "aligned"))
		phase = "other"
	no_step = $c["a_kernels"] == 1 || $c["b_kernels"] == 1 || $c["why"] ~ /^several steps/
	first = !seen[phase]++ && !refused && !((phase == "any" || no_step) && FNR > 2)
	page = kind (phase == "other" && FNR == 2 ? "" : "_" phase) (seen[phase] > 1 ? "_" seen[phase] : "")
	print label, ($c["chosen"] == "yes" || first ? page : ""), $0
}
