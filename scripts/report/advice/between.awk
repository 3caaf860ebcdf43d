# between.awk STEP REPEATS EVENTS: the events of the GPU in the repeats of a step, from one
# start to the next (a lone repeat: to its end), for trace-busy -k set,rep: the
# kernels of the step's own stream (of all, where streams are merged), these and copies, all,
# and the repeat itself as one. How long a larger set keeps the GPU busy beyond a smaller one
# is what fills the gaps of that. To put behind numbers.awk.
function gpu() {
	return ("rank" in c ? $c["rank"] : "") ":" $c["device"] ":"
}
function track() {
	return gpu() $c["stream"]
}
file == 1 && FNR > 1 { own[$c["cycle"]] = track() }
file == 2 && FNR > 1 && $c["cycle"] in own {
	if ($c["period_us"] != "")
		add($c["start_ts_us"] + 0, $c["period_us"], own[$c["cycle"]])
	else {
		last = $c["start_ts_us"] + 0
		last_us = $c["wall_us"]
		last_own = own[$c["cycle"]]
	}
}
file == 3 && FNR == 1 {
	if (n == 0 && last_own != "")
		add(last, last_us, last_own)
	print "set", "rep", "ts_us", "dur_us", "name", "cat"
	for (i = 1; i <= n; i++)
		print "repeat", i, sprintf("%.3f", from[i]), sprintf("%.3f", to[i] - from[i]), "repeat", "kernel"
}
file == 3 && FNR > 1 && $c["cat"] ~ /^(kernel|gpu_memcpy|gpu_memset)$/ {
	start = $c["ts_us"] + 0
	end = start + $c["dur_us"]
	for (i = first_above(to, n, start); i <= n && from[i] < end; i++)
		put(i, start > from[i] ? start : from[i], end < to[i] ? end : to[i])
}

# Puts a repeat in its place in time.
function add(start, us, stream,   i) {
	for (i = ++n; i > 1 && from[i - 1] > start; i--) {
		from[i] = from[i - 1]
		to[i] = to[i - 1]
		by[i] = by[i - 1]
	}
	from[i] = start
	to[i] = start + us
	by[i] = stream
}

function put(i, start, end,   text) {
	if (end < start)
		return
	text = i OFS sprintf("%.3f", start) OFS sprintf("%.3f", end - start) OFS $c["name"] OFS $c["cat"]
	print "all", text
	if ($c["cat"] != "kernel")
		print "copies", text
	else if (by[i] == track() || by[i] == gpu()) {
		print "copies", text
		print "own", text
	}
}
