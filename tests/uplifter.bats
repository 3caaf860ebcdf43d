#!/usr/bin/env bats
load helper

setup_file() {
	"$BATS_TEST_DIRNAME/../scripts/make-samples" "$BATS_FILE_TMPDIR"
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	ln -s "$BATS_FILE_TMPDIR"/*.json.gz .
	ln -s eager.json.gz trace.json.gz
}

# events GPU DURATION NAME...: these kernels one after the other on a GPU.
events() {
	local gpu=$1 duration=$2 ts=100 name
	shift 2
	for name; do
		printf '{"ph": "X", "cat": "kernel", "name": "%s", "pid": %d, "tid": 1' \
			"$name" "$gpu"
		printf ', "ts": %d, "dur": %s},\n' "$((ts += 10))" "$duration"
	done
}

# trace NAME...: a trace of these kernels, each 2 us long.
trace() {
	printf '[\n%s{"ph": "M"}]\n' "$(events 0 2.000 "$@")"
}

# kernels NAME... >FILE: what uplifter writes of a cycle of them, 1 us, 2 us ...
kernels() {
	local i=0 name
	echo index,kernel_name,avg_duration_us,min_duration_us,max_duration_us,count,pct_of_cycle
	for name; do
		echo "$i,$name,$((++i)).000,1.000,9.000,5,10.0000"
	done
}

compare() {
	uplifter compare-csv -summary=false -eager "$1" -compiled "$2"
}

@test "manners: command line" {
	manners_command_line uplifter
	run -0 --separate-stderr uplifter -help
	assert_line --index 0 --partial "usage: uplifter"
	run -0 uplifter compare -trace1 x -h
	run -0 uplifter -version
}

@test "manners: the page and --help name the same flags" {
	diff -u <(uplifter -h | grep -oE -- '(^| )-[a-z][a-z0-9-]*' | tr -d ' ' | sort -u) \
		<({ sed -n '/^\.It/s/ Fl / -/gp' "$TOP/man/uplifter.1"; echo ' -h'; } |
			grep -oE -- ' -[a-z][a-z0-9-]*' | tr -d ' ' | sort -u)
	if command -v mandoc >/dev/null; then
		run -0 mandoc -T lint -W warning "$TOP/man/uplifter.1"
	fi
}

@test "every command line of the classic README runs as written" {
	uplifter -input trace.json.gz -output kernels.csv
	cp kernels.csv plain.csv
	uplifter -input trace.json.gz -output kernels.csv -full
	cmp plain.csv kernels.csv
	uplifter -input trace.json.gz -output kernels.csv -full -phase decode
	cmp plain.csv kernels.csv
	uplifter -input trace.json.gz -output kernels.csv -full -phase prefill
	run ! cmp plain.csv kernels.csv
	uplifter -input eager.json.gz -output eager.csv -full -phase decode
	uplifter -input compiled.json.gz -output compiled.csv -full -phase decode
	uplifter compare-csv -eager eager.csv -compiled compiled.csv -output comparison.csv
	cp comparison.csv two-steps.csv
	uplifter compare-csv -eager eager.csv -compiled compiled.csv -output comparison.xlsx
	unzip -tq comparison.xlsx
	uplifter compare -trace1 eager.json.gz -trace2 compiled.json.gz -output comparison.csv
	cmp two-steps.csv comparison.csv
}

@test "it finds its tools from a copy, a link, the checkout, and in PATH" {
	local tools=$TRACE_UTILS_BUILD/bin bare=/usr/bin:/bin
	ln -s "$tools/uplifter" uplifter
	PATH=$bare run -0 ./uplifter -version
	rm uplifter
	cp "$tools/uplifter" .
	run -0 ./uplifter -version
	cp "$tools"/t[rs]* "$tools"/csv* .
	PATH=$bare run -0 ./uplifter -input trace.json.gz -output kernels.csv
	rm trace-extract
	PATH=$bare run -2 --separate-stderr ./uplifter -input trace.json.gz
	[[ $stderr == *"trace-extract is neither next to "*" nor in PATH" ]] || fail "$stderr"
}

@test "the kernels of a cycle are those of trace-cycles, to the last digit" {
	trace-extract eager.json.gz | trace-cycles | trace-phase -s decode --step |
		awk -F '\t' -v OFS='\t' '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ print $at["position"] - 1, $at["name"], $at["mean_us"], $at["min_us"],
			$at["max_us"], $at["count"] }' >expected
	uplifter -summary=false -input eager.json.gz | csv2tsv | sed 1d >now
	diff -u expected <(cut -f 1-6 now)
	run -0 awk -F '\t' '{ sum += $7 } END { printf "%.2f", sum }' now
	assert_output 100.00
}

@test "the decode step of the samples: 97 kernels 24 times, prefill 91 4 times" {
	run -0 --separate-stderr uplifter -input eager.json.gz -output kernels.json
	[[ $stderr == *"Cycle Length: 97 kernels"*"Number of Cycles: 24"* ]] || fail "$stderr"
	run -0 grep -c IndexInCycle kernels.json
	assert_output 97
	run -0 --separate-stderr uplifter -input eager.json.gz -phase prefill -output kernels.txt
	run -0 cat kernels.txt
	assert_line "Cycle Length: 91 kernels"
	assert_line "Number of Cycles: 4"
}

# steps N NAME: N times a kernel of that name and 29 that all steps have.
steps() {
	local i
	for ((i = 0; i < $1; i++)); do
		echo "$2"
		printf 'kernel_%d\n' {1..29}
	done
}

@test "without -full reading stops when one cycle is nearly all, and it says so" {
	{
		echo '['
		# shellcheck disable=SC2046 # a list of names
		events 0 2.000 $(steps 400 decode)
		printf '{"ph": "X", "cat": "kernel", "name": "late", "ts": 1e9, "dur": 1},\n'
		echo '{"ph": "M"}]'
	} >long.json
	run -0 --separate-stderr uplifter -summary=false -input long.json -output early.csv
	[ "$stderr" = "uplifter: stopped reading after 10000 kernels: 333 x 30 of them repeat; -full reads all" ] ||
		fail "$stderr"
	run -0 csv2tsv early.csv
	assert_line --index 1 $'0\tdecode\t2.000\t2.000\t2.000\t333\t3.3333'
	run -0 --separate-stderr uplifter -summary=false -full -input long.json -output full.csv
	[ -z "$stderr" ] || fail "$stderr"
	run -0 csv2tsv full.csv
	assert_line --index 1 $'0\tdecode\t2.000\t2.000\t2.000\t400\t3.3333'
	# a writer in front that would never end, and names that awk changes on the way
	{
		echo '['
		while sed -n '2,12001p' long.json; do :; done
	} 2>/dev/null | timeout 60 uplifter -summary=false -normalize -input - >out.csv 2>err
	grep -q 'stopped reading' err || fail "$(cat err)"
	cmp early.csv out.csv
	run -0 --separate-stderr uplifter compare -summary=false -trace1 long.json -trace2 long.json
	[ "$(grep -c 'stopped reading' <<<"$stderr")" -eq 2 ] || fail "$stderr"
	run -0 --separate-stderr uplifter compare -full -summary=false -trace1 long.json -trace2 long.json
	[ -z "$stderr" ] || fail "$stderr"
}

@test "bounds act when given, and with -auto=false always" {
	run -0 bash -c 'uplifter -summary=false -input compiled.json.gz -max-cycle 20 | wc -l'
	assert_output 13
	run -0 bash -c 'uplifter -summary=false -input compiled.json.gz -min-cycle 13 -max-cycle 79 | wc -l'
	assert_output 80
	trace $(printf 'a b c %.0s' 1 2 3 4) >short.json
	run -0 bash -c 'uplifter -summary=false -input short.json | wc -l'
	assert_output 4
	run -1 uplifter -input short.json -auto=false
	run -0 uplifter -input short.json -auto=false -min-cycle=3
}

@test "-normalize drops the numbers of triton kernels" {
	trace gemm triton_a_0 triton_a gemm triton_a_1 triton_a gemm triton_a_22 triton_a >t.json
	run -1 uplifter -input t.json
	run -0 --separate-stderr uplifter -input t.json -normalize
	[ "${#lines[@]}" -eq 4 ]
	assert_line --index 2 --partial 1,triton_a,2.000
}

@test "of several GPUs the cycle that takes most time" {
	{
		echo '['
		events 0 2.000 a b c a b c a b c
		events 1 3.000 d e f d e f d e f
		events 2 1.000 g h i g h i g h i
		echo '{"ph": "M"}]'
	} >t.json
	run -0 --separate-stderr bash -c 'uplifter -input t.json | cut -d , -f 2'
	assert_output "$(printf '%s\n' kernel_name d e f)"
}

@test "flags are those of the Go language" {
	uplifter -input eager.json.gz -summary=false >expected
	for flags in '--input eager.json.gz --summary=false' \
		'-input=eager.json.gz -summary=0' \
		'-summary=F --input=eager.json.gz -full -full=true'; do
		# shellcheck disable=SC2086 # words
		diff expected <(uplifter $flags)
	done
	cp eager.json.gz ./a=b.json.gz
	uplifter -input=a=b.json.gz -summary=false | cmp - expected
	uplifter -input - -summary=false <eager.json.gz | cmp - expected
}

@test "wrong flags and values: status 2, and which one" {
	for flags in -foo '-input x -full=maybe' '-input x -phase both' '-input' \
		'-input x -min-cycle ten' '-input x -min-cycle 0' '-input x -max-cycle -5' 'compare -phase auto' \
		'compare-csv -full' '-input x y' '-=x' '-input x -'; do
		# shellcheck disable=SC2086 # words
		run -2 --separate-stderr uplifter $flags
		[ -z "$output" ]
		[[ $stderr == "uplifter: "*"Try 'uplifter --help'." ]] || fail "$flags: $stderr"
	done
}

@test "nothing to answer: status 1, and why" {
	echo '{"schema": 1}' >no-trace.json
	trace a b c d e >once.json
	trace >none.json
	echo index,avg_duration_us >no-names.csv
	kernels >empty.csv
	kernels a b >good.csv
	{ kernels a; echo 1,b,fast,,,,; } >no-number.csv
	{ kernels; echo '0,"a,1.000'; } >open.csv
	{ kernels; echo 0,a; } >short.csv
	while IFS=: read -r flags message; do
		# shellcheck disable=SC2086 # words
		run -1 --separate-stderr uplifter $flags -output out.csv
		[[ $stderr == *"$message"* ]] || fail "uplifter $flags: $stderr"
		[ ! -e out.csv ] || fail "uplifter $flags wrote a file"
	done <<-'END'
	:needs -input
	bogus:unknown command 'bogus'
	compare -trace1 x:needs -trace1 and -trace2
	compare-csv -eager x:needs -eager and -compiled
	-input missing.json:missing.json: No such file
	-input no-trace.json:no-trace.json
	-input none.json:no GPU kernels
	-input once.json:no sequence of kernels repeats
	compare-csv -eager missing.csv -compiled good.csv:missing.csv: cannot be read
	compare-csv -eager no-names.csv -compiled good.csv:no-names.csv: no column kernel_name
	compare-csv -eager good.csv -compiled empty.csv:empty.csv: no kernels
	compare-csv -eager good.csv -compiled no-number.csv:no-number.csv:3: avg_duration_us is not a time: fast
	compare-csv -eager good.csv -compiled open.csv:open.csv:2: 
	compare-csv -eager short.csv -compiled good.csv:short.csv:2: 2 fields, but the header has 7
	END
}

@test "messages have the flags of uplifter, and the name of the trace" {
	trace $(printf 'a b c %.0s' 1 2 3 4) >short.json
	trace a b c d e >once.json
	while IFS=: read -r flags message; do
		# shellcheck disable=SC2086 # words
		run -1 --separate-stderr uplifter $flags
		assert_equal "$stderr" "uplifter: $message"
	done <<-'END'
		-input short.json -phase prefill:short.json: no cycle is prefill: cycle 1 counts as decode, being the only cycle; -phase auto takes the one that covers most
		-input short.json -auto=false:no sequence of kernels repeats within the limits of -min-cycle and -max-cycle
		-input short.json -min-cycle 5 -max-cycle 4:-min-cycle is more than -max-cycle
		-input once.json:no sequence of kernels repeats; trace-stats shows single kernels
	END
	run -1 --separate-stderr uplifter -input missing.json # and nothing of the stages behind
	assert_equal "$stderr" 'trace-extract: missing.json: No such file or directory'
}

@test "a phase that only counting tells is said to be a guess" {
	trace $(printf 'a b c %.0s' 1 2 3 4) >short.json
	run -0 --separate-stderr uplifter -summary=false -input short.json -phase decode
	[ "$stderr" = "uplifter: short.json: cycle 1 is decode by the number of steps, but unknown: no evidence: no other step to compare it with; see trace-phase" ] ||
		fail "$stderr"
	run -0 --separate-stderr uplifter -summary=false -input short.json
	[ -z "$stderr" ] || fail "$stderr"
	run -0 --separate-stderr uplifter -summary=false -input eager.json.gz -phase decode
	[ -z "$stderr" ] || fail "$stderr"
}

@test "the summary knows FlashAttention by flash_fwd_kernel" {
	local fwd='void flash::flash_fwd_kernel<Flash_fwd_kernel_traits<128, 64> >(Flash_fwd_params)'
	local bwd='void flash::flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<64>(Flash_bwd_params)'
	trace gemm "$fwd" "$bwd" odd gemm "$fwd" "$bwd" odd gemm "$fwd" "$bwd" odd >t.json
	run -0 --separate-stderr uplifter -input t.json -output t.txt
	run -0 cat t.txt
	assert_line --regexp '^FlashAttention +2 +4\.000 +50\.0000$'
	assert_line --regexp '^Other +1 +2\.000 +25\.0000$'
}

@test "a damaged trace: status 3, and the result is there" {
	gzip -dc eager.json.gz | sed '$d' | head -c 4000000 | gzip | head -c 180000 >cut.json.gz
	run -3 --separate-stderr uplifter -input cut.json.gz -output kernels.csv
	[[ $stderr == *"cut.json.gz"*damaged* ]] || fail "$stderr"
	[ "$(wc -l <kernels.csv)" -eq 98 ]
	run -3 uplifter compare -trace1 cut.json.gz -trace2 compiled.json.gz -output comparison.csv
	[ -s comparison.csv ]
}

@test "a stage that fails is never lost" {
	mkdir bin
	cp "$TRACE_UTILS_BUILD"/bin/* bin
	for stage in trace-extract trace-cycles trace-phase trace-align tsv2csv tsv2txt; do
		printf '#!/bin/sh\nexit 2\n' >bin/"$stage"
		command='compare -trace1 eager.json.gz -trace2 compiled.json.gz'
		[ $stage != tsv2txt ] || command='-input eager.json.gz'
		# shellcheck disable=SC2086 # words
		run bin/uplifter $command -output out.csv
		[ "$status" -eq 1 ] || fail "$stage: $status"
		[ ! -e out.csv ]
		cp "$TRACE_UTILS_BUILD/bin/$stage" bin
	done
}

@test "a comparison: the compiled kernels in order, then what is only in eager" {
	kernels add mul gemm softmax gemm >eager.csv
	kernels triton_poi_fused_add_mul_0 gemm softmax gemm >compiled.csv
	run -0 compare eager.csv compiled.csv
	assert_output "$(printf '%s\n' eager_kernel,compiled_kernel,duration_us,match_type \
		'Total (5 eager kernels),Total (4 compiled kernels),10.000,' \
		'(none),triton_poi_fused_add_mul_0,1.000,compiled_only' \
		gemm,gemm,2.000,exact softmax,softmax,3.000,exact gemm,gemm,4.000,exact \
		add,.,,fused mul,.,,fused)"
}

@test "every kernel of both sides comes once, and the durations add up" {
	uplifter compare -trace1 eager.json.gz -trace2 compiled.json.gz | csv2tsv >now
	uplifter -summary=false -input eager.json.gz | csv2tsv | sed 1d | cut -f 2 | sort >a
	uplifter -summary=false -input compiled.json.gz | csv2tsv | sed 1d >b
	sed 1,2d now | cut -f 1 | grep -vxF '(none)' | sort | diff -u a -
	sed 1,2d now | cut -f 2,3 | grep -v '^\.' | diff -u <(cut -f 2,3 b) -
	run -0 awk -F '\t' 'NR == 2 { total = $3 }
		NR > 2 { sum += $3 * 1000 }
		END { printf "%.3f", total - sum / 1000 }' now
	assert_output --regexp '^-?0\.000$'
}

@test "a cycle compared with itself is exact, also rotated, also with equal names" {
	kernels a b a c a b d >eager.csv
	kernels c a b d a b a >rotated.csv
	for other in eager rotated; do
		run -0 bash -c "uplifter compare-csv -eager eager.csv -compiled $other.csv |
			sed 1,2d | cut -d , -f 4 | sort | uniq -c"
		assert_line --regexp '^ *7 exact$'
	done
}

@test "compare-csv: the classic order, quotes, lines before the header, and the summary" {
	printf '%s\n' kernel_name,avg_duration_us 'norm,2.000' '"f<a, ""b"">",3.000' copy,1.000 >x.csv
	printf '# Iterations,5\r\n\r\nindex,kernel_name,avg_duration_us\r\n0,"f<a, ""b"">",2.500\r\n1,copy,1.000\r\n' >y.csv
	run -0 --separate-stderr uplifter compare-csv -eager x.csv -compiled y.csv
	assert_output "$(printf '%s\n' eager_kernel,compiled_kernel,duration_us,match_type \
		'Total (3 eager kernels),Total (2 compiled kernels),3.500,' \
		'"f<a, ""b"">","f<a, ""b"">",2.500,exact' copy,copy,1.000,exact norm,.,,fused)"
	sed 's/^ *//; s/  */ /g' <<<"$stderr" | grep -E '^(2|1|f|copy|none|=)' | diff - <(printf '%s\n' \
		'=== Trace Comparison Summary ===' '2 exact' '1 fused' \
		'=== Top 10 Kernels by Duration (Compiled) ===' 'f 2.500 exact' 'copy 1.000 exact' \
		'=== Fused Kernels, Only in Eager ===' '1 norm' '=== Compiled-Only Kernels ===' none)
	# the line of the file, though it is not the first of the table
	sed 's/2\.500/fast/' y.csv >wrong.csv
	run -1 --separate-stderr uplifter compare-csv -eager x.csv -compiled wrong.csv
	[ "$stderr" = "uplifter: wrong.csv:4: avg_duration_us is not a time: fast" ] || fail "$stderr"
}

