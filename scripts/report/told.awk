# told.awk cut=NAME header=1 STEPS WINDOWS EVENTS: a row about the events of a cut,
# and before it the header, if asked for.
function ns(us,   part) {
	split(us, part, ".")
	return part[1] * 1000 + substr(part[2] "000", 1, 3)
}
FNR == 1 { next }
file == 1 {
	line[++steps] = $c["ts_us"]
	contexts[steps] = $c["contexts"] + 0
	requests[steps] = $c["contexts"] + $c["generations"]
	decodes[steps] = $c["generations"] + 0
}
file == 2 && $c["file"] == cut {
	i = $c["step"]
	if (!n++) {
		first = i
		least = requests[i]
	}
	last = i
	kind[!contexts[i] ? "decode" : !decodes[i] ? "prefill" : "mixed"]++
	if (requests[i] < least)
		least = requests[i]
	if (requests[i] > most)
		most = requests[i]
}
file == 3 && $c["cat"] == "kernel" {
	kernels++
	sum += ns($c["dur_us"])
}
END {
	if (header)
		print "file", "steps", "first_step", "last_step", "ts_us", "prefill_steps", "mixed_steps", \
			"decode_steps", "least_requests", "most_requests", "kernels", "kernel_us"
	print cut ".json.gz", n, first, last, line[first], kind["prefill"] + 0, kind["mixed"] + 0, \
		kind["decode"] + 0, least + 0, most + 0, kernels + 0, sprintf("%d.%03d", int(sum / 1000), sum % 1000)
}
