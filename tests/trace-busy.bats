#!/usr/bin/env bats
load helper

# Two devices, rows in no order: kernels that overlap, communication and copies
# half hidden, gaps of 1 and of 10 us, and rows that are no work of a GPU.
setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'ts_us dur_us name cat device' \
		'20.000 4.000 Memcpy~HtoD gpu_memcpy 0' \
		'0.000 4.000 gemm kernel 0' \
		'3.000 5.000 ncclDevKernel_AllReduce kernel 0' \
		'0.000 99.000 step gpu_user_annotation 0' \
		'1.000 2.000 add kernel 0' \
		'9.000 1.000 Memset gpu_memset 0' \
		'7.500 1.250 MEMORY_COPY_HOST_TO_DEVICE kernel 0' \
		'22.000 1.000 gemm kernel 0' \
		'5.000 1.000 aten::mm cpu_op 0' \
		'100.000 2.500 gemm kernel 10' \
		'104.500 0.500 gemm kernel 9' >events
}

@test "manners: command line" {
	manners_command_line trace-busy
}

@test "manners: the page and --help agree" {
	manners_page trace-busy
}

@test "manners: filter" {
	manners_filter trace-busy events
	manners_filter trace-busy events -k device --window 5
}

@test "every kind of time" {
	awk -F '\t' 'NR == 1 || $5 == 0' events | trace-busy --micro-idle 1 >out
	tsv 'kind time_us pct' 'computation 6.000 25.000000' \
		'exposed_comm 4.000 16.666667' 'exposed_copy 3.750 15.625000' \
		'busy 13.750 57.291667' 'idle 10.250 42.708333' 'micro_idle 0.250 1.041667' \
		'macro_idle 10.000 41.666667' 'total 24.000 100.000000' \
		'total_comm 5.000 20.833333' 'total_copy 5.250 21.875000' | diff -u - out
}

@test "a gap as long as the limit is macro" {
	tsv 'ts_us dur_us name' '0 1 a' '2 1 a' '3.999 0 a' '5 1 a' >gaps
	trace-busy --micro-idle 1.001 gaps | grep -E '_idle' | cut -f 1,2 >out
	tsv 'micro_idle 1.999' 'macro_idle 1.001' | diff -u - out
	trace-busy --micro-idle 1.002 gaps | grep macro_idle | cut -f 2 | diff <(echo 0.000) -
}

@test "-k: groups in the order of their keys, numbers as such" {
	trace-busy -k device events | awk -F '\t' '$2 == "total"' >out
	tsv '0 total 24.000 100.000000' '9 total 0.500 100.000000' '10 total 2.500 100.000000' |
		diff -u - out
	trace-busy -k device,cat events | head -n 2 >out
	tsv 'device cat kind time_us pct' '0 gpu_memcpy computation 0.000 0.000000' | diff -u - out
}

@test "each GPU by itself: taking turns is no work of all, and one hides nothing of another" {
	# eight GPUs one after the other; two that compute while the other communicates
	{
		tsv 'ts_us dur_us name device'
		for i in 0 1 2 3 4 5 6 7; do tsv "$((i * 10)) 10 gemm $i"; done
	} >eight
	trace-busy eight | grep -E 'busy|idle|total	' >out
	tsv 'busy 80.000 12.500000' 'idle 560.000 87.500000' 'total 640.000 100.000000' | diff -u - out
	trace-busy --window 10 eight | awk -F '\t' '$2 == "busy" && $4 != "12.500000"' | diff /dev/null -
	tsv 'ts_us dur_us name device' '0 10 gemm 0' '10 10 ncclAllReduce 0' '0 10 ncclAllReduce 1' '10 10 gemm 1' >two
	trace-busy two | grep -E 'comp|exposed_comm|busy' >out
	tsv 'computation 20.000 50.000000' 'exposed_comm 20.000 50.000000' 'busy 40.000 100.000000' | diff -u - out
	# Ranks have clocks of their own.
	awk -F '\t' -v OFS='\t' '{ print $0, NR == 1 ? "rank" : $4 } ' two |
		awk -F '\t' -v OFS='\t' 'NR > 1 { $1 += 1e6 * $5; $4 = 0 } 1' | trace-busy | grep -E 'comp|exposed_comm|busy' | diff out -
}

