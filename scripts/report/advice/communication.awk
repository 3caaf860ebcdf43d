# communication.awk - findings about transfers, and about ranks that wait for each other; to put behind
# advice.awk, which has the tables, and late_rank.awk.

table[file] == "ranks" {
	note_rank()
	wait[$c["rank"]] = $c["wait_us"] + 0
	most_at_once[$c["rank"]] = $c["max_wait_us"] + 0
}
# Who comes last to a collective does not wait; the others wait for it.
table[file] == "members" { note_time() }
table[file] == "members" && $c["wait_us"] == "0.000" { awaited[$c["collective_id"]] = $c["rank"] }
table[file] == "again" && $c["wait_us"] > 0 { owed[$c["rank"], awaited[$c["collective_id"]]] += $c["wait_us"] }
table[file] == "waiting" && $c["kind"] == "exposed_comm" { alone = $c["time_us"] * (fact["ranks"] > 1 ? fact["ranks"] : 1) }

# A timeline of one GPU has no idle time before its first event and behind its last one.
function turns() {
	if (gpus > 1)
		say("turns", time["idle"] - inside, "maybe", "GPUs idle while others work", \
			"before their first kernel and after their last: keep all of them busy at the same time", \
			show_timeline " -k device")
}

# If not all ranks of the job are read, or not all of one, another may be the last one.
function ranks_read() {
	return ranks < fact["world_size"] + 0 ? "; " ranks " of " fact["world_size"] " ranks were read" : \
		damaged == 3 && !is_damaged() ? "; the trace of another rank is damaged" : ""
}

# Exposed communication is partly time that this rank waits for others: that is another finding.
function transfers(   exposed, known) {
	exposed = time["exposed_comm"] - (knows_waits() ? waits_of(fact["rank"] + 0) : 0)
	if ("communication" in gain)
		gain["communication"] -= gain["waits"]
	known = !ranks ? "; --ranks shows which rank is late" : \
		(knows_waits() || told > 0 ? "" : "; how much of it is waiting for other ranks is not known") ranks_read()
	say("communication", exposed, "maybe", "exposed communication", \
		(knows_waits() ? "without waiting for other ranks: " : "") "overlap it" known, show_timeline)
	say("copies", time["exposed_copy"], "likely", "exposed copies", \
		copied > 2 * over_bus ? "most within the GPU: avoid them (contiguous, clone, cat), or use another stream" : \
		"use pinned memory or another stream, or avoid them", show_timeline)
	late_ranks()
}

# How long a rank does nothing but wait for others, as far as that is known.
function waits_of(rank,   all) {
	all = wait[rank] * (gpus ? gpus : 1)
	return rank == (other == "" ? fact["rank"] + 0 : other) ? between(0, all, alone) : all
}

# For whom a rank waits, and so on: a rank that is late because it waits for another one is not
# the cause. Empty if the first one waits for several.
function awaited_by(rank,   least, most, cause, one, found, asked) {
	for (least = wait[rank] / 2; ; least = most / 4) {
		asked[rank]
		most = 0
		for (one in wait)
			if (owed[rank, one] > most || (owed[rank, one] == most && most > 0 && one < found)) {
				most = owed[rank, one] + 0
				found = one
			}
		if (most <= least || (found in asked))
			return cause
		cause = rank = found
	}
}

# Who is waited for: one rank at most collectives, or another one at those that cost most, or several. If
# the first rank does not wait, others may wait for it.
function late_ranks(   rank, cause) {
	rank = fact["rank"] + 0
	if (other != "" && waits_of(rank) < limit["least"] / 100 * span)
		rank = other
	cause = awaited_by(rank)
	if (is_late())
		say("rank", between(0, latest_us * (gpus ? gpus : 1), alone), knows_waits() && ranks_read() == "" ? "likely" : "maybe", \
			sprintf("rank %s arrives last at %.0f %% of the collectives", last_rank, last_pct), \
			"its collectives wait " spoken(latest_us) " for it in all" ranks_read() "; trace-advise of its trace, or of another rank\47s and its own, may say why", show_ranks)
	else if (knows_waits())
		say("rank", waits_of(rank), "maybe", \
			(most_at_once[rank] > wait[rank] / 2 ? "one collective waits " spoken(most_at_once[rank]) : "collectives wait") " for " \
			(cause == "" ? "other ranks" : "rank " cause), \
			sprintf("rank %s comes last most often, at %.0f %%", last_rank, last_pct) ranks_read(), show_ranks)
	else if (clock_differs())
		warn("clocks", "the clocks of the ranks are apart: which rank is late is not known", \
			sprintf("rank %s starts last at %.0f %% of the collectives, but is the shortest at %.0f %%; trace-clock tells how far", last_rank, last_pct, shortest_pct), \
			show_ranks)
}
