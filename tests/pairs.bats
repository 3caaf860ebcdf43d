#!/usr/bin/env bats
# trace-align --pairs alone decides by which cycles two traces are compared: each command that
# compares two traces names the same pair, the same percentages and verdicts, or refuses with the
# same message.
load helper

# edited NAME PROGRAM: eager.json with its kernels changed by awk: dur is that of $0.
edited() {
	gzip -cd eager.json.gz | awk "function with(us) { sub(/\"dur\": [0-9.]+/, sprintf(\"\\\"dur\\\": %.3f\", us)) }
		/\"cat\": \"kernel\"/ { match(\$0, /\"dur\": [0-9.]+/); dur = substr(\$0, RSTART + 7, RLENGTH - 7); n++; $2 }
		{ print }" >"$1.json"
}

# Twelve steps of the same kernels, of which the engine says that six are prefill, and six decode.
annotated() {
	awk 'function row(ts, dur, name, cat, device, stream, correlation) {
			printf "%.3f\t%.3f\t%s\t%s\t1\t7\t%s\t%s\t%s\n", ts, dur, name, cat, device, stream, correlation
		}
		BEGIN {
			print "ts_us\tdur_us\tname\tcat\tpid\ttid\tdevice\tstream\tcorrelation"
			split("gemm norm relu attention", kernel, " ")
			for (step = 0; step < 12; step++) {
				ts = 1000 * step
				if (step % 6 == 0)
					row(ts, 5999, step < 6 ? "execute_context_1(9)_generation_0(0)" : "execute_context_0(0)_generation_9(9)", "user_annotation")
				for (i = 1; i <= 4; i++) {
					row(ts + 10 * i, 5, "cudaLaunchKernel", "cuda_runtime", "", "", ++n)
					row(ts + 100 + 50 * i, 40, kernel[i], "kernel", 0, 7, n)
				}
			}
		}' | trace-json
}

setup_file() {
	cd "$BATS_FILE_TMPDIR"
	annotated >annotated.json
	sh "$TOP/scripts/make-samples" --layers 3 --prefill 2 --decode 5 .
	edited same 'with(dur)'
	edited slower 'with(1.2 * dur)'
	edited shorter 'if (/paged_attention_ll4mi_reduce/) next'
	edited gemm 'if (/wvSplitK/) with(2 * dur)'
	edited noisy 'with(dur * (0.7 + n % 7 / 10))'
	gzip -cd eager.json.gz | sed '/user_annotation/d; s/paged_attention_ll4mi/some_attention/g; s/wvSplitK/gemm/g; /"cpu_op"/d' >blank.json
	kernel_steps sgemm_64x64 layer_norm softmax_warp silu_and_mul >a.json
	kernel_steps sgemm_64x64 layer_norm softmax_warp silu_and_mul add_one >b.json
	kernel_steps max_pool_backward ncclDevKernel_AllReduce dgrad_engine embedding_bag >unlike.json
	kernel_steps ncclDevKernel_AllReduce >lone.json
	gzip -cd eager.json.gz | awk '/"kernel"/ && n++ > 3 { next } { print }' >once.json
}

setup() {
	cd "$BATS_FILE_TMPDIR"
}

# cycles FILE: as the pages say it for a gate: its cycles, and how much repeats differ.
cycles() {
	mkdir -p "of/${1##*/}"
	[ -e "of/${1##*/}/cycles" ] || trace-extract -q -c gpu,host "$1" | trace-link -q | trace-phase -q --exit-zero -m annotation |
		trace-cycles -q --exit-zero --also "spread=of/${1##*/}/spread" | trace-phase -q --exit-zero >"of/${1##*/}/cycles"
}

# said NAME: what a command said on standard error, without its name, and the files by theirs.
said() {
	sed -n "1s|^$1: ||; 1s|of/\([^ ]*\)/cycles|\1|g; 1s|[^ ]*/\([^ ]*json\)|\1|g; 1p" err
}

