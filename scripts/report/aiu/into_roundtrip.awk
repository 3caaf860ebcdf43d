# into_roundtrip.awk EVENTS EVENTS: moves the device's events of each job into the time
# of its AIU Roundtrip, if they are not inside: so that the first of them starts with
# it. A job whose events take longer than its round trip stays. Read twice.
#
# Times are whole nanoseconds from the first one on: a double does not hold those
# since 1970.

function window(kind, job, start, end) {
	if (!((kind, job) in first) || start < first[kind, job])
		first[kind, job] = start
	if (!((kind, job) in last) || end > last[kind, job])
		last[kind, job] = end
}
function decide(job) {
	decided[job] = 1
	if (!(("host", job) in first) || !(("device", job) in first))
		return
	if (first["device", job] >= first["host", job] && last["device", job] <= last["host", job])
		return
	if (last["device", job] - first["device", job] > last["host", job] - first["host", job]) {
		print "the device events of " job " take longer than its round trip, and are not moved" >"/dev/stderr"
		return
	}
	by[job] = first["host", job] - first["device", job]
	moved++
}
FNR == 1 {
	ts = c["ts_us"]; dur = c["dur_us"]; name = c["name"]; acc = c["acc"]; ph = c["ph"]; of = c["file"]
	rank = c["rank"]
	if (NR > 1)
		print $0, "ts_adj"
	next
}
NR == 2 && $ts != "" {
	base = int($ts)
}
NR == FNR {
	if ($ph == "X" && ($acc == 1 || $name == "AIU Roundtrip"))
		window($acc == 1 ? "device" : "host", $of, since($ts), since($ts) + whole($dur))
	if (!($of in rank_of)) {
		rank_of[$of] = $rank
		file_of[++files] = $of
	}
	next
}
!decided[$of] {
	decide($of)
}
{
	move = $acc == 1 && $ts != "" ? by[$of] + 0 : 0
	if (move)
		$ts = show(since($ts) + move)
	print $0, move ? sprintf("%.3f", move / 1000) : ""
}
# Round trips of one rank that overlap belong to jobs that ran at a time, or to a wrong clock.
END {
	for (i = 1; i <= files; i++)
		for (k = 1; k < i; k++)
			if (rank_of[file_of[i]] == rank_of[file_of[k]] && ("host", file_of[i]) in first && ("host", file_of[k]) in first && \
			    first["host", file_of[i]] < last["host", file_of[k]] && first["host", file_of[k]] < last["host", file_of[i]])
				overlaps++
	if (moved)
		print moved " jobs are outside their round trip, and are moved into it" >"/dev/stderr"
	if (overlaps)
		print overlaps " pairs of jobs of one rank overlap" >"/dev/stderr"
}
