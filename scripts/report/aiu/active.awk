# active.awk freq=MHZ summary=FILE RATES KERNELS [CALLS]: how long the kernels of each
# rank take, of the time from the first to the last. With summary=FILE also how long the calls of
# collectives take, which collectives.awk found. Times are whole nanoseconds from the first
# row on, since a double does not hold those since 1970.

function summarize(   i, r, span, share) {
	print "pid,elapsed_time,comp_active_atime,comm_active_atime,comp_active_atime_perc,comm_active_atime_perc" >summary
	for (i = 1; i <= n; i++) {
		r = order[i]
		span = last[r] - first[r]
		share = span > 0 && r in called ? number(called[r] / span) : ""
		print r "," number(span / 1000) "," number(ran[r] / 1000) "," (r in called ? number(called[r] / 1000) : "") "," \
			(span > 0 ? number(ran[r] / span) : "") "," share >summary
	}
}
FNR == 1 && file == 2 {
	print "Total Kernel Time  \t  Elapsed Time\t  Start Time\t         End Time  \t Active percentage  \t   pid "
}
FNR == 1 { next }
file == 1 { rate[$1] = freq != "" ? freq : $6 }
file == 3 { called[$c["rank"]] += $c["dur_us"] * 1000 }
file == 2 && FNR == 2 { base = int($c["ts_us"]) }
file == 2 {
	r = $c["rank"]
	start = since($c["ts_us"])
	dur = $c["dur_us"]
	sub(/[.]/, "", dur)
	if (!(r in sum)) {
		order[++n] = r
		first[r] = start
		last[r] = start + dur
	}
	ran[r] += dur
	sum[r] += rate[r] > 0 ? $c["d3"] * 1000 / rate[r] : dur
	if (start < first[r])
		first[r] = start
	if (start + dur > last[r])
		last[r] = start + dur
}
END {
	sort_numbers(order, n)
	for (i = 1; i <= n; i++) {
		r = order[i]
		span = last[r] - first[r]
		printf "%9.3f\t  %9.3f\t  %s\t %s\t %4.2f\t %4s\n", sum[r] / 1000, span / 1000, show(first[r]), show(last[r]), \
			(span > 0 ? 100 * sum[r] / span : 0), r
	}
	if (summary != "")
		summarize()
}
