# add_phases.awk PHASED CYCLES REPEATS SUMS: prints the phases of the trace, of sums by category,
# phase and reason: the one answer of all scripts. To put behind table.awk.
#
# The tables cycles and repeats have the phase of each cycle: repeats only where they have none of
# their own; sheet.cycles and sheet.repeats, that of the step, have it as people say it: a training
# is no phase of an engine. In cycles, the column step is "main" of the step of the trace, "other" of
# other steps: these are outermost, or, where a cycle holds steps, what has parts of its own inside
# of it. The file drifting has the step of those whose kernels take longer at last than at first that
# takes most time.
FNR == 1 { into = file == 2 ? "cycles" : "repeats" }
file == 1 && FNR > 1 {
	phase[$c["cycle"]] = $c["phase"]
	reason[$c["cycle"]] = $c["phase_reason"]
	parent[$c["cycle"]] = $c["parent"]
	parts[$c["parent"]]
	us_of[$c["cycle"]] += $c["sum_us"]
	kind[$c["cycle"]] = $c["level"] == 1 ? $c["step_kind"] + 0 : 0
}
file == 2 && FNR == 1 { find_steps() }
FNR > 1 && (file == 2 || (file == 3 && ($c["phase"] == "" || $c["phase"] == "unknown"))) {
	$c["phase"] = phase[$c["cycle"]]
	$c["phase_reason"] = reason[$c["cycle"]]
}
file == 2 { print $0, (FNR == 1 ? "step" : $c["cycle"] == step ? "main" : ($c["cycle"] in reps) ? "other" : "") >into }
file == 3 { print >into }
file == 3 && ($c["cycle"] in reps) {
	step_us[$c["cycle"], ++reps[$c["cycle"]]] = $c["sum_us"]
	total[$c["cycle"]] += $c["sum_us"]
}
(file == 2 || file == 3) && $c["phase_reason"] ~ /^training:/ { $c["phase"] = "training" }
file == 2 || (file == 3 && (FNR == 1 || $c["cycle"] == step)) { print >("sheet." into) }
file == 4 && FNR > 1 && $c["cat"] == "kernel" {
	us[$c["phase_reason"] ~ /^training:/ ? "training" : $c["phase"]] += $c["sum_us"]
	all += $c["sum_us"]
}
END {
	print "phase", "sum_us", "pct"
	count_training()
	for (i = split("prefill decode mixed training unknown", name, " "); i > 0; i--)
		if (us[name[i]] > (name[i] == "unknown" ? all / 100 : 0))
			text = sprintf("%s\t%.3f\t%.3f\n", name[i], us[name[i]], 100 * us[name[i]] / all) text
	printf "%s", text
	for (k in reps)
		if (drifts(k) && (drifting == "" || total[k] > total[drifting]))
			drifting = k
	if (drifting != "")
		print drifting >"drifting"
}

# The steps are the keys of reps. The step is one of the best kind: the only one, or, where a cycle
# holds several, that of decode, as trace-phase -s auto has it, or the one that takes most time.
function find_steps(   k) {
	for (k in parent)
		if ((k in parts) && reason[parent[k]] ~ /^holds steps of/)
			holds[parent[k]]
	for (k in parent)
		if (!(k in holds) && (kind[k] || (k in parts)) && kind_of(k)) {
			reps[k] = 0
			if (step == "" || is_before(k, step))
				step = k
		}
}
# The kind of an outermost cycle, or of that which holds it as a step; else 0.
function kind_of(k) {
	while (!kind[k] && (parent[k] in holds))
		k = parent[k]
	return kind[k]
}
function is_before(a, b) {
	if (kind_of(a) != kind_of(b))
		return kind_of(a) < kind_of(b)
	if (phase[a] != phase[b] && (phase[a] == "decode" || phase[b] == "decode"))
		return phase[a] == "decode"
	return us_of[a] == us_of[b] ? a + 0 < b + 0 : us_of[a] > us_of[b]
}

# Unknown kernels beside a training are part of it. Else unknown ones count from 1 % on.
function count_training() {
	if ("training" in us && !("prefill" in us || "decode" in us || "mixed" in us)) {
		us["training"] = all
		delete us["unknown"]
	}
}

# A look at the first and the last third, which few traces do not pass.
function drifts(k,   i, first, last) {
	for (i = 1; i <= reps[k] / 3; i++) {
		first += step_us[k, i]
		last += step_us[k, reps[k] + 1 - i]
	}
	return reps[k] >= 9 && last > 1.02 * first
}
