# manifest.awk json=FILE STEPS WINDOWS COUNTS: a row about each file that is written, and into
# FILE the same with its steps, as TraceLens does: idx, output_path, event_count,
# num_gpu_events, gpu_duration (us, from the first to the last of a step, summed),
# gpu_busy_duration (us), phase_..., num_steps; before them file, its name among cuts.
#
# FOLDER and STEM are of the environment, escaped as in a table, which is as in JSON but
# for the quotes. A window is LABEL_PHASES_STEM; what has steps alone is
# STEM_iteration_IDX, and with one of them its name.
function quoted(text) {
	gsub(/"/, "\\\"", text)
	return "\"" text "\""
}
function us(ns) { # %d of mawk ends at 2^31 - 1
	return sprintf("%.0f.%03d", int(ns / 1000), ns % 1000)
}
function plain(name) {
	gsub(/[\/( ]/, "_", name)
	gsub(/[):]/, "", name)
	return name
}
# The folder of a phase is the beginning of its files' names, too.
function path_of(cut, i,   label, folder) {
	folder = ENVIRON["FOLDER"] "/"
	if (cut ~ /^[0-9:]*$/)
		return folder ENVIRON["STEM"] "_iteration_" cut (cut ~ /:/ ? "" : "_" plain(name[i])) ".json.gz"
	label = cut
	if (sub(/_chunk.*/, "", label)) {
		folder = folder label "/"
		label = cut "_steps" n[cut] sizes(cut)
	}
	return folder label "_prefill_" prefill[cut] + 0 "_prefilldecode_" both[cut] + 0 \
		"_decode_" decode[cut] + 0 sizes(cut) "_" ENVIRON["STEM"] ".json.gz"
}
function sizes(cut) {
	return "_bs" int(tokens[cut] / n[cut]) "_conc" int(requests[cut] / n[cut])
}
FNR == 1 { next }
file == 1 {
	name[++steps] = $c["name"]
	context[steps] = $c["contexts"] + 0
	generation[steps] = $c["generations"] + 0
	read[steps] = $c["context_tokens"] + 0
	made[steps] = $c["generation_tokens"] + 0
}
file == 2 {
	cut = $c["file"]
	i = $c["step"]
	if (!n[cut]++)
		order[++cuts] = cut
	step[cut, n[cut]] = i
	prefill[cut] += context[i] && !generation[i]
	both[cut] += context[i] && generation[i]
	decode[cut] += !context[i] && generation[i]
	tokens[cut] += read[i] + made[i]
	requests[cut] += context[i] + generation[i]
}
file == 3 {
	events[$c["step"]] = $c["events"]
	gpus[$c["step"]] = $c["gpu_events"]
	busy[$c["step"]] = $c["busy_ns"]
	span[$c["step"]] = $c["span_ns"]
}
function tell(cut,   k, i, count, gpu, busy_ns, span_ns, list, path) {
	count = events[0]
	for (k = 1; k <= n[cut]; k++) {
		i = step[cut, k]
		count += events[i]
		gpu += gpus[i]
		busy_ns += busy[i]
		span_ns += span[i]
		list = list (k > 1 ? "," : "") sprintf("\n      {\"batch_size\": %d, \"num_requests\": %d, \"context_requests\": %d, " \
			"\"context_sum\": %d, \"generation_requests\": %d, \"generation_sum\": %d}", read[i] + made[i], \
			context[i] + generation[i], context[i], read[i], generation[i], made[i])
	}
	path = path_of(cut, i)
	idx = cut ~ /^[0-9:]*$/ ? cut : 0
	print cut, idx, path, count, gpu + 0, sprintf("%.2f", span_ns / 1000), sprintf("%.2f", busy_ns / 1000), prefill[cut] + 0, both[cut] + 0, decode[cut] + 0, \
		int(tokens[cut] / n[cut]), int(requests[cut] / n[cut]), n[cut]
	printf "  {\n    \"idx\": %s,\n    \"output_path\": %s,\n    \"event_count\": %d,\n    \"num_gpu_events\": %d,\n" \
		"    \"gpu_duration\": %s,\n    \"gpu_busy_duration\": %s,\n    \"steps\": [%s\n    ],\n" \
		"    \"phase\": {\"num_prefill\": %d, \"num_prefilldecode\": %d, \"num_decode\": %d, \"avg_bs\": %d, \"avg_conc\": %d}\n  }", \
		(idx ~ /:/ ? quoted(idx) : idx), quoted(path), count, gpu, us(span_ns), us(busy_ns), list, prefill[cut], both[cut], \
		decode[cut], int(tokens[cut] / n[cut]), int(requests[cut] / n[cut]) >json
}
END {
	print "file", "idx", "output_path", "event_count", "num_gpu_events", "gpu_duration", "gpu_busy_duration", \
		"phase_num_prefill", "phase_num_prefilldecode", "phase_num_decode", "phase_avg_bs", "phase_avg_conc", "num_steps"
	printf "[\n" >json
	for (k = 1; k <= cuts; k++) {
		tell(order[k])
		printf "%s\n", (k < cuts ? "," : "") >json
	}
	printf "]\n" >json
}
