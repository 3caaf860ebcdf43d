# late_rank.awk: the rank that the others wait for, by the rows of trace-collectives --by rank and
# the limits of advice.tsv; to put behind table.awk.

function note_rank() {
	if ($c["wait_us"] - $c["dur_us"] > too_long) {
		too_long = $c["wait_us"] - $c["dur_us"]
		longest_wait = $c["wait_us"]
		longest_in = $c["dur_us"]
	}
	if ($c["late_us"] + 0 > latest_us) {
		latest_us = $c["late_us"] + 0
		latest_rank = $c["rank"]
	}
	if (ranks++ > 0 && $c["last_pct"] + 0 <= last_pct)
		return
	last_rank = $c["rank"]
	last_pct = $c["last_pct"] + 0
	shortest_pct = $c["shortest_pct"] + 0
	collectives = $c["collectives"]
}

# A kernel of a rank, of trace-collectives --by event: how much of the time is of collectives.
function note_time() {
	told += $c["wait_us"] == "" ? -$c["dur_us"] : $c["dur_us"]
}

# Whether it seems to be late more often than by chance; a rank that waits longer than its
# collectives take has another clock.
function seems_late() {
	return !too_long && ranks > 1 && last_pct > limit["last"] && collectives >= limit["collectives"]
}

# Who comes last has the shortest kernel, whatever the clocks say.
function clock_differs() {
	return seems_late() && shortest_pct <= limit["last"]
}

# Who is late by little, however often, is not who costs time.
function is_late() {
	return seems_late() && !clock_differs() && last_rank == latest_rank
}

# Whether it is known who waits how long: not of sends.
function knows_waits() {
	return ranks > 1 && told > 0 && !too_long && !clock_differs()
}