@test "windows begin at multiples, and add up to the whole" {
	tsv 'ts_us dur_us name' '-1.500 2.000 a' '4.250 0.500 nccl' >small
	trace-busy --window 2 small | grep -E 'start|computation|idle|total	' >out
	tsv 'window_start_us kind time_us pct' '-2.000 computation 1.500 100.000000' \
		'-2.000 idle 0.000 0.000000' '-2.000 total 1.500 100.000000' \
		'0.000 computation 0.500 25.000000' '0.000 idle 1.500 75.000000' \
		'0.000 total 2.000 100.000000' '2.000 computation 0.000 0.000000' \
		'2.000 idle 2.000 100.000000' '2.000 total 2.000 100.000000' \
		'4.000 computation 0.000 0.000000' '4.000 idle 0.250 33.333333' \
		'4.000 total 0.750 100.000000' | diff -u - out
	trace-busy -k device --micro-idle 1 events | cut -f 1-3 | sort >whole
	for width in 0.001 0.7 3 1000; do
		trace-busy -k device --micro-idle 1 --window "$width" events |
			awk -F '\t' -v OFS='\t' 'NR == 1 { print $1, $3, $4; next }
				{ t[$1 OFS $3] += $4 * 1000 }
				END { for (k in t) printf "%s\t%.3f\n", k, t[k] / 1000 }' |
			sort | diff -u whole -
	done
}

@test "too many windows are refused" {
	tsv 'ts_us dur_us name' '0 1 a' '6520488000265.490 1 a' >far
	run -2 trace-busy --window 1 far
	assert_output --partial "more than 10000000 windows: use a longer --window"
}

@test "the order of the rows does not matter" {
	trace-busy -k device --window 3 events >expected
	for seed in 1 2 3 4 5; do
		{ head -n 1 events; tail -n +2 events | shuf --random-source=<(yes $seed); } |
			trace-busy -k device --window 3 | cmp expected -
	done
}

@test "no GPU events: the header, a message, exit 1" {
	grep -E '^ts_us|cpu_op|annotation' events >host
	run -1 --separate-stderr trace-busy host
	assert_output $'kind\ttime_us\tpct'
	[ "$stderr" = 'trace-busy: no kernels, copies or memsets in the input' ]
	run -1 --separate-stderr trace-busy -q host
	[ -z "$stderr" ]
	run -0 trace-busy --exit-zero host
}

@test "rows and columns that are wrong" {
	for bad in '1:-1:negative duration' '1::dur_us is empty' ':1:ts_us is empty' \
		'x:1:ts_us is not a time' '5e15:1:beyond 146 years' '4e15:4e15:beyond 146 years'; do
		IFS=: read -r ts dur message <<<"$bad"
		{ cat events; printf '%s\t%s\ta\tkernel\t0\n' "$ts" "$dur"; } >table
		run -2 --separate-stderr trace-busy table
		[[ $stderr == "trace-busy: table:13: "*"$message"* ]] || fail "$stderr"
	done
	for column in ts_us dur_us name; do
		sed "1s/$column/other/" events >table
		run -2 trace-busy table
		assert_output --partial "no column $column; trace-extract makes it"
	done
	run -2 trace-busy -k phase events
	assert_output --partial 'no column phase; trace-phase makes it'
	run -2 trace-busy -k cat,cat events
	assert_output --partial 'column cat is given twice'
	sed '1s/device/kind/' events >table
	run -2 trace-busy -k kind table
	assert_output --partial 'two columns of the output would be called'
	for option in --window --micro-idle; do
		for value in 0 -1 x 9000000000000000; do
			run -2 trace-busy "$option" "$value" events
			[[ $output == *"$option takes microseconds from 0.001 to "*", not '$value'"* ]] || fail "$output"
		done
	done
}

