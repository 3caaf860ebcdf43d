# copies.awk: starts and ends of copies, by process, name and time, as points of their
# bandwidth, in MB/s: the sum of those that run, and 0 where none does.

function put() {
	if (open == 0)
		sum = 0
	if (at != "")
		print at, name, "MB/s", pid, rank, sprintf("%.3f", sum)
}
BEGIN {
	print "ts_us", "name", "unit", "pid", "rank", "value"
}
$2 != pid || $4 != name || $1 != at {
	put()
	if ($2 != pid || $4 != name)
		open = sum = 0
	at = $1; pid = $2; rank = $3; name = $4
}
{
	open += $5
	sum += $6
}
END {
	put()
}
