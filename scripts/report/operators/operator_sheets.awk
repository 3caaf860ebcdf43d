# operator_sheets.awk kernels=ROWS ids=N compat=REFERENCE apart=COLUMNS limit=N longest=BYTES
# compared=YES overlaps=YES below=FILE [part=PART TABLE...]...: the sheets of operators by family, and
# unified_perf_summary, each as a file sheet.NAME; their names are printed.
#
# The parts are: known and own, the categories of operators, ours and the user's; compared,
# see unified_compared.awk; beside, see overlap_columns.awk; operators, what trace-perf --sheets
# --backward prints for all operators; launches and kernels, both the events of the GPU that
# count; ROWS is no less than these are, and the numbers of events are below N. With --arch
# there are columns more.

function read_operator(   i) {
	i = ++operators
	id[i] = $c["op_id"]
	place[id[i] + 1] = i
	if ($c["parent_id"] != "")
		above_id[i] = $c["parent_id"]
	if ($c["forward_id"] != "")
		forward_id[i] = $c["forward_id"]
	duration[i] = $c["dur_us"]
	like[i] = call()
	gpu_us[i] = $c["gpu_us"]
	if ($c["back_us"] != "")
		back_us[i] = $c["back_us"]
	if (category[like[i]] == "")
		kernel[i] = $c["kernel"]
	if (with_points && $c["tflops_per_s"] != "" && $c["roof_tflops_per_s"] != "")
		add_point()
}
# The number of an operator, 0 of none. A text as the key would make a table slow.
function place_of(op) {
	return place[op + 1] + 0
}
# Calls that are alike have one number, and one place in each table of what they have in
# common: operators run many thousand times.
function call(   i, k) {
	for (i = 1; i <= commons; i++)
		k = k SUBSEP $common[i]
	if (!(k in call_of)) {
		call_of[k] = ++calls
		describe_call(calls)
	}
	return call_of[k]
}
function describe_call(q,   again) {
	name[q] = $c["name"]
	if (name[q] ~ /^sglang_profiler::/)
		sub(/_[0-9]+$/, "", name[q])
	if ($c["model"] != "" && !($c["model"] == "inductor" && $c["params"] == "")) {
		modelled[q] = 1
		backward[q] = $c["backward_category"]
	}
	works[q] = $c["gpu_events"] > 0
	sheet_of[q] = $c["sheet"]
	params[q] = $c["params"]
	category[q] = name[q] in own_category ? own_category[name[q]] : $c["category"]
	flops[q] = $c["flops"]
	bytes[q] = $c["bytes"]
	flops_back[q] = $c["flops_back"]
	bytes_back[q] = $c["bytes_back"]
	spec[q] = $c["compute_spec"]
	if (arch) {
		bound[q] = $c["roofline_bound"]
		roofline[q] = roofline_us(flops[q], bytes[q], $c["roofline_us"])
		roofline_back[q] = roofline_us(flops_back[q], bytes_back[q], $c["roofline_back_us"])
	} else
		roofline[q] = roofline_back[q] = ""
	again = with_recompute ? OFS (with_frames && $c["stack"] ~ /recompute_fn/ ? "True" : "False") : ""
	separate[q] = (with_number ? OFS $c["gpu_events"] : "") again
	arguments[q] = $c["input_dims"] SUBSEP $c["input_type"] SUBSEP $c["input_strides"] SUBSEP \
		$c["concrete_inputs"]
	sign(q, again)
}
# Notes who ran a call, and in signature the number of what calls have in common that
# unified_perf_summary takes together, but for their category.
function sign(q, again,   k) {
	recompute_of[q] = again
	ran_by[q] = or_unknown($c["process_name"]) OFS or_unknown($c["process_label"]) OFS \
		or_unknown($c["thread_name"])
	k = name[q] SUBSEP key("process_name,process_label,thread_name") SUBSEP arguments[q] SUBSEP again
	if (!(k in signed))
		signed[k] = ++signatures
	signature[q] = signed[k]
}
function or_unknown(text) {
	return text == "" ? "Unknown" : text
}
# The column has three decimals, which are too few for a short operator.
function roofline_us(flops, bytes, shown,   compute, memory) {
	if (shown == "" || $c["peak_tflops_per_s"] == "")
		return ""
	compute = flops / $c["peak_tflops_per_s"] / 1e6
	memory = bytes / $c["peak_tb_per_s"] / 1e6
	return compute > memory ? compute : memory
}
# The category by the operator's name, else by that of its first kernel.
function category_by(q, kernel_name) {
	if (category[q] != "")
		return category[q]
	if (name[q] ~ /^triton/)
		return "triton"
	if (name[q] ~ /^record_param_comms/)
		return "record_param_comms"
	if (kernel_name !~ /^void at::native/)
		return "other"
	return kernel_name ~ /elementwise/ ? "elementwise" : kernel_name ~ /reduce/ ? "reduce" : \
		kernel_name ~ /multi_tensor_apply/ ? "multi_tensor_apply" : "other"
}
# Who holds whom, and who has a model inside.
function build_tree(   i) {
	for (i = 1; i <= operators; i++) {
		parent[i] = above_id[i] == "" ? 0 : place_of(above_id[i])
		if (parent[i] && is_evaluation(parent[i], i))
			alike[parent[i]]++
		if (!works[like[i]])
			continue
		if (parent[i])
			kids[parent[i]] = kids[parent[i]] " " i
		else
			outermost[++roots] = i
	}
	for (i = 1; i <= operators; i++)
		if (works[like[i]] && modelled[like[i]])
			tell_model(i)
}
function add_family_row(sheet, number, i, us, flops, bytes, roof,   g) {
	g = add_row(sheet, number, i, us, flops, bytes, roof)
	if (count[g] == 1)
		note_parameters(sheet, params[like[i]])
	return g
}
# Keeps the sheet of a call, and that of its backward pass, with the numbers of its keys there;
# none for what has no model, or with the reference no figures.
function find_family(q,   s, k, shared) {
	s = modelled[q] ? sheet_of[q] : ""
	figureless[q] = s != "" && compat && params[q] == ""
	if (s == "" || figureless[q]) {
		family_of[q] = back_of[q] = ""
		return
	}
	k = name[q] SUBSEP params[q] SUBSEP separate[q]
	shared = s ~ /^(GEMM|UnaryElementwise|BinaryElementwise)$/ || (s == "Normalization" && !inference)
	family_of[q] = s (shared ? "" : moves_back(q) ? "_bwd" : "_fwd")
	family_key[q] = key_number(family_of[q], k)
	back_of[q] = shared || inference || flops_back[q] == "" || moves_back(q) || \
		name[q] ~ /^(aten::convolution|ConvBias_|ConvBiasReLU_)$/ ? "" : s "_bwd"
	if (back_of[q] != "")
		back_key[q] = key_number(back_of[q], k)
}
function add_families(   i, q) {
	for (q = 1; q <= calls; q++)
		find_family(q)
	for (i = 1; i <= operators; i++) {
		q = like[i]
		if (figureless[q])
			left_out = left_out_count++ ? left_out : name[q]
		if (family_of[q] == "")
			continue
		add_family_row(family_of[q], family_key[q], i, gpu_us[i], flops[q], bytes[q], roofline[q])
		if (back_of[q] != "" && back_us[i] != "")
			side_of[add_family_row(back_of[q], back_key[q], i, back_us[i], \
				flops_back[q], bytes_back[q], roofline_back[q])] = room
	}
	if (left_out_count && overlaps == "")
		print "trace-report: calls without figures, which with --compat reference have no row in the sheet of" \
			" their family: " left_out_count ", first " left_out >"/dev/stderr"
}
# Operators that are themselves a backward pass; the reference moves four of them.
function moves_back(q) {
	if (compat)
		return name[q] ~ /^(aten::convolution_backward|ConvBias_Backward|ConvBiasReLU_Backward|flash_attn::_flash_attn_varlen_backward)$/
	return category[q] ~ /_bwd$/
}
function add_kernel(i, kind) {
	set_kernel(i, kind, $c["dur_us"] + 0)
	if (compared && $c["event"] in ancestor_of)
		ancestors[i] = ancestors[i] " " ancestor_of[$c["event"]]
	if (overlaps != "")
		add_overlap(i, $c["event"])
	if (duration[i] == "" && name[like[i]] !~ /^pseudo_/) # of a graph: its launch's
		duration[i] = $c["launch_dur_us"]
}
# A kernel that computes a gradient is one of the operator of the forward pass, and of what
# holds that, in their sheets of the backward pass.
function add_backward_kernel(i, kind) {
	for (i = forward_id[i] == "" ? 0 : place_of(forward_id[i]); i; i = parent[i])
		if (back_us[i] != "" && sheet_of[like[i]] != "")
			set_kernel(i + room, kind, $c["dur_us"] + 0)
}
# A kernel of none of the chosen operators is a row of its own.
function add_rest(p, kind,   i, k, q, again) {
	again = with_recompute ? OFS $c["is_recompute"] : ""
	q = p ? like[p] : 0
	k = (p ? name[q] : $c["launcher"]) SUBSEP signature[q] SUBSEP kind SUBSEP $c["process_name"] \
		SUBSEP $c["process_label"] SUBSEP $c["thread_name"] again
	if (!(k in rest))
		rest[k] = first_rest(q, again)
	i = ++operators
	like[i] = rest[k]
	id[i] = $c["event"]
	gpu_us[i] = $c["dur_us"]
	duration[i] = p ? duration[p] : $c["launch_dur_us"]
	figures_of[i] = 0
	order[++chosen] = i
	add_kernel(i, kind)
}
# The call that it and others like it are.
function first_rest(holder, again,   q) {
	q = ++calls
	name[q] = (holder ? name[holder] : $c["launcher"]) "->" $c["name"] " (Synthetic Op)"
	category[q] = name[q] in own_category ? own_category[name[q]] : ""
	category[q] = category_by(q, $c["name"])
	arguments[q] = arguments[holder]
	sign(q, again)
	return q
}
function add_unified(   k, i, f, q, at_back, row, best) {
	for (k = 1; k <= chosen; k++) {
		i = order[k]
		f = figures_of[i]
		at_back = f && f != i
		q = f ? like[f] : 0
		category_of[i] = at_back ? backward[q] : category[like[i]]
		if (category_of[i] == "")
			category_of[i] = category_by(like[i], kernel[i])
		row = unified_key(i)
		best = at_back ? roofline_back[q] : roofline[q]
		add_row("unified_perf_summary", row, i, gpu_us[i], at_back ? flops_back[q] : flops[q], \
			at_back ? bytes_back[q] : bytes[q], best)
		if (arch && overlaps == "")
			add_lost(row, i, q, best)
	}
}
# The number of its row there: mostly that of its call.
function unified_key(i,   q) {
	q = like[i]
	if (category_of[i] != category[q])
		return key_number("unified_perf_summary", signature[q] SUBSEP category_of[i])
	if (!(q in key_of_call))
		key_of_call[q] = key_number("unified_perf_summary", signature[q] SUBSEP category_of[i])
	return key_of_call[q]
}

