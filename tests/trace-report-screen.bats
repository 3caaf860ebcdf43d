#!/usr/bin/env bats
# The answer on one screen: trace-report without -d and -o.
load helper

setup_file() {
	cd "$BATS_FILE_TMPDIR" || return
	"$TOP/scripts/make-samples" --layers 3 --prefill 2 --decode 8 . >/dev/null
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	ln -s "$BATS_FILE_TMPDIR"/*.gz .
}

# name_cycles EVENTS: of the table positions, which tells of the cycles, too.
name_cycles() {
	local program programs=()
	for program in table screen/{fusible,optimized,odd_steps,cycle_names}; do
		programs+=(-f "$TOP/scripts/report/$program.awk")
	done
	awk "${programs[@]}" "$TOP/scripts/report/advice/advice.tsv" positions none "$1" positions
}

# named LEVEL PHASE CLASS...: what cycle_names.awk says of a cycle of these classes,
# 1 us each; CLASS is category/family[/name].
named() {
	local level=$1 phase=$2 class position=0
	shift 2
	{
		tsv 'cycle level parent length position name category family sum_us phase reps phase_reason'
		for class; do
			position=$((position + 1))
			IFS=/ read -r category family name <<<"$class"
			printf '7\t%s\t\t%s\t%s\t%s\t%s\t%s\t1.000\t%s\t3\t%s\n' \
				"$level" $# $position "${name:-k}" "$category" "$family" "$phase" "${reason-}"
		done
	} >positions
	tsv 'cycle' >none
	name_cycles "${optimized:-none}" | sed '1d; s/^7\t//; s/\t.*//'
}

# The same numbers as from the tools, one by one: what make-samples makes has three
# layers, two prefill steps and eight decode steps.
@test "kernels of no duration are counted" {
	for ((i = 0; i < 60; i++)); do
		echo "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k$((i % 3))\",\"pid\":0,\"tid\":7,\"ts\":$((5 + 10 * i)),\"dur\":0,\"args\":{\"device\":0,\"stream\":7}},"
	done | sed '1s/^/{"traceEvents":[/; $s/,$/]}/' >none.json
	run -0 --separate-stderr trace-report none.json
	assert_output --partial "60 kernels in 590.0 us"
}

# event CAT NAME TS DUR TID ARGS: on the host, or on the GPU's stream TID.
event() {
	printf '{"ph":"X","cat":"%s","name":"%s","ts":%s,"dur":%s,"pid":%s,"tid":%s,"args":{"device":0,"stream":%s,%s}}\n' \
		"$1" "$2" "$3" "$4" "$([ "$1" = cuda_runtime ] && echo 1 || echo 0)" "$5" "$5" "$6"
}

@test "the critical path knows for which event of another stream a kernel waits" {
	{
		event cuda_runtime cudaLaunchKernel 0 2 1 '"correlation":1'
		event cuda_runtime cudaEventRecord 3 1 1 '"correlation":2'
		event cuda_runtime cudaStreamWaitEvent 5 1 1 '"correlation":3'
		event cuda_sync 'Stream Wait Event' 5 1 20 '"correlation":3,"wait_on_stream":7,"wait_on_cuda_event_record_corr_id":2'
		event cuda_runtime cudaLaunchKernel 7 2 1 '"correlation":4'
		event kernel gemm 10 100 7 '"correlation":1'
		event kernel softmax 112 50 20 '"correlation":4'
	} | paste -sd , | sed 's/.*/{"traceEvents":[&]}/' >waits.json
	run -0 --separate-stderr trace-report waits.json
	[ -z "$stderr" ]
	assert_line 'critical path: compute 98.7 %, queue 1.3 %'
}

@test "a trace on one screen" {
	run -0 --separate-stderr env LC_ALL=C trace-report eager.json.gz
	[ -z "$stderr" ]
	busy=$(trace-extract -c gpu eager.json.gz | trace-busy | awk '$1 == "busy" { printf "%.1f ms", $2 / 1000 }')
	gemm=$(trace-extract -c gpu eager.json.gz | trace-classify | trace-stats -k category |
		awk '$1 == "gemm" { printf "%.2f ms", $3 / 1000 }')
	assert_line --index 0 --regexp '^eager.json.gz +complete, no events lost$'
	assert_line --index 1 'engine vLLM; GPU AMD Instinct MI300X; rank 0 of 1 (nccl)'
	assert_line --index 2 --regexp '^5[0-9]{2} kernels in [0-9.]+ ms on 1 GPU, 1 stream$'
	assert_line --index 3 --regexp '^phase: prefill 6[0-9.]+ %, decode 3[0-9.]+ % of the kernel time$'
	idle=$(trace-extract -c gpu eager.json.gz | trace-busy | awk '$1 == "idle" { printf "%.1f", $3 }')
	assert_line --regexp "^critical path: host [0-9.]+ %.* \(GPU idle $idle %\)\$"
	assert_line --regexp "^  busy +[0-9.]+ %  #+ +$busy\$"
	assert_line --regexp '^  idle +[0-9.]+ %  gaps >= 10 us: '
	trace-report --micro-idle-us 60 eager.json.gz | grep -q '  gaps >= 60 us: '
	trace-report --micro-idle-us 1 eager.json.gz | grep -q 'the GPU idles 1 us and more at a time'
	assert_line --regexp '^   1  prefill step +2 +49 +[0-9.]+ ms +[0-9.]+ % +[0-9]+ %$'
	assert_line --regexp '^   [0-9]    decoder layer: norm, qkv, attention, o, norm, mlp +6 +14 '
	assert_line --regexp '^   3  decode step +8 +52 '
	assert_line --regexp '^   [0-9]    decoder layer: norm, qkv, attention, o, norm, mlp +24 +15 '
	assert_line --regexp "^  gemm +[0-9.]+ %  #{24} +$gemm\$"
	assert_line --regexp '^  Cijk_Alik_Bljk_BBS_BH MT256x256x64 +gemm +6 '
	assert_line 'What could be gained (see trace-advise)'
	assert_line --regexp '^  about [0-9.]+ us, [0-9.]+ %, maybe: short gaps between queued kernels$'
	refute_line 'Caveats'
	run ! grep -E '.{101}' <<<"$output"
	trace-report - <eager.json.gz | sed 1d | diff <(trace-report eager.json.gz | sed 1d) -
}

