#!/usr/bin/env bats
# trace-treediff: manners; matching; text; statistics; maps; itself; size; the reference.
load helper

HEAD='depth event parent cat name dur_us gpu_us gpu_events path ts_us input_dims'

# op DEPTH EVENT NAME TS DUR [CAT [DIMS]]: a row of a tree.
op() {
	local cat=${6:-cpu_op} gpu=0
	[ "$cat" != kernel ] || gpu=1
	printf '%s\t%s\t\t%s\t%s\t%s\t%s\t%s\t\t%s\t%s\n' "$1" "$2" "$cat" "$3" "$5" "$((gpu * $5))" $gpu "$4" "${7-}"
}

# launch DEPTH EVENT KERNEL TS DUR: a call and its kernel.
launch() {
	op "$1" "$2" "${6:-cudaLaunchKernel}" "$4" 1 cuda_runtime
	op $(($1 + 1)) $(($2 + 1)) "$3" "$4" "$5" kernel
}

# Two runs: a linear layer of another kernel and one more; a wrapper on one side; and
# an operator that only the second has.
setup() {
	cd "$BATS_TEST_TMPDIR" || return
	{ tsv "$HEAD"
		op 0 1 aten::linear 0 50 cpu_op '[[4,8],[2]]'
		op 1 2 aten::mm 1 40 cpu_op '[[4,8],[8,2]]'
		launch 2 3 gemm_a 2 10 hipModuleLaunchKernel
		op 0 10 aten::relu 60 10
		launch 1 11 relu 61 4
		op 0 14 aten::view 80 2; } >a
	{ tsv "$HEAD"
		op 0 1 aten::linear 0 50 cpu_op '[[4,8],[2]]'
		op 1 2 aten::mm 1 40 cpu_op '[[4,8],[8,2]]'
		launch 2 3 gemm_b 2 12
		launch 2 5 split_b 3 3
		op 0 20 aten::gelu 55 3
		launch 1 21 gelu 56 2
		op 0 10 aten::relu 60 10
		launch 1 11 relu 61 5
		op 0 14 aten::view 80 2; } >b
}

@test "manners: command line" {
	manners_command_line trace-treediff
	run -2 trace-treediff a
	run -2 trace-treediff --text --stats a b
	run -2 --separate-stderr trace-treediff --compat other a b
	[[ $stderr == *reference* ]]
}

@test "manners: the page and --help agree" {
	manners_page trace-treediff
}

@test "manners: tables" {
	run -2 --separate-stderr trace-treediff a /no/such/file
	[ "$stderr" = "trace-treediff: /no/such/file: No such file or directory" ]
	run -2 --separate-stderr trace-treediff a <(cut -f 2- a)
	[[ $stderr == *"no column depth; trace-tree makes it"* ]] || fail "$stderr"
	run -2 --separate-stderr trace-treediff a <(sed '3s/^1/2/' a)
	[[ $stderr == *":3: a depth that does not follow: 2"* ]] || fail "$stderr"
	run -2 --separate-stderr trace-treediff a <(sed '4s/10.000/x/; 5s/10/x/' a)
	[[ $stderr == *":5: "* ]] || fail "$stderr"
	diff <(trace-treediff -q a b) <(trace-treediff -q - b <a)
	diff <(trace-treediff -q a b) <(gzip -c b | trace-treediff -q a -)
	run -2 bash -c 'trace-treediff -q a b >/dev/full'
	run -1 --separate-stderr trace-treediff <(head -n 1 a) <(head -n 1 b)
	[ "${#lines[@]}" -eq 1 ]
	[[ $stderr == *"no operator in the trees" ]]
	run -0 --separate-stderr trace-treediff <(head -n 1 a) b
	[ "$(cut -f 4 <<<"$output" | sort | uniq -c | xargs)" = '13 b_only 1 match' ]
	[[ $stderr == *"4 roots have no counterpart" ]]
}

