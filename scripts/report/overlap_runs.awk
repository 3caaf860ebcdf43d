# overlap_runs.awk part=beside TABLE part=launched LAUNCHED part=runs INSTANCES: INSTANCES with
# the column overlapping_kernel_names, by what each run of a launcher ran. Needs
# overlapping.awk.

FNR > 1 && part == "launched" { add_overlap($c["instance"], $c["event"]) }
part == "runs" { print $0, (FNR == 1 ? "overlapping_kernel_names" : overlapping($c["event"])) }
