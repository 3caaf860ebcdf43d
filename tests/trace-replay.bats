#!/usr/bin/env bats
load helper

HEADER='name op_id parent_id input_dims input_type input_strides concrete_inputs gpu_us gpu_events'

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv "$HEADER" \
		'aten::linear 1 - [[4,8],[2,8]] ["float","float"] [[8,1],[8,1]] ["",""] 20 2' \
		'aten::mm 2 1 [[4,8],[8,2]] ["float","float"] [[8,1],[1,8]] ["",""] 20 2' \
		'aten::mm 3 - [[4,8],[8,2]] ["float","float"] [[8,1],[1,8]] ["",""] 10 1' \
		'aten::add 4 - [[4],[4],[]] ["float","float","Scalar"] [[1],[1],[]] ["","","1"] 4 1' \
		'aten::cat 5 - [[[1],[1]],[]] ["TensorList","Scalar"] [[[1],[1]],[]] ["","0"] 6 1' \
		'aten::view 6 - [[4],[]] ["float","ScalarList"] [[1],[]] ["","[2,~2]"] 0 0' >operators.tsv
}

# script ARGUMENT...: writes and runs the script with the stub of torch.
script() {
	trace-replay -q --script "$@" >replay.py
	rm -f calls
	PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$TOP/tests/torch_stub python3 replay.py --runs 1 --warmup 0
}

@test "manners: command line" {
	manners_command_line trace-replay
}

@test "manners: the page and --help agree" {
	manners_page trace-replay
}

@test "manners: filter" {
	manners_filter trace-replay operators.tsv -q
}

@test "the page's examples" {
	manners_examples trace-replay 2>/dev/null
}

@test "nothing to replay: an empty list, and 1" {
	head -n 1 operators.tsv >none.tsv
	run -1 --separate-stderr trace-replay none.tsv
	assert_output $'[\n]'
	[ "$stderr" = "trace-replay: no operator with GPU work can be replayed" ]
	run -0 trace-replay -q --exit-zero --script none.tsv
	run -1 --separate-stderr trace-replay -l none.tsv
	assert_output "$(tsv 'name overload count gpu_us pct replay reason input_dims input_type input_strides concrete_inputs')"
}

@test "each event once: the outermost known call; equal calls together, by time" {
	run -0 --separate-stderr trace-replay -l operators.tsv
	assert_line --index 1 --regexp $'^aten::mm\t\t2\t30.000\t75.000000\tschema\t'
	assert_line --index 2 --regexp $'^aten::cat\t\t1\t6.000\t15.000000\tno\tthe types of tensors in a list'
	assert_line --index 3 --regexp $'^aten::add\tTensor\t1\t4.000\t10.000000\tschema\t'
	[ "${#lines[@]}" -eq 4 ]
	[[ $stderr == *"15.0 % of the time cannot be replayed"*"aten::cat, 6.000 us: the types of"* ]]
	# The same rows in any order, and the linear layer as a whole.
	{
		head -n 1 operators.tsv
		tail -n +2 operators.tsv | tac
	} | trace-replay -q | diff - <(trace-replay -q operators.tsv)
	echo 'aten::linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor' >two
	run -0 trace-replay -q -l --schemas-add two operators.tsv
	refute_line --partial linear
	echo 'aten::linear(Tensor input, Tensor weight) -> Tensor' >two
	run -0 trace-replay -q -l --schemas-add two operators.tsv
	assert_line --partial $'aten::linear\t\t1\t20.000'
	assert_line --partial $'aten::mm\t\t1\t10.000'
}

@test "a share of no time is empty" {
	awk -F '\t' -v OFS='\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "gpu_us") c = i }
		NR > 1 { $c = "0.000" } { print }' operators.tsv >zero.tsv
	run -0 trace-replay -q -l zero.tsv
	assert_line --index 1 --regexp $'^aten::[a-z]+\t[A-Za-z]*\t[0-9]\t0.000\t\t'
	refute_line --partial 0.000000
}

