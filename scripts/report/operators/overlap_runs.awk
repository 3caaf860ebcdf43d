# overlap_runs.awk part=beside TABLE part=kept KEPT part=runs INSTANCES: INSTANCES with
# the column overlapping_kernel_names, by what each run of a launcher ran. Needs
# overlap_columns.awk.

FNR > 1 && part == "kept" && !$c["comm"] { add_overlap($c["instance"], $c["event"]) }
part == "runs" { print $0, (FNR == 1 ? "overlapping_kernel_names" : overlapping($c["event"])) }