# The answer of each command, a file for each: the pair and the result, or why there is none.
by_align() {
	local of_a=of/${1##*/} of_b=of/${2##*/} trace

	cycles "$1"
	cycles "$2"
	rm -f page
	trace-align --pairs "$of_a/cycles" "$of_b/cycles" 2>err >couples || { said trace-align && return; }
	for trace in "$1" "$2"; do
		printf 'file\tkey\tvalue\n%s\tkernels\t1\n' "$trace" >"of/${trace##*/}/info"
	done
	if trace-align -q --spread "$of_a/spread,$of_b/spread" --info "$of_a/info,$of_b/info" --summary page "$of_a/cycles" "$of_b/cycles" >rows 2>err; then
		awk -F '\t' '$1 == "result" { print $2 }' page
	else
		said trace-align
	fi
}

by_report() {
	COLUMNS=200 trace-report "$1" "$2" >out 2>err || true
	[ -s out ] && awk '$0 == "" { on = 0 } on { text = text (text == "" ? "" : " ") $0 } /^Result$/ && !n++ { on = 1 }
		END { sub(/[)][.] .*is it the same model[?]$/, ").", text); print text }' out || said trace-report
}

by_advise() {
	trace-advise -t "$1" "$2" >out 2>err || true
	[ -s out ] && awk -F '\t' '$1 == "result" { sub(/; (unequal work: .*|[^;]*is it the same model[?]$)/, "", $5); print $5 ": " $6 "."; exit }' out || said trace-advise
}

by_compare_report() {
	local page
	rm -rf pages
	if trace-compare-report -d pages "$1" "$2" 2>err; then
		page=$(csv2tsv pages/pairs.csv | awk -F '\t' '$16 == "yes" { print $2 }')
		csv2tsv "pages/$page.csv" | awk -F '\t' '$1 == "result" { print $2; exit }'
	else
		said trace-compare-report
	fi
}

# A row of the page as "kernels 1.000 2.000"; what the classic form and the picture add up.
sums() {
	awk -F '\t' '$1 == "time" && $2 == "kernels" { print $12, $13 }' page
}

by_html() {
	trace-plot alignment rows | sed -n '/^const ROWS/,/^;/p' | grep -oE '"[ab]_us":"?[0-9.]+' |
		awk -F '[":]+' '{ n[$2] += $3 } END { printf "%.3f %.3f\n", n["a_us"], n["b_us"] }'
}

by_wafer() {
	wafer-compare -f json "$1" "$2" 2>err | tr -d '\n' | sed 's/"aligned/\n&/g' | sed -n '/^"aligned/{s/\].*//; p; q;}' |
		grep -oE '"[ab]_us":"?[0-9.]+' |
		awk -F '[":]+' '{ n[$2] += $3 } END { printf "%.3f %.3f\n", n["a_us"], n["b_us"] }'
}

# The gate agrees with the verdict of the kernels.
check_gate() {
	local verdict gate=0
	verdict=$(awk -F '\t' '$1 == "time" && $2 == "kernels" { print $16 }' page)
	set -- "of/${1##*/}" "of/${2##*/}"
	case $verdict in
	slower) set -- "$@" 'total>0%' 1 ;;
	*) set -- "$@" 'total>2%' 0 ;;
	esac
	trace-align -q --spread "$1/spread,$2/spread" --fail-if "$3" "$1/cycles" "$2/cycles" >/dev/null || gate=$?
	[ "$gate" -eq "$4" ] || fail "$verdict, but $3 is $gate"
}

# agreed A B: all commands say what trace-align says.
agreed() {
	local command wanted got
	wanted=$(by_align "$1" "$2")
	[ -n "$wanted" ] || fail "trace-align says nothing of $1 and $2"
	for command in report advise compare_report; do
		got=$("by_$command" "$1" "$2")
		[ "$got" = "$wanted" ] || fail "$1 $2
trace-align: $wanted
$command: $got"
	done
	printf '%s\n' "$wanted"
	case $wanted in *' repeats: '*) ;; *) return ;; esac
	[ "$(by_html)" = "$(sums)" ] || fail "trace-plot: $(by_html), not $(sums)"
	check_gate "$1" "$2"
}

