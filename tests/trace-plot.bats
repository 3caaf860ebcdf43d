#!/usr/bin/env bats
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'ts_us dur_us name cat device stream rank position' \
		'0.000 4.000 gemm kernel 0 7 0 1' \
		'5.000 3.000 attn_fwd kernel 0 7 0 2' \
		'9.000 1.000 Memcpy~HtoD gpu_memcpy 0 8 0 -' \
		'0.000 99.000 step gpu_user_annotation 0 7 0 -' \
		'80.000 2.000 ncclDevKernel_AllReduce kernel 0 7 1 3' >events.tsv
}

# A table for each kind, with its name.
tables() {
	cp events.tsv breakdown
	cp events.tsv timeline
	tsv 'start_us dur_us bound name cat rank device stream' '0.000 2.000 host host - - - -' '2.000 3.000 launch gemm kernel 0 0 7' \
		'5.000 3.000 compute attn_fwd kernel 0 0 7' >critical
	awk 'BEGIN { OFS = "\t"; print "cycle", "rep", "start_ts_us", "period_us", "kernels"
		for (i = 1; i <= 40; i++)
			print 1, i, i * 100 ".000", (i == 9 ? 250 : 100 + i % 3) ".000", 12 }' >cycles
	tsv 'bin_start_us bin_end_us count' '1.5 2.5 3' '2.5 3.5 900' '3.5 4.5 0' >histogram
	tsv 'series metric row value level change_pct' 'a~run_us run_us 1 1000 1001.5 -' 'a~run_us run_us 2 1003 1001.5 -' \
		'a~run_us run_us 3 2000 2000 99.7' 'b~run_us run_us 1 7 7 -' >history
	tsv 'device_type device_id ts_us ph name value unit' '1 0 5.000 C gpu 4194304 bytes' '1 0 6.000 C gpu 1048576 bytes' \
		'0 -1 6.000 C host 8 bytes' '1 0 105.000 C gpu 0 bytes' >memory
	tsv 'rank collective_id ts_us wait_us' '0 a 1.000 5.000' '1 a 2.000 4.000' \
		'10 a 6.000 0.000' '2 b 9.000 -' >ranks
	tsv 'name flops_per_byte flops gpu_us compute_spec ridge_flops_per_byte roof_tflops_per_s' \
		'aten::mm 200 1000000000 2.000 matrix_bf16 100 1000' \
		'aten::add 0.25 1000 3.000 vector_fp32 20 1.25' 'aten::t - - 1.000 - - -' >roofline
	tsv 'match family a_us b_us' 'similar gemm 10.000 12.500' 'removed norm 3.000 -' \
		'added triton - 1.000' 'exact gemm 5.000 5.000' >waterfall
}

need_gnuplot() {
	command -v gnuplot >/dev/null || skip "no gnuplot"
}

kinds='breakdown critical cycles histogram history memory ranks roofline timeline waterfall'

@test "manners: command line" {
	manners_command_line trace-plot
}

@test "manners: the page and --help agree, and the example is true" {
	manners_page trace-plot
	manners_examples trace-plot
}

@test "manners: filter" {
	manners_filter trace-plot events.tsv --format gnuplot --title t breakdown
}

@test "wrong usage" {
	for wrong in '' 'pie events.tsv' '--format gif breakdown events.tsv' \
		'cycles a b' '--pairs events.tsv breakdown events.tsv'; do
		# shellcheck disable=SC2086 # words
		run -2 --separate-stderr trace-plot $wrong
		[ -z "$output" ] || fail "$wrong: $output"
	done
	run -2 --separate-stderr trace-plot --format gnuplot cycles events.tsv
	[[ $stderr == *"no column cycle; trace-cycles --repeats"* ]] || fail "$stderr"
	tsv 'name sum_ms' 'a 1' >times
	run -2 --separate-stderr trace-plot --format gnuplot breakdown times
	[[ $stderr == *"none of the columns sum_us"* ]] || fail "$stderr"
	tsv 'kind sum_us' 'a 1' >labels
	run -2 --separate-stderr trace-plot --format gnuplot breakdown labels
	[[ $stderr == *"no column family, category or name"* ]] || fail "$stderr"
	tables
	for number in abc 1e999 0x1; do
		sed "2s/2[.]5/$number/" histogram >bad
		run -2 --separate-stderr trace-plot --format gnuplot histogram bad
		[[ $stderr == *"bad:2: "*"$number"* ]] || fail "$stderr"
	done
	run -2 --separate-stderr trace-plot --format gnuplot histogram x=
	[[ $stderr == *"'x=': the name of the file is empty"* ]] || fail "$stderr"
	run -2 --separate-stderr trace-plot --format gnuplot timeline x=events.tsv x=bad
	[[ $stderr == *"two tables are called 'x'"* ]] || fail "$stderr"
	run -2 --separate-stderr trace-plot --format gnuplot --pairs waterfall timeline events.tsv events.tsv
	[[ $stderr == *a_position* ]] || fail "$stderr"
	tsv 'a_position b_position' '1 1' >pairs
	run -2 --separate-stderr trace-plot --format gnuplot --pairs pairs timeline events.tsv
	[[ $stderr == *"two tables"* ]] || fail "$stderr"
}

