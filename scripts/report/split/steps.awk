# steps.awk EVENTS: the steps of an inference engine, by its annotations, in the order
# of the trace: ts_us, dur_us, pid, tid, name, and of context and of generation the
# requests and their tokens.
#
# Names with the sums of lengths (sq, sk) come first; where there are none, those
# that the engine itself writes. The names of one tier are steps, others are not.
function tier(name) {
	if (name !~ /^execute_.*context_[0-9]+.*generation_[0-9]+/)
		return 0
	return name ~ /sq[0-9]+sk[0-9]+/ ? 2 : 1
}
function number_behind(name, word,   found) {
	match(name, word "[0-9]+")
	found = substr(name, RSTART, RLENGTH)
	match(found, "[0-9]+$")
	return substr(found, RSTART)
}
# How many requests and tokens: "context_1(888)" or "context_9(sq8155sk8430...)".
function work(name, word,   n) {
	n = number_behind(name, word)
	return n OFS number_behind(name, word n "[(](sq)?") + 0
}
FNR > 1 && $c["cat"] == "user_annotation" && $c["dur_us"] != "" && (t = tier($c["name"])) {
	if (t > best) {
		best = t
		n = 0
	}
	if (t == best)
		line[++n] = $c["ts_us"] OFS $c["dur_us"] OFS $c["pid"] OFS $c["tid"] OFS $c["name"] OFS \
			work($c["name"], "context_") OFS work($c["name"], "generation_")
}
END {
	print "ts_us", "dur_us", "pid", "tid", "name", "contexts", "context_tokens", "generations", "generation_tokens"
	for (i = 1; i <= n; i++)
		print line[i]
}
