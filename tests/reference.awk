# reference.awk -v keys="a|b" OURS THEIRS: compares two tables (TSV) row by row, by
# the key columns that they have; prints each difference, and last how many cells
# were compared. With -v events_of_trace=N ids from N on are not compared: these are not
# places in the trace, but made up for operators from another one.
#
# With -v parameters=1 the columns "param: ..." are keys, too.
#
# Their times are sums of doubles that cannot hold the digits of a time since
# 1970, so a time may be off by 1e-4 of itself or by 0.002 us an event. Cumulative
# shares of rows that are equal within that are in either order: they are
# compared place by place. Lists in Python's notation are compared item by item;
# theirs wrap numbers in the name of their type.

# Python has several words for what is not there, and floats for whole numbers.
function plain(text) {
	if (text == "nan" || text == "None")
		return ""
	sub(/^-?[0-9]+[.]0$/, "&,", text)
	sub(/[.]0,$/, "", text)
	return text
}

function key(   i, n, k, text) {
	n = split(keys, k, "|")
	for (i = 1; i <= n; i++)
		if (k[i] in c)
			text = text "\t" plain($c[k[i]])
	for (i = 1; parameters && i <= NF; i++)
		if (head[file, i] ~ /^param: / && plain($i) != "")
			text = text "\t" head[file, i] "=" plain($i)
	return text
}

function distance(a, b) {
	return a > b ? a - b : b - a
}

function is_number(s) {
	return s ~ /^-?[0-9]+([.][0-9]*)?(e[-+]?[0-9]+)?$/
}

# By how much a value of this column, of this many events, may be off.
function tolerance(name, events, value,   t) {
	if (name ~ /ount$|UID/)
		return 0
	if (name ~ /GFLOPS|FLOPS[\/]Byte|^Data Moved|^Roofline Time/)
		return distance(value, 0) * 0.0001
	if (name ~ /TB[\/]s|TFLOPS|^Pct/)
		return typical * (0.0001 + (shortest > 0 ? 0.002 / shortest : 0))
	t = name ~ /ercent/ ? 0.001 : name ~ /ms$/ ? 0.000002 : 0.002
	if (name ~ /sum|ms$|kernel_details/)
		t *= events
	value = distance(value, 0) * 0.0001
	return value > t ? value : t
}

function compare(name, events, ours, theirs, where) {
	cells++
	ours = plain(ours)
	theirs = plain(theirs)
	if (ours == theirs)
		return
	if (is_number(ours) && is_number(theirs) &&
	    distance(ours, theirs) <= tolerance(name, events, theirs))
		return
	print name ": '" ours "', not '" theirs "':" substr(where, 1, 200)
}

# A text without the type around its numbers.
function unwrapped(text,   out) {
	while (match(text, /np[.]float64[(][^)]*[)]/)) {
		out = out substr(text, 1, RSTART - 1) substr(text, RSTART + 11, RLENGTH - 12)
		text = substr(text, RSTART + RLENGTH)
	}
	return out text
}

# The number of an item such as \047count\047: 4}].
function item_number(item) {
	sub(/^.*: /, "", item)
	sub(/[]}]*$/, "", item)
	return item
}

# The sum of what a list has under a key.
function sum_of(list, wanted,   i, n, item, sum) {
	n = split(list, item, ", ")
	for (i = 1; i <= n; i++)
		if (index(item[i], "\047" wanted "\047: "))
			sum += item_number(item[i])
	return sum + 0
}

function compare_sums(name, ours, theirs, where,   count) {
	count = sum_of(theirs, "count")
	compare(name, 1, sum_of(ours, "count"), count, where)
	compare(name, count, sum_of(ours, "total_duration_us"), sum_of(theirs, "total_duration_us"), where)
}

function compare_lists(name, ours, theirs, where,   i, n, m, a, b, count) {
	theirs = unwrapped(theirs)
	n = split(theirs, b, ", ")
	m = split(ours, a, ", ")
	if (m > n) {
		compare_sums(name, ours, theirs, where)
		return
	}
	if (m < n) {
		compare(name, 1, ours, theirs, where)
		return
	}
	for (i = 1; i <= n; i++) {
		if (b[i] ~ /\047count\047/)
			count = item_number(b[i])
		if (a[i] == b[i] || !is_number(item_number(b[i])))
			compare(name, 1, a[i], b[i], where)
		else
			compare(name, name ~ /trunc/ ? 10 : b[i] ~ /total/ ? count : 1,
				item_number(a[i]), item_number(b[i]), where)
	}
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
		shortest = cell[2, k, "Kernel Time (µs)_min"]
		for (i = 1; i <= columns[2]; i++) {
			name = head[2, i]
			measure = name
			sub(/_(std|min|median)$/, "_mean", measure)
			typical = distance(cell[2, k, measure == name ? name : measure], 0)
			if (name ~ /UID/ && events_of_trace && cell[2, k, name] >= events_of_trace)
				continue
			if (name ~ /kernel_details/)
				compare_lists(name, cell[1, k, name], cell[2, k, name], k)
			else if (name ~ /^Cumulative/)
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