@test "made-up pairs: one pair, one percentage, one verdict" {
	agreed eager.json.gz compiled.json.gz
	agreed compiled.json.gz eager.json.gz
	agreed eager.json.gz same.json
	agreed eager.json.gz slower.json
	agreed slower.json eager.json.gz
	agreed eager.json.gz shorter.json
	agreed eager.json.gz gemm.json
	agreed eager.json.gz noisy.json
	agreed eager.json.gz blank.json
	agreed annotated.json annotated.json
	agreed a.json b.json
	[ "$(by_wafer a.json b.json)" = "$(sums)" ]
}

@test "the annotations of an engine tell steps apart, for every command" {
	trace-report annotated.json >screen
	grep -q '^phase: prefill 50[.]0 %, decode 50[.]0 % of the kernel time$' screen || fail "$(cat screen)"
	[ "$(sed -n '/^What repeats/,/^$/p' screen | grep -c '^ *[12] .* 6  *4 ')" -eq 2 ] || fail "$(cat screen)"
	trace-report -d sheets annotated.json 2>err
	csv2tsv sheets/cycles.csv | awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
		{ print $c["cycle"], $c["reps"], $c["length"], $c["phase"] }' >listed
	diff -u - listed <<-'END'
		1 6 4 prefill
		2 6 4 decode
	END
	trace-compare-report -d pages annotated.json annotated.json
	csv2tsv pages/pairs.csv | cut -f 2-4 >couples
	diff -u - couples <<-END
		$(tsv 'page a_cycle b_cycle')
		$(tsv 'summary_prefill 1 1')
		$(tsv 'summary_decode 2 2')
	END
}

@test "made-up pairs that are refused, with one message" {
	run -0 agreed a.json unlike.json
	assert_output --partial 'are not alike: '
	run -0 agreed a.json once.json
	assert_output 'once.json: no cycles: nothing to align'
	run -0 agreed a.json lone.json
	assert_output --partial 'are not alike: '
}

@test "what is refused has one exit status: 1 if there is nothing, 2 if it is not alike" {
	statuses() {
		local command status=()
		cycles "$1"
		cycles "$2"
		for command in "trace-align ${*:3} of/$1/cycles of/$2/cycles" "trace-align --pairs ${*:3} of/$1/cycles of/$2/cycles" \
			"trace-report ${*:3} $1 $2" "trace-advise ${*:3} $1 $2" "trace-compare-report -d pages ${*:3} $1 $2" \
			"wafer-compare ${*:3} $1 $2"; do
			$command >/dev/null 2>&1 && status+=(0) || status+=($?)
		done
		echo "${status[@]}"
	}
	[ "$(statuses a.json once.json)" = '1 1 1 1 1 1' ]
	[ "$(statuses once.json a.json)" = '1 1 1 1 1 1' ]
	[ "$(statuses a.json unlike.json)" = '2 0 2 2 2 2' ] # the pair is listed, but not compared
	[ "$(statuses a.json a.json --phase prefill)" = '1 1 1 1 1 1' ]
	# Of which one cannot be read wholly: 3 beats 1, and 2 beats 3.
	head -c -40 once.json >broken.json
	run -3 trace-report a.json broken.json
	run -3 trace-advise a.json broken.json
	run -3 trace-compare-report -d pages a.json broken.json
	head -c -40 unlike.json >broken.json
	run -2 trace-report a.json broken.json
	run -2 trace-advise a.json broken.json
	run -2 trace-compare-report -d pages a.json broken.json
}

