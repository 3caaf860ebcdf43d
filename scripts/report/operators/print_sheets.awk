# print_sheets.awk: the sheets of families and unified_perf_summary, as files; to put
# before operator_sheets.awk.

# The sheet of a family.
function print_family(sheet,   g, i, j, q, titles_of, file, line, rank, overlap, argument) {
	sort_groups(sheet)
	for (j = 1; j <= names_of[sheet]; j++)
		titles_of = titles_of OFS "param: " parameter_of[sheet, j]
	file = sheet_file(sheet)
	print "name" beside("overlapping_kernel_names_first") titles_of separate_titles, "GFLOPS_first", "Data Moved (MB)_first", \
		"FLOPS/Byte_first", all_titles("TB/s"), all_titles("TFLOPS/s"), \
		"process_name_first", "process_label_first", "thread_name_first", "Compute Spec", \
		(arch ? "Roofline Time (µs)_first" OFS "Roofline Bound_first" OFS \
			all_titles("Pct Roofline") OFS : "") \
		"kernel_details__summarize_kernel_stats", "trunc_kernel_details" \
		beside(overlap_titles("overlapping_kernels_details__summarize_kernel_stats")), \
		"Input Dims_first", "Input type_first", "Input Strides_first", \
		"Concrete Inputs_first", all_titles("Kernel Time (µs)"), \
		"Kernel Time (µs)_sum", "name_count", "UID_first" >file
	for (rank = 1; rank <= size[sheet] && (!limit || rank <= limit); rank++) {
		g = of_sheet[sheet, rank]
		i = first[g]
		q = like[i]
		split(arguments[q], argument, SUBSEP)
		line = name[q] beside(cell(overlapping_in(sheet, i)))
		for (j = 1; j <= names_of[sheet]; j++)
			line = line OFS value_of(params[q], parameter_of[sheet, j])
		overlap = beside(overlap_of(sheet, g)) # before describe, as both set the lists
		describe(g)
		measure_group(g)
		print line separate[q], or_empty(flops_of[g], 1e9), or_empty(bytes_of[g], 1048576), \
			intensity(flops_of[g], bytes_of[g]), rates("tb", all, g), \
			rates("tflops", all, g), ran_by[q], spec[q], \
			(arch ? roof_of[g] OFS bound[q] OFS rates("roof", all, g) OFS : "") \
			cell(long_list == "" ? "[]" : long_list), cell(short_list) overlap, \
			cell(as_list(argument[1])), cell(as_list(argument[2])), \
			cell(as_list(argument[3])), cell(as_list(argument[4])), statistics("us", all), \
			sprintf("%.3f", sum[g]), count[g], id[i] >file
	}
	close(file)
	print substr(file, 7)
}
# The sheets of what ran at the same time have columns more.
function sheet_file(sheet) {
	return "sheet." sheet (overlaps == "" ? "" : "_kl_overlap")
}
function beside(columns) {
	return overlaps == "" ? "" : OFS columns
}
function overlap_of(sheet, g,   op, us, r, j) {
	if (overlaps == "" || overlapping_in(sheet, first[g]) == "")
		return no_overlap()
	for (r = first_row[g]; r; r = next_row[r]) {
		op[++j] = member[r]
		us[j] = us_of[r]
	}
	return overlap_cells(op, us, count[g])
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

function print_unified(   g, i, f, q, rank, file, share_pct, running, sheet, overlap, argument) {
	sheet = "unified_perf_summary"
	sort_groups(sheet)
	file = sheet_file(sheet)
	print "name" beside("overlapping_kernel_names"), "op category", "process_name", "process_label", "thread_name", \
		"Input Dims", "Input type", "Input Strides", "Concrete Inputs" recompute_title, \
		"ex_UID", "operation_count", "total_duration_us", "mean_duration_us", \
		"std_duration_us", "GFLOPS", "Data Moved (MB)", "FLOPS/Byte", "Compute Spec", \
		(arch ? "Roofline Bound" OFS : "") "TB/s_mean", "TB/s_std", "TFLOPS/s_mean", \
		"TFLOPS/s_std", "Kernel Time (µs)_mean", "Kernel Time (µs)_std", \
		"Kernel Time (µs)_sum", compared_titles() titles("duration_us", "median min max"), \
		titles("TB/s", "median min max"), titles("TFLOPS/s", "median min max"), \
		(arch ? "Roofline Time (µs)_first" OFS all_titles("Pct Roofline") OFS : "") \
		"Kernel Time (µs)_median", "Kernel Time (µs)_min", "Kernel Time (µs)_max", \
		"kernel_details_summary", "trunc_kernel_details" \
		beside(overlap_titles("overlapping_kernels_details_summary")), "perf_params", "has_perf_model", \
		"Percentage (%)", "Cumulative Percentage (%)" >file
	for (rank = 1; rank <= size[sheet]; rank++) {
		g = of_sheet[sheet, rank]
		i = first[g]
		split(arguments[like[i]], argument, SUBSEP)
		f = figures_of[i]
		q = f ? like[f] : 0
		share_pct = total[sheet] > 0 ? 100 * sum[g] / total[sheet] : 0
		running += share_pct
		overlap = beside(overlap_of(sheet, g))
		describe(g)
		measure_group(g)
		measure_host(g)
		read_parameters(params[q])
		print name[like[i]] beside(cell(overlapping(i))), category_of[i], ran_by[like[i]], cell(python(argument[1])), \
			cell(python(argument[2])), cell(python(argument[3])), \
			cell(python(argument[4])) recompute_of[like[i]], id[i], count[g], \
			statistics("dur", "sum mean std"), or_empty(flops_of[g], 1e9), \
			or_empty(bytes_of[g], 1048576), intensity(flops_of[g], bytes_of[g]), \
			(flops_of[g] == "" ? "" : spec[q]), (arch ? bound[q] OFS : "") \
			rates("tb", "mean std", g), rates("tflops", "mean std", g), \
			statistics("us", "mean std"), sprintf("%.3f", sum[g]), compared_cells(g) \
			statistics("dur", "median min max"), rates("tb", "median min max", g), \
			rates("tflops", "median min max", g), \
			(arch ? roof_of[g] OFS rates("roof", all, g) OFS : "") \
			statistics("us", "median min max"), cell(long_list), cell(short_list) overlap, \
			(params[q] == "" ? "" : cell("{" dictionary[params[q]] "}")), f ? "True" : "False", \
			sprintf("%.6f", share_pct), sprintf("%.6f", running) >file
	}
	close(file)
	print substr(file, 7)
}
