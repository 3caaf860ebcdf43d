# waiting.awk only=RANK place=NUMBER LIMITS MEMBERS EVENTS: the events of the GPU, of which a collective
# lasts only while its rank waits for others; to put behind table.awk and late_rank.awk. MEMBERS are those
# of trace-collectives --by event. Without only, events are of one rank; if they tell none, of the
# one with this number.
file == 1 { limit[$c["what"]] = $c["value"] }
file == 2 && FNR > 1 { note_wait() }
file == 3 && FNR > 1 {
	rank = $c["rank"] == "" ? place + 0 : $c["rank"]
	if (only != "" && rank != only)
		next
	event = rank OFS key("ts_us,stream,name")
	if (event in wait)
		$c["dur_us"] = sprintf("%.3f", wait[event])
}
file == 3
