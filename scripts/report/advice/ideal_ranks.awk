# ideal_ranks.awk rule=RULE LIMITS RANKS EVENTS FACTS OPERATIONS: the operations of trace-critical
# as they would take if what the rule finds were not: rank, if the rank that the others wait
# for came to each collective no later than the last of the others; waits, if no rank waited for
# another. To put behind table.awk and late_rank.awk. Fails if no rank is late, or none that the
# operations wait for; or, of waits, if these are not known.
#
# Who comes last has the shortest kernel; so much longer as the second shortest is, all others
# wait for it alone. Collectives without it wait for those who waited for it. EVENTS are those of
# trace-collectives --by event, in us from the first event of the GPU; an operation is one of them
# by its start, stream and name.

FNR == 1 && file < 5 { next }
file == 1 { limit[$c["what"]] = $c["value"] }
file == 2 { note_rank() }
file == 3 { note_time() }
file == 3 && $c["wait_us"] != "" { note_member() }
file == 4 && $c["key"] == "rank" { own = $c["value"] }
file == 5 {
	if (!is_known())
		exit
	if ($c["id"] == "window")
		begin = $c["ts_us"]
	if ($c["kind"] == "communication")
		retime(own + 0 OFS sprintf("%.3f", $c["ts_us"] - begin) OFS key("stream,name"))
	print
}
END { exit !is_known() || !waits }

function is_known() {
	return rule == "rank" ? is_late() : knows_waits()
}

function note_member(   k) {
	k = $c["collective_id"]
	member[key("rank,ts_us,stream,kernel")] = k
	if ($c["rank"] == last_rank)
		last[k] = $c["dur_us"]
	else if (!(k in others) || $c["dur_us"] + 0 < others[k])
		others[k] = $c["dur_us"] + 0
}

# With the late rank all wait for it, or else for others.
function retime(event,   k, least, less) {
	k = member[event]
	if (!(k in others) || (rule == "rank" && own + 0 == last_rank))
		return
	least = (k in last) && last[k] < others[k] ? last[k] : others[k]
	less = rule == "rank" && (k in last) ? others[k] - last[k] : $c["dur_us"] - least
	if (less <= 0)
		return
	waits++
	$c["dur_us"] = sprintf("%.3f", $c["dur_us"] - less)
}
