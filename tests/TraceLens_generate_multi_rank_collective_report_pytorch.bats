#!/usr/bin/env bats
load helper

REPORT=TraceLens_generate_multi_rank_collective_report_pytorch

# Traces of a made-up job of four ranks in the folder where the test stands.
setup() {
	cd "$BATS_TEST_TMPDIR" || return
	for r in 0 1 2 3; do
		awk -v rank=$r -v ranks=4 -v steps=2 -f "$TOP/tests/ranks.awk" >"rank${r}_trace.json"
	done
}

@test "manners: command line" {
	manners_command_line $REPORT
}

@test "manners: the page and --help agree" {
	manners_page $REPORT
}

@test "the examples of the page" {
	manners_examples $REPORT
}

@test "traces of different jobs are refused, by their names" {
	awk -v rank=1 -v ranks=8 -v steps=2 -f "$TOP/tests/ranks.awk" >rank1_trace.json
	run -2 $REPORT --trace_dir . --world_size 4 -d out
	assert_output --partial 'rank 0 (./rank0_trace.json) and rank 1 (./rank1_trace.json) are not from one job'
	[ ! -e out ]
}

@test "every sheet, with what formulas over the traces give" {
	$REPORT --trace_dir . --world_size 4 --all2allv_heatmap --output_csvs_dir=out
	[ "$(ls out | xargs)" = 'nccl_all2allv.csv nccl_all2allv_heatmap.csv nccl_implicit_sync.csv nccl_long.csv nccl_summary_all2allv.csv nccl_summary_implicit_sync.csv nccl_summary_long.csv straggler_summary.csv' ]
	run -0 python3 "$TOP/tests/collectives.py" compute rank?_trace.json -- out
	assert_output '68 cells'
	grep -c . out/nccl_long.csv | grep -qx 33
	diff -u - <(cut -d , -f 1-5 out/nccl_all2allv_heatmap.csv | sed -n '1,2p;$p') <<-'END'
	src_rank,dst_rank,total_sent_MB,avg_sent_MB,count
	0,0,0.0003814697265625,0.00019073486328125,2
	3,3,0.0026702880859375,0.00133514404296875,2
	END
	# by hand: rank 3 comes last in 2 of 4 all-rank and both half-rank collectives
	sed -n 2p out/straggler_summary.csv | cut -d , -f 1-4,7 | grep -qx '3,10.0,1.7,4,8'
}

@test "the files are found by folder, by pattern and by glob" {
	$REPORT --trace_dir . --world_size 4 -d one
	mkdir -p deep/a deep/b
	for r in 0 1 2 3; do
		gzip -c "rank${r}_trace.json" >"deep/a/run-rank-0$r.json.gz"
		cp "rank${r}_trace.json" "deep/b/x.rank$r.y.json"
	done
	touch deep/b/other.json
	$REPORT --trace_pattern 'deep/b/x.rank*.y.json' --world_size 4 -d two
	diff -r one two
	$REPORT --trace_glob 'deep/**/*.json.gz' --world_size 4 -d three --max_workers 2 \
		--rank_regex 'rank[\[\-_/]?(?P<rank>\d+)'
	diff -r one three
	$REPORT --trace_glob "$PWD/d*/**/*rank*" --world_size 4 -d four --use_multiprocessing
	diff -r one four
	$REPORT --trace_glob 'deep/*/*.y.json' --rank_regex '(x)[.](?:rank)(?P<rank>[\d])' --world_size 4 -d five
	diff -r one five
	cp rank0_trace.json deep/a/run-rank-9.json
	$REPORT --trace_glob 'deep/[!b]/run-rank-0[0-3].j?on*' --world_size 4 -d in_brackets
	diff -r one in_brackets
	gzip rank2_trace.json
	$REPORT --trace_dir ./ --world_size 4 -d six
	diff -r one six
}

