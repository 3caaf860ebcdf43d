# next_steps.awk COSTS SUMMARY: the summary of trace-align with a section on what to do, behind the
# result: what costs B most time, the largest first, by costs.sh. To put behind table.awk and
# spoken.awk.
BEGIN {
	STEPS = 3
}
FNR == 1 && file == 1 { next }
file == 1 && $c["saves_us"] != "" {
	told[++costs] = worth("costs", $c["saves_us"], $c["saves_pct"], $c["sure"]) ": " $c["advice"] \
		($c["detail"] == "" ? "" : " (" $c["detail"] ")")
}
file == 2 { line[FNR] = $0 }
file == 2 && FNR == 1 { columns = NF }
file == 2 && FNR > 1 { section[FNR] = $1 }
file == 2 && $1 == "result" && $c["what"] ~ /^These cycles are not alike/ { unlike = 1 }
file == 2 && $1 == "note" && $c["what"] ~ /^Unequal work: / { unequal = 1 }
file == 2 && $1 == "result" && $c["what"] ~ /is it the same model[?]$/ { doubtful = 1 }

function tell(text) {
	print "what to do", text blank
}
END {
	for (i = 3; i <= columns; i++)
		blank = blank OFS
	for (i = 1; i in line; i++) {
		print line[i]
		if (section[i] != "result" || section[i + 1] == "result")
			continue
		if (unlike)
			tell("choose two other cycles, with --cycle or --phase")
		else if (doubtful)
			tell("make sure that both run the same model")
		else if (unequal)
			tell("compare runs with the same inputs: see the caveats")
		else if (!costs)
			tell("nothing: no change is shown to cost time")
		for (k = 1; !unlike && k <= STEPS && k <= costs; k++)
			tell(told[k])
	}
}