@test "a table without rows, or without what is needed: 1, and nothing is written" {
	tables
	for kind in $kinds; do
		head -n 1 "$kind" >header
		run -1 --separate-stderr trace-plot "$kind" -o out.svg header
		[[ $stderr == "trace-plot: nothing to draw"* ]] || fail "$kind: $stderr"
		[ -z "$output" ] && [ ! -e out.svg ]
		run -0 --separate-stderr trace-plot -q --exit-zero "$kind" header
		[ -z "$output$stderr" ] || fail "$kind: $output$stderr"
	done
}

@test "scripts: twice the same, and rows in another order are the same picture" {
	tables
	for kind in $kinds; do
		trace-plot --format gnuplot "$kind" "x=$kind" >one
		trace-plot --format gnuplot "$kind" "x=$kind" | cmp - one
		(head -n 1 "$kind"; tail -n +2 "$kind" | tac) >turned
		case $kind in
		cycles | histogram | history | memory) ;; # points in the order of rows
		*) trace-plot --format gnuplot "$kind" x=turned | diff - one ;;
		esac
	done
}

@test "breakdown: widths and percentages are those of the sums" {
	sed '/rank/!s/\t1\t3$/\t0\t3/' events.tsv >one.tsv
	trace-plot --format gnuplot breakdown one.tsv >script
	grep -q "'10.00 us'" script
	for share in 40.0 30.0 10.0 20.0; do
		grep -q "'$share %'" script || fail "no $share"
	done
	trace-plot --format gnuplot breakdown events.tsv | grep -c "'rank [01]'" | diff <(echo 2) -
	tsv 'family sum_us' 'gemm 3.000' 'gemm_reduce 1.000' 'norm 4.000' 'something 8.000' |
		trace-plot --format gnuplot breakdown | grep -oE "'[a-z0-9.]+ ?(%|us)?'" |
		grep -E '%|[a-z]{4}' | sort | tr '\n' ' ' >out
	printf "'25 %%' '25 %%' '25.0 %%' '25.0 %%' '50 %%' '50.0 %%' 'gemm' 'norm' 'other' " | cmp - out
}

@test "breakdown: of more than 128 categories the rest is called so" {
	awk 'BEGIN {
		print "dur_us\tname\tcat\tcategory"
		for (i = 1; i <= 140; i++)
			printf "%d.000\tk\tkernel\tcat%d\n", i == 140 ? 500 : 1, i
	}' | trace-plot --format gnuplot breakdown >script
	grep -q "'all others'" script
	grep -q "'cat127'" script
	! grep -qE "'cat1(28|40)'" script
	grep -q "'80.1 %'" script # 12 + 500 of 639
}

# The same classes as in the text of trace-report: the category, not the family, nor the group
# of the palette, which some share. They stand in the order of the palette, then by time.
@test "breakdown: the categories of a table are its classes" {
	tsv 'category family sum_us' 'moe gemm 6.000' 'gemm gemm 1.000' 'attention_decode attention 1.000' \
		'attention attention 2.000' '- - 1.000' 'own own 1.000' >classes
	trace-plot --format gnuplot breakdown classes |
		sed -n "s/^set label '\([a-z_]*\|[0-9.]* %\)' at .*/\1/p" | sed 1,7d | paste -s -d ' ' >out
	[ "$(cat out)" = 'gemm 8.3 % moe 50.0 % attention 16.7 % attention_decode 8.3 % own 8.3 % unclassified 8.3 %' ] || fail "$(cat out)"
}

