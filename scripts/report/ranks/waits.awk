# waits.awk EVENTS EVENTS: the events with wait_time until the last one of their
# collective starts, skew_start from the first one, and skew_end until the last one
# ends, in doubles, as the reference computes them; and earliest, the rank with the
# largest wait, of equal ones the larger.

FNR > 1 {
	k = $c["collective_id"]
	start = $c["ts_us"] + 0
	end = start + $c["dur_us"]
}
file == 1 && FNR > 1 {
	if (!(k in latest) || start > latest[k])
		latest[k] = start
	if (!(k in soonest) || start < soonest[k] ||
		(start == soonest[k] && $c["rank"] + 0 > earliest[k] + 0)) {
		soonest[k] = start
		earliest[k] = $c["rank"]
	}
	if (!(k in ended) || end > ended[k])
		ended[k] = end
}
file == 2 && FNR == 1 { print $0, "wait_time", "skew_start", "skew_end", "earliest" }
file == 2 && FNR > 1 {
	print $0, latest[k] - start, start - soonest[k], ended[k] - end, earliest[k]
}
