#!/usr/bin/env bats
# The three reports of rocprofv3's traces in Perfetto's format. What they read is JSON
# here, as other tools make it of such traces: whole microseconds, and the annotations
# among the arguments. The published traces are read as they are, too.
load helper

REPORT=TraceLens_generate_perf_report_pftrace

# Calls 1 to 5 and what they launched: 2 begins before its call returns, 3 has two
# kernels, 4 is no launch, 5 has no kernel. Times are begin_ns and delta_ns.
setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'hip_api hipLaunchKernel 10000 5000 1 -' 'hip_api hipLaunchKernel 20000 9000 2 -' \
		'hip_api hipModuleLaunchKernel 40000 6000 3 -' 'hip_api hipFree 50000 5500 4 -' \
		'hip_api hipLaunchKernel 60000 5000 5 -' \
		'kernel_dispatch gemm.kd 18000 10000 1 7' 'kernel_dispatch gemm.kd 25000 20000 2 7' \
		'kernel_dispatch loop_fusion_1 50000 5000 3 4' 'kernel_dispatch loop_fusion_2 56000 6000 3 4' \
		'kernel_dispatch ncclDev 40000 10000 4 7' 'kernel_dispatch tiny 80000 100 9 7' \
		'memory_copy MEMORY_COPY_HOST_TO_DEVICE 1000 500 10 -' \
		'memory_copy MEMORY_COPY_HOST_TO_DEVICE 2000 500 11 -' | awk -F '\t' 'BEGIN { printf "{\"traceEvents\": [{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":3,\"args\":{\"name\":\"p\"}}" }
		{
			printf ",\n{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":3,\"tid\":5,\"ts\":%d,\"dur\":%d,", $1, $2, 17e14 + $3 / 1000, $4 / 1000
			printf "\"args\":{\"begin_ns\":1700000000%09d,\"delta_ns\":%d,\"corr_id\":%d", $3, $4, $5
			if ($6 != "") printf ",\"agent\":%d,\"grid_size\":512,\"workgroup_size\":64,\"VGPR_Count\":8", $6
			if ($1 == "memory_copy") printf ",\"copy_bytes\":4096,\"dst_agent\":7,\"src_agent\":0"
			printf "}}"
		}
		END { print "]}" }' >run.json
}

# sheet NAME: it, with TABs.
sheet() {
	csv2tsv "out/$1.csv"
}

@test "manners: command lines, pages" {
	for report in hip_activity hip_api memory_copy; do
		manners_command_line ${REPORT}_$report
		diff <(${REPORT}_$report --help | grep -oE -- '--[a-z][a-z0-9_]*' | sort -u) \
			<(sed -n 's/^\.It.* Fl -\([a-z][a-z0-9_]*\).*/--\1/p' "$TOP/man/${REPORT}_$report.1" | sort -u)
		run -2 --separate-stderr ${REPORT}_$report
		[[ $stderr == "${REPORT}_$report: needs --trace_path TRACE. Try"* ]]
		run -2 ${REPORT}_$report --trace_path /no/such/file
		run -2 ${REPORT}_$report --trace_path run.json extra
		for option in output_md_path output_xlsx_path; do
			run -2 --separate-stderr ${REPORT}_$report --trace_path run.json --$option none/x
			[ "$stderr" = "${REPORT}_$report: cannot write none/x: there is no folder none" ] || fail "$stderr"
		done
		echo '{"traceEvents": []}' >none.json
		run -1 --separate-stderr ${REPORT}_$report --trace_path none.json
		[ "$stderr" = "${REPORT}_$report: none.json: no events" ]
		${REPORT}_$report --trace-path run.json --write_md --traceconv x 2>/dev/null
		[ "$(ls run_pftrace_* | wc -l)" -eq 2 ]
		grep -q '^| ' run_pftrace_*_report.md
		rm run_pftrace_*
	done
}

