#!/usr/bin/env bats
# The report of traces of rocprofv3, with one of its JSON files; it is equal to the
# published ones but for what they get wrong: units, and shares that are added up in
# another order.
load helper

REPORT=TraceLens_generate_perf_report_rocprof

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	cat >1_results.json <<-'END'
	{"rocprofiler-sdk-tool": [{"metadata": {"pid": 11, "init_time": 0, "fini_time": 200000},
	 "agents": [{"size": 1, "id": {"handle": 71}, "type": 2, "logical_node_id": 1, "product_name": "GPU A"}],
	 "strings": {"buffer_records": [{"kind": "NONE", "operations": []}, {"kind": "KERNEL_DISPATCH", "operations": []}, {"kind": "MEMORY_COPY", "operations": ["NONE", "MEMORY_COPY_HOST_TO_DEVICE"]}]},
	 "kernel_symbols": [{"size": 1, "kernel_id": 8, "formatted_kernel_name": "Cijk_A(int)", "truncated_kernel_name": "Cijk_A"},
	  {"size": 1, "kernel_id": 9, "formatted_kernel_name": "reduce_kernel<4>(int)", "truncated_kernel_name": "reduce_kernel"}],
	 "buffer_records": {"kernel_dispatch": [
	  {"size": 1, "kind": 1, "thread_id": 5, "start_timestamp": 100000, "end_timestamp": 120000, "stream_id": {"handle": 3}, "dispatch_info": {"dispatch_id": 1, "agent_id": {"handle": 71}, "kernel_id": 8, "grid_size": {"x": 512, "y": 2, "z": 1}, "workgroup_size": {"x": 64, "y": 1, "z": 1}}},
	  {"size": 1, "kind": 1, "thread_id": 5, "start_timestamp": 110000, "end_timestamp": 114000, "stream_id": {"handle": 4}, "dispatch_info": {"dispatch_id": 2, "agent_id": {"handle": 71}, "kernel_id": 9}},
	  {"size": 1, "kind": 1, "thread_id": 5, "start_timestamp": 130000, "end_timestamp": 136000, "stream_id": {"handle": 4}, "dispatch_info": {"dispatch_id": 3, "agent_id": {"handle": 71}, "kernel_id": 9}}],
	 "memory_copy": [{"size": 1, "kind": 2, "operation": 1, "start_timestamp": 118000, "end_timestamp": 121000, "dst_agent_id": {"handle": 71}, "src_agent_id": {"handle": 70}}]}}]}
	END
}

# sheet NAME: it, with TABs.
sheet() {
	csv2tsv "out/$1.csv"
}

@test "manners: command line, page" {
	manners_command_line $REPORT
	diff <($REPORT --help | grep -oE -- '--[a-z][a-z0-9_]*' | sort -u) \
		<(sed -n 's/^\.It.* Fl -\([a-z][a-z0-9_]*\).*/--\1/p' "$TOP/man/$REPORT.1" | sort -u)
	run -2 --separate-stderr $REPORT
	[[ $stderr == "$REPORT: needs --profile_json_path TRACE. Try"* ]]
	run -2 --separate-stderr $REPORT --profile_json_path /no/such/file
	[[ $stderr == *"/no/such/file: No such file or directory" ]]
	run -2 $REPORT --profile_json_path 1_results.json --topk_kernels 0
	run -2 $REPORT --profile_json_path 1_results.json --rules own
	run -2 $REPORT --profile_json_path 1_results.json --output_xlsx_path a.csv
	run -1 $REPORT --profile_json_path <(trace-extract --formats >/dev/null; echo '{"traceEvents": []}')
}

