# roofline.awk compat=REFERENCE apart=COLUMNS limit=N longest=BYTES compared=TABLE overlaps=TABLE
# RATED KEPT: the
# sheets of operators by family, and unified_perf_summary, each as a file
# sheet.NAME; their names are printed.
#
# RATED is what trace-perf --sheets --backward prints for all operators, KEPT the
# events of the GPU that count. With --arch there are columns more.

function read_operator(   i) {
	i = ++operators
	id[i] = $c["op_id"]
	place[id[i]] = i
	above_id[i] = $c["parent_id"]
	forward_id[i] = $c["forward_id"]
	name[i] = $c["name"]
	if (name[i] ~ /^sglang_profiler::/)
		sub(/_[0-9]+$/, "", name[i])
	if ($c["model"] != "" && !($c["model"] == "inductor" && $c["params"] == "")) {
		modelled[i] = 1
		backward[i] = $c["backward_category"]
	}
	duration[i] = $c["dur_us"]
	if (!($c["gpu_events"] > 0) && $c["sheet"] == "" && $c["back_us"] == "")
		return
	works[i] = $c["gpu_events"] > 0
	gpu_us[i] = $c["gpu_us"]
	back_us[i] = $c["back_us"]
	sheet_of[i] = $c["sheet"]
	params[i] = $c["params"]
	category[i] = name[i] in own_category ? own_category[name[i]] : $c["category"]
	kernel[i] = $c["kernel"]
	flops[i] = $c["flops"]
	bytes[i] = $c["bytes"]
	flops_back[i] = $c["flops_back"]
	bytes_back[i] = $c["bytes_back"]
	spec[i] = $c["compute_spec"]
	if (arch) {
		bound[i] = $c["roofline_bound"]
		roofline[i] = roofline_us(flops[i], bytes[i], $c["roofline_us"])
		roofline_back[i] = roofline_us(flops_back[i], bytes_back[i], $c["roofline_back_us"])
	}
	again = with_recompute ? OFS (with_frames && $c["stack"] ~ /recompute_fn/ ? "True" : "False") : ""
	separate[i] = (with_number ? OFS $c["gpu_events"] : "") again
	signature[i] = sign(name[i], $c["process_name"], $c["process_label"], $c["thread_name"],
		$c["input_dims"], $c["input_type"], $c["input_strides"], $c["concrete_inputs"], again)
}
# The number of what calls have in common that unified_perf_summary takes together, but for
# their category.
function sign(called, its_process, its_label, its_thread, d, t, s, v, again,   k) {
	k = called SUBSEP its_process SUBSEP its_label SUBSEP its_thread SUBSEP d SUBSEP t SUBSEP \
		s SUBSEP v SUBSEP again
	if (k in signed)
		return signed[k]
	signed[k] = ++signatures
	process[signatures] = its_process == "" ? "Unknown" : its_process
	label[signatures] = its_label == "" ? "Unknown" : its_label
	thread[signatures] = its_thread == "" ? "Unknown" : its_thread
	dims[signatures] = d
	types[signatures] = t
	strides[signatures] = s
	concrete[signatures] = v
	recompute_of[signatures] = again
	return signatures
}
# The column has three decimals, which are too few for a short operator.
function roofline_us(flops, bytes, rounded,   compute, memory) {
	if (rounded == "" || $c["peak_tflops_per_s"] == "")
		return ""
	compute = flops / $c["peak_tflops_per_s"] / 1e6
	memory = bytes / $c["peak_tb_per_s"] / 1e6
	return compute > memory ? compute : memory
}
# The category by the operator's name, else by that of its first kernel.
function category_by(i, kernel_name) {
	if (category[i] != "")
		return category[i]
	if (name[i] ~ /^triton/)
		return "triton"
	if (name[i] ~ /^record_param_comms/)
		return "record_param_comms"
	if (kernel_name !~ /^void at::native/)
		return "other"
	return kernel_name ~ /elementwise/ ? "elementwise" : kernel_name ~ /reduce/ ? "reduce" : \
		kernel_name ~ /multi_tensor_apply/ ? "multi_tensor_apply" : "other"
}
# Who holds whom, and who has a model inside.
function build_tree(   i) {
	for (i = 1; i <= operators; i++) {
		parent[i] = above_id[i] == "" ? 0 : place[above_id[i]]
		if (parent[i] && is_evaluation(parent[i], i))
			alike[parent[i]]++
		if (!works[i])
			continue
		if (parent[i])
			kids[parent[i]] = kids[parent[i]] " " i
		else
			outermost[++roots] = i
	}
	for (i = 1; i <= operators; i++)
		if (works[i] && modelled[i])
			tell_model(i)
}
function add_family_row(sheet, i, us, flops, bytes, roof,   g) {
	g = add_row(sheet, name[i] SUBSEP params[i] SUBSEP separate[i], i, us, flops, bytes, roof)
	if (count[g] == 1)
		note_parameters(sheet, params[i])
	return g
}
function add_families(   i, s, shared) {
	for (i = 1; i <= operators; i++) {
		s = sheet_of[i]
		if (s == "" || !modelled[i])
			continue
		if (compat && params[i] == "") {
			left_out = left_out_count++ ? left_out : name[i]
			continue
		}
		shared = s ~ /^(GEMM|UnaryElementwise|BinaryElementwise)$/ || (s == "Normalization" && !inference)
		if (!shared)
			s = s (moves_back(i) ? "_bwd" : "_fwd")
		add_family_row(s, i, gpu_us[i], flops[i], bytes[i], roofline[i])
		if (back_us[i] != "" && !shared && !inference && flops_back[i] != "" && \
			name[i] !~ /^(aten::convolution|ConvBias_|ConvBiasReLU_)$/ && !moves_back(i)) {
			side_of[add_family_row(sheet_of[i] "_bwd", i, back_us[i], \
				flops_back[i], bytes_back[i], roofline_back[i])] = "back"
		}
	}
	if (left_out_count && overlaps == "")
		print "trace-report: calls without figures, which with --compat reference have no row in the sheet of" \
			" their family: " left_out_count ", first " left_out >"/dev/stderr"
}
# Operators that are themselves a backward pass; the reference moves four of them.
function moves_back(i) {
	if (compat)
		return name[i] ~ /^(aten::convolution_backward|ConvBias_Backward|ConvBiasReLU_Backward|flash_attn::_flash_attn_varlen_backward)$/
	return category[i] ~ /_bwd$/
}
function wants_kernels(i) {
	return taken[i] || (sheet_of[i] != "" && modelled[i])
}
function add_kernel(i, kind) {
	set_kernel(i, kind, $c["dur_us"] + 0)
	if (compared != "")
		note_ancestor(i, $c["event"])
	if (overlaps != "")
		add_overlap(i, $c["event"])
	if (duration[i] == "" && name[i] !~ /^pseudo_/) # of a graph: its launch's
		duration[i] = $c["launch_dur_us"]
}
# A kernel that computes a gradient is one of the operator of the forward pass, and of what
# holds that, in their sheets of the backward pass.
function add_backward_kernel(i, kind) {
	for (i = forward_id[i] == "" ? 0 : place[forward_id[i]]; i; i = parent[i])
		if (back_us[i] != "" && sheet_of[i] != "")
			set_kernel("back" i, kind, $c["dur_us"] + 0)
}
# A kernel of none of the chosen operators is a row of its own.
function add_rest(p, kind,   i, k, again) {
	again = with_recompute ? OFS $c["is_recompute"] : ""
	k = (p ? name[p] : $c["launcher"]) SUBSEP signature[p] SUBSEP kind SUBSEP $c["process_name"] \
		SUBSEP $c["process_label"] SUBSEP $c["thread_name"] again
	if (!(k in rest))
		rest[k] = first_rest(p, again)
	k = rest[k]
	i = ++operators
	name[i] = name[k]
	category[i] = category[k]
	signature[i] = signature[k]
	id[i] = $c["event"]
	gpu_us[i] = $c["dur_us"]
	duration[i] = p ? duration[p] : $c["launch_dur_us"]
	figures_of[i] = 0
	order[++chosen] = i
	add_kernel(i, kind)
}
# What is the same of others like it, under a number below 0.
function first_rest(p, again,   i, s) {
	i = --rests
	name[i] = (p ? name[p] : $c["launcher"]) "->" $c["name"] " (Synthetic Op)"
	category[i] = name[i] in own_category ? own_category[name[i]] : ""
	category[i] = category_by(i, $c["name"])
	s = signature[p]
	signature[i] = sign(name[i], $c["process_name"], $c["process_label"], $c["thread_name"],
		dims[s], types[s], strides[s], concrete[s], again)
	return i
}
function add_unified(   k, i, f, at_back) {
	for (k = 1; k <= chosen; k++) {
		i = order[k]
		f = figures_of[i]
		at_back = f && f != i
		category_of[i] = at_back ? backward[f] : category_by(i, kernel[i])
		add_row("unified_perf_summary", signature[i] SUBSEP category_of[i], i, gpu_us[i], \
			!f ? "" : at_back ? flops_back[f] : flops[f], \
			!f ? "" : at_back ? bytes_back[f] : bytes[f], \
			!f ? "" : at_back ? roofline_back[f] : roofline[f])
	}
}

