# section.awk section=NAME TABLE TABLE: the lines of a page in sections that are of this one,
# with the columns that it uses.

file == 1 && $1 == section {
	for (i = 2; i <= NF; i++)
		if ($i != "")
			used[i]
}
file == 2 && (FNR == 1 || $1 == section) {
	line = ""
	for (i = 2; i <= NF; i++)
		if (i in used)
			line = line (line == "" ? "" : "\t") $i
	print line
}
