# arrange.awk total=US longest=N [sheet=FILE columns=COLUMNS joins=JOINS filled=COLUMN
# most=ROWS TABLE]...: tables of these columns, into files or, without names, on standard
# output; without a list, of all columns. Only rows that have a value in the column that
# must be filled, at most ROWS of them, unless that is empty.
#
# Each of COLUMNS is NAME, or NAME=COLUMN, or NAME=COLUMN/DIVISOR, which is a number, a
# column or MB, or NAME=COLUMN%: of the total, or NAME=COLUMN?TEXT, which stands for what
# is empty. Longer texts than N bytes are cut, unless N is empty. What is divided has as
# many decimals as others of its unit: percentages and milliseconds six, microseconds
# three, MB all.
#
# Each of JOINS, with ";" between them, is KEYS|COLUMNS|FROM: columns of the rows of the
# table FROM stand behind those of TABLE that have the same keys. Both lists may rename:
# in KEYS, ours=theirs, in COLUMNS, new=theirs.

BEGIN { sheet = "/dev/stdout" }
function cut(text) {
	return longest && length(text) > longest ? substr(text, 1, longest) "..." : text
}
function value(text, name,   part) {
	if (text ~ /%$/)
		return total > 0 ? sprintf("%.6f",
			100 * $c[substr(text, 1, length(text) - 1)] / total) : ""
	if (split(text, part, "?") == 2)
		return $c[part[1]] == "" ? part[2] : cut($c[part[1]])
	if (split(text, part, "/") == 1)
		return cut($c[text])
	if (part[2] == "MB")
		return $c[part[1]] == "" ? "" : $c[part[1]] / 1048576
	return sprintf(name ~ /(_ms|[(]ms[)]| ms|ms per gpu)$/ ? "%.6f" : "%.3f",
		$c[part[1]] / (part[2] in c ? $c[part[2]] : part[2]))
}
# The names of a list before or behind the "=".
function names(list, which,   i, n, item, part, text) {
	n = split(list, item, ",")
	for (i = 1; i <= n; i++) {
		split(item[i] "=" item[i], part, "=")
		text = text (i > 1 ? "," : "") part[which]
	}
	return text
}
# Keeps the rows of another table, and its columns as those of this one, whose header is
# lost until it is read again.
function read_join(j, item,   part, theirs, old) {
	split(item, part, "|")
	ours[j] = names(part[1], 1)
	new[j] = names(part[2], 1)
	theirs = names(part[1], 2)
	old = names(part[2], 2)
	getline <part[3]
	read_header()
	while ((getline <part[3]) > 0)
		found[j, key(theirs)] = OFS key(old)
	close(part[3])
	gsub(/,/, OFS, new[j])
	none[j] = OFS new[j]
	gsub(/[^\t]/, "", none[j])
}
FNR == 1 {
	split("", found)
	rows = 0
	line = $0
	m = split(joins, join, ";")
	for (j = 1; j <= m; j++) {
		read_join(j, join[j])
		line = line OFS new[j]
	}
	$0 = line
	read_header()
	n = split(columns, item, ",")
	for (i = 1; i <= n; i++) {
		at = index(item[i], "=")
		title[i] = at ? substr(item[i], 1, at - 1) : item[i]
		line = (i > 1 ? line OFS : "") title[i]
		item[i] = substr(item[i], at + 1)
	}
	print line >sheet
	next
}
{
	for (j = 1; j <= m; j++) {
		k = j SUBSEP key(ours[j])
		$0 = $0 (k in found ? found[k] : none[j])
	}
}
(filled == "" || $c[filled] != "") && !(most && ++rows > most) {
	line = n ? value(item[1], title[1]) : $0
	for (i = 2; i <= n; i++)
		line = line OFS value(item[i], title[i])
	print line >sheet
}
