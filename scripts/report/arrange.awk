# arrange.awk columns=COLUMNS total=US longest=N TABLE: a table of these columns.
# Each is NAME, or NAME=COLUMN, or NAME=COLUMN/DIVISOR, which is a number or a
# column, or NAME=COLUMN%: of the total. Longer texts than N bytes are cut, unless
# N is empty. What is divided has as many decimals as others of its unit:
# percentages and milliseconds six, microseconds three.

function cut(text) {
	return longest && length(text) > longest ? substr(text, 1, longest) "..." : text
}
function value(text, name,   part) {
	if (text ~ /%$/)
		return total > 0 ? sprintf("%.6f",
			100 * $c[substr(text, 1, length(text) - 1)] / total) : ""
	if (split(text, part, "/") == 1)
		return cut($c[text])
	return sprintf(name ~ /(_ms|[(]ms[)]|ms per gpu)$/ ? "%.6f" : "%.3f",
		$c[part[1]] / (part[2] in c ? $c[part[2]] : part[2]))
}
FNR == 1 {
	n = split(columns, item, ",")
	for (i = 1; i <= n; i++) {
		at = index(item[i], "=")
		title[i] = at ? substr(item[i], 1, at - 1) : item[i]
		line = line (i > 1 ? OFS : "") title[i]
		item[i] = substr(item[i], at + 1)
	}
	print line
	next
}
{
	line = value(item[1], title[1])
	for (i = 2; i <= n; i++)
		line = line OFS value(item[i], title[i])
	print line
}
