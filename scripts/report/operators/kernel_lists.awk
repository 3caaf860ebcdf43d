# kernel_lists.awk - the kernels that operators run as two lists of Python, the one with
# statistics, the other short; to put behind python.awk and numbers.awk.

# The number of a kernel's name and stream. Names are long: each is looked up, and quoted, once.
function kind_of(name, stream,   at) {
	at = name SUBSEP stream
	if (!(at in number_of_kind)) {
		number_of_kind[at] = ++kinds
		kind_name[kinds] = name
		kind_long[kinds] = "{'name': " quoted(name) ", 'stream': " stream
		kind_short[kinds] = length(name) <= 64 ? kind_long[kinds] : \
			"{'name': " quoted(substr(name, 1, 64) "...") ", 'stream': " stream
	}
	return number_of_kind[at]
}
# Adds a kernel to the list of those that the i-th operator runs.
function set_kernel(i, kind, us) {
	kernel_kind[++kernels] = kind
	kernel_us[kernels] = us
	if (last_kernel[i])
		next_kernel[last_kernel[i]] = kernels
	else
		first_kernel[i] = kernels
	last_kernel[i] = kernels
}
# The kernels of a group, place by place; where runs differ, each kernel that had a place.
function describe(g,   r, e, j, k, at, n, v, items, first, last) {
	for (r = first_row[g]; r; r = next_row[r]) {
		k = 0
		for (e = first_kernel[member[r] + side_of[g]]; e; e = next_kernel[e]) {
			at = k++ * kinds + kernel_kind[e]
			if (at in last)
				after[last[at]] = e
			else
				first[++items] = e
			last[at] = e
			after[e] = 0
		}
	}
	for (j = 1; j <= items; j++) {
		n = 0
		make_places(v, count[g])
		for (e = first[j]; e; e = after[e])
			v[++n] = kernel_us[e]
		k = kernel_kind[first[j]]
		describe_item(j, k, v, n, "")
	}
	list_items(items)
}
# The k-th of a list, of which v[1] to v[n] are; more stands only in the long one, behind the stream.
function describe_item(k, kind, v, n, more,   mean) {
	sum_up(v, n)
	mean = v_sum / n
	add_item(k, kind, n, rounded(v_sum), mean, rounded(median(v, n)), sqrt(squares(v, n, mean) / n), rounded(v_least), rounded(v_greatest), more)
}
function rounded(us) {
	return sprintf("%.3f", us) + 0
}
# Its mean and spread are exact, other numbers have three decimals. They become text when a list needs it.
function add_item(k, kind, n, total, mean, middle, spread, low, high, more) {
	item_kind[k] = kind
	item_more[k] = more
	item_count[k] = n
	item_total[k] = total
	item_mean[k] = mean
	item_median[k] = middle
	item_spread[k] = spread
	item_low[k] = low
	item_high[k] = high
}
function long_item(k) {
	return kind_long[item_kind[k]] item_more[k] ", 'count': " item_count[k] ", 'total_duration_us': " item_total[k] + 0 \
		", 'mean_duration_us': " rounded(item_mean[k]) ", 'median_duration_us': " item_median[k] + 0 \
		", 'std_dev_duration_us': " rounded(item_spread[k]) ", 'min_duration_us': " item_low[k] + 0 \
		", 'max_duration_us': " item_high[k] + 0 "}"
}
function short_item(k) {
	return kind_short[item_kind[k]] ", 'mean_duration_us': " int(item_mean[k] * 100 + 0.5) / 100 "}"
}
# By total, then by name: sets long_list and short_list. Keys are texts, and so in the
# order of bytes; trace-stats has the greatest first.
function list_items(n,   i, sorted) {
	for (i = n; i; i--)
		sorted[n + 1 - i] = sprintf("%020.3f", item_total[i]) SUBSEP kind_name[item_kind[i]] SUBSEP sprintf("%09d", i)
	sort_numbers(sorted, n)
	for (i = 1; i <= n; i++)
		sorted[i] = substr(sorted[i], length(sorted[i]) - 8) + 0
	long_list = list_of(1, sorted, n)
	short_list = list_of(0, sorted, n)
}
# Part by part: a text that grows is copied each time. What a cell does not hold is cut later.
function list_of(long, sorted, n,   i, part, list) {
	for (i = 1; i <= n && !(longest && length(list) > longest); i++) {
		part = part (i > 1 ? ", " : "") (long ? long_item(sorted[i]) : short_item(sorted[i]))
		if (length(part) > 16384) {
			list = list part
			part = ""
		}
	}
	return n ? "[" list part "]" : ""
}
