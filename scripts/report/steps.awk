# steps.awk EVENTS: the steps of an inference engine, by its annotations, in the order
# of the trace: ts_us, dur_us, pid, tid, name, contexts, generations.
#
# Names with the sums of lengths (sq, sk) come first; where there are none, those
# that the engine itself writes. The names of one tier are steps, others are not.
function tier(name) {
	if (name !~ /^execute_.*context_[0-9]+.*generation_[0-9]+/)
		return 0
	return name ~ /sq[0-9]+sk[0-9]+/ ? 2 : 1
}
function number_behind(name, word) {
	match(name, word "[0-9]+")
	return substr(name, RSTART + length(word), RLENGTH - length(word))
}
FNR > 1 && $c["cat"] == "user_annotation" && $c["dur_us"] != "" && (t = tier($c["name"])) {
	if (t > best) {
		best = t
		n = 0
	}
	if (t == best)
		line[++n] = $c["ts_us"] OFS $c["dur_us"] OFS $c["pid"] OFS $c["tid"] OFS $c["name"] OFS \
			number_behind($c["name"], "context_") OFS number_behind($c["name"], "generation_")
}
END {
	for (i = 1; i <= n; i++)
		print line[i]
}