# The tables of calls, rows and kernels: so 148,000 calls take 1.5 s, and 7.9 without. Kernels
# of no chosen operator are calls, too, which those tables do not have that tell who holds whom.
function make_room(   line, rows) {
	while ((getline line <FILENAME) > 0)
		rows++
	close(FILENAME)
	room = rows + kernels
	make_places(place, ids)
	make_places(parent, rows)
	make_places(kids, rows)
	make_places(kernel, rows)
	make_places(launches, rows)
	make_places(talks, rows)
	make_places(model_inside, rows)
	make_places(taken, rows)
	make_places(above_id, rows)
	make_places(forward_id, rows)
	make_places(back_us, rows)
	make_places(id, room)
	make_places(like, room)
	make_places(duration, room)
	make_places(gpu_us, room)
	make_places(order, room)
	make_places(figures_of, room)
	make_places(category_of, room)
	make_places(member, room)
	make_places(us_of, room)
	make_places(next_row, room)
	make_places(kernel_kind, room)
	make_places(kernel_us, room)
	make_places(next_kernel, room)
	make_places(after, room)
	make_places(first_kernel, 2 * room) # behind them those of the backward pass
	make_places(last_kernel, 2 * room)
}

BEGIN {
	all = "mean median std min max"
	# gawk 5.2 takes what has no value for a table, and breaks, where a function gets it.
	params[0] = flops[0] = bytes[0] = spec[0] = bound[0] = roofline[0] = ""
	arguments[0] = SUBSEP SUBSEP SUBSEP
}
function begin_operators(   i) {
	make_room()
	arch = "roofline_us" in c
	with_points = below != "" && ("roof_tflops_per_s" in c)
	with_frames = "stack" in c
	with_number = apart ~ /num_kernels/
	with_recompute = apart ~ /is_recompute/
	recompute_title = with_recompute ? OFS "is_recompute" : ""
	separate_titles = (with_number ? OFS "num_kernels" : "") recompute_title
	commons = split("gpu_events,flops,bytes,flops_back,bytes_back,compute_spec," \
		(arch ? "roofline_bound,roofline_us,roofline_back_us,peak_tflops_per_s,peak_tb_per_s," : "") \
		"name,model,backward_category,sheet,category,process_name,process_label,thread_name,params," \
		"input_dims,input_type,input_strides,concrete_inputs" (with_frames ? ",stack" : ""), common, ",")
	for (i = 1; i <= commons; i++)
		common[i] = c[common[i]]
}
FNR == 1 {
	if (part == "operators")
		begin_operators()
	next
}
part == "operators" { read_operator() }
# First who launches and who communicates, then what each operator ran.
part == "launches" {
	n = split($c["op_ids"], op, ";")
	i = n ? place_of(op[n]) : 0
	if (i && $c["instance"] != "" && !launches[i]) {
		launches[i] = 1
		if (category[like[i]] == "")
			kernel[i] = $c["name"]
	}
	for (j = 1; $c["comm"] && j <= n; j++)
		talks[place_of(op[j])] = 1
	next
}
part == "kernels" {
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
		i = place_of(op[j])
		if (!i)
			continue
		found = found || taken[i]
		if (taken[i] || (sheet_of[like[i]] != "" && modelled[like[i]]))
			add_kernel(i, kind)
		add_backward_kernel(i, kind)
	}
	if (!found && !$c["comm"])
		add_rest(i, kind)
	next
}
part == "own" || (part == "known" && $c["operator"] ~ /[(]Synthetic Op[)]$/) {
	own_category[$c["operator"]] = $c["category"]
}
END {
	add_unified()
	add_families()
	if (arch && overlaps == "")
		print_lost()
	if (with_points)
		print_points()
	print_unified()
	n = split(families, family, " ")
	for (j = 1; j <= n; j++)
		if (size[family[j]])
			print_family(family[j])
}
