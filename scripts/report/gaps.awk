# gaps.awk: why the GPU idles, from events of the GPU and calls of the host in the
# order of time, without a header: start, duration, launch, kind. The kind is gpu, sync
# for a call that waits for the GPU, once for what a process does once: modules, memory.
#
# A gap is before an event that was launched after the GPU had run out of work. If a
# call returned in it that waits for the GPU, that is why nothing was launched; if calls
# that load modules or get memory take most of it, it is these. What was launched before
# the gap began waited for something on the GPU, or for its front end; for events without
# a launch nothing is known. Times may be negative: they count from the first event of
# the file, which need not be the earliest.
BEGIN {
	FS = OFS = "\t"
}
$4 == "sync" {
	sync_end[syncs++] = $1 + $2
	next
}
$4 == "once" {
	once_start[onces] = $1 + 0
	once_end[onces++] = $1 + $2
	next
}

# Whether a call that waits returned between two times; forgets those before.
function waited(from, to,   i, kept, found) {
	for (i = 0; i < syncs; i++) {
		if (sync_end[i] < from)
			continue
		if (sync_end[i] <= to)
			found = 1
		sync_end[kept++] = sync_end[i]
	}
	syncs = kept + 0
	return found
}

# How much of the time between two times calls of the kind once take.
function loading(from, to,   i, kept, time, start, end) {
	for (i = 0; i < onces; i++) {
		if (once_end[i] < from)
			continue
		start = once_start[i] > from ? once_start[i] : from
		end = once_end[i] < to ? once_end[i] : to
		if (end > start)
			time += end - start
		once_start[kept] = once_start[i]
		once_end[kept++] = once_end[i]
	}
	onces = kept + 0
	return time
}

function cause(launch) {
	if (launch == "")
		return "unknown"
	if (launch + 0 < until)
		return "queued"
	if (2 * loading(until, launch + 0) > $1 - until)
		return "once"
	if (waited(until, launch + 0))
		return "sync"
	return "launch"
}

{
	if (until != "" && $1 + 0 > until) {
		why = cause($3)
		gap = $1 - until
		time[why] += gap
		count[why]++
	}
	if (until == "" || $1 + $2 > until)
		until = $1 + $2
}
END {
	print "cause", "count", "sum_us"
	n = split("launch once queued sync unknown", name, " ")
	for (i = 1; i <= n; i++)
		if (name[i] in count)
			print name[i], count[name[i]], sprintf("%.3f", time[name[i]])
}
