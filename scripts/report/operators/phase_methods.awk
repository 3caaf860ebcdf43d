# phase_methods.awk method=NAME few=N EVENTS EVENTS: the events, which come twice, with the column
# phase as a method of TraceLens fills it in, by the names of kernels and operators and by shapes;
# to put behind table.awk and numbers.awk. trace-report(1) says what each method goes by.
function is_asked(name) {
	return method == name || (method == "hybrid" && name != "gemm_params")
}

# Of few tokens at once, or of many.
function by_tokens(tokens) {
	return tokens <= few ? "decode" : "prefill"
}

# The lengths of sequences in a text of small letters, without zeros: adds how many there are, and
# their sum. What stands behind a letter or digit is none, as in the USL1 of a GEMM of Tensile.
function add_lengths(text,   found) {
	while (match(text, /(^|[^a-z0-9])(seq_len|seqlen|seq|sl)[_= ]?[0-9]+/)) {
		found = substr(text, RSTART, RLENGTH)
		text = "0" substr(text, RSTART + RLENGTH)
		match(found, /[0-9]+$/)
		found = substr(found, RSTART) + 0
		lengths += found > 0
		length_sum += found
	}
}

function by_kernel_names(names) {
	lengths = length_sum = 0
	add_lengths(names)
	if (lengths && length_sum == lengths)
		return "decode"
	if (lengths && length_sum > few * lengths)
		return "prefill"
	if (names ~ /(^|[^a-z])(prefill|context|prompt|initialization|first_token)([^a-z]|$)/)
		return "prefill"
	return names ~ /(^|[^a-z])(decode|generation|autoregressive|continuous_batch|paged_attention|kv_cache|reshape_and_cache|incremental|single_token)([^a-z]|$)/ ? "decode" : ""
}

function by_framework_apis(op) {
	if (op ~ /vllm::|paged_attention|reshape_and_cache|batch_decode|sglang::|radix_attention|prefix_cache|tree_attention/)
		return op ~ /decode|cache/ ? "decode" : op ~ /prefill/ ? "prefill" : ""
	if (op ~ /tgi::|continuous_batch|decode_kernel|token_generation/)
		return op ~ /decode|generation/ ? "decode" : op ~ /prefill|encode/ ? "prefill" : ""
	if (op ~ /context_phase|generation_phase|mha_|mlp_/)
		return op ~ /generation|decode/ ? "decode" : op ~ /context|prefill/ ? "prefill" : ""
	return ""
}

# Splits the shape of an input, the first being 0, of a list in JSON; returns its rank, -1 if it is
# no shape.
function shape_of(dims, input, dim,   i, mark, depth, at, text) {
	for (i = 2; i < length(dims) && at <= input; i++) {
		mark = substr(dims, i, 1)
		depth += (mark == "[") - (mark == "]")
		if (mark == "," && !depth)
			at++
		else if (at == input)
			text = text mark
	}
	if (text !~ /^\[[0-9,]*\]$/)
		return -1
	return split(substr(text, 2, length(text) - 2), dim, ",")
}

# Queries have the shape (tokens, heads, size) or (batch, tokens, heads, size), those of
# scaled_dot_product (batch, heads, tokens, size).
function by_attention_patterns(op, dims,   rank, query, value) {
	if (op !~ /attention|attn|sdpa/)
		return ""
	if (op ~ /paged_attention|kv_cache|reshape_and_cache|batch_decode|decode_attention/)
		return "decode"
	if (op ~ /prefill_attention|chunked_prefill|batch_prefill/)
		return "prefill"
	rank = shape_of(dims, 0, query)
	if ((rank != 3 && rank != 4) || shape_of(dims, 2, value) < 0)
		return ""
	return by_tokens(query[rank == 3 ? 1 : op ~ /scaled_dot_product/ ? 3 : 2])
}

# By the rows of the left matrix, behind a bias if there is one.
function by_gemm_params(names, op, dims,   rank, dim, rows, i) {
	if (names ~ /prefill/ || names ~ /decode|continuous_batch/)
		return names !~ /prefill/ ? "decode" : names ~ /decode|continuous_batch/ ? "mixed" : "prefill"
	if (op !~ /^aten::(mm|addmm|bmm|baddbmm|linear|matmul)$|gemm|scaled_mm/)
		return ""
	rank = shape_of(dims, op ~ /addmm|baddbmm/, dim)
	if (rank < 2)
		return ""
	rows = op ~ /bmm/ ? dim[rank - 1] : 1
	for (i = 1; i < rank && op !~ /bmm/; i++)
		rows *= dim[i]
	return rows > 0 ? by_tokens(rows) : ""
}

# The phase of the current event by the methods asked, without its neighbours.
function by_itself(   name, op, dims, names, says) {
	name = tolower($c["name"])
	op = tolower(field("cpu_op"))
	dims = field("input_dims")
	names = name "\n" op
	if (is_asked("kernel_names"))
		says = by_kernel_names(names)
	if (says == "" && is_asked("framework_apis"))
		says = by_framework_apis(op)
	if (says == "" && is_asked("attention_patterns"))
		says = by_attention_patterns(op, dims)
	return says == "" && is_asked("gemm_params") ? by_gemm_params(names, op, dims) : says
}

function field(name) {
	return name in c ? $c[name] : ""
}

# The operator, or else the call, that launched the current event.
function launcher() {
	return field("cpu_op") != "" ? field("cpu_op") : field("launch")
}

# Each run of a launcher counts once.
function count_run(   name, run) {
	name = launcher()
	run = name OFS (field("cpu_op") != "" ? field("op_id") : field("launch_ts_us")) OFS field("rank") OFS field("file")
	if (name != "" && !(run in seen)) {
		seen[run]
		runs[name]++
	}
}

# Fewer runs than a share of the launchers have, interpolated between their numbers, are rare.
function find_rare(share,   name, n, i, number, at) {
	for (name in runs)
		number[++n] = runs[name]
	sort_numbers(number, n)
	at = 1 + share * (n - 1)
	i = int(at)
	rare = n ? number[i] + (at - i) * (number[i < n ? i + 1 : i] - number[i]) : 0
}

file == 1 && FNR > 1 && is_asked("operation_frequency") { count_run() }
file == 1 { next }
FNR == 1 {
	find_rare(0.15)
	print $0, "phase"
	next
}
{
	asked = $c["name"] OFS field("cpu_op") OFS field("input_dims")
	if (!(asked in known))
		known[asked] = by_itself()
	phase = known[asked]
	if (phase == "" && is_asked("operation_frequency") && launcher() != "")
		phase = runs[launcher()] < rare ? "prefill" : "decode"
	print $0, (phase == "" ? "unknown" : phase)
}
