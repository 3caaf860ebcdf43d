# aiu_ends.awk KERNELS: the ends of kernels of no collective, as rows among transfers.
NR == 1 {
	for (i = 1; i <= NF; i++)
		c[$i] = i
	next
}
$c["group"] == "" {
	print show_end($c["ts_us"], $c["dur_us"]) "\t\t" $c["rank"] "\t\t\t\t\t\t\t"
}
