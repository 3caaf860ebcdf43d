#!/usr/bin/env bats
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'name stream sum_us count mean_us' 'gemm 7 10.000 2 5.000' 'add 7 1.500 3 0.500' \
		'copy 9 3.000 1 3.000' 'norm 7 0.250 1 0.250' >a.tsv
	tsv 'name count sum_us note mean_us' 'mul 4 0.400 x 0.100' 'gemm 2 12.500 y 6.250' \
		'add 1 1.000 - 1.000' 'add 2 0.505 - 0.252' 'norm 1 0.255 - 0.255' >b.tsv
}

@test "manners: command line" {
	manners_command_line trace-compare
	run -2 trace-compare a.tsv b.tsv
	assert_output --partial "-k is needed"
	for order in '--csv --tsv' '--tsv --csv'; do
		# shellcheck disable=SC2086 # options
		run -2 trace-compare -k name $order a.tsv b.tsv
		assert_output --partial '--csv and --tsv are mutually exclusive'
	done
	run -2 trace-compare -k name
	assert_output --partial "two tables are needed"
}

@test "manners: the page and --help agree" {
	manners_page trace-compare
}

@test "manners: filter" {
	manners_filter trace-compare b.tsv -k name a.tsv
	manners_filter trace-compare a.tsv -k name --total --value sum_us,mean_us b.tsv
}

@test "manners: the examples of the page" {
	sh "$TOP/scripts/make-samples" .
	manners_examples trace-compare
}

@test "every key is in one row, the greatest difference first" {
	trace-compare -k name a.tsv b.tsv >out
	tsv 'name a_sum_us b_sum_us delta_sum_us delta_sum_pct ratio_sum status' \
		'copy 3.000 - -3.000 - - only_a' 'gemm 10.000 12.500 2.500 25.000000 1.250000 slower' \
		'mul - 0.400 0.400 - - only_b' 'add 1.500 1.505 0.005 0.333333 1.003333 same' \
		'norm 0.250 0.255 0.005 2.000000 1.020000 same' | diff -u - out
}

@test "rows of the same key are added up, means are not" {
	run -0 --separate-stderr trace-compare --rel 2% -k name --total --value sum_us,mean_us,m_us=sum_us/count a.tsv b.tsv
	grep -P '^(add|total)\t' <<<"$output" | cut -f 1,4,8-15 >out
	tsv 'add 0.005 0.500 - - - - 0.500 0.502 0.002' \
		'total -0.090 - - - - - 2.107 1.466 -0.641' >expected
	diff -u expected <(cut -f 1-10 out)
	[ "$stderr" = "trace-compare: 1 key has several rows, and mean_us cannot be added up: left empty there" ]
	run -0 --separate-stderr trace-compare -q -k name --value mean_us a.tsv b.tsv
	[ -z "$stderr" ]
}

@test "differences add up to that of the totals, with any decimals" {
	printf 'k,v\n' | tee x.csv >y.csv
	awk 'BEGIN { srand(7); for (i = 0; i < 500; i++) {
		printf "%d,%.*f\n", i % 90, i % 16, rand() * 1000 >>"x.csv"
		printf "%d,%.*g\n", i % 70 + 40, 1 + i % 17, rand() / 1000 >>"y.csv" } }'
	trace-compare -k k --value v --total x.csv y.csv >out
	command -v python3 >/dev/null || skip "no python3"
	python3 - <<'END'
from decimal import Decimal, getcontext
getcontext().prec = 60
rows = [l.rstrip("\n").split("\t") for l in open("out")][1:]
d = lambda t: Decimal(t or 0)
for c in (1, 2, 3):
    assert sum(d(r[c]) for r in rows[:-1]) == d(rows[-1][c]), c
def total(f):
    q = Decimal(10) ** -15
    return sum(Decimal(l.split(",")[1]).quantize(q, "ROUND_HALF_UP") for l in list(open(f))[1:])
assert d(rows[-1][1]) == total("x.csv") and d(rows[-1][2]) == total("y.csv")
END
}

