# other_steps.awk all=COMMAND COUPLES: the steps of other phases that trace-align --pairs would
# compare as well, in a row of the advice about two traces. To put behind table.awk.
FNR > 1 && $c["chosen"] == "yes" { seen[$c["a_phase"]] }
FNR > 1 && $c["a_level"] $c["b_level"] == 11 && $c["a_phase"] == $c["b_phase"] && !($c["a_phase"] in seen) && \
$c["a_phase"] ~ /^(prefill|decode|mixed|training)$/ {
	seen[$c["a_phase"]]
	steps = steps (steps == "" ? "" : " and the ") $c["a_phase"] " step, " $c["a_kernels"] " and " $c["b_kernels"] " kernels,"
}
END {
	sub(/,$/, "", steps)
	if (steps != "")
		print "also", "", "", "", "not shown: the " steps, "", all
}
