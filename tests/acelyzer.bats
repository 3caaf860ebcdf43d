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

# rows OPTION...: what acelyzer makes of flex.json, as trace-extract prints it.
rows() {
	acelyzer -D 0 -i flex.json -o out.json "$@" && trace-extract -q -c all -a orig_name -a class out.json >rows
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
		'-i none.json -P' '-i none.json -R' \
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
	diff <(awk -F '\t' '$5 == "X" && /1 Cmpt|Send_1|Recv_1|other|Flex/ { print $1, $2, $3, $4, $7, $8, $13, $14 }' rows) - <<-'END'
	1000.000 900.000 Flex RoundTrip cpu_op 1000 1000  ROUNDTRIP_FLEX
	1100.000 900.000 other cpu_op 1000 1001  OTHER
	1120.000 30.000 add Cmpt Exec kernel 0 1100 add_1 Cmpt Exec COMPUTE_EXEC
	1120.000 30.000 add Cmpt Exec kernel 1 1100 add_1 Cmpt Exec COMPUTE_EXEC
	1155.000 15.000 SenRdmaRecv [9B] [sync=g_s0_r1] DmaI user_annotation 1 1200 SenRdmaRecv_1 [9B] [sync=g_1_s0_r1_0] DmaI MAIU_P2PRDMA_PROTOCOL_RECV_DATA
	1160.000 10.000 SenRdmaSend [sync=g_s0_r1] DmaO user_annotation 0 1200 SenRdmaSend_1 [sync=g_1_s0_r1_0] DmaO MAIU_P2PRDMA_PROTOCOL_SEND_DATA
	END
	[ "$(awk -F '\t' '$3 == "ConcurrentPreps" { n++; s += $16 } END { print n, s }' rows)" = "20 10" ]
	[ "$(awk -F '\t' '$3 == "Power" { n++; s += $15 } END { print n, s }' rows)" = "18 540" ] || fail "$(grep Power rows)"
	[ "$(awk -F '\t' '$5 == "M"' rows | wc -l)" -eq 9 ]
	diff processed_trace_summary.csv <(printf 'Time  \t Total Time\t Calls\t    Mean  \t  Median  \t    Min    \t   Max   \t   StDev  \t  pid\t Name \n'
		for r in 0 1; do printf '100.00\t    150.000\t     5\t   30.000\t   30.000\t   30.000\t   30.000\t    0.000\t    %s\t add_[N] Cmpt Exec\n' $r; done)
	[ "$(sed -n 2p processed_trace_active.csv | tr -d ' ')" = "$(tsv '150.000 430.000 1020.000 1450.000 34.88 0')" ]
	[ "$(sed -n 3p processed_trace_ts_analysis.csv | tr -d ' ' | cut -f 1,12-16,22)" = "$(tsv '5 15000.000 15000.000 15000.000 15000.000 0.000 1')" ]
	grep -q '^Rank 1: Power with kernels: min_non_zero=30.00W' processed_trace_power_stats.txt
}