@test "a workbook beside the traces; metrics that are asked for; nodes" {
	mkdir job
	mv rank*.json job
	$REPORT --trace_pattern 'job/rank*_trace.json' --world_size 4
	[ -s job/nccl_analysis_report.xlsx ]
	if command -v xlsx2tsv >/dev/null; then
		[ "$(xlsx2tsv --list job/nccl_analysis_report.xlsx | xargs)" = 'nccl_summary_implicit_sync nccl_summary_long nccl_summary_all2allv nccl_long nccl_implicit_sync nccl_all2allv straggler_summary' ]
	fi
	$REPORT --trace_pattern 'job/rank*_trace.json' --agg_metrics max std --gpus_per_node 2 \
		--detailed_analysis --world_size 4 -d out
	head -n 1 out/nccl_summary_implicit_sync.csv | grep -q ',comm_latency_max,comm_latency_std,skew'
	head -n 1 out/straggler_summary.csv | grep -q ',node_id$'
	[ "$(awk -F , '{ print $NF }' out/nccl_implicit_sync.csv | sort | uniq -c | awk '{ print $1, $2 }' | xargs)" = '4 inter_node 4 intra_node 1 node_span' ]
}

@test "what is wrong" {
	for options in '--world_size 4' '--trace_dir .' '--trace_dir . --trace_glob x --world_size 4' \
		'--trace_dir . --world_size 0' '--trace_pattern x --world_size 4' '--trace_pattern *x* --world_size 4' \
		'--trace_dir . --world_size 4 --agg_metrics mode' '--trace_dir . --world_size 4 --agg_metrics' \
		'--trace_dir . --world_size 4 more' '--trace_dir . --world_size'; do
		set -f
		run -2 $REPORT $options -d out
		set +f
		[ ! -e out ]
	done
	run -2 $REPORT --trace_dir . --world_size 6 -d out
	assert_output "$REPORT: no trace of rank 4, 5 in ./rank<N>_trace.json; --trace_pattern and --trace_glob find other names"
	run -2 $REPORT --trace_pattern './rank*_trace.json' --world_size 6 -d out
	assert_output "$REPORT: no trace of rank 4, 5"
	echo nonsense >rank2_trace.json
	run -2 $REPORT --trace_dir . --world_size 4 -d out
	assert_output --partial 'trace-extract: ./rank2_trace.json: '
	for r in 0 1; do
		echo '{"traceEvents": [{"ph": "X", "cat": "kernel", "name": "multimem_all_reduce_kernel", "ts": 1, "dur": 1, "pid": 0, "tid": 0, "args": {"correlation": 1}}]}' >"rank${r}_trace.json"
	done
	run -1 $REPORT --trace_dir . --world_size 2 -d out
	assert_output "$REPORT: no communication kernels in the traces"
}

@test "a damaged trace: what could be read, and status 3" {
	head -n 6 rank3_trace.json >cut
	mv cut rank3_trace.json
	run -3 $REPORT --trace_dir . --world_size 4 -d out
	[ -s out/straggler_summary.csv ]
}

@test "the reference: published summaries of traces that are not" {
	need_traces
	reference=${TRACE_UTILS_REFERENCE:-$TRACES/../reference}/tracelens/llama70b-fsdp-mi300
	[ -d "$reference" ] || skip "no reference tables"
	$REPORT --trace_dir . --world_size 4 --gpus_per_node 4 -d out
	run -0 python3 "$TOP/tests/collectives.py" formulas "$reference" out
	echo "# $output" >&3
}

@test "the reference: every cell" {
	need_traces
	reference=${TRACE_UTILS_REFERENCE:-$TRACES/../reference}/tracelens
	[ -d "$reference/synthetic-ranks-a" ] || skip "no reference tables"
	set -- dlrm-v100 "--trace_pattern $TRACES/dlrm-v100-rank*.json.gz --world_size 8" \
		nccl-a100-rank0of2 "--trace_pattern $TRACES/nccl-a100-rank*of2.json.gz --world_size 1" \
		synthetic-ranks-a "--trace_dir $reference/synthetic-ranks-a --world_size 4"
	while [ $# -gt 0 ]; do
		set -f
		$REPORT $2 -d "$1"
		set +f
		run -0 python3 "$TOP/tests/collectives.py" reference "$reference/$1/collectives" "$1"
		echo "# $1: $output compared" >&3
		shift 2
	done
}
