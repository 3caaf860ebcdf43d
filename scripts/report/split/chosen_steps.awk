# chosen_steps.awk want=WHAT each=1 range=1 num=N share=S STEPS: which steps go into which
# file: file, step.
#
# want is all: one file of the steps from `first` to `last`; phases: each run of steps
# with context, or without, in the regions of the steady state; steady: the windows
# mixed_steady_state and decode_only_steady_state. With each, a file for each step
# comes before. Files of steps alone are called by their numbers, from 0.
#
# A step is of the steady state if it computes for about as many requests as the step
# with most: a tenth fewer, at least one; a fifth where there are fewer steps than
# asked for. A region of the steady state begins behind five such steps in a row. With
# range, the steps from `first` to `last` are the region.
# One after the other: a file ends where the phase changes.
function find_phases(   r, i, phase, before, run) {
	if (!regions) {
		begin[regions = 1] = first
		end[1] = last
	}
	for (r = 1; r <= regions; r++)
		for (i = begin[r]; i <= end[r]; i++) {
			if (!(contexts[i] + generations[i]))
				continue
			phase = contexts[i] ? "prefilldecodemix" : "decode_only"
			if (phase != before)
				run[phase]++
			before = phase
			print phase "_chunk" run[phase] - 1, i
		}
}
function find_regions(   i, limit, few, run) {
	if (range) {
		region = regions = 1
		begin[region] = first
		end[region] = last
		return
	}
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
# aimed at: `share` if given, which makes num large enough for one such step, or that of
# the region; the first of equal ones. One without such a step is the last choice.
function find_mixed(   from, i, width, count, all, off, least) {
	width = end[region] - begin[region] + 1
	for (i = begin[region]; i <= end[region]; i++)
		all += contexts[i] > 0
	if (share == "")
		share = all / width
	else if (share > 0 && num * share < 1) {
		num = int(1 / share)
		num += num * share < 1
	}
	if (width > num)
		width = num
	for (i = begin[region]; i <= end[region]; i++) {
		count += (contexts[i] > 0) - (i - width >= begin[region] && contexts[i - width] > 0)
		if (i - begin[region] + 1 < width)
			continue
		off = count / width - share
		if (off < 0)
			off = -off
		off += !count
		if (from == "" || off < least) {
			from = i - width + 1
			least = off
		}
	}
	for (i = from; i < from + width; i++)
		print "mixed_steady_state", i
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
		print "decode_only_steady_state", i
}
FNR > 1 {
	contexts[++steps] = $c["contexts"] + 0
	generations[steps] = $c["generations"] + 0
	if (contexts[steps] + generations[steps] > most)
		most = contexts[steps] + generations[steps]
}
END {
	print "file", "step"
	if (last > steps)
		last = steps
	for (i = first; i <= last && each; i++)
		print i - 1, i
	if (want == "steady" && first <= last) {
		find_regions()
		if (region) {
			find_mixed()
			find_decode()
		}
		exit
	}
	if (want == "phases" && first <= last) {
		find_regions()
		find_phases()
	}
	for (i = first; i <= last && want == "all"; i++)
		print (first == last ? first - 1 : first - 1 ":" last), i
}