@test "the CSV of the last classic version reads like that of the first" {
	kernels a 'b<int>' c >first.csv
	{
		printf '# %s\n' Iterations,5 'Kernels per cycle,3' 'Avg cycle time (us),6.000' \
			'Total time (us),30.000' 'Cycle,1'
		echo
		sed 's/_us,count/_us,stddev_us,count/; s/,5,/,0.100,5,/' first.csv
	} >last.csv
	sed 's/$/\r/' last.csv >windows.csv
	for eager in first last windows; do
		compare first.csv $eager.csv | diff - <(compare first.csv first.csv)
	done
}

@test "-mode all: each cycle of trace-cycles in a file; -mode llm: the two steps" {
	uplifter -summary=false -input eager.json.gz -mode all -output e
	trace-extract eager.json.gz | trace-cycles >table
	cut -f "$(head -1 table | tr '\t' '\n' | grep -nx cycle | cut -d : -f 1)" table |
		sed 1d | sort -n | uniq -c | while read -r length number; do
		[ "$(sed -n '/^0,/,$p' "e_cycle_$number.csv" | wc -l)" -eq "$length" ]
		grep -qx "# Kernels per cycle,$length" "e_cycle_$number.csv"
	done
	[ "$(find . -name 'e_cycle_*.csv' | wc -l)" -eq 4 ]
	uplifter -summary=false -input eager.json.gz -mode=llm -output e.csv
	for phase in decode prefill; do
		uplifter -summary=false -full -input eager.json.gz -phase $phase | csv2tsv >first
		sed -n '/^index/,$p' e_$phase.csv | csv2tsv | cut -f 1-5,7,8 | diff first -
	done
	uplifter -summary=false -input eager.json.gz -mode llm | cmp - e_decode.csv
	run -2 uplifter -input eager.json.gz -mode some
	trace a b c d e a b c d e a b c d e a b c d e >alone.json
	run -1 --separate-stderr uplifter -summary=false -input alone.json -mode llm -output alone
	[[ $stderr == *"prefill"* ]] || fail "$stderr"
	[ -s alone_decode.csv ] && [ ! -e alone_prefill.csv ]
}