@test "flags: what each changes" {
	flex
	rows --keep_names -t && awk -F '\t' '$3 == "add_1 Cmpt Exec"' rows | grep -c . | grep -qx 2
	[ ! -e out_summary.csv ]
	rows --disable_tb && grep -q 'add_1 Cmpt Exec' rows
	rows --keep_prep && [ "$(grep -c 'Cmpt Prep' rows)" -eq 10 ]
	rows --drop_globals && run ! grep -q 'Flex RoundTrip' rows
	rows -C prep_queue && run ! grep -q '	Power' rows
	rows -C power_ts3 && run ! grep -q ConcurrentPreps rows
	grep -q '	Power' rows
	rows -F C && [ "$(cut -f 5 rows | sort -u | xargs)" = 'C ph' ]
	rows --time_unit ms && grep -q '"displayTimeUnit":"ms"' out.json
	rows --flow && [ "$(awk -F '\t' '$5 == "s" || $5 == "f"' rows | wc -l)" -eq 10 ]
	rows -M && [ "$(awk -F '\t' '$3 ~ /Recv/ { print $1; exit }' rows)" = 1832.000 ]
	rows -S && [ "$(awk -F '\t' '$3 ~ /Recv/ { print $1; exit }' rows)" = 1055.000 ]
	rows --freq 1000:1100 -D 1 2>err && [ "$(awk -F '\t' '$13 == "add_1 Cmpt Exec" { print $2; exit }' rows)" = 15.000 ]
	grep -q 'FREQ: rank 0: --freq is not the rate of its counter; recommended: --freq=500.000000' err
	rows -s --freq 500:1 && [ "$(awk -F '\t' '$13 == "add_1 Cmpt Exec" { print $2; exit }' rows)" = 29.999 ]
	rows --event_filter 'name:^add,args.Peer:^1$' && [ "$(awk -F '\t' '$5 == "X"' rows | wc -l)" -eq 7 ]
	rows -D 1 --event_filter 'name' 2>err && grep -q 'FLTR: bad filter' err
	rows --event_limit '{"skip": 2, "count": 4, "ts_start": 1100.5, "no_count_types": "M"}' && [ "$(awk -F '\t' '$5 == "X" && $3 !~ /Prep/' rows | wc -l)" -le 4 ]
	rows --max_tid_streams -1 && rows -O warn
	rows -O drop && run ! grep -q other rows
	rows --disable_file && rm out.json
	acelyzer -D 0 -i flex.json --disable_file -o none.json
	[ ! -e none.json ] && [ -e none_summary.csv ]
	acelyzer -D 0 -i flex.json --tb -o t.pt.trace.json
	for rank in 0 1; do grep -q '"traceEvents"' "t_worker_$rank.pt.trace.json"; done
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
	[ "$(awk -F '\t' '$3 ~ /Exec/ { print $13, $14, $15 }' rows | sort | uniq -c | xargs)" = "10 0.400000 Add true" ]
	[ "$(awk -F '\t' '$3 == "PT Active" { n++; s += $16 } END { print n, s }' rows)" = "20 400" ]
	diff out_categories.csv <(echo Pid,Phase,Category,Kernel_Time,Frac_Time,Calls,Ideal_Time,Ideal_Cyc,Frac_Ideal,PT_Util
		for r in 0 1; do printf '%s\n' $r,UNKN,StcdpHbm,0.0,0.0,0,0.0,0,0.0,0.0 $r,UNKN,other,0.0,0.0,0,0.0,0,0.0,0.0 \
			$r,UNKN,Add,150.0,1.0,5,60.0,48000,1.0,0.4 $r,UNKN,Total,150.0,1.0,5,60.0,48000,1.0,0.4; done)
	[ "$(tail -n 1 out_categories_cycles.csv)" = 1,Total,75000,1.0,5,120000,48000,1.0,0.4 ]
	[ "$(tail -n 1 out_categories.txt | tr -s ' ')" = " 1 UNKN Total 150.0 1.0 5 60.0 48000 1.0 0.4" ]
	sed 's/9600/24000/' log >other
	rows --compiler_info log,other --freq 500:800
	[ "$(tail -n 1 out_categories_0.csv | cut -d , -f 8)$(tail -n 1 out_categories_1.csv | cut -d , -f 8)" = 48000120000 ]
	rows --compiler_log log -C prep_queue && run ! grep -q 'PT Active' rows
	sed 's/9600/960000/' log >wrong
	run -0 --separate-stderr acelyzer -D 1 -i flex.json -c wrong --freq 500:800 -o out.json --report warnings
	[[ $stderr == *"UTL: kernel_nomatch: 10 kernels without a table"* ]] || fail "$stderr"
	grep -qx "$(tsv 'UTL 10 kernel_nomatch:~10~kernels~without~a~table~of~ideal~cycles')" warnings
	run -1 acelyzer -i flex.json -c nothing -o out.json
}

