# metadata.awk tables=N labels=NAMES FACTS... CYCLES... : facts about the traces, a line a
# fact and a column a trace. FACTS are of trace-info, CYCLES of trace-cycles -l with
# phases, one of each for every trace, of which steps and their layers count; then the file
# names in ENVIRON["FILES"], each as a cell.

function put(what,   i, line, any) {
	line = what
	for (i = 1; i <= tables; i++) {
		line = line OFS value[i, what]
		any = any value[i, what]
	}
	if (any != "")
		print line
}
# The maker, as far as names and versions tell it.
function platform(i,   name) {
	name = fact[i, "gpu.0"]
	if (name ~ /AMD|Instinct|Radeon|MI[0-9][0-9][0-9]/ || (i, "version.roctracer") in fact || (i, "version.hip_runtime") in fact)
		return "AMD"
	if (name ~ /NVIDIA|Tesla|GeForce|H100|A100|V100|B200/ || (i, "version.cuda_runtime") in fact)
		return "NVIDIA"
	return "unknown"
}
FNR == 1 { next }
file <= tables { fact[file, $c["key"]] = $c["value"] }
file > tables { note_cycle(++rows, file - tables SUBSEP $c["device"] SUBSEP $c["stream"] SUBSEP) }

function note_cycle(r, on) {
	trace[r] = file - tables
	cycle[r] = on $c["cycle"]
	parent[r] = on $c["parent"]
	is_step[r] = $c["step"] != ""
	of_training[r] = $c["phase_reason"] ~ /^training:/
	phase[r] = of_training[r] ? "training" : $c["phase"]
	count[r] = $c["reps"]
	us[r] = $c["sum_us"]
	is_long[r] = $c["length"] > 1
}

# Steps, what repeats in them, and in that; parents come first.
function read_cycle(r,   i) {
	i = trace[r]
	if (is_step[r]) {
		of_phase[i, phase[r]] += count[r]
		reps[cycle[r]] = count[r]
		step_us[cycle[r]] = us[r]
	} else if (is_long[r] && parent[r] in reps) {
		in_step[cycle[r]]
		part[++parts] = cycle[r]
		of[parts] = i
		step[parts] = parent[r]
		part_reps[parts] = count[r]
		part_us[parts] = us[r]
	} else if (is_long[r] && of_training[r] && parent[r] in in_step)
		note_inner(parent[r], count[r])
}

# The layers of a forward and a backward pass, as often one as the other, inside of what repeats
# in a step of training: that is no layer but a batch of several whose gradients are added up.
function note_inner(inside, n) {
	if ((inside, n) in seen && n > inner[inside])
		inner[inside] = n
	seen[inside, n]
}

# Adds what repeats in a step: layers, or batches of them. Fewer repeats inside a repeat are
# parts of a layer. Layers take a quarter of their step: in real traces of transformers 37 to 98 %
# in one loop, but a stage of blocks, or an optimizer's loop, 22 % at most.
function count_part(k,   i, n) {
	i = of[k]
	n = part[k] in inner ? inner[part[k]] / part_reps[k] : part_reps[k] / reps[step[k]]
	if (n < 4 && !(part[k] in inner))
		return
	if (n > layers[i] && 4 * part_us[k] >= step_us[step[k]])
		layers[i] = n
	if (!(step[k] in counted)) {
		counted[step[k]]
		passes[i] += part[k] in inner ? part_reps[k] : reps[step[k]]
	}
}
END {
	for (k = 1; k <= rows; k++)
		read_cycle(k)
	for (k = 1; k <= parts; k++)
		count_part(k)
	split(ENVIRON["FILES"], path, "\n")
	split(labels, name, ",")
	line = "fact"
	for (i = 1; i <= tables; i++) {
		line = line OFS name[i]
		sub(/.*\//, "", path[i])
		value[i, "file"] = path[i]
		value[i, "gpu"] = fact[i, "gpu.0"]
		value[i, "platform"] = platform(i)
		for (k = split("compute_capability sm_count warp_size max_threads_per_block", item, " "); k; k--)
			value[i, item[k]] = fact[i, "gpu.0." item[k]]
		if (fact[i, "gpu.0.memory_bytes"] != "")
			value[i, "total_memory_gb"] = sprintf("%.2f", fact[i, "gpu.0.memory_bytes"] / 1073741824)
		if (fact[i, "gpu.0.shared_memory_per_block_bytes"] != "")
			value[i, "shared_mem_per_block_kb"] = fact[i, "gpu.0.shared_memory_per_block_bytes"] / 1024
		for (k = split("engine rank world_size devices kernels kernel_names kernel_us gpu_span_us events_lost damage", item, " "); k; k--)
			value[i, item[k]] = fact[i, item[k]]
		value[i, "forward_passes"] = passes[i] ? passes[i] : "unknown"
		phases = ""
		for (k = split("prefill decode mixed training unknown", item, " "); k; k--)
			if (of_phase[i, item[k]])
				phases = item[k] " " of_phase[i, item[k]] (phases == "" ? "" : ", " phases)
		value[i, "repeats_by_phase"] = phases
		value[i, "layers"] = !layers[i] ? "unknown" : layers[i] == int(layers[i]) ? layers[i] : sprintf("%.1f", layers[i])
	}
	print line
	n = split("file gpu platform compute_capability sm_count total_memory_gb warp_size max_threads_per_block " \
		"shared_mem_per_block_kb engine rank world_size devices kernels kernel_names kernel_us gpu_span_us " \
		"forward_passes repeats_by_phase layers events_lost damage", item, " ")
	for (k = 1; k <= n; k++)
		put(item[k])
}
