# windows.awk want=WHAT num=N share=S STEPS: which steps go into which file:
# file, step.
#
# want is all: one file of the steps from `first` to `last`; single: a file for each
# of these; phases: prefill, mixed and decode apart; steady: the windows mixed and
# decode_only.
#
# A step is of the steady state if it computes for about as many requests as the step
# with most: a tenth fewer, at least one; a fifth where there are fewer steps than
# asked for. A region of the steady state begins behind five such steps in a row.
function phase(i) {
	return !contexts[i] ? "decode" : !generations[i] ? "prefill" : "mixed"
}
function find_regions(   i, limit, few, run) {
	few = steps < num ? 0.2 : 0.1
	limit = few * most > 1 ? few * most : 1
	for (i = 1; i <= steps; i++) {
		run = most - contexts[i] - generations[i] <= limit ? run + 1 : 0
		if (run == 6)
			begin[++regions] = i
		if (run > 5)
			end[regions] = i
	}
	for (i = 1; i <= regions; i++)
		if (!region || end[i] - begin[i] > end[region] - begin[region])
			region = i
}
# The window of num steps whose share of steps with context is closest to what is
# aimed at: `share` if given, or that of the region; the first of equal ones.
function find_mixed(   from, i, width, count, all, off, least) {
	width = end[region] - begin[region] + 1
	for (i = begin[region]; i <= end[region]; i++)
		all += contexts[i] > 0
	if (share == "")
		share = all / width
	if (width > num)
		width = num
	for (i = begin[region]; i <= end[region]; i++) {
		count += (contexts[i] > 0) - (i - width >= begin[region] && contexts[i - width] > 0)
		if (i - begin[region] + 1 < width)
			continue
		off = count / width - share
		if (off < 0)
			off = -off
		if (from == "" || off < least) {
			from = i - width + 1
			least = off
		}
	}
	for (i = from; i < from + width; i++)
		print "mixed", i
}
# The longest run of steps that only decode.
function find_decode(   i, run, length_of, last) {
	for (i = begin[region]; i <= end[region]; i++) {
		run = contexts[i] > 0 ? 0 : run + 1
		if (run > length_of) {
			length_of = run
			last = i
		}
	}
	for (i = last - length_of + 1; i <= last && length_of; i++)
		print "decode_only", i
}
FNR > 1 {
	contexts[++steps] = $c["contexts"] + 0
	generations[steps] = $c["generations"] + 0
	if (contexts[steps] + generations[steps] > most)
		most = contexts[steps] + generations[steps]
}
END {
	print "file", "step"
	if (want == "steady") {
		find_regions()
		if (!regions)
			exit
		find_mixed()
		find_decode()
		exit
	}
	if (last > steps)
		last = steps
	for (i = first; i <= last; i++)
		if (want == "single")
			print "step_" i, i
		else if (want == "phases")
			print phase(i), i
		else
			print "steps_" first "_" last, i
}
