# shellcheck shell=sh disable=SC2154 # variables of trace-report
# roofline.sh - the sheets of trace-report about what operators compute and move:
# one for each family of operators, and unified_perf_summary.

# The sheets of families, in their order.
families='GEMM CONV_fwd CONV_bwd SDPA_fwd SDPA_bwd UnaryElementwise BinaryElementwise'
families="$families Normalization Normalization_fwd Normalization_bwd Reduce_fwd Reduce_bwd"
families="$families GroupedGEMM_fwd GroupedGEMM_bwd MoE_fused_fwd MoE_unfused_fwd"
families="$families MoE_aux_fwd MoE_comm_fwd MoE_comm_bwd InferenceAttention_fwd"
families="$families RMSNorm_fwd GroupQuant_fwd RoPE_fwd FusedRoPE_fwd CrossEntropy_fwd"
families="$families SSM_fwd SSM_bwd CustomCollective_fwd mHC_fwd"

# Operators with what they compute and move.
rate_operators() {
	trace-link -q --exit-zero --operators --flows ${frames:+--stack} \
		${captures:+--capture capture} events >operators
	trace-perf -q --exit-zero --sheets --backward ${arch:+--arch "$arch"} \
		${models:+--models-add "$models"} ${compat:+--compat "$compat"} \
		operators >rated
}

roofline_sheets() {
	rate_operators
	apart=${modules:+num_kernels}${recompute:+,is_recompute}
	stage 'python numbers once roofline' compat="$compat" apart="$apart" \
		inference="$modules" families="$families" stacks="$stacks" limit="$top_roofline_ops" \
		longest="$longest" rated kept kept >roofline
	while IFS= read -r name; do
		sheets="$sheets $name"
	done <roofline
}
