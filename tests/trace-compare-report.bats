#!/usr/bin/env bats
load helper

setup_file() {
	cd "$BATS_FILE_TMPDIR" || return
	sh "$BATS_TEST_DIRNAME/../scripts/make-samples" --layers 4 --prefill 2 --decode 5 .
	"$TRACE_UTILS_BUILD/bin/trace-compare-report" -d ab eager.json.gz compiled.json.gz
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	EAGER=$BATS_FILE_TMPDIR/eager.json.gz
	COMPILED=$BATS_FILE_TMPDIR/compiled.json.gz
	AB=$BATS_FILE_TMPDIR/ab
}

# sum TABLE COLUMN: of all rows of a CSV table but the totals, in whole nanoseconds.
sum() {
	csv2tsv "$1" | awk -F '\t' -v column="$2" '
		NR == 1 { for (i = 1; i <= NF; i++) if ($i == column) c = i; next }
		$1 != "total" { sub(/[.]/, "", $c); t += $c } END { printf "%.0f\n", t }'
}

# value TABLE KEY COLUMN: of the row with that key in its first column.
value() {
	csv2tsv "$1" | awk -F '\t' -v key="$2" -v column="$3" '
		NR == 1 { for (i = 1; i <= NF; i++) if ($i == column) c = i; next }
		$1 == key { print $c }'
}

@test "manners: command line" {
	manners_command_line trace-compare-report
	manners_command_line wafer-compare
}

@test "manners: the pages and --help agree" {
	manners_page trace-compare-report
	manners_page wafer-compare
}

@test "the examples of the pages" {
	sh "$TOP/scripts/make-samples" .
	manners_examples trace-compare-report
	manners_examples wafer-compare
}

@test "differences of operations, kernels and layers add up to that of the traces" {
	for side in a:$EAGER b:$COMPILED; do
		total=$(trace-info "${side#*:}" | awk -F '\t' '$2 == "kernel_us" { sub(/[.]/, "", $3); print $3 }')
		for table in operations kernels; do
			[ "$(sum "$AB/$table.csv" "${side%%:*}_total_us")" = "$total" ]
		done
	done
	for table in operations kernels; do
		[ "$(sum "$AB/$table.csv" delta_total_us)" = $(($(sum "$AB/$table.csv" b_total_us) - $(sum "$AB/$table.csv" a_total_us))) ]
	done
	[ "$(value "$AB/operations.csv" total delta_total_us | tr -d .)" = "$(sum "$AB/operations.csv" delta_total_us)" ]
}

@test "options may stand behind the traces" {
	trace-compare-report -t "$EAGER" "$COMPILED" >before
	trace-compare-report "$EAGER" "$COMPILED" -t >behind
	cmp before behind
}

@test "metadata, layers and what was fused" {
	[ "$(value "$AB/metadata.csv" layers a)" = 4 ]
	[ "$(value "$AB/metadata.csv" forward_passes b)" = 7 ]
	[ "$(value "$AB/metadata.csv" repeats_by_phase a)" = 'prefill 2, decode 5' ]
	[ "$(value "$AB/metadata.csv" platform a)" = AMD ]
	csv2tsv "$AB/layers.csv" | cut -f 1,3 | sed 1d | sort | uniq -c | awk '{ print $1 $2 $3 }' | xargs |
		grep -qx '1decode1 1decode2 1decode3 1decode4 1prefill1 1prefill2 1prefill3 1prefill4'
	# torch.compile makes one kernel of the norm's five, in each of four layers, in both phases
	csv2tsv "$AB/fusions.csv" | awk -F '\t' '$3 == 5 && $4 == 1 && $10 == "b"' | grep -c . | grep -qx 8
	[ "$(csv2tsv "$AB/warnings.csv" | wc -l)" -eq 1 ]
}