@test "all sheets, by arithmetic on paper" {
	$REPORT --profile-json-path=1_results.json --kernel_details --short_kernel_study --short_kernel_threshold_us 10 --short_kernel_histogram_bins 2 --output_csvs_dir out
	diff -u - <(sheet gpu_timeline) <<-END
	$(tsv 'type time~ms percent' 'total_time 0.200000 100.000000' 'kernel 0.026000 13.000000' \
		'memory 0.003000 1.500000' 'busy_time 0.027000 13.500000' 'idle 0.173000 86.500000' 'span_time 0.036000 18.000000')
	END
	diff -u - <(sheet kernel_summary | cut -f 1-3,5-8,10-) <<-END
	$(tsv 'name Count Mean~Kernel~Time~(µs) Std~Kernel~Time~(µs) Min~Kernel~Time~(µs) Max~Kernel~Time~(µs) Percentage~(%) Total~Kernel~Time~(ms) Category' \
		'Cijk_A 1 20.000 - 20.000 20.000 66.666667 0.020000 gemm' \
		'reduce_kernel 2 5.000 1.414 4.000 6.000 33.333333 0.010000 reduce')
	END
	diff -u - <(sheet kernel_details) <<-END
	$(tsv 'name Kernel~duration~(µs) stream dispatch_id grid_x grid_y grid_z block_x block_y block_z agent_id thread_id' \
		'Cijk_A 20.000 3 1 512 2 1 64 1 1 71 5' 'reduce_kernel 6.000 4 3 - - - - - - 71 5' \
		'reduce_kernel 4.000 4 2 - - - - - - 71 5')
	END
	diff -u - <(sheet short_kernels_summary | cut -f 2-) <<-END
	$(tsv 'Short~Kernel~count Short~Kernel~duration~(µs)~sum Short~Kernel~duration~(µs)~mean Short~Kernel~duration~(µs)~percent~of~total~time' \
		'2 10.000 5.000 33.333333')
	END
	diff -u - <(sheet short_kernel_histogram) <<-END
	$(tsv 'bin_start bin_end count' '4.000000 5.000000 1' '5.000000 6.000000 1')
	END
	$REPORT --profile_json_path 1_results.json
	[ -s 1_perf_report.xlsx ]
	$REPORT --profile_json_path 1_results.json --rules reference --disable_kernel_summary --output_csvs_dir few
	$REPORT --profile-json-path=1_results.json --rules=reference --disable-kernel-summary --output-csvs-dir=$'f\nw'
	diff -r few $'f\nw'
	[ "$(ls few)" = gpu_timeline.csv ]
}

@test "a damaged trace: 3, and the report of what is left" {
	sed 's/"kernel_id": 9}}\]/"kernel_id": 10}}]/' 1_results.json >cut.json
	run -3 --separate-stderr $REPORT --profile_json_path cut.json --output_csvs_dir out
	[ "$stderr" = "trace-extract: cut.json: damaged: at least 1 event lost" ]
	[ "$(sheet kernel_summary | wc -l)" -eq 3 ]
}

@test "equal to the published report" {
	need_traces
	published="$TOP/../shared/reference/tracelens/rocprofv3-head400"
	[ -d "$published" ] || skip "no folder of published reports"
	$REPORT --profile_json_path "$TRACES/rocprofv3-head400.json" --kernel_details --rules reference --output_csvs_dir out
	for name in gpu_timeline kernel_summary kernel_summary_by_category kernel_details; do
		units=1000 by=1
		case $name in gpu_timeline) units=1 ;; kernel_details) by=4 ;; esac
		csv2tsv "$published/$name.csv" | sort -t $'\t' -k "$by,$by" >expected
		sheet $name | grep -v '^span_time' | sort -t $'\t' -k "$by,$by" | awk -F '\t' -v units=$units '
			NR == FNR { split($0, e, "\t"); for (i in e) x[FNR, i] = e[i]; n[FNR] = NF
				if (/\t(Count|percent|stream)\t|\tpercent$/) for (i in e) title[i] = e[i]; next }
			{ for (i = 1; i <= NF; i++) {
				of = x[FNR, i]
				if (title[i] ~ /Cumulative/) continue
				if (title[i] ~ /(µs)|_ms$|\(ms\)/) of /= units
				if (of == $i || (of + 0 == of && $i - of <= 0.0006 && of - $i <= 0.0006)) continue
				print FILENAME, FNR, title[i], of, $i; bad = 1 } }
			END { exit bad || !FNR }' expected -
	done
}
