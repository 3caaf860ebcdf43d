# table.awk - what comes before all programs here: tables with a header line.
# c["name"] is the place of a column, key(NAMES) what is in columns named with
# commas between; file counts the tables.
BEGIN {
	FS = OFS = "\t"
	OFMT = CONVFMT = "%.15g"
}
function key(names,   i, n, name, text) {
	n = split(names, name, ",")
	for (i = 1; i <= n; i++)
		text = text OFS $c[name[i]]
	return substr(text, 2)
}
FNR == 1 {
	file++
	split("", c)
	for (i = 1; i <= NF; i++)
		c[$i] = i
}