@test "-baseline and -new: the pairs of -eager and -compiled, in later words" {
	kernels a x b y c >eager.csv
	kernels a y b z c >compiled.csv
	run -0 uplifter compare-csv -summary=false -baseline eager.csv -new compiled.csv
	assert_line --index 1 'Total (5 baseline kernels),Total (5 new kernels),15.000,'
	assert_line ',z,4.000,new_only'
	assert_line 'x,.,,removed'
	[ "${#lines[@]}" -eq "$(compare eager.csv compiled.csv | wc -l)" ]
	for mode in align match; do
		uplifter compare-csv -summary=false -baseline eager.csv -new compiled.csv \
			-mode $mode -output o.csv
		diff <(printf '%s\n' "${lines[@]}") o.csv
	done
	run -2 uplifter compare-csv -baseline eager.csv -new compiled.csv -mode else
}

@test "compare-all: a sheet for each pair, by number or by kernels" {
	kernels a b c d >x_cycle_1.csv
	kernels p q r s >x_cycle_2.csv
	kernels p q r t >y_cycle_1.csv
	kernels a b c d >y_cycle_2.csv
	kernels k l m n >y_cycle_3.csv
	run -0 --separate-stderr uplifter compare-all -baseline x -new y -output all.xlsx
	[ "$(grep -v refuses <<<"$stderr")" = $'uplifter: cycle 1 with cycle 1\nuplifter: cycle 2 with cycle 2' ] || fail "$stderr"
	[[ $stderr == 'uplifter: trace-align refuses to compare these: cycle 1 of x_cycle_1.csv and cycle 1 of y_cycle_1.csv '* ]] || fail "$stderr"
	run -0 --separate-stderr uplifter compare-all -smart -baseline x -new y -output all.xlsx
	[ "$stderr" = $'uplifter: cycle 1 with cycle 2\nuplifter: cycle 2 with cycle 1' ] || fail "$stderr"
	unzip -p all.xlsx xl/workbook.xml | grep -q 'name="Cycle 2-1"'
	unzip -p all.xlsx xl/worksheets/sheet2.xml xl/sharedStrings.xml 2>/dev/null | grep -q new_only
	uplifter -summary=false -input eager.json.gz -mode all -output e
	run -0 --separate-stderr uplifter compare-all -smart -baseline e -new e -output same.xlsx
	[ "$stderr" = "$(printf 'uplifter: cycle %d with cycle %d\n' 1 1 2 2 3 3 4 4)" ] || fail "$stderr"
	run -1 uplifter compare-all -baseline x -new none -output none.xlsx
	run -2 uplifter compare-all -baseline x -new y
	[ ! -e none.xlsx ]
}

