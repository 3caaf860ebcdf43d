# section.awk section=NAME TABLE: the lines of a page in sections that are of this one,
# with the columns that it uses.

FNR == 1 {
	width = NF
	for (i = 1; i <= NF; i++)
		head[i] = $i
	next
}
$1 == section {
	n++
	for (i = 2; i <= NF; i++) {
		cell[n, i] = $i
		if ($i != "")
			used[i] = 1
	}
}
END {
	for (r = 0; r <= n; r++) {
		line = ""
		for (i = 2; i <= width; i++)
			if (i in used)
				line = line (line == "" ? "" : "\t") (r ? cell[r, i] : head[i])
		print line
	}
}
