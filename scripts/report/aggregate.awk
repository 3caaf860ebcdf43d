# aggregate.awk keys=KEYS metrics=LIST TABLE: one row for each value of the keys,
# in the order in which they first come. Each item of the list is COLUMN:WHAT or
# COLUMN:WHAT=NAME; WHAT is mean, median, min, max, std (of a sample), pstd (of
# all), sum, first or count. Fields that are empty count for nothing.

function result(row, j,   i, n, v) {
	if (what[j] == "count")
		return rows[row]
	if (what[j] == "first")
		return value[row, 1, j]
	for (i = 1; i <= rows[row]; i++)
		if (value[row, i, j] != "")
			v[++n] = value[row, i, j] + 0
	return statistic(what[j], v, n + 0)
}
FNR == 1 {
	n = split(metrics, item, ",")
	header = keys
	gsub(/,/, OFS, header)
	for (j = 1; j <= n; j++) {
		m = split(item[j], part, /[:=]/)
		column[j] = part[1]
		what[j] = part[2]
		header = header OFS (m > 2 ? part[3] : part[1] "_" part[2])
	}
	print header
	next
}
{
	k = key(keys)
	if (!(k in rows))
		order[++groups] = k
	rows[k]++
	for (j = 1; j <= n; j++)
		value[k, rows[k], j] = what[j] == "count" ? "" : $c[column[j]]
}
END {
	for (g = 1; g <= groups; g++) {
		line = order[g]
		for (j = 1; j <= n; j++)
			line = line OFS result(order[g], j)
		print line
	}
}
