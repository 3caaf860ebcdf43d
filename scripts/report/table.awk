# table.awk - the beginning of all programs here: tables with a header line.
# c["name"] is the place of a column, key(NAMES) the fields of columns named with
# commas between; file counts the tables.
BEGIN {
	FS = OFS = "\t"
	OFMT = CONVFMT = "%.15g"
}
function key(keys,   i, n, name, text) {
	n = split(keys, name, ",")
	for (i = 1; i <= n; i++)
		text = text OFS $c[name[i]]
	return substr(text, 2)
}
# Makes n elements of a table. mawk walks a chain of up to twelve nodes to an element, but
# goes straight to one that comes from split, until there is one with another key.
function make_places(table, n) {
	while (length(tabs) < n)
		tabs = tabs == "" ? "\t" : tabs tabs
	split(substr(tabs, 1, n), table, "\t")
}
function read_header(   i) {
	split("", c)
	for (i = 1; i <= NF; i++)
		c[$i] = i
}
FNR == 1 {
	file++
	read_header()
}