BEGIN {
	all = "mean median std min max"
}
# A table of operator and category, of which the names that end so count.
function read_categories(path, ending,   line, part, heading, at, n, k) {
	while (path != "" && (getline line <path) > 0) {
		n = split(line, part, "\t")
		for (k = 1; !at && k <= n; k++)
			heading[part[k]] = k
		if (at++ && part[heading["operator"]] ~ ending "$")
			own_category[part[heading["operator"]]] = part[heading["category"]]
	}
}
FNR == 1 {
	if (file == 1) {
		read_categories(operators_known, "[(]Synthetic Op[)]")
		read_categories(categories, "") # the user's
		read_compared()
		read_overlaps()
		arch = "roofline_us" in c
		with_frames = "stack" in c
		with_number = apart ~ /num_kernels/
		with_recompute = apart ~ /is_recompute/
		recompute_title = with_recompute ? OFS "is_recompute" : ""
		separate_titles = (with_number ? OFS "num_kernels" : "") recompute_title
	}
	next
}
file == 1 {
	read_operator()
	next
}
# First who launches and who communicates, then what each operator ran.
file == 2 {
	n = split($c["op_ids"], op, ";")
	if (n && $c["instance"] != "" && !launches[place[op[n]]]) {
		launches[place[op[n]]] = 1
		kernel[place[op[n]]] = $c["name"]
	}
	for (j = 1; $c["comm"] && j <= n; j++)
		talks[place[op[j]]] = 1
	next
}
file == 3 {
	if (!walked) {
		walked = 1
		build_tree()
		for (j = 1; j <= roots; j++)
			visit(outermost[j])
	}
	if ($c["instance"] == "")
		next
	found = i = 0
	kind = kind_of($c["name"], $c["stream"])
	n = split($c["op_ids"], op, ";")
	for (j = 1; j <= n; j++) {
		i = place[op[j]]
		found = found || taken[i]
		if (wants_kernels(i))
			add_kernel(i, kind)
		add_backward_kernel(i, kind)
	}
	if (!found && !$c["comm"])
		add_rest(i, kind)
}
END {
	add_unified()
	add_families()
	if (arch && overlaps == "")
		print_lost()
	print_unified()
	n = split(families, family, " ")
	for (j = 1; j <= n; j++)
		if (size[family[j]])
			print_family(family[j])
}