@test "swapped inputs mirror the rows" {
	for options in '' '--rule layers' '--abs 0 --rel 0.5' '--abs 5us'; do
		trace-compare -k name --order key $options a.tsv b.tsv | cut -f 1,4,7 |
			sed 's/-//; t; s/\t\([0-9]\)/\t-\1/' |
			sed 's/-0\.000/0.000/; s/slower/F/; s/faster/slower/; s/F/faster/;
				s/only_a/B/; s/only_b/only_a/; s/B/only_b/' | tail -n +2 >mirrored
		trace-compare -k name --order key $options b.tsv a.tsv | cut -f 1,4,7 | tail -n +2 |
			diff -u mirrored -
	done
	trace-compare -k name a.tsv a.tsv | awk -F '\t' 'NR > 1 && ($4 != "0.000" || $7 != "same")' | diff /dev/null -
}

@test "thresholds: on the limit is same, either way" {
	tsv 'k t_ms n' 'low 100 1000' 'even 60 1000' 'high 60 10' >x
	tsv 'k t_ms n' 'low 105.1 1001' 'even 65 999' 'high 54.99 12' >y
	trace-compare -k k --value t_ms --rule operations --order input x y | cut -f 7 |
		diff <(printf '%s\n' status slower same faster) -
	trace-compare -k k --value t_ms --abs 4000us --rel 6% --order input x y | cut -f 7 |
		diff <(printf '%s\n' status same slower faster) -
	trace-compare -k k --value n --rel 20 --order input x y | cut -f 7 |
		diff <(printf '%s\n' status same same same) -
	trace-compare -k k --value n --abs 1 --rel 0 --order input x y | cut -f 7 |
		diff <(printf '%s\n' status same same more) -
	run -2 trace-compare -k k --value n --abs 1ms x y
	assert_output --partial "the unit does not fit the column 'n'"
}

@test "more than two tables, with labels" {
	trace-compare -k name base=a.tsv new=b.tsv again=a.tsv | head -n 3 >out
	tsv 'name base_sum_us new_sum_us again_sum_us new_delta_sum_us new_delta_sum_pct new_ratio_sum again_delta_sum_us again_delta_sum_pct again_ratio_sum new_status again_status' \
		'copy 3.000 - 3.000 -3.000 - - 0.000 0.000000 1.000000 only_a same' \
		'gemm 10.000 12.500 10.000 2.500 25.000000 1.250000 0.000 0.000000 1.000000 slower same' |
		diff -u - out
	cp a.tsv x=y.tsv
	trace-compare -k name ./x=y.tsv b.tsv | head -n 1 | grep -q '^name	a_sum_us	b_sum_us	'
	run -2 trace-compare -k name x=a.tsv x=b.tsv
	assert_output --partial "two tables are called 'x'"
	run -2 trace-compare -k name b=a.tsv b.tsv
	assert_output --partial "two tables are called 'b'"
	trace-compare -k name x=y.tsv b.tsv | head -n 1 | grep -q '^name	a_sum_us	b_sum_us	'
	trace-compare -k name =b.tsv a.tsv | head -n 1 | grep -q '^name	a_sum_us	b_sum_us	'
	run -2 trace-compare -k name x= a.tsv
	assert_output --partial "'x=': the name of the file is empty"
	set -- $(for i in $(seq 27); do echo a.tsv; done)
	run -2 trace-compare -k name "$@"
	assert_output --partial "need labels"
	run -0 trace-compare -k name "${@:2}"
}

@test "keys are several columns, with tabs and quotes in CSV" {
	printf '"the key","b,c","time ms"\r\n"a\tb","x ""y""",1.25\r\n"a\\n",z,1e-05\r\n' >x.csv
	printf 'b,c\tthe key\ttime ms\nx "y"\ta\\tb\t2\n' >y.tsv
	trace-compare -k 'the key' --order key x.csv y.tsv >out
	printf 'the key\ta_time ms\tb_time ms\tdelta_time ms\tdelta_time ms_pct\tratio_time ms\tstatus\n' >expected
	printf 'a\\\\n\t0.00001\t\t-0.00001\t\t\tonly_a\na\\tb\t1.25\t2\t0.75\t60.000000\t1.600000\tslower\n' >>expected
	diff -u expected out
}