@test "-P, -I, -V: stages, the tables behind them, and counting only" {
	flex
	rows -I && cp rows all && [ "$(echo out_*.tsv)" = "out_01_ingestion.tsv out_02_normalize_phase1.tsv out_03_cycle_count_to_wallclock.tsv out_04_mp_sync_tight_v1.tsv out_05_sort_events.tsv out_06_detect_partial_overlap_events.tsv out_07_processing_filter.tsv" ]
	rows -P default.json && diff rows all
	echo '{}' >p && rows --profile p && diff rows all
	sed 's/"queueing_counter": true/"queueing_counter": false/' "$TOP/scripts/report/default.json" >p
	rows -P p && run ! grep -q ConcurrentPreps rows
	echo '{"stages": [{"sort_events#2": true}, {"calculate_stats": true}]}' >p
	rm -f out_summary.csv && rows -P p && [ -e out_summary.csv ] && run ! grep -qE 'Power|ConcurrentPreps' rows
	grep -q 'add_1 Cmpt Exec' rows
	rows -P torch_minimal && [ "$(awk -F '\t' '$3 ~ /Recv/ { print $1; exit }' rows)" = 1832.000 ]
	echo '{"stages": [{"nothing": true}]}' >p
	run -1 --separate-stderr acelyzer -i flex.json -P p
	[ "$stderr" = "acelyzer: p: unknown: nothing" ]
	for stages in '[{"sort_events": true, "verify": true}]' '[{"sort_events": 1}]' '[{"verify": true}, {"normalize_phase1": true}]' \
		'[{"sort_events#9": true}]'; do
		run -1 awk -f "$TOP/scripts/report/aiu_profile.awk" "$TOP/scripts/report/everything.json" <(echo "{\"stages\": $stages}")
	done
	sed -i 's/,$/,{"name":"t","ph":"t","pid":0,"tid":0,"ts":2},/; 3,$s/{"name":"t"[^}]*},//' flex.json
	run -0 --separate-stderr acelyzer -i flex.json -V -o out.json
	[[ $stderr == *"VERIFY: 2 of "*" events have other phases"* ]] || fail "$stderr"
	trace-extract -q -c all out.json | awk -F '\t' '$3 ~ /Recv/ { print $1; exit }' | grep -qx 1832.000
}

