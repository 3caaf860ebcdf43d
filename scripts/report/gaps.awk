# gaps.awk: why the GPU idles, from events of the GPU and what the host did, in the
# order of time, without a header: start, duration, launch, kind; and of events of the
# GPU a number for the name, and the end of the launch if it took long. The kind is gpu;
# sync for a call that waits for the GPU; once for what a process does once, as loading
# modules and getting memory; compile for a stage of a compiler; or data for loading
# the next batch.
#
# A gap is before an event that was launched after the GPU had run out of work. If what
# a process does once, a compiler, or loading data takes most of it, that is why; so is a
# long launch that does, if it is the first one of a kernel, as its code is loaded then.
# Else, if a call returned in it that waits for the GPU, that is why nothing was launched.
# What was launched before the gap began waited for something on the GPU, or for its
# front end; for events without a launch nothing is known. Times may be negative: they
# count from the first event of the file, which need not be the earliest.
BEGIN {
	FS = OFS = "\t"
}
$4 == "sync" {
	sync_end[syncs++] = $1 + $2
	next
}
$4 != "gpu" {
	n = calls[$4]++
	call_start[$4, n] = $1 + 0
	call_end[$4, n] = $1 + $2
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

# How much of the time between two times calls of a kind take; they may hold each other.
function taken(kind, from, to,   i, kept, time, start, end) {
	kept = 0
	for (i = 0; i < calls[kind]; i++) {
		if (call_end[kind, i] < from)
			continue
		start = call_start[kind, kept] = call_start[kind, i]
		end = call_end[kind, kept++] = call_end[kind, i]
		if (start < from)
			start = from
		if (end > to)
			end = to
		if (end > start) {
			time += end - start
			from = end
		}
	}
	calls[kind] = kept
	return time
}

# How much of the time between two times the launch takes, if it is long and the first
# one of a kernel.
function loading(from, to,   start, end) {
	if ($6 == "" || ($5 in seen))
		return 0
	start = $3 > from ? $3 + 0 : from
	end = $6 < to ? $6 + 0 : to
	return end - start
}

function cause(   most) {
	if ($3 == "")
		return "unknown"
	most = ($1 - until) / 2
	if (loading(until, $1 + 0) > most)
		return "once"
	if ($3 + 0 < until)
		return "queued"
	if (taken("compile", until, $3 + 0) > most)
		return "compile"
	if (taken("once", until, $3 + 0) > most)
		return "once"
	if (taken("data", until, $3 + 0) > most)
		return "data"
	return waited(until, $3 + 0) ? "sync" : "launch"
}

{
	if (until != "" && $1 + 0 > until) {
		why = cause()
		gap = $1 - until
		time[why] += gap
		count[why]++
	}
	if (until == "" || $1 + $2 > until)
		until = $1 + $2
	seen[$5]
}
END {
	print "cause", "count", "sum_us"
	n = split("launch compile data once queued sync unknown", name, " ")
	for (i = 1; i <= n; i++)
		if (name[i] in count)
			print name[i], count[name[i]], sprintf("%.3f", time[name[i]])
}
