# other_steps.awk all=COMMAND PAGES: the pairs of cycles that have a page of their own beside the
# chosen one, by comparison/pairs.awk, in a row of the advice about two traces. To put behind table.awk.
FNR > 1 && $c["page"] != "" && $c["chosen"] != "yes" {
	text = text (text == "" ? "" : " and ") described() ", " $c["a_kernels"] " and " $c["b_kernels"] " kernels"
}
function described() {
	if ($c["a_phase"] == "unknown")
		return "cycles of unknown phase"
	return ($c["a_level"] == 1 && $c["b_level"] == 1 ? "the " : "part of the ") $c["a_phase"] " step"
}
END {
	if (text != "")
		print "also", "", "", "", "not shown: " text, "", all
}