# Each rank may call its GPU by the same number.
@test "ranks that trace-json wrote into one trace are told apart" {
	for rank in 0 1; do trace-extract -q -c gpu,host --rank $rank eager.json.gz >of_$rank; done
	trace-json of_0 of_1 >job.json
	run -0 trace-report job.json
	assert_line --partial ' on 2 GPUs, 2 streams'
	assert_line --regexp '^  means of 2 GPUs; busy [0-9.]+ %; '
	[[ $output == *$'\n  rank 1\n   5  prefill step  '* ]] || fail "$output"
	[ "$(trace-report eager.json.gz | grep '^  busy')" = "$(grep '^  busy' <<<"$output")" ]
}

# Names give way in 80 columns, and go on below; wider screens have room for them.
@test "in as many columns as the terminal has" {
	for width in 80 100 160; do
		COLUMNS=$width trace-report eager.json.gz >$width
		run ! grep -E ".{$((width + 1))}" $width
	done
	trace-report eager.json.gz | diff 100 -
	grep -q '^   4    decoder layer: norm qkv  *24 ' 80
	grep -qx '          attention o norm mlp' 80
	grep -q '^  wvSplitK_hf_big_ ' 160
	grep -q '^   3  decode step  *8  *52  *681.7 us  *679.1-683.3  ' 160
	# The same words, but for names that are cut, and how far periods range.
	words() { sed '/^Most expensive/,/^$/d; s/[,█▏▎▍▌▋▊▉]//g' "$1" | tr -s ' \n#' '\n' | sort; }
	diff <(words 80) <(words 160 | grep -vxE 'range|[0-9.]+-[0-9.]+')
	command -v script >/dev/null || skip "no script(1)"
	export TERM=xterm
	terminal() { script -qec "stty cols $1; trace-report eager.json.gz" /dev/null </dev/null | sed $'s/\r[^\r]*\e\\[K//g' | tr -d '\r'; }
	NO_COLOR=1 terminal 80 | diff 80 -
	NO_COLOR=1 terminal 20 | diff 80 -
	terminal 80 >colored
	sed $'s/\e\\[[0-9;]*m//g' colored | diff 80 -
	gemm=$(tsv2txt --color=always <(printf 'category\ngemm\n') | sed -n $'s/.*48;5;\\([0-9]*\\)mgemm.*/\\1/p')
	grep -q "^  gemm .*"$'\e'"\\[38;5;${gemm:?}m" colored
}

@test "kernels whose short names would be the same in 80 columns are told apart" {
	awk 'BEGIN {
		printf "["
		for (i = 0; i < 9; i++)
			printf "%s{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"ncclDevKernel_%s_RING_LL\",\"pid\":0,\"tid\":7,\"ts\":%d,\"dur\":9,\"args\":{\"device\":0,\"stream\":7}}",
				i ? "," : "", i % 3 == 0 ? "AllGather" : i % 3 == 1 ? "ReduceScatter_Sum_bf16" : "ReduceScatter_Sum_f32", 10 * i
		print "]"
	}' >nccl.json
	COLUMNS=80 trace-report nccl.json >out
	for name in AllGather_RING_LL ReduceScatter_Sum_b... ReduceScatter_Sum_f...; do
		grep -qF "  $name  " out || fail "$name: $(cat out)"
	done
	COLUMNS=160 trace-report nccl.json | grep -q '^  ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL '
}

@test "the overview and what could be gained are the first sheets of what people read" {
	trace-advise -t eager.json.gz >expected
	trace-report -m page.md eager.json.gz 2>said
	run -0 grep -n '^## ' page.md
	assert_line --index 0 --partial '## overview'
	assert_line --index 1 --partial '## advice'
	trace-report eager.json.gz >screen
	for text in 'engine vLLM; GPU AMD Instinct MI300X; rank 0 of 1 (nccl)' 'complete, no events lost' \
		"$(sed -n 4p screen)" "$(sed -n '/^What could/{n;s/^  //;s/:.*//p;}' screen)"; do
		grep -qF "${text:?}" page.md || fail "$text"
	done
	grep -q "$(sed -n '2s/.*\(short gaps[^\t]*\).*/\1/p' expected)" page.md
	diff -u - <(sed -n '/^## overview/,/^## advice/s/^### //p' page.md) <<-'END'
		trace
		in numbers
		what to do
		caveats
		where the time goes
	END
	grep -q '^| most expensive kernel | [0-9.]* ms | ' page.md
	trace-report -d folder eager.json.gz 2>said
	[ ! -e folder/advice.csv ]
}

