#!/usr/bin/env bats
# The report of traces of XLA: of a small one with HLO, by arithmetic on paper, and of
# one whose report is published.
load helper

REPORT=TraceLens_generate_perf_report_jax
SEED="$TOP/tests/fuzz/seeds/xplane/hlo.xplane.pb" # made by tests/xplane.py

setup() {
	cd "$BATS_TEST_TMPDIR" || return
}

# sheet NAME COLUMN...: these columns of it, by name, with TABs.
sheet() {
	csv2tsv "out/$1.csv" | awk -F '\t' -v wanted="$(shift && IFS=, && echo "$*")" '
		NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; n = split(wanted, w, ",") }
		{ for (i = 1; i <= n; i++) printf "%s%s", $c[w[i]], i < n ? "\t" : "\n" }'
}

@test "manners: command line, page" {
	manners_command_line $REPORT
	diff <($REPORT --help | grep -oE -- '--[a-z][a-z0-9_]*' | sort -u) \
		<(sed -n 's/^\.It.* Fl -\([a-z][a-z0-9_]*\).*/--\1/p' "$TOP/man/$REPORT.1" | sort -u)
	run -2 --separate-stderr $REPORT
	[[ $stderr == "$REPORT: needs --profile_path TRACE. Try"* ]]
	run -2 --separate-stderr $REPORT --profile_path /no/such/file
	[[ $stderr == *"/no/such/file: No such file or directory" ]]
	run -2 $REPORT --profile_path "$SEED" --enable-origami
	run -2 $REPORT --profile_path "$SEED" --output_xlsx_path a.csv
	run -2 $REPORT --profile_path "$SEED" --kernel_metadata_keyword_filters
	run -2 $REPORT --profile_path "$SEED" --gpu_arch_platform none --output_csvs_dir out
	echo '{"traceEvents": []}' >none.json
	run -1 $REPORT --profile_path none.json
	if command -v python3 >/dev/null; then
		python3 "$TOP/tests/xplane.py" | cmp - "$SEED"
	fi
}

@test "operators: work counted once, time of all their kernels, by arithmetic on paper" {
	$REPORT --profile_path "$SEED" --output_csvs_dir out --gpu_arch_platform MI300X
	columns='name name_count GFLOPS_first Data~Moved~(MB)_first Kernel~Time~(µs)_sum Compute~Spec'
	set -- # the columns' blanks
	for word in $columns; do set -- "$@" "${word//\~/ }"; done
	# 2*64*16*32; twice in a loop on each GPU. 4*(2*8*2*16 + 8*2). The fusion takes
	# s8[64,32] and bf16[32,16], gives bf16[64,16], and multiplies in bf16
	diff -u - <(sheet op_gemm "$@" 'param: M' 'param: N' 'param: K' 'param: B') <<-END
	$(tsv "$columns param:~M param:~N param:~K param:~B" \
		'__cublas$lt$matmul 4 6.5536e-05 0.0068359375 60.000 matrix_bf16 16 64 32 1' \
		'__cublas$gemm 2 2.112e-06 0.0029296875 12.000 matrix_fp32 8 2 16 4' \
		'fusion(dot) 2 6.5536e-05 0.0048828125 4.000 matrix_bf16 64 16 32 1')
	END
	# 2*(2*8*5*5)*(4*3*3), and 2*8*5*5 of the bias; 150 to 152 and 153 to 158 us
	diff -u - <(sheet op_conv "$@") <<-END
	$(tsv "$columns" '__cudnn$convBiasActivationForward 2 2.92e-05 0.001708984375 16.000 matrix_fp16' \
		'__cudnn$convBackwardInput 2 2.88e-05 0.0016937255859375 14.000 matrix_fp16')
	END
	# 2*2*4*128*128*(5*64) of the gradients; 2*2*4*128*128*(2*64)/2, which is causal
	diff -u - <(sheet op_te "$@") <<-END
	$(tsv "$columns" 'te_fused_attn_backward_ffi 2 0.08388608 0.875 64.000 matrix_bf16' \
		'te_fused_attn_forward_ffi 2 0.016777216 0.5 32.000 matrix_bf16')
	END
	# the busiest of MI300X: 7168 bytes at 5.3 TB/s
	[ "$(sheet op_gemm 'Roofline Bound_first' | sed -n 2p)" = MEMORY_BOUND ]
	# a GPU of one's own, on which memory is faster than any product
	printf '{"name": "own", "mem_bw_gbps": 1000000, "max_achievable_tflops": {"matrix_bf16": 0.1, "matrix_fp32": 0.1, "matrix_fp16": 0.1}}' >own.json
	$REPORT --profile_path "$SEED" --output_csvs_dir out --gpu_arch_json_path own.json
	[ "$(sheet op_gemm 'Roofline Bound_first' | sed -n 2p)" = COMPUTE_BOUND ]
}

