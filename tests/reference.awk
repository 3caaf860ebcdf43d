# reference.awk -v keys="a|b" OURS THEIRS: compares two tables (TSV) row by row,
# by the key columns that they have; prints each difference, and last how many
# cells were compared.
#
# Their times are sums of doubles that cannot hold the digits of a time since
# 1970, so a time may be off by 1e-4 of itself or by 0.002 us an event. Cumulative
# shares of rows that are equal within that are in either order: they are
# compared place by place. Details of kernels hold the names of Python's types,
# and are not compared.

function key(   i, n, k, text) {
	n = split(keys, k, "|")
	for (i = 1; i <= n; i++)
		if (k[i] in c)
			text = text "\t" $c[k[i]]
	return text
}

function distance(a, b) {
	return a > b ? a - b : b - a
}

function is_number(s) {
	return s ~ /^-?[0-9]+([.][0-9]*)?(e[-+]?[0-9]+)?$/
}

# By how much a value of this column, over so many events, may be off.
function tolerance(name, events, value,   t) {
	if (name ~ /ount$|UID/)
		return 0
	t = name ~ /ercent/ ? 0.001 : name ~ /ms$/ ? 0.000002 : 0.002
	if (name ~ /sum|ms$/)
		t *= events
	value = distance(value, 0) * 0.0001
	return value > t ? value : t
}

function compare(name, events, ours, theirs, where) {
	cells++
	if (ours == theirs)
		return
	if (is_number(ours) && is_number(theirs) &&
	    distance(ours, theirs) <= tolerance(name, events, theirs))
		return
	print name ": '" ours "', not '" theirs "':" substr(where, 1, 200)
}

function compare_rows(   r, i, k, events, name) {
	for (r = 1; r <= rows[2]; r++) {
		k = row[2, r]
		if (!((1, k) in known)) {
			print "only theirs:" k
			continue
		}
		events = all_events
		for (i = 1; i <= columns[2]; i++)
			if (head[2, i] ~ /ount$/)
				events = cell[2, k, head[2, i]]
		for (i = 1; i <= columns[2]; i++) {
			name = head[2, i]
			if (name ~ /kernel_details/)
				continue
			if (name ~ /^Cumulative/)
				compare(name, events, cell[1, row[1, r], name], cell[2, k, name], k)
			else
				compare(name, events, cell[1, k, name], cell[2, k, name], k)
		}
	}
}

BEGIN {
	FS = "\t"
	if (!all_events)
		all_events = 1
}
FNR == 1 {
	file++
	split("", c)
	for (i = 1; i <= NF; i++) {
		c[$i] = i
		head[file, i] = $i
	}
	columns[file] = NF
	next
}
{
	k = key()
	k = k " #" (++seen[file, k])
	known[file, k]
	row[file, ++rows[file]] = k
	for (i = 1; i <= NF; i++)
		cell[file, k, head[file, i]] = $i
}
END {
	for (r = 1; r <= rows[1]; r++)
		if (!((2, row[1, r]) in known))
			print "only ours:" row[1, r]
	compare_rows()
	print cells + 0 " cells"
}