@test "bars are blocks where the terminal has them, and as wide" {
	LC_ALL=C.UTF-8 trace-report eager.json.gz >blocks
	grep -q '█████' blocks
	LC_ALL=C trace-report eager.json.gz >plain
	run ! grep -P '[^\x00-\x7f]' plain
	diff <(sed 's/#/ /g' plain) <(sed 's/[█▏▎▍▌▋▊▉]/ /g' blocks)
	LC_ALL=C.UTF-8 run ! grep -E '.{101}' blocks
}

@test "what a cycle is: layers of several kinds" {
	n=norm/norm g=gemm/gemm a=attention/attention e=elementwise/mul
	moe=moe/gemm c=communication/communication
	[ "$(named 2 decode $n $g rope/rope $a $g $n $g activation/silu $g)" = \
		"decoder layer: norm, qkv, attention, o, norm, mlp" ]
	# Begun elsewhere in the layer, and split as products are.
	[ "$(named 2 unknown $a attention/attention_reduce $g gemm/gemm_reduce $n $g $e $g $n $g $g $g)" = \
		"transformer layer: norm, qkv, attention, o, norm, mlp" ]
	[ "$(named 1 decode $n $g $a $g $c $n $g moe/moe $moe $moe $c)" = \
		"decoder layer: norm, qkv, attention, o, comm, norm, experts, comm" ]
	[ "$(named 1 decode $n $g $a $g $n $g $moe $n $g $a $g $n $g $moe)" = \
		"2 decoder layers: norm, qkv, attention, o, norm, experts" ]
	# One layer with two attentions is not two layers.
	[ "$(named 2 unknown $n $g $a $g $n $g $a $g $n $g activation/gelu $g)" = \
		"2 attentions: norm, qkv, attention, o, norm, qkv, attention, o, norm, mlp" ]
	# Attention and norm made of their parts.
	mean="elementwise/pow reduce/reduce_mean elementwise/add elementwise/rsqrt"
	[ "$(named 2 unknown $mean $g $g $g $g softmax/softmax $g $g $mean $g activation/silu $g)" = \
		"transformer layer: norm, qkv, attention, o, norm, mlp" ]
	# Begun within either norm, behind its mean.
	[ "$(named 2 unknown elementwise/rsqrt $g $g $g $a $g $mean $g activation/silu $g elementwise/pow reduce/reduce_mean)" = \
		"transformer layer: norm, qkv, attention, o, norm, mlp" ]
	[ "$(named 2 unknown elementwise/rsqrt $g activation/silu $g $mean $g $g $g $a $g elementwise/pow reduce/reduce_mean)" = \
		"transformer layer: norm, qkv, attention, o, norm, mlp" ]
	# A product between a mean and rsqrt: these are of no norm.
	[ "$(named 2 unknown elementwise/rsqrt $g $a $g reduce/reduce_mean $g)" = "attention block: qkv, attention" ]
	[ "$(named 2 unknown $g $a $g reduce/reduce_mean $g elementwise/rsqrt)" = "attention block: qkv, attention" ]
}

@test "what a cycle is: what the classes do not tell is not named" {
	n=norm/norm g=gemm/gemm a=attention/attention c=convolution/convolution
	[ "$(named 2 decode $n $g $a $g $n / / $g)" = "cycle 7: kernels of no known class take 25 % of it" ]
	[ "$(named 2 decode $n $g $a $g)" = "attention block: norm, qkv, attention, o" ]
	[ "$(named 2 unknown $g $a $g $g $g $g)" = "attention block: gemm, attention" ]
	[ "$(named 1 unknown $c $n activation/relu $c $n)" = "cycle 7: convolution, norm, activation, convolution, norm" ]
	[ "$(named 1 unknown copy/copy)" = "one kernel: copy" ]
	[ "$(named 1 unknown /)" = "one kernel: of no known class" ]
	[ "$(named 1 unknown $g $n $c $g $n $c $n $g)" = "cycle 7: mostly gemm, norm, convolution" ]
}

@test "what a cycle is: a layer of a backward pass says so" {
	n=norm/norm/layer_norm_bwd g=gemm/gemm a=attention/attention/flash_bwd
	[ "$(named 2 unknown $n $g $g $a $g $n $g $g)" = "transformer layer, backward: norm, qkv, attention, o, norm, mlp" ]
	[ "$(named 2 unknown $n $g $a $g)" = "attention block, backward: norm, qkv, attention, o" ]
	[ "$(named 2 unknown norm/norm $g attention/attention $g norm/norm $g $g)" = \
		"transformer layer: norm, qkv, attention, o, norm, mlp" ]
}