@test "--comm_summarize_seq, --ignore_crit, -k, power_ts3" {
	echo '[{"name":"SenRdmaSend_7 - Set BcList [sync=g] DmaO","ph":"X","pid":2,"tid":1,"ts":100,"dur":3,"args":{"TS1":"1","TS2":"1","TS3":"1","TS4":"1","TS5":"1","Peers":"0,1"}},
		{"name":"SenRdmaSend_7 - Xseg to rank 1 [sync=g] DmaO","ph":"X","pid":2,"tid":1,"ts":105,"dur":9.5,"args":{"TS1":"1","TS2":"1","TS3":"1","TS4":"1","TS5":"1","Peer":"3"}},
		{"name":"SenRdmaSend_77 [sync=g] DmaO","ph":"X","pid":2,"tid":1,"ts":120,"dur":1,"args":{"TS1":"1","TS2":"1","TS3":"1","TS4":"1","TS5":"1"}},
		{"name":"k Cmpt Exec","ph":"X","pid":2,"tid":2,"ts":130,"dur":1,"args":{"TS1":"9","TS2":"8","TS3":"7","TS4":"1","TS5":"1"}}]' >send.json
	run -0 --separate-stderr acelyzer -D 0 -i send.json --keep_names --comm_summarize_seq --ignore_crit -o out.json
	[[ $stderr == *"OVC: counters of some events are in no order"* ]] || fail "$stderr"
	trace-extract -q -c all -a Peers out.json | awk -F '\t' '$3 ~ /Sen/ { print $1, $2, $3, $13 }' |
		diff - <(printf '%s\n' '103.000 11.500 SenRdmaSend_7 0,1,3' '121.000 0.000 SenRdmaSend_77 [sync=g] DmaO ')
	run -3 acelyzer -D 0 -i send.json -o out.json
	flex
	rows -C power_ts3 && [ "$(awk -F '\t' '$3 ~ /^Power/ { print $3 }' rows | sort | uniq -c | xargs)" = "10 Power Cmpt Exec 4 Power DmaI 4 Power DmaO" ] ||
		fail "$(awk -F '\t' '$3 ~ /^Power/ { print $3 }' rows | sort | uniq -c)"
	rows -k && awk -F '\t' '$3 == "Power" { print $7 }' rows | sort | uniq -c | xargs | grep -qx '9 0 4 1'
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
	[ "$stderr" = "acelyzer: FLOW: 1 kernels end behind the wait for them" ]
	trace-extract -q -c all -a 'GB/s=rate' out.json >rows
	awk -F '\t' '$5 ~ /[sf]/ { print $5, $6, $1, $7, $8 }' rows | sort |
		diff - <(printf '%s\n' 'f 10 11.000 4 4' 'f 8 4.000 1 7' 'f 9 10.000 1 7' 's 10 8.999 1 7' 's 7 1.000 4 4' 's 8 1.000 4 4' 's 9 1.000 4 4')
	[ "$(awk -F '\t' '$3 == "TransferBW" { print $1, $7, $13 }' rows | xargs)" = "2.000 1 2.5 3.000 1 0" ]
	flex
	sed 's/"dur":30,/"dur":0,/' flex.json >zero.json
	run -0 --separate-stderr acelyzer -D 1 -i zero.json -M -o out.json
	[[ $stderr == *"Ingestion: zero_duration: 10 events"* ]] || fail "$stderr"
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
	: >empty.json
	run -2 --separate-stderr acelyzer -i empty.json -o no.json
	[[ $stderr == *"empty.json: it is empty"* && ! -e no.json ]]
	echo '{"traceEvents":[' >cut.json
	run -3 acelyzer -i cut.json -o out.json
	echo '[{"name":"a","ph":"X","pid":"host 1","tid":"thr","ts":1,"dur":3},{"name":"c","ph":"X","pid":0,"ts":2,"dur":1},
		{"name":"n","ph":"n","pid":0,"tid":0,"ts":2,"id":1},{"name":"t","ph":"t","pid":0,"tid":0,"ts":2,"id":1}]' >odd.json
	run -0 acelyzer -D 1 -i odd.json -o out.json
	[ "$(trace-extract -q -c all out.json | awk -F '\t' '$5 ~ /[Xnt]/ { print $3, $7 }' | xargs)" = 'a host 1 c 1000 n 0 t 0' ]
	echo '[{"name":"k Cmpt Exec","ph":"X","pid":0,"tid":0,"ts":100,"dur":3,"args":{"TS1":"10","TS2":"5","TS3":"4","TS4":"3","TS5":"9"}}]' >wrap.json
	run -3 --separate-stderr acelyzer -i wrap.json -o out.json
	[[ $stderr == *"OVC: counters of some events are in no order"* ]]
	[ "$(trace-extract -q out.json | sed -n 2p | cut -f 1-2)" = "$(tsv '100.000 3.000')" ]
}

