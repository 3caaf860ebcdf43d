# overlapping_events.awk EVENTS: which events of the GPU ran at the same time, of those in EVENTS,
# which are in the order of time: a row for each and each other one, with the time that
# they share, and with what of it no row before has of that event. Only what two streams
# of a device did for two operators counts, from a microsecond on.

FNR == 1 {
	print "event", "name", "stream", "dur_us", "shared_us", "more_us"
	next
}
$c["dur_us"] + 0 > 0 {
	note(++last)
	kept = 0
	for (i = 1; i <= running; i++)
		if (end[active[i]] > start[last]) {
			active[++kept] = active[i]
			compare(active[i], last)
		}
	running = kept
	active[++running] = last
}
function note(e,   n, id) {
	event[e] = $c["event"]
	title[e] = $c["name"]
	device[e] = $c["device"]
	stream[e] = $c["stream"]
	lasts[e] = $c["dur_us"]
	start[e] = $c["ts_us"] + 0
	end[e] = start[e] + $c["dur_us"]
	n = split($c["op_ids"], id, ";")
	operator[e] = n ? id[n] : ""
}
function compare(a, b,   to) {
	if (device[a] != device[b] || (stream[a] == stream[b] && stream[a] != "") ||
		(operator[a] == operator[b] && operator[a] != ""))
		return
	to = end[a] < end[b] ? end[a] : end[b]
	if (sprintf("%.3f", to - start[b]) < 1)
		return
	tell(a, b, start[b], to)
	tell(b, a, start[b], to)
}
function tell(of, other, from, to,   begins) {
	begins = covered[of] > from ? covered[of] : from
	print event[of], title[other], stream[other], lasts[other], sprintf("%.3f", to - from),
		sprintf("%.3f", to > begins ? to - begins : 0)
	if (to > covered[of])
		covered[of] = to
}
