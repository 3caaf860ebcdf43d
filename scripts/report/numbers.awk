# numbers.awk - functions for statistics of numbers.

# The numbers of v[1] to v[n], sorted: heap sort. What sinks is put down where it stays.
function sink(v, i, n,   k, x, kid, other) {
	x = v[i]
	while ((k = 2 * i) <= n) {
		kid = v[k]
		if (k < n && kid < (other = v[k + 1])) {
			k++
			kid = other
		}
		if (x >= kid)
			break
		v[i] = kid
		i = k
	}
	v[i] = x
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
		mean += v[i]
	mean /= n
	for (i = 1; i <= n; i++)
		sum += (v[i] - mean) ^ 2
	return sqrt(sum / (n - 1))
}
function statistic(what, v, n,   i, sum) {
	if (what == "std")
		return deviation(v, n)
	if (what == "pstd")
		return n == 1 ? 0 : n ? deviation(v, n) * sqrt((n - 1) / n) : ""
	if (n == 0)
		return ""
	for (i = 1; i <= n; i++)
		sum += v[i]
	sort_numbers(v, n)
	return what == "sum" ? sum : what == "mean" ? sum / n : what == "min" ? v[1] : \
		what == "max" ? v[n] : (v[int((n + 1) / 2)] + v[int(n / 2) + 1]) / 2
}