@test "cycles: the most kernel time first; of many outliers only the largest have rings" {
	awk 'BEGIN { OFS = "\t"; print "cycle", "rep", "start_ts_us", "period_us", "sum_us"
		for (i = 1; i <= 400; i++)
			print 1, i, i * 100 ".000", (i % 10 == 0 ? 200 + i : 100 + i % 3) ".000", "1.000"
		print 2, 1, "0.000", "9.000", "300.000"
		print 2, 2, "9.000", "", "300.000"
		print 2, 3, "18.000", "9.000", "300.000" }' >many
	trace-plot --format gnuplot cycles many >script
	grep -o "cycle [12].*outliers*[^']*" script | diff - <(printf '%s\n' 'cycle 2: 2 periods, median 9.000 us, 0 outliers' \
		'cycle 1: 400 periods, median 101.0 us, 40 outliers, the largest ringed')
	grep '^[0-9].* 1$' script | cut -d ' ' -f 2 | diff - <(seq 560 10 600)
}

@test "the title has the name of the table, and the picture says what it leaves out" {
	tables
	trace-plot --format gnuplot cycles run=cycles | grep -q "^set label 'Period of each repeat: run' "
	trace-plot --format gnuplot cycles <cycles | grep -q "^set label 'Period of each repeat' "
	trace-plot --format gnuplot --title mine cycles cycles | grep -q "^set label 'mine' "
	trace-plot --format gnuplot breakdown a=events.tsv b=events.tsv | grep -q "^set label 'GPU time by kind of work' "
	awk 'BEGIN { OFS = "\t"; print "cycle", "rep", "start_ts_us", "period_us"
		for (c = 1; c <= 8; c++)
			for (i = 1; i <= 3; i++)
				print c, i, i * 100 ".000", "100.000" }' >eight
	trace-plot -q --format gnuplot cycles eight | grep -q "^set label '2 more cycles are left out; "
}

@test "cycles: an outlier is marked and named" {
	tables
	trace-plot --format gnuplot cycles cycles >script
	grep -q "cycle 1, 12 kernels: 40 periods, median 101.0 us, 1 outlier" script
	grep -q "'repeat 9: 250.0 us'" script
	[ "$(grep -c '^[0-9].* 1$' script)" -eq 1 ]
}

# Each once made a script that gnuplot refuses: quotes at an end of a text, an axis
# from a number to the same.
@test "quotes in names and titles, equal totals, one time, long periods: a picture each" {
	command -v gnuplot >/dev/null || skip "no gnuplot"
	for name in "'" '`' "''" "a''b" "'''" '"' '{' '$x' '@a' '%s'; do
		tsv 'ts_us dur_us name cat device stream' "0.000 4.000 ${name}x$name kernel 0 7" >quoted
		trace-plot breakdown quoted >names.svg
		trace-plot timeline --title "$name" quoted >title.svg
		for file in names.svg title.svg; do
			grep -q '</svg>' $file || fail "$name: no picture"
		done
	done
	tsv 'match family a_us b_us' 'exact gemm 5.000 5.000' | trace-plot waterfall | grep -q '</svg>'
	tsv 'cycle rep start_ts_us period_us kernels' '1 1 5.000 7.000 12' '1 2 5.000 7.000 12' |
		trace-plot cycles | grep -q '</svg>'
	tsv 'cycle rep start_ts_us period_us kernels' '1 1 0.000 1000000000000000.000 12' \
		'1 2 1000000000000000.000 1000000000000000.000 12' | trace-plot cycles | grep -q '</svg>'
}

@test "a kind that is none: the kinds are listed" {
	run -2 --separate-stderr trace-plot timelines events.tsv
	[[ $stderr == *"'timelines' is not a kind of plot; the kinds are alignment, "*", waterfall"* ]] || fail "$stderr"
}