@test "roots belong together by their names, and what is renamed is marked" {
	run -0 --separate-stderr trace-treediff a b
	[ "$stderr" = "trace-treediff: b: 1 roots have no counterpart" ]
	cut -f 1-4,7-11 <<<"$output" | diff -u - <(tsv \
		'id depth parent match a_name b_name a_gpu_us b_gpu_us delta_us' \
		'0 0 - same aten::linear aten::linear 0.000 0.000 0.000' \
		'1 1 0 same aten::mm aten::mm 0.000 0.000 0.000' \
		'2 2 1 same hipModuleLaunchKernel cudaLaunchKernel 0.000 0.000 0.000' \
		'3 3 2 renamed gemm_a gemm_b 10.000 12.000 2.000' \
		'4 2 1 b_only - cudaLaunchKernel - 0.000 0.000' \
		'5 3 4 b_only - split_b - 3.000 3.000' \
		'6 0 - b_only - aten::gelu - 0.000 0.000' \
		'7 1 6 b_only - cudaLaunchKernel - 0.000 0.000' \
		'8 2 7 b_only - gelu - 2.000 2.000' \
		'9 0 - same aten::relu aten::relu 0.000 0.000 0.000' \
		'10 1 9 same cudaLaunchKernel cudaLaunchKernel 0.000 0.000 0.000' \
		'11 2 10 same relu relu 4.000 5.000 1.000' \
		'12 0 - same aten::view aten::view 0.000 0.000 0.000')
}

# roots NAME...: a tree of these roots, each with a kernel.
roots() {
	local i=0 name
	tsv "$HEAD"
	for name; do
		op 0 $((i += 10)) "$name" $((i * 10)) 50
		launch 1 $((i + 1)) k $((i * 10 + 2)) 10
	done
}

@test "roots without a namesake belong together by place if they are equally many" {
	for run in 'X:Y:X-Y' 'P Q R:P S T:P-P Q-S R-T' 'Q R P:S T P:Q-S R-T P-P' 'P Q R:P S:P-P Q- R- -S'; do
		IFS=: read -r left right want <<<"$run"
		# shellcheck disable=SC2086 # names
		[ "$(trace-treediff -q <(roots $left) <(roots $right) |
			awk -F '\t' '$2 == 0 { print $7 "-" $8 }' | paste -sd ' ')" = "$want" ] || fail "$run"
	done
}

@test "names in another order: the same of them match if the trees are swapped" {
	pairs() {
		trace-treediff -q "$@" | awk -F '\t' '$2 == 0 && $4 == "same" { print $7 }' | sort | paste -sd ' '
	}
	[ "$(pairs <(roots P Q R) <(roots Q P S))" = 'P Q' ]
	[ "$(pairs <(roots Q P S) <(roots P Q R))" = 'P Q' ]
}

@test "text: what is in both first; --pruned" {
	trace-treediff -q --text --pruned a b >out
	diff -u - out <<-'END'
		├── aten::linear
		│   └── aten::mm
		│       ├── combined: hipModuleLaunchKernel | cudaLaunchKernel
		│       │   └── combined: gemm_a | gemm_b
		│       └── << trace2: cudaLaunchKernel
		│           └── << trace2: split_b
		├── << trace2: aten::gelu
		│   └── << trace2: cudaLaunchKernel
		│       └── << trace2: gelu
		└── aten::relu
		    └── cudaLaunchKernel
		        └── relu
	END
	[ "$(trace-treediff -q --text a b | tail -n 1)" = '└── aten::view' ]
}

@test "what each difference costs, by ancestor and by arguments" {
	trace-treediff -q --stats a b | cut -f 1-5,9-13 >out
	tsv 'name cpu_op op_id side input_dims dur_us busy_us ancestor ancestor_id event' \
		'gemm_a aten::mm 2 a [[4,8],[8,2]] 10.000 10.000 aten::mm 1 4' \
		'gemm_b aten::mm 2 b [[4,8],[8,2]] 12.000 12.000 aten::mm 1 4' \
		'split_b aten::mm 2 b [[4,8],[8,2]] 3.000 12.000 aten::mm 1 6' \
		'gelu aten::gelu 20 b - 2.000 2.000 - - 22' \
		'relu aten::relu 10 a - 4.000 4.000 aten::relu 9 12' \
		'relu aten::relu 10 b - 5.000 5.000 aten::relu 9 12' | diff -u - out
	trace-treediff -q --ancestors a b | cut -f 1-3,10-20 >out
	tsv 'ancestor ancestor_id cpu_op a_us b_us a_events b_events a_names b_names ratio speedup delta_us a_pct a_cumulative_pct' \
		"aten::mm 1 aten::mm 10.000 12.000 1 2 ['gemm_a'] ['gemm_b',~'split_b'] 1.200000 0.833333 2.000 71.428571 71.428571" \
		"aten::relu 9 aten::relu 4.000 5.000 1 1 ['relu'] ['relu'] 1.250000 0.800000 1.000 28.571429 100.000000" \
		"- - aten::gelu 0.000 2.000 0 1 [] ['gelu'] - 0.000000 2.000 0.000000 100.000000" | diff -u - out
	trace-treediff -q --arguments a b | cut -f 1-4,10- >out
	tsv 'name count cpu_op side module_path module mean_us sum_us' \
		'gemm_b 1 aten::mm b - - 12.000 12.000' | diff -u - <(head -n 2 out)
}