@test "--rules before ours" {
	tsv 'priority pattern category family vendor' '1 ^gemm - communication -' >rules
	trace-busy -k device --rules rules events | grep total_comm | cut -f 1,3 >out
	tsv '0 9.000' '9 0.500' '10 2.500' | diff -u - out
}

@test "examples of the page" {
	sh "$TOP/scripts/make-samples" .
	manners_examples trace-busy
}

# The parts add up in every row of a timeline with windows.
check_sums() {
	awk -F '\t' '{ sub(/\./, "", $3); t[$2] = $3 + 0 }
		$2 == "total_copy" {
			if (t["computation"] + t["exposed_comm"] + t["exposed_copy"] + t["idle"] != t["total"] ||
				t["busy"] + t["idle"] != t["total"] ||
				t["micro_idle"] + t["macro_idle"] != t["idle"]) {
				print "not the sum: " $0
				exit 1
			}
		}'
}

@test "real traces: the parts add up exactly" {
	need_traces
	for trace in resnet-ddp-mi300 owlv2-h100 nccl-a100-rank0of2 flux-sage-mi300-replay; do
		trace-extract -c gpu --relative "$TRACES/$trace.json.gz" >events
		trace-busy -k stream --micro-idle 5 events | check_sums
		trace-busy --micro-idle 5 --window 1000 events | tail -n +2 | check_sums
	done
}

@test "real traces: the reference timelines" {
	need_traces
	compared=0
	# those in which each kernel has its launch: the others count linked ones only
	for trace in gpu-only-mi210 vllm-gptoss20b-mi300-decode vllm-gptoss20b-mi300-prefill \
		flux-sage-mi300-replay bert-small-h100 bert-small-mi300 owlv2-h100 compiled-block-mi300; do
		trace-extract -c gpu "$TRACES/$trace.json.gz" | trace-busy >ours
		tr -d '\r' <"$TRACES/reference/$trace/gpu_timeline.csv" | tr , '\t' >theirs
		events=$(trace-extract -c gpu "$TRACES/$trace.json.gz" | wc -l)
		awk -F '\t' -v events="$events" '
			NR == FNR { time[$1] = $2; pct[$1] = $3; next }
			FNR == 1 { next }
			{
				kind = $1
				sub(/_time$/, "", kind)
				sub(/memcpy/, "copy", kind)
				us = $2 * 1000
				off = time[kind] - us
				off = off < 0 ? -off : off
				if (!(kind in time) || (off > 1e-4 * us && off > 0.002 * events)) {
					print kind, time[kind], us
					exit 1
				}
				n += 2
				off = pct[kind] - $3
				if (off * off > 0.01 * 0.01) {
					print kind, pct[kind], $3
					exit 1
				}
			}
			END { print n }' ours theirs >result || fail "$trace: $(cat result)"
		compared=$((compared + $(cat result)))
	done
	echo "# $compared cells compared" >&3
	[ "$compared" -eq 128 ]
}

# GPU 1 of rank 0 works for 5 us of its rank's 50, or of its own 5; rank 1 for all of its 30.
@test "the total of a rank's GPUs is the rank's, unless each is a timeline; shares are of their sum" {
	tsv 'ts_us dur_us name rank device' '0 10 a 0 0' '40 10 a 0 0' '5 5 a 0 1' '0 30 a 1 0' >gpus
	trace-busy gpus | grep -E '^(busy|total)	' | diff - <(tsv 'busy 55.000 42.307692' 'total 130.000 100.000000')
	trace-busy -k rank gpus | grep -E 'total	' | cut -f 1,3 | diff - <(tsv '0 100.000' '1 30.000')
	trace-busy -k rank,device gpus | grep -E 'total	' | cut -f 1,2,4 | diff - <(tsv '0 0 50.000' '0 1 5.000' '1 0 30.000')
}