# loops KERNEL...: six steps of five times two long kernels, five times these, and a copy.
loops() {
	local kernels='' i name ts=0
	for i in {1..5}; do kernels+=' gemm_long:900 softmax_long:800'; done
	for i in {1..5}; do kernels+=" $*"; done
	echo '['
	for i in {1..6}; do
		for name in $kernels copy_kernel:70; do
			printf '{"ph":"X","cat":"kernel","name":"%s","pid":0,"tid":7,"ts":%d,"dur":%d,"args":{"device":0,"stream":7}},\n' \
				"${name%:*}" $ts $((${name#*:} + i % 3))
			ts=$((ts + 1000))
		done
	done
	echo '{"ph":"M"}]'
}

@test "batches whose gradients are added up are forward passes, not layers" {
	awk -v OFS='\t' 'function run(name) { print ts++ * 20, 10, name, "kernel", 0, 7 }
		function layer(pass) { run(pass "_norm"); run("gemm_in_" pass); run("flash_" pass "_kernel"); run("gemm_out_" pass) }
		BEGIN {
			print "ts_us", "dur_us", "name", "cat", "device", "stream"
			for (i = 0; i < 5 * 4; i++) {
				for (k = 0; k < 6; k++)
					layer("fwd")
				run("loss")
				for (k = 0; k < 6; k++)
					layer("bwd")
				if (i % 4 == 3) {
					run("multi_tensor_apply_kernel<FusedAdamMathFunctor>")
					run("zero")
				}
			}
		}' | trace-json >adds.json
	trace-compare-report -d adds adds.json adds.json
	[ "$(value adds/metadata.csv layers a)" = 6 ]
	[ "$(value adds/metadata.csv forward_passes a)" = 20 ]
	[ "$(value adds/metadata.csv repeats_by_phase a)" = 'training 5' ]
}

@test "what repeats in a step is no layer if it takes less than a quarter of its time" {
	local us
	for us in 1 9; do
		awk -v OFS='\t' -v us=$us 'function run(name, us) { print ts + 0, us, name, "kernel", 0, 7; ts += us + 2 }
			BEGIN {
				print "ts_us", "dur_us", "name", "cat", "device", "stream"
				for (i = 0; i < 6; i++) {
					run("conv_a", 90)
					run("gemm_b", 90)
					for (k = 0; k < 9; k++) { run("norm_c", us); run("silu_d", us); run("rope_e", us) }
					run("softmax_f", 90)
				}
			}' | trace-json >"$us.json"
	done
	trace-compare-report -d shares 1.json 9.json
	[ "$(grep ^layers, shares/metadata.csv)" = layers,unknown,9 ]
	[ "$(grep ^forward_passes, shares/metadata.csv)" = forward_passes,6,6 ]
	need_traces
	trace-compare-report -d shares "$TRACES/resnet50-2021-v100.json.gz" "$TRACES/vllm-llama70b-tp4-mi300.json.gz" || [ $? -eq 2 ]
	[ "$(grep ^layers, shares/metadata.csv)" = layers,unknown,80 ]
}

@test "steps that repeat together are counted one by one, with their layers" {
	engine_steps 'behind = "last_norm lm_head_gemm sampling_argmax"
		for (i = 0; i < 8; i++) {
			step("execute_context_1(90)_generation_9(9)", "norm_a gemm_b flash_fwd_c gemm_d silu_e", 50, behind)
			step("execute_context_0(0)_generation_9(9)", "norm_a gemm_v attention_w gemm_x", 20, behind)
			step("execute_context_0(0)_generation_9(9)", "norm_a gemm_v attention_w gemm_x", 20, behind)
		}' >chunked.json
	trace-report chunked.json | grep -q '^ *1  several steps: mixed and decode  *8 '
	trace-compare-report -d chunked chunked.json chunked.json
	[ "$(value chunked/metadata.csv repeats_by_phase a)" = 'decode 16, mixed 8' ]
	[ "$(value chunked/metadata.csv forward_passes a)" = 24 ]
	[ "$(value chunked/metadata.csv layers a)" = 6 ]
	# So are the layers of each step.
	csv2tsv chunked/layers.csv | sed 1d | cut -f 1 | sort | uniq -c | tr -s ' ' >of
	printf ' 6 decode\n 6 mixed\n' | diff - of
	# However deep the steps are.
	engine_batches >batches.json
	trace-compare-report -d batches batches.json batches.json
	[ "$(value batches/metadata.csv repeats_by_phase a)" = 'prefill 12, decode 60' ]
	csv2tsv batches/layers.csv | sed 1d | cut -f 1,2 | sort | uniq -c | tr -s ' ' >of
	# Those of the evaluation, which is no step, have the phase of what is around it.
	printf ' 6 decode\t6\n 6 decode\t7\n 6 prefill\t4\n' | diff - of
}

@test "layers of one cycle are compared with each other, and with those of its like" {
	loops norm_a:20 rope_b:30 silu_c:40 >three.json
	loops gelu_d:11 dropout_e:12 index_f:13 topk_g:14 sort_h:15 scan_i:16 >other.json
	trace-compare-report -d same three.json three.json
	[ "$(csv2tsv same/layers.csv | sed 1d | cut -f 2 | sort | uniq -c | xargs)" = '5 2 5 3' ]
	[ "$(csv2tsv same/deviating_layers.csv | wc -l)" -eq 1 ]
	run -2 trace-compare-report -d apart three.json other.json
	csv2tsv apart/layers.csv | cut -f 2,3,9 | diff - <(tsv 'cycle layer status' '2 1 same' '2 2 same' '2 3 same' '2 4 same' '2 5 same')
	# A cycle has another number where another one is missing.
	grep -v long three.json >short.json
	trace-compare-report -d numbers three.json short.json || [ $? -eq 2 ]
	csv2tsv numbers/layers.csv | cut -f 2,3,9 | diff - <(tsv 'cycle layer status' '3 1 unclear' '3 2 unclear' '3 3 unclear' '3 4 unclear' '3 5 unclear')
	# A loop of one side only is on no sheet of layers.
	loops | grep -v copy >one.json
	trace-compare-report -d flat three.json one.json
	[ "$(csv2tsv flat/layers.csv | wc -l)" -eq 1 ]
	need_traces
	trace-compare-report -d real "$TRACES/nanogpt-h100-current.json.gz" "$TRACES/nanogpt-h100-normuon-rank0.json.gz"
	csv2tsv real/deviating_layers.csv | awk -F '\t' 'NR > 1 && ($7 > 100 || $7 < -100)' | diff /dev/null -
	csv2tsv real/layers.csv | awk -F '\t' 'NR > 1 && ($7 == "" || $7 > 100 || $7 < -100)' | diff /dev/null -
	trace-compare-report -d flux "$TRACES/flux-sage-mi300-capture.json.gz" "$TRACES/flux-sage-mi300-replay.json.gz"
	[ "$(csv2tsv flux/layers.csv | wc -l)" -eq 1 ]
}

@test "a trace against itself: no difference; swapped: mirrored" {
	trace-compare-report -d out b="$COMPILED" a="$EAGER" same="$COMPILED"
	[ "$(sum out/kernels.csv a_delta_total_us)" = $((-$(sum "$AB/kernels.csv" delta_total_us))) ]
	[ "$(sum out/kernels.csv same_delta_total_us)" = 0 ]
	for table in operations kernels layers; do
		csv2tsv out/$table.csv | awk -F '\t' '
			NR == 1 { for (i = 1; i <= NF; i++) if ($i == "same_status") c = i; next }
			$1 != "total" && $c !~ /^(same|unclear)?$/' | diff /dev/null -
	done
}

# repeat STEPS GEMM NORM: steps of products of two sizes under one name and of norms, which vary by
# some percent; GEMM is what products take, NORM what one norm of the third step takes longer.
repeat() {
	awk -v OFS='\t' -v steps="$1" -v gemm="$2" -v norm="$3" '
		function run(name, dur) { print ts += 200, sprintf("%.3f", dur * (1 + (k = (k * 7 + 3) % 11) / 300)), name, "kernel", 0, 7 }
		BEGIN {
			print "ts_us", "dur_us", "name", "cat", "device", "stream"
			for (i = 1; i <= steps; i++) {
				run("embedding", 9)
				for (j = 1; j <= 4; j++) {
					run("Cijk_gemm", 20 * gemm)
					run("rms_norm", 8 + (i == 3 && j == 2) * norm)
					run("Cijk_gemm", 90 * gemm)
					run("silu_and_mul", 12)
				}
			}
		}' | trace-json
}

@test "the spread of repeats decides: an outlier is none, nor are sizes; one run is not tested" {
	repeat 30 1 0 >a.json
	repeat 30 1.05 100 >b.json
	statuses() { csv2tsv out/$1.csv | awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i } NR > 1 && $1 != "total" { print $1, $c["status"] }' | sort; }
	trace-compare-report -d out a.json b.json
	statuses operations | diff - <(printf '%s\n' 'activation same' 'embedding same' 'gemm slower' 'norm unclear')
	statuses kernels | diff - <(printf '%s\n' 'Cijk_gemm slower' 'embedding same' 'rms_norm unclear' 'silu_and_mul same')
	csv2tsv out/layers.csv | cut -f 3,9 | diff - <(tsv 'layer status' '1 slower' '2 slower' '3 slower' '4 slower')
	statuses timeline | grep -v comm | diff - <(printf '%s\n' 'busy slower' 'computation slower' 'exposed_copy same' 'idle same' 'total_copy same')
	trace-compare-report -d out --whole a.json b.json
	statuses timeline | grep -x 'busy one run: not tested'
	statuses operations | diff - <(printf '%s\n' 'activation same' 'embedding same' 'gemm one run: not tested' 'norm one run: not tested')
	# Most of the products are in no repeat.
	{ trace-extract -q b.json; printf '1000000\t81000\tCijk_gemm\tkernel\n' |
		awk -F '\t' -v OFS='\t' '{ print $0, "X", "", 0, 7, 0, 7, "", "" }'; } | trace-json >rest.json
	trace-compare-report -d out a.json rest.json
	statuses operations | grep -x 'gemm one run: not tested'
	statuses operations | grep -x 'activation same'
	[ "$(value out/operations.csv gemm b_count)" = 241 ]
}

@test "a phase: of one trace, of none" {
	trace-compare-report -d decode --phase decode "$EAGER" "$COMPILED"
	[ -f decode/aligned_decode.csv ] && [ ! -f decode/aligned_prefill.csv ]
	[ "$(sum decode/operations.csv a_total_us)" -lt "$(sum "$AB/operations.csv" a_total_us)" ]
	run -1 trace-compare-report --phase mixed "$EAGER" "$COMPILED"
	assert_output "trace-compare-report: no trace has the phase mixed; the phases are: decode prefill"
}

@test "a phase that only one trace has: its rows are of that side" {
	sh "$TOP/scripts/make-samples" --layers 4 --prefill 0 --decode 5 .
	run -1 --separate-stderr trace-compare-report -d out --phase prefill "$EAGER" eager.json.gz
	[ "$stderr" = "trace-compare-report: $EAGER and eager.json.gz have no cycles of phase prefill in common: nothing to compare" ]
	[ "$(sum out/operations.csv a_total_us)" -gt 0 ]
	[ "$(sum out/operations.csv delta_total_us)" = $((-$(sum out/operations.csv a_total_us))) ]
	csv2tsv out/operations.csv | awk -F '\t' 'NR > 1 && $1 != "total" && $7 != "only_a"' | diff /dev/null -
	grep -q '^b,NO_KERNELS,warning' out/warnings.csv
	wafer-compare eager.json.gz "$EAGER" --phase prefill -f csv | csv2tsv | cut -f 10 | sed 1d | sort -u | grep -qx trace2_only
	run -1 trace-compare-report --phase prefill eager.json.gz compiled.json.gz
	assert_output "trace-compare-report: no trace has the phase prefill; the phases are: decode"
}

@test "traces without a common phase: their cycles are aligned, and that is told" {
	sh "$TOP/scripts/make-samples" --layers 4 --prefill 0 --decode 5 .
	# No annotation, operator or name of a kernel says what the steps are.
	gzip -cd eager.json.gz | sed 's/paged_attention_ll4mi/some_attention/g; s/wvSplitK/gemm/g
		/user_annotation/d; /"cpu_op"/d' >blank.json
	trace-compare-report -d out blank.json eager.json.gz
	grep -qxF 'b,NO_COMMON_PHASE,warning,"a has cycles of unknown phase, b has decode: the cycles that are most alike are aligned"' out/warnings.csv
	csv2tsv out/summary_any.csv | grep -q '^note.No phase in common: a has cycles of unknown phase, b has decode[.]'
	[ "$(csv2tsv out/aligned_any.csv | cut -f 1 | grep -cE 'exact|similar')" -gt 60 ]
	sed '/"ph": "X"/{ /"kernel"/!b; x; s/^/x/; /^xx/{ x; d; }; x; }' blank.json >single.json
	run -1 --separate-stderr trace-compare-report -d one eager.json.gz single.json
	[ "$stderr" = "trace-compare-report: single.json: no cycles: nothing to align
trace-compare-report: --whole compares all kernels of both, as if each trace were one step" ]
	grep -q '^b,NOT_ALIGNED,warning,"*pairs: single.json: no cycles: nothing to align' one/warnings.csv
	[ ! -e one/aligned_any.csv ]
	run -1 --separate-stderr wafer-compare fusion -f csv eager.json.gz single.json
	[ "$stderr" = "wafer-compare: single.json: no cycles: nothing to align" ]
}

@test "trainings are called so on every table, and what is none stays unknown" {
	sh "$TOP/scripts/make-samples" --layers 4 --prefill 0 --decode 5 .
	phases() { cut -d , -f "$1" "$2" | sed 1d | sort -u | xargs; }
	for pass in backward nothing; do
		gzip -cd eager.json.gz | sed "s/paged_attention_ll4mi/attention_forward/g; s/wvSplitK/gemm_${pass}_weight/g
			s/reshape_and_cache/norm_$pass/g; /user_annotation/d; /\"cpu_op\"/d" >$pass.json
	done
	trace-compare-report -d both backward.json backward.json
	[ "$(value both/metadata.csv repeats_by_phase a)" = 'training 5' ]
	[ "$(value both/metadata.csv repeats_by_phase b)" = 'training 5' ]
	[ "$(phases 1 both/layers.csv)" = training ]
	[ -e both/summary_training.csv ]
	run ! grep -q NO_PHASE both/warnings.csv
	# One side that is none: no phase of both is called so.
	trace-compare-report -d one backward.json nothing.json
	[ "$(value one/metadata.csv repeats_by_phase a)" = 'training 5' ]
	[ "$(value one/metadata.csv repeats_by_phase b)" = 'unknown 5' ]
	[ "$(phases 1 one/layers.csv)" = unknown ]
	[ ! -e one/summary_training.csv ]
	[ -e one/summary_any.csv ]
	need_traces
	trace-compare-report -d real "$TRACES/resnet-2080ti.json.gz" "$TRACES/resnet50-2021-v100.json.gz"
	[ "$(value real/metadata.csv repeats_by_phase a)" = 'training 30' ]
	[ "$(value real/metadata.csv repeats_by_phase b)" = 'training 6' ]
	[ "$(phases 2 real/deviating_layers.csv)" = training ]
}

@test "a phase that nobody knows gives no table a name, in any form" {
	sh "$TOP/scripts/make-samples" --layers 4 --prefill 0 --decode 5 .
	gzip -cd eager.json.gz | sed 's/paged_attention_ll4mi/some_attention/g; s/wvSplitK/gemm/g
		/user_annotation/d; /"cpu_op"/d' >blank.json
	trace-compare-report -d out --all blank.json blank.json
	ls out | sed -n 's/[.]csv$//; /^aligned/p; /^summary/p' >names
	head -n 4 names | diff - <(printf '%s\n' aligned aligned_other_2 summary summary_other_2)
	[ "$(csv2tsv out/pairs.csv | cut -f 2 | sed 1d | sort)" = "$(grep summary names)" ]
	trace-compare-report -j --all blank.json blank.json | sed -n 's/^[,{]"\(aligned[^"]*\|summary[^"]*\)":$/\1/p' | sort | diff names -
	trace-compare-report -m - --all blank.json blank.json | sed -n 's/^## \(aligned\|summary\)/\1/p' | tr ' ' _ | sort | diff names -
	trace-compare-report -t --all blank.json blank.json | grep -E '^(aligned|summary)' | tr ' ' _ | sort | diff names -
	trace-report blank.json blank.json | head -n 1 | grep -qx Result
	command -v xlsx2tsv >/dev/null || return 0
	trace-compare-report -o x.xlsx --all blank.json blank.json
	xlsx2tsv --list x.xlsx | grep -E '^(aligned|summary)' | sort | diff names -
}

@test "a page: the doubt is part of the result, and the note comes before others" {
	page() {
		tr '~' '\t' <<-'END'
			section~what~a_us~delta_us~verdict
			result~B takes longer.~~~
			compared~A: a~~~
			note~One run per side.~~~
			note~Both have one kernel: is it the same model?~~~
			change~norm: gone~5.000~-5.000~faster
			change~gemm: the same kernel~2.000~2.000~slower
			change~copy: new~~3.000~one run: not tested
			change~gemm: moved~9.000~-1.000~unclear
			change~all else~1.000~0.000~same
			change~sum~17.000~-1.000~unclear
			family~gemm~17.000~-1.000~unclear
		END
	}
	page >in
	awk -f "$TOP/scripts/report/table.awk" -f "$TOP/scripts/report/comparison/summary_order.awk" note='No phase in common.' in in >out
	cut -f 2 out | diff - <(printf '%s\n' what 'B takes longer.' 'Both have one kernel: is it the same model?' 'A: a' 'No phase in common.' \
		'One run per side.' 'norm: gone' 'gemm: the same kernel' 'copy: new' 'gemm: moved' 'all else' sum gemm)
	[ "$(cut -f 1 out | uniq | xargs)" = 'section result compared note change family' ]
	[ "$(awk -F '\t' '{ print NF }' out | sort -u)" -eq 5 ]
	awk -f "$TOP/scripts/report/table.awk" -f "$TOP/scripts/report/comparison/summary_order.awk" note= out out | diff out -
}

@test "one prefill step and some decode steps without annotations: both phases, no other" {
	sh "$TOP/scripts/make-samples" --prefill 1 --decode 9 .
	gzip -dc eager.json.gz | grep -v annotation >plain.json
	trace-compare-report -d out plain.json plain.json
	run -0 ls out
	assert_line aligned_prefill.csv
	assert_line aligned_decode.csv
	refute_output --regexp 'aligned(_mixed|_other|[.])'
	need_traces
	trace-compare-report -d real "$TRACES/vllm-llama70b-tp4-mi300.json.gz" "$TRACES/vllm-llama70b-tp4-mi300.json.gz"
	[ "$(cut -d , -f 1 real/layers.csv | sort | uniq -c | awk '{ print $2, $1 }' | paste -s -d ' ')" = \
		'decode 80 phase 1 prefill 79' ]
}

@test "workbook, text and JSON; three traces with labels" {
	trace-compare-report -o three.xlsx x="$EAGER" y="$COMPILED" z="$EAGER"
	# All traces come first, then pairs of them.
	unzip -p three.xlsx xl/workbook.xml | grep -o 'sheet name="[a-z]*' |
		head -n 2 | cut -d '"' -f 2 | xargs | grep -qx 'overview metadata'
	unzip -p three.xlsx xl/worksheets/sheet1.xml | grep -o '<c r="[A-F]1"[^>]*><v>[^<]*' | sed 's/.*>//' | paste -s -d , - |
		grep -qx 'operation,x time (us),y time (us),z time (us),y difference (%),z difference (%)'
	# An aligned sheet ends with the sums of its rows.
	if command -v xlsx2tsv >/dev/null; then
		xlsx2tsv -s aligned_decode_y three.xlsx >aligned.tsv
		grep -cx 'Total.*' aligned.tsv | grep -qx 1
		tail -n 1 aligned.tsv | grep -q '^Total'
		awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "delta_us") c = i; next }
			/^Total/ { printf "%.3f", $c - sum; next }
			{ sum += $c }' aligned.tsv | grep -qxE -- '-?0[.]000'
	fi
	trace-compare-report -t x="$EAGER" y="$COMPILED" z="$EAGER" >text
	grep -q '^operation .* x_us .* y_us .* z_us ' text
	run ! grep -E '.{101}' text
	grep -q '^aligned decode y$' text
	head -n 1 text | grep -qx metadata
	grep -q 'more rows: --all' text
	grep -q '^No room for: ' text
	run ! grep -q 'Not shown without' text # --all of tsv2txt
	trace-compare-report -d out "$EAGER" "$COMPILED"
	trace-compare-report -m page.md "$EAGER" "$COMPILED"
	head -n 1 page.md | grep -qx '# Comparison of eager.json.gz, compiled.json.gz'
	[ "$(grep '^## ' page.md | tr ' ' _ | cut -c 4- | sort)" = "$(ls out | sed 's/[.]csv$//' | sort)" ]
	csv2tsv out/summary_decode.csv | awk -F '\t' '$1 == "result" { print $2 }' | grep -qxFf - page.md
	grep -q '^| what | eager time (us) | compiled time (us) | difference (us) | difference (%) | verdict | 95 % low (%) | 95 % high (%) |$' page.md
	[ "$(grep -c '^| \(from one start to the next\|GPU busy\|GPU idle\|sum of the kernels\|gaps between kernels\) |' page.md)" -eq 10 ]
	[ "$(grep -c '^| \(exposed\|all\) \(communication\|copies\) |' page.md)" -eq 4 ]
	grep -B 1 '^| ---' page.md >headings
	run ! grep -E '[a-z]_(us|pct)' headings
	trace-compare-report -m - "$EAGER" "$COMPILED" | cmp - page.md
	run -2 trace-compare-report -m page.gz "$EAGER" "$COMPILED"
	command -v python3 >/dev/null || skip "no python3"
	trace-compare-report -j "$EAGER" "$COMPILED" >json
	python3 -c 'import json; d = json.load(open("json")); assert d["operations"][0]["a_total_us"] > 0 and d["metadata"][0]["fact"] == "file"'
}

@test "for people: what to do is what costs most time, in order, as trace-advise says" {
	trace-compare-report -m page.md "$EAGER" "$COMPILED"
	[ "$(grep -A 2 '^### what to do' page.md | grep -cx -- '- nothing: no change is shown to cost time')" -eq 2 ]
	trace-compare-report -m page.md "$COMPILED" "$EAGER"
	trace-compare-report -d back "$COMPILED" "$EAGER"
	sed -n '/^## summary decode/,/^### compared/p' page.md | grep '^- ' >told
	[ "$(wc -l <told)" -gt 1 ]
	trace-advise --phase decode "$COMPILED" "$EAGER" | sed -n 's/^[123]  //p' >advice
	sed 's/^- //; s/ ([^()]*)$//' told | diff -u advice -
	# The kernels' changes by arithmetic of our own, to the tenth of a microsecond.
	csv2tsv back/summary_decode.csv | awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i }
		$1 == "time" && $2 == "period" { period = $c["a_us"] }
		$1 == "change" && $c["verdict"] == "slower" && $2 != "sum" && $2 != "all else" {
			printf "%.3f\tcosts %.1f us, %.1f %%, likely: %s\n", $c["delta_us"], $c["delta_us"], 100 * $c["delta_us"] / period, $2
		}' | sort -k 1,1nr | cut -f 2 | head -n "$(grep -c 'likely: [a-z_]*:' advice)" | diff -u - <(grep 'likely: [a-z_]*:' advice)
}

@test "for people: the names of the traces, and letters where they are long" {
	ln -s "$EAGER" a-model-as-somebody-wrote-it-down.json.gz
	trace-compare-report -m page.md a-model-as-somebody-wrote-it-down.json.gz "$COMPILED"
	grep -q '^| A: a-model-as-somebody-wrote-it-down.json.gz |' page.md
	grep -q '^| B: compiled.json.gz |' page.md
	grep -q '^| operation | A total (us) | B total (us) | difference of total (us) |' page.md
	grep -q 'B takes .* per repeat' page.md
	ln -s "$EAGER" a-model-as-somebody-wrote.json.gz
	trace-compare-report -m page.md a-model-as-somebody-wrote.json.gz "$COMPILED"
	grep -q 'compiled takes .* per repeat' page.md
	trace-compare-report -m page.md old="$EAGER" new="$COMPILED"
	grep -q '^| B: new (compiled.json.gz) |' page.md
	grep -q 'new (compiled.json.gz) takes .* per repeat' page.md
	grep -q '^| what | old time (us) | new time (us) |' page.md
	# Both have the same name, which then tells nothing.
	mkdir x && cp "$EAGER" x/
	trace-compare-report -m page.md "$EAGER" x/eager.json.gz
	grep -q '^| what | A time (us) | B time (us) |' page.md
	trace-compare-report -m page.md "$EAGER" "$COMPILED" x="$EAGER"
	grep -q '^| operation | eager total (us) | compiled total (us) | x total (us) |' page.md
	command -v xlsx2tsv >/dev/null || return 0
	trace-compare-report -o x.xlsx "$EAGER" "$COMPILED"
	xlsx2tsv -s operations x.xlsx >sheet
	head -n 1 sheet | grep -q "^operation	eager total (us)	compiled total (us)	difference of total (us)	difference of total (%)	ratio of total	status	"
	xlsx2tsv -s aligned_decode x.xlsx | head -n 1 >headings
	run ! grep -E '_(us|pct)|group [ab] ' headings
	grep -qF "$(printf 'eager group (us)\tcompiled group (us)')" headings
	xlsx2tsv -s kernels x.xlsx | head -n 1 |
		grep -qF "$(printf 'difference of total, 95 %% low (us)\tdifference of total, 95 %% high (us)')"
	unzip -p x.xlsx xl/charts/chart1.xml | grep -q '<a:t>us</a:t>'
}

@test "a class that one trace alone tells apart counts as the wider one of both" {
	for side in a b; do mkdir $side && printf 'operation\tcount\n' >$side/work; done
	printf 'attention\t1\ngemm\t1\nnorm\t1\n' >>a/work
	printf 'attention_decode\t1\nattention_decode_paged\t2\ngemm\t3\nrope_q\t4\n' >>b/work
	awk -f "$TOP/scripts/report/table.awk" -f "$TOP/scripts/report/comparison/wider_operations.awk" \
		tables=2 a/work b/work a/work b/work
	diff - b/wide <<<$'operation\tcount\nattention\t1\nattention\t2\ngemm\t3\nrope_q\t4'
	cmp a/work a/wide
}

# The text of JSON has stacks where there are any; only who asks for them is told of none.
@test "wafer-compare: JSON of traces without Python functions" {
	trace-extract -q -c gpu,calls --whole "$EAGER" | trace-json >plain.json
	run -0 --separate-stderr wafer-compare -f json plain.json plain.json
	[ "$stderr" = "" ] || fail "$stderr"
	run -0 --separate-stderr wafer-compare --stack-traces plain.json plain.json
	[[ $stderr == *"no events of category python_function"* ]] || fail "$stderr"
}

@test "stacks on request" {
	trace-compare-report -d out --stack-traces --max-stacks 1 "$EAGER" "$COMPILED"
	csv2tsv out/stacks.csv | sed 1d | cut -f 1,2 | sort | uniq -d | diff /dev/null -
	# One for each operation of each trace that has a stack.
	csv2tsv out/stacks.csv | awk -F '\t' 'NR > 1 && $4 !~ /execute_model/ { print }' | diff /dev/null -
	csv2tsv out/stacks.csv | cut -f 1 | sort -u | xargs | grep -qx 'a b trace'
	csv2tsv out/stacks.csv | cut -f 2 | grep -qx attention_prefill
	# The classic's --all lifts the limit.
	wafer-compare "$EAGER" "$COMPILED" -f json >three
	wafer-compare "$EAGER" "$COMPILED" -f json --all >all
	[ "$(grep -c '^\["engine' all)" -gt "$(grep -c '^\["engine' three)" ]
}

@test "wafer-compare: the classic's signs, names and formats" {
	wafer-compare analyze "$EAGER" "$COMPILED" -f csv >csv
	head -n 1 csv | grep -qx 'operation,trace1_count,trace2_count,trace1_avg_us,trace2_avg_us,trace1_total_ms,trace2_total_ms,ratio,gap_ms,status,trace1_kernel,trace2_kernel,trace1_cpu_op,trace2_cpu_op'
	[ "$(value csv 'Dense GEMM' gap_ms | cut -c 1)" != - ]
	a=$(value csv Elementwise trace1_total_ms) b=$(value csv Elementwise trace2_total_ms)
	awk -v a="$a" -v b="$b" -v gap="$(value csv Elementwise gap_ms)" -v ratio="$(value csv Elementwise ratio)" \
		'BEGIN { exit (a - b - gap) ^ 2 > 1e-18 || (a / b - ratio) ^ 2 > 1e-18 }'
	wafer-compare "$EAGER" "$COMPILED" -f csv --per-call >mean
	awk -v a="$(value mean Elementwise trace1_avg_us)" -v b="$(value mean Elementwise trace2_avg_us)" \
		-v ratio="$(value mean Elementwise ratio)" 'BEGIN { exit (a / b - ratio) ^ 2 > 1e-18 }'
	grep -q trace2_only csv
	wafer-compare "$EAGER" "$COMPILED" -f csv-layers -o layers.csv
	head -n 1 layers.csv | grep -qx 'layer,trace1_kernels,trace2_kernels,trace1_total_ms,trace2_total_ms,ratio,gap_ms,status,in_both'
	wafer-compare fusion "$EAGER" "$COMPILED" -f csv --min-group-size 500 | wc -l | grep -qx 1
	wafer-compare "$EAGER" "$COMPILED" --layers | grep -q '^layers$'
	run -2 wafer-compare a b -f xml
	assert_output --partial "wafer-compare: there is no format 'xml'"
}

@test "wafer-compare: JSON in the classic's shape" {
	command -v python3 >/dev/null || skip "no python3"
	gzip -dc "$EAGER" | sed 's/DecoderLayer_0/Decoder\\"\\\\0/' >'back\slash.json'
	for phase in all prefill; do
		wafer-compare 'back\slash.json' "$COMPILED" -f json --phase $phase >"$phase.json"
	done
	wafer-compare "$EAGER" "$EAGER" -f json >same.json
	python3 - <<-'END'
		import json
		for phase in "all", "prefill":
		    d = json.load(open(phase + ".json"))
		    m = d["metadata"]
		    assert m["trace1_name"] == "back\\slash.json" and m["phase"] == phase, m
		    assert m["trace1_platform"] == "AMD" and m["trace2_device"]["sm_count"] == 304, m
		    assert m["trace1_layers"] == 4, m
		    for side in "trace1", "trace2":
		        kernels = [k for o in d["operations"] for k in o[side + "_kernels"]]
		        assert sum(k["count"] for k in kernels) == m[side + "_kernels"] > 0
		        assert abs(sum(k["total_us"] for k in kernels) / 1000 - m[side + "_total_ms"]) < 1e-9
		        for o in d["operations"]:
		            times = [k["total_us"] for k in o[side + "_kernels"]]
		            assert times == sorted(times, reverse=True)
		    stacks = [s for o in d["operations"] for s in o["trace1_python_stacks"]]
		    assert ["engine/model_runner.py(512): execute_model", 'nn.Module: Decoder"\\0'] in stacks, stacks
		    assert {p for o in d["operations"] for p in o["phases"]} == ({"prefill", "decode"} if phase == "all" else {"prefill"})
		    assert [(l["phase"], l["layer"]) for l in d["layers"] if l["phase"] == "prefill"] == [("prefill", n) for n in (1, 2, 3, 4)]
		    for layer, aligned in zip(d["layers"], d["layer_alignments"]):
		        assert layer["in_both"] is True and layer["layer"] == aligned["layer"]
		        pairs = aligned["kernel_pairs"]
		        for side in "trace1", "trace2":
		            assert sum(p[side + "_count"] for p in pairs) == layer[side + "_kernels"]
		            assert abs(sum(p[side + "_total_us"] for p in pairs) / 1000 - layer[side + "_total_ms"]) < 1e-9
		        for p in pairs:
		            assert p["is_same_kernel"] is (p["trace1_kernel"] == p["trace2_kernel"])
		            assert (p["ratio"] is None) == (p["trace2_kernel"] is None)
		            assert p["ratio"] is None or abs(p["ratio"] - p["trace1_avg_us"] / p["trace2_avg_us"]) < 1e-9
		        assert any(p["fusion_note"] for p in pairs)
		    assert d["fusion_analysis"]["fusion_mappings"] == d["fusion_mappings"]
		    norm = d["fusion_mappings"][0]
		    assert norm["fused_platform"] == "trace2" and len(norm["unfused_sequence"]) == 5, norm
		    assert sum(norm["unfused_count_per_type"].values()) == 5 and norm["fused_count"] == 1, norm
		    assert sum(f["pattern_count"] for f in d["fusion_mappings"]) <= len(d["fusion_opportunities"])
		    assert isinstance(d["warnings"], list) and d["aligned_prefill"]
		for layer in json.load(open("same.json"))["layer_alignments"]:
		    assert layer["gap_ms"] == 0 and all(p["is_same_kernel"] and p["ratio"] == 1 for p in layer["kernel_pairs"])
	END
}

@test "what cannot be compared" {
	run -2 trace-compare-report "$EAGER"
	assert_output --partial "needs two traces"
	run -2 trace-compare-report "$EAGER" none
	assert_output "trace-extract: none: No such file or directory"
	run -2 trace-compare-report --phase other a b
	assert_output --partial "not 'other'"
	run -2 trace-compare-report x=a x=b
	assert_output --partial "two traces are called 'x'"
	for forms in '-o x.xlsx -m x.md' '-j -t' '-t -j' '-t -d x'; do
		# shellcheck disable=SC2086 # options
		run -2 trace-compare-report $forms a b
		assert_output --partial "-d, -j, -m, -o and -t are mutually exclusive"
	done
	echo '{"traceEvents": [{"ph":"X","cat":"cpu_op","name":"a","ts":1,"dur":2,"pid":1,"tid":1}]}' >host.json
	run -1 trace-compare-report "$EAGER" host.json
	assert_output --partial "host.json: no GPU events"
	cp host.json other.json
	run -1 --separate-stderr trace-compare-report host.json other.json
	[ "$stderr" = "trace-compare-report: host.json: no GPU events; trace-info shows what it holds" ] || fail "$stderr"
	gzip -dc "$EAGER" >whole.json
	head -c $(($(wc -c <whole.json) / 2)) whole.json >cut.json
	run -3 trace-compare-report -d damaged "$EAGER" cut.json
	grep -q 'b,DAMAGED,warning' damaged/warnings.csv
}

# launches OPERATORS: six times three kernels; with operators if that is yes.
launches() {
	local name ts=0
	echo '['
	for _ in {1..6}; do
		for name in flash_fwd_kernel triton_red_fused_mean_mul_pow_rsqrt triton_red_fused_addmm_rsqrt; do
			ts=$((ts + 100))
			[ "$1$name" != yesflash_fwd_kernel ] ||
				printf '{"ph":"X","cat":"cpu_op","name":"aten::_flash_attention_forward","pid":1,"tid":1,"ts":%d,"dur":20,"args":{"External id":%d}},\n' $ts $ts
			printf '{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":%d,"dur":2,"args":{"correlation":%d,"External id":%d}},\n' $((ts + 1)) $ts $ts
			printf '{"ph":"X","cat":"kernel","name":"%s","pid":0,"tid":7,"ts":%d,"dur":5,"args":{"correlation":%d,"External id":%d}},\n' $name $((ts + 10)) $ts $ts
		done
	done
	echo '{"ph":"M"}]'
}

@test "wafer-compare: classes by the operator where the name tells nothing; fused and not are one" {
	cd "$BATS_TEST_TMPDIR"
	for operators in yes no; do
		launches $operators >$operators.json
		wafer-compare $operators.json $operators.json --format csv >$operators.csv
	done
	run -0 grep -c '^RMSNorm (+GEMM),12,12,' yes.csv no.csv
	assert_output $'yes.csv:1\nno.csv:1'
	grep -q '^Attention (Prefill),6,6,' yes.csv
	grep -q '^Other,6,6,' no.csv
}
