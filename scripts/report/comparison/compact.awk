# compact.awk labels=NAMES TABLE: of a comparison of several traces, for people, what
# fits a line: the keys, the first value of each trace, under its label alone, and by
# how much it differs.

function use(i, name) {
	place[++n] = i
	print_name = print_name (n > 1 ? OFS : "") name
}
FNR == 1 {
	m = split(labels, label, ",")
	for (i = 1; i <= NF && $i !~ ("^" label[1] "_(total|time)_us$"); i++)
		use(i, $i)
	for (k = 1; k <= m; k++)
		for (i = 1; i <= NF; i++)
			if ($i == label[k] "_total_us" || $i == label[k] "_time_us")
				use(i, label[k] "_us")
	for (k = 2; k <= m; k++)
		for (i = 1; i <= NF; i++)
			if ($i == label[k] "_delta_total_pct" || $i == label[k] "_delta_time_pct")
				use(i, label[k] "_pct")
	print print_name
	next
}
{
	line = $(place[1])
	for (i = 2; i <= n; i++)
		line = line OFS $(place[i])
	print line
}
