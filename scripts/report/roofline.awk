# roofline.awk compat=REFERENCE apart=COLUMNS limit=N longest=BYTES RATED KEPT: the
# sheets of operators by family, and unified_perf_summary, each as a file
# sheet.NAME; their names are printed.
#
# RATED is what trace-perf --sheets --backward prints for all operators, KEPT the
# events of the GPU that count. With --arch there are columns more.

# Sizes and settings by name: 'M': 1024, and so on, from an object of JSON.
function read_parameters(json,   rest, n, value, at) {
	if (json in parameters)
		return parameters[json]
	rest = substr(json, 2, length(json) - 2)
	while (match(rest, /^,?"[^"]*":/)) {
		n++
		parameter[json, n] = substr(rest, 2 + (rest ~ /^,/), RLENGTH - 3 - (rest ~ /^,/))
		rest = substr(rest, RLENGTH + 1)
		match(rest, rest ~ /^\[/ ? "^[^]]*]" : rest ~ /^"/ ? "^\"[^\"]*\"" : "^[^,]*")
		value = substr(rest, 1, RLENGTH)
		rest = substr(rest, RLENGTH + 1)
		gsub(/true/, "True", value)
		gsub(/false/, "False", value)
		gsub(/null/, "None", value)
		text[json, n] = value ~ /^"/ ? substr(value, 2, length(value) - 2) : \
			value !~ /^\[/ ? value : \
			parameter[json, n] ~ /^(bias|output_mask)$/ ? as_list(value) : python(value)
		at = value ~ /^"/ ? quoted(text[json, n]) : text[json, n]
		dictionary[json] = dictionary[json] (n > 1 ? ", " : "") "'" parameter[json, n] "': " at
	}
	return parameters[json] = n + 0
}
# Lists are lists, not tuples, in the sheets of families.
function as_list(json) {
	gsub(/, */, ", ", json)
	gsub(/\\\\"/, "\001", json)
	gsub(/"/, "'", json)
	gsub(/\001/, "\"", json)
	return json
}
function cell(value) {
	value = value ""
	return longest && length(value) > longest ? substr(value, 1, longest) "..." : value
}

# A row of a sheet: the i-th operator with the figures of the f-th, in microseconds
# of the GPU.
function add_row(sheet, k, i, us, flops, bytes, roof, dur,   g) {
	k = sheet SUBSEP k
	if (!(k in group)) {
		group[k] = ++groups
		of_sheet[sheet, ++size[sheet]] = groups
		first[groups] = i
		flops_of[groups] = flops
		bytes_of[groups] = bytes
		roof_of[groups] = roof
	}
	g = group[k]
	if (sheet != "unified_perf_summary" && id[i] + 0 < id[first[g]] + 0)
		first[g] = i
	member[g, ++count[g]] = i
	sum[g] += us
	us_of[g, count[g]] = us
	flops_at[g, count[g]] = flops
	bytes_at[g, count[g]] = bytes
	roof_at[g, count[g]] = roof
	if (flops != flops_of[g] || bytes != bytes_of[g])
		uneven[g] = 1
	dur_of[g, count[g]] = dur
	total[sheet] += us
	return g
}
# Keeps the statistics of n values in stat.
function note(what, v, n,   i, sum) {
	for (i = 1; i <= n; i++)
		sum += v[i]
	stat[what, "std"] = deviation(v, n)
	sort_numbers(v, n)
	stat[what, "sum"] = sum + 0
	stat[what, "mean"] = n ? sum / n : ""
	stat[what, "min"] = n ? v[1] : ""
	stat[what, "max"] = n ? v[n] : ""
	stat[what, "median"] = n ? (v[int((n + 1) / 2)] + v[int(n / 2) + 1]) / 2 : ""
}
# Of a group: the times on GPU and host, and what one microsecond is of each. The
# members of a group have the same figures, but for attention in steps of several
# sizes.
function measure_group(g,   i, n, us, dur, per, m) {
	n = m = 0
	for (i = 1; i <= count[g]; i++) {
		us[i] = us_of[g, i]
		if (us[i] > 0)
			per[++n] = 1 / us[i]
		if (dur_of[g, i] != "")
			dur[++m] = dur_of[g, i] + 0
	}
	note("us", us, count[g])
	note("per", per, n)
	note("dur", dur, m)
	if (uneven[g]) {
		measure_rate(g, "flops", flops_at)
		measure_rate(g, "bytes", bytes_at)
		measure_rate(g, "roof", roof_at)
	}
}
function measure_rate(g, what, amount,   i, n, v) {
	n = 0
	for (i = 1; i <= count[g]; i++)
		if (us_of[g, i] > 0 && amount[g, i] != "")
			v[++n] = amount[g, i] / us_of[g, i]
	note(what, v, n)
}
# Those of one measure in the order of a list; with `times`, of what the figure makes
# in a microsecond.
function statistics(what, list, g, figure, times,   i, n, item, out, at) {
	n = split(list, item, " ")
	for (i = 1; i <= n; i++) {
		at = stat[what, item[i]]
		if (item[i] == "sum")
			at = sprintf("%.3f", at)
		if (times) {
			at = uneven[g] ? at : figure == "" ? "" : stat["per", item[i]]
			at = at == "" ? "" : (uneven[g] ? 1 : figure) * times * at
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
# Whether the a-th group of a sheet stands before the b-th.
function before(a, b) {
	if (sprintf("%.3f", sum[a]) + 0 != sprintf("%.3f", sum[b]) + 0)
		return sum[a] > sum[b]
	return id[first[a]] + 0 < id[first[b]] + 0
}
function sink_group(sheet, i, n,   k, t) {
	while ((k = 2 * i) <= n) {
		if (k < n && before(of_sheet[sheet, k], of_sheet[sheet, k + 1]))
			k++
		if (!before(of_sheet[sheet, i], of_sheet[sheet, k]))
			return
		t = of_sheet[sheet, i]
		of_sheet[sheet, i] = of_sheet[sheet, k]
		of_sheet[sheet, k] = t
		i = k
	}
}
function sort_groups(sheet,   i, n, t) {
	n = size[sheet]
	for (i = int(n / 2); i >= 1; i--)
		sink_group(sheet, i, n)
	for (i = n; i > 1; i--) {
		t = of_sheet[sheet, 1]
		of_sheet[sheet, 1] = of_sheet[sheet, i]
		of_sheet[sheet, i] = t
		sink_group(sheet, 1, i - 1)
	}
}
function or_empty(value, divisor) {
	return value == "" ? "" : value / divisor
}
function intensity(flops, bytes) {
	return flops == "" || bytes + 0 == 0 ? "" : flops / bytes
}
# The kernels of a group, place by place; runs of another length than the first are
# left out.
function describe(g,   i, k, m, a, n, v, kernels) {
	a = first[g]
	kernels = events[a]
	for (k = 1; k <= kernels; k++) {
		n = 0
		split("", v)
		for (i = 1; i <= count[g]; i++) {
			m = member[g, i]
			if (events[m] == kernels)
				v[++n] = kernel_us[m, k]
		}
		add_item(k, kernel_name[a, k], kernel_stream[a, k], v, n)
	}
	print_items(kernels)
}
function add_item(k, kernel, stream, v, n,   total, mean, i, square) {
	for (i = 1; i <= n; i++)
		total += v[i]
	mean = total / n
	for (i = 1; i <= n; i++)
		square += (v[i] - mean) ^ 2
	sort_numbers(v, n)
	item_total[k] = total
	item_name[k] = kernel
	long_item[k] = "{'name': " quoted(kernel) ", 'stream': " stream ", 'count': " n \
		", 'total_duration_us': " sprintf("%.3f", total) + 0 \
		", 'mean_duration_us': " sprintf("%.3f", mean) + 0 \
		", 'median_duration_us': " sprintf("%.3f", \
			(v[int((n + 1) / 2)] + v[int(n / 2) + 1]) / 2) + 0 \
		", 'std_dev_duration_us': " sprintf("%.3f", sqrt(square / n)) + 0 \
		", 'min_duration_us': " v[1] ", 'max_duration_us': " v[n] "}"
	short_item[k] = "{'name': " quoted(shortened(kernel)) ", 'stream': " stream \
		", 'mean_duration_us': " int(mean * 100 + 0.5) / 100 "}"
}
function shortened(text) {
	return length(text) > 64 ? substr(text, 1, 64) "..." : text
}
# By total, then by name: sets long_list and short_list. Keys are texts, and so in the
# order of bytes.
function print_items(n,   i, k, sorted) {
	for (i = 1; i <= n; i++)
		sorted[i] = sprintf("%020.3f", item_total[i]) SUBSEP item_name[i] SUBSEP sprintf("%09d", i)
	sort_numbers(sorted, n)
	long_list = short_list = ""
	for (i = 1; i <= n; i++) {
		k = substr(sorted[i], length(sorted[i]) - 8) + 0
		long_list = long_list (i > 1 ? ", " : "") long_item[k]
		short_list = short_list (i > 1 ? ", " : "") short_item[k]
	}
	long_list = n ? "[" long_list "]" : ""
	short_list = n ? "[" short_list "]" : ""
}

# The sheet of a family.
function print_family(sheet,   g, i, j, n, k, titles_of, file, line, rank) {
	sort_groups(sheet)
	for (j = 1; j <= names_of[sheet]; j++)
		titles_of = titles_of OFS "param: " parameter_of[sheet, j]
	file = "sheet." sheet
	print "name" titles_of separate_titles, "GFLOPS_first", "Data Moved (MB)_first", \
		"FLOPS/Byte_first", all_titles("TB/s"), all_titles("TFLOPS/s"), \
		"process_name_first", "process_label_first", "thread_name_first", "Compute Spec", \
		(arch ? "Roofline Time (µs)_first" OFS "Roofline Bound_first" OFS \
			all_titles("Pct Roofline") OFS : "") \
		"kernel_details__summarize_kernel_stats", "trunc_kernel_details", \
		"Input Dims_first", "Input type_first", "Input Strides_first", \
		"Concrete Inputs_first", all_titles("Kernel Time (µs)"), \
		"Kernel Time (µs)_sum", "name_count", "UID_first" >file
	for (rank = 1; rank <= size[sheet] && (!limit || rank <= limit); rank++) {
		g = of_sheet[sheet, rank]
		i = first[g]
		line = name[i]
		for (j = 1; j <= names_of[sheet]; j++)
			line = line OFS value_of(params[i], parameter_of[sheet, j])
		describe(g)
		measure_group(g)
		print line separate[i], or_empty(flops_of[g], 1e9), or_empty(bytes_of[g], 1048576), \
			intensity(flops_of[g], bytes_of[g]), rates("tb", all, g), \
			rates("tflops", all, g), process[i], label[i], thread[i], spec[i], \
			(arch ? roof_of[g] OFS bound[i] OFS rates("roof", all, g) OFS : "") \
			cell(long_list), cell(short_list), cell(as_list(dims[i])), cell(as_list(types[i])), \
			cell(as_list(strides[i])), cell(as_list(concrete[i])), statistics("us", all), \
			sprintf("%.3f", sum[g]), count[g], id[i] >file
	}
	close(file)
	print sheet
}
function value_of(json, wanted,   j) {
	for (j = read_parameters(json); j; j--)
		if (parameter[json, j] == wanted)
			return cell(text[json, j])
	return ""
}
# Keeps the names that a sheet's parameters have, in the order in which they come.
function note_parameters(sheet, json,   j, n) {
	if ((sheet, json) in noted)
		return
	noted[sheet, json]
	n = read_parameters(json)
	for (j = 1; j <= n; j++)
		if (!((sheet, parameter[json, j]) in named)) {
			named[sheet, parameter[json, j]]
			parameter_of[sheet, ++names_of[sheet]] = parameter[json, j]
		}
}

function print_unified(   g, i, f, j, rank, file, part, running, sheet) {
	sheet = "unified_perf_summary"
	sort_groups(sheet)
	file = "sheet." sheet
	print "name", "op category", "process_name", "process_label", "thread_name", \
		"Input Dims", "Input type", "Input Strides", "Concrete Inputs" recompute_title, \
		"ex_UID", "operation_count", "total_duration_us", "mean_duration_us", \
		"std_duration_us", "GFLOPS", "Data Moved (MB)", "FLOPS/Byte", "Compute Spec", \
		(arch ? "Roofline Bound" OFS : "") "TB/s_mean", "TB/s_std", "TFLOPS/s_mean", \
		"TFLOPS/s_std", "Kernel Time (µs)_mean", "Kernel Time (µs)_std", \
		"Kernel Time (µs)_sum", titles("duration_us", "median min max"), \
		titles("TB/s", "median min max"), titles("TFLOPS/s", "median min max"), \
		(arch ? "Roofline Time (µs)_first" OFS all_titles("Pct Roofline") OFS : "") \
		"Kernel Time (µs)_median", "Kernel Time (µs)_min", "Kernel Time (µs)_max", \
		"kernel_details_summary", "trunc_kernel_details", "perf_params", "has_perf_model", \
		(stacks ? "entry_point" OFS "call_stack_full" OFS : "") \
		"Percentage (%)", "Cumulative Percentage (%)" >file
	for (rank = 1; rank <= size[sheet]; rank++) {
		g = of_sheet[sheet, rank]
		i = first[g]
		f = figures_of[i]
		part = total[sheet] > 0 ? 100 * sum[g] / total[sheet] : 0
		running += part
		describe(g)
		measure_group(g)
		read_parameters(params[f])
		print name[i], category_of[i], process[i], label[i], thread[i], cell(python(dims[i])), \
			cell(python(types[i])), cell(python(strides[i])), \
			cell(python(concrete[i])) recompute_of[i], id[i], count[g], \
			statistics("dur", "sum mean std"), or_empty(flops_of[g], 1e9), \
			or_empty(bytes_of[g], 1048576), intensity(flops_of[g], bytes_of[g]), \
			flops_of[g] == "" ? "" : spec[f], (arch ? bound[f] OFS : "") \
			rates("tb", "mean std", g), rates("tflops", "mean std", g), \
			statistics("us", "mean std"), sprintf("%.3f", sum[g]), \
			statistics("dur", "median min max"), rates("tb", "median min max", g), \
			rates("tflops", "median min max", g), \
			(arch ? roof_of[g] OFS rates("roof", all, g) OFS : "") \
			statistics("us", "median min max"), cell(long_list), cell(short_list), \
			params[f] == "" ? "" : cell("{" dictionary[params[f]] "}"), f ? "True" : "False", \
			(stacks ? cell(entry[i]) OFS cell(stack[i]) OFS : "") \
			sprintf("%.6f", part), sprintf("%.6f", running) >file
	}
	close(file)
	print sheet
}

# What could be won at most, by operator: the time beyond the roofline.
function print_lost(   k, i, f, n, op, file, rank, best, total_lost) {
	n = 0
	for (k = 1; k <= chosen; k++) {
		i = order[k]
		f = figures_of[i]
		op = name[i] SUBSEP category_of[i]
		if (!(op in lost_time)) {
			lost_time[op] = 0
			lost_order[++n] = op
			lost_at[op] = i
		}
		lost_count[op]++
		if (!f || bound[f] == "") {
			lost_unknown[op] += gpu_us[i]
			continue
		}
		best = f == i ? roofline[f] : roofline_back[f]
		lost_us[op] += gpu_us[i]
		lost_best[op] += best
		lost_time[op] += gpu_us[i] - best
		total_lost += gpu_us[i] - best
	}
	sort_lost(n)
	file = "sheet.lost_time"
	print "name", "op category", "Count", "time_ms", "roofline_ms", "lost_ms", \
		"Percent of lost time (%)", "without_roofline_ms" >file
	for (rank = 1; rank <= n; rank++) {
		op = lost_order[rank]
		i = lost_at[op]
		print name[i], category_of[i], lost_count[op], sprintf("%.6f", lost_us[op] / 1000), \
			sprintf("%.6f", lost_best[op] / 1000), sprintf("%.6f", lost_time[op] / 1000), \
			(total_lost > 0 ? sprintf("%.6f", 100 * lost_time[op] / total_lost) : ""), \
			sprintf("%.6f", lost_unknown[op] / 1000) >file
	}
	close(file)
	print "lost_time"
}
# By the time lost, then by that without a roofline, then by name, in lost_order. Less
# than 10^12 microseconds are eleven days.
function sort_lost(n,   i, op, sorted, of) {
	for (i = 1; i <= n; i++) {
		op = lost_order[i]
		sorted[i] = sprintf("%020.3f %020.3f ", 1e12 - lost_time[op], 1e12 - lost_unknown[op]) op
		of[sorted[i]] = op
	}
	sort_numbers(sorted, n)
	for (i = 1; i <= n; i++)
		lost_order[i] = of[sorted[i]]
}

# A roofline time has three decimals; its share of the operator's time has more.
function exact(us, pct, took) {
	return pct == "" || took <= 0 ? us : pct * took / 100
}
function read_operator(   i) {
	i = ++operators
	id[i] = $c["op_id"]
	place[id[i]] = i
	above_id[i] = $c["parent_id"]
	name[i] = $c["name"]
	sub(/^sglang_profiler::.*/, "&", name[i])
	if (name[i] ~ /^sglang_profiler::/)
		sub(/_[0-9]+$/, "", name[i])
	gpu_us[i] = $c["gpu_us"]
	works[i] = $c["gpu_events"] > 0
	sheet_of[i] = $c["sheet"]
	params[i] = $c["params"]
	modelled[i] = $c["model"] != "" && !($c["model"] == "inductor" && params[i] == "")
	forward_id[i] = $c["forward_id"]
	back_us[i] = $c["back_us"]
	backward[i] = modelled[i] ? $c["backward_category"] : ""
	category[i] = name[i] in own_category ? own_category[name[i]] : $c["category"]
	kernel[i] = $c["kernel"]
	duration[i] = $c["dur_us"]
	if (!works[i] && sheet_of[i] == "" && back_us[i] == "")
		return
	flops[i] = $c["flops"]
	bytes[i] = $c["bytes"]
	flops_back[i] = $c["flops_back"]
	bytes_back[i] = $c["bytes_back"]
	spec[i] = $c["compute_spec"]
	process[i] = $c["process_name"] == "" ? "Unknown" : $c["process_name"]
	label[i] = $c["process_label"] == "" ? "Unknown" : $c["process_label"]
	thread[i] = $c["thread_name"] == "" ? "Unknown" : $c["thread_name"]
	dims[i] = $c["input_dims"]
	types[i] = $c["input_type"]
	strides[i] = $c["input_strides"]
	concrete[i] = $c["concrete_inputs"]
	if (arch) {
		bound[i] = $c["roofline_bound"]
		roofline[i] = exact($c["roofline_us"], $c["roofline_pct"], gpu_us[i])
		roofline_back[i] = $c["roofline_back_us"]
	}
	if (stacks)
		read_stack(i)
	again = with_frames && $c["stack"] ~ /recompute_fn/ ? "True" : "False"
	recompute_of[i] = apart ~ /is_recompute/ ? OFS again : ""
	separate[i] = (apart ~ /num_kernels/ ? OFS $c["gpu_events"] : "") recompute_of[i]
}
# Where the operator was called: the innermost Python function, and all of them.
function read_stack(i,   n, part, j) {
	entry[i] = "Not found"
	stack[i] = "['" name[i] "']"
	n = split($c["stack"], part, ";")
	if (!n)
		return
	entry[i] = part[n]
	stack[i] = "["
	for (j = 1; j <= n; j++)
		stack[i] = stack[i] quoted(part[j]) ", "
	stack[i] = stack[i] quoted(name[i]) "]"
}
# The category by the operator's name, else by that of its first kernel.
function category_by(i, kernel_name) {
	if (category[i] != "")
		return category[i]
	if (name[i] ~ /^triton/)
		return "triton"
	if (name[i] ~ /^record_param_comms/)
		return "record_param_comms"
	if (kernel_name !~ /^void at::native/)
		return "other"
	return kernel_name ~ /elementwise/ ? "elementwise" : kernel_name ~ /reduce/ ? "reduce" : \
		kernel_name ~ /multi_tensor_apply/ ? "multi_tensor_apply" : "other"
}
# Who holds whom, and who has a model inside.
function build_tree(   i) {
	for (i = 1; i <= operators; i++) {
		parent[i] = above_id[i] == "" ? 0 : place[above_id[i]]
		forward[i] = forward_id[i] == "" ? 0 : place[forward_id[i]]
		if (parent[i])
			alike[parent[i], name[i]]++
		if (!works[i])
			continue
		if (parent[i])
			kids[parent[i]] = kids[parent[i]] " " i
		else
			outermost[++roots] = i
	}
	for (i = 1; i <= operators; i++)
		if (works[i] && modelled[i])
			tell_model(i)
}
function add_families(   i, s, shared) {
	for (i = 1; i <= operators; i++) {
		s = sheet_of[i]
		if (s == "" || !modelled[i] || (compat && params[i] == ""))
			continue
		shared = s ~ /^(GEMM|UnaryElementwise|BinaryElementwise)$/ || (s == "Normalization" && !inference)
		if (!shared)
			s = s (moves_back(i) ? "_bwd" : "_fwd")
		note_parameters(s, params[i])
		add_row(s, name[i] SUBSEP params[i] SUBSEP separate[i], i, gpu_us[i], \
			flops[i], bytes[i], roofline[i], duration[i])
		if (back_us[i] != "" && !shared && !inference && flops_back[i] != "" && \
			name[i] !~ /^(aten::convolution|ConvBias_|ConvBiasReLU_)$/ && !moves_back(i)) {
			s = sheet_of[i] "_bwd"
			note_parameters(s, params[i])
			add_row(s, name[i] SUBSEP params[i] SUBSEP separate[i], i, back_us[i], \
				flops_back[i], bytes_back[i], roofline_back[i], duration[i])
		}
	}
}
# Operators that are themselves a backward pass; the reference moves four of them.
function moves_back(i) {
	if (compat)
		return name[i] ~ /^(aten::convolution_backward|ConvBias_Backward|ConvBiasReLU_Backward|flash_attn::_flash_attn_varlen_backward)$/
	return category[i] ~ /_bwd$/
}
function wants_kernels(i) {
	return taken[i] || (sheet_of[i] != "" && modelled[i])
}
function add_kernel(i) {
	events[i]++
	kernel_name[i, events[i]] = $c["name"]
	kernel_stream[i, events[i]] = $c["stream"]
	kernel_us[i, events[i]] = $c["dur_us"] + 0
	if (duration[i] == "") # of a graph: its launch's
		duration[i] = $c["launch_dur_us"]
}
# A kernel of none of the chosen operators is a row of its own.
function add_rest(   i, p, op, n) {
	n = split($c["op_ids"], op, ";")
	p = n ? place[op[n]] : 0
	i = ++operators
	name[i] = (p ? name[p] : $c["launcher"]) "->" $c["name"] " (Synthetic Op)"
	id[i] = $c["event"]
	process[i] = $c["process_name"]
	label[i] = $c["process_label"]
	thread[i] = $c["thread_name"]
	dims[i] = p ? dims[p] : ""
	types[i] = p ? types[p] : ""
	strides[i] = p ? strides[p] : ""
	concrete[i] = p ? concrete[p] : ""
	category[i] = ""
	entry[i] = "Not found"
	stack[i] = "['" $c["name"] "']"
	recompute_of[i] = apart ~ /is_recompute/ ? OFS $c["is_recompute"] : ""
	kernel[i] = $c["name"]
	gpu_us[i] = $c["dur_us"]
	duration[i] = p ? duration[p] : $c["launch_dur_us"]
	figures_of[i] = 0
	order[++chosen] = i
	add_kernel(i)
}
function add_unified(   k, i, f, u, at_back) {
	for (k = 1; k <= chosen; k++) {
		i = order[k]
		f = figures_of[i]
		at_back = f && f != i
		category_of[i] = at_back ? backward[f] : category_by(i, kernel[i])
		u = name[i] SUBSEP category_of[i] SUBSEP process[i] SUBSEP label[i] SUBSEP \
			thread[i] SUBSEP dims[i] SUBSEP types[i] SUBSEP strides[i] SUBSEP \
			concrete[i] SUBSEP recompute_of[i]
		add_row("unified_perf_summary", u, i, gpu_us[i], \
			!f ? "" : at_back ? flops_back[f] : flops[f], \
			!f ? "" : at_back ? bytes_back[f] : bytes[f], \
			!f ? "" : at_back ? roofline_back[f] : roofline[f], duration[i])
	}
}

BEGIN {
	all = "mean median std min max"
}
# The user's categories: a table of operator and category.
function read_categories(   line, part, at, n, k) {
	while (categories != "" && (getline line <categories) > 0) {
		n = split(line, part, "\t")
		for (k = 1; !at && k <= n; k++)
			heading[part[k]] = k
		if (at)
			own_category[part[heading["operator"]]] = part[heading["category"]]
		at = 1
	}
}
FNR == 1 {
	if (file == 1) {
		read_categories()
		arch = "roofline_us" in c
		with_frames = "stack" in c
		recompute_title = apart ~ /is_recompute/ ? OFS "is_recompute" : ""
		separate_titles = (apart ~ /num_kernels/ ? OFS "num_kernels" : "") recompute_title
	}
	next
}
file == 1 {
	read_operator()
	next
}
# First who launches and who communicates, then what each operator ran.
file == 2 {
	n = split($c["op_ids"], op, ";")
	if (n && $c["instance"] != "" && !launches[place[op[n]]]) {
		launches[place[op[n]]] = 1
		kernel[place[op[n]]] = $c["name"]
	}
	for (j = 1; $c["comm"] && j <= n; j++)
		talks[place[op[j]]] = 1
	next
}
file == 3 {
	if (!walked) {
		walked = 1
		build_tree()
		for (j = 1; j <= roots; j++)
			visit(outermost[j])
	}
	if ($c["instance"] == "")
		next
	found = 0
	n = split($c["op_ids"], op, ";")
	for (j = 1; j <= n; j++) {
		i = place[op[j]]
		found = found || taken[i]
		if (wants_kernels(i))
			add_kernel(i)
	}
	if (!found && !$c["comm"])
		add_rest()
}
END {
	add_unified()
	add_families()
	if (arch)
		print_lost()
	print_unified()
	n = split(families, family, " ")
	for (j = 1; j <= n; j++)
		if (size[family[j]])
			print_family(family[j])
}