@test "what a cycle is: a training step needs a backward pass and more" {
	n=norm/norm g=gemm/gemm o=elementwise/elementwise
	backward='training: kernels of a backward pass' both="$backward and an optimizer"
	[ "$(reason=$both named 1 unknown $n/layer_norm_forward $g $n/layer_norm_backward $o)" = "training step: forward, backward, optimizer" ]
	# PyTorch says what its optimizers launch: in all three repeats, or it is no part of each.
	tsv 'cat position op_path path' 'kernel 1 Optimizer.step#SGD.step 7:1' \
		'kernel 2 Optimizer.step#SGD.step 7:1' 'kernel 1 Optimizer.step#SGD.step 7:2' >two
	tsv 'cat position op_path path' 'kernel 1 Optimizer.step#SGD.step 7:3' | sed 1d | cat two - >all_three
	[ "$(reason=$backward optimized=all_three named 1 unknown $n/layer_norm_forward $n/layer_norm_backward $g)" = "training step: forward, backward, optimizer" ]
	[ "$(reason=$backward optimized=two named 1 unknown $n/layer_norm_forward $n/layer_norm_backward $g)" = "training step: forward, backward" ]
	[ "$(reason=$backward named 1 unknown $g $n/batch_norm_backward)" = "cycle 7: training (backward pass)" ]
	[ "$(reason='training: kernels of an optimizer' named 1 unknown $o/l2_norm $o)" = "training step: optimizer" ]
	[ "$(named 1 unknown $g $n/batch_norm_backward)" = "cycle 7: gemm, norm" ]
	# The gradient of the data is how a convolution is transposed.
	[ "$(named 1 unknown convolution/convolution/miopen_bwd_data $g/fwd_x $n)" = "cycle 7: convolution, gemm, norm" ]
}

# Two requests: a prefill layer, and decode steps of three layers each.
@test "what a cycle is: a request holds steps" {
	{
		tsv 'cycle level parent length position name category family sum_us phase phase_reason'
		printf '1\t1\t\t9\t1\tk\tgemm\tgemm\t1.000\tmixed\tholds steps of prefill and decode\n'
		printf '2\t2\t1\t9\t1\tk\tgemm\tgemm\t1.000\tdecode\tkernels: attention of one token\n'
		printf '3\t3\t2\t3\t1\tk\tgemm\tgemm\t1.000\tdecode\tinside a decode cycle\n'
	} >positions
	tsv 'cycle' >none
	name_cycles none | cut -f 1-4 >names
	diff -u - names <<-'END'
		cycle	what	phase	phase_reason
		1	several steps: prefill and decode	mixed	holds steps of prefill and decode
		2	decode step	decode	kernels: attention of one token
		3	cycle 3: gemm	decode	inside a decode cycle
	END
	# Of one the phase is not known; a step that both reads and generates is no request.
	{
		tsv 'cycle level parent length position name category family sum_us phase phase_reason'
		printf '6\t1\t\t9\t1\tk\tgemm\tgemm\t1.000\tunknown\tholds steps of unknown phase\n'
		printf '7\t2\t6\t9\t1\tk\tgemm\tgemm\t1.000\tdecode\tkernels: attention of one token\n'
		printf '8\t3\t7\t3\t1\tk\tgemm\tgemm\t1.000\tdecode\tinside a decode cycle\n'
		printf '9\t1\t\t9\t1\tk\tgemm\tgemm\t1.000\tmixed\tits kernels differ\n'
		printf '10\t2\t9\t3\t1\tk\tgemm\tgemm\t1.000\tmixed\tall its kernels\n'
		printf '11\t2\t6\t9\t1\tfwd\tgemm\tgemm\t1.000\tunknown\ttraining: kernels of a backward pass\n'
	} >positions
	name_cycles none | sed 1d | cut -f 1,2 | grep -v ': gemm$' | diff -u - <(tsv '6 several~steps' '7 decode~step' '9 mixed~step' \
		'11 training~step:~forward,~backward')
}

@test "phases of three GPUs share the kernel time of all, and the rest is unknown" {
	trace-extract eager.json.gz | awk -F '\t' -v OFS='\t' '
		{ print }
		NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
		NR > 1 { $column["device"] = 3; print }
		END { $column["device"] = 4; $column["name"] = "another_kernel"; $column["dur_us"] = 9000; print }' |
		trace-merge --sort | trace-json >three.json
	run -0 trace-report three.json
	assert_line --index 2 --partial ' on 3 GPUs, '
	assert_line --index 3 --regexp '^phase: prefill [0-9.]+ %, decode [0-9.]+ %, unknown [0-9.]+ % of the kernel time$'
	[ "$(sed -n '4s/[^0-9. ]//g;4p' <<<"$output" | awk '{ print int($1 + $2 + $3 + 0.5) }')" -eq 100 ]
}

# phases_of EVENTS: their shares of the kernel time, as the screen says it.
phases_of() {
	trace-cycles -q --events "$1" | trace-phase -q | trace-cut -q -s cat=kernel | trace-stats -k phase | awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
			{ part[$c["phase"]] = $c["sum_us"]; all += $c["sum_us"] }
			END { for (i = split("prefill decode mixed unknown", name, " "); i; i--)
				if (part[name[i]])
					text = sprintf("%s %.1f %%", name[i], 100 * part[name[i]] / all) (text == "" ? "" : ", ") text
			print "phase: " text " of the kernel time" }'
}

@test "phases of two streams are those of the events, which have the phase of their step" {
	local steps=PPPPDDDDDDDDDDDD us
	for us in 100 5; do # of a collective after each layer, on a stream of its own
		fold -w 1 <<<"$steps" | awk -v us="$us" '
			function kernel(name, us, stream) {
				printf "%.3f\t%.3f\t%s\tkernel\t0\t%d\n", t += 1, us, name, stream
				t += us
			}
			BEGIN { print "ts_us\tdur_us\tname\tcat\tdevice\tstream" }
			{
				kernel("embed_" $1, 5, 7)
				for (layer = 0; layer < 12; layer++) {
					for (i = 0; i < 6; i++)
						kernel(i == 2 ? ($1 == "P" ? "flash_fwd_kernel" : "flash_fwd_splitkv_kernel") : "k" $1 i, $1 == "P" ? 50 : 5, 7)
					kernel("ncclDevKernel_AllReduce", us, 8)
				}
			}' >events
		trace-json -q -o two.json events
		phases_of events >expected
		trace-report two.json 2>error | sed -n '/^phase/p' | diff expected -
	done
	[ "$(cat expected)" = 'phase: prefill 74.2 %, decode 25.8 % of the kernel time' ] || fail "$(cat expected)"
}

