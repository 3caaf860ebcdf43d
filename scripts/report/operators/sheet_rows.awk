# sheet_rows.awk: operators of the same arguments as one row of a sheet, with the
# statistics of their times and rates; to put before operator_sheets.awk.

# Sizes and settings by name: 'M': 1024, and so on, from an object of JSON.
function read_parameters(json,   rest, n, value, at) {
	if (json in parameters)
		return parameters[json]
	rest = substr(json, 2, length(json) - 2)
	while (match(rest, /^,?"[^"]*":/)) {
		n++
		parameter[json, n] = substr(rest, 2 + (rest ~ /^,/), RLENGTH - 3 - (rest ~ /^,/))
		rest = substr(rest, RLENGTH + 1)
		match(rest, rest ~ /^\[\[/ ? "^\\[\\[.*]]" : rest ~ /^\[/ ? "^[^]]*]" : \
			rest ~ /^"/ ? "^\"[^\"]*\"" : "^[^,]*")
		value = substr(rest, 1, RLENGTH)
		rest = substr(rest, RLENGTH + 1)
		gsub(/true/, "True", value)
		gsub(/false/, "False", value)
		gsub(/null/, "None", value)
		text[json, n] = value ~ /^"/ ? substr(value, 2, length(value) - 2) : \
			value !~ /^\[/ ? value : \
			parameter[json, n] == "operands" ? list_of_tuples(value) : \
			parameter[json, n] ~ /^(bias|output_mask|logits_shape)$/ ? as_list(value) : python(value)
		at = value ~ /^"/ ? quoted(text[json, n]) : text[json, n]
		dictionary[json] = dictionary[json] (n > 1 ? ", " : "") "'" parameter[json, n] "': " at
	}
	return parameters[json] = n + 0
}
function list_of_tuples(json) {
	json = python(json)
	sub(/,?\)$/, "]", json)
	return "[" substr(json, 2)
}
# Lists are lists, not tuples, in the sheets of families.
function as_list(json) {
	gsub(/, */, ", ", json)
	gsub(/\\\\"/, "\001", json)
	gsub(/"/, "'", json)
	gsub(/\001/, "\"", json)
	return json
}

# Work that overlaps an operator, for a sheet. With own_kernels, as in the reference, the sheets
# of families look only at the kernels that the operator launched itself.
function overlapping_in(sheet, i) {
	return own_kernels && sheet != "unified_perf_summary" && !launches[i] ? "" : overlapping(i)
}

# The number of a key of a sheet; a long text is looked up once.
function key_number(sheet, k) {
	k = sheet SUBSEP k
	if (!(k in number_of))
		number_of[k] = ++keys
	return number_of[k]
}
# A row of a sheet, of the key with that number: the i-th operator with the figures of the
# f-th, in microseconds of the GPU.
function add_row(sheet, alike_but, i, us, flops, bytes, roof,   g, k) {
	if (!(alike_but in alike_us) || id[i] + 0 < alike_id[alike_but])
		alike_id[alike_but] = id[i] + 0
	alike_us[alike_but] += us
	k = overlaps == "" ? alike_but : alike_but SUBSEP overlapping_in(sheet, i)
	if (!(k in group)) {
		group[k] = ++groups
		alike_of[groups] = alike_but
		of_sheet[sheet, ++size[sheet]] = groups
		first[groups] = i
		flops_of[groups] = flops
		bytes_of[groups] = bytes
		roof_of[groups] = roof
	}
	g = group[k]
	if (sheet != "unified_perf_summary" && id[i] + 0 < id[first[g]] + 0)
		first[g] = i
	append_row(g, i, us)
	if (flops != flops_of[g] || bytes != bytes_of[g]) {
		uneven[g] = 1
		flops_at[rows] = flops
		bytes_at[rows] = bytes
		roof_at[rows] = roof
	}
	total[sheet] += us
	return g
}
# The rows of a group are a list: its first row, and for each the next one.
function append_row(g, i, us) {
	member[++rows] = i
	us_of[rows] = us
	if (count[g]++)
		next_row[last_row[g]] = rows
	else
		first_row[g] = rows
	last_row[g] = rows
	sum[g] += us
}
# Keeps the statistics of n values in stat, but the median.
function note_all_but_median(what, v, n,   mean) {
	sum_up(v, n)
	mean = n ? v_sum / n : ""
	stat[what, "sum"] = v_sum
	stat[what, "mean"] = mean
	stat[what, "min"] = n ? v_least : ""
	stat[what, "max"] = n ? v_greatest : ""
	stat[what, "std"] = deviation(v, n, mean)
}
function note(what, v, n) {
	note_all_but_median(what, v, n)
	stat[what, "median"] = n ? median(v, n) : ""
}
# Of a group: the times on the GPU, and what one microsecond is of each, where a
# rate is made of it. The members of a group have the same figures, but for attention in
# steps of several sizes.
function measure_group(g,   r, i, n, us, per, rated) {
	make_places(us, count[g])
	make_places(per, count[g])
	rated = !uneven[g] && flops_of[g] bytes_of[g] roof_of[g] != ""
	for (r = first_row[g]; r; r = next_row[r]) {
		us[++i] = us_of[r] + 0 # as a text it would be read at each comparison
		if (rated && us[i] > 0)
			per[++n] = 1 / us[i]
	}
	note("us", us, i)
	if (rated && n == i) {
		note_all_but_median("per", per, n)
		stat["per", "median"] = (1 / v_middle + 1 / v_next) / 2
	} else if (rated)
		note("per", per, n + 0)
	if (uneven[g]) {
		measure_rate(g, "flops", flops_of[g], flops_at)
		measure_rate(g, "bytes", bytes_of[g], bytes_at)
		measure_rate(g, "roof", roof_of[g], roof_at)
	}
}
# The times on the host.
function measure_host(g,   r, n, us) {
	make_places(us, count[g])
	for (r = first_row[g]; r; r = next_row[r])
		if (duration[member[r]] != "")
			us[++n] = duration[member[r]] + 0
	note("dur", us, n + 0)
}
# Members without an amount of their own have `usual`, that of the first.
function measure_rate(g, what, usual, amount,   r, n, v, of) {
	n = 0
	make_places(v, count[g])
	for (r = first_row[g]; r; r = next_row[r]) {
		of = r in amount ? amount[r] : usual
		if (us_of[r] > 0 && of != "")
			v[++n] = of / us_of[r]
	}
	note(what, v, n)
}
# Those of one measure in the order of a list; with `times`, of what the amount makes
# in a microsecond.
function statistics(what, list, g, amount, times,   i, n, item, out, at) {
	n = split(list, item, " ")
	for (i = 1; i <= n; i++) {
		at = stat[what, item[i]]
		if (item[i] == "sum" || (what == "us" && item[i] ~ /^m(in|ax)$/))
			at = sprintf("%.3f", at)
		if (times) {
			at = uneven[g] ? at : amount == "" ? "" : stat["per", item[i]]
			at = at == "" ? "" : (uneven[g] ? 1 : amount) * times * at
		}
		out = out OFS at
	}
	return substr(out, 2)
}
function rates(what, list, g) {
	if (what == "tb")
		return statistics("bytes", list, g, bytes_of[g], 1e-6)
	if (what == "tflops")
		return statistics("flops", list, g, flops_of[g], 1e-6)
	return statistics("roof", list, g, roof_of[g], 100)
}
# Names of statistics behind the name of the measure.
function titles(measure, list) {
	gsub(/[^ ]+/, measure "_&", list)
	gsub(/ /, OFS, list)
	gsub(/~/, " ", list)
	return list
}
function all_titles(measure) {
	gsub(/ /, "~", measure)
	return titles(measure, all)
}
# Those with most time first, of equal times those that ran first. What differs in what ran
# beside it alone stands together.
function sort_groups(sheet,   i, g, x, sorted) {
	for (i = 1; i <= size[sheet]; i++) {
		g = of_sheet[sheet, i]
		x = alike_of[g]
		sorted[i] = falling(alike_us[x]) sprintf(" %012d ", alike_id[x]) falling(sum[g]) \
			sprintf(" %012d %d", id[first[g]], g)
	}
	sort_numbers(sorted, size[sheet] + 0) # see BEGIN of operator_sheets.awk
	for (i = 1; i <= size[sheet]; i++)
		of_sheet[sheet, i] = substr(sorted[i], 68) + 0
}
# A text that sorts before those of shorter times: 10^12 us are eleven days.
function falling(us) {
	return sprintf("%020.3f", 1e12 - sprintf("%.3f", us))
}
function or_empty(value, divisor) {
	return value == "" ? "" : value / divisor
}
function intensity(flops, bytes) {
	return flops == "" || bytes + 0 == 0 ? "" : flops / bytes
}