@test "what is wrong with columns and values is said" {
	run -2 trace-compare -k none a.tsv b.tsv
	assert_output "trace-compare: a.tsv: there is no column 'none'"
	run -2 trace-compare -k name,stream a.tsv b.tsv
	assert_output "trace-compare: b.tsv: there is no column 'stream'"
	run -2 trace-compare -k name,name a.tsv b.tsv
	assert_output --partial "twice among the keys"
	run -2 trace-compare -k name --value m=sum_us/none a.tsv b.tsv
	assert_output --partial "not two columns of the first table: 'sum_us/none'"
	run -2 trace-compare -k name --value note b.tsv b.tsv
	assert_output --partial "b.tsv:2: column 4 (note): not a number: 'x'"
	tsv 'k v' 'x 1e99' >large
	run -2 trace-compare -k k --value v large large
	assert_output --partial "large:2: column 2 (v): not a number: '1e99'"
	tsv 'k k v' 'x y 1' >doubled
	run -2 trace-compare -k k doubled a.tsv
	assert_output --partial "there are two columns 'k'"
}

@test "header only and empty tables" {
	head -n 1 a.tsv >empty
	trace-compare -k name empty empty | diff <(trace-compare -k name a.tsv b.tsv | head -n 1) -
	trace-compare -k name a.tsv empty | cut -f 7 | sort | uniq -c | grep -q '4 only_a'
	run -2 trace-compare -k name --fail-if 'total>5%' a.tsv empty
	assert_output "trace-compare: empty: no rows: nothing to judge"
}

@test "budgets" {
	gate() {
		run --separate-stderr trace-compare -q -k name --fail-if "$1" a.tsv b.tsv
	}
	for budget in 'total>-1%' 'total >= -0.09 us' 'key:gemm>20%' 'any>20% and any>1us' 'status:slower>0' \
		'status:only_b >= 1' 'key:gemm > 24.999% and total < 1'; do
		gate "$budget"
		[ "$status" -eq 1 ] || fail "$budget: $status"
	done
	for budget in 'total>0' 'total>-0.09us' 'key:gemm>25%' 'key:gemm>=2.501us' 'any>20% and any>3us' \
		'any>1% and total>0%' 'status:faster>0' 'key:none>0'; do
		gate "$budget"
		[ "$status" -eq 0 ] || fail "$budget: $status"
	done
	gate 'key:gemm>1%'
	[ "$stderr" = "trace-compare: key:gemm>1%: b: 2.500 sum_us" ]
	diff <(trace-compare -k name a.tsv b.tsv) - <<<"$output"
	gate 'any>20%'
	[ "$stderr" = "trace-compare: any>20%: b: gemm: 2.500 sum_us" ]
	gate 'status:slower>0 and any>20%' # told of the row in its unit
	[ "$stderr" = "trace-compare: status:slower>0 and any>20%: b: gemm: 2.500 sum_us" ]
	run -0 trace-compare --exit-zero -k name --fail-if 'any>20%' a.tsv b.tsv
	for budget in 'total<3%' 'key:gemm<=25%' 'total<3% and key:gemm<30%'; do
		trace-compare -q -k name --pass-if "$budget" a.tsv b.tsv >/dev/null
	done
	run -1 --separate-stderr trace-compare -q -k name --pass-if 'key:gemm<25%' a.tsv b.tsv
	[ "$stderr" = "trace-compare: key:gemm<25%: b: 2.500 sum_us" ]
	# Of several conditions it is told which one does not hold.
	tsv 'name sum_us' 'gemm 100.000' 'norm 10.000' >of_a.tsv
	sed 's/100/110/' of_a.tsv >of_b.tsv
	run -1 --separate-stderr trace-compare -q -k name --pass-if 'total<50% and key:norm<-1%' of_a.tsv of_b.tsv
	[ "$stderr" = "trace-compare: total<50% and key:norm<-1%: b: 0.000 sum_us" ]
	run -2 trace-compare -q -k name --pass-if 'any<25%' a.tsv b.tsv
	assert_output --partial "--pass-if 'any<25%': any is for --fail-if alone"
	for budget in total 'total>' 'total>x%' 'gemm>1%' 'total>1%%' 'status:quick>1' 'status:slower>1%' 'total>2000%'; do
		gate "$budget"
		[ "$status" -eq 2 ] || fail "$budget: $status"
	done
	gate 'key:gem>1%'
	[ "$stderr" = "" ]
	run -0 --separate-stderr trace-compare -k name --fail-if 'key:gem>1%' --fail-if 'key:gemm>99%' a.tsv b.tsv
	[[ $stderr == *"trace-compare: key:gem>1%: no table has a row of 'gem': nothing was checked" ]] || fail "$stderr"
	# Of a quotient the parts of all rows are added up first.
	tsv 'name stream count sum_us' 'gemm 7 1 10.000' 'gemm 8 100 100.000' >x
	tsv 'name stream count sum_us' 'gemm 7 1 20.000' 'gemm 8 100 100.000' >y
	for subject in total key:gemm; do
		run -1 --separate-stderr trace-compare -q -k name,stream --value mean_us=sum_us/count --fail-if "$subject>9%" x y
		[ "$stderr" = "trace-compare: $subject>9%: b: 0.099 mean_us" ]
		run -0 trace-compare -q -k name,stream --value mean_us=sum_us/count --fail-if "$subject>10%" x y
	done
	run -2 trace-compare -k name --value mean_us --fail-if 'total>1%' a.tsv a.tsv
	assert_output --partial "cannot be added up"
}

