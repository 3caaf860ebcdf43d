# shellcheck shell=sh disable=SC2016,SC2154 # awk's variables, and the variables of the scripts
# costs.sh - causes of more time in the second of two traces, in a pair of cycles that
# trace-align has compared: its summary is the table page. One answer for trace-advise and
# for the advice of trace-compare-report; the rules are in why_slower.awk.

# measure_step SIDE POSITIONS REPEATS EVENTS OUTLIERS: the step of a side, a or b, in the pair: kernel
# by kernel; its matrix products with their FLOPs, asked only of unequal work, which is known by
# the shapes; what fills the gaps between kernels, the mean over the repeats with its spread; and
# which repeats are outliers.
measure_step() {
	table 'file == 1 && $c["section"] == "compared" && substr($c["what"], 1, 1) == toupper(side) { cycle = $c["cycle"] }
		file == 2 && (FNR == 1 || $c["cycle"] == cycle)
		file == 3 && (FNR == 1 || $c["cycle"] == cycle) { print >outliers }' \
		side="$1" outliers="outliers.$1" page "$2" "$5" | trace-classify >"step.$1"
	println none >"products.$1"
	! grep -q "^note${tab}Unequal work: " page || table 'FNR == 1 || $c["category"] == "gemm"' "step.$1" |
		trace-perf -q --exit-zero >"products.$1"
	stage 'advice/between numbers' "step.$1" "$3" "$4" >sets
	trace-busy -q --exit-zero -k set,rep sets >busy
	stage advice/gap_contents busy | trace-stats -k filling --value time_us >"fillings.$1"
}

# find_costs NAME NAME [OPTION...]: the table costs, of traces with these names, in a pair that the
# options choose: the answer, and what costs B time, most first. trace-align and trace-compare
# say which differences are more than chance.
find_costs() {
	one=$(word_for_awk "$1") two=$(word_for_awk "$2")
	shift 2
	trace-compare -q -k filling --value mean_us fillings.a fillings.b >fillings
	table 'FNR == 1 || $c["section"] == "change" { print $c["name"] }' page |
		LC_ALL=${locale:-C.UTF-8} tsv2txt --color=never --width 60 >shown
	stage 'advice/why_slower spoken_time' choice="${*:+ $*}" a="$one" b="$two" \
		"$programs/advice/advice.tsv" page shown fillings outliers.a outliers.b products.a products.b >found
	{
		IFS= read -r heading && IFS= read -r answer && println "$heading$newline$answer"
		sort -t "$tab" -k 2,2nr -k 5,5
	} <found >costs
}
