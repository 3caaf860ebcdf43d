# markdown.awk rows=N SHEET: its first rows as a table of Markdown, laid out as the reference
# does: columns as wide as their widest cell and two more than their name, numbers under each
# other by their point, with six digits where they may have a fraction.

function wide(text) {
	gsub(/[\200-\277]/, "", text) # bytes that go on with a character
	return length(text)
}
function spaces(n) {
	return n > 0 ? sprintf("%" n "s", "") : ""
}
function may_have_fraction(column) {
	return column ~ /^(Time %|(Avg|Med|StdDev) [(]ns[)]|Total runtime|Total count|Fraction of )/
}
# How many characters stand behind the point or the exponent; -1 for a whole number.
function behind_point(text) {
	return match(text, /[.][^.]*$/) || match(text, /e[^e]*$/) ? RLENGTH - 1 : -1
}
FNR == 1 {
	columns = NF
	for (i = 1; i <= NF; i++) {
		name[i] = $i
		is_number[i] = 1
	}
	next
}
!rows || n < rows {
	n++
	for (i = 1; i <= columns; i++) {
		gsub(/^ +| +$/, "", $i)
		cell[n, i] = $i
		is_number[i] = is_number[i] && $i ~ /^-?[0-9]+([.][0-9]*)?(e[-+]?[0-9]+)?$/
	}
}
function format_numbers(i,   r, most) {
	most = -1
	for (r = 1; r <= n; r++) {
		if (may_have_fraction(name[i]))
			cell[r, i] = sprintf("%g", cell[r, i])
		if (behind_point(cell[r, i]) > most)
			most = behind_point(cell[r, i])
	}
	for (r = 1; r <= n; r++)
		cell[r, i] = cell[r, i] spaces(most - behind_point(cell[r, i]))
}
function padded(text, i) {
	return is_number[i] ? spaces(width[i] - wide(text)) text : text spaces(width[i] - wide(text))
}
END {
	if (!n) {
		print "_(no data)_"
		exit
	}
	for (i = 1; i <= columns; i++) {
		if (is_number[i])
			format_numbers(i)
		width[i] = wide(name[i]) + 2
		for (r = 1; r <= n; r++)
			if (wide(cell[r, i]) > width[i])
				width[i] = wide(cell[r, i])
		dashes = spaces(width[i] + 1)
		gsub(/ /, "-", dashes)
		head = head "| " padded(name[i], i) " "
		line = line "|" (is_number[i] ? dashes ":" : ":" dashes)
	}
	print head "|"
	print line "|"
	for (r = 1; r <= n; r++) {
		for (i = 1; i <= columns; i++)
			printf "| %s ", padded(cell[r, i], i)
		print "|"
	}
}
