#!/usr/bin/env bats
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
}

# flex: two ranks on two clocks, at 500 MHz: preparations, kernels and a transfer. Counters
# start close to their end, and charge grows by 30 W.
flex() {
	awk 'function event(name, rank, tid, from, to, phase, rest,   i, at, stamps) {
			for (i = 1; i <= 5; i++) {
				at = i <= phase ? from : to
				stamps = stamps sprintf("\"TS%d\":\"%.0f\",", i, (4294960000 + at * 500) % 4294967296)
			}
			printf "%s{\"ph\":\"X\",\"name\":\"%s\",\"pid\":%d,\"tid\":%d,\"ts\":%d,\"dur\":%d,\"args\":{%s\"Power\":\"%.0f\"%s}}", \
				n++ ? ",\n" : "[", name, rank, tid, 1000 + from + rank * 777, to - from, stamps, ((phase == 4 ? from : to) * 1280 + 4294960000) % 4294967296, rest
		}
		BEGIN { for (rank = 0; rank < 2; rank++) for (i = 0; i < 5; i++) {
			event("add_" i " Cmpt Prep", rank, 77, i * 100 + 10, i * 100 + 20 + i, 2, "")
			event("add_" i " Cmpt Exec", rank, 78, i * 100 + 20, i * 100 + 50, 3, "")
			if (rank == 0)
				event("SenRdmaSend_" i " [sync=g_" i "_s0_r1_0] DmaO", 0, 79, i * 100 + 60, i * 100 + 70, 4, ",\"CollGroup\":\"g_" i "\",\"Peer\":\"1\"")
			else
				event("SenRDMAReceive_" i " [9B] [sync=g_" i "_s0_r1_0] DmaI", 1, 79, i * 100 + 55, i * 100 + 70, 1, ",\"CollGroup\":\"g_" i "\",\"Peer\":\"0\"")
		}
		print ",\n{\"ph\":\"X\",\"name\":\"Flex RoundTrip\",\"pid\":0,\"tid\":5,\"ts\":1000,\"dur\":900},"
		print "{\"ph\":\"X\",\"name\":\"other\",\"pid\":0,\"tid\":6,\"ts\":1100,\"dur\":900}]" }' >flex.json
}

# cells COLUMN=PATTERN COLUMNS [FILE]: these columns of the rows in which that one matches.
cells() {
	awk -F '\t' -v by="${1%%=*}" -v pattern="${1#*=}" -v want="$2" 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; n = split(want, w, " "); next }
		$c[by] ~ pattern { for (i = 1; i <= n; i++) printf "%s%s", $c[w[i]], i < n ? " " : "\n" }' "${3:-rows}"
}

# rows OPTION...: what acelyzer makes of flex.json, as trace-extract prints it.
rows() {
	acelyzer -D "${level:-0}" -i flex.json -o out.json "$@" && trace-extract -q -c all -a orig_name -a class out.json >rows
}

@test "command line: help, version, wrong usage" {
	run -0 --separate-stderr acelyzer --help
	[[ $output == "usage: acelyzer"* ]]
	run ! grep -E '.{81}' <<<"$output"
	run -0 acelyzer --version
	assert_output "acelyzer (trace-utils) $(cat "$TOP/VERSION")"
	echo '[]' >none.json
	for options in '' '--nothing' '-i' '-i none.json -C power' '-i none.json -D 5' '-i none.json -C power_ts3 power_ts4' '-i none.json x' \
		'-i none.json -O up' '-i none.json -f csv' '-i none.json --time_unit s' '-i none.json --max_tid_streams 0' '--version -i none.json' \
		'-i none.json -P' \
		'-i none.json --event_limit 7' '-i none.json --event_limit {far:1}'; do
		run -2 --separate-stderr acelyzer $options
		[[ $stderr == acelyzer:* ]] || fail "$options: $stderr"
		[ ! -e processed_trace.json ]
	done
	for options in '-i no*such.json' '-i none.json,no.json' '-i none.json --freq abc' '-i none.json --freq 560:x' '-i none.json --freq -500' \
		'-i none.json --freq 560:-800' '-i none.json --freq 0:800' '-i none.json --freq_scaling 2' \
		'-i none.json -P no.json' '-i none.json -P none.json'; do
		run -1 --separate-stderr acelyzer $options
		[[ $stderr == acelyzer:* ]] || fail "$options: $stderr"
	done
	run -0 acelyzer -i none.json
	[ -s processed_trace.json ] && [ -e processed_trace_summary.csv ]
	for file in processed_trace_*.csv; do [ "$(wc -l <"$file")" -eq 1 ]; done
	if command -v mandoc >/dev/null; then
		run -0 mandoc -T lint -W warning "$TOP/man/acelyzer.1"
	fi
}

