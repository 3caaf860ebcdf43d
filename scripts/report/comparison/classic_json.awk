# classic_json.awk phase=PHASE kind=fact METADATA kind=work side=1 WORK side=2 WORK
# kind=name side=1 NAMES side=2 NAMES kind=stack STACKS kind=operation OPERATIONS
# kind=pair PAIRS kind=layer LAYERS kind=fusion FUSIONS: the members of wafer-compare's
# JSON that the classic has, the last without the end of the object: metadata, operations
# with their kernels, stacks and phases, layers, layer_alignments, fusion_analysis.
# Files are named in ENVIRON["FILES"]. All texts are escaped as in a table, which is as in
# JSON but for quotes.

function quoted(text) {
	gsub(/"/, "\\\"", text)
	return text == "" ? "null" : "\"" text "\""
}
function number(text) {
	return text == "" ? "null" : text
}
# members NAMES TEXTS: columns of a row; TEXTS are the names of those in quotes.
function members(names, texts,   i, n, name, line) {
	n = split(names, name, " ")
	for (i = 1; i <= n; i++)
		line = line (i > 1 ? ", " : "") "\"" name[i] "\": " \
			(index(" " texts " ", " " name[i] " ") ? quoted($c[name[i]]) : number($c[name[i]]))
	return line
}
function list(text, separator,   i, n, part, line) {
	n = split(text, part, separator)
	for (i = 1; i <= n; i++)
		line = line (i > 1 ? ", " : "") quoted(part[i])
	return "[" line "]"
}
function append(rows, json) {
	return rows (rows == "" ? "\n" : ",\n") json
}
function device(side,   i, n, name, line) {
	n = split("total_memory_gb sm_count warp_size max_threads_per_block shared_mem_per_block_kb", name, " ")
	line = "{\"name\": " quoted(fact["gpu", side]) ", \"compute_capability\": " quoted(fact["compute_capability", side])
	for (i = 1; i <= n; i++)
		line = line ", \"" name[i] "\": " number(fact[name[i], side])
	return line "}"
}
function metadata(   side, line, path) {
	split(ENVIRON["FILES"], path, "\n")
	for (side = 1; side <= 2; side++) {
		line = line "\"trace" side "_name\": " quoted(path[side]) \
			", \"trace" side "_platform\": " quoted(fact["platform", side]) \
			", \"trace" side "_gpu\": " quoted(fact["gpu", side]) \
			",\n\"trace" side "_device\": " device(side) \
			",\n\"trace" side "_kernels\": " kernels[side] + 0 \
			", \"trace" side "_total_ms\": " total[side] / 1000 \
			", \"trace" side "_layers\": " fact["layers", side] + 0 ",\n"
	}
	return "{" line "\"phase\": " quoted(phase) "}"
}
# The phases of an operation in the order of bytes; "all" if none is known.
function phases_of(operation,   i, n, name, line) {
	n = split("decode mixed prefill training", name, " ")
	for (i = 1; i <= n; i++)
		if ((operation, name[i]) in of_phase)
			line = line (line == "" ? "" : ", ") quoted(name[i])
	return "[" (line == "" ? "\"all\"" : line) "]"
}
# How often each of the names comes.
function counts(text,   i, n, part, seen, line) {
	n = split(text, part, / [+] /)
	for (i = 1; i <= n; i++)
		seen[part[i]]++
	for (i = 1; i <= n; i++)
		if (part[i] in seen) {
			line = line (i > 1 ? ", " : "") quoted(part[i]) ": " seen[part[i]]
			delete seen[part[i]]
		}
	return "{" line "}"
}
# mapping FUSED WHOLE PARTS: a trace that runs less kernels than the other for the same.
function mapping(fused, whole, parts) {
	return "{\"fused_platform\": \"trace" (fused == "a" ? 1 : 2) "\", \"fused_kernel_type\": " quoted($c[whole "_names"]) \
		", \"fused_count\": " $c[whole "_count"] ", \"unfused_platform\": \"trace" (fused == "a" ? 2 : 1) \
		"\", \"unfused_sequence\": " list($c[parts "_names"], " [+] ") \
		", \"unfused_count_per_type\": " counts($c[parts "_names"])
}
FNR == 1 { next }
kind == "fact" {
	fact[$1, 1] = $2
	fact[$1, 2] = $3
}
kind == "work" {
	kernels[side]++
	total[side] += $c["dur_us"]
	of_phase[$c["operation"], $c["phase"]]
}
kind == "name" {
	at = $c["operation"] SUBSEP side
	kernels_of[at] = append(kernels_of[at], "{\"name\": " quoted($c["name"]) ", \"total_us\": " $c["sum_us"] \
		", \"count\": " $c["count"] ", \"avg_us\": " $c["mean_us"] "}")
}
kind == "stack" {
	at = $c["operation"] SUBSEP ($c["trace"] == "a" ? 1 : 2)
	stacks_of[at] = append(stacks_of[at], list($c["stack"], ";"))
}
kind == "operation" {
	line = members("operation trace1_count trace2_count trace1_avg_us trace2_avg_us trace1_total_ms trace2_total_ms " \
		"ratio gap_ms status trace1_kernel trace2_kernel trace1_cpu_op trace2_cpu_op", \
		"operation status trace1_kernel trace2_kernel trace1_cpu_op trace2_cpu_op")
	for (side = 1; side <= 2; side++)
		line = line ",\n\"trace" side "_python_stacks\": [" stacks_of[$c["operation"], side] \
			"],\n\"trace" side "_kernels\": [" kernels_of[$c["operation"], side] "]"
	operations = append(operations, "{" line ",\n\"phases\": " phases_of($c["operation"]) "}")
}
kind == "pair" {
	at = $c["phase"] " " $c["layer"]
	pairs_of[at] = append(pairs_of[at], "{" members("position operation operation_detail trace1_kernel trace1_avg_us trace1_count " \
		"trace1_total_us trace2_kernel trace2_avg_us trace2_count trace2_total_us ratio gap_us fusion_note is_same_kernel", \
		"operation operation_detail trace1_kernel trace2_kernel fusion_note") "}")
}
kind == "layer" {
	split($c["layer"], part, " ")
	head = "{\"layer\": " part[2] ", \"phase\": " quoted(part[1]) ", "
	totals = members("trace1_total_ms trace2_total_ms ratio gap_ms", "")
	layers = append(layers, head members("trace1_kernels trace2_kernels", "") ", " totals ", " members("status in_both", "status") "}")
	aligned = append(aligned, head totals ", \"kernel_pairs\": [" pairs_of[$c["layer"]] "]}")
}
kind == "fusion" {
	opportunities = append(opportunities, "{" members("phase group a_count b_count a_names b_names a_us b_us delta_us fused_by", \
		"phase a_names b_names fused_by") "}")
	if ($c["fused_by"] != "") {
		line = $c["fused_by"] == "a" ? mapping("a", "a", "b") : mapping("b", "b", "a")
		if (!times[line]++)
			mapped[++n_mapped] = line
	}
}
END {
	for (i = 1; i <= n_mapped; i++)
		mappings = append(mappings, mapped[i] ", \"pattern_count\": " times[mapped[i]] "}")
	print "\"metadata\": " metadata()
	print ",\"operations\": [" operations "]"
	print ",\"layers\": [" layers "]"
	print ",\"layer_alignments\": [" aligned "]"
	print ",\"fusion_opportunities\": [" opportunities "]"
	print ",\"fusion_mappings\": [" mappings "]"
	print ",\"fusion_analysis\": {\"fusion_opportunities\": [" opportunities "], \"fusion_mappings\": [" mappings "]}"
}