@test "hip_api: T = A + Q + K, and the signed queue time, by arithmetic on paper" {
	${REPORT}_hip_api --trace_path run.json --output_csvs_dir out
	diff -u - <(sheet api_kernel_summary | cut -f 1-7,11,16,17,18,21,25-28,33) <<-END
	$(tsv 'PID TID DevId Count QCount TAvg_ns TMed_ns AAvg_ns QAvg_ns QMed_ns QMin_ns KAvg_ns KStdDev_ns API~Name Kernel~Name QSignedAvg_ns WallAvg_ns' \
		'3 5 0 2 2 23500 23500 7000 1500 1500 0 15000 5000 hipLaunchKernel gemm.kd -500 21500' \
		'3 5 1 1 1 15000 15000 6000 4000 4000 4000 5000 0 hipModuleLaunchKernel loop_fusion_1 4000 15000')
	END
	${REPORT}_hip_api --trace_path run.json --output_csvs_dir out --allow_multi_kernel_per_api \
		--include_nonlaunch_apis --exclude_kernel_regex 'gemm'
	diff -u - <(sheet api_kernel_summary | cut -f 3-6,26,27) <<-END
	$(tsv 'DevId Count QCount TAvg_ns API~Name Kernel~Name' '0 1 1 15500 hipFree ncclDev' \
		'0 3 0 6333.33333333333 hipLaunchKernel -' \
		'1 1 1 15000 hipModuleLaunchKernel loop_fusion_1' '1 1 1 22000 hipModuleLaunchKernel loop_fusion_2')
	END
}

@test "hip_activity: kinds of work by unions, kernels, calls" {
	run -0 --separate-stderr ${REPORT}_hip_activity --trace_path run.json --output_csvs_dir out
	[[ $stderr == *": left out: 1 shorter than 5000 ns, 0.100 us together; --min_event_ns 0 counts them" ]]
	diff -u - <(sheet category_summary | awk -F '\t' '$3 > 0' | cut -f 1-4,6) <<-END
	$(tsv 'GPU~ID Category Total~runtime~(ms) Total~count Fraction~of~total~runtime' \
		'0 xla 0.011000 2 1' '0 compute_total 0.011000 0 1' '0 total_incl_comm 0.011000 0 1' \
		'1 gemm 0.030000 2 0.75' '1 rccl 0.010000 1 0.25' '1 overlapped_comm 0.005000 0 0.125' \
		'1 non_overlapped_comm 0.005000 0 0.125' '1 compute_total 0.030000 0 0.75' \
		'1 total_incl_comm 0.040000 0 1' 'Avg compute_total 0.0205000 0 0.875' \
		'Avg gemm 0.0150000 1 0.375' 'Avg non_overlapped_comm 0.0025000 0 0.0625' \
		'Avg overlapped_comm 0.0025000 0 0.0625' 'Avg rccl 0.0050000 0.5 0.125' \
		'Avg total_incl_comm 0.0255000 0 1' 'Avg xla 0.0055000 1 0.5')
	END
	diff -u - <(sheet kernel_summary | cut -f 1-4,9,11,12,16-18,24) <<-END
	$(tsv 'Time Total~Time Instances Avg GridXYZ VGPR AccumVGPR Name Time~% Total~Time~(ns) GridX' \
		'58.8% 30.000~μs 2 15.000~μs ~~~~512~~~~1~~~~1 8 0 gemm.kd 58.8235294117647 30000 512' \
		'11.8% 6.000~μs 1 6.000~μs ~~~~512~~~~1~~~~1 8 0 loop_fusion_2 11.7647058823529 6000 512' \
		'9.8% 5.000~μs 1 5.000~μs ~~~~512~~~~1~~~~1 8 0 loop_fusion_1 9.80392156862745 5000 512')
	END
	diff -u - <(sheet hip_summary | cut -f 2,3,8,9,11) <<-END
	$(tsv 'Total~Time Instances StdDev Name Total~Time~(ns)' '19.000~μs 3 1.886~μs hipLaunchKernel 19000' \
		'6.000~μs 1 0~ns hipModuleLaunchKernel 6000' '5.500~μs 1 0~ns hipFree 5500')
	END
	${REPORT}_hip_activity --trace_path run.json --output_csvs_dir few --merge_kernels --top_xla 1 \
		--no_hip_summary --kernel_summary_group name --kernel_summary_include_rccl --min_event_ns 0
	[ "$(csv2tsv few/xla_top.csv | sed 1d | cut -f 1-3)" = $'loop_fusion_\t0.011000\t2' ]
	[ "$(csv2tsv few/kernel_summary.csv | wc -l)" -eq 6 ]
	[ ! -e few/hip_summary.csv ]
}