@test "verdicts: beyond the floor of 2 % or 0.2 us, which is said" {
	local head
	printf -v head '%s\n%s' "$(tsv "$HEAD")" "$(op 0 1 top 0 9)"
	{ echo "$head"; launch 1 2 k 1 1000; op 0 5 low 20 9; launch 1 6 k 21 7; } >c
	# Exactly 2 % is as much as is noise.
	for us in 1000 1020 1021 981 980; do
		sed "s/\t1000\(\t1\t1\)/\t$us\1/; s/\t1000\t/\t$us\t/" c >d
		trace-treediff --ancestors c d 2>said | awk -F '\t' -v OFS='\t' '$10 == "1000.000" { print $11, $NF }'
	done >out
	tsv '1000.000 same' '1020.000 same' '1021.000 slower' '981.000 same' '980.000 faster' | diff -u - out
	[ "$(cat said)" = "trace-treediff: no spread is known: differences up to 2 % or 0.2 us count as noise, larger ones as real" ]
	trace-treediff -q --ancestors a b | awk -F '\t' '{ print $10, $11, $22 }' >out
	printf '%s\n' 'a_us b_us verdict' '10.000 12.000 slower' '4.000 5.000 slower' '0.000 2.000 only_b' | diff -u - out
	! trace-treediff -q --compat reference --ancestors a b | grep -q verdict
}

# gate STATUS OPTION BUDGET [A B]
gate() {
	local status=0
	trace-treediff -q "$2" "$3" "${4:-a}" "${5:-b}" >rows 2>said || status=$?
	[ "$status" -eq "$1" ] || fail "$2 $3: $status, not $1: $(cat said)"
}

@test "budgets: total, any, keys; both options; swapped" {
	gate 1 --fail-if 'total>35%' # 14 and 19 us
	[ "$(cat said)" = "trace-treediff: total>35%: 5.000 us" ]
	[ "$(wc -l <rows)" -gt 5 ]
	gate 0 --fail-if 'total>36%'
	gate 1 --fail-if 'total>=5us'
	gate 0 --fail-if 'total>5us'
	gate 1 --fail-if 'total<-5%' b a
	gate 0 --fail-if 'total<-5%'
	gate 0 --fail-if 'key:aten::relu>1us'
	gate 1 --fail-if 'key:aten::relu>24% and total>1us'
	gate 0 --fail-if 'key:aten::relu>24% and total>1ms'
	gate 1 --fail-if 'any>24% and any<1500ns'
	[ "$(cat said)" = "trace-treediff: any>24% and any<1500ns: aten::relu: 1.000 us" ]
	gate 0 --fail-if 'any>0%' a a
	gate 0 --pass-if 'total<36%'
	gate 1 --pass-if 'total<35%'
	run -0 trace-treediff -q --exit-zero --fail-if 'total>1%' a b
	run -1 trace-treediff --fail-if 'total>40%' --fail-if 'key:aten::gelu>1us' a b
	gate 0 --fail-if 'key:gemm>1us'
	[ "$(cat said)" = "trace-treediff: key:gemm>1us: no work belongs to a 'gemm' in either tree: nothing was checked" ]
	gate 1 --pass-if 'key:gemm<1us'
	head -n 1 a >none
	op 0 1 top 0 9 >>none
	run -2 --separate-stderr trace-treediff -q --fail-if 'total>3%' a none
	[ "$stderr" = "trace-treediff: none: no work of a GPU: nothing to judge" ]
	{ tsv "$HEAD"; op 0 1 other 0 50; launch 1 2 k 1 10; } >foreign
	run -2 --separate-stderr trace-treediff -q --pass-if 'total<3%' a foreign
	[ "$stderr" = "trace-treediff: a, foreign: 0.0 % and 0.0 % of the work is below calls with work in both trees: no budget can be judged" ]
	for budget in total 'total>3' 'status:slower>0' 'total>3%%' 'key:>1us'; do
		run -2 trace-treediff --fail-if "$budget" a b
	done
	run -2 trace-treediff --pass-if 'any<3%' a b
}

