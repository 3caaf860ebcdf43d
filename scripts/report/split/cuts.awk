# cuts.awk folder=FOLDER STEPS WINDOWS EVENTS EVENTS: the rows of each file, into
# FOLDER/FILE; printed for each step: step, its events, those of the GPU, their time
# and the time from the first to the end of the last in ns; step 0 has the rows that go
# into every file.
#
# To a step belong the events of its thread that lie inside of it, the events of the
# GPU that calls among them launched, by their correlation, and the arrows between.
# Rows without a time name processes and threads and go into every file. To put behind
# exact_times.awk and numbers.awk.

# The step that holds a moment on its thread, or 0.
function step_at(start, end, track,   i) {
	if (!(track in tracks))
		return 0
	i = first_above(begin, steps, start) - 1
	return i && track_of[i] == track && end <= finish[i] ? i : 0
}
function put(name) {
	if (name != open) {
		if (open != "")
			close(folder "/" open)
		open = name
	}
	print >>(folder "/" name)
}
FNR == 1 && file < 3 { next }
file == 1 {
	if (++steps == 1)
		base = int($c["ts_us"])
	begin[steps] = since($c["ts_us"])
	finish[steps] = begin[steps] + whole($c["dur_us"])
	track_of[steps] = $c["pid"] SUBSEP $c["tid"]
	tracks[track_of[steps]]
	next
}
file == 2 {
	file_of[$c["step"], ++files_of[$c["step"]]] = $c["file"]
	if (!($c["file"] in known)) {
		known[$c["file"]]
		name[++names] = $c["file"]
	}
	next
}
$c["ts_us"] != "" {
	gpu = $c["cat"] == "kernel" || $c["cat"] == "gpu_memcpy" || $c["cat"] == "gpu_memset"
	id = $c["correlation"]
	if (id == "" && $c["cat"] == "ac2g")
		id = $c["id"]
	step = 0
	if (FNR > 1 && !gpu && $c["cat"] != "ac2g") {
		start = since($c["ts_us"])
		step = step_at(start, start + whole($c["dur_us"]), $c["pid"] SUBSEP $c["tid"])
		if (step && id != "")
			launched[id] = step
	}
}
file == 3 { next }
FNR == 1 || $c["ts_us"] == "" || $c["ph"] == "M" {
	for (i = 1; i <= names; i++)
		put(name[i])
	events[0] += FNR > 1
	next
}
!step && id != "" && (id in launched) { step = launched[id] }
step { # each file that has the step gets the row
	for (i = 1; i <= files_of[step]; i++)
		put(file_of[step, i])
	events[step]++
	if (gpu) {
		start = since($c["ts_us"])
		stop = start + whole($c["dur_us"])
		if (!gpus[step]++ || start < earliest[step])
			earliest[step] = start
		if (gpus[step] == 1 || stop > latest[step])
			latest[step] = stop
		busy[step] += stop - start
	}
}
END {
	print "step", "events", "gpu_events", "busy_ns", "span_ns"
	for (i = 0; i <= steps; i++)
		print i, events[i] + 0, gpus[i] + 0, busy[i] + 0, latest[i] - earliest[i]
}