@test "another pair: the same options, with the same answer" {
	local of=of options wanted
	cycles eager.json.gz
	cycles compiled.json.gz
	for options in '--phase decode' '--cycle 2,2' '--phase=prefill --step' '--cycle=1,3'; do
		# shellcheck disable=SC2086 # options
		trace-align -q $options --summary page $of/eager.json.gz/cycles $of/compiled.json.gz/cycles >rows
		wanted=$(awk -F '\t' '$1 == "result" { print $2 }' page)
		wanted=${wanted%%:*}
		# shellcheck disable=SC2086 # options
		[ "$(COLUMNS=200 trace-report $options eager.json.gz compiled.json.gz | grep -o "^$wanted:")" = "$wanted:" ] ||
			fail "trace-report $options"
		# shellcheck disable=SC2086 # options
		trace-advise $options eager.json.gz compiled.json.gz >out
		[ "$(head -n 1 out)" = "$wanted" ] || fail "trace-advise $options: $(cat out)"
		grep -qF "trace-compare-report -t ${options/=/ } eager.json.gz compiled.json.gz" out || fail "$(cat out)"
	done
	run -2 trace-align --cycle 1,1 --step a b
	for command in trace-report trace-advise; do
		run -2 --separate-stderr "$command" --all --cycle 1,1 a.json b.json
		[[ $stderr == "$command: --cycle excludes --all. "* ]] || fail "$stderr"
	done
	for command in trace-report trace-advise trace-compare-report; do
		run -2 --separate-stderr "$command" --cycle 1 a.json b.json
		[[ $stderr == "$command: --cycle takes A,B, not '1'"* ]] || fail "$stderr"
		run -2 --separate-stderr "$command" --phase tuesday a.json b.json
		[[ $stderr == "$command: --phase takes prefill, "* ]] || fail "$stderr"
	done
	for command in trace-report trace-advise; do
		run -2 --separate-stderr "$command" --step a.json
		[[ $stderr == "$command: --step is for two traces"* ]] || fail "$stderr"
	done
}

# Each pair as --cycle has it, the chosen one first, and then those that it excludes.
@test "--all: every pair of cycles by itself" {
	local of=of pair wanted=
	cycles eager.json.gz
	cycles compiled.json.gz
	trace-align --pairs $of/eager.json.gz/cycles $of/compiled.json.gz/cycles | cut -f 1,2 | sed '1d; s/\t/,/' >asked
	[ "$(wc -l <asked)" -eq 4 ]
	while read -r pair; do
		trace-advise -t --cycle "$pair" eager.json.gz compiled.json.gz | sed '1d'
	done <asked >wanted
	trace-advise -t --all eager.json.gz compiled.json.gz | sed '1d' | diff wanted -
	[ "$(grep -c ^result wanted)" -eq 4 ]
	trace-advise --all compiled.json.gz eager.json.gz >out
	[ "$(grep -c '^$' out)" -eq 3 ] || fail "$(cat out)"
	[ "$(grep -c '^1  costs' out)" -eq 4 ] || fail "$(cat out)"
	while read -r pair; do
		trace-report --cycle "$pair" eager.json.gz compiled.json.gz
	done <asked >wanted
	trace-report --all eager.json.gz compiled.json.gz >all
	awk '/^Phase/ && n++ { print "" } { print }' wanted | diff - all # pages are apart
	rm -rf pages
	trace-compare-report -d pages --all eager.json.gz compiled.json.gz
	[ "$(csv2tsv pages/pairs.csv | cut -f 2 | sed 1d | sort | paste -s -d ' ')" = 'summary_decode summary_decode_2 summary_prefill summary_prefill_2' ]
	[ "$(ls pages | grep -c '^summary_')" -eq 4 ]
	trace-compare-report -t --all --cycle 1,1 eager.json.gz compiled.json.gz >out
	[ "$(grep -c '^summary' out)" -eq 1 ] || fail "$(cat out)"
}