# Without half of its calls a tree takes less time: that is no pass, and no failure the other way.
@test "budgets: not where no less is left out than is compared" {
	local i
	tsv "$HEAD" >whole
	op 0 1 step 0 900 >>whole
	for i in 1 2 3 4; do
		op 1 "$((10 * i))" "op$i" "$((100 * i))" 90
		launch 2 "$((10 * i + 1))" "kernel$i" "$((100 * i + 1))" 10
	done >>whole
	head -n $((2 + ($(wc -l <whole) - 2) / 2)) whole >half
	head -n $((2 + 3 * ($(wc -l <whole) - 2) / 4)) whole >most
	run -2 --separate-stderr trace-treediff -q --pass-if 'total<3%' whole half
	[ "$stderr" = "trace-treediff: whole, half: 50.0 % and 100.0 % of the work is below calls with work in both trees: no budget can be judged" ]
	run -2 --separate-stderr trace-treediff -q --fail-if 'total>3%' half whole
	gate 0 --pass-if 'total<3%' whole most
	gate 0 --pass-if 'total<3%' whole whole
}

@test "what wraps others on one side only is taken off" {
	{ tsv "$HEAD"; op 0 1 top 0 90; op 1 2 x 1 20; launch 2 3 k 2 1; op 1 5 y 30 20; launch 2 6 l 31 1
		op 1 8 z 60 20; launch 2 9 m 61 1; } >flat
	{ tsv "$HEAD"; op 0 1 top 0 90; op 1 20 wrap 1 60; op 2 2 x 1 20; launch 3 3 k 2 1; op 2 5 y 30 20
		launch 3 6 l 31 1; op 1 8 z 60 20; launch 2 9 m 61 1; } >wrapped
	for pair in 'flat wrapped' 'wrapped flat'; do
		# shellcheck disable=SC2086 # two words
		[ "$(trace-treediff -q $pair | cut -f 4 | sort | uniq -c | xargs)" = '1 match 10 same' ] || fail "$pair"
	done
}

# kinds: how many rows of a merged tree are in both, renamed, or on one side only.
kinds() {
	trace-treediff -q "$@" | sed 1d | cut -f 4 | sort | uniq -c | xargs
}

# ops DEPTH NAME...: operators in a row, each with a kernel of its name.
ops() {
	local depth=$1 name
	shift
	for name; do
		op "$depth" $((at += 2)) "$name" $((at * 10)) 9
		launch $((depth + 1)) $((at += 2)) "k_$name" $((at * 10 - 19)) 1
	done
}

# holder DEPTH NAME NAME...: an operator or, with a colon, a function, that holds some.
holder() {
	local depth=$1 name=$2 cat=cpu_op
	case $name in *:*) cat=python_function ;; esac
	op "$depth" $((at += 2)) "$name" $((at * 10)) 999 $cat
	shift 2
	ops $((depth + 1)) "$@"
}

@test "one of three calls that has another name is renamed" {
	at=0
	{ tsv "$HEAD"; holder 0 top x relu y; } >A
	{ tsv "$HEAD"; holder 0 top x gelu y; } >B
	[ "$(kinds A B)" = '2 renamed 8 same' ] || fail "$(kinds A B)"
}

@test "two wrappers around several calls are taken off; those of other names, too" {
	at=0
	{ tsv "$HEAD"; holder 0 top x y z; } >A
	{ tsv "$HEAD"; holder 0 top; holder 1 outer; holder 2 inner x y z; } >B
	[ "$(kinds A B)$(kinds B A)" = '10 same10 same' ] || fail "$(kinds A B)"
	{ tsv "$HEAD"; holder 0 top p; holder 1 outer x y; } >A
	{ tsv "$HEAD"; holder 0 top; holder 1 inner x y; ops 1 q r; } >B
	[ "$(kinds A B)" = '3 a_only 6 b_only 1 renamed 7 same' ] || fail "$(kinds A B)"
}

# names A B: of each operator in both what it is called there.
names() {
	trace-treediff -q "$@" | awk -F '\t' 'NR > 1 && $7 && $8 && $7 $8 !~ /Launch|^k_/ { print ($7 == $8 ? $7 : $7 "-" $8) }' | paste -sd ' '
}

@test "a wrapper is no operator of another name: around one of several, an only child, roots" {
	at=0
	{ tsv "$HEAD"; holder 0 top a b; holder 1 sdpa flash; ops 1 c; } >A
	{ tsv "$HEAD"; holder 0 top a b; holder 1 outer; holder 2 wrap; holder 3 sdpa flash; ops 1 c; } >B
	[ "$(names A B) $(names B A)" = 'top a b sdpa flash c top a b sdpa flash c' ] || fail "$(names A B)"
	{ tsv "$HEAD"; holder 0 top; holder 1 sdpa flash; } >A
	{ tsv "$HEAD"; holder 0 top; holder 1 wrap; holder 2 sdpa flash; } >B
	[ "$(names A B) $(names B A)" = 'top sdpa flash top sdpa flash' ] || fail "$(names A B)"
	# A compiled region holds most roots of the other tree, one of which is also behind it.
	{ tsv "$HEAD"; ops 0 embed norm; holder 0 linear addmm; ops 0 gelu norm; holder 0 linear addmm; } >A
	{ tsv "$HEAD"; ops 0 embed; holder 0 compiled norm addmm triton_gelu_0; ops 0 norm; holder 0 linear addmm; } >B
	[ "$(names A B)" = 'embed norm addmm gelu-triton_gelu_0 norm linear addmm' ] || fail "$(names A B)"
}

