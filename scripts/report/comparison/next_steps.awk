# next_steps.awk COSTS SUMMARY SUMMARY: the summary of trace-align with a section on what to do,
# behind the result: what costs B most time, the largest first, by advice/costs.sh. To put behind
# table.awk and spoken_time.awk.
BEGIN {
	STEPS = 3
}
FNR == 1 && file == 1 { next }
file == 1 && $c["saves_us"] != "" {
	told[++costs] = worth("costs", $c["saves_us"], $c["saves_pct"], $c["sure"]) ": " $c["advice"] \
		($c["detail"] == "" ? "" : " (" $c["detail"] ")")
}
file == 2 && $1 == "result" { results = FNR }
file == 2 && $1 == "result" && $c["what"] ~ /^These cycles are not alike/ { unlike = 1 }
file == 2 && $1 == "note" && $c["what"] ~ /^Unequal work: / { unequal = 1 }
file == 2 && $1 == "result" && $c["what"] ~ /is it the same model[?]$/ { doubtful = 1 }
file == 3 { print }
file == 3 && FNR == results { tell_steps() }

function tell(text) {
	print "what to do", text blank
}
function tell_steps(   i) {
	for (i = 3; i <= NF; i++)
		blank = blank OFS
	if (unlike)
		tell("choose two other cycles, with --cycle or --phase")
	else if (doubtful)
		tell("make sure that both run the same model")
	else if (unequal)
		tell("compare runs with the same inputs: see the caveats")
	else if (!costs)
		tell("nothing: no change is shown to cost time")
	for (i = 1; !unlike && i <= STEPS && i <= costs; i++)
		tell(told[i])
}
