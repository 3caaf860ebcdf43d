# details.awk: for each row of ops_all, two lists of the kernels it ran, as Python
# prints them, from statistics sorted by row.

function quoted(text) {
	return (text ~ /'/) ? "\"" text "\"" : "'" text "'"
}
function shortened(text) {
	return length(text) > 64 ? substr(text, 1, 64) "..." : text
}
# A list: as a text that grows it would be copied again for each kernel.
function print_list(item, n, end,   i) {
	printf "["
	for (i = 1; i <= n; i++)
		printf "%s%s", item[i], (i < n ? ", " : "")
	printf "]%s", end
}
function finish() {
	if (n) {
		printf "%s\t", row
		print_list(long, n, "\t")
		print_list(short, n, "\n")
	}
	n = 0
}
BEGIN {
	FS = OFS = "\t"
	CONVFMT = "%.15g"
	print "row", "kernel_details_summary", "trunc_kernel_details"
}
$1 != row { finish() }
{
	row = $1
	long[++n] = "{'name': " quoted($3) ", 'stream': " $4 \
		", 'count': " $5 ", 'total_duration_us': " $2 + 0 \
		", 'mean_duration_us': " $6 + 0 \
		", 'median_duration_us': " $7 + 0 \
		", 'std_dev_duration_us': " $8 + 0 \
		", 'min_duration_us': " $9 + 0 \
		", 'max_duration_us': " $10 + 0 "}"
	short[n] = "{'name': " quoted(shortened($3)) ", 'stream': " $4 \
		", 'mean_duration_us': " int($6 * 100 + 0.5) / 100 "}"
}
END { finish() }