@test "the workbook of a comparison: sheet, headings, and as many rows as the CSV" {
	uplifter compare -trace1 eager.json.gz -trace2 compiled.json.gz -output c.xlsx
	uplifter compare -trace1 eager.json.gz -trace2 compiled.json.gz -output c.csv
	mkdir x
	unzip -q c.xlsx -d x
	grep -q 'name="Comparison"' x/xl/workbook.xml
	for heading in 'Eager Kernel' 'Compiled Kernel' 'Duration (µs)' 'Match Type'; do
		grep -qrF ">$heading<" x/xl
	done
	[ "$(grep -o '<row ' x/xl/worksheets/sheet1.xml | wc -l)" -eq "$(wc -l <c.csv)" ]
	uplifter -input eager.json.gz -output k.xlsx
	unzip -p k.xlsx xl/workbook.xml | grep -q 'name="Kernels"'
}

@test "-summary=false is silent; results go to standard output without -output" {
	run -0 --separate-stderr uplifter -input eager.json.gz -summary=false
	[ "${#lines[@]}" -eq 98 ]
	[ -z "$stderr" ]
	run -0 --separate-stderr uplifter compare -trace1 eager.json.gz -trace2 eager.json.gz -summary=false -output o.csv
	[ -z "$output$stderr" ]
}