@test "a trace of Flex: one clock, threads, names, classes, counters, statistics" {
	flex
	run -0 --separate-stderr acelyzer -iflex.json --power-stats
	[[ $stderr == *"FREQ: rank 0: 500.000000 MHz"* && $stderr == *"MP_SYNC: rank 1: 777.000 us ahead"* ]] || fail "$stderr"
	trace-extract -q -c all -a orig_name -a class -a Watts -a Concurrency processed_trace.json >rows
	diff <(cells ph=X 'ts_us dur_us name cat pid tid orig_name class' | grep -E '1 Cmpt|Send_1|Recv_1|other|Flex') - <<-'END'
	1000.000 900.000 Flex RoundTrip cpu_op 1000 1000  ROUNDTRIP_FLEX
	1100.000 900.000 other cpu_op 1000 1001  OTHER
	1120.000 30.000 add Cmpt Exec kernel 0 1100 add_1 Cmpt Exec COMPUTE_EXEC
	1120.000 30.000 add Cmpt Exec kernel 1 1100 add_1 Cmpt Exec COMPUTE_EXEC
	1155.000 15.000 SenRdmaRecv [9B] [sync=g_s0_r1] DmaI user_annotation 1 1200 SenRdmaRecv_1 [9B] [sync=g_1_s0_r1_0] DmaI MAIU_P2PRDMA_PROTOCOL_RECV_DATA
	1160.000 10.000 SenRdmaSend [sync=g_s0_r1] DmaO user_annotation 0 1200 SenRdmaSend_1 [sync=g_1_s0_r1_0] DmaO MAIU_P2PRDMA_PROTOCOL_SEND_DATA
	END
	[ "$(cells name=ConcurrentPreps concurrency | awk '{ s += $1 } END { print NR, s }')" = "20 10" ]
	[ "$(cells name=Power watts | awk '{ s += $1 } END { print NR, s }')" = "18 540" ] || fail "$(grep Power rows)"
	[ "$(cells ph=M name | wc -l)" -eq 9 ]
	diff processed_trace_summary.csv <(printf 'Time  \t Total Time\t Calls\t    Mean  \t  Median  \t    Min    \t   Max   \t   StDev  \t  pid\t Name \n'
		for r in 0 1; do printf '100.00\t    150.000\t     5\t   30.000\t   30.000\t   30.000\t   30.000\t    0.000\t    %s\t add_[N] Cmpt Exec\n' $r; done)
	[ "$(sed -n 2p processed_trace_active.csv | tr -d ' ')" = "$(tsv '150.000 430.000 1020.000 1450.000 34.88 0')" ]
	[ "$(sed -n 3p processed_trace_ts_analysis.csv | tr -d ' ' | cut -f 1,12-16,22)" = "$(tsv '5 15000.000 15000.000 15000.000 15000.000 0.000 1')" ]
	grep -q '^Rank 1: Power with kernels: min_non_zero=30.00W' processed_trace_power_stats.txt
}

@test "flags: what each changes" {
	flex
	rows --keep_names -t
	[ "$(cells 'name=^add_1 Cmpt Exec$' name | wc -l)" -eq 2 ]
	[ ! -e out_summary.csv ]
	rows --disable_tb
	grep -q 'add_1 Cmpt Exec' rows
	rows --keep_prep
	[ "$(grep -c 'Cmpt Prep' rows)" -eq 10 ]
	rows --drop_globals
	run ! grep -q 'Flex RoundTrip' rows
	rows -C prep_queue
	run ! grep -q '	Power' rows
	rows -C power_ts3
	run ! grep -q ConcurrentPreps rows
	grep -q '	Power' rows
	rows -F C
	[ "$(cells ph=. ph | sort -u)" = C ]
	rows --time_unit ms
	grep -q '"displayTimeUnit":"ms"' out.json
	rows --flow
	[ "$(cells 'ph=[sf]' ph | wc -l)" -eq 10 ]
	rows -M
	[ "$(cells name=Recv ts_us | head -n 1)" = 1832.000 ]
	rows -S
	[ "$(cells name=Recv ts_us | head -n 1)" = 1055.000 ]
	level=1 rows --freq 1000:1100 2>err
	[ "$(cells 'orig_name=^add_1 Cmpt Exec' dur_us | head -n 1)" = 15.000 ]
	grep -q 'FREQ: rank 0: --freq is not the rate of its counter; recommended: --freq=500.000000' err
	rows -s --freq 500:1
	[ "$(cells 'orig_name=^add_1 Cmpt Exec' dur_us | head -n 1)" = 29.999 ]
	rows --event_filter 'name:^add,args.Peer:^1$'
	[ "$(cells ph=X name | wc -l)" -eq 7 ]
	level=1 rows --event_filter 'name' 2>err
	grep -q 'FLTR: bad filter' err
	rows --event_limit '{"skip": 2, "count": 4, "ts_start": 1100.5, "no_count_types": "M"}'
	[ "$(cells ph=X name | grep -vc Prep)" -le 4 ]
	rows --max_tid_streams -1
	rows -O warn
	rows -O drop
	run ! grep -q other rows
	rows --disable_file
	rm out.json
	acelyzer -D 0 -i flex.json --disable_file -o none.json
	[ ! -e none.json ] && [ -e none_summary.csv ]
	acelyzer -D 0 -i flex.json --tb -o t.pt.trace.json
	for rank in 0 1; do grep -q '"traceEvents"' "t_worker_$rank.pt.trace.json"; done
	# Ranks are named in the order of their events, whatever awk there is.
	acelyzer -D 0 -i flex.json -o named.json && trace-extract -q -c all named.json >named
	diff <(awk -F '\t' '$3 == "process_name" && $7 < 1000 { print $7 }' named) \
		<(awk -F '\t' '$5 == "X" && $7 < 1000 && !seen[$7]++ { print $7 }' named)
	acelyzer -D 0 -i flex.json -f protobuf -o out.pftrace && trace-extract -q -c all out.pftrace | grep -q 'add Cmpt Exec'
	acelyzer -D 0 -i flex.json -f pddf -o out.txt && grep -q 'COMPUTE_EXEC' out.txt
	gzip flex.json && acelyzer -D 0 -i flex.json.gz -o packed.json && gzip -dc flex.json.gz | acelyzer -D 0 -i api://x -o piped.json
	diff <(sed 1,2d packed.json | grep -v jobname) <(sed 1,2d piped.json | grep -v jobname)
	run -0 --separate-stderr acelyzer -i flex.json.gz -T --disable_input_warnings --autopilot_data x -o x.json
	[ "$(grep -c 'has no effect' <<<"$stderr")" -eq 3 ]
}

# ideal: the log of the compiler for flex.json: kernels of 12 us.
ideal() {
	echo ' Ideal/Total Cycles '
	for i in 0 1 2 3 4; do echo "add_$i-opCatAdd 9600"; done
	echo '====== Perf Summary End ======'
}