@test "kernels between steps have the phase of their neighbours, on one stream, too" {
	need_traces
	for name in sglang-qwen3-8b-prefill.json.gz vllm-b200-eager-rank0.json.gz rocprofv3-llamacpp-decode.csv vllm-gptoss20b-mi300-decode.json.gz; do
		trace-extract -q -c gpu,calls "$TRACES/$name" | trace-link -q --exit-zero >events
		phases_of events >expected
		trace-report "$TRACES/$name" 2>error | sed -n '/^phase/p' | diff expected -
	done
}

@test "a training of one step is recognised by all its kernels" {
	{
		tsv 'ts_us dur_us name cat device stream' '0 90 sgemm_64x64 kernel 0 7' \
			'100 20 layer_norm_backward_kernel kernel 0 7' '200 20 fused_adam_kernel kernel 0 7'
	} | trace-json >one.json
	trace-report one.json | grep -qx 'phase: training (kernels of a backward pass or an optimizer)'
}

# figure NUMBER: the texts of a picture of the page, a line each.
figure() {
	sed -n '/<figure>/,/<.figure>/p' page.html | awk -v n="$1" '/<figure>/ { k++ } k == n' |
		grep -o '<text.*' | sed 's/<[^>]*>//g; s/^[[:space:]]*//; s/[[:space:]]*$//'
}

@test "text, picture and sheets have the same classes with the same shares, and the same step" {
	command -v gnuplot >/dev/null || skip "gnuplot is missing"
	# A collective of one kernel beside the steps takes more time than they do.
	{
		tsv 'ts_us dur_us name cat device stream'
		for ((i = 0; i < 6; i++)); do
			tsv "$((1000 * i)).000 100.000 fused_moe_kernel kernel 0 7" "$((1000 * i + 100)).000 50.000 sgemm_64x64 kernel 0 7" \
				"$((1000 * i + 200)).000 20.000 flash_fwd_kernel kernel 0 7" "$((1000 * i + 230)).000 30.000 flash_fwd_splitkv_kernel kernel 0 7" \
				"$((1000 * i + 300)).000 600.000 ncclDevKernel_AllReduce kernel 0 8"
		done
	} | trace-json >moe.json
	trace-report moe.json >screen
	trace-report -d sheets --html page.html -o moe.xlsx --include-unlinked moe.json 2>err
	sed -n '/^Where the time goes/,/^$/p' screen | sed '1d; $d' | awk '{ print $1, $2 " %" }' | sort >told
	[ "$(wc -l <told)" -ge 4 ]
	grep -q '^moe 12[.]5 %$' told || fail "$(cat told)"
	while read -r class share; do
		figure 1 | grep -A2 "^$class\$" | tail -n 1 | grep -qxF "$share" || fail "$class $share: $(figure 1)"
	done <told
	csv2tsv sheets/time_by_class.csv | awk -F '\t' 'NR > 1 { printf "%s %.1f %%\n", $1, $4 }' | sort | diff told -
	figure 2 | grep -qx 'Repeat 3 of 6 of cycle 1.*' || fail "$(figure 2)"
	[ "$(xlsx2tsv -s repeats moe.xlsx | cut -f 4 | sed 1d | sort -u)" = 1 ]
	xlsx2tsv -s repeats moe.xlsx | awk 'END { exit NR != 7 }'
}

@test "what must be known of the trace is said" {
	gzip -dc eager.json.gz | head -c 200000 >cut.json
	run -3 --separate-stderr trace-report cut.json
	[[ $stderr == "trace-extract: cut.json: "* ]]
	assert_line --index 0 --regexp '^cut.json +DAMAGED: at least [0-9]+ events? lost$'
	assert_line --partial 'the file is damaged'
	{
		echo '"Kind","Agent_Id","Queue_Id","Stream_Id","Thread_Id","Dispatch_Id","Kernel_Id","Kernel_Name","Correlation_Id","Start_Timestamp","End_Timestamp"'
		for i in 1000 2000 3000; do
			echo "\"KERNEL_DISPATCH\",\"Agent 1\",1,0,9,$i,1,\"strange\",$i,$i,$((i + 100))"
		done
	} >rocprof.csv
	run -0 trace-report rocprof.csv
	assert_line --regexp '^engine unknown; GPU '
	assert_line 'What repeats: nothing beyond chance'
	assert_line --partial 'the file has no kernel launches: what the GPU waited for is unknown'
	assert_line --partial '100.0 % of the time is in kernels that no rule classifies'
}