@test "outputs that cannot be written: status 2" {
	for file in no/such/folder.csv / /dev/full; do
		run -2 --separate-stderr uplifter -summary=false -input eager.json.gz -output "$file"
		[[ $stderr == "uplifter: cannot write $file"* ]] || fail "$stderr"
	done
	(umask 077 && echo old >k.csv)
	ln -s k.csv link.csv
	uplifter -summary=false -input eager.json.gz -output link.csv
	[ ! -h link.csv ] && [ "$(cat k.csv)" = old ]
	uplifter -summary=false -input eager.json.gz -output k.csv
	[ "$(stat -c %a k.csv)" = 600 ]
	cmp k.csv link.csv
	run -2 bash -c 'uplifter -summary=false -input eager.json.gz >/dev/full'
	run -2 bash -c 'uplifter -summary=false -input eager.json.gz >&-'
	run -2 uplifter -input eager.json.gz -output no/such/folder.xlsx
	kernels a b >a.csv
	for file in no/such/folder.csv no/such/folder.xlsx /dev/full; do
		run -2 uplifter compare-csv -eager a.csv -compiled a.csv -output "$file"
	done
	run -2 bash -c 'uplifter compare-csv -eager a.csv -compiled a.csv >/dev/full'
	run -2 --separate-stderr uplifter compare-csv -eager a.csv -compiled a.csv -output a.csv
	[ "$(compare a.csv a.csv)" = "$(uplifter compare-csv -eager a.csv -compiled a.csv -output /dev/stdout 2>/dev/null)" ]
	cp eager.json.gz same.json
	run -2 --separate-stderr uplifter -summary=false -input same.json -output same.json
	assert_equal "$stderr" 'uplifter: same.json: is also the input; nothing is written'
	cmp same.json eager.json.gz
	run bash -c 'uplifter -summary=false -input eager.json.gz | true; echo ${PIPESTATUS[0]}'
	assert_output --regexp '^(0|141)$'
}