@test "-c: ideal times of kernels, as arguments, counter, and by category" {
	flex
	ideal >log
	run -0 --separate-stderr acelyzer -i flex.json -c log --freq 500:800 -o out.json
	[[ $stderr == *"UTL: rank 1: PT utilization 40.00 % of 150.000 us with ideal times, 40.00 % of 150.000 us of all"* ]] || fail "$stderr"
	trace-extract -q -c all -a pt_active -a user_cat -a 'core used=used' -a Percent out.json >rows
	[ "$(cells name=Exec 'pt_active user_cat used' | sort | uniq -c | xargs)" = "10 0.400000 Add true" ]
	[ "$(cells 'name=PT Active' percent | awk '{ s += $1 } END { print NR, s }')" = "20 400" ]
	diff out_categories.csv <(echo Pid,Phase,Category,Kernel_Time,Frac_Time,Calls,Ideal_Time,Ideal_Cyc,Frac_Ideal,PT_Util
		for r in 0 1; do printf '%s\n' $r,UNKN,StcdpHbm,0.0,0.0,0,0.0,0,0.0,0.0 $r,UNKN,other,0.0,0.0,0,0.0,0,0.0,0.0 \
			$r,UNKN,Add,150.0,1.0,5,60.0,48000,1.0,0.4 $r,UNKN,Total,150.0,1.0,5,60.0,48000,1.0,0.4; done)
	[ "$(tail -n 1 out_categories_cycles.csv)" = 1,Total,75000,1.0,5,120000,48000,1.0,0.4 ]
	[ "$(tail -n 1 out_categories.txt | tr -s ' ')" = " 1 UNKN Total 150.0 1.0 5 60.0 48000 1.0 0.4" ]
	sed 's/9600/24000/' log >other
	rows --compiler_info log,other --freq 500:800
	[ "$(tail -n 1 out_categories_0.csv | cut -d , -f 8)$(tail -n 1 out_categories_1.csv | cut -d , -f 8)" = 48000120000 ]
	rows --compiler_log log -C prep_queue
	run ! grep -q 'PT Active' rows
	sed 's/9600/960000/' log >wrong
	run -0 --separate-stderr acelyzer -D 1 -i flex.json -c wrong --freq 500:800 -o out.json --report warnings
	[[ $stderr == *"UTL: kernel_nomatch: 10 kernels without a table"* ]] || fail "$stderr"
	grep -qx "$(tsv 'UTL 10 kernel_nomatch:~10~kernels~without~a~table~of~ideal~cycles')" warnings
	run -1 acelyzer -i flex.json -c nothing -o out.json
}

# chain RANKS: two calls of an all-reduce of 1000 bytes: each rank sends to the next one, and
# the last one to all. Transfers take 10 us, and are posted 100 us before; kernels end
# at 500 and 1500 us, on rank 1 a little later.
chain() {
	awk -v ranks="$1" 'function event(name, rank, from, to, rest,   i, stamps) {
			for (i = 1; i <= 5; i++)
				stamps = stamps sprintf("\"TS%d\":\"%d\",", i, (i == 1 || i <= 3 && name ~ / Exec/ || i <= 4 && name ~ /DmaO/ ? from : to) * 500)
			printf "%s{\"ph\":\"X\",\"name\":\"%s\",\"pid\":%d,\"tid\":%d,\"ts\":%d,\"dur\":%d,\"args\":{%s\"Power\":\"0\"%s}}", \
				n++ ? ",\n" : "[", name, rank, rank, from, to - from, stamps, rest
		}
		function transfer(call, from, to, at, tag, text,   rest) {
			rest = ",\"CollGroup\":\"AllReduce_all_reduce_" call "\",\"Bytes\":\"1000\",\"Peer\":\""
			event("SenRdmaSend_7 " text "[sync=" tag "] DmaO", from, at - 100, at, rest to "\"")
			event("SenRdmaReceive_7 [1000B] [sync=" tag "] DmaI", to, at - 100, at, rest from "\"")
		}
		BEGIN { for (call = 1; call < 3; call++) {
			at = call * 1000 - 500
			for (r = 0; r < ranks; r++)
				event("add_1 Cmpt Exec", r, at - 200, at + (r == 1))
			for (r = 0; r < ranks - 1; r++)
				transfer(call, r, r + 1, at + 10 * (r + 1), "g_s" r "_r" r + 1, "")
			for (r = 0; r < ranks - 1; r++)
				transfer(call, ranks - 1, r, at + 10 * (ranks + r), "g_s" ranks - 1 "_rall", "- Xseg to rank " r " ")
		}
		print "]" }' >chain.json
}

# told OPTION...: what acelyzer warns of, by code and count, with the first word of each.
told() {
	local status=0

	acelyzer -D 0 --report warnings -o out.json "$@" 2>/dev/null || status=$?
	sed 1d warnings | awk -F '\t' '{ sub(/ .*/, "", $3); print $1, $2, $3 }'
	return $status
}

