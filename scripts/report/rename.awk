# rename.awk columns=COLUMNS TABLE: these columns, each as NEW=OLD, with "|" between
# them; NEW=OLD/MB is in units of 2^20.

FNR == 1 {
	n = split(columns, item, "|")
	for (i = 1; i <= n; i++) {
		at = index(item[i], "=")
		text = text (i > 1 ? OFS : "") substr(item[i], 1, at - 1)
		mb[i] = sub(/[\/]MB$/, "", item[i])
		old[i] = substr(item[i], at + 1)
	}
	print text
	next
}
{
	text = ""
	for (i = 1; i <= n; i++) {
		v = $c[old[i]]
		text = text (i > 1 ? OFS : "") (mb[i] && v != "" ? v / 1048576 : v)
	}
	print text
}