@test "roots of other names that hold the same are renamed" {
	at=0
	{ tsv "$HEAD"; ops 0 a; holder 0 Adam add mul; holder 0 v1 mm; } >A
	{ tsv "$HEAD"; ops 0 a; holder 0 AdamW add mul; holder 0 v2 mm; } >B
	[ "$(names A B)" = 'a Adam-AdamW add mul v1-v2 mm' ] || fail "$(names A B)"
}

@test "operators that launch are not taken for each other because all of them launch" {
	at=0
	{ tsv "$HEAD"; holder 0 mlp; holder 1 linear addmm; ops 1 gelu; holder 1 linear addmm; } >A
	{ tsv "$HEAD"; holder 0 mlp addmm triton_gelu_0 addmm; } >B
	[ "$(names A B)" = 'mlp addmm gelu-triton_gelu_0 addmm' ] || fail "$(names A B)"
}

@test "functions of one file in other folders belong together, whatever they hold" {
	at=0
	{ tsv "$HEAD"; holder 0 top; holder 1 'a/norm.py(1): f' pow mean; holder 1 'a/mlp.py(2): f' mm add; } >A
	{ tsv "$HEAD"; holder 0 top; holder 1 'b/norm.py(3): f' rms copy; holder 1 'b/mlp.py(4): f' gemm bias; } >B
	trace-treediff -q A B | awk -F '\t' '$2 == 1 { print $4, $7, $8 }' >out
	diff out - <<-END
		renamed a/norm.py(1): f b/norm.py(3): f
		renamed a/mlp.py(2): f b/mlp.py(4): f
	END
}

@test "of calls of one name those with most in common belong together" {
	at=0
	{ tsv "$HEAD"; holder 0 top; holder 1 f p q r; holder 1 f x y z; } >A
	{ tsv "$HEAD"; holder 0 top; holder 1 f x y w; } >B
	[ "$(kinds A B)" = '10 a_only 2 renamed 9 same' ] || fail "$(kinds A B)"
}

@test "what is on one side only keeps what holds it" {
	at=0
	{ tsv "$HEAD"; holder 0 top; holder 1 v p; ops 1 x; } >A
	{ tsv "$HEAD"; holder 0 top x; holder 1 w q; } >B
	[ "$(kinds A B)" = '4 a_only 4 b_only 4 same' ] || fail "$(kinds A B)"
}

@test "equal names belong together by what is below them" {
	{ tsv "$HEAD"; op 0 1 top 0 90; op 1 2 f 1 20; launch 2 3 k 2 1; op 1 5 f 30 20; launch 2 6 l 31 1; } >two
	{ tsv "$HEAD"; op 0 1 top 0 90; op 1 5 f 30 20; launch 2 6 l 31 1; } >one
	trace-treediff -q two one | cut -f 4,7 | tr '\t\n' ' ,' >out
	[ "$(cat out)" = 'match a_name,same top,a_only f,a_only cudaLaunchKernel,a_only k,same f,same cudaLaunchKernel,same l,' ] || fail "$(cat out)"
	# far below, too
	at=0
	for k in 'l k' k; do
		{ tsv "$HEAD"; holder 0 top; for name in $k; do holder 1 f; holder 2 g; holder 3 h; launch 4 $((at += 2)) "$name" $((at * 10)) 1; done; } >"${#k}"
	done
	trace-treediff -q 3 1 | awk -F '\t' '$7 ~ /^[kl]$/ { print $4, $7 }' | paste -sd ' ' >out
	[ "$(cat out)" = 'a_only l same k' ] || fail "$(cat out)"
}