@test "the classic's own traces, and known truth" {
	syn=$TRACE_UTILS_TRACES/../reference/aiu/syn
	[ -d "$syn" ] || skip "no reference"
	set -- -D 0 --freq 560:800
	acelyzer "$@" -i "$syn/util/job_*.json" -o util.json
	diff util_summary.csv "$syn/expected/util_summary.txt"
	diff util_active.csv "$syn/expected/util_active.txt"
	acelyzer "$@" -i "$syn/util/job_*.json" -c "$syn/util/compile.log" -o util.json
	for case in util spyre; do
		[ $case = util ] || acelyzer "$@" -i "$syn/spyre/trace.json" -c "$syn/spyre" -o spyre.json
		paste -d , ${case}_categories.csv "$syn/expected/${case}_categories.csv" |
			awk -F , 'NR > 1 && ($4 - $14) ^ 2 > 1e-12 { exit 1 } { $4 = $14; for (i = 1; i <= 10; i++) if ($i != $(i + 10)) exit 1 } END { exit NR < 5 }'
	done
	trace-extract -q -c all -a Percent util.json | awk -F '\t' '$3 == "PT Active" { printf "%s\t%.3f\n", $1, $13 }' |
		paste - <(sed 1d "$syn/expected/util_counter.tsv") | awk '($1 - $3) ^ 2 > 1.1e-6 || $2 != $4 { exit 1 } END { exit NR != 48 }'
	for rank in 0 1; do
		acelyzer "$@" -i "$syn/torch/rank$rank.json" -o torch.json
		trace-extract -q -c all torch.json | awk -F '\t' '$5 ~ /[sf]/ { print $5 "\t" $6 "\t" $1 "\t" $7 "\t" $8 }' |
			sort | diff - <(sed 1d "$syn/expected/torch_rank${rank}_flows.tsv" | sort)
		[ $rank -eq 1 ] || trace-extract -q -c all -a 'GB/s=rate' torch.json | awk -F '\t' '$3 == "TransferBW" { print $1, $13 + 0 }' |
			diff - <(sed 1d "$syn/expected/torch_rank0_bw.tsv" | awk '{ print $1, $2 + 0 }')
	done
	acelyzer -D 0 --freq 557.1:800 --keep_names --comm_summarize_seq -i "$syn/sync/r*.json" -o seq.json
	trace-extract -q -c all -a Peers seq.json | awk -F '\t' '$3 ~ /SenRdma/ { print $7 "\t" $3 "\t" $2 "\t" $13 }' | sort |
		paste - <(sed 1d "$syn/expected/commseq.tsv" | sort) |
		awk -F '\t' '$1 != $5 || $2 != $6 || ($3 - $7) ^ 2 > 1.1e-6 || $4 != $8 { exit 1 } END { exit NR != 40 }'
	for case in 'drift/job_*' power/power; do acelyzer -i "$syn/$case.json" -o iteration.json 2>&1; done | sed -n 's/.*ITER: rank 0: \([0-9]*\) .*time \(.*\) us/\1 \2/p' |
		diff - <(sed 1d "$syn/expected/iteration.tsv" | cut -f 3,4 | tr '\t' ' ')
	acelyzer "$@" -i "$syn/power/power.json" --power-stats -o power.json
	diff power_power_stats.txt "$syn/expected/power_stats.txt"
	trace-extract -q -c all -a Watts power.json | awk -F '\t' '$3 == "Power"' | paste - <(sed 1d "$syn/expected/power.tsv") |
		awk -F '\t' '$1 != $14 || ($13 - $15) ^ 2 > 1e-6 { exit 1 } END { exit NR != 39 }'
	acelyzer "$@" -i "$syn/preps/preps.json" -o preps.json
	trace-extract -q -c all -a Concurrency preps.json | awk -F '\t' '$3 == "ConcurrentPreps" { print $1 "\t" $13 }' |
		diff - <(sed 1d "$syn/preps/truth.tsv")
	acelyzer "$@" -i "$syn/tsfix/job_*.json" --flex_ts_fix -o tsfix.json
	trace-extract -q -c all -a jobname -a ts_adj tsfix.json | awk -F '\t' '$3 ~ /Exec/ { print $13 "\t" ($14 == "" ? "0.000" : $14) }' |
		uniq | awk -F '\t' '{ printf "%s\t%.3f\n", $1, $2 }' | sort | diff - <(sed 1d "$syn/expected/tsfix.tsv")
	for mode in tid drop warn; do
		acelyzer -D 0 -i "$syn/lanes/lanes.json" -O $mode -o lanes.json
		trace-extract -q -c all -a orig_name lanes.json | awk -F '\t' '$5 == "X" { print $1 "\t" $2 "\t" $3 "\t" $8 - 1000 }' | sort |
			diff - <(sed 1d "$syn/expected/lanes_$mode.tsv" | sort)
	done
	acelyzer -D 0 -i "$syn/../ref/allreduce_tp4.json" --flow --tb -o tp4.json
	for rank in 0 1 2 3; do [ -s "tp4_worker_$rank.pt.trace.json" ]; done
	trace-extract -q -c all tp4.json | awk -F '\t' '$5 == "s" { s[$6] = $1; p[$6] = $7 } $5 == "f" { f[$6] = $1; to[$6] = $7 "\t" $3 }
		END { for (i in f) { if (f[i] < s[i]) print "late"; print p[i] "\t" to[i] } }' |
		sort | diff - <(sed 1d "$syn/../ref/expected/tp4_flows.tsv" | sort)
}
