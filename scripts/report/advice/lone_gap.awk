# lone_gap.awk: whether one gap is most of the time that all of its cause take; to put behind
# table.awk and beside advice.awk, which has the tables.
function note_longest() {
	longest[$c["cause"]] = $c["max_us"] + 0
	longest_at[$c["cause"]] = $c["max_ts_us"] + 0
}

function is_lone(cause, all) {
	return longest[cause] > limit["dominates"] / 100 * all
}

# Where a gap begins, beside the first step; empty if there are no steps.
function beside_steps(at,   k, first) {
	for (k in step)
		if (is_step(k) && (first == "" || start[k] < first))
			first = start[k]
	if (first == "")
		return ""
	return at < first ? " before the first step" : ", " spoken(at - first) " after the first step begins"
}

# How much of the time is in that gap, and where it is; empty if no gap is most of it.
function lone_gap(cause, all) {
	if (!is_lone(cause, all))
		return ""
	return "; " (spoken(longest[cause]) == spoken(all) ? "all" : spoken(longest[cause])) " in one gap" beside_steps(longest_at[cause])
}

function one_gap(cause) {
	return lone_gap(cause, gap[cause])
}
