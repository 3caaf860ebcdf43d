# overlap_rows.awk part=beside TABLE part=kept KEPT part=runs NUMBERED: for each row of a
# sheet, the columns of kernels that ran at the same time. NUMBERED has the runs of launchers
# with their row.
# Needs cell.awk and overlap_columns.awk.

FNR > 1 && part == "kept" && !$c["comm"] { add_overlap($c["instance"], $c["event"]) }
FNR == 1 && part == "runs" {
	print "row", overlap_titles("overlapping_kernels_details_summary")
}
FNR > 1 && part == "runs" && $c["row"] != "" {
	if (!($c["row"] in runs))
		row[++rows] = $c["row"]
	run[$c["row"], ++runs[$c["row"]]] = $c["event"]
	worked[$c["row"], runs[$c["row"]]] = $c["direct_us"]
}
END {
	for (k = 1; k <= rows; k++) {
		for (j = 1; j <= runs[row[k]]; j++) {
			which[j] = run[row[k], j]
			us[j] = worked[row[k], j]
		}
		print row[k], overlap_cells(which, us, runs[row[k]], 1)
	}
}
