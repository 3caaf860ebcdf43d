#!/usr/bin/env bats
load helper

REPORT=TraceLens_generate_perf_report_pytorch

# One operator with a kernel; see trace-report.bats.
setup() {
	cd "$BATS_TEST_TMPDIR" || return
	cat >trace.json <<-'END'
		{"traceEvents": [
		{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":7,"tid":8,"ts":1010,"dur":20,"args":{"Input Dims":[[2,3],[3,4]],"Input type":["float","float"],"Concrete Inputs":["",""]}},
		{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":7,"tid":8,"ts":1015,"dur":2,"args":{"correlation":1}},
		{"ph":"s","cat":"ac2g","name":"ac2g","id":1,"pid":7,"tid":8,"ts":1015},
		{"ph":"f","cat":"ac2g","name":"ac2g","id":1,"pid":0,"tid":3,"ts":1115,"bp":"e"},
		{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":3,"ts":1115,"dur":5,"args":{"correlation":1,"device":0,"stream":3}}]}
	END
}

@test "manners: command line" {
	manners_command_line $REPORT
	run -0 ${REPORT}_inference --help
	assert_line --index 0 "usage: ${REPORT}_inference"
	run -0 ${REPORT}_inference --version
	run -2 ${REPORT}_inference
	run -2 ${REPORT}_inference --no-such-option
}

@test "manners: the page and --help agree" {
	diff <($REPORT --help | grep -oE -- '--[a-z][a-z0-9_]*' | sort -u) \
		<(sed -n 's/^\.It.* Fl -\([a-z][a-z0-9_]*\).*/--\1/p' "$TOP/man/$REPORT.1" | sort -u)
}

@test "it is trace-report by other names, in both spellings" {
	$REPORT --profile_json_path trace.json --output_csvs_dir a --gpu_arch_platform A100 --topk_ops=3
	$REPORT --profile-json-path=trace.json --output-csvs-dir b --gpu-arch-platform A100 --topk-ops 3
	trace-report --names reference --arch A100 --top-arguments 3 -d c trace.json
	diff -r a b
	diff -r a c
	[ -s a/ops_unique_args.csv ]
	[ -s a/lost_time.csv ]
	$REPORT --profile_json_path trace.json --include-call-stack --output_csvs_dir d
	csv2tsv d/unified_perf_summary.csv | awk -F '\t' '{ print $(NF - 3), $(NF - 2) }' | diff - <(
		echo entry_point call_stack_full
		echo "Not found ['aten::mm', 'gemm']")
}

@test "the workbook is beside the trace; both outputs can be asked for" {
	$REPORT --profile_json_path trace.json
	[ -s trace_perf_report.xlsx ]
	mkdir folder
	gzip -c trace.json >folder/a.pt.trace.json.gz
	$REPORT --profile_json_path=folder/a.pt.trace.json.gz
	[ "$(ls folder)" = "$(printf 'a.pt.trace.json.gz\na_perf_report.xlsx')" ]
	${REPORT}_inference --profile_json_path folder/a.pt.trace.json.gz --output_csvs_dir folder/out
	[ "$(ls folder)" = "$(printf 'a.pt.trace.json.gz\na_perf_report.xlsx\nout')" ]
	$REPORT --profile_json_path trace.json --output_xlsx_path x.xlsx --output_csvs_dir x
	[ -s x.xlsx ]
	[ -s x/GEMM.csv ]
}

@test "inference: no collectives, no backward pass" {
	${REPORT}_inference --profile_json_path trace.json --output_csvs_dir a --group_by_parent_module
	trace-report --names reference --inference --modules --disable_coll_analysis -d b trace.json
	diff -r a b
}

@test "folders of captures, of both traces" {
	mkdir captures
	cp trace.json captures/a.json
	gzip -c trace.json >'captures/b c.json.gz'
	echo '[]' >captures/execution_details.json
	$REPORT --profile_json_path trace.json --capture_folder captures --comparison_json_path trace.json \
		--comparison-capture-folder=captures --output_csvs_dir a 2>/dev/null
	trace-report --names reference --capture captures/a.json --capture 'captures/b c.json.gz' \
		--comparison_json_path trace.json --compare-capture captures/a.json \
		--compare-capture 'captures/b c.json.gz' -d b trace.json 2>/dev/null
	diff -r a b
	[ -s a/diff_stats.csv ]
	[ "$(cat captures/execution_details.json)" = '[]' ] # it is there already
}

@test "execution_details.json: the sizes of captures, written where it is missing" {
	mkdir captures
	graph() { # MODE...: recordings in one file, of 4 rows, under an annotation if it has a name
		echo '{"traceEvents": ['
		[ -z "$1" ] || echo '{"ph":"X","cat":"user_annotation","name":"'"$1"'","pid":7,"tid":8,"ts":900,"dur":900,"args":{}},'
		for ts in $2; do
			echo '{"ph":"X","cat":"cuda_runtime","name":"cudaStreamBeginCapture","pid":7,"tid":8,"ts":'"$ts"',"dur":1,"args":{}},'
			echo '{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":7,"tid":8,"ts":'"$ts"',"dur":20,"args":{"Input Dims":[[4,3],[3,4],[4]]}},'
		done
		echo '{"ph":"i","name":"end","ts":1}]}'
	}
	graph capture_32_FULL 1000 >captures/a.json
	graph '' '1000 1100' | gzip >captures/b.json.gz
	graph '' 1000 >captures/c.json
	cp trace.json captures/none.json # no graph is recorded there
	run -0 --separate-stderr $REPORT --profile_json_path trace.json --capture_folder captures --output_csvs_dir a
	diff -u - captures/execution_details.json <<-'END'
		[
		{"file":"a.json","batch_size":32,"mode":"FULL"},
		{"file":"b.json.gz","batch_size":4,"mode":"PIECEWISE"},
		{"file":"c.json","batch_size":4,"mode":"FULL"}
		]
	END
	[ "$(ls -A captures)" = "$(printf '%s\n' a.json b.json.gz c.json execution_details.json none.json)" ]
	$REPORT --profile_json_path trace.json --capture_folder captures --output_csvs_dir b
	diff -r a b
}

# rows SHEET: what ran at the same time as each row, without figures of models.
rows() {
	csv2tsv "$1" | awk -F '\t' '
		function plain(value) {
			return value ~ /^[0-9]+[.]?[0-9]*$/ ? sprintf("%.4f", value) : value
		}
		NR == 1 {
			for (i = 1; i <= NF; i++)
				if ($i ~ /^(name|overlapping_kernel_names(_first)?|Input Dims(_first)?|.*_count|overlap_pct_.*)$/)
					keep[++n] = i
		}
		{
			for (i = 1; i <= n; i++)
				printf "%s%s", plain($keep[i]), i < n ? "|" : "\n"
		}' | sort
}

@test "real trace: --include_overlap_info has the published rows, in every sheet" {
	need_traces
	published=$TRACES/../reference/tracelens/resnet-ddp-mi300/roofline-mi300x
	[ -d "$published" ] || skip "no published sheets with overlaps"
	$REPORT --profile_json_path "$TRACES/resnet-ddp-mi300.json.gz" --gpu_arch_platform MI300X \
		--include_overlap_info --output_csvs_dir out
	for sheet in "$published"/*_kl_overlap.csv; do
		sheet=${sheet##*/}
		diff <(rows "$published/$sheet") <(rows "out/$sheet") >differences ||
			fail "$sheet: $(head -n 5 differences)"
		sheets=$((${sheets:-0} + 1))
	done
	[ "$sheets" -eq 10 ]
}

# two_runs SECOND: trace.json with a second run of the operator, changed by a script of sed.
two_runs() {
	sed 's/}]}$/},/' trace.json
	sed '1d; s/"ts":1/"ts":2/; s/"id":1/"id":2/; s/"correlation":1/"correlation":2/; '"$1" trace.json
}

@test "runs of an operator with other kernels: each kernel as often as it ran" {
	two_runs 's/"gemm"/"other"/; s/"dur":5,/"dur":6,/' >two.json
	run -0 --separate-stderr $REPORT --profile_json_path two.json --verify --output_csvs_dir a
	[ -z "$stderr" ]
	for sheet in ops_unique_args unified_perf_summary GEMM; do
		csv2tsv a/$sheet.csv | awk -F '\t' '
			NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^trunc_kernel_details/) c = i }
			NR > 1 { print $c }' | diff - <(echo "[{'name': 'gemm', 'stream': 3, 'mean_duration_us': 5}, {'name': 'other', 'stream': 3, 'mean_duration_us': 6}]")
	done
	# The second run is a graph of three kernels.
	{
		two_runs 's/LaunchKernel/GraphLaunch/; s/}]}$/},/'
		sed -n 's/"correlation":1/"correlation":2/; s/"ts":1115/"ts":2130/; s/"gemm"/"gemv"/; s/}]}$/},/p' trace.json
		sed -n 's/"correlation":1/"correlation":2/; s/"ts":1115/"ts":2140/; s/"gemm"/"gemv"/; /"gemv"/p' trace.json
	} >three.json
	run -0 --separate-stderr $REPORT --profile_json_path three.json --verify --output_csvs_dir b
	[ -z "$stderr" ]
	csv2tsv b/ops_unique_args.csv | grep -o "'name': '[a-z]*', 'stream': 3, 'count': [0-9]*" | diff - <(
		printf "'name': '%s', 'stream': 3, 'count': %d\n" gemv 1 gemv 1 gemm 2
	)
}

@test "--verify: what a sheet has less or more of than the trace" {
	run -0 --separate-stderr $REPORT --profile_json_path trace.json --verify --output_csvs_dir a
	[ -z "$stderr" ]
	$REPORT --profile_json_path trace.json --output_csvs_dir b
	diff -r a b
	run -0 --separate-stderr $REPORT --profile_json_path trace.json --verify --output_xlsx_path x.xlsx
	[[ $stderr == *"not of cut sheets"* ]]
	# Kernels without a launch are in no sheet of operators.
	two_runs '/ac2g/d; s/"gemm"/"lone"/' >lone.json
	run -0 --separate-stderr $REPORT --profile_json_path lone.json --verify --include_unlinked_kernels --output_csvs_dir c
	[ -z "$stderr" ]
	[ "$(grep -c lone c/kernel_summary.csv)" -eq 1 ]
	# Sheets that lost a kernel, and 4 us.
	printf 'name\tcomm\tlauncher\tdur_us\n%s\n' "gemm	0	aten::mm	5.000" "lone	0		5.000" >kept
	printf 'type\ttime ms\ncomputation_time\t0.010\n' >timeline
	printf 'total_direct_kernel_time_sum\n5\n' >operators
	printf 'kernel_details_summary\tKernel Time (µs)_sum\n%s\n' \
		"[{'name': 'gemm', 'stream': 3, 'count': 2, 'total': 5}]	1" >sheet
	run -0 awk -f "$TOP/scripts/report/table.awk" -f "$TOP/scripts/report/python.awk" \
		-f "$TOP/scripts/report/operators/verify.awk" kept timeline operators sheet sheet
	assert_output - <<-'END'
		the GPU computed 10.000 us, operators of unified_perf_summary 6.000 us
		the sheet of arguments has 2 of 1 events 'gemm'
		unified_perf_summary has 2 of 1 events 'gemm'
	END
}

@test "every option of both commands, in one call" {
	mkdir captures
	cp trace.json captures
	printf '{"name": "own", "mem_bw_gbps": 100, "max_achievable_tflops": {"matrix_fp32": 2}}' >arch.json
	for command in $REPORT ${REPORT}_inference; do
		run -0 --separate-stderr $command --profile_json_path trace.json --include_unlinked_kernels --micro_idle_thresh_us 5 \
			--disable_coll_analysis --enable_kernel_summary --short_kernel_study --short_kernel_threshold_us 10 \
			--short_kernel_histogram_bins 100 --topk_short_kernels 3 --enable_pseudo_ops --topk_ops 3 --topk_roofline_ops 3 \
			--comparison_json_path trace.json --gpu_arch_json_path arch.json --group_by_num_kernels --include_overlap_info \
			--detect_recompute --include_first_occurrence_time --include_call_stack --group_by_parent_module \
			--capture_folder captures --comparison_capture_folder captures --inference_phase_analysis --decode_threshold 10 \
			--phase_detection_method hybrid --inductor_cache_dir cache --output_csvs_dir $command
		[[ $stderr == *"--inductor_cache_dir: nothing is read there"* ]]
	done
	# Both commands write these sheets.
	for sheet in gpu_timeline ops_summary_by_category ops_summary ops_unique_args ops_unique_args_kl_overlap \
		unified_perf_summary diff_stats GEMM kernel_summary short_kernel_histogram short_kernels_summary; do
		[ -s $REPORT/$sheet.csv ] || fail "$REPORT: no $sheet"
		[ -s ${REPORT}_inference/$sheet.csv ] || fail "inference: no $sheet"
	done
	head -n 1 ${REPORT}_inference/ops_summary.csv | grep -q '^name,parent_module,.*total_subtree_kernel_time_count'
	run -2 --separate-stderr ${REPORT}_inference --profile_json_path trace.json --comparison_capture_folder captures
	[[ $stderr == "${REPORT}_inference: --comparison_capture_folder needs --comparison_json_path. Try '${REPORT}_inference --help'." ]] || fail "$stderr"
}

@test "what is not done here is said in one line" {
	run -2 --separate-stderr $REPORT --extension_file own.py --profile_json_path trace.json
	[[ $stderr == *"--models-add FILE"*"--categories-add FILE"*"--sheet NAME=FILE"* ]]
	[ "${#stderr_lines[@]}" -eq 1 ]
	for option in --enable-origami --enable_origami '--python_path python3'; do
		# shellcheck disable=SC2086 # words
		run -2 --separate-stderr ${REPORT}_inference $option --profile_json_path trace.json
		[[ $stderr == "${REPORT}_inference: "*"needs an outside program that simulates; there is none here" ]] || fail "$stderr"
	done
	run -0 --separate-stderr $REPORT --inductor-cache-dir=/no/such/folder --profile_json_path trace.json --output_csvs_dir cached
	[ "$stderr" = "$REPORT: --inductor_cache_dir: nothing is read there; figures of Triton kernels are those of the trace" ]
	[ -s cached/GEMM.csv ]
	for option in --capture_folder --comparison_capture_folder; do
		run -2 --separate-stderr $REPORT $option /no/such/folder --profile_json_path trace.json
		[ "$stderr" = "$REPORT: $option: /no/such/folder is not a folder" ]
	done
	run -2 --separate-stderr $REPORT
	run -2 --separate-stderr $REPORT --output_csvs_dir
	[[ $stderr == "$REPORT: --output_csvs_dir needs a value. Try"* ]]
}

@test "no empty sheets but those of the reference" {
	event() { printf '{"ph":"X","cat":"%s","name":"%s","pid":%s,"tid":7,"ts":%s,"dur":%s,"args":{%s}},' "$@"; }
	{
		printf '{"traceEvents":['
		event cpu_op aten::mm 5 0 30 '"External id":1'
		event cuda_runtime cudaLaunchKernel 5 5 2 '"External id":1,"correlation":1'
		event kernel gemm 0 20 40 '"External id":1,"correlation":1,"device":0,"stream":7'
		printf '{}]}'
	} >once.json
	TraceLens_generate_perf_report_pytorch --profile_json_path once.json --output_xlsx_path once.xlsx
	xlsx2tsv -l once.xlsx >sheets
	grep -qx ops_summary sheets
	grep -qx short_kernels_summary sheets # has no row
	run ! grep -qxE 'cycles|repeats' sheets
}
