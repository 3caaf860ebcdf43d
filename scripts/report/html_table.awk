# html_table.awk - a table of TSV as one of HTML, folded together; name is its title,
# and no more than `most` rows are in it. A long text scrolls in its cell.
BEGIN {
	FS = "\t"
}
function form(text) {
	if (text ~ /^-?[0-9]+([.][0-9]+)?$/)
		return "<td class=n>%s</td>"
	return length(text) > 300 ? "<td><div class=long>%s</div></td>" : "<td>%s</td>"
}
NR == 1 {
	printf "<details><summary>%s</summary>\n<table><thead><tr>", plain(name)
	for (i = 1; i <= NF; i++)
		printf "<th>%s</th>", plain($i)
	print "</tr></thead><tbody>"
	next
}
NR <= most + 1 {
	printf "<tr>"
	for (i = 1; i <= NF; i++)
		printf form($i), plain($i)
	print "</tr>"
}
END {
	print "</tbody></table>"
	if (NR > most + 1)
		printf "<p>%d more rows: -d and -o write all.</p>\n", NR - most - 1
	print "</details>"
}