@test "trees swapped: the same pairs, the other way round" {
	{ tsv "$HEAD"; op 0 1 top 0 90; for k in 0 1 2 3; do op 1 $((k * 3 + 2)) f$((k % 2)) $((k * 20)) 20; launch 2 $((k * 3 + 3)) k$k $((k * 20 + 1)) 1; done; } >c
	{ tsv "$HEAD"; op 0 1 top 0 90; for k in 0 1 2 3; do op 1 $((k * 3 + 2)) f$(((k + 1) % 2)) $((k * 20)) 20; launch 2 $((k * 3 + 3)) k$k $((k * 20 + 1)) 1; done; op 1 30 f1 81 5; launch 2 31 k 82 1; } >d
	for pair in 'a b' 'c d' 'a d'; do
		trace-treediff -q ${pair% *} ${pair#* } | cut -f 4-8,11 | sed 1d | sort >there
		trace-treediff -q ${pair#* } ${pair% *} | awk -F '\t' -v OFS='\t' 'NR > 1 {
			sub(/^-/, "+", $11)
			if ($11 !~ /^[+]|^0[.]000$/) $11 = "-" $11
			sub(/^[+]/, "", $11)
			print $4 == "a_only" ? "b_only" : $4 == "b_only" ? "a_only" : $4, $6, $5, $8, $7, $11 }' | sort | diff there -
		grep -q '^same' there || [ "$pair" = 'a d' ]
	done
}

@test "the kernels of operators as JSON" {
	trace-treediff -q --map a a b >out
	printf '{\n  "aten::mm": [\n    "gemm_a"\n  ],\n  "aten::relu": [\n    "relu"\n  ]\n}\n' | diff -u - out
	trace-treediff -q --map both a b | python3 -c '
import json, sys
m = json.load(sys.stdin)
assert m["aten::mm"]["trace2"]["kernels"] == ["gemm_b", "split_b"], m
assert m["aten::gelu"]["trace1"]["kernels"] == [], m'
}

# row DEPTH NAME [DUR]: of a tree for --compat reference; ~ is a blank, k.. is a kernel.
row() {
	local cat=cpu_op gpu=0
	case $2 in k*) cat=kernel gpu=1 ;; nn.Module*) cat=python_function ;; esac
	op "$1" $((++event)) "${2//'~'/ }" $event "${3:-90}" $cat
}

@test "the joint map of the reference: one name for what belongs together" {
	event=0
	{ tsv "$HEAD"
		row 0 top
		row 1 nn.Module:~Block_0
		row 2 aten::conv && row 3 k1 8
		row 2 aten::relu && row 3 k2 9 && row 3 k2 9
		row 1 nn.Module:~Last~Norm_0
		row 2 aten::mul && row 3 k3 15; } >a
	{ tsv "$HEAD"
		row 0 top
		row 1 nn.Module:~Block_0
		row 2 my::conv_bias && row 3 k1 8
		row 1 nn.Module:~Last~Norm_0
		row 2 my::norm && row 3 k2 9; } >b
	trace-treediff -q --compat reference --map both a b >map.json
	trace-treediff -q --compat reference --map both a a >same.json
	command -v python3 >/dev/null || skip "no python3"
	python3 - <<-'END'
		import json
		d = json.load(open("map.json"))
		last, block = "nn.Module:LastNorm", "nn.Module:Block"
		# The longest work of equal arguments first: 18, 15, 8 us.
		assert list(d) == ["aten::relu", last, "conv"], list(d)
		assert d["aten::relu"] == {"trace1": {"kernels": ["k2"], "nn_module_parents": [block]}}, d
		assert d[last] == {"trace1": {"kernels": ["k3"], "nn_module_parents": [last]},
		                   "trace2": {"kernels": ["k2"], "nn_module_parents": [last]}}, d
		assert list(d["conv"]) == ["trace1", "trace2"], d
		d = json.load(open("same.json"))
		assert d["aten::mul"] == {"kernels": ["k3"], "nn_module_parents": [last]}, d
	END
	# An ancestor of several operators has all their names, and each kernel.
	{ tsv "$HEAD"
		row 0 top
		row 1 aten::b && row 2 k1 1
		row 1 aten::a && row 2 k1 2 && row 2 k0 3; } >c
	{ tsv "$HEAD"
		row 0 top; row 1 other && row 2 k9 1; row 1 more; row 1 more; } >d
	trace-treediff -q --compat reference --ancestors c d | cut -f 1,12-15,17 >out
	tsv "aten::a~|~aten::b 3 1 ['k1',~'k1',~'k0'] ['k9'] -4.0" | diff - <(tail -n +2 out)
	# Its summary has these names, too, and of equal trees the first.
	trace-treediff -q --compat reference --arguments a b | cut -f 1-3,13- >out
	[ "$(head -n 1 out | cut -f 1-3)" = $'name\toperation_count\tcpu_op_name' ]
	grep -q "^k2	2	aten::relu	" out
	grep -q "^k3	1	nn.Module:LastNorm	nn.Module:LastNorm	15.0	15.0$" out
	trace-treediff -q --compat reference --arguments a a >out
	[ "$(wc -l <out)" -eq 4 ]
	run ! grep -w source out
}

