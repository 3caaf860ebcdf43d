# unified_compared.awk: the columns of unified_perf_summary that tell how long the same
# calls of another trace took, from the table diff_stats, which is the part compared; to put
# before operator_sheets.awk.
#
# A difference belongs to a lowest common ancestor, which may hold the work of several
# rows: the sums over the ancestors of a row are then more than the row's own time.

# Which ancestor a kernel of this trace has, and how long both traces worked below it.
# The reference leaves the source out of traces that are equal.
part == "compared" && FNR > 1 && $c["lowest_common_ancestor_id"] != "" {
	ancestor = $c["lowest_common_ancestor_id"]
	source = ("source" in c) ? $c["source"] : "both"
	ancestor_name[ancestor] = $c["lowest_common_ancestor_name"]
	if (source != "trace2") {
		ancestor_of[$c["gpu_op_uid"]] = ancestor
		ancestor_us[ancestor] = $c["busy_time"]
	}
	if (source != "trace1")
		other_us[ancestor] = $c["busy_time"]
}
function compared_titles() {
	return !compared ? "" : "speedup (trace2/trace1)" OFS "delta_us (trace2 - trace1)" OFS \
		"lca_count_trace2" OFS "lca_id" OFS "lca_name" OFS \
		"lca_total_kernel_time_trace1_us" OFS "lca_total_kernel_time_trace2_us" OFS
}
# Those of a group, empty where it has no ancestor.
function compared_cells(g,   r, k, n, m, id, all, seen, names, ids, us, other, found) {
	if (!compared)
		return ""
	for (r = first_row[g]; r; r = next_row[r]) {
		n = split(ancestors[member[r]], id, " ")
		for (k = 1; k <= n; k++)
			if (!(id[k] in seen)) {
				seen[id[k]]
				all[++m] = id[k] + 0
			}
	}
	if (!m)
		return OFS OFS OFS OFS OFS OFS OFS
	sort_numbers(all, m)
	for (k = 1; k <= m; k++) {
		ids = ids (k > 1 ? "; " : "") all[k]
		names = names (k > 1 ? "; " : "") ancestor_name[all[k]]
		us += ancestor_us[all[k]]
		other += other_us[all[k]]
		found += all[k] in other_us
	}
	return (us > 0 ? sprintf("%.6f", other / us) : "") OFS sprintf("%.3f", other - sum[g]) OFS \
		found OFS ids OFS cell(names) OFS sprintf("%.3f", us) OFS sprintf("%.3f", other) OFS
}