@test "real pairs" {
	need_traces
	agreed "$TRACES/bert-small-h100.json.gz" "$TRACES/bert-small-mi300.json.gz"
	[ "$(by_wafer "$TRACES/bert-small-h100.json.gz" "$TRACES/bert-small-mi300.json.gz")" = "$(sums)" ]
	agreed "$TRACES/qwen05b-h100.json.gz" "$TRACES/qwen05b-mi300.json.gz"
	agreed "$TRACES/flux-sage-mi300-capture.json.gz" "$TRACES/flux-sage-mi300-replay.json.gz"
	agreed "$TRACES/resnet-2080ti.json.gz" "$TRACES/resnet50-2021-v100.json.gz"
	agreed "$TRACES/resnet-ddp-mi300.json.gz" "$TRACES/resnet-ddp-mi300.json.gz"
	agreed "$TRACES/nanogpt-h100-current.json.gz" "$TRACES/nanogpt-h100-normuon-rank0.json.gz"
	trace-advise -t "$TRACES/nanogpt-h100-current.json.gz" "$TRACES/nanogpt-h100-normuon-rank0.json.gz" |
		grep -q 'repeats; unequal work: [0-9]* of [0-9]* pairs of kernels have inputs of different shapes; those of nanogpt-h100-normuon-rank0 have 0[.]'
	agreed "$TRACES/nanogpt-h100-normuon-rank0.json.gz" "$TRACES/nanogpt-h100-normuon-rank6.json.gz"
}

@test "a pair that may not be of one model: the doubt stands beside the answer everywhere" {
	need_traces
	set -- "$TRACES/flux-sage-mi300-replay.json.gz" "$TRACES/vllm-llama70b-tp4-mi300.json.gz"
	trace-advise -t "$@" | sed -n 2p | cut -f 5 | grep -q '; only 12 of 19 kinds of kernels of flux-sage-mi300-replay and 10 of 14 of vllm-llama70b-tp4-mi300 have a partner: is it the same model?$'
	trace-report "$@" | sed -n '/^Result/,/^Compared/p' | grep -q '^Only 12 of 19 kinds of kernels of flux-sage-mi300-replay'
	trace-compare-report -m - "$@" >page
	grep -A 2 '^### what to do' page | grep -qx -- '- make sure that both run the same model'
	grep -B 2 '^### what to do' page | grep -qx 'Only 12 of 19 kinds of kernels of flux-sage-mi300-replay and 10 of 14 of vllm-llama70b-tp4-mi300 have a partner: is it the same model?'
	trace-compare-report -d sheets "$@"
	csv2tsv sheets/summary_any.csv | sed -n 3p | grep -q '^result.Only 12 of 19 '
	trace-compare-report -j "$@" | grep -c '"section":"result","what":"Only 12 of 19 ' | grep -qx 1
}

# The GPU idles 8 % longer in the second half, which is less than from step to step.
@test "half of a trace against the other half: no finding" {
	need_traces
	trace-extract -q -c gpu,host --relative "$TRACES/vllm-llama70b-tp4-mi300.json.gz" >all.tsv
	awk -F '\t' 'NR == 1 || $1 < 353111' all.tsv | trace-json >half1.json
	awk -F '\t' 'NR == 1 || $1 >= 353111' all.tsv | trace-json >half2.json
	trace-advise -t half1.json half2.json | cut -f 1,5 | diff - <(tsv 'rule advice' 'result Decode~step,~1291~and~1291~kernels,~4~and~4~repeats')
	trace-compare-report -m - half1.json half2.json | grep -A 2 '^### what to do' | grep -qx -- '- nothing: no change is shown to cost time'
}

