# utilization.awk EVENTS: of each rank, the share of ideal in actual time, of kernels as
# trace-ideal prints them: of those that have ideal times, and of all.

FNR == 1 { next }
{
	r = $c["rank"]
	if (!(r in all))
		order[++n] = r
	all[r] += $c["dur_us"]
	if ($c["pt_active"] > 0) {
		known[r] += $c["dur_us"]
		used[r] += $c["pt_active"] * $c["dur_us"]
	}
	if ($c["pt_active"] > 1)
		beyond++
	if ($c["table"] == "")
		without++
	else if ($c["category"] == "other")
		unknown++
}
END {
	for (i = 1; i <= n; i++) {
		r = order[i]
		if (known[r] > 0)
			printf "2 UTL 0 rank %s: PT utilization %.2f %% of %.3f us with ideal times, %.2f %% of %.3f us of all kernels, ratio %.2f %%\n", \
				r, 100 * used[r] / known[r], known[r], 100 * used[r] / all[r], all[r], 100 * known[r] / all[r]
	}
	if (beyond)
		print "1 UTL " beyond " util_100: " beyond " kernels with a utilization above 100 %"
	if (without)
		print "1 UTL " without " kernel_nomatch: " without " kernels without a table of ideal cycles"
	if (unknown)
		print "1 UTL " unknown " kernel_other: " unknown " kernels that their table does not have, in the category other"
}