@test "-R, coll_bw, bandwidth: the calls of collectives and their rates" {
	chain 4
	run -0 --separate-stderr acelyzer -D 1 -i chain.json -R --flow --tb -o out.json
	[ "$stderr" = "" ]
	[ "$(grep -c '"ph":"s"' out.json)" -eq 12 ]
	trace-extract -q -c all -a Coll_data_size=size -a CollGroup=group -a GBps=rate out.json >rows
	diff <(cells name=gloo 'ts_us dur_us pid tid size group'; cells name=Coll_B 'ts_us pid rate') - <<-'END'
	500.000 40.000 0 10000 6000 AllReduce_all_reduce_1
	501.000 49.000 1 10001 6000 AllReduce_all_reduce_1
	500.000 60.000 2 10002 6000 AllReduce_all_reduce_1
	500.000 60.000 3 10003 6000 AllReduce_all_reduce_1
	1500.000 40.000 0 10000 6000 AllReduce_all_reduce_2
	1501.000 49.000 1 10001 6000 AllReduce_all_reduce_2
	1500.000 60.000 2 10002 6000 AllReduce_all_reduce_2
	1500.000 60.000 3 10003 6000 AllReduce_all_reduce_2
	500.000 -1 0.100
	560.000 -1 0.000
	1500.000 -1 0.100
	1560.000 -1 0.000
	END
	[ "$(sed -n '1p;3p' out_stats_summary.csv | xargs)" = "pid,elapsed_time,comp_active_atime,comm_active_atime,comp_active_atime_perc,comm_active_atime_perc 1,1201.0,402.0,98.0,0.3347210657785179,0.08159866777685262" ] || fail "$(cat out_stats_summary.csv)"
	[ "$(grep -c gloo:all_reduce out_worker_3.pt.trace.json)" -eq 2 ]
	# kernels that are lost: of rank 2 before the second call, of rank 1 all
	for lost in '2,"tid":2,"ts":1300' '1,"tid":1,"ts":[13]*00'; do
		grep -v "Cmpt Exec\",\"pid\":$lost" chain.json >lost.json
		told -i lost.json -R | grep -E "^CBW [12] start:" | xargs
		cells name=Coll_B 'ts_us rate' <(trace-extract -q -c all -a GBps=rate out.json)
	done | diff - <(printf '%s\n' 'CBW 1 start:' '500.000 0.100' '560.000 0.000' 'CBW 2 start:')
	grep -v '"SenRdmaReceive_7 .1000B. .sync=g_s3_rall. DmaI","pid":0,"tid":0,"ts":440' chain.json >part.json
	run -0 --separate-stderr acelyzer -D 1 -i part.json -M -C coll_bw bandwidth -o out.json
	[[ $stderr == "acelyzer: FLOW: incomplete: 1 collectives have sends or receives without the other side"* ]] || fail "$stderr"
	trace-extract -q -c all -a 'Unit GBps=rate' -a MB/s=copied out.json >rows
	diff <(cells 'name=BW a' 'ts_us name rate') <(printf '%s\n' '1501.000 BW allreduce 0.017' '1560.000 BW allreduce 0.000' '1501.000 BW all-pcie 0.102' '1560.000 BW all-pcie 0.000')
	[ "$(cells 'name=BW DmaI' 'pid ts_us copied' | grep '^1' | head -n 4 | xargs)" = '1 410.000 10.000 1 450.000 20.000 1 510.000 10.000 1 550.000 0.000' ]
}

@test "-P, -I, -V: stages, the tables behind them, and counting only" {
	flex
	rows -I
	cp rows all && [ "$(echo out_*.tsv)" = "out_01_ingestion.tsv out_02_normalize_phase1.tsv out_03_cycle_count_to_wallclock.tsv out_04_mp_sync_tight_v1.tsv out_05_sort_events.tsv out_06_detect_partial_overlap_events.tsv out_07_processing_filter.tsv" ]
	rows -P default.json
	diff rows all
	echo '{}' >p
	rows --profile p
	diff rows all
	sed 's/"\(queueing_counter\|verify\)": true/"\1": false/' "$TOP/scripts/report/aiu/everything.json" >p
	rows -P p
	run ! grep -q ConcurrentPreps rows
	echo '{"stages": [{"sort_events#2": true}, {"calculate_stats": true}]}' >p
	rm -f out_summary.csv
	rows -P p
	[ -e out_summary.csv ] && run ! grep -qE 'Power|ConcurrentPreps' rows
	grep -q 'add_1 Cmpt Exec' rows
	rows -P torch_minimal.json
	[ "$(cells name=Recv ts_us | head -n 1)" = 1832.000 ]
	echo '{"stages": [{"nothing": true}]}' >p
	run -1 --separate-stderr acelyzer -i flex.json -P p
	[ "$stderr" = "acelyzer: p: unknown: nothing" ]
	for stages in '[{"sort_events": true, "verify": true}]' '[{"sort_events": 1}]' '[{"verify": true}, {"normalize_phase1": true}]' \
		'[{"sort_events#9": true}]'; do
		run -1 awk -f "$TOP/scripts/report/aiu/left_out_stages.awk" "$TOP/scripts/report/aiu/everything.json" <(echo "{\"stages\": $stages}")
	done
	sed -i 's/,$/,{"name":"t","ph":"t","pid":0,"tid":0,"ts":2},/; 3,$s/{"name":"t"[^}]*},//' flex.json
	run -0 --separate-stderr acelyzer -i flex.json -V -o out.json
	[[ $stderr == *"VERIFY: 2 of "*" events have other phases"* ]] || fail "$stderr"
	cells name=Recv ts_us <(trace-extract -q -c all out.json) | head -n 1 | grep -qx 1832.000
}

@test "-P: an option does nothing if its stage does not run" {
	flex
	while read -r stage option; do
		sed "s/\"$stage\": true/\"$stage\": false/" "$TOP/scripts/report/aiu/everything.json" >without
		grep -q "\"$stage\": false" without
		rows -P without
		mv rows plain
		rows -P without $option
		diff rows plain || fail "$stage, $option"
	done <<-END
		frequency_align_apply --flex_ts_fix
		tripple_phased_events -s
		drop_global_events --drop_globals
		communication_event_apply --comm_summarize_seq
		processing_filter -F C
	END
	sed '/compute_utilization/s/true/false/' "$TOP/scripts/report/aiu/everything.json" >without
	rows -P without -c no-such-log
	rows -P everything.json -F C
	run ! grep -q 'Cmpt Exec' rows
}