@test "options: rows of a page, grouping, threads, files that are named" {
	${REPORT}_hip_activity --trace_path run.json --output_csvs_dir out --hip_summary_group name,op --kernel_summary_baseline compute \
		--hip-summary-top 1 --kernel_summary_top 2 --min_tid 5 --max_tid 5 --output_md_path page.md --output_xlsx_path book.xlsx 2>/dev/null
	[ "$(ls)" = "$(printf '%s\n' book.xlsx out page.md run.json)" ]
	# without the 10 us of rccl: 30 of 41 us
	[ "$(sheet kernel_summary | cut -f 1,16 | sed -n 2p)" = $'73.2%\tgemm.kd' ]
	sheet hip_summary | head -n 1 | cut -f 9-11 | grep -qx $'Op\tName\tTime %'
	sheet hip_summary >by_op
	${REPORT}_hip_activity --trace_path run.json --output_csvs_dir out --hip_summary_group name+op 2>/dev/null
	sheet hip_summary | diff by_op -
	rm by_op
	[ "$(sed -n '/^## kernel_summary/,/^## hip/p' page.md | grep -c '^| [0-9]')" -eq 2 ]
	[ "$(sed -n '/^## hip_summary/,$p' page.md | grep -c '^| [0-9]')" -eq 1 ]
	sed 's/"agent":/"agents":/g' run.json >agentless.json
	run -0 --separate-stderr ${REPORT}_hip_activity --trace_path agentless.json --output_csvs_dir empty
	[ "$stderr" = "${REPORT}_hip_activity: agentless.json: no event tells its agent, so none counts as work of a GPU" ]
	${REPORT}_hip_activity --trace_path run.json --output_csvs_dir few --no_kernel_summary 2>/dev/null
	[ -e few/hip_summary.csv ]
	[ ! -e few/kernel_summary.csv ]
	for thread in '--min_tid 6' '--max_tid 4' '--min_tid 5 --max_tid 4'; do
		# shellcheck disable=SC2086 # words
		run -1 --separate-stderr ${REPORT}_hip_activity --trace_path run.json --output_csvs_dir none $thread
		[ "$stderr" = "${REPORT}_hip_activity: run.json: no events of these threads: $thread" ] || fail "$stderr"
		[ ! -e none ]
	done
	for report in hip_api memory_copy; do
		${REPORT}_$report --trace_path run.json --output_md_path $report.md --output_xlsx_path $report.xlsx
		grep -q '^| ' $report.md
		[ -s $report.xlsx ]
	done
	for wrong in '--hip_summary_group pid' '--kernel_summary_baseline gemm' '--kernel_summary_group x' '--hip_summary_top 0'; do
		# shellcheck disable=SC2086 # words
		run -2 --separate-stderr ${REPORT}_hip_activity --trace_path run.json $wrong
		[[ $stderr == *"${wrong% *} takes "* ]] || fail "$stderr"
	done
}

