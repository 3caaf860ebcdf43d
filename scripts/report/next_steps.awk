# next_steps.awk TABLE: the summary of trace-align with a section on what to do, behind the
# result: what costs B most time, the largest first. To put behind table.awk.
BEGIN {
	STEPS = 3
	FLOOR = 2 # percent of a repeat; what is not certain must cost so much
}
{ line[NR] = $0 }
FNR == 1 { columns = NF; next }
{ section[NR] = $1 }
$1 == "result" { alike = $c["what"] !~ /^These cycles are not alike/ }
$1 == "note" && $c["what"] ~ /^Unequal work: / { unequal = 1 }
$1 == "time" && $c["what"] == "period" { period = $c["a_us"] }
$1 == "time" && $c["what"] == "idle" { consider("the GPU idles longer") }
$1 == "change" && $c["what"] !~ /^(all else|sum)$/ {
	consider($c["what"] ($c["times"] > 1 ? ", " $c["times"] " times" : ""))
}

# Takes a row for what costs time, if it is certain or large.
function consider(text,   percent) {
	percent = period > 0 ? 100 * $c["delta_us"] / period : 0
	if ($c["delta_us"] <= 0 || ($c["verdict"] != "slower" && percent < FLOOR))
		return
	cost[++costs] = $c["delta_us"]
	told[costs] = "costs " $c["delta_us"] " us more in each repeat" \
		(percent ? sprintf(", %.1f %%", percent) : "") \
		($c["verdict"] == "slower" ? ", likely: " : ", maybe: ") text
}

function tell(text) {
	print "what to do", text blank
}

function tell_costs(   i, n, best) {
	for (n = 1; n <= STEPS && n <= costs; n++) {
		best = 0
		for (i = 1; i <= costs; i++)
			if ((i in cost) && (!best || cost[i] + 0 > cost[best] + 0))
				best = i
		tell(told[best])
		delete cost[best]
	}
	if (!costs)
		tell("nothing: no change costs time")
}
END {
	for (i = 3; i <= columns; i++)
		blank = blank OFS
	for (i = 1; i <= NR; i++) {
		print line[i]
		if (section[i] != "result" || section[i + 1] == "result")
			continue
		if (!alike)
			tell("choose two other cycles, with --cycle or --phase")
		else if (unequal)
			tell("compare runs with the same inputs: see the caveats")
		if (alike)
			tell_costs()
	}
}
