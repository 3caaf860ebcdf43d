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

@test "what is not done here is said in one line" {
	run -2 --separate-stderr $REPORT --extension_file own.py --profile_json_path trace.json
	[[ $stderr == *"--models-add FILE"*"--categories-add FILE"*"--sheet NAME=FILE"* ]]
	[ "${#stderr_lines[@]}" -eq 1 ]
	run -2 --separate-stderr $REPORT --enable-origami --profile_json_path trace.json
	run -2 --separate-stderr $REPORT --comparison_capture_folder x --profile_json_path trace.json
	[[ $stderr == *"without its captures"* ]]
	run -2 --separate-stderr $REPORT --capture_folder /no/such/folder --profile_json_path trace.json
	run -2 --separate-stderr $REPORT
	run -2 --separate-stderr $REPORT --output_csvs_dir
	[[ $stderr == "$REPORT: --output_csvs_dir wants a value"* ]]
	run -0 --separate-stderr $REPORT --include_overlap_info --profile_json_path trace.json --output_csvs_dir a
	[[ $stderr == "$REPORT: --include_overlap_info: not done here"* ]]
}
