# numbers.awk - functions for sorted numbers and their statistics.

# The numbers of v[1] to v[n], sorted: natural merge sort. Runs that are in order already
# are merged in pairs until there is one.
function sort_numbers(v, n,   i, k, runs, start, kept) {
	for (i = 1; i <= n; i++)
		if (i == 1 || v[i] < v[i - 1])
			start[++runs] = i
	for (; runs > 1; runs = k) {
		start[runs + 1] = start[runs + 2] = n + 1
		k = 0
		for (i = 1; i <= runs; i += 2) {
			if (i < runs)
				merge(v, start[i], start[i + 1], start[i + 2], kept)
			start[++k] = start[i]
		}
	}
}
# Two runs: from `from`, and from `middle` to before `end`.
function merge(v, from, middle, end, kept,   i, j, x, y) {
	for (i = from; i < middle; i++)
		kept[i] = v[i]
	x = kept[i = from]
	y = v[j = middle]
	while (i < middle && j < end)
		if (y < x) {
			v[from++] = y
			y = v[++j]
		} else {
			v[from++] = x
			x = kept[++i]
		}
	while (i < middle)
		v[from++] = kept[i++]
}
# The place of the first of v[1] to v[n], which are sorted, that is above x; n + 1 if none is.
function first_above(v, n, x,   low, high, middle) {
	low = 1
	high = n + 1
	while (low < high) {
		middle = int((low + high) / 2)
		if (v[middle] <= x)
			low = middle + 1
		else
			high = middle
	}
	return low
}
# Sets v_sum, v_least and v_greatest of v[1] to v[n].
function sum_up(v, n,   i, x) {
	v_sum = 0
	v_least = v_greatest = v[1]
	for (i = 1; i <= n; i++) {
		x = v[i]
		v_sum += x
		if (x < v_least)
			v_least = x
		else if (x > v_greatest)
			v_greatest = x
	}
}
function squares(v, n, mean,   i, sum) {
	for (i = 1; i <= n; i++)
		sum += (v[i] - mean) ^ 2
	return sum
}
# The median of numbers, by Hoare's selection, which is faster than sorting them; where it
# would go on and on they are sorted. Changes their order. Sets v_middle and v_next: it is
# the mean of both.
function median(v, n,   from, to, k, i, j, x, kept, rounds) {
	k = int((n + 1) / 2)
	from = 1
	to = n
	while (from < to && ++rounds <= 50) {
		x = v[int((from + to) / 2)]
		i = from
		j = to
		while (i <= j) {
			while (v[i] < x)
				i++
			while (v[j] > x)
				j--
			if (i <= j) {
				kept = v[i]
				v[i++] = v[j]
				v[j--] = kept
			}
		}
		if (k > j)
			from = i
		if (k < i)
			to = j
	}
	if (from < to)
		sort_numbers(v, n)
	v_middle = v[k]
	v_next = v[n % 2 ? k : k + 1]
	for (i = k + 2; i <= n && n % 2 == 0; i++)
		if (v[i] < v_next)
			v_next = v[i]
	return (v_middle + v_next) / 2
}
function deviation(v, n, mean) {
	return n < 2 ? "" : sqrt(squares(v, n, mean) / (n - 1))
}
function statistic(what, v, n) {
	if (n == 0)
		return ""
	if (what == "median")
		return median(v, n)
	sum_up(v, n)
	if (what == "std")
		return deviation(v, n, v_sum / n)
	if (what == "pstd")
		return sqrt(squares(v, n, v_sum / n) / n)
	return what == "sum" ? v_sum : what == "mean" ? v_sum / n : what == "min" ? v_least : v_greatest
}
