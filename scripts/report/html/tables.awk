# tables.awk most=ROWS [name=TITLE TABLE]...: tables of TSV as tables of HTML, folded
# together, of at most ROWS rows. A long text scrolls in its cell.
function form(text) {
	if (text ~ /^-?[0-9]+([.][0-9]+)?$/)
		return "<td class=n>%s</td>"
	return length(text) > 300 ? "<td><div class=long>%s</div></td>" : "<td>%s</td>"
}
function finish() {
	if (!rows)
		return
	print "</tbody></table>"
	if (rows > most + 1)
		printf "<p>%d more rows: -d and -o write all.</p>\n", rows - most - 1
	print "</details>"
}
FNR == 1 {
	finish()
	rows = 1
	printf "<details><summary>%s</summary>\n<table><thead><tr>", plain(name)
	for (i = 1; i <= NF; i++)
		printf "<th>%s</th>", plain($i)
	print "</tr></thead><tbody>"
	next
}
++rows <= most + 1 {
	printf "<tr>"
	for (i = 1; i <= NF; i++)
		printf form($i), plain($i)
	print "</tr>"
}
END { finish() }