@test "no temporary file stays" {
	mkdir tmp
	export TMPDIR=$PWD/tmp
	uplifter -input eager.json.gz -output k.csv
	run -1 uplifter -input missing.json
	run -2 uplifter -input eager.json.gz -output no/such/k.csv
	[ -z "$(ls tmp)" ]
}

@test "the same bytes under every awk there is" {
	uplifter -input eager.json.gz >expected 2>&1
	for awk in gawk mawk original-awk busybox; do
		command -v $awk >/dev/null || continue
		mkdir $awk
		if [ $awk = busybox ]; then
			printf '#!/bin/sh\nexec busybox awk "$@"\n' >$awk/awk
			chmod +x $awk/awk
		else
			ln -s "$(command -v $awk)" $awk/awk
		fi
		PATH=$PWD/$awk:$PATH uplifter -input eager.json.gz 2>&1 | diff expected -
	done
}

@test "a comparison that trace-align refuses is printed, and the reason is said" {
	kernels gemm softmax norm >eager.csv
	kernels max_pool embedding_bag ncclDevKernel_AllReduce >compiled.csv
	run -0 --separate-stderr uplifter compare-csv -summary=false -eager eager.csv -compiled compiled.csv
	[ "${#lines[@]}" -eq 8 ]
	[[ $stderr == "uplifter: trace-align refuses to compare these: cycle 1 of eager.csv and cycle 1 of compiled.csv are not alike: "* ]] || fail "$stderr"
	run -0 --separate-stderr uplifter compare-csv -summary=false -eager eager.csv -compiled eager.csv
	[ -z "$stderr" ]
	kernel_steps $(for ((i = 0; i < 9; i++)); do echo gemm norm; done) >much.json
	# A loop of four kernels, and what takes far more time and does not repeat.
	sed '$d' much.json | cat - <(echo ',{"ph":"X","cat":"kernel","name":"once","pid":0,"tid":7,"ts":9000,"dur":90000}]}') >little.json
	uplifter compare -summary=false -trace1 much.json -trace2 much.json 2>err >out
	[ ! -s err ] || fail "$(cat err)"
	uplifter compare -summary=false -trace1 little.json -trace2 little.json 2>err >refused
	diff out refused
	grep -q '^uplifter: trace-align refuses to compare these: cycle 1 of little[.]json and cycle 1 of little[.]json take 1[.].* % of the kernel time of their traces: ' err ||
		fail "$(cat err)"
}

