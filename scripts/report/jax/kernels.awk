# kernels.awk words=WORDS TABLE: the kernels of a trace of XLA, each with its
# category, its arguments as Python prints them, the bytes that it takes, and how long
# before it its launch began. WORDS, one a line, choose by the op_name, which has one of
# them. Goes behind python.awk.

# The first word of the list in a text, as index finds it, or "".
function kind_of(text,   i, j, n, word) {
	for (i = 1; i <= kinds; i++) {
		n = split(words_of[i], word, " ")
		for (j = 1; j <= n; j++)
			if (index(text, word[j]))
				return kind[i]
	}
	return ""
}
# By the kernel's name; unless that is attention, the operator's says it better.
function category(name, op,   of_name, of_op) {
	of_name = kind_of(name)
	if (of_name !~ /^FA /)
		of_op = kind_of(op)
	return of_op != "" ? of_op : of_name != "" ? of_name : "Uncategorized Events/XLA"
}
function know(name, words) {
	kind[++kinds] = name
	words_of[kinds] = words
}
function chosen(op_name,   i) {
	for (i = 1; i <= chosen_words; i++)
		if (index(op_name, chosen_word[i]))
			return 1
	return chosen_words == 0
}
# Bytes of all operands: bf16[2,3]{1,0}, one behind the other.
function bytes_of(operands,   total, shape, size, product, n, i) {
	while (match(operands, /[a-z][a-z0-9]*\[[0-9,]*\]/)) {
		shape = substr(operands, RSTART, RLENGTH)
		operands = substr(operands, RSTART + RLENGTH)
		n = split(substr(shape, index(shape, "[") + 1, length(shape) - index(shape, "[") - 1), size, ",")
		product = element(substr(shape, 1, index(shape, "[") - 1))
		for (i = 1; i <= n; i++)
			product *= size[i]
		total += product
	}
	return sprintf("%.15g", total)
}
# Bytes of one element, by the bits in the name of the type.
function element(type) {
	if (type == "pred")
		return 1
	if (type ~ /^(token|opaque)$/ || !match(type, /[0-9]+/))
		return 0
	return substr(type, RSTART, RLENGTH) / 8
}
function details(   target, metadata) {
	target = $c["custom_call_target"]
	metadata = $c["op_name"] == "" ? "NA" : "metadata={op_name=\"" $c["op_name"] "\"" \
		($c["source"] == "" ? "" : " source=\"" $c["source"] "\"") "}"
	return "[{'name': " quoted($c["name"]) ", 'dur': " $c["dur_us"] + 0 \
		", 'custom_call_target': " (target == "" ? "'NA'" : quoted("custom_call_target=\"" target "\"")) \
		", 'operands': " ($c["hlo_operands"] == "" ? "[]" : python_list($c["hlo_operands"])) \
		", 'outputs': " ($c["hlo_shape"] == "" ? "'NA'" : quoted($c["hlo_shape"])) \
		", 'metadata': " quoted(metadata) "}]"
}
BEGIN {
	know("GEMM", "Cijk gemm nvjet cublasLt")
	know("FA BWD", "FmhaBwd flash_bprop ck_fused_attn::dk_dv_reduce_thd fmha_bwd")
	know("FA FWD", "FmhaFwd flash_fprop fmha_fwd")
	know("FA V3", "kernel_func")
	know("Conv", "conv_ conv. conv-")
	know("TE", "transformer_engine te_fused_attn")
	know("Communication rccl/nccl", "rccl nccl")
}
FNR == 1 {
	chosen_words = split(words, chosen_word, "\n")
	while (chosen_words && chosen_word[chosen_words] == "")
		chosen_words--
	print $0, "category", "one", "dims", "types", "strides", "values", "input_bytes", "details", "latency"
	next
}
$c["cat"] == "kernel" && chosen($c["op_name"]) {
	print $0, category($c["name"], $c["hlo_op"]), 1, python($c["input_dims"]), python($c["input_type"]), \
		"()", "()", bytes_of($c["hlo_operands"]), details(), \
		($c["launch_ts_us"] == "" ? "" : sprintf("%.3f", $c["ts_us"] - $c["launch_ts_us"]))
}
