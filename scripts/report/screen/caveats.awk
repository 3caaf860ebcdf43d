# caveats.awk - what makes a trace, or the numbers on the screen, doubtful; to put behind screen.awk.

# A whole number of microseconds, in three sums of many times: they are no finer.
function coarse() {
	return fact["kernels"] >= 20 && fact["kernel_us"] ~ /[.]000$/ && \
		fact["gpu_span_us"] ~ /[.]000$/ && fact["first_ts_us"] ~ /[.]000$/
}

function note(text) {
	caveat[++notes] = text
}

function caveats(   i) {
	for (i = 1; i <= notes; i++) {
		if (i == 1)
			print "\n" heading("Caveats")
		print_folded("  ", caveat[i], width)
	}
}

# Whether kernels and launches belong together. Where no kernel has a launch, either no
# launch was recorded, or those that were are of other kernels.
function launches(   kernels, without, idle_launches) {
	kernels = fact["kernels"] + 0
	without = fact["kernels_without_launch"] + 0
	idle_launches = fact["launches_without_kernel"] + 0
	if (kernels > 0 && without == kernels) {
		note((idle_launches ? grouped(idle_launches) (idle_launches == 1 ? " launch is" : " launches are") " in the file, but none is of a kernel in it" : \
			"the file has no kernel launches") ": what the GPU waited for is unknown")
		return
	}
	if (without > 0)
		note(grouped(without) " of " plural(kernels, "kernel") \
			(without == 1 ? " was launched before recording began, or its" : " were launched before recording began, or their") \
			" launch is not in the file" (overview && !unlinked ? \
			": gpu_timeline and the sheets of operators leave " (without == 1 ? "it" : "them") \
			" out, kernel_summary does not: its percent of total time can add up to more than 100 %" \
			"; --include-unlinked counts " (without == 1 ? "it" : "them") " everywhere" : ""))
	if (idle_launches > 0)
		note(grouped(idle_launches) (idle_launches == 1 ? " launch has" : " launches have") \
			" no kernel: captured in a graph, recording ended first, or kernels are lost")
}

function abs_difference(a, b) {
	return a > b ? a - b : b - a
}

function trust(   i, unnamed) {
	if (fact["damage"] != "" || fact["events_lost"] + 0 > 0)
		note("the file is damaged" (fact["damage"] == "" ? "" : " (" fact["damage"] ")") \
			": all numbers cover only what could be read")
	launches()
	if (fact["before_launch"] > 0)
		note(plural(fact["before_launch"], "event") " of the GPU " (fact["before_launch"] == 1 ? "begins" : "begin") \
			" before the launch, by up to " spoken(fact["before_launch_us"]) \
			": the clocks of GPU and host do not agree, or times are wrong")
	# Less than a thousandth changes no digit that is printed.
	if (fact["overlap_us"] > fact["kernel_us"] / 1000)
		note("kernels overlap on the same stream, by " spoken(fact["overlap_us"]) \
			" in total: sums count this time twice")
	if ("tracks" in fact)
		note(plural(fact["streams"], "stream") " of several processes have the names of " fact["tracks"] \
			": kernels of different processes are in one sequence; trace-extract --rank pid keeps them apart")
	if (fact["untimed"] > 0)
		note("the recorder had no times for " grouped(fact["untimed"]) \
			" of the GPU's kernels and copies, and wrote zeros: busy time and cycles are without them")
	if (fact["zero_duration_kernels"] > fact["untimed"] + 0)
		note(plural(fact["zero_duration_kernels"] - fact["untimed"], "kernel") " with no duration")
	if (coarse())
		note("times are whole microseconds: short kernels and gaps are imprecise")
	for (i = 1; i <= classes; i++)
		if (class[i] == "unclassified")
			unnamed = class_pct[i]
	if (overview && abs_difference(time["total_comm"], listed_comm) > time["busy"] / 100)
		note("communication is " spoken(time["total_comm"]) " of all kernels by the rules of trace-classify, but " \
			spoken(listed_comm) " in gpu_timeline, of kernels with a launch by TraceLens's words")
	if (unnamed > 20)
		note(percent(unnamed) " of the time is in kernels that no rule classifies: see trace-classify --rules")
}