# reference_text: the merged tree of the reference, of a and b.
reference_text() {
	trace-treediff -q --compat reference --text a b
}

@test "the reference collapses chains, and leaves what is left collapsed" {
	event=0
	# Of a lone node: where its chain opens into several.
	{ tsv "$HEAD"
		row 0 top && row 1 same && row 2 k1
		row 1 lone && row 2 inner && row 3 end && row 4 left && row 5 k2 && row 4 right && row 5 k3; } >a
	{ tsv "$HEAD"
		row 0 top && row 1 same && row 2 k1; row 1 view; } >b
	run -0 reference_text
	assert_output - <<-'END'
		└── top
		    ├── same
		    │   └── k1
		    └── >> trace1: end
		        ├── >> trace1: left
		        │   └── >> trace1: k2
		        └── >> trace1: right
		            └── >> trace1: k3
	END
	# Of an only child: the node becomes the end of the chain.
	{ tsv "$HEAD"
		row 0 top && row 1 wrap && row 2 end && row 3 left && row 4 k2 && row 3 right && row 4 k3; } >a
	{ tsv "$HEAD"
		row 0 top && row 1 left && row 2 k2 && row 1 right && row 2 k3; } >b
	run -0 reference_text
	assert_output - <<-'END'
		└── combined: end | top
		    ├── left
		    │   └── k2
		    └── right
		        └── k3
	END
	# Of what is left on both sides: the ends, which are kernels.
	{ tsv "$HEAD"
		row 0 top && row 1 x && row 2 y && row 3 k1; row 1 same && row 2 k9; row 1 more && row 2 k8; } >a
	{ tsv "$HEAD"
		row 0 top && row 1 p && row 2 q && row 3 k2; row 1 same && row 2 k9; } >b
	run -0 reference_text
	assert_output - <<-'END'
		└── top
		    ├── same
		    │   └── k9
		    ├── >> trace1: k1
		    ├── >> trace1: k8
		    └── << trace2: k2
	END
	# The last of the namesakes that led to no work.
	{ tsv "$HEAD"
		row 0 top && row 1 f && row 2 k1; row 1 g && row 2 k2; row 1 h && row 2 k3; } >a
	event=0
	{ tsv "$HEAD"
		row 0 top && row 1 f 1; row 1 f 2; row 1 g && row 2 k2; row 1 h && row 2 k3; } >b
	[ "$(trace-treediff -q --compat reference a b | awk -F '\t' '$7 == "f" { print $6 }')" = 3 ]
	[ "$(trace-treediff -q a b | awk -F '\t' '$7 == "f" { print $6 }')" = 2 ]
}

@test "a tree with itself is the same; each event comes once" {
	for options in '' '--compat reference'; do
		# shellcheck disable=SC2086 # words
		[ "$(trace-treediff $options a a | cut -f 4 | sort -u | xargs)" = 'match same' ]
	done
	trace-treediff --compat reference --stats a a >out
	[ "$(wc -l <out)" -eq 3 ]
	run ! grep source out
	trace-treediff -q --stats a b | tail -n +2 | cut -f 4,13 | sort | uniq -d | diff /dev/null -
}