# steady SEED FACTOR N PERCENT: a table of trace-stats: three kernels, N times each, that spread so much.
steady() {
	awk -v seed="$1" -v factor="$2" -v n="$3" -v percent="$4" '
		function uniform() { return (seed = (seed * 16807) % 2147483647) / 2147483647 }
		function normal() { return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform()) }
		BEGIN {
			print "name\tdur_us"
			for (i = 0; i < 20; i++) uniform()
			for (k = 1; k <= 3; k++)
				for (i = 0; i < n; i++)
					printf "k%d\t%.3f\n", k, 1000 * k * factor * (1 + normal() * percent / 100)
		}' | trace-stats -k name
}

# judged SEEDS N PERCENT FACTOR BUDGET: how often the budget fails, rows differ, and total and rows contradict.
judged() {
	local seed fails=0 rows=0 apart=0 status differ
	for ((seed = 1; seed <= $1; seed++)); do
		steady $((seed * 7919)) 1 "$2" "$3" >x
		steady $((seed * 104729 + 13)) "$4" "$2" "$3" >y
		status=0
		trace-compare -q -k name --fail-if "$5" x y >out 2>/dev/null || status=$?
		differ=$(cut -f 7 out | grep -cE 'faster|slower' || true)
		fails=$((fails + status)) rows=$((rows + differ))
		[ $((status == 1 && differ == 0)) -eq 0 ] || apart=$((apart + 1))
	done
	echo "$fails $rows $apart"
}

@test "noise: how often values with a spread are judged wrongly, and rightly" {
	local n=${TRACE_UTILS_LONG:+500} fails rows apart
	is_same_here "verdicts are"
	n=${n:-60}
	run -0 judged 10 4 0.5 1.05 'total>3%'
	[[ $output == "10 "*" 0" ]] || fail "4 values: $output"
	run -0 judged 10 30 4 1.10 'total>3%'
	[[ $output == "10 "*" 0" ]] || fail "30 values: $output"
	for of in '4 0.5' '6 3' '30 4'; do
		# shellcheck disable=SC2086 # two numbers
		read -r fails rows apart < <(judged "$n" $of 1 'total>2%')
		echo "# $of: of $n equal pairs, $fails budgets fail, $rows of $((3 * n)) rows differ" >&3
		[ $((50 * fails)) -le "$n" ] && [ $((100 * rows)) -le $((3 * n)) ] && [ "$apart" -eq 0 ]
	done
}

@test "noise: the spread of both tables decides, or else the floor, which is said" {
	tsv 'name count sum_us stddev_us min_us max_us' 'k 10 490.000 9.000 30.000 70.000' >a
	tsv 'name count sum_us stddev_us min_us max_us' 'k 10 530.000 9.000 35.000 75.000' >b
	for value in sum_us mean_us=sum_us/count; do
		run -0 --separate-stderr trace-compare -k name --value $value --fail-if 'total>3%' --fail-if 'any>3%' a b
		assert_output --partial '	unclear'
		[[ $stderr == 'trace-compare: total>3%: b: inconclusive, within the spread: '*'any>3%: b: inconclusive, within the spread: k: '* ]] || fail "$stderr"
	done
	run -1 trace-compare -k name --pass-if 'total<10%' a b # it may be more
	run -0 trace-compare -k name --pass-if 'total<90%' a b
	sed 's/9.000/1.000/; s/30.000/48.000/; s/70.000/51.000/' a >a1
	sed 's/9.000/1.000/; s/35.000/51.500/; s/75.000/54.000/' b >b1
	run -1 trace-compare -k name --fail-if 'any>3%' a1 b1
	assert_output --partial '	slower'
	# The classic rules know no spread; nor does a table that has none.
	trace-compare -k name --rule operations --abs 0.1us a b | grep -q '	slower$'
	cut -f 1-3 b >c
	run -0 --separate-stderr trace-compare -k name a c
	assert_output --partial '	slower'
	[ "$stderr" = 'trace-compare: no spread of some values is known: differences up to 2 % or 0.2 us count as noise, larger ones as real' ]
	sed 's/9.000/x/; 1s/max_us/count/' b >d
	trace-compare -q -k name a d | grep -q '	slower$'
}