@test "real pairs that are refused, with one message" {
	need_traces
	run -0 agreed "$TRACES/rocprofv3-llamacpp-prefill.csv" "$TRACES/rocprofv3-llamacpp-decode.csv"
	assert_output --partial 'no phase in common: '
	run -0 agreed "$TRACES/vllm-gptoss20b-mi300-prefill.json.gz" "$TRACES/vllm-gptoss20b-mi300-decode.json.gz"
	assert_output --partial 'no phase in common: '
	run -0 agreed "$TRACES/resnet-2080ti.json.gz" "$TRACES/qwen05b-h100.json.gz"
	assert_output --partial 'are not alike: '
	run -0 agreed "$TRACES/norm-layers-mi300.json.gz" "$TRACES/bert-small-mi300.json.gz"
	assert_output --partial 'are not alike: '
	# Warm-up, and one of the two networks.
	run -0 agreed "$TRACES/dlrm-v100-rank0.json.gz" "$TRACES/dlrm-v100-rank1.json.gz"
	assert_output --partial 'most of both is left out'
	run -0 agreed "$TRACES/sam-a100-false-5770.json.gz" "$TRACES/sam-pg509-true-17980-3streams.json.gz"
	assert_output --partial 'most of both is left out'
	# Collectives beside the steps of a training and of an inference.
	run -0 agreed "$TRACES/nanogpt-h100-current.json.gz" "$TRACES/vllm-llama70b-tp4-mi300.json.gz"
	assert_output --partial 'most of both is left out'
	run -2 --separate-stderr trace-report "$TRACES/dlrm-v100-rank0.json.gz" "$TRACES/dlrm-v100-rank1.json.gz"
	[[ $stderr == "trace-report: cycle 2 of "*"trace-report: --cycle 2,1 compares them all the same"* ]] || fail "$stderr"
	run -0 trace-report --cycle 2,1 "$TRACES/dlrm-v100-rank0.json.gz" "$TRACES/dlrm-v100-rank1.json.gz"
	run -0 wafer-compare --cycle 2,1 -f json "$TRACES/dlrm-v100-rank0.json.gz" "$TRACES/dlrm-v100-rank1.json.gz"
	assert_output --partial '"aligned":'
	run -2 wafer-compare -f json "$TRACES/dlrm-v100-rank0.json.gz" "$TRACES/dlrm-v100-rank1.json.gz"
	refute_output --partial '"aligned'
	# Cycles with most of the time are not alike; one alike with 3 % of it is no answer.
	trace-extract -c gpu,host "$TRACES/vllm-llama70b-tp4-mi300.json.gz" >all.tsv
	head -n "$(($(wc -l <all.tsv) / 2))" all.tsv | trace-json >half1.json
	{ head -n 1 all.tsv; tail -n "$(($(wc -l <all.tsv) / 2))" all.tsv; } | trace-json >half2.json
	run -0 agreed half1.json half2.json
	assert_output --partial 'are not alike: '
}

# one_step KERNELS: a trace of one step, in which nothing repeats, on two streams.
one_step() {
	tsv 'ts_us dur_us name cat device stream'
	for ((i = 0; i < $1; i++)); do
		tsv "$((100 * i)) 40 kernel_$((i * i)) kernel 0 $((i % 2 + 7))"
	done
}

@test "--whole: a trace is not compared with what repeats inside the other" {
	{
		tsv 'ts_us dur_us name cat device stream'
		for ((i = 0; i < 40; i++)); do
			tsv "$((100 * i)) 40 layer_$((i % 4)) kernel 0 7"
		done
	} | trace-json >ten.json
	{
		tsv 'ts_us dur_us name cat device stream'
		for ((i = 0; i < 4; i++)); do
			tsv "$((100 * i)) 40 layer_$i kernel 0 7"
		done
	} | trace-json >four.json
	for command in trace-report trace-advise 'trace-compare-report -t'; do
		run --separate-stderr $command --whole ten.json four.json
		[[ $stderr == *'cycle 1 of ten.json and cycle 1 of four.json are not alike'* ]] || fail "$command: $output $stderr"
	done
}

@test "--whole: two traces of one step are compared, which are refused without it" {
	one_step 20 | trace-json >one.json
	one_step 22 | trace-json >two.json
	run -1 --separate-stderr trace-report one.json two.json
	[[ $stderr == *'trace-report: --whole compares all kernels of both, as if each trace were one step' ]] || fail "$stderr"
	trace-report --whole one.json two.json >page
	grep -q '^Whole traces, 20 and 22 kernels: ' page || fail "$(cat page)"
	tr '\n' ' ' <page | grep -qF 'however many steps there are in one.json and in two.json.' || fail "$(cat page)"
	grep -q '^added  *2 *0[.]000 *80[.]000 *80[.]000$' page || fail "$(cat page)"
	trace-advise --whole one.json two.json >costs
	grep -qF 'trace-compare-report -t --whole one.json two.json' costs || fail "$(cat costs)"
	run -1 grep 'other streams run' costs
	run -2 --separate-stderr trace-advise --whole one.json
	[[ $stderr == 'trace-advise: --whole is for two traces'* ]] || fail "$stderr"
}