@test "10^4 deep and 10^5 wide" {
	awk -v n=10000 'BEGIN { OFS = "\t"; print "depth", "event", "cat", "name", "dur_us", "gpu_us", "gpu_events", "ts_us"
		for (i = 0; i < n; i++) print i, i, "cpu_op", "op", 9, 1, 1, 0
		print n, n, "kernel", "k", 9, 1, 1, 0 }' >deep
	[ "$(trace-treediff deep deep | tail -n 1 | cut -f 2,4)" = $'10000\tsame' ]
	awk -v n=100000 'BEGIN { OFS = "\t"; print "depth", "event", "cat", "name", "dur_us", "gpu_us", "gpu_events", "ts_us"
		print 0, 0, "cpu_op", "top", 9, 1, 1, 0
		for (i = 1; i <= n; i++) print 1, i, "kernel", "k" i % 7 + i % 11, 1, 1, 1, i }' >wide
	sed '50000,50009d; 70000s/k[0-9][0-9]*/other/' wide >other
	[ "$(trace-treediff wide other | cut -f 4 | sort | uniq -c | xargs)" = '11 a_only 1 b_only 1 match 99990 same' ]
	# operators of many names below one ancestor
	awk -v n=20000 'BEGIN { OFS = "\t"; print "depth", "event", "cat", "name", "dur_us", "gpu_us", "gpu_events", "ts_us"
		print 0, 0, "cpu_op", "top", 9, 1, 1, 0
		for (i = 1; i <= n; i++) { print 1, 2 * i, "cpu_op", "op" i, 1, 1, 1, i; print 2, 2 * i + 1, "kernel", "k", 1, 1, 1, i } }' >many
	sed 's/\top/\tother/' many >names
	run -0 timeout 20 trace-treediff -q --map both many names
	[ "$(grep -c '": {$' <<<"$output")" -eq 120000 ]
}

@test "examples of the page, with their output" {
	manners_examples trace-treediff
}

@test "real traces: the reference's seven files" {
	need_traces
	theirs=$TRACES/../reference/tracelens/bert-small-mi300/tracediff-vs-h100
	[ -d "$theirs" ] || skip "no reference tables"
	for side in mi300 h100; do
		trace-extract -c gpu,host --number -a 'Input Dims' -a 'Input type' -a 'Input Strides' \
			-a 'Concrete Inputs' "$TRACES/bert-small-$side.json.gz" |
			trace-tree -q --compat reference >$side
	done
	ours() {
		trace-treediff --compat reference "$@" mi300 h100
	}
	ours --text | cmp - "$theirs/merged_tree_output.txt"
	ours --map both | cmp - "$theirs/cpu_op_map.json"
	ours --map a | cmp - "$theirs/cpu_op_map_trace1.json"
	ours --map b | cmp - "$theirs/cpu_op_map_trace2.json"
	ours --stats | diff <(csv2tsv "$theirs/diff_stats.csv") -
	ours --arguments | diff <(csv2tsv "$theirs/diff_stats_unique_args_summary.csv") -
	ours --ancestors >table1
	csv2tsv "$theirs/tracediff_perf_summary.csv" >table2
	# to the byte, but rows of equal time in any order; their cumulative share is of the row
	diff <(cut -f 10,19 table1) <(cut -f 10,19 table2)
	diff <(cut -f 1-18,20 table1 | sort) <(cut -f 1-18,20 table2 | sort)
}

@test "real traces: each event of the GPU with an operator is there once" {
	need_traces
	for side in mi300 h100; do
		trace-extract -q -c gpu,host --number "$TRACES/qwen05b-$side.json.gz" | trace-tree -q >$side
		awk -F '\t' 'NR > 1 { op[$1] = $4; n = 0; for (i = 0; i < $1; i++) n += op[i] == "cpu_op" }
			NR > 1 && n && $4 ~ /^(kernel|gpu_mem)/ { print $2 }' $side | sort >expected.$side
	done
	for options in '' '--compat reference'; do
		# shellcheck disable=SC2086 # words
		trace-treediff -q $options --stats mi300 h100 >out
		awk -F '\t' '$4 ~ /^(a|trace1)$/ { print $13 }' out | sort | diff expected.mi300 -
		awk -F '\t' '$4 ~ /^(b|trace2)$/ { print $13 }' out | sort | diff expected.h100 -
	done
}

@test "--arguments: sums beyond what a number holds stay at the most" {
	for kernel in k j; do
		{ tsv "$HEAD"
			op 0 1 aten::mm 0 9
			op 1 2 cudaLaunchKernel 1 1 cuda_runtime
			for event in 3 4 5; do op 2 $event $kernel 2 4000000000000000 kernel; done; } >$kernel
	done
	run -0 --separate-stderr trace-treediff -q --arguments k j
	[[ $output == *9223372036854775.807* && -z $stderr ]]
}

@test "ranks are compared with their own, whatever their trees' order" {
	# ranked NUMBER...: trees of these ranks, of which only the times differ.
	ranked() {
		tsv "$HEAD rank"
		for n; do { op 0 1 aten::mm 0 50; launch 1 2 gemm 1 "1$n"; } | sed "s/\$/\t$n/"; done
	}
	ranked 0 1 2 >up
	ranked 2 0 1 >down
	trace-treediff up down >ranks
	[ "$(awk -F '\t' '$7 == "gemm" { print $4, $9, $11 }' ranks | xargs)" = \
		'same 10.000 0.000 same 11.000 0.000 same 12.000 0.000' ]
	# One rank a side: its number does not matter.
	trace-treediff <(ranked 3) <(ranked 4) >others
	[ "$(awk -F '\t' '$7 == "gemm" { print $4, $9, $11 }' others)" = 'same 13.000 1.000' ]
}
