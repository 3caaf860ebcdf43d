# waiting.awk only=RANK place=NUMBER LIMITS MEMBERS EVENTS: the events of the GPU, of which a collective
# lasts only while its rank waits for others; to put behind table.awk. MEMBERS are those of
# trace-collectives --by event. Without only, events are of one rank; if they tell none, of the
# one with this number.
#
# Where most that begin right behind another one do not wait, that one delays them, on all ranks: each
# wait delays all behind it, whether computation hides it or not. Then collectives last as they did.
file == 1 { limit[$c["what"]] = $c["value"] }
file == 2 && FNR > 1 { note_wait() }
file == 3 && FNR > 1 {
	rank = $c["rank"] == "" ? place + 0 : $c["rank"]
	if (only != "" && rank != only)
		next
	event = rank OFS key("ts_us,stream,name")
	if ((event in wait) && queued <= 0)
		$c["dur_us"] = sprintf("%.3f", wait[event])
}
file == 3

# A kernel of a rank; with the part of the one before it on its stream, right ahead of it, for which it
# would have to wait more.
function note_wait(   track, follows, rest) {
	track = key("rank,stream")
	follows = (track in last_of) && $c["ts_us"] - ended[track] < limit["short"]
	if (follows) {
		rest = ended[track] - began[track] - wait[last_of[track]]
		wait[last_of[track]] += rest < $c["wait_us"] ? rest : $c["wait_us"]
		queued += $c["wait_us"] < limit["short"] ? 1 : -1
	}
	last_of[track] = key("rank,ts_us,stream,kernel")
	wait[last_of[track]] = $c["wait_us"]
	began[track] = $c["ts_us"]
	ended[track] = $c["ts_us"] + $c["dur_us"]
}
