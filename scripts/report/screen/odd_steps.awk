# odd_steps.awk: the steps between two repeats of the same kind that have all their
# kernels and others, too, so that they are no repeats, into the file odd; from the tables of
# cycle_names.awk, to put before that.
#
# A stretch counts as n steps if it has every kernel of n steps. One that lacks a kernel is
# another phase. Extra time is that in which kernels run: gaps have causes of their own. As
# for outliers, fewer than five repeats do not tell what is usual.
BEGIN {
	FEWEST = 5
	print "cycle", "behind", "steps", "busy_us", "usual_us", "over_us", "kernels", "name", "name_us" >"odd"
}

function track() {
	return ("rank" in c ? $c["rank"] : "") ":" $c["device"] ":" $c["stream"]
}
file == 2 && FNR > 1 && $c["level"] == 1 && $c["step_kind"] != "" && $c["reps"] >= FEWEST && $c["length"] > 1 {
	usual[$c["cycle"]] = $c["busy_us"] / $c["reps"]
}
file == 2 && FNR > 1 && $c["step_kind"] != "" && $c["length"] > 1 { track_of[$c["cycle"]] = track() }
file == 3 && FNR > 1 && $c["level"] == 1 {
	note_segment(track())
	all_us[track()] += $c["sum_us"]
	if ($c["cycle"] in track_of)
		steps_us[track()] += $c["sum_us"]
}
file == 4 && stretches && FNR > 1 && $c["cat"] == "kernel" { note_kernel(track(), $c["ts_us"] + 0) }
file == 5 && FNR > 1 && $c["cycle"] in wanted {
	need[$c["cycle"], $c["name"]]++
	names[$c["cycle"]] = names[$c["cycle"]] "\t" $c["name"]
	length_of[$c["cycle"]]++
}

# How much of the kernel time of a step's own stream is steps, in percent.
function steps_pct(k) {
	return (k in track_of) && all_us[track_of[k]] > 0 ? 100 * steps_us[track_of[k]] / all_us[track_of[k]] : ""
}

# A stretch counts when the repeat behind it is of the cycle before it; it may begin and end
# with a part of one.
function note_segment(on,   n) {
	if ($c["segment"] != "repeat") {
		if (begins[on] == "")
			begins[on] = $c["start_ts_us"] + 0
		ends[on] = $c["start_ts_us"] + $c["wall_us"]
		sum[on] += $c["busy_us"]
		return
	}
	if (begins[on] != "" && $c["cycle"] in usual && $c["cycle"] == last[on]) {
		stretches++
		if (!(on in count))
			tracks[++on_tracks] = on
		n = ++count[on]
		of[on, n] = last[on]
		behind[on, n] = rep[on]
		from[on, n] = begins[on]
		to[on, n] = ends[on]
		busy[on, n] = sum[on]
		wanted[last[on]]
	}
	begins[on] = ""
	sum[on] = 0
	last[on] = $c["cycle"]
	rep[on] = $c["rep"]
}

function note_kernel(on, ts,   n) {
	n = at[on] ? at[on] : 1
	while (n <= count[on] && ts >= to[on, n])
		n++
	at[on] = n
	if (n > count[on] || ts < from[on, n])
		return
	kernels[on, n]++
	if (!((on, n, $c["name"]) in ran))
		seen[on, n] = seen[on, n] "\t" $c["name"]
	ran[on, n, $c["name"]]++
	us[on, n, $c["name"]] += $c["dur_us"]
}

# How often a stretch has every kernel of its cycle.
function steps_in(on, n,   k, i, m, name, times, least) {
	k = of[on, n]
	m = split(substr(names[k], 2), name, "\t")
	for (i = 1; i <= m; i++) {
		times = int(ran[on, n, name[i]] / need[k, name[i]])
		if (i == 1 || times < least)
			least = times
	}
	return least + 0
}

# The row of a stretch, with the kernel that takes most of the extra time.
function print_stretch(on, n,   k, steps, over, i, m, name, share, most, worst) {
	k = of[on, n]
	steps = steps_in(on, n)
	over = busy[on, n] - steps * usual[k]
	if (steps < 1 || over <= 0 || kernels[on, n] <= steps * length_of[k])
		return
	m = split(substr(seen[on, n], 2), name, "\t")
	for (i = 1; i <= m; i++) {
		share = us[on, n, name[i]] * (1 - steps * need[k, name[i]] / ran[on, n, name[i]])
		if (share > most) {
			most = share
			worst = name[i]
		}
	}
	print k, behind[on, n], steps, sprintf("%.3f", busy[on, n]), sprintf("%.3f", steps * usual[k]), \
		sprintf("%.3f", over), kernels[on, n] - steps * length_of[k], worst, sprintf("%.3f", most) >"odd"
}
function print_stretches(   i, n) {
	for (i = 1; i <= on_tracks; i++)
		for (n = 1; n <= count[tracks[i]]; n++)
			print_stretch(tracks[i], n)
}
END { print_stretches() }