@test "real traces: what is refused is compared as the classic has it" {
	need_traces
	run -0 --separate-stderr uplifter compare -summary=false -trace1 "$TRACES/dlrm-v100-rank0.json.gz" -trace2 "$TRACES/dlrm-v100-rank1.json.gz"
	[ "${#lines[@]}" -gt 2 ]
	[[ $stderr == 'uplifter: trace-align refuses to compare these: cycle '*' of the kernel time of their traces: most of both is left out, so nothing is compared' ]] || fail "$stderr"
	run -0 --separate-stderr uplifter compare -summary=false -trace1 "$TRACES/sam-a100-false-5770.json.gz" -trace2 "$TRACES/sam-pg509-true-17980-3streams.json.gz"
	[ "${#lines[@]}" -gt 2 ]
	[[ $stderr == 'uplifter: trace-align refuses to compare these: '*' are not alike: '* ]] || fail "$stderr"
}

@test "real traces: a prefill alone is not called decode without a word" {
	need_traces
	local file=$TRACES/vllm-gptoss20b-mi300-prefill.json.gz

	run -1 --separate-stderr bash -c 'trace-extract "$1" | trace-cycles | trace-phase -s decode' - "$file"
	[ "${#lines[@]}" -eq 1 ]
	[[ $stderr == "trace-phase: standard input: no cycle is decode: cycle 1 is mixed, kernels: "* ]] || fail "$stderr"
	run -0 --separate-stderr uplifter -summary=false -input "$file" -phase decode -output k.csv
	[[ $stderr == *"cycle 1 is decode by the number of steps, but mixed by its kernels: "* ]] || fail "$stderr"
}

@test "real traces: the decode step of gpt-oss, whose period is two layers" {
	need_traces
	run -0 --separate-stderr uplifter -input "$TRACES/vllm-gptoss20b-mi300-decode.json.gz" -output k.csv
	[[ $stderr == *"Cycle Length: 35 kernels"* ]] || fail "$stderr"
	[ "$(wc -l <k.csv)" -eq 36 ]
}