@test "-o x.pdf writes a PDF" {
	command -v gnuplot >/dev/null || skip "no gnuplot"
	trace-plot breakdown -o x.pdf events.tsv
	[ "$(head -c 5 x.pdf)" = %PDF- ]
}

@test "waterfall: the bars add up" {
	tables
	trace-plot --format gnuplot waterfall waterfall >script
	for text in 'A' '18.00 us' 'norm: removed' '−3.000 us' 'gemm: similar' '+2.500 us' \
		'triton: added' '+1.000 us' 'B' '18.50 us'; do
		grep -qF "'$text'" script || fail "no $text"
	done
	run ! grep -q 'all else' script
	tsv 'section what a_us b_us' 'time period 9.000 7.000' 'change x 4.000 2.000' \
		'change all~else 3.000 4.000' 'change sum 7.000 6.000' |
		trace-plot --format gnuplot waterfall >script
	for text in '7.000 us' '−2.000 us' '+1.000 us' '6.000 us'; do
		grep -qF "'$text'" script || fail "no $text"
	done
	# from period to period, where the kinds are told
	tsv 'section what a_us b_us' 'time period 9.000 7.000' 'kind fused 5.000 2.000' 'kind gaps 4.000 5.000' \
		'kind sum 9.000 7.000' 'change all~else 5.000 2.000' 'change sum 5.000 2.000' |
		trace-plot --format gnuplot waterfall >script
	for text in '9.000 us' 'fused' '−3.000 us' 'gaps' '+1.000 us' '7.000 us'; do
		grep -qF "'$text'" script || fail "no $text"
	done
	run ! grep -q 'all else' script
}

@test "timeline: lanes, gaps and pairs" {
	trace-plot --format gnuplot timeline events.tsv >script
	grep -q "'rank 0 stream 8'" script
	grep -q "'9.000 us'\|'1.000 us'" script && fail "a label in a narrow gap"
	tsv 'ts_us dur_us name stream' '0 10 gemm 7' '60 10 gemm 7' | trace-plot --format gnuplot timeline >script
	sed '/<< EOD/,/^EOD/d' script | grep -q "'50.00 us'"
	tsv 'a_position b_position' '1 2' '2 1' '3 -' '- 3' >pairs
	trace-plot --format gnuplot --pairs pairs timeline A=events.tsv B=events.tsv >script
	grep -q "'A rank 0 stream 7'" script
	sed -n '/^\$pairs/,/^EOD/p' script | wc -l | diff <(echo 5) -
}

# Width times height of all boxes of a colour in a script of a timeline.
area() {
	sed -n '/^\$bars/,/^EOD/p' script | awk -v rgb="$(printf %d "0x$1")" '
		$7 == rgb { a += ($4 - $3) * ($6 - $5) } END { printf "%.0f\n", a }'
}

@test "critical: one lane above the streams, on their axis; what is no work has colours of its own" {
	tables
	trace-plot --format gnuplot critical critical events.tsv >script
	grep -q 'critical path' script
	sed -n '/^[$]bars/,/^EOD/p' script | awk '{ print $3, $4, $7 }' >boxes
	# Bounds other than work are not drawn as work that no rule knows.
	run ! grep -q "'other'" script
	for bound in host=AAAA55 launch=990088; do
		grep -q "'${bound%=*}'" script
		grep -q " $(printf %d "0x${bound#*=}")$" boxes
	done
	sed 's/\thost\thost/\tunknown\thost/' critical >unknown
	trace-plot --format gnuplot critical unknown events.tsv >unknown.gp
	grep -q "'unknown'" unknown.gp
	# The kernel of the path stands where that of the stream does, in its colour.
	[ "$(grep -c "^$(awk '$1 == 5 { print; exit }' boxes)$" boxes)" -eq 2 ]
	run -2 --separate-stderr trace-plot --format gnuplot critical events.tsv
	[[ $stderr == *"no column bound"* ]] || fail "$stderr"
}

@test "timeline: heights are shares where kernels are too short to be seen" {
	awk 'BEGIN { OFS = "\t"; print "ts_us", "dur_us", "family", "stream"
		for (i = 0; i < 20000; i++) print 4 * i, i % 2 ? 1 : 3, i % 2 ? "norm" : "gemm", 7
		print 80000, 20000, "norm", 7 }' >short
	trace-plot --format gnuplot timeline short >script
	grep -q "heights are shares" script
	# 24 pixels high, in ms: 30 of 80 ms gemm, 10 ms norm, and 20 ms alone
	[ "$(area 0072B2)" -ge 715 ] && [ "$(area 0072B2)" -le 725 ]
	[ "$(area 009E73)" -ge 710 ] && [ "$(area 009E73)" -le 725 ]
	trace-plot --format gnuplot timeline events.tsv >script
	run ! grep -q 'heights' script
}

