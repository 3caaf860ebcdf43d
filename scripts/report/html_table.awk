# html_table.awk - a table of TSV as one of HTML, folded together; name is its title,
# and no more than `most` rows are in it.
BEGIN {
	FS = "\t"
}
function plain(text) {
	gsub(/\\[tnr]/, " ", text)
	gsub(/\\\\/, "\\", text)
	gsub(/&/, "\\&amp;", text)
	gsub(/</, "\\&lt;", text)
	return text
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
		printf $i ~ /^-?[0-9]+([.][0-9]+)?$/ ? "<td class=n>%s</td>" : "<td>%s</td>", plain($i)
	print "</tr>"
}
END {
	print "</tbody></table>"
	if (NR > most + 1)
		printf "<p>%d more rows: -d and -o write all.</p>\n", NR - most - 1
	print "</details>"
}