@test "--comm_summarize_seq, --ignore_crit, -k, power_ts3" {
	echo '[{"name":"SenRdmaSend_7 - Set BcList [sync=g] DmaO","ph":"X","pid":2,"tid":1,"ts":100,"dur":3,"args":{"TS1":"1","TS2":"1","TS3":"1","TS4":"1","TS5":"1","Peers":"0,1"}},
		{"name":"SenRdmaSend_7 - Xseg to rank 1 [sync=g] DmaO","ph":"X","pid":2,"tid":1,"ts":105,"dur":9.5,"args":{"TS1":"1","TS2":"1","TS3":"1","TS4":"1","TS5":"1","Peer":"3"}},
		{"name":"SenRdmaSend_77 [sync=g] DmaO","ph":"X","pid":2,"tid":1,"ts":120,"dur":1,"args":{"TS1":"1","TS2":"1","TS3":"1","TS4":"1","TS5":"1"}},
		{"name":"k Cmpt Exec","ph":"X","pid":2,"tid":2,"ts":130,"dur":1,"args":{"TS1":"9","TS2":"8","TS3":"7","TS4":"1","TS5":"1"}}]' >send.json
	run -0 --separate-stderr acelyzer -D 0 -i send.json --keep_names --comm_summarize_seq --ignore_crit -o out.json
	[[ $stderr == *"OVC: 1 events have stamps out of order"* ]] || fail "$stderr"
	cells name=Sen 'ts_us dur_us name peers' <(trace-extract -q -c all -a Peers out.json) |
		diff - <(printf '%s\n' '103.000 11.500 SenRdmaSend_7 0,1,3' '121.000 0.000 SenRdmaSend_77 [sync=g] DmaO ')
	run -3 acelyzer -D 0 -i send.json -o out.json
	flex
	rows -C power_ts3
	[ "$(cells name=^Power name | sort | uniq -c | xargs)" = "10 Power Cmpt Exec 4 Power DmaI 4 Power DmaO" ] ||
		fail "$(cells name=^Power name)"
	rows -k
	cells 'name=^Power$' pid | sort | uniq -c | xargs | grep -qx '9 0 4 1'
}

@test "torch: arrows from launches, bandwidth of transfers; warnings and iterations" {
	event() { printf '%s{"ph":"%s","name":"%s","cat":"%s","pid":%s,"tid":%s,"ts":%s%s}' "$@"; }
	{
		printf '{"deviceProperties":[{"id":0}],"distributedInfo":{"rank":%s},"traceEvents":[' 1
		event '' X aiuLaunchControlBlocks cuda_runtime 4 4 1 ',"dur":2,"args":{"correlation":7}'
		event , s ac2g ac2g 4 4 1 ',"id":7'
		event , X 'Memcpy (HtoD)' gpu_memcpy 0 7 2 ',"dur":1,"args":{"correlation":7,"memory bandwidth (GB/s)":2.5}'
		event , X k_1 kernel 0 7 4 ',"dur":5,"args":{"correlation":7}'
		event , X k_2 kernel 0 7 10 ',"dur":50,"args":{"correlation":7}'
		event , X aiuScheduleWait cuda_runtime 4 4 3 ',"dur":8,"args":{"correlation":7}'
		echo ']}'
	} >torch.json
	run -0 --separate-stderr acelyzer -D 1 -i torch.json -o out.json
	[ "$stderr" = "acelyzer: FLOWS: 1 kernel ends after the wait for them" ]
	trace-extract -q -c all -a 'GB/s=rate' out.json >rows
	cells 'ph=[sf]' 'ph id ts_us pid tid' | sort |
		diff - <(printf '%s\n' 'f 10 11.000 4 4' 'f 8 4.000 1 7' 'f 9 10.000 1 7' 's 10 8.999 1 7' 's 7 1.000 4 4' 's 8 1.000 4 4' 's 9 1.000 4 4')
	[ "$(cells name=TransferBW 'ts_us pid rate' | xargs)" = "2.000 1 2.5 3.000 1 0" ]
	sed 's/"ph":"s","name":"ac2g","cat":"ac2g","pid":4,"tid":4,"ts":1/"ph":"s","name":"ac2g","cat":"ac2g","pid":4,"tid":4,"ts":5/' torch.json >late.json
	run -0 --separate-stderr acelyzer -D 1 -i late.json -o out.json
	[[ $stderr == *"FLOWS: 1 kernel starts before its launch, and gets no arrow from it"* ]] || fail "$stderr"
	[ "$(grep -c '"ph":"f"' out.json)" -eq 2 ]
	flex
	sed 's/"dur":30,/"dur":0,/' flex.json >zero.json
	run -0 --separate-stderr acelyzer -D 1 -i zero.json -M -o out.json
	[[ $stderr == *"Ingestion: zero_duration: 10 events"* ]] || fail "$stderr"
}