@test "ranks: without a wait, or without an event, there is no colour" {
	tsv 'rank collective_id ts_us wait_us' '0 a 1.000 -' '0 b 2.000 -' >alone
	run -1 --separate-stderr trace-plot ranks alone
	[[ $stderr == *"no collective has waits"* ]] || fail "$stderr"
	tsv 'rank collective_id ts_us wait_us' '0 a 1.000 5.000' '1 a 2.000 4.000' '0 b 3.000 2.000' >some
	trace-plot --format gnuplot ranks some >script
	sed -n '/^\$cells/,/^EOD/p' script | wc -l | diff <(echo 5) -
	grep -q "'blank: no event on the rank'" script
	grep -q "set xtics scale 0 ('1' 0.5, '2' 1.5)" script
	head -n 3 some | trace-plot --format gnuplot ranks >script
	run ! grep -q blank script
}

@test "cycles: an axis does not make less than 4 % look like much" {
	awk 'BEGIN { OFS = "\t"; print "cycle", "rep", "start_ts_us", "period_us"
		for (i = 1; i <= 9; i++) print 1, i, i * 100 ".000", i % 2 ? "100.100" : "100.000" }' |
		trace-plot --format gnuplot cycles | sed -n 's/^set yrange//p' >out
	diff <(echo ' [98.048:102.4524]') out
}

@test "roofline: dots without time are counted, those above all roofs are named" {
	tables
	awk 'BEGIN { OFS = "\t" } { print } END { print "aten::mul", 0.01, 1, 0.001, "vector_fp32", 20, 1.25 }' roofline |
		trace-plot --format gnuplot roofline >script
	grep -q "'not shown: 1 below 0.1 %'" script
	sed -n '/^\$dots/,/^EOD/p' script | wc -l | diff <(echo 4) -
	run ! grep -q 'above all roofs' script
	sed 's/^aten::mm\t200\t1000000000/aten::mm\t200\t9000000000/' roofline |
		trace-plot --format gnuplot roofline | grep -q "'above the roofline: not a true rate'"
}

@test "waterfall: a fusion is one bar, what is tiny is in the rest" {
	tsv 'match family group a_us b_us' 'removed add 1 3.000 -' 'removed mul 1 4.000 -' 'added norm 1 - 2.000' \
		'exact gemm - 90.000 90.010' 'similar gemm 2 5.000 4.000' 'added gemm_reduce 2 - 3.000' \
		'removed add 3 3.000 -' 'removed mul 3 4.000 -' 'added norm 3 - 2.000' |
		trace-plot --format gnuplot waterfall >script
	for text in '109.0 us' 'norm: fused' '−10.00 us' 'gemm: split' '+2.000 us' 'all else' '+0.010 us' '101.0 us'; do
		grep -qF "'$text'" script || fail "no $text: $(grep -F ' us' script)"
	done
	run ! grep -qE "'(gemm: exact|add: removed)'" script
}

@test "waterfall: kernels by their short names, and what no rule knows is other" {
	tsv 'name a_sum_us b_sum_us' \
		'void~at::native::vectorized_elementwise_kernel<4,~at::native::CUDAFunctor_add<float>,~std::array<char*,~3ul>~>(int) 9.000 7.000' |
		trace-plot --format gnuplot waterfall | grep -q "'vectorized_elementwise add'"
	tsv 'match family a_us b_us' 'removed - 3.000 -' |
		trace-plot --format gnuplot waterfall | grep -q "'other: removed'"
}