@test "cycles of several GPUs stand below the name of theirs, which no line breaks" {
	local kernels=() i of
	for ((i = 0; i < 12; i++)); do
		kernels+=("0:$((i * 300)):100:gemm" "0:$((i * 300 + 100)):90:softmax" "1:$((i * 300)):50:rms_norm" "1:$((i * 300 + 60)):40:gemm")
	done
	gpus "${kernels[@]}" >both.json
	trace-report --html both.html both.json
	trace-report both.json >screen
	[ "$(sed -n '/^What repeats/,/^$/p' screen | grep -oE '^ +([0-9]+  |GPU .)' | xargs)" = 'GPU 0 1 GPU 1 2' ]
	busy=$(sed -n 's/^  busy .* \([0-9.]* [mu]s\)$/\1/p' screen)
	grep -q "$busy; idle [0-9.]* [mu]s; means of 2 GPUs" both.html
	gpus "${kernels[@]/#1:/0:}" >one.json
	trace-report one.json >screen
	run ! grep -q '^  GPU' screen
	for of in 0 1; do
		sed "1s/^/{\"distributedInfo\":{\"rank\":$of,\"world_size\":2},\"traceEvents\":/; \$s/\$/}/" both.json >rank$of.json
	done
	trace-extract -q --whole rank0.json rank1.json | trace-json >ranks.json
	COLUMNS=80 trace-report ranks.json >screen
	sed -n '/^What repeats/,/^$/p' screen | grep 'rank' |
		diff - <(printf '  GPU %s of rank %s\n' 0 0 1 0 0 1 1 1)
}

@test "agents of rocprofv3 are called so, and shares too small to print are not 0" {
	local i
	{
		echo '"Kind","Agent_Id","Queue_Id","Kernel_Name","Start_Timestamp","End_Timestamp"'
		for i in {10..29}; do
			printf '"KERNEL_DISPATCH","Agent %s","1","%s","%s00000","%s40000"\n' 4 gemm "$i" "$i" 10 gemm "$i" "$i" 10 norm "$i"5 "$i"5
		done
		printf '"KERNEL_DISPATCH","Agent %s","1","__amd_rocclr_copyBuffer","2999900","2999999"\n' 4 10
	} >agents.csv
	trace-report agents.csv >screen
	grep -qE '^  means of 2 GPUs; busy [0-9.]+ to [0-9.]+ %; exposed copies < 0.1 %$' screen
	[ "$(sed -n 's/^\(  Agent [0-9]*\)  *[0-9.]* %.*/\1/p' screen | sort -V | paste -sd ,)" = '  Agent 4,  Agent 10' ]
	[ "$(grep -oE '^  Agent [0-9]+ +[0-9.]+ %' screen | awk '{ print length }' | sort -u | wc -l)" = 1 ]
	grep -A 1 '^  Agent 10$' screen | grep -qE ' +20 +'
	run ! grep -q 'GPU Agent' screen
}

@test "the range of kernels of many milliseconds keeps its distance from their mean" {
	gpus 0:0:36335:gemm 0:40000:112335:gemm 0:160000:9998:norm >long.json
	trace-report long.json >screen
	[ "$(sed -n 's/^  gemm  *gemm  *//p' screen | tr -s ' ')" = '2 148.7 ms 74.3 ms 36,335-112,335' ]
	grep -q '  norm .* 10.0 ms  10.0 ms *9,998$' screen
}

@test "an unknown phase says which are meant, and why" {
	for ((i = 0; i < 18; i++)); do
		printf '%s{"ph":"X","cat":"kernel","name":"%s","pid":0,"tid":7,"ts":%d,"dur":5}' \
			"$([ $i -eq 0 ] && echo [ || echo ,)" part_$((i % 3)) $((10 * i))
	done >some.json
	echo ']' >>some.json
	[ "$(trace-report some.json | sed -n 4p)" = \
		'phase unknown: no kernel tells prefill, decode or training; no other step to compare it with' ]
}

# Six repeats of three kernels, in one of the sequences given.
# Kernels of several GPUs: DEVICE:START:DURATION:NAME.
gpus() {
	local kernel device ts dur name comma='['

	for kernel; do
		IFS=: read -r device ts dur name <<<"$kernel"
		printf '%s{"ph":"X","cat":"kernel","name":"%s","pid":%d,"tid":7,"ts":%d,"dur":%d,"args":{"device":%d,"stream":7}}' \
			"$comma" "$name" "$device" "$ts" "$dur" "$device"
		comma=,
	done
	echo ']'
}

@test "ranks in one trace: each is as busy as in its own, whatever the others take" {
	local rank
	gpus 0:0:100:gemm 0:300:100:gemm >0.json
	gpus 0:0:300:gemm 0:300:500:nccl_all_reduce 0:900:100:gemm >1.json
	for rank in 0 1; do
		trace-extract --rank "$rank" -c gpu "$rank.json"
	done | awk 'NR == 1 || !/^ts_us/' | trace-merge --sort | trace-json >ranks.json
	trace-report ranks.json >screen
	grep -qx '  means of 2 GPUs; busy 50.0 to 90.0 %; exposed communication 0.0 to 50.0 %' screen
	grep -q '^  rank 0 *50.0 %.* 0.0 % communication$' screen
	grep -q '^  rank 1 *90.0 %.* 50.0 % communication$' screen
}

