# overlap_runs.awk overlaps=TABLE LAUNCHED INSTANCES: INSTANCES with the column
# overlapping_kernel_names, by what each run of a launcher ran. Needs
# overlapping.awk.

FNR == 1 && file == 1 { read_overlaps() }
FNR > 1 && file == 1 { add_overlap($c["instance"], $c["event"]) }
FNR == 1 && file == 2 { print $0, "overlapping_kernel_names" }
FNR > 1 && file == 2 { print $0, overlapping($c["event"]) }