@test "warnings: jobs and their round trips, arrows backward, launches, logs, anchors of Flex and PyTorch" {
	job() { # FILE START OF-DEVICE: a round trip of 100 us, and a kernel
		printf '[{"name":"AIU Roundtrip","ph":"X","pid":0,"tid":1,"ts":%s,"dur":100},{"name":"k Cmpt Exec","ph":"X","pid":0,"tid":2,"ts":%s,"dur":%s,
			"args":{"TS1":"1","TS2":"1","TS3":"1000","TS4":"6000","TS5":"6000"}}]' "$2" "$3" "$4" >"$1"
	}
	job job_1.json 1000 1010 10
	job job_2.json 1050 7000 10
	job job_3.json 9000 9010 200
	run -0 --separate-stderr acelyzer -D 1 -i 'job_*.json' --freq 500:1 --flex_ts_fix --report warnings -o out.json
	diff <(cut -f 1,2 warnings) <(tsv 'code count' 'FREQ 3' 'FREQ 1' 'FREQ 1' 'FREQ 1' 'FREQ 1' 'TS_SEQUENCE 2')
	for text in 'the device events of job_3.json take longer than its round trip, and are not moved' '1 jobs are outside their round trip, and are moved into it' \
		'1 pairs of jobs of one rank overlap'; do grep -q "FREQ: $text" <<<"$stderr" || fail "$stderr"; done
	chain 3
	sed 's/"pid":1,"tid":1,"ts":\([0-9]*\),/"pid":1,"tid":1,"ts":-\1,/' chain.json >back.json
	acelyzer -D 1 -i back.json -M --flow --freq 500:1 -C power_ts4 -o out.json 2>err
	grep -qx 'acelyzer: FLOW: 4 receives end before their send starts, and get no arrow: rank 0 to 1 by [0-9.]* us, 2 to 1 by [0-9.]* us' err || grep -qx 'acelyzer: FLOW: 4 receives end before their send starts, and get no arrow: rank 2 to 1 by [0-9.]* us, 0 to 1 by [0-9.]* us' err || fail "$(cat err)"
	[ "$(grep -c '"ph":"s"' out.json)" -eq 4 ]
	flex
	{ echo 'Ideal Clock Scaling: 2'; ideal; ideal | sed 's/9600/9000/'; } >log
	acelyzer -D 1 -i flex.json -c log --freq 500:800 -o out.json 2>err
	grep -q 'UTL: .*clock scaling has no effect' err || fail "$(cat err)"
	awk 'BEGIN { split("100.5 101.5 102.45 103.3", end, " ")
		for (i = 1; i < 5; i++) printf "%s{\"name\":\"Flex RoundTrip\",\"ph\":\"X\",\"pid\":3,\"tid\":1,\"ts\":%.3f,\"dur\":0.4}", (i > 1 ? "," : "["), end[i] - 0.4
		print "]" }' >flex.json
	awk 'BEGIN { split(".6 1.6 2.5 3.4", end, " ")
		printf "{\"deviceProperties\":[{\"id\":0}],\"distributedInfo\":{\"rank\":0},\"traceEvents\":["
		for (i = 1; i < 5; i++) printf "%s{\"name\":\"<built-in method Predict of PyCapsule object at 0x7f>\",\"cat\":\"cpu_op\",\"ph\":\"X\",\"pid\":7,\"tid\":1,\"ts\":%.3f,\"dur\":0.5}", (i > 1 ? "," : ""), end[i] - 0.5
		print ",{\"name\":\"Torch-Compiled Region: 0\",\"cat\":\"cpu_op\",\"ph\":\"X\",\"pid\":7,\"tid\":1,\"ts\":0,\"dur\":9}]}" }' >torch.json
	run -0 --separate-stderr acelyzer -D 1 --anchor -i flex.json,torch.json -o out.json
	[ "$stderr" = "" ]
	[ "$(cells 'name=Flex RoundTrip' ts_us <(trace-extract -q -c all out.json) | xargs)" = "0.150 1.150 2.100 2.950" ]
	sed 's/,{.*/]/' flex.json >one.json
	run -0 --separate-stderr acelyzer -D 1 --anchor -i one.json,torch.json -o out.json
	[ "$stderr" = "acelyzer: ANCHOR: 3 anchors of rank 3 have no partner: there are 1 Flex RoundTrips, and 4 of PyTorch" ]
	sed 's/"pid":3/"pid":12/' one.json >other.json
	for order in 3,12:one.json,other.json 12,3:other.json,one.json; do
		run -0 --separate-stderr acelyzer -D 1 --anchor -i "${order#*:},torch.json" -o out.json
		[ "$(grep -o 'of rank [0-9]*' <<<"$stderr" | tr -dc '0-9\n' | paste -sd ,)" = "${order%:*}" ] || fail "$stderr"
	done
}

@test "warnings: negative durations, single rates, phases in odd places, tables, requests without a number, epochs" {
	flex
	{ echo '[{"name":"x","ph":"X","pid":0,"tid":7,"ts":1,"dur":-2},{"name":"x","ph":"B","pid":0,"tid":7,"ts":5},{"name":"x","ph":"E","pid":0,"tid":7,"ts":4},'
		echo '{"name":"x","ph":"E","pid":0,"tid":7,"ts":4},'; sed '1s/^.//' flex.json; } >negative.json
	run -3 told -i negative.json
	assert_line --index 0 'Ingestion 1 lost:'
	assert_line --index 1 'Ingestion 2 negative_duration:'
	# negative ones alone are dropped, as by the classic program
	sed '2s/^{[^}]*},//' negative.json >dropped.json
	run -0 told -i dropped.json
	assert_line 'Ingestion 2 negative_duration:'
	# a kernel of 30 us in 20, at the same end
	sed 's/\(add_3 Cmpt Exec","pid":0.*\)"ts":1320,"dur":30/\1"ts":1330,"dur":20/' flex.json >range.json
	told -i range.json | grep -qx 'FREQ 5 range:' || fail "$(cat warnings)"
	grep -q '500.00 to 750.00 MHz.*mean 550.00' warnings
	told -i flex.json >quiet
	run ! grep -E 'range|CAT|OVC|COMMGROUP|tables|negative' quiet
	sed 's/add_3 Cmpt Exec/add_3 Cmpt Exec again/' flex.json >odd.json
	told -i odd.json | grep -qx 'CAT 2 flex_mismatch:' || fail "$(cat warnings)"
	sed '/add_3 Cmpt Exec/s/"TS[0-9]":"[0-9]*",//g' flex.json >bare.json
	told -i bare.json | grep -qx 'Ingestion 2 no_counters:' || fail "$(cat warnings)"
	{ ideal; ideal; ideal | sed 's/9600/9700/'; } >log
	told -i flex.json -c log --freq 500:800 | grep -qx 'UTL 3 tables:' || fail "$(cat warnings)"
	grep -q '3 tables of ideal cycles, 2 of them unlike' warnings
	sed 's/SenRdmaSend_3 \[sync=[^]]*]/SenRdmaSend [sync=g]/' flex.json >plain.json
	told -i plain.json --comm_summarize_seq | grep -qx 'COMMGROUP 1 1' || fail "$(cat warnings)"
	# what ran before the counter wrapped around stands behind what ran after it
	awk '{ sub(/,$/, ""); sub(/^\[/, ""); sub(/]$/, ""); print }' flex.json | tac | awk '{ printf "%s%s", (NR > 1 ? ",\n" : "["), $0 } END { print "]" }' >tac.json
	told -i tac.json >tac
	[ "$(grep -cx 'OVC 1 epoch_start:' tac)" -eq 2 ] || fail "$(cat warnings)"
	diff <(acelyzer -D 0 -i tac.json -o a.json; cells ph=X 'ts_us dur_us orig_name' <(trace-extract -q -c all -a orig_name a.json) | sort) \
		<(acelyzer -D 0 -i flex.json -o a.json; cells ph=X 'ts_us dur_us orig_name' <(trace-extract -q -c all -a orig_name a.json) | sort)
}