@test "each GPU is busy by itself: the mean, the range, and a line where they differ" {
	gpus {0:0,1:1,2:2,3:3,4:4,5:5,6:6,7:7}00:100:gemm >turns.json
	trace-report turns.json >screen
	grep -q '^  busy  12.5 %' screen
	grep -qx '  means of 8 GPUs; busy 12.5 %' screen
	run ! grep -q '^  GPU' screen
	trace-advise -t turns.json | grep -q '^turns	'
	gpus 0:0:100:gemm 1:0:100:nccl_all_reduce 0:100:100:nccl_all_reduce 1:100:50:gemm >half.json
	trace-report half.json >screen
	grep -q '^  busy  87.5 %' screen
	grep -q '^        50.0 %  exposed communication  *100.0 us$' screen
	grep -qx '  means of 2 GPUs; busy 75.0 to 100.0 %; exposed communication 50.0 %' screen
	grep -q '^  GPU 0 *100.0 %.* 50.0 % communication$' screen
	grep -q '^  GPU 1 *75.0 %.* 50.0 % communication$' screen
	trace-advise -t half.json | grep '^communication	' | cut -f 2,3 | diff <(tsv '100.000 50.0') -
}

@test "no launch in the file, launches of other kernels, and no kernel at all are told apart" {
	event() {
		printf '{"ph":"X","cat":"%s","name":"%s","pid":0,"tid":7,"ts":%d,"dur":5,"args":{"correlation":%d,"stream":7}}' "$@"
	}
	said() {
		printf '{"traceEvents":[%s]}' "$(IFS=,; echo "$*")" >some.json
		trace-report some.json | grep -i 'launch' || echo nothing
	}
	one=$(event kernel gemm 100 1) two=$(event kernel gemm 200 2)
	other=$(event cuda_runtime hipLaunchKernel 10 8) own=$(event cuda_runtime hipLaunchKernel 20 1)
	wait=$(event cuda_runtime hipStreamSynchronize 30 9) copy=$(event gpu_memcpy Memcpy 300 3)
	{
		said "$one" "$two" "$wait"
		said "$one" "$two" "$other"
		said "$one" "$two" "$other" "${other//:8/:7}"
		said "$one" "$two" "$other" "$own"
		said "$one" "$own"
		said "$copy" "$wait"
	} | diff -u - <(
		cat <<-'END'
			  the file has no kernel launches: what the GPU waited for is unknown
			  1 launch is in the file, but none is of a kernel in it: what the GPU waited for is unknown
			  2 launches are in the file, but none is of a kernel in it: what the GPU waited for is unknown
			  1 of 2 kernels was launched before recording began, or its launch is not in the file
			  1 launch has no kernel: captured in a graph, recording ended first, or kernels are lost
			nothing
			nothing
		END
	)
}

@test "no GPU events, no trace, options of reports" {
	echo '{"traceEvents":[{"ph":"X","cat":"cpu_op","name":"a","pid":1,"tid":1,"ts":1,"dur":1}]}' >host.json
	run -1 --separate-stderr trace-report host.json
	[ "$stderr" = "trace-report: host.json: no GPU events; trace-info shows what it holds" ]
	[ -z "$output" ]
	sed 's/]}$//' host.json >cut.json
	run -1 --separate-stderr trace-report cut.json
	rm cut.json
	[ "${stderr_lines[0]}" = "trace-report: cut.json: no GPU events in the part that could be read; trace-info shows what it holds" ]
	run -2 --separate-stderr trace-report /no/such/file
	[ "$stderr" = "trace-extract: /no/such/file: No such file or directory" ]
	run -2 --separate-stderr trace-report --phases eager.json.gz
	[[ $stderr == "trace-report: --phases is for reports: add -d, -m, -o or --html"* ]]
	run -2 bash -c 'trace-report eager.json.gz >/dev/full'
	rm separate-stderr-*
	run -0 ls
	assert_output "$(printf 'compiled.json.gz\neager.json.gz\nhost.json')"
}

@test "each awk prints the same screen" {
	trace-report eager.json.gz >expected
	for awk in gawk mawk original-awk busybox; do
		command -v $awk >/dev/null || continue
		mkdir $awk
		if [ $awk = busybox ]; then
			printf '#!/bin/sh\nexec busybox awk "$@"\n' >$awk/awk
		else
			printf '#!/bin/sh\nexec %s "$@"\n' $awk >$awk/awk
		fi
		chmod +x $awk/awk
		POSIXLY_CORRECT=1 PATH=$PWD/$awk:$PATH trace-report eager.json.gz | diff expected -
	done
}

# Facts that people found in these traces by other means: see their README.
@test "real traces: layers, steps, phases" {
	need_traces
	screen() { trace-report "$TRACES/$1"; }
	run -0 screen vllm-llama70b-tp4-mi300.json.gz
	assert_line --index 1 'engine vLLM; GPU AMD Instinct MI300X; rank 0 of 4 (nccl)'
	assert_line --regexp '^  busy +51.1 % .* 290.7 ms$'
	assert_line --regexp '^   1  prefill step +1 +1,211 '
	assert_line --regexp '^   [0-9]    decoder layer: norm qkv attention o comm norm mlp +79 +15 '
	assert_line --regexp '^   [0-9]  decode step +9 +1,291 '
	run -0 screen vllm-gptoss20b-mi300-decode.json.gz
	assert_line --regexp '^ +[0-9]+  2 decoder layers: norm,? qkv,? attention,? o,? norm,? experts +11 +35 '
	run -0 screen qwen05b-h100.json.gz
	assert_line --regexp '^ +[0-9]+  transformer layer: norm,? qkv,? attention,? o,? norm,? mlp +34 +42 '
	assert_line '  436 of 1,465 kernels were launched before recording began, or their launch is not in the file'
	run -0 screen owlv2-h100.json.gz
	assert_line --regexp '^ +[0-9]+    transformer layer: norm,? qkv,? attention,? o,? norm,? mlp +120 +21 '
	run -0 screen resnet50-2021-v100.json.gz
	assert_line --regexp '^ +[0-9]+  training step: forward, backward, optimizer +6 +1,462 '
	assert_line '  times are whole microseconds: short kernels and gaps are imprecise'
}