@test "waterfall: a row of --by-fusion says fused or split" {
	tsv 'change family a_us b_us a_rows b_rows' 'group norm 50.000 10.000 30 6' 'group gemm 20.000 30.000 6 12' \
		'group rope 20.000 30.000 6 6' 'similar add 4.000 2.000 6 6' |
		trace-plot --format gnuplot waterfall >script
	for text in 'norm: fused' 'gemm: split' 'rope: replaced' 'add: similar'; do
		grep -qF "'$text'" script || fail "no $text"
	done
}

@test "roofline: axes in FLOP/byte and TFLOP/s, and no copies" {
	tables
	tsv 'name flops_per_byte flops gpu_us compute_spec ridge_flops_per_byte roof_tflops_per_s' \
		'aten::copy_ 0.25 1000 9.000 vector_fp32 20 1.25' | tail -n 1 >>roofline
	trace-plot --format gnuplot roofline roofline >script
	run ! grep -q 'copy' script
	for text in FLOP/byte TFLOP/s 'not shown: copies'; do
		grep -qF "'$text'" script || fail "no $text"
	done
}

@test "ranks in the order of their numbers; roofs from both sides of the ridge" {
	tables
	trace-plot --format gnuplot ranks ranks | grep -oE "'rank [0-9]+'" | tr '\n' ' ' >out
	printf "'rank 0' 'rank 1' 'rank 10' " | cmp - out
	trace-plot --format gnuplot roofline roofline >script
	grep -q "'matrix_bf16: 1000'" script
	grep -q "'vector_fp32: 100'" script
}

@test "names from traces stay texts" {
	need_gnuplot
	tsv 'rank sum_us family' "\`touch~bad\` 1.000 gemm" "';system('touch~bad')#' 2.000 gemm" \
		"@x\$y\"{}%d 3.000 norm" "<&>\\\\n 4.000 norm" >names
	trace-plot breakdown -o out.svg names
	[ ! -e bad ]
	grep -q "touch" out.svg
}

@test "history: values, levels with a gap where they change, and which run is the first" {
	tables
	trace-plot --format gnuplot history history >script
	grep -q "'a run_us: 3 runs, 1 change'" script
	grep -q "'+99.7 % from row 3'" script
	sed -n '/^[$]points/,/^EOD/p' script | head -n 6 | diff <(printf '%s\n' '$points << EOD' '1 1 1.0015' '2 1.003 1.0015' '' '3 2 2' EOD) -
	grep -q 'set arrow from first 2.5,' script
	awk -F '\t' -v OFS='\t' '{ print $0, NR == 1 ? "commit" : "c" NR }' history | trace-plot --format gnuplot history |
		grep -q "'+99.7 % c4'"
	# labels that would meet stand below each other, and no more than fit
	{
		tsv 'series metric row value level change_pct'
		for i in {1..9}; do printf 'a\ta\t%d\t%d\t%d\t%d\n' "$i" "$i" "$i" "$i"; done
	} | trace-plot --format gnuplot history >script
	[ "$(grep -c '^set arrow from first' script)" -eq 9 ]
	grep '%.*from row' script | grep -o 'at .* left' | sort | uniq -d | diff /dev/null -
}

@test "history: numbers out of all range draw nothing that gnuplot refuses" {
	command -v gnuplot >/dev/null || skip "no gnuplot"
	tsv 'series metric row value level change_pct' 'a a_us 1 1e308 1 -' 'a a_us 2 5 5 1e300' 'a a_us 1e99 -1e99 1 1e-300' \
		'b b 1 1e-300 0 -' 'b b 1 0 0 -' >odd
	trace-plot history odd | grep -q '</svg>'
	run -1 --separate-stderr trace-plot history <(head -n 2 odd)
}