@test "kernels: categories, operands of HLO, launches" {
	$REPORT --profile_path "$SEED" --output_csvs_dir out
	diff -u - <(sheet kernel_launchers_summary_by_category 'op category' Count total_direct_kernel_time_ms 'time ms per gpu') <<-END
	$(tsv 'op~category Count total_direct_kernel_time_ms time~ms~per~gpu' 'GEMM 10 0.076000 0.038000' \
		'FA~BWD 2 0.064000 0.032000' 'Conv 8 0.032000 0.016000' 'FA~FWD 2 0.032000 0.016000' \
		'Communication~rccl/nccl 2 0.008000 0.004000' 'Uncategorized~Events/XLA 8 0.008000 0.004000')
	END
	# without the number of its program, a module of a name that two have says nothing
	diff -u - <(sheet df_xla_perf name UID pid 'Input Dims' 'Input type' total_input_bytes GPU_kernel_launch_latency | head -n 5) <<-END
	$(tsv 'name UID pid Input~Dims Input~type total_input_bytes GPU_kernel_launch_latency' \
		"loop_add_fusion 11 1 ((),~(10,)) ('pred',~'f32') 41 203.000" "neg 12 1 ((3,),) ('f32',) 12 179.000" \
		"neg 13 1 ((5,),) ('f32',) 20 179.000" 'neg 14 1 - - 0 179.000')
	END
	# a gather is called all-gather-start there
	[ "$(sheet kernel_launchers 'Input Dims' name | grep -c '^((10,),)	nccl')" -eq 2 ]
	[ "$(sheet gpu_timeline type 'time ms' gpu_pid | sed -n '5p;13p' | tr '\t\n' '  ')" = "busy_time 0.112000 1 busy_time 0.112000 2 " ]
	[ "$(sheet gpu_events_averages type 'time ms' | sed -n 7p)" = "total_time	0.158000" ]
	$REPORT --profile-path="$SEED" --kernel_metadata_keyword_filters nothing step --output_csvs_dir out
	[ "$(sheet kernel_launchers name | sort -u | tr '\n' ' ')" = "Cijk_Alik_Bljk name " ]
	cp "$SEED" x.xplane.pb && $REPORT --profile_path x.xplane.pb && [ -s x_perf_report.xlsx ]
}

@test "a trace cut off: 3, and the report of what is left" {
	head -c 3700 "$SEED" >cut.xplane.pb
	run -3 --separate-stderr $REPORT --profile_path cut.xplane.pb --output_csvs_dir out
	[[ $stderr == "trace-extract: cut.xplane.pb: "*"cut off"* ]]
	[ "$(sheet kernel_launchers name | wc -l)" -gt 15 ]
}

@test "equal to the published report, but for its convolutions" {
	published="$TOP/../shared/reference/tracelens/jax-conv-legacy"
	[ -d "$published" ] || skip "no folder of published reports"
	$REPORT --profile_path "$published/jax-conv-legacy.xplane.pb" --output_csvs_dir out
	for name in gpu_timeline gpu_events_averages kernel_launchers kernel_launchers_summary \
		kernel_launchers_summary_by_category kernel_launchers_unique_args df_xla_perf xla_summary; do
		# devices are in another order; kernel_details are other texts
		csv2tsv "$published/expected/$name.csv" | sort -s -t $'\t' -k 4,4n >expected
		csv2tsv "out/$name.csv" | sort -s -t $'\t' -k 4,4n | awk -F '\t' '
			NR == FNR { for (i = 1; i <= NF; i++) x[FNR, i] = $i; rows = FNR; columns = NF; next }
			NF != columns { print FILENAME, "columns"; bad = 1 }
			FNR == 1 { for (i = 1; i <= NF; i++) { title[i] = $i; if ($i != x[1, i]) { print "title", $i; bad = 1 } } next }
			{ for (i = 1; i <= NF; i++) {
				of = x[FNR, i]
				if (title[i] ~ /^kernel_details/ || of == $i) continue
				if (of + 0 == of && $i + 0 == $i && $i - of <= 0.00051 && of - $i <= 0.00051) continue
				print title[i], of, $i; bad = 1 } }
			END { exit bad || FNR != rows }' expected - || fail "$name"
	done
	# published: 2.288 GFLOP without the channels of the filter, for each of two kernels
	[ "$(sheet op_conv GFLOPS_first name_count 'Kernel Time (µs)_sum' | tail -n +2)" = "36.60972032	5	1539.832" ]
}

@test "trace-report names this program where its own report lacks operators" {
	cp "$SEED" x.xplane.pb
	run -0 --separate-stderr trace-report -d out x.xplane.pb
	[[ $stderr == *"TraceLens_generate_perf_report_jax reports on them" ]] || fail "$stderr"
}
