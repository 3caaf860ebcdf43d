# ends.awk KERNELS: the ends of kernels of no collective, as rows among transfers.
FNR > 1 && $c["group"] == "" {
	print show_end($c["ts_us"], $c["dur_us"]) "\t\t" $c["rank"] "\t\t\t\t\t\t\t"
}
