# aggregate.awk keys=KEYS metrics=LIST TABLE: one row for each value of the keys,
# in the order in which they first come. Each item of the list is COLUMN:WHAT or
# COLUMN:WHAT=NAME; WHAT is mean, median, min, max, std (of a sample), sum, first or
# count. Fields that are empty count for nothing.

# The numbers of v[1] to v[n], sorted: heap sort.
function sink(v, i, n,   k, t) {
	while ((k = 2 * i) <= n) {
		if (k < n && v[k] < v[k + 1])
			k++
		if (v[i] >= v[k])
			return
		t = v[i]
		v[i] = v[k]
		v[k] = t
		i = k
	}
}
function sort_numbers(v, n,   i, t) {
	for (i = int(n / 2); i >= 1; i--)
		sink(v, i, n)
	for (i = n; i > 1; i--) {
		t = v[1]
		v[1] = v[i]
		v[i] = t
		sink(v, 1, i - 1)
	}
}
function deviation(v, n,   i, mean, sum) {
	if (n < 2)
		return ""
	for (i = 1; i <= n; i++)
		mean += v[i] / n
	for (i = 1; i <= n; i++)
		sum += (v[i] - mean) ^ 2
	return sqrt(sum / (n - 1))
}
function statistic(what, v, n,   i, sum) {
	if (what == "std")
		return deviation(v, n)
	if (n == 0)
		return ""
	for (i = 1; i <= n; i++)
		sum += v[i]
	sort_numbers(v, n)
	return what == "sum" ? sum : what == "mean" ? sum / n : what == "min" ? v[1] : \
		what == "max" ? v[n] : (v[int((n + 1) / 2)] + v[int(n / 2) + 1]) / 2
}
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