# Of the two GPUs the one whose event comes first is 0. 10 us of rccl run beside 5 us of a
# gemm and 10 us of another: there both count.
@test "hip_activity --compat reference: its GPUs, its overlaps, its page" {
	sed '$d' run.json >more.json
	printf '%s,\n%s\n]}' "$(tail -n 1 run.json | sed 's/ *[]]}$//')" \
		'{"ph":"X","cat":"kernel_dispatch","name":"FmhaBwd_kernel_func","pid":3,"tid":5,"ts":1,"dur":1,"args":{"begin_ns":1700000000000040000,"delta_ns":10000,"corr_id":11,"agent":7}}' >>more.json
	${REPORT}_hip_activity --trace_path more.json --compat reference --output_csvs_dir out --output_md_path page.md 2>/dev/null
	sheet category_summary | awk -F '\t' '$2 ~ /overlapped/ { print $1, $2, $3 }' >got
	diff -u - got <<-'END'
		0 overlapped_comm 0.015000
		0 non_overlapped_comm -0.005000
		1 overlapped_comm 0.000000
		1 non_overlapped_comm 0.000000
		Avg non_overlapped_comm -0.0025000
		Avg overlapped_comm 0.0075000
	END
	sed -n '1,9p; /^## Top/,/^| `tiny/p; /^### HIP/,$p' page.md >got
	diff -u - got <<-'END'
		# ROCm Perfetto Trace Report

		- Agents (GPUs): 7, 4
		- Used FA v3 kernels detected: **1**

		## Category Summary (per GPU)
		| GPU ID   | Category            |   Total runtime (ms) |   Total count |   Fraction of compute runtime |   Fraction of total runtime |
		|:---------|:--------------------|---------------------:|--------------:|------------------------------:|----------------------------:|
		| 0        | xla                 |               0      |           0   |                        0      |                        0    |
		## Top XLA Kernels (by time)
		| Kernel | Total Time (ms) | Count | Fraction of XLA |
		|---|---:|---:|---:|
		| `loop_fusion_2` | 0.01 | 1 | 54.05% |
		| `loop_fusion_1` | 0.01 | 1 | 45.05% |
		| `tiny` | 0.00 | 1 | 0.90% |
		### HIP API Summary Table
		| Time   | Total Time   |   Instances | Avg      | Med      | Min      | Max      | StdDev   | Name                  |   Time % |   Total Time (ns) |   Avg (ns) |   Med (ns) |   Min (ns) |   Max (ns) |   StdDev (ns) |
		|:-------|:-------------|------------:|:---------|:---------|:---------|:---------|:---------|:----------------------|---------:|------------------:|-----------:|-----------:|-----------:|-----------:|--------------:|
		| 62.3%  | 19.000 μs    |           3 | 6.333 μs | 5.000 μs | 5.000 μs | 9.000 μs | 1.886 μs | hipLaunchKernel       |  62.2951 |             19000 |    6333.33 |       5000 |       5000 |       9000 |       1885.62 |
		| 19.7%  | 6.000 μs     |           1 | 6.000 μs | 6.000 μs | 6.000 μs | 6.000 μs | 0 ns     | hipModuleLaunchKernel |  19.6721 |              6000 |    6000    |       6000 |       6000 |       6000 |          0    |
		| 18.0%  | 5.500 μs     |           1 | 5.500 μs | 5.500 μs | 5.500 μs | 5.500 μs | 0 ns     | hipFree               |  18.0328 |              5500 |    5500    |       5500 |       5500 |       5500 |          0    |
	END
	run -2 ${REPORT}_hip_activity --trace_path run.json --compat other
}

@test "memory_copy: sizes, directions, rates" {
	${REPORT}_memory_copy --trace_path run.json --output_csvs_dir out
	diff -u - <(sheet memory_copy_by_copy_bytes) <<-END
	$(tsv 'copy_bytes direction count total_bytes total_time_us GB/s' '4096 h2d~(GPU~7) 2 8192 1.000 8.192')
	END
}

@test "equal to the published reports, from protobuf and from JSON" {
	published="$TOP/../shared/reference/tracelens/pftrace-synthetic-a"
	[ -d "$published" ] || skip "no folder of published reports"
	for trace in pfA.pftrace pfA.json; do
		for report in 'hip_activity --compat reference' hip_api memory_copy; do
			# shellcheck disable=SC2086 # words
			${REPORT}_$report --trace_path "$published/$trace" --output_csvs_dir out 2>/dev/null
		done
		for name in api_kernel_summary category_summary hip_summary kernel_summary memory_copy_by_copy_bytes xla_top; do
			columns=$(head -n 1 "$published/$name.csv" | tr , '\n' | wc -l)
			csv2tsv "$published/$name.csv" |
				awk -F '\t' -v OFS='\t' '{ for (i = 1; i <= NF; i++) if ($i ~ /^-?[0-9]+([.][0-9]+)?(e-?[0-9]+)?$/) $i = sprintf("%.5g", $i) } { print }' | sort >expected
			sheet $name | cut -f "1-$columns" |
				awk -F '\t' -v OFS='\t' '{ for (i = 1; i <= NF; i++) if ($i ~ /^-?[0-9]+([.][0-9]+)?(e-?[0-9]+)?$/) $i = sprintf("%.5g", $i) } { print }' | sort | diff -u expected - || fail "$trace $name"
		done
	done
}
