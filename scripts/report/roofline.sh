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
	[ -z "$arch$compat" ] || return 0
	device=$(table '$c["key"] == "gpu.0" { print $c["value"]; exit }' facts)
	arch=$(trace-perf --archs | awk -F '\t' -v device="$device" \
		'device != "" && $2 == device { print $1; exit }')
	[ -z "$arch" ] ||
		echo "trace-report: roofline of $arch, as the trace is of $device;" \
			"--arch chooses another, or none" >&2
}

# Operators with what they compute and move.
rate_operators() {
	trace-link -q --exit-zero --operators --flows ${frames:+--stack} \
		${captures:+--capture capture} events >operators
	trace-perf -q --exit-zero --sheets --backward ${arch:+--arch "$arch"} \
		${models:+--models-add "$models"} ${compat:+--compat "$compat"} \
		operators >rated
}

roofline_sheets() {
	choose_arch
	rate_operators
	separate=${modules:+num_kernels}${by_number:+,num_kernels}${recompute:+,is_recompute}
	[ -z "$other" ] || diff_stats >sheet.diff_stats
	stage 'python numbers once roofline_groups roofline_compared roofline_sheets
		roofline_lost roofline' ${other:+compared=sheet.diff_stats} \
		compat="$compat" apart="$separate" inference="$modules$inference" \
		families="$families" stacks="$stacks" limit="$top_roofline_ops" \
		longest="$longest" categories="$categories" rated kept kept >roofline
	while IFS= read -r name; do
		case $name in
		lost_time) sheets="$name $sheets" ;;
		unified_perf_summary) sheets="$sheets $name${other:+ diff_stats}" ;;
		*) sheets="$sheets $name" ;;
		esac
	done <roofline
}
