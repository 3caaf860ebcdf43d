# send_arrows.awk one_clock=1 SENDS: arrows from sends to their receives, as trace-pair has
# them. None goes back in time; with one clock none is longer than a millisecond.

FNR == 1 {
	print
	next
}
$c["src_row"] == "" || $c["dst_row"] == "" { next }
base == "" { base = int($c["src_end_us"]) }
{
	apart = since($c["src_end_us"]) - since($c["dst_end_us"])
	late = since($c["src_ts_us"]) - since($c["dst_end_us"])
}
one_clock && (apart > 1000000 || apart < -1000000) {
	others++
	next
}
late > 0 {
	n++
	ranks = $c["src_rank"] " to " $c["dst_rank"]
	if (!(ranks in most))
		pair[++pairs] = ranks
	if (late > most[ranks])
		most[ranks] = late
	next
}
{
	$c["group"] = $c["kind"] = $c["tag"]
	sub(/_s[0-9]+_r.*/, "", $c["kind"])
	print
}
END {
	for (i = 1; i <= pairs; i++)
		list = list sprintf(", %s by %.3f us", pair[i], most[pair[i]] / 1000)
	if (others)
		print others " sends and receives of one tag end more than 1 ms apart, and get no arrow" >"/dev/stderr"
	if (n)
		print n " receives end before their send starts, and get no arrow: rank " substr(list, 3) >"/dev/stderr"
}
