# untested.awk TABLE: a table of trace-compare in which a row that the margin alone decided, for the
# spread of a side is not known, says so, as summaries do. None at all is the same without a test.
FNR == 1 {
	for (i in c)
		if (i ~ /(^|_)status$/)
			prefix[substr(i, 1, length(i) - 6)]
	for (p in prefix)
		for (i in c) {
			if (index(i, p "delta_low_") == 1)
				low[p] = c[i]
			if (index(i, p "delta_") == 1 && i ~ /_us$/ && (!(p in delta) || c[i] < delta[p]))
				delta[p] = c[i]
		}
}
FNR > 1 {
	for (p in prefix)
		if ($c[p "status"] ~ /^(faster|slower|same)$/ && $(delta[p]) + 0 != 0 && (!(p in low) || $(low[p]) == ""))
			$c[p "status"] = "one run: not tested"
}
{ print }
