# shellcheck shell=sh disable=SC2016,SC2154 # awk's variables, and trace-report's
# roofline.sh - the sheets of trace-report about what operators compute and move:
# one for each family of operators, and unified_perf_summary.

# The sheets of families, in their order.
families='GEMM CONV_fwd CONV_bwd SDPA_fwd SDPA_bwd UnaryElementwise BinaryElementwise'
families="$families Normalization Normalization_fwd Normalization_bwd Reduce_fwd Reduce_bwd"
families="$families GroupedGEMM_fwd GroupedGEMM_bwd MoE_fused_fwd MoE_unfused_fwd"
families="$families MoE_aux_fwd MoE_comm_fwd MoE_comm_bwd InferenceAttention_fwd"
families="$families RMSNorm_fwd GroupQuant_fwd RoPE_fwd FusedRoPE_fwd CrossEntropy_fwd"
families="$families SSM_fwd SSM_bwd CustomCollective_fwd mHC_fwd"

# Without --arch, the GPU that the trace names, if its rates are known. The reference
# has none then.
choose_arch() {
	[ "$arch" != none ] || {
		arch=
		return 0
	}
	[ -z "$arch$compat" ] && [ -n "$known_arch" ] || return 0
	arch=$known_arch
	println "trace-report: roofline of $arch, as the trace is of $device;" \
		"$arch_option chooses another, or none" >&2
}

# Operators, and unless more are added, what they compute and move.
find_operators() {
	trace-link -q --exit-zero --operators --flows ${frames:+--stack} \
		${captures:+--capture capture} events >operators
	[ -n "$pseudo_ops" ] || rate_operators
}

rate_operators() {
	trace-perf -q --exit-zero --sheets --backward ${arch:+--arch "$arch"} \
		${models:+--models-add "$models"} ${compat:+--compat "$compat"} \
		operators >rated
}

# roofline_stage [VARIABLE=VALUE or TABLE]...
roofline_stage() {
	kept=kept${pseudo_ops:+_pseudo}
	separate=${modules:+num_kernels}${group_by_num_kernels:+,num_kernels}${recompute:+,is_recompute}
	stage 'cell python numbers operators/overlap_columns operators/unified_operators operators/kernel_lists operators/sheet_rows operators/unified_compared operators/print_sheets
		operators/lost_time operators/roofline_plot operators/operator_sheets' "$@" kernels="$kernels" ids="$ids" \
		compat="$compat" own_kernels="$own_kernels" apart="$separate" inference="$modules$inference" \
		families="$families" limit="$top_roofline_ops" \
		longest="$longest" part=known "$data/perf-models.tsv" ${categories:+part=own "$categories"} \
		part=operators rated part=launches "$kept" part=kernels "$kept"
}

# From find_operators and kept: the list roofline, and those sheets.
roofline_sheets() {
	[ -z "$pseudo_ops" ] || { add_pseudo && rate_operators; }
	[ -z "$compare" ] || diff_stats >sheet.diff_stats
	roofline_stage ${compare:+compared=1 part=compared sheet.diff_stats} ${workbook:+below=sheet.roofline} >roofline
	[ -z "$stacks" ] || add_call_stacks
}

list_roofline() {
	while IFS= read -r name; do
		case $name in
		unified_perf_summary) sheets="$sheets $name${compare:+ diff_stats}" ;;
		*) sheets="$sheets $name" ;;
		esac
	done <roofline
}

# stacks_of EVENTS: where in the program the events of the table chosen come from.
stacks_of() {
	trace-tree -q --exit-zero --flows --python ${compat:+--compat "$compat"} \
		--of chosen "$1.whole"
}

# The number after those of all events, from which trace-link numbers what was recorded.
numbers_end() {
	table 'FNR > 1 && $c["event"] >= end { end = $c["event"] + 1 }
		END { print end + 0 }' "$1"
}

# From where in the program the rows of unified_perf_summary come.
add_call_stacks() {
	table 'FNR == 1 { print "event"; next } { print $c["ex_UID"] }' \
		sheet.unified_perf_summary >chosen
	stacks_of events >stacks
	own=$(numbers_end events)
	recorded=
	if [ -n "$captures" ]; then
		recorded=$(numbers_end capture)
		awk -v own="$own" -v recorded="$recorded" \
			'NR > 1 && $1 >= own && recorded { $1 = ($1 - own) % recorded } { print }' \
			chosen >in_capture
		mv in_capture chosen
		stacks_of capture >captured
	fi
	stage 'cell python numbers operators/call_stacks' own="$own" recorded="$recorded" longest="$longest" \
		stacks ${captures:+captured} sheet.unified_perf_summary >with_stacks
	mv with_stacks sheet.unified_perf_summary
}