@test "memory: each pixel has the most of its time; the peak, and who holds it" {
	tables
	trace-plot --format gnuplot memory memory >script
	grep -q "'gpu: 3 changes, peak 4.000 MiB at 0.000 us'" script
	sed -n '/^[$]points/,/^EOD/p' script | head -n 4 | cut -d ' ' -f 2 | xargs | diff <(echo '<< 4 4 4') -
	sed -n '/^[$]peak/,/^EOD/p' script | sed -n 2p | diff <(echo '0 4') -
	tsv 'device_type device_id since cpu_op bytes pieces pct' '1 0 before - 3145728 1 75.000' \
		'1 0 recorded aten::mm 1048576 1 25.000' '0 -1 recorded aten::empty 8 1 100.000' >holders
	# Of the host nothing is known before its first row: none is not what it had.
	sed -n '/^\$points/,/^EOD/p' script | awk '$1 == "$points" { n = 0 } $1 + 0 == $1 { n++ } $1 == "EOD" { print n }' | diff <(printf '%d\n' 800 793) -
	trace-plot --format gnuplot memory memory holders >script
	for text in 'before the recording' '3.000 MiB' '75.0 %' aten::mm aten::empty '8 bytes'; do
		grep -qF "'$text'" script || fail "no $text"
	done
	# Of two keys, both: no two rows have one name.
	sed '1s/$/\tmodule/; 2s/$/\t/; 3,$s/$/\tMLP_0/' holders | trace-plot --format gnuplot memory memory - >script
	for text in 'before the recording' 'aten::mm, module MLP_0'; do
		grep -qF "'$text'" script || fail "no $text"
	done
	# Of files without ranks, each has its own holders.
	for table in memory holders; do
		{ sed '1s/$/\tfile/; 2,$s/$/\tone/' "$table"; sed '1d; s/aten/two/; s/$/\ttwo/' "$table"; } >"$table.files"
	done
	trace-plot --format gnuplot memory memory.files holders.files | grep -c "'aten::mm'\|'two::mm'" | grep -qx 2
	run -2 --separate-stderr trace-plot --format gnuplot memory holders
	[[ $stderr == *"no columns ts_us and value, which trace-memory --counter prints" ]] || fail "$stderr"
	sed 's/^[01]/7/' holders >others
	run -2 --separate-stderr trace-plot --format gnuplot memory memory others
	[[ $stderr == *"the second table has no device of the first one: both must be of the same events" ]] || fail "$stderr"
	trace-plot --format gnuplot memory memory <(head -n 1 holders) | grep -q "'gpu: 3 changes"
	run -2 --separate-stderr trace-plot --format gnuplot memory memory memory
	[[ $stderr == *"no column bytes, which trace-memory prints" ]] || fail "$stderr"
	# a hundred thousand changes: a picture no larger
	awk 'BEGIN { OFS = "\t"; print "ts_us", "name", "value"; for (i = 0; i < 100000; i++) print i ".000", "gpu", i % 977 }' |
		trace-plot --format gnuplot memory | wc -c >size
	[ "$(cat size)" -lt 40000 ]
}

@test "formats: SVG, PNG and a page; twice the same bytes" {
	need_gnuplot
	tables
	for kind in $kinds; do
		trace-plot "$kind" "$kind" >one.svg
		trace-plot "$kind" "$kind" | cmp - one.svg
		grep -q '<svg' one.svg || fail "$kind"
		run ! grep -qE '="?(nan|inf|-nan)' one.svg
	done
	run -0 --separate-stderr env LC_ALL=C trace-plot breakdown breakdown
	[ -z "$stderr" ] || fail "$stderr"
	(trap '' CHLD && exec trace-plot breakdown breakdown) | grep -q '<svg'
	trace-plot breakdown -o out.png --title 'a < b' breakdown
	[ "$(head -c 4 out.png | tr -d '\211')" = PNG ]
	trace-plot breakdown -o out.html --title 'a < b & c' breakdown
	grep -q '<title>a &lt; b &amp; c</title>' out.html
	run ! grep -E '(src|href)="?https?:' out.html
	trace-plot breakdown -o out.gp breakdown
	titles='s|<title>[^<]*</title>||'
	gnuplot -d out.gp | sed "$titles" | cmp - <(trace-plot breakdown breakdown | sed "$titles")
	trace-plot breakdown --title '<x>' breakdown | grep '<title>' | diff <(echo '<title>&lt;x></title>') -
}

@test "without gnuplot it says what to install" {
	mkdir bin
	ln -s "$(command -v trace-plot)" bin/
	run -2 --separate-stderr env PATH="$PWD/bin" trace-plot breakdown events.tsv
	[[ $stderr == *"gnuplot-nox"* ]] || fail "$stderr"
	printf '#!/bin/sh\nexit 1\n' >bin/gnuplot
	chmod +x bin/gnuplot
	run -2 --separate-stderr env PATH="$PWD/bin:$PATH" trace-plot -o old.svg breakdown events.tsv
	[[ $stderr == "trace-plot: gnuplot failed; "* && ! -e old.svg ]] || fail "$stderr"
}