@test "a stage that fails in a pipe ends it, and nothing is written" {
	flex
	mkdir bin
	ln -s "$TRACE_UTILS_BUILD"/bin/trace-* bin
	cp "$TRACE_UTILS_BUILD/bin/acelyzer" bin
	mkdir -p share/trace-utils
	ln -s "$TOP/scripts/report" share/trace-utils
	rm bin/trace-merge
	printf '#!/bin/sh\n"%s/bin/trace-merge" "$@" | head -n 3\nexit 2\n' "$TRACE_UTILS_BUILD" >bin/trace-merge
	chmod +x bin/trace-merge
	run -2 bin/acelyzer -i flex.json -o out.json
	run -2 bin/acelyzer -i flex.json -o out.json --event_limit '{"count": 5}'
	[ ! -e out.json ]
}

@test "inputs that are damaged or odd: a result or a message" {
	echo '{"traceEvents":[{"name":"a","ph":"X","pid":0,"tid":0,"ts":1,"dur":3}],"otherData":{"Application":"Acelyzer"}}' >again.json
	run -0 --separate-stderr acelyzer -i again.json -o out.json
	[[ $stderr == *"was written by acelyzer"* ]]
	flex
	sed '/add_1 Cmpt Exec/s/"Power":"[0-9]*"/"Power":"abc"/' flex.json >word.json
	run -2 --separate-stderr acelyzer -D 1 -i word.json -o no.json
	[ "$stderr" = "acelyzer: word.json: trace-counter: samples:6: power is not a whole number: abc" ] || fail "$stderr"
	: >empty.json
	run -2 --separate-stderr acelyzer -D 0 -i flex.json,empty.json -o none/no.json
	[ "$stderr" = "acelyzer: cannot write none/no.json: there is no folder none" ] || fail "$stderr"
	run -2 --separate-stderr acelyzer -i empty.json -o no.json
	[[ $stderr == *"empty.json: it is empty"* && ! -e no.json ]]
	echo '{"traceEvents":[' >cut.json
	run -3 acelyzer -i cut.json -o out.json
	echo '[{"name":"a","ph":"X","pid":"host 1","tid":"thr","ts":1,"dur":3},{"name":"c","ph":"X","pid":0,"ts":2,"dur":1},
		{"name":"n","ph":"n","pid":0,"tid":0,"ts":2,"id":1},{"name":"t","ph":"t","pid":0,"tid":0,"ts":2,"id":1}]' >odd.json
	run -0 acelyzer -D 1 -i odd.json -o out.json
	[ "$(cells 'ph=[Xnt]' 'name pid' <(trace-extract -q -c all out.json) | xargs)" = 'a host 1 c 1000 n 0 t 0' ]
	echo '[{"name":"k Cmpt Exec","ph":"X","pid":0,"tid":0,"ts":100,"dur":3,"args":{"TS1":"10","TS2":"5","TS3":"4","TS4":"3","TS5":"9"}}]' >wrap.json
	sed 's/"TS1":"10"/"TS1":1e400/' wrap.json >endless.json
	run -3 --separate-stderr acelyzer -i endless.json -o out.json
	[[ $stderr != *trace-* ]] || fail "$stderr"
	run -3 --separate-stderr acelyzer -i wrap.json -o out.json
	[[ $stderr == *"OVC: 1 events have stamps out of order"* ]]
	[ "$(cells name=k 'ts_us dur_us' <(trace-extract -q out.json))" = "100.000 3.000" ]
}

# expected FILE: a table of the reference, as cells prints.
expected() {
	sed 1d "$syn/expected/$1" | tr '\t' ' '
}

# near TOLERANCE: are the lines of two files, side by side, the same but for numbers so close?
near() { # TOLERANCE A B
	paste -d '\n' "$2" "$3" | awk -v most="$1" 'NR % 2 { n = split($0, a, /[ ,\t]+/); next }
		{ m = split($0, b, /[ ,\t]+/); bad = m != n
			for (i = 1; i <= n; i++) if (a[i] != b[i]) { d = a[i] - b[i]; if (d < 0) d = -d; if (a[i] !~ /^-?[0-9.]+$/ || b[i] !~ /^-?[0-9.]+$/ || d > most * 1.0001) bad = 1 }
			if (bad) { print "line " NR / 2 ": " $0; failed = 1 } }
		END { exit failed || NR < 2 }'
}

# extract COLUMNS-OF-ARGS...: the rows of out.json.
extract() {
	trace-extract -q -c all "$@" out.json >rows
}

