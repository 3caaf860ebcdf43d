# fused.awk edges=FILE FUSIBLE PLACED OPERATIONS EDGES OPERATIONS: the graph of trace-critical
# as it would be if each row of kernels that could be one (screen/fusible.awk) were as long as its
# longest, and launched once: the operations, and the edges in FILE. To put behind table.awk.
# Fails where most of these kernels are not found.
#
# The kernels of a row but its first lose their distance from the one before, their launch,
# and what their thread did between both launches. PLACED has the events with their cycles;
# an operation is one of them by its start, stream and name.
BEGIN { LEAST = 0.95 }
FNR == 1 && file < 4 { next }
file == 1 {
	row[key("cycle,position,name")] = $c["row"]
	total += $c["sum_us"]
}
file == 2 && $c["path"] ~ /^[0-9]+:[0-9]/ { place() }
file == 3 { find_member() }
file == 4 {
	if (FNR > 1)
		note_edge()
	print >edges
}
file == 5 {
	if (FNR == 1)
		leave_host_work()
	if ($c["id"] in left_out)
		$c["dur_us"] = "0.000"
	print
}

# The place of an event in its outermost cycle. Of one inside others it is that behind the
# event before it.
function place(   at, track, k) {
	split($c["path"], at, /[:\/]/)
	track = key("device,stream")
	if (repeat[track] != at[1] ":" at[2])
		position[track] = 0
	repeat[track] = at[1] ":" at[2]
	if ($c["position"] == "")
		return
	position[track] = $c["path"] ~ /\// ? position[track] + 1 : $c["position"]
	k = at[1] OFS position[track] OFS $c["name"]
	if (k in row)
		join_run(track OFS repeat[track] OFS row[k], key("ts_us,device,stream,name"))
}

# A run is a row in one repeat.
function join_run(run, event) {
	found += $c["dur_us"]
	run_of[event] = run
	if (run in longest)
		behind[event]
	if (!(run in longest) || $c["dur_us"] + 0 > most[run]) {
		longest[run] = event
		most[run] = $c["dur_us"] + 0
	}
}

function find_member(   event) {
	event = key("ts_us,device,stream,name")
	if (!(event in run_of))
		return
	member[$c["id"]]
	if (longest[run_of[event]] != event)
		left_out[$c["id"]]
	if (event in behind)
		follows[$c["id"]]
}

# Which call launched an event alone, and what its thread did before.
function note_edge() {
	if ($c["kind"] == "launch") {
		launch[$c["dst"]] = $c["src"]
		launched[$c["src"]] = launched[$c["src"]] == "" ? $c["dst"] : "several"
	}
	if ($c["kind"] == "host" && $c["dst_at"] == "start")
		before[$c["dst"]] = $c["src"]
	if ($c["kind"] == "queue" && $c["dst"] in follows)
		$c["lag_us"] = "0.000"
}

# The call whose end a point of the host is.
function call_of(point) {
	return sub(/[.]end$/, ".start", point) ? point : ""
}

# From the end of a launch back to that of the launch before it on the thread.
function leave_host_work(   id, call, point, n, i, work) {
	if (found < LEAST * total || !total)
		exit 1
	for (id in follows) {
		call = launch[id]
		if (call == "" || launched[call] != id)
			continue
		n = 0
		point = call
		sub(/start$/, "end", point)
		do {
			work[++n] = point
			point = before[point]
		} while (point != "" && !(call_of(point) in launched))
		for (i = point != "" && launched[call_of(point)] in member ? n : 0; i > 0; i--)
			left_out[work[i]]
	}
}