@test "the replay IR" {
	command -v python3 >/dev/null || skip "no python3"
	trace-replay -q --top 2 operators.tsv >ir.json
	python3 - <<-'END'
		import json
		mm, add = json.load(open("ir.json"))
		tensor = lambda shape, strides: {"shape": shape, "dtype": "float", "strides": strides, "init": "normal"}
		assert mm == {"op_name": "aten::mm", "count": 2, "replay_ir": {"list_kwargs": [], "list_pos_args": [
		    {"arg_name": "self", "arg_type": "Tensor", "value": tensor([4, 8], [8, 1])},
		    {"arg_name": "mat2", "arg_type": "Tensor", "value": tensor([8, 2], [1, 8])}]}}
		assert add["replay_ir"]["list_kwargs"] == [{"arg_name": "alpha", "arg_type": "Scalar", "value": 1}]
		assert isinstance(add["replay_ir"]["list_kwargs"][0]["value"], int)
	END
}

@test "types of arguments: indices, settings, strings, numbers, devices" {
	command -v python3 >/dev/null || skip "no python3"
	tsv "$HEADER" \
		'aten::embedding 1 - [[9,4],[3],[],[],[]] ["c10::Half","long~int","Scalar","Scalar","Scalar"] [[4,1],[1],[],[],[]] ["","","-1","False","False"] 90 1' \
		'aten::index_select 2 - [[5,7],[],[3]] ["float","Scalar","long~int"] [[7,1],[],[1]] ["","-1",""] 80 1' \
		'aten::gelu 3 - [[4],[]] ["float",""] [[1],[]] ["",""] 70 1' \
		'aten::_to_copy 4 - [[4],[],[],[],[],[],[]] ["float","Scalar","","","","Scalar","Scalar"] [[1],[],[],[],[],[],[]] ["","15","","","","True","2"] 60 1' \
		'aten::full 5 - [[],[],[],[],[],[]] ["ScalarList","Scalar","Scalar","","","Scalar"] [[],[],[],[],[],[]] ["[1]","-inf","6","","","False"] 50 1' \
		'aten::pow 6 - [[4],[]] ["float","Scalar"] [[1],[]] ["","2."] 40 1' \
		'aten::masked_fill_ 7 - [[2,2],[2,2],[]] ["float","bool","Scalar"] [[0,1],[2,1],[]] ["","","0"] 30 1' \
		'aten::convolution 8 - [[1,2,4,4],[2,2,1,1],[],[],[],[],[],[],[]] ["float","float","","ScalarList","ScalarList","ScalarList","Scalar","ScalarList","Scalar"] [[32,16,4,1],[2,1,1,1],[],[],[],[],[],[],[]] ["","","","[1,~1]","[0,~0]","[1,~1]","False","[0,~0]","1"] 20 1' \
		'aten::copy_ 9 - [[4],[4],[]] ["c10::Float8_e4m3fn","float","Scalar"] [[1],[1],[]] ["","","False"] 10 1' \
		'aten::eq 10 - [[3],[]] ["int","Scalar"] [[1],[]] ["","1"] 9 1' \
		'mine::op 11 - [[3],[],[],[]] ["signed~char","Scalar","ScalarList",""] [[1],[],[],[]] ["","0.5","[True,~False]",""] 8 1' >types.tsv
	script types.tsv
	diff - calls <<-'END'
		aten.embedding.default [<float16 (9, 4) (4, 1) normal>, <int64 (3,) (1,) below 9>, -1, False, False] {}
		aten.index_select.default [<float32 (5, 7) (7, 1) normal>, -1, <int64 (3,) (1,) below 7>] {}
		aten.gelu.default [<float32 (4,) (1,) normal>] {'approximate': 'none'}
		aten._to_copy.default [<float32 (4,) (1,) normal>] {'dtype': 'bfloat16', 'layout': None, 'device': None, 'pin_memory': None, 'non_blocking': True, 'memory_format': 'channels_last'}
		aten.full.default [[1], -inf] {'dtype': 'float32', 'layout': None, 'device': 'cpu', 'pin_memory': False}
		aten.pow.Tensor_Scalar [<float32 (4,) (1,) normal>, 2.0] {}
		aten.masked_fill_.Scalar [<float32 (2, 2) (0, 1) normal>, <bool (2, 2) (2, 1) zeros>, 0] {}
		aten.convolution.default [<float32 (1, 2, 4, 4) (32, 16, 4, 1) normal>, <float32 (2, 2, 1, 1) (2, 1, 1, 1) normal>, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1] {}
		aten.copy_.default [<float8_e4m3fn (4,) (1,) empty>, <float32 (4,) (1,) normal>, False] {}
		aten.eq.Scalar [<int32 (3,) (1,) zeros>, 1] {}
		mine.op [<int8 (3,) (1,) zeros>, 0.5, [True, False], None] {}
	END
	script --index-max 5 types.tsv
	grep -q 'aten.eq.Scalar \[<int32 (3,) (1,) below 5>' calls
	trace-replay -q types.tsv | python3 -c 'import json, sys; assert "-inf" in json.dumps(json.load(sys.stdin))'
	run -0 trace-replay -q -l types.tsv
	assert_line --regexp $'^aten::gelu\t.*\tschema\ta string is not recorded: the default is taken\t'
	assert_line --regexp $'^mine::op\t.*\tplace\tno schema, and an argument is not recorded: None is taken\t'
	run -0 bash -c 'trace-replay -q --compat reference -l types.tsv | cut -f 1,6 | grep schema'
	assert_output $'aten::full\tschema' || assert_line $'aten::pow\tschema'
	refute_line $'aten::embedding\tschema'
	refute_line $'aten::gelu\tschema'
}