@test "real traces: each kind has something to show" {
	need_traces
	trace-extract -c gpu "$TRACES/qwen05b-mi300.json.gz" >events
	for kind in breakdown timeline; do
		trace-plot --format gnuplot "$kind" events | wc -c >size
		[ "$(cat size)" -gt 2000 ] || fail "$kind"
	done
	trace-cycles -q --repeats events | trace-plot --format gnuplot cycles | grep -q "34 \|33 periods"
}

@test "a histogram names kernels as people do, each with a name of its own" {
	tsv 'name bin_start_us bin_end_us count' \
		'void~at::native::vectorized_elementwise_kernel<4,~at::native::CUDAFunctor_add<float>~>(int) 1.5 2.5 3' \
		'void~at::native::vectorized_elementwise_kernel<8,~at::native::CUDAFunctor_add<float>~>(int) 2.5 3.5 9' | tr '~' ' ' >named
	run -0 trace-plot --format gnuplot histogram named
	assert_output --partial 'vectorized_elementwise add 4: 3 values'
	assert_output --partial 'vectorized_elementwise add 8: 9 values'
	refute_output --partial 'at::native'
}

# With the sanitizers: nothing overflows.
@test "times that are 292 years apart" {
	tsv 'cycle rep start_ts_us period_us' '1 1 0 9223372036854775.807' '1 2 10 -9223372036854775.807' '1 3 20 10' '1 4 30 10' >repeats
	run -0 trace-plot --format gnuplot cycles repeats
	assert_output --partial 'cycle 1: 2 periods'
	tsv 'ts_us dur_us name cat' '-9223372036854775.807 1 a kernel' '9223372036854775.807 1 b kernel' >far
	run -0 trace-plot sequences far far
	[[ $output != *runtime* ]]
}

@test "a histogram of equal values that are large: one label, no empty axis" {
	tsv 'name bin_start bin_end count' 'a 999999999.95 1000000000 0' 'a 1000000000 1000000000.05 7' >large
	run -0 trace-plot --format gnuplot histogram large
	assert_line '1000000000 0 1000000000 1000000000.05 0 7'
	assert_line "set xtics ('1000000000' 1000000000)"
	assert_output --partial "'Distribution: large'"
	run -0 trace-plot --format png -o large.png histogram large
}

@test "a cycle has its name, and as many kernels as most of its repeats" {
	tsv 'cycle rep start_ts_us period_us kernels what' '3 1 0 10 96 decode~step' '3 2 10 10 97 decode~step' \
		'3 3 20 10 97 decode~step' '4 1 0 5 15 -' '4 2 5 5 15 -' | tr '~' ' ' >repeats
	run -0 trace-plot --format gnuplot cycles repeats
	assert_output --partial "cycle 3, decode step, 97 kernels: 3 periods"
	assert_output --partial "cycle 4, 15 kernels: 2 periods"
	tsv 'cycle rep start_ts_us period_us kernels' '5 1 0 10 15' '5 2 10 10 16' '5 3 20 10 17' '5 4 30 10 17' >repeats
	run -0 trace-plot --format gnuplot cycles repeats # they differ
	assert_output --partial "cycle 5: 4 periods"
}

@test "a lane ends where its own table ends" {
	tsv 'ts_us dur_us name stream' '0 100 gemm 7' >long
	tsv 'ts_us dur_us name stream' '0 20 gemm 7' '30 10 gemm 7' >short
	trace-plot --format gnuplot timeline long short | grep -E ' 15790320$' | cut -d ' ' -f 3,4 >lanes
	printf '0 100\n0 40\n' | diff lanes -
}

@test "periods whose sum no integer holds are told, and no lack of memory" {
	{
		tsv 'cycle rep start_ts_us period_us'
		for i in {1..12}; do printf '1\t%d\t%d\t1000000000000000.000\n' "$i" "$i"; done
	} >long.tsv
	run -2 --separate-stderr trace-plot cycles -o x.svg long.tsv
	[ "$stderr" = "trace-plot: the periods are too long to compare" ]
	[ ! -e x.svg ]
}