@test "real traces: two trainings are compared as such" {
	[ -d "${TRACE_UTILS_TRACES:-}" ] || skip "no real traces"
	set -- "$TRACE_UTILS_TRACES"/resnet-2080ti.json.gz "$TRACE_UTILS_TRACES"/resnet50-2021-v100.json.gz
	run -0 --separate-stderr trace-report "$@"
	assert_line --index 0 'Phase: training'
	refute_line --partial 'phase unknown'
	trace-compare-report -d both "$@"
	[ ! -e both/summary.csv ]
	[ -s both/aligned_training.csv ]
	[ "$(csv2tsv both/summary_training.csv | awk -F '\t' '$1 == "compared" { print $4 }' | xargs)" = 'training training' ]
	run -0 --separate-stderr trace-advise "$@"
	assert_line --index 0 --partial 'Training step, 321 and 1462 kernels, 30 and 6 repeats; only 314 of 321 rows of'
}

@test "two traces: the first page of their comparison, for each phase" {
	run -0 --separate-stderr trace-report eager.json.gz compiled.json.gz
	trace-compare-report -d both eager.json.gz compiled.json.gz
	assert_line --index 0 'Phase: prefill' # which takes most of the time
	for phase in prefill decode; do
		csv2tsv both/summary_$phase.csv | tsv2txt --width 100 | sed 's/^Not shown without --all:/No room for:/' >page
		grep -qFx "Phase: $phase" <<<"$output"
		[[ $output == *"$(cat page)"* ]] || fail "$phase"
	done
	run ! grep -E '.{101}' <<<"$output"
	run -2 trace-report -d out eager.json.gz compiled.json.gz
	assert_output --partial 'a report covers one trace; trace-compare-report compares two'
	run -2 trace-report eager.json.gz eager.json.gz eager.json.gz
	assert_output --partial 'at most two traces'
}

@test "two traces that have nothing alike: no times, and exit 2" {
	kernel_steps sgemm_64x64 layer_norm softmax_warp silu_and_mul >a.json
	kernel_steps max_pool_backward ncclDevKernel_AllReduce dgrad_engine embedding_bag >b.json
	run -2 --separate-stderr trace-report a.json b.json
	[ -z "$output" ]
	[[ $stderr == 'trace-report: cycle 1 of a.json and cycle 1 of b.json are not alike: '* ]] || fail "$stderr"
}

@test "no GPU events: which tool or option reads the trace" {
	echo '[{"name":"a Cmpt Exec","ph":"X","ts":1,"dur":2,"pid":0,"tid":0,"args":{"TS1":"1","TS2":"2","TS3":"3","TS4":"4","TS5":"5"}}]' >aiu.json
	run -1 --separate-stderr trace-report aiu.json
	[ "$stderr" = "trace-report: aiu.json: no GPU events; it is of an IBM AIU: acelyzer reads it" ] || fail "$stderr"
	run -1 --separate-stderr trace-report -o aiu.xlsx aiu.json
	[ "$stderr" = "trace-report: aiu.json: no GPU events; it is of an IBM AIU: acelyzer reads it" ] || fail "$stderr"
	[ ! -e aiu.xlsx ]
	[[ -d $TRACES ]] || return 0
	run -1 --separate-stderr trace-report "$TRACES/mtia-inference.json.gz"
	[[ $stderr == *"its mtia_ccp_events look like kernels: --map mtia_ccp_events=kernel of trace-extract"* ]] || fail "$stderr"
}

@test "progress on a terminal from the second second on, and none elsewhere" {
	command -v script >/dev/null || skip "no script(1)"
	mkdir bin
	printf '#!/bin/sh\ncase $* in *" phased listed repeated -") sleep 3 ;; esac\nexec %q "$@"\n' "$(command -v awk)" >bin/awk
	chmod +x bin/awk
	export PATH=$PWD/bin:$PATH TERM=dumb
	trace-report eager.json.gz >expected 2>said
	[ ! -s said ]
	script -qec "stty cols 100; trace-report eager.json.gz" /dev/null </dev/null >typed
	tr -d '\n' <typed | tr '\r' '\n' >lines
	grep -qE '^trace-report: searching cycles, [234] s' lines
	tr -d '\r' <typed | tail -n +2 | diff - <(tail -n +2 expected)
	script -qec "trace-report -o x.xlsx eager.json.gz" /dev/null </dev/null | tr '\r' '\n' >lines
	grep -qE '^trace-report: searching cycles, [234] s' lines
}

@test "of a critical path nothing of which is known there is no line" {
	{
		echo '{"traceEvents":['
		for i in 1 2 3; do
			printf '{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":3,"ts":%d,"dur":50,"args":{"device":0,"stream":3}},\n' $((i * 100))
		done
		echo '{"ph":"X","cat":"kernel","name":"last","pid":0,"tid":4,"ts":900,"dur":0,"args":{"device":0,"stream":4}}]}'
	} >apart.json
	trace-extract -c gpu apart.json | trace-critical -q -l | grep -q '^unknown.*100.000$'
	run -0 trace-report apart.json
	[[ $output != *'critical path'* ]]
}