@test "the classic's own traces, and known truth" {
	syn=$TRACE_UTILS_TRACES/../reference/aiu/syn
	[ -d "$syn" ] || skip "no reference"
	ref=$syn/../ref
	set -- -D 0 --freq 560:800 -o out.json --keep_names
	for case in util spyre; do
		input="$syn/util/job_*.json"
		[ $case = util ] || input=$syn/spyre/trace.json
		log=$syn/util/compile.log
		[ $case = util ] || log=$syn/spyre
		acelyzer "$@" -i "$input" -c "$log"
		near 1e-6 out_categories.csv "$syn/expected/${case}_categories.csv"
		extract -a pt_active -a user_cat -a Percent
		if [ $case = util ]; then
			cells 'name=Exec$' 'ts_us dur_us name pt_active' | sed 's/ $/ 0.000000/' >pt
		else
			cells name=^mm 'ts_us dur_us name pt_active user_cat' | sed 's/mm_[0-9]*/mm/' >pt
		fi
		near 0.001 pt <(expected ${case}_pt.tsv)
		[ $case = spyre ] || {
			near 0.001 <(cells 'name=PT Active' 'ts_us percent') <(expected util_counter.tsv)
			diff out_summary.csv "$syn/expected/util_summary.txt"
			diff out_active.csv "$syn/expected/util_active.txt"
		}
	done
	for rank in 0 1; do
		acelyzer "$@" -i "$syn/torch/rank$rank.json"
		extract -a 'GB/s=rate'
		diff <(cells 'ph=[sf]' 'ph id ts_us pid tid' | sort) <(expected torch_rank${rank}_flows.tsv | sort)
		[ $rank -eq 1 ] || near 0 <(cells name=TransferBW 'ts_us rate') <(expected torch_rank0_bw.tsv)
	done
	for case in 'drift/job_*' power/power; do acelyzer -i "$syn/$case.json" -o out.json 2>&1; done | sed -n 's/.*ITER: rank 0: \([0-9]*\) .*time \(.*\) us/\1 \2/p' |
		diff - <(expected iteration.tsv | cut -d ' ' -f 3,4)
	acelyzer "$@" -i "$syn/power/power.json" --power-stats
	diff out_power_stats.txt "$syn/expected/power_stats.txt"
	extract -a Watts
	near 0.001 <(cells name=Power 'ts_us watts') <(expected power.tsv)
	acelyzer "$@" -i "$syn/power/power.json" -s
	extract
	near 0.001 <(cells ph=X 'ts_us dur_us name' | sort) <(expected split.tsv | sort)
	acelyzer "$@" -i "$syn/preps/preps.json"
	extract -a Concurrency
	diff <(cells name=ConcurrentPreps 'ts_us concurrency') <(sed 1d "$syn/preps/truth.tsv" | tr '\t' ' ')
	acelyzer "$@" -i "$syn/tsfix/job_*.json" --flex_ts_fix
	extract -a jobname -a ts_adj
	near 0 <(cells name=Exec 'jobname ts_adj' | sort -u | sed 's/ $/ 0.000/') <(expected tsfix.tsv)
	for mode in tid drop warn; do
		acelyzer "$@" -i "$syn/lanes/lanes.json" -O $mode
		extract
		diff <(cells ph=X 'ts_us dur_us name tid' | sed 's/ 100\([0-9]\)$/ \1/' | sort) <(expected lanes_$mode.tsv | sort)
	done
	acelyzer "$@" -i "$syn/lanes/lanes.json" --event_limit '{"skip":5,"count":20,"ts_start":300,"ts_end":900}'
	extract
	diff <(cells ph=X name | sort) <(expected limit.tsv | sort)
	acelyzer "$@" -i "$syn/lanes/lanes.json" --event_filter 'name:^e3_,args.i:^1'
	extract
	diff <(cells ph=X name | sort) <(expected filter.tsv | sort)
	acelyzer "$@" -i "$syn/shift/shift.json" -O shift
	extract -a orig_ts -a orig_dur
	near 0.001 <(cells ph=X 'name ts_us dur_us orig_ts orig_dur') <(expected shift.tsv)
	acelyzer --freq 1000:1100 -i "$ref/basic_event_test_cases.json" --keep_names -o out.json
	extract
	diff <(cells ph=X 'ts_us dur_us name tid' | sort) <(sed 1d "$ref/expected/basic_lanes.tsv" | tr '\t' ' ' | sort)
}

@test "the classic's ranks: clocks, arrows, requests, statistics" {
	syn=$TRACE_UTILS_TRACES/../reference/aiu/syn
	[ -d "$syn" ] || skip "no reference"
	ref=$syn/../ref
	arrows() { # arrows from rank to rank, with their tags; and those that end before they start
		cells 'ph=[sf]' 'id ph ts_us pid name' | awk '$2 == "s" { s[$1] = $3; p[$1] = $4 } $2 == "f" { f[$1] = $3; to[$1] = $4 "\t" $5 }
			END { for (i in f) { if (f[i] < s[i]) print "late"; print p[i] "\t" to[i] } }' | sort
	}
	offsets() { # what acelyzer said of clocks
		sed -n 's/.*MP_SYNC: rank \(.*\): \(.*\) us ahead, residual at most \(.*\) us/\1 \2 \3/p' said
	}
	acelyzer -i "$syn/sync/r*.json" --freq 557.1:800 --flow --keep_names -S -o out.json 2>said
	extract
	diff <(arrows) <(sed 1d "$syn/expected/sync_flows.tsv" | awk '{ print $2 "\t" $3 "\t" $1 }' | sort)
	near 0.3 <(offsets | cut -d ' ' -f 1,2) <(expected sync_offsets.tsv | cut -d ' ' -f 1,2)
	acelyzer -D 0 --freq 557.1:800 --keep_names --comm_summarize_seq -i "$syn/sync/r*.json" -o out.json
	extract -a Peers
	near 0.001 <(cells name=SenRdma 'pid name dur_us peers' | sort) <(expected commseq.tsv | sort)
	acelyzer -i "$ref/allreduce_tp4.json" --flow --tb -R -o out.json 2>said
	extract -a Coll_data_size=size
	diff <(arrows) <(sed 1d "$ref/expected/tp4_flows.tsv" | sort)
	near 0.001 <(offsets | cut -d ' ' -f 1,2) <(sed 1d "$ref/expected/tp4_offsets.tsv" | cut -f 1,2)
	[ "$(offsets | awk '{ if ($3 > most) most = $3 } END { print most }')" = 0.658 ]
	[ "$(cells name=gloo 'size pid' | xargs)" = '3145728 0 3145728 1 3145728 2 3145728 3' ]
	for rank in 0 1 2 3; do grep -q gloo:all_reduce "out_worker_$rank.pt.trace.json"; done
	trace-extract -q --whole -c all "$ref/allreduce_tp4.json" >all
	for rank in 0 1 2 3; do trace-cut -s "pid=^$rank$" all | trace-json -o "rank_$rank.json"; done
	acelyzer -D 0 -i 'rank_*.json' -M --freq 560:1100 -o out.json
	for file in summary active ts_analysis; do
		near 0.001 "out_$file.csv" "$ref/expected/tp4_split_$file.txt"
	done
}