@test "noise: the interval that the status was read from" {
	# 16 values of 10 us and of 11 us, deviation 0.5: with a correlation of 0.5 as many as 16 / 3,
	# and a mean is off by 0.5 / sqrt(16 / 3) = 0.217. t of 8.6 degrees is 2.28, so the difference of
	# the logarithms is 0.0953 +- 2.28 * sqrt(0.0217^2 + 0.0197^2) = 0.0668; times 16 / 0.0953 us.
	tsv 'k count sum_us stddev_us' 'x 16 160.000 0.500' 'y 16 160.000 0.500' 'z 1 5.000 -' >a
	tsv 'k count sum_us stddev_us' 'x 16 176.000 0.500' 'y 16 161.000 0.500' 'z 1 5.100 -' >b
	run -0 trace-compare -q -k k --order key a b
	[ "$(cut -f 1,7- <<<"$output" | head -n 1)" = "$(tsv 'k status delta_low_sum_us delta_high_sum_us')" ]
	awk -F '\t' 'function near(a, b) { return a > b - 0.4 && a < b + 0.4 }
		$1 == "x" { ok += $7 == "slower" && near($8, 4.8) && near($9, 27.2) }
		$1 == "y" { ok += $7 == "unclear" && $8 < 0 && $9 > 1 }
		$1 == "z" { ok += $7 == "same" && $8 $9 == "" }
		END { exit ok != 3 }' <<<"$output" || fail "$output"
	# No column where a table has no spread, or the spread does not count.
	cut -f 1,3 b >plain
	[ "$(trace-compare -q -k k a plain | awk -F '\t' '{ print NF; exit }')" -eq 7 ]
	[ "$(trace-compare -q -k k --rule layers a b | awk -F '\t' '{ print NF; exit }')" -eq 7 ]
	[ "$(trace-compare -q -k k --value sum_us,count a b b | awk -F '\t' '{ print NF; exit }')" -eq 25 ]
	# Of real kernels no printed interval contradicts the status.
	sh "$TOP/scripts/make-samples" .
	for trace in eager compiled; do
		trace-extract $trace.json.gz | trace-stats -k name,stream >$trace.sums
	done
	trace-compare -q -k name --value mean_us --total eager.sums compiled.sums | awk -F '\t' '
		NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
		{ low = $c["delta_low_mean_us"]; high = $c["delta_high_mean_us"]; n += low != "" }
		low != "" && ($c["status"] == "slower" && low <= 0 || $c["status"] == "faster" && high >= 0 || low > high) { print; bad = 1 }
		END { exit bad || n < 10 }'
}

# The status of a row says what is chance: 0.1 us is, and 1.5 %; a budget for any row goes by it.
@test "any: without a spread, a row that is the same keeps every limit" {
	tsv 'k sum_us n' 'x 100.000 100' 'y 0.100 9' >a
	tsv 'k sum_us n' 'x 101.500 101' 'y 0.200 9' >b
	run -0 --separate-stderr trace-compare -q -k k --fail-if 'any>1%' a b
	[ "$(cut -f 7 <<<"$output" | paste -s -d ' ')" = 'status same same' ]
	run -1 --separate-stderr trace-compare -q -k k --rel 1 --fail-if 'any>1%' a b
	[ "$stderr" = 'trace-compare: any>1%: b: x: 1.500 sum_us' ]
	# Not of the total, nor of what is counted, nor where no difference is too much already.
	run -1 trace-compare -q -k k --fail-if 'total>1%' a b
	run -1 trace-compare -q -k k --value n --fail-if 'any>0' a b
	run -1 trace-compare -q -k k --fail-if 'any>-5%' a b
	tsv 'k count sum_us stddev_us' 'x 900 9000.000 0.010' >a
	tsv 'k count sum_us stddev_us' 'x 900 9135.000 0.010' >b
	# The limit of a budget takes the place of the 2 %.
	run -1 --separate-stderr trace-compare -q -k k --fail-if 'any>1%' a b
	[ "$(cut -f 7 <<<"$output" | paste -s -d ' ')" = 'status same' ]
	run -0 trace-compare -q -k k --fail-if 'any>1.6%' a b
}

