# odd_repeats.awk - findings about repeats that take longer than others, or have more kernels; to put
# behind advice.awk, which has the tables.

table[file] == "outliers" && is_step($c["cycle"]) { note_outlier() }
table[file] == "odd" && is_step($c["cycle"]) { note_odd() }

# The table begins with the greatest one; what may be a gap with lost kernels is none.
# Those of the first repeats, one after another from repeat 1 on, are the warm-up of their
# cycle. Those of which all kernels take longer from some repeat on are another finding.
function note_outlier() {
	if ($c["cycle"] == drift_cycle && $c["rep"] >= drift_rep && $c["over_us"] < 2 * drift_each)
		return
	kernel_over = $c["kernel_us"] - $c["kernel_median_us"]
	gap_over = $c["gap_us"] - $c["gap_median_us"]
	if (gap_over > kernel_over && (gap_over <= gap["lost"] || fact["dispatches_missing"] > 0))
		return
	outlier_cycle[++outliers] = $c["cycle"]
	outlier_rep[outliers] = $c["rep"]
	outlier_over[outliers] = $c["over_us"]
	outlier_says[outliers] = "repeat " $c["rep"] " of " short_name($c["cycle"]) " takes " spoken($c["time_us"]) \
		", not " spoken($c["median_us"])
	outlier_gap[outliers] = between(0, $c["idle_us"] - $c["idle_median_us"], $c["over_us"])
	if (between(0, kernel_over, $c["over_us"]) + outlier_gap[outliers] < $c["over_us"] / 2)
		has_more_work[outliers]
	outlier_where[outliers] = "worst: " (kernel_over >= gap_over ? "its kernel " $c["kernel_position"] \
		(is_collective() ? ", a collective," : "") " by " spoken(kernel_over) : \
		"the gap after its kernel " $c["gap_position"] " by " spoken(gap_over)) \
		(!(outliers in has_more_work) ? "" : ", of many that take longer: " (is_collective() ? \
			"a late rank, more work, or a lower clock" : "more work, such as a longer prompt, or a lower clock"))
	outliers_idle += outlier_gap[outliers]
	slow[$c["cycle"], $c["rep"]]
}

# Whether the kernel that exceeds its median most waits for other ranks, too.
function is_collective() { return $c["category"] == "communication" }

# Steps that are no repeats, as they have other kernels, too.
function note_odd() {
	odd++
	odd_us += $c["over_us"]
	if ($c["over_us"] <= odd_most)
		return
	odd_most = $c["over_us"] + 0
	odd_says = ($c["steps"] > 1 ? $c["steps"] " steps" : "the step") " between repeats " $c["behind"] " and " $c["behind"] + 1 " of " \
		short_name($c["cycle"]) ($c["steps"] > 1 ? " take " : " takes ") spoken($c["over_us"]) " more in " \
		$c["kernels"] ($c["kernels"] == 1 ? " kernel" : " kernels") " that the others do not have"
	odd_sure = certainty($c["cycle"], "sure")
	odd_where = "most in " $c["name"] ", " spoken($c["name_us"])
}

# How sure a finding about repeats is: if steps are less than half of the work on their stream,
# they may be no steps, and others than they the rule.
function certainty(k, sure) {
	return steps_pct[k] + 0 < limit["dominates"] ? "maybe" : sure
}

function is_warmup(i,   rep) {
	for (rep = outlier_rep[i]; rep > 0 && ((outlier_cycle[i], rep) in slow); rep--)
		;
	return rep == 0
}

# Repeats that take far longer, those of the warm-up or the others. What they idle longer is
# told by the causes of gaps, if these do not leave it to the outliers.
function repeats(of_warmup, rule, sure, hint,   i, first, count, over, in_gaps) {
	for (i = 1; i <= outliers; i++) {
		if (is_warmup(i) != of_warmup)
			continue
		if (!count++)
			first = i
		over += outlier_over[i]
		in_gaps += outlier_gap[i]
	}
	if (count)
		say(rule, over, certainty(outlier_cycle[first], first in has_more_work ? "maybe" : sure), outlier_says[first], outlier_where[first] \
			(in_gaps > over / 2 && !by_outliers ? "; other findings also count its gaps" : "") \
			hint (count > 1 ? "; more outliers: " count - 1 : ""), \
			with_phases() " | trace-cycles -q --outliers | cut -f 4-13,15-17,19-23", \
			by_outliers ? in_gaps * (1 - by_outliers / outliers_idle) : in_gaps)
}
