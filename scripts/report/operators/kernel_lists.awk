# kernel_lists.awk - the kernels that operators run as two lists of Python, the one with
# statistics, the other short; to put behind python.awk and numbers.awk.

# The number of a kernel's name and stream. Names are long: each is looked up once.
function kind_of(name, stream,   at) {
	at = name SUBSEP stream
	if (!(at in number_of_kind)) {
		number_of_kind[at] = ++kinds
		kind_name[kinds] = name
		kind_stream[kinds] = stream
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
		describe_item(j, kind_name[k], kind_stream[k], v, n, "")
	}
	list_items(items)
}
# The k-th of a list; more stands only in the long one, behind the stream.
function describe_item(k, kernel, stream, v, n, more,   mean) {
	sum_up(v, n)
	mean = v_sum / n
	add_item(k, kernel, stream, n, v_sum, mean, median(v, n), sqrt(squares(v, n, mean) / n), v_least, v_greatest, more)
}
function add_item(k, kernel, stream, n, total, mean, middle, spread, low, high, more) {
	item_total[k] = total
	item_name[k] = kernel
	long_item[k] = "{'name': " quoted(kernel) ", 'stream': " stream more ", 'count': " n \
		", 'total_duration_us': " sprintf("%.3f", total) + 0 \
		", 'mean_duration_us': " sprintf("%.3f", mean) + 0 \
		", 'median_duration_us': " sprintf("%.3f", middle) + 0 \
		", 'std_dev_duration_us': " sprintf("%.3f", spread) + 0 \
		", 'min_duration_us': " sprintf("%.3f", low) + 0 \
		", 'max_duration_us': " sprintf("%.3f", high) + 0 "}"
	short_item[k] = "{'name': " quoted(length(kernel) > 64 ? substr(kernel, 1, 64) "..." : kernel) \
		", 'stream': " stream ", 'mean_duration_us': " int(mean * 100 + 0.5) / 100 "}"
}
# By total, then by name: sets long_list and short_list. Keys are texts, and so in the
# order of bytes.
function list_items(n,   i, sorted) {
	for (i = 1; i <= n; i++)
		sorted[i] = sprintf("%020.3f", item_total[i]) SUBSEP item_name[i] SUBSEP sprintf("%09d", i)
	sort_numbers(sorted, n)
	for (i = 1; i <= n; i++)
		sorted[i] = substr(sorted[i], length(sorted[i]) - 8) + 0
	long_list = list_of(long_item, sorted, n)
	short_list = list_of(short_item, sorted, n)
}
# Part by part: a text that grows is copied each time. What a cell does not hold is cut later.
function list_of(item, sorted, n,   i, part, list) {
	for (i = 1; i <= n && !(longest && length(list) > longest); i++) {
		part = part (i > 1 ? ", " : "") item[sorted[i]]
		if (length(part) > 16384) {
			list = list part
			part = ""
		}
	}
	return n ? "[" list part "]" : ""
}