@test "noise: both halves of real traces" {
	need_traces
	local rows=0 wrong=0 gates=0 failed=0 status half
	for name in qwen05b-h100 qwen05b-mi300 vllm-b200-eager-rank0 nccl-a100-rank0of2 resnet-2080ti owlv2-h100; do
		trace-extract -q "$TRACES/$name.json.gz" | trace-cycles -q --events >events
		for half in 0 1; do
			awk -F '\t' -v half=$half '
				NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i }
				NR > 1 && FNR == NR && $c["rep"] + 0 > most[$c["cycle"]] { most[$c["cycle"]] = $c["rep"] + 0 }
				NR != FNR && (FNR == 1 || $c["position"] != "" && $c["rep"] !~ /p/ && (m = int(most[$c["cycle"]] / 2)) >= 4 &&
					(half ? $c["rep"] + 0 > most[$c["cycle"]] - m : $c["rep"] + 0 <= m))' events events |
				trace-stats -k cycle,position,name >half$half
		done
		status=0
		trace-compare -q -k cycle,position,name --value mean_us=sum_us/count --fail-if 'total>2%' half0 half1 >out || status=$?
		gates=$((gates + 1)) failed=$((failed + status))
		rows=$((rows + $(sed 1d out | cut -f 9 | grep -cE 'same|unclear|faster|slower' || true)))
		wrong=$((wrong + $(sed 1d out | cut -f 9 | grep -cE 'faster|slower' || true)))
	done
	echo "# halves: $wrong of $rows rows, $failed of $gates budgets" >&3
	[ "$rows" -gt 300 ] && [ $((100 * wrong)) -le "$rows" ] && [ "$failed" -eq 0 ]
}

@test "the order of rows does not matter, and orders are total" {
	trace-compare -k name a.tsv b.tsv >expected
	for seed in 1 2 3; do
		{ head -n 1 b.tsv; tail -n +2 b.tsv | shuf --random-source=<(yes $seed); } >c.tsv
		trace-compare -k name a.tsv c.tsv | cmp expected -
	done
	trace-compare -k name --order value a.tsv b.tsv | cut -f 1 | xargs | grep -qx 'name gemm copy add mul norm'
	trace-compare -k name --order key a.tsv b.tsv | cut -f 1 | xargs | grep -qx 'name add copy gemm mul norm'
	trace-compare -k name --order input a.tsv b.tsv | cut -f 1 | xargs | grep -qx 'name gemm add copy norm mul'
}

@test "real traces: the differences of kernels add up to that of the traces" {
	need_traces
	for trace in qwen05b-h100 qwen05b-mi300; do
		trace-extract "$TRACES/$trace.json.gz" | trace-stats -k name >"$trace"
	done
	trace-compare -k name --total qwen05b-h100 qwen05b-mi300 >out
	awk -F '\t' 'NR > 1 { sub(/\./, "", $4); if ($1 == "total") exit $4 != sum; sum += $4 }' out
	trace-compare -k name --total qwen05b-mi300 qwen05b-h100 | tail -n 1 | cut -f 4 |
		diff <(tail -n 1 out | cut -f 4 | tr -d -) <(tr -d -)
}

@test "a share that is compared keeps its unit in the names of columns" {
	tsv 'k v_pct' 'x 10' >one
	tsv 'k v_pct' 'x 15' >two
	run -0 --separate-stderr trace-compare -q -k k --value v_pct one two
	assert_line --index 0 --partial $'\tdelta_v_pct\tdelta_v_pct_pct\t'
	assert_line --index 1 --partial $'\t5\t50.000000\t'
}