@test "quotes and backslashes in texts are those of the trace" {
	cat >text.json <<-'END'
	{"traceEvents":[
	{"ph":"X","cat":"cpu_op","name":"my::op","pid":1,"tid":1,"ts":0,"dur":50,"args":{"External id":1,
	"Input Dims":[[4],[]],"Input type":["float",""],"Concrete Inputs":["","a\\b\"c, 'd"]}},
	{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":1,"dur":1,"args":{"correlation":1,"External id":1}},
	{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":5,"dur":2,"args":{"stream":7,"correlation":1,"External id":1}}]}
	END
	trace-extract -c gpu,host -a 'Input Dims' -a 'Input type' -a 'Concrete Inputs' text.json | trace-link -q --operators >text.tsv
	echo 'my::op(Tensor self, *, str mode="a") -> Tensor' >own
	trace-replay -q --schemas-add own text.tsv >ir
	grep -qF '"value": "a\\b\"c, '"'d\"" ir || fail "$(cat ir)"
	trace-replay -q --script --schemas-add own text.tsv >replay.py
	grep -qF '{"mode": "a\\b\"c, '"'d\"}" replay.py || fail "$(grep mode replay.py)"
	trace-replay -l --schemas-add own text.tsv | cut -f 11 | sed 1d | grep -qF -f - text.tsv
}

@test "--list-type: tensors in lists, whose types profilers do not record" {
	cat='1 - [[[1,3],[2,3],[]],[]] ["TensorList","Scalar"] [[[3,1],[],[]],[]] ["","0"] 6 1'
	tsv "$HEADER" "aten::cat $cat" "aten::cat ${cat/1 -/2 -}" \
		'aten::cat 3 - [[],[]] ["TensorList","Scalar"] [[],[]] ["","0"] 5 1' \
		'aten::cat 4 - [[[1,-3]],[]] ["TensorList","Scalar"] [[[3,1]],[]] ["","0"] 4 1' \
		'aten::cat 5 - [[7],[]] ["TensorList","Scalar"] [[1],[]] ["","0"] 3 1' >lists.tsv
	run -0 --separate-stderr trace-replay -ql --list-type c10::BFloat16 lists.tsv
	[ "$(cut -f 3,6,7 <<<"$output" | tr '\t' '|')" = "$(printf '%s\n' 'count|replay|reason' \
		'2|schema|the types of tensors in a list are those of --list-type' \
		'1|no|the types of tensors in a list are not recorded' \
		'1|no|an argument of a different kind than declared' '1|no|an argument of a different kind than declared')" ] || fail "$output"
	tensor='"dtype": "c10::BFloat16"'
	trace-replay -q --list-type c10::BFloat16 lists.tsv >ir
	grep -qF "[{\"shape\": [1, 3], $tensor, \"strides\": [3, 1], \"init\": \"normal\"}, {\"shape\": [2, 3], $tensor, \"strides\": null, \"init\": \"normal\"}, {\"shape\": [], $tensor, \"strides\": [], \"init\": \"normal\"}]" ir || fail "$(cat ir)"
	run -2 --separate-stderr trace-replay --list-type half lists.tsv
	[[ $stderr == *"--list-type takes a type"* ]]
	run -1 trace-replay -q --compat reference --list-type float lists.tsv
	command -v python3 >/dev/null || skip "no python3"
	run -0 script --list-type float operators.tsv
	assert_line --index 2 --regexp $'^aten::cat\tdefault\t1\t6.000\t[0-9.]+\t[0-9.]+\t$'
}

@test "declarations of several versions of torch: by the number and kinds of arguments" {
	qkv='[[2,4,8,16],[2,4,8,16],[2,4,8,16]'
	float='["float","float","float",""'
	steps='[[512,128,16,1],[512,128,16,1],[512,128,16,1]'
	tsv "$HEADER" \
		"aten::_scaled_dot_product_attention_math 1 - $qkv,[],[],[],[],[],[]] $float,\"Scalar\",\"Scalar\",\"\",\"\",\"Scalar\"] $steps,[],[],[],[],[],[]] [\"\",\"\",\"\",\"\",\"0.\",\"True\",\"\",\"\",\"False\"] 9 1" \
		"aten::_scaled_dot_product_attention_math 2 - $qkv,[],[],[],[]] $float,\"Scalar\",\"Scalar\",\"\"] $steps,[],[],[],[]] [\"\",\"\",\"\",\"\",\"0.\",\"True\",\"\"] 8 1" \
		"aten::_scaled_dot_product_attention_math 3 - $qkv,[],[],[],[]] $float,\"Scalar\",\"Scalar\",\"Scalar\"] $steps,[],[],[],[]] [\"\",\"\",\"\",\"\",\"0.\",\"True\",\"False\"] 7 1" \
		'aten::var 4 - [[4,8],[],[],[]] ["float","ScalarList","Scalar","Scalar"] [[8,1],[],[],[]] ["","[1]","0.5","True"] 6 1' \
		>versions.tsv
	run -0 --separate-stderr trace-replay versions.tsv
	grep -o '"arg_name": *"[a-z_]*"' <<<"$output" | cut -d '"' -f 4 | grep -v '^\(query\|key\|value\|attn_mask\|dropout_p\)$' | paste -sd ' ' >names
	diff names - <<<'is_causal dropout_mask scale enable_gqa is_causal dropout_mask need_attn_weights is_causal self dim correction keepdim'
}

@test "an index is a list of tensors, and is not replayed by its place" {
	tsv "$HEADER" 'aten::index 1 - [[5,7],[]] ["float",""] [[7,1],[]] ["",""] 9 1' \
		'aten::_local_scalar_dense 2 - [[]] ["bool"] [[]] [""] 3 1' >index.tsv
	run -0 --separate-stderr trace-replay -l index.tsv
	assert_line --index 1 --regexp $'^aten::index\t.*\tno\tthe types of tensors in a list are not recorded\t'
	assert_line --index 2 --regexp $'^aten::_local_scalar_dense\t.*\tschema\t\t'
	sed 2q index.tsv >one.tsv
	run -1 --separate-stderr trace-replay -l one.tsv
	[[ $stderr == *"no operator with GPU work can be replayed"*"aten::index, 9.000 us: the types of"* ]] || fail "$stderr"
}

@test "real traces: the declarations accept all arguments that were recorded" {
	need_traces
	for trace in "$TRACES"/{bert-small-mi300,norm-layers-mi300,qwen05b-h100,resnet-ddp-mi300,vllm-b200-eager-rank0,flux-sage-mi300-replay}.json.gz; do
		# every operator, also those that led to nothing or lie in another one
		trace-extract -q -c gpu,host -a 'Input Dims' -a 'Input type' -a 'Input Strides' -a 'Concrete Inputs' "$trace" |
			trace-link -q --operators | awk -F '\t' -v OFS='\t' '
			NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i }
			NR > 1 { $c["parent_id"] = ""; $c["gpu_us"] = "1.000"; $c["gpu_events"] = 1 }
			{ print }' | trace-replay -ql --list-type float | cut -f 1,6,7,9 >>fits || [ "$?" -eq 1 ]
	done
	[ "$(grep -c schema fits)" -gt 700 ]
	run -1 grep 'another' fits
}

@test "the script goes on after an operator that fails, and says so" {
	command -v python3 >/dev/null || skip "no python3"
	sed 's/aten::mm/aten::fails/' operators.tsv >fails.tsv
	echo 'aten::fails(Tensor self, Tensor mat2) -> Tensor' >fails
	run -1 --separate-stderr script --schemas-add fails fails.tsv
	assert_line --index 0 $'name\toverload\tcount\ttrace_us\tmean_us\ttotal_us\terror'
	assert_line --index 1 $'aten::fails\tdefault\t2\t15.000\t\t\tRuntimeError: it fails as it must'
	assert_line --index 2 --regexp $'^aten::add\tTensor\t1\t4.000\t[0-9.]+\t[0-9.]+\t$'
	[ "$stderr" = "replay.py: 1 of 2 operators failed" ]
	run -1 env PYTHONPATH="$TOP/tests/torch_stub" python3 -B replay.py --stop-on-error --runs 1
	refute_line --partial aten::add
	run -0 env PYTHONPATH="$TOP/tests/torch_stub" python3 -B replay.py --op-filter add --runs 1
	refute_line --partial fails
}

@test "torch itself runs the script" {
	python=
	for p in python3 /usr/bin/python3; do
		"$p" -c 'import torch' 2>/dev/null && python=$p && break
	done
	[ -n "$python" ] || skip "no torch"
	trace-replay -q --script operators.tsv >replay.py
	run -0 --separate-stderr "$python" replay.py --device cpu --runs 2 --warmup 1
	[ "${#lines[@]}" -eq 3 ]
	assert_line --index 1 --regexp $'^aten::mm\tdefault\t2\t15.000\t[0-9.]+\t[0-9.]+\t$'
}

@test "what leaves the trace: no stack, module, annotation or thread" {
	awk -F '\t' -v OFS='\t' 'NR == 1 { print $0, "stack", "module", "annotation" }
		NR > 1 { print $0, "/home/me/secret.py(3): forward", "SecretModel_0", "secret step" }' operators.tsv >more.tsv
	for form in -l --script -q; do
		run -0 bash -c "trace-replay $form more.tsv 2>&1"
		refute_output --partial ecret
	done
}

@test "tables that cannot be" {
	run -2 --separate-stderr bash -c 'cut -f 1-6,8- operators.tsv | trace-replay'
	[[ $stderr == *"no column concrete_inputs"*"-a 'Concrete Inputs'"* ]] || fail "$stderr"
	run -2 --separate-stderr bash -c 'cat operators.tsv operators.tsv | awk "NR == 1 || !/op_id/" | trace-replay'
	[[ $stderr == *"two operators have the op_id"* ]] || fail "$stderr"
	tsv "$HEADER" 'a::b 1 2 [] [] [] [] 1 1' 'a::b 2 1 [] [] [] [] 1 1' >circle.tsv
	run -2 --separate-stderr trace-replay circle.tsv
	[[ $stderr == *"contains itself"* ]] || fail "$stderr"
	tsv "$HEADER" 'a::b 1 - [] [] [] [] -1 1' >negative.tsv
	run -2 --separate-stderr trace-replay negative.tsv
	echo 'no schema at all' >bad
	run -2 --separate-stderr trace-replay --schemas bad operators.tsv
	[ "$stderr" = "trace-replay: bad:1: no declaration of an operator: no schema at all" ]
	run -2 --separate-stderr trace-replay --schemas /no/such/file operators.tsv
	run -2 --separate-stderr trace-replay -l --script operators.tsv
	run -2 --separate-stderr trace-replay --compat ours operators.tsv
	run -2 --separate-stderr trace-replay --top 0 operators.tsv
}

@test "arguments that are no lists, or are cut off, are a reason and no crash" {
	tsv "$HEADER" 'aten::mm 1 - - - - - 1 1' 'aten::mm 2 - [[4,8 ["float" [[8 ["" 1 1' \
		'aten::mm 3 - [[4,-8],[8,2]] ["float","float"] [[8,1],[1,8]] ["",""] 1 1' \
		'aten::mm 4 - [[4]] ["float"] [[1]] [""] 1 1' \
		'aten::mm 5 - [[4,x],[8,2]] ["float","float"] [] ["",""] 1 1' 'mm 6 - [] [] [] [] 1 1' >odd.tsv
	run -1 bash -c 'trace-replay -q -l odd.tsv | cut -f 1,6,7; exit ${PIPESTATUS[0]}'
	assert_output - <<-'END'
		name	replay	reason
		aten::mm	no	the arguments are not recorded
		aten::mm	no	the arguments are not recorded
		aten::mm	no	an argument of a different kind than declared
		aten::mm	no	a different number of arguments than declared
		aten::mm	no	an argument of a different kind than declared
		mm	no	not an operator of torch
	END
}

@test "a tree of 10000 levels, in any order" {
	awk -v OFS='\t' 'BEGIN {
		print "name", "op_id", "parent_id", "input_dims", "input_type", "concrete_inputs", "gpu_us", "gpu_events"
		for (i = 10000; i > 0; i--)
			print (i == 9000 ? "aten::relu" : "aten::f"), i, (i > 1 ? i - 1 : ""), "[[4]]", "[\"float\"]", "[\"\"]", "3.000", 1
	}' >deep.tsv
	run -0 bash -c 'trace-replay -q -l deep.tsv | cut -f 1-4,6'
	assert_output "$(tsv 'name overload count gpu_us replay' 'aten::relu - 1 3.000 schema')"
}

@test "replay IR as published" {
	need_traces
	reference=$TRACES/../reference/tracelens
	[ -d "$reference" ] || skip "no reference tables"
	command -v python3 >/dev/null || skip "no python3"
	for trace in bert-small-mi300 resnet-ddp-mi300; do
		trace-extract -c gpu,host --number -a 'Input Dims' -a 'Input type' -a 'Input Strides' -a 'Concrete Inputs' \
			"$TRACES/$trace.json.gz" | trace-link -q --operators |
			trace-replay --compat reference --schemas "$reference/replay-schemas.txt" >"$trace.json"
		python3 - "$trace.json" "$reference/$trace/replay-ir.json" <<-'END'
			import json, sys
			ours, theirs = ([json.dumps(o, sort_keys=True) for o in json.load(open(f), parse_int=float)]
			                for f in sys.argv[1:])
			assert ours and ours == theirs
		END
	done
}
