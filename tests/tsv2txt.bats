#!/usr/bin/env bats
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'match a_name b_name a_us b_us delta_us' \
		'exact Cijk_Ailk_Bljk_BBS_BH_MT128x64x64_SN Cijk_Ailk_Bljk_BBS_BH_MT128x64x64_SN 20.250 20.125 -0.125' \
		'removed void~at::native::rsqrt_kernel_cuda(float) - 3.500 - -3.500' \
		'added - triton_red_fused_add_rsqrt_0 - 4.750 4.750' >pairs.tsv
}

# on_terminal COLUMNS COMMAND...: what the command prints to a terminal.
on_terminal() {
	local columns=$1
	shift
	command -v script >/dev/null || skip "no script(1)"
	TERM=xterm script -qec "stty cols $columns; $*" /dev/null </dev/null | tr -d '\r'
}

# shows TSV LINE...: a printf format, and the table's lines below the rule.
shows() {
	local format=$1
	shift
	# shellcheck disable=SC2059 # it is a format
	diff -u <(printf '%s\n' "$@") <(printf "$format" | tsv2txt | tail -n +3)
}

@test "manners: command line" {
	manners_command_line tsv2txt
	run -2 --separate-stderr tsv2txt --color=maybe pairs.tsv
	[[ $stderr == "tsv2txt: --color takes auto, always or never, not 'maybe'"* ]] || fail "$stderr"
	run -2 --separate-stderr tsv2txt --width 0 pairs.tsv
	[[ $stderr == "tsv2txt: --width takes a number from 1 to 1000000, not 0"* ]] || fail "$stderr"
}

@test "manners: the page and --help agree" {
	manners_page tsv2txt
}

@test "manners: filter" {
	manners_filter tsv2txt pairs.tsv
	manners_filter tsv2txt pairs.tsv --width 40 --color=always
}

@test "the page's examples" {
	manners_examples tsv2txt
}

@test "header only" {
	run -0 tsv2txt <<<$'a\tname'
	assert_output $'a  name\n───────'
}

@test "what is no table: the first line tells, and what reads it" {
	printf '{\n  "schemaVersion": 1,\n  "traceEvents": [\n\t{"ph": "X"}\n  ]\n}\n' >kineto.json
	gzip -c kineto.json >kineto.json.gz
	printf '[{"ph":"X","ts":1}]' >array.json
	printf '\n\x02\x08\x01\n\x02\x08\x01' >trace.pftrace
	printf 'SQLite format 3\0\020\0\n' >nsys.sqlite
	printf '<?xml version="1.0"?>\n<worksheet/>\n' >sheet.xml
	for tool in tsv2txt tsv2csv csv2tsv "csv2xlsx -o none.xlsx"; do
		for file in kineto.json.gz array.json trace.pftrace nsys.sqlite sheet.xml; do
			$tool "$file" 2>&1 && echo "$tool $file: 0"
		done
	done | sed -E 's/^[a-z0-9]+: //; s/, not a table; (trace-extract|xlsx2tsv) .*/; \1/' | sort | uniq -c >told
	diff -u - told <<-'END'
	      4 array.json: this is JSON; trace-extract
	      4 kineto.json.gz: this is JSON; trace-extract
	      4 nsys.sqlite: this is an SQLite database; trace-extract
	      4 sheet.xml: this is XML; xlsx2tsv
	      4 trace.pftrace: this is protobuf; trace-extract
	END
	[ ! -e none.xlsx ]
	printf '[1]\t{us}\n1\t2\n' >odd.tsv
	run -0 tsv2txt odd.tsv
	assert_line --regexp '^ *\[1\]  \{us\}$'
}

@test "numbers to the right, text and ids to the left, empty stays empty" {
	shows 'x\tname\tpid\tdur_us\ty\n1\t1\t1\t1.000\t-5\n20\tlong\t20\t\t1e3\n\tb\t\t20.000\t\n' \
		' 1  1     1     1.000   -5' '20  long  20           1e3' '    b          20.000'
	shows 'x\ty\n1\t7\nnone\t\n' '1     7' 'none'
}

@test "without a terminal \$COLUMNS, else 120 columns" {
	head -c 3000 /dev/zero | tr '\0' k >name
	printf 'us\tname\n1.000\t%s\n2.000\tx\n' "$(cat name)" >wide.tsv
	unset COLUMNS
	[ "$(tsv2txt wide.tsv | wc -L)" -lt 80 ]
	[ "$(tsv2txt --full-names wide.tsv | wc -L)" -eq 120 ]
	[ "$(COLUMNS=70 tsv2txt --full-names wide.tsv | wc -L)" -eq 70 ]
	[ "$(COLUMNS=none tsv2txt --full-names wide.tsv | wc -L)" -eq 120 ]
	[ "$(COLUMNS=0 tsv2txt --full-names wide.tsv | wc -L)" -eq 120 ]
	[ "$(COLUMNS=70 tsv2txt --full-names --width 4000 wide.tsv | wc -L)" -gt 3000 ]
}

@test "kernels have short names, no two the same, and full ones on demand" {
	k='void~at::native::vectorized_elementwise_kernel<4,~at::native::AddFunctor<float>~>(int)'
	tsv 'kernel us' "$k 1.000" "${k/float/long} 2.000" 'aten::add_ 3.000' >kernels.tsv
	run -0 tsv2txt kernels.tsv
	assert_line --index 2 "vectorized_elementwise Add float  1.000"
	assert_line --index 3 "vectorized_elementwise Add long   2.000"
	assert_line --index 4 "aten::add_                        3.000"
	run -0 bash -c 'sed "3d" kernels.tsv | tsv2txt'
	assert_line --index 2 "vectorized_elementwise Add  1.000"
	run -0 tsv2txt --full-names kernels.tsv
	assert_line --index 2 --partial "vectorized_elementwise_kernel<4, at::native::AddFunctor<float> >(int)"
	# other texts are what they are
	run -0 bash -c 'sed 1s/kernel/note/ kernels.tsv | tsv2txt'
	assert_line --index 2 --partial "void at::native"
	# a name behind the sample takes none that is given
	{ cat kernels.tsv; yes $'x\t1.000' | head -n 10000; tsv "${k/float/int} 5.000" "$k 6.000"; } >long.tsv
	run -0 bash -c 'tsv2txt long.tsv | tail -n 2'
	assert_line --index 0 --regexp "^vectorized_elementwise Add ~[0-9a-f]{4}  5.000"
	assert_line --index 1 "vectorized_elementwise Add float  6.000"
}

@test "a table of cycles: the twelve that cover most, and a count" {
	{
		tsv 'cycle coverage_pct structure'
		for i in $(seq 15); do
			tsv "$i $((i % 3)).$((i + 10)) s$i"
		done
	} >cycles.tsv
	run -0 tsv2txt cycles.tsv
	assert_line "3 more, with coverage_pct 0.19 or less: see --all"
	diff <(grep -o 's[0-9]*$' <<<"$output") <(printf 's%s\n' 1 2 4 5 7 8 10 11 12 13 14 15)
	run -0 tsv2txt --top 2 cycles.tsv
	assert_line --index 2 --regexp ' s11$'
	assert_line --index 3 --regexp ' s14$'
	assert_line --index 4 "13 more, with coverage_pct 2.18 or less: see --all"
	[ "$(tsv2txt --all cycles.tsv | grep -c ' s[0-9]')" -eq 15 ]
	# other tables are whole, unless one asks
	[ "$(cut -f 1,2 cycles.tsv | tsv2txt | wc -l)" -eq 17 ]
	run -0 bash -c 'cut -f 1,2 cycles.tsv | sed 1s/coverage_pct/pct/ | tsv2txt --top 1'
	assert_line --index 3 "14 more, with pct 2.21 or less: see --all"
	[ "$(tsv2txt --all --top 2 cycles.tsv)" = "$(tsv2txt --top 2 cycles.tsv | sed 's/: see --all//')" ]
	tsv 'name delta_pct' 'a -50' 'b -' 'c -10' 'd x' >signs.tsv
	run -0 tsv2txt --top 1 signs.tsv
	assert_line --index 2 --regexp '^c +-10$'
	assert_line --index 3 '3 more, with delta_pct -50 or less or none: see --all'
	run -0 tsv2txt --top 2 signs.tsv
	assert_line --index 4 '2 more, without delta_pct: see --all'
	run -2 --separate-stderr tsv2txt --top 3 <<<$'a\n1'
	[[ $stderr == "tsv2txt: --top: no column gives the share"* ]] || fail "$stderr"
}

@test "names give way in the middle, the widest first" {
	run -0 tsv2txt --width 100 pairs.tsv
	assert_line --index 2 \
		"exact    Cijk_Ailk_…BBS_BH MT128x64x64    Cijk_Ailk_…BBS_BH MT128x64x64    20.250  20.125    -0.125"
	assert_line --index 3 --partial "  rsqrt_kernel_cuda  "
	run -0 bash -c 'cut -f 1,2 pairs.tsv | tsv2txt --width 30'
	assert_line --index 2 "exact    Cijk_…BH MT128x64x64"
	assert_line --index 0 "match    a_name"
}

@test "no line is wider, no number is lost, whatever the width" {
	for width in 28 33 40 55 70 71 72 80 99 111 150 200; do
		tsv2txt --width $width pairs.tsv >out
		[ "$(wc -L <out)" -le $width ] || fail "width $width: $(cat out)"
		for column in match a_name b_name a_us b_us delta_us; do
			grep -qw $column out || fail "width $width: no $column: $(cat out)"
		done
		tsv2txt --all --width $width pairs.tsv >out
		[ "$(wc -L <out)" -le $width ] || fail "width $width: $(cat out)"
		for number in 20.250 20.125 -0.125 3.500 -3.500 ' 4.750'; do
			grep -q -- "$number" out || fail "width $width: no $number: $(cat out)"
		done
	done
}

@test "columns go from the right when there is no room, and a note says which" {
	run -0 tsv2txt --width 70 pairs.tsv
	assert_output "\
match    a_name                 b_name                   a_us    b_us
─────────────────────────────────────────────────────────────────────
exact    Cijk_…BH MT128x64x64   Cijk_…BH MT128x64x64   20.250  20.125
removed  rsqrt_kernel_cuda                              3.500
added                           triton_…add_rsqrt_0             4.750

Not shown without --all: delta_us"
}

@test "before that, columns that hold one value, which a note tells" {
	tsv 'rank stream position name reps sum_us note' '- 7 1 a_kernel 24 1.000 y' \
		'- 7 2 a_kernel 24 2.000 y' >same.tsv
	run -0 tsv2txt --width 40 same.tsv
	assert_output "\
position  name      sum_us
──────────────────────────
       1  a_kernel   1.000
       2  a_kernel   2.000

The same in all records: rank (empty),
stream 7, reps 24, note y"
	run -0 bash -c 'tsv2txt --width 60 same.tsv | head -n 1'
	assert_output "rank  stream  position  name      reps  sum_us  note"
	run -0 bash -c 'head -n 2 same.tsv | tsv2txt --width 40'
	assert_line --index 0 "stream  position  name      reps  sum_us"
	assert_line --index 3 "The same in all records: rank (empty)"
	assert_line --index 4 "Not shown without --all: note"
}

@test "then numbers that nobody reads first; names and structure stay" {
	tsv 'cycle start_ts_us sum_us min_us structure mean_us delta_low_us' \
		'1 1000000.000 9.000 1.000 15~kernels 3.000 1.000' \
		'2 2000000.000 8.000 2.000 14~kernels 4.000 1.500' >second.tsv
	run -0 tsv2txt --width 45 second.tsv
	assert_line --index 0 "cycle  sum_us  structure   mean_us"
	assert_line "Not shown without --all: start_ts_us,"
	run -0 tsv2txt --width 20 second.tsv
	assert_line --index 0 "cycle  structure"
	run -0 tsv2txt --width 60 second.tsv
	assert_line --index 0 "cycle  start_ts_us  sum_us  min_us  structure   mean_us"
}

@test "then columns that change only where the first one does" {
	{
		tsv 'cycle reps position us length'
		for i in 1 2 3 4 5 6 7 8 9 10; do
			tsv "1 24 $i $i.500 80" "2 36 $i $i.250 90"
		done | sort
	} >cycles.tsv
	run -0 tsv2txt --width 30 cycles.tsv
	assert_line --index 0 "cycle  reps  position      us"
	assert_line length
	run -0 tsv2txt --width 25 cycles.tsv
	assert_line --index 0 "cycle  position      us"
	assert_line "reps, length"
	run -0 tsv2txt --width 18 cycles.tsv
	assert_line --index 0 "cycle  position"
	# not where it stays in less than three of four
	run -0 tsv2txt --width 25 <(sed '4,$d' cycles.tsv; tail -n 1 cycles.tsv)
	assert_line --index 0 "cycle  reps  position"
	# nor one that changes elsewhere, too
	run -0 tsv2txt --width 25 <(sed '4s/\t24\t/\t25\t/' cycles.tsv)
	assert_line --index 0 "cycle  reps  position"
}

@test "a first column that is the same does not stay for want of text" {
	run -0 tsv2txt --width 12 <(tsv 'rank cycle us' '- 1 1.000' '- 2 2.000')
	assert_line --index 0 "cycle     us"
}

@test "behind the sample nothing is taken for the same" {
	{ echo $'a_long_name_of_a_column\tname'; yes $'1\tx' | head -n 9999; } >long.tsv
	run -0 bash -c 'tsv2txt --width 20 long.tsv | tail -n 2'
	assert_output $'The same in all records:\na_long_name_of_a_column 1'
	printf '1\tx\n2\tx\n' >>long.tsv
	run -0 bash -c 'tsv2txt --width 20 long.tsv | tail -n 2'
	assert_output $'Not shown without --all:\na_long_name_of_a_column'
}

@test "--all: what does not fit goes on below, and numbers stay together" {
	run -0 tsv2txt --all --width 60 pairs.tsv
	assert_line --index 0 "match    a_name                    b_name"
	assert_line --index 1 "      a_us    b_us  delta_us"
	assert_line --index 3 "exact    Cijk_…BBS_BH MT128x64x64  Cijk_…BBS_BH MT128x64x64"
	assert_line --index 4 "    20.250  20.125    -0.125"
}

@test "a width too small for a number loses no digit" {
	run -0 tsv2txt --all --width 3 <<<$'n\tname\n123456789\tabcdefgh'
	assert_line --index 3 "123456789"
	assert_line --index 4 "    …"
}

@test "records behind the sample: text shortened, numbers whole" {
	{
		printf 'n\tname\n'
		seq 10000 | sed 's/$/\tshort/'
		printf '1234567890\ta_very_long_name_of_a_kernel\n5\tx\n'
	} >long.tsv
	run -0 bash -c 'tsv2txt --width 20 long.tsv | tail -n 2'
	assert_output $'1234567890  a_…el\n    5  x'
	[ "$(tsv2txt long.tsv | wc -l)" -eq 10004 ]
}

@test "control sequences are harmless" {
	printf 'name\n\033[31mred\033[m\n\302\233K\n\177\\n\\\\\n\377\303\n' >bad.tsv
	run -0 tsv2txt bad.tsv
	assert_line --index 2 "�[31mred�[m"
	assert_line --index 3 "�K"
	assert_line --index 4 '�\n\'
	assert_line --index 5 "��"
}

@test "what is invisible or turns the text around is shown as such" {
	printf 'name\nx\342\200\256y\nx\342\200\213y\nx\357\273\277y\nx\341\205\237y\nx\363\240\201\201y\nx\342\201\246y\nx\302\255y\n' >bad.tsv
	run -0 bash -c 'tsv2txt bad.tsv | tail -n 7 | sort -u'
	assert_output "x�y"
}

@test "wide characters and combining marks are measured" {
	printf 'name\tn\n\347\211\271\347\211\271\t1\ne\314\201e\314\201\t2\nabcd\t3\n' >wide.tsv
	run -0 tsv2txt wide.tsv
	assert_line --index 2 $'\347\211\271\347\211\271  1'
	assert_line --index 3 $'e\314\201e\314\201    2'
	assert_line --index 4 'abcd  3'
	run -0 bash -c 'cut -f 1 wide.tsv | tsv2txt --width 3'
	assert_line --index 2 $'…\347\211\271'
	run -0 bash -c "printf 'name\n\347\211\271abc\314\201d\314\201\n' | tsv2txt --width 3"
	assert_line --index 2 $'…c\314\201d\314\201'
}

@test "a locale that is not UTF-8 sees ASCII only" {
	printf 'name\nsm\303\266rg\303\245s_kernel_of_length_30\n' >umlaut.tsv
	LC_ALL=C run -0 tsv2txt --width 20 umlaut.tsv
	assert_output $'name\n--------------------\nsm?rg?s_..length_30'
}

@test "the terminal's width, COLUMNS, and a pipe" {
	run -0 on_terminal 60 tsv2txt --color=never pairs.tsv
	assert_output "$(tsv2txt --width 60 pairs.tsv)"
	run -0 on_terminal 0 COLUMNS=60 tsv2txt --color=never pairs.tsv
	assert_output "$(tsv2txt --width 60 pairs.tsv)"
	run -0 on_terminal 0 COLUMNS=none tsv2txt --color=never pairs.tsv
	assert_output "$(tsv2txt --width 80 pairs.tsv)"
	diff <(COLUMNS=60 tsv2txt pairs.tsv) <(tsv2txt --width 60 pairs.tsv)
}

@test "a terminal as input is not waited for in silence" {
	command -v script >/dev/null || skip "no script(1)"
	for tool in tsv2txt tsv2csv trace-cycles trace-extract trace-info csv2tsv "csv2xlsx -o x.xlsx"; do
		run bash -c "printf '\\004\\004' | timeout 20 script -qec '$tool 2>$BATS_TEST_TMPDIR/err' /dev/null"
		grep -qE "^${tool%% *}: reading a (table|trace) from the terminal; -h helps\$" err ||
			fail "$tool: $(cat err)"
	done
	for tool in tsv2txt "csv2xlsx -o x.xlsx"; do
		run -0 --separate-stderr bash -c "cat pairs.tsv | $tool"
		[ -z "$stderr" ] || fail "$stderr"
	done
}

# The palette's 0072B2 is 25 of a terminal's 256 colours, its F0E442 is 221.
@test "kinds of work stand on the colours of the palette, but not in rows that have one" {
	tsv 'category a_family sum_us' 'gemm activation 1.000' 'other no 2.000' >kinds.tsv
	tsv2txt --color=always kinds.tsv | sed -n '3,$p' >out
	grep -qF $'\e[38;5;231;48;5;25mgemm\e[m' out
	grep -qF $'\e[38;5;16;48;5;221mactivation\e[m' out
	[ "$(grep -c $'\e' out)" -eq 1 ]
	tsv 'category verdict' 'gemm slower' >kinds.tsv
	run -0 tsv2txt --color=always kinds.tsv
	refute_output --partial '48;5;'
}

@test "colours on a terminal, unless NO_COLOR or TERM forbid" {
	local colored plain
	colored=$(tsv2txt --color --width 200 pairs.tsv)
	plain=$(tsv2txt --width 200 pairs.tsv)
	[ "$colored" != "$plain" ]
	[ "$(sed 's/\x1b\[[0-9]*m//g' <<<"$colored")" = "$plain" ]
	[ "$(on_terminal 200 tsv2txt pairs.tsv)" = "$colored" ]
	[ "$(on_terminal 200 tsv2txt --color=auto pairs.tsv)" = "$colored" ]
	[ "$(on_terminal 200 NO_COLOR= tsv2txt pairs.tsv)" = "$colored" ]
	[ "$(on_terminal 200 NO_COLOR=1 tsv2txt pairs.tsv)" = "$plain" ]
	[ "$(on_terminal 200 NO_COLOR=1 tsv2txt --color=always pairs.tsv)" = "$colored" ]
	[ "$(on_terminal 200 TERM=dumb tsv2txt pairs.tsv)" = "$plain" ]
	[ "$(on_terminal 200 env -u TERM tsv2txt pairs.tsv)" = "$plain" ]
	[ "$(on_terminal 200 tsv2txt --color=never pairs.tsv)" = "$plain" ]
	[ "$(tsv2txt --color=auto --width 200 pairs.tsv)" = "$plain" ]
}

# tones COMMAND...: what it prints, sequences like ESC [31m as <31>.
tones() {
	"$@" | sed 's/\x1b\[\([0-9]*\)m/<\1>/g'
}

@test "rows by match, changes by sign, small changes not at all" {
	run -0 tones tsv2txt --color pairs.tsv
	assert_line --index 0 --partial '<1>match<>'
	assert_line --index 2 --partial '<32>exact<>'
	assert_line --index 2 --regexp '<32>20.125<>    -0.125$'
	assert_line --index 3 --regexp '^<31>removed<>.*<31>3.500<>.*<32>-3.500<>$'
	assert_line --index 4 --regexp '^<33>added<>.*<33>4.750<>.*<31>4.750<>$'
	tsv 'match name group moved' 'removed a 1 -' 'similar b 2 -' 'removed c - 7' >groups.tsv
	run -0 tones tsv2txt --color groups.tsv
	assert_line --index 2 '<31>removed<>  <31>a<>         <35>1<>'
	assert_line --index 3 '<36>similar<>  <36>b<>         <34>2<>'
	assert_line --index 4 '<90>removed<>  <90>c<>                <90>7<>'
	tsv 'match name moved outcome status' 'exact a 1 faster removed' 'exact b 1 same -' >outcomes.tsv
	run -0 tones tsv2txt --color outcomes.tsv
	assert_line --index 2 --regexp '^<32>exact<>.*<32>1<>.*<32>faster<> +<32>removed<>$'
	assert_line --index 3 --regexp '^exact +b +1 +same$'
	tsv 'name moved group' 'a 7 1' >alone.tsv
	run -0 tones tsv2txt --color alone.tsv
	assert_line --index 2 --regexp '^a +7 +1$'
	tsv 'match status moved' 'foo removed -' 'exact removed 7' >two.tsv
	run -0 tones tsv2txt --color two.tsv
	assert_line --index 2 'foo    <31>removed<>'
	assert_line --index 3 '<90>exact<>  <31>removed<>      <90>7<>'
	tsv 'name verdict ratio' 'a slower 1.500' 'b same 1.010' 'c faster 0.500' >verdicts.tsv
	run -0 tones tsv2txt --color verdicts.tsv
	assert_line --index 2 '<31>a<>     <31>slower<>   <31>1.500<>'
	assert_line --index 3 'b     same     1.010'
	assert_line --index 4 '<32>c<>     <32>faster<>   <32>0.500<>'
	# Green is exact, or faster where there is a verdict.
	tsv 'match name verdict' 'exact a slower' 'exact b same' 'exact c faster' >both.tsv
	run -0 tones tsv2txt --color both.tsv
	assert_line --index 2 '<31>exact<>  <31>a<>     <31>slower<>'
	assert_line --index 3 'exact  b     same'
	assert_line --index 4 '<32>exact<>  <32>c<>     <32>faster<>'
	# A kernel that was added is not red where its group is faster.
	tsv 'name delta_us group outcome' 'a -3.000 1 faster' 'b 2.000 1 faster' 'c 1.000 - same' >outcomes.tsv
	run -0 tones tsv2txt --color outcomes.tsv
	assert_line --index 3 --partial '<32>2.000<>'
	assert_line --index 4 --regexp '^c +1.000 +same$'
}

@test "a table with sections is a page: each part has its own columns" {
	tsv 'section what a_us b_us verdict note' 'result B~is~faster - - - -' \
		'time period 3.500 2.500 faster -' 'time idle 1.000 - - -' 'rest x - - - y' >page.tsv
	diff -u - <(tsv2txt page.tsv) <<-'END'
		Result
		B is faster

		Time
		what     a_us   b_us  verdict
		─────────────────────────────
		period  3.500  2.500  faster
		idle    1.000

		Rest
		what  note
		──────────
		x     y
	END
	run -0 tsv2txt --width 8 page.tsv
	assert_line --index 1 'B is'
	run -0 tsv2txt --all page.tsv
	assert_line --index 0 --partial section
	printf 'section\twhat\n' | tsv2txt | grep -q '^section'
}

@test "a group stays when other columns give way" {
	run -0 tsv2txt --width 34 <(tsv 'name a_us b_us delta_us group family' 'kernel_one 1.000 2.000 1.000 1 x' 'kernel_two 2.000 2.500 0.500 2 y')
	assert_line --index 0 --regexp ' group$'
}

@test "names lose whole words that tell least: not the first, the last, tiles and types" {
	short() {
		printf 'name\n%s\n' "$1" | LC_ALL=C.UTF-8 tsv2txt --full-names --color=never --width 52 | tail -n 1
	}
	[ "$(short cutlass_75_tensorop_bf16_s1688gemm_bf16_256x128_tn_align1)" = cutlass_75_…bf16_s1688gemm_bf16_256x128_tn_align1 ]
	[ "$(short cudnn_infer_ampere_scudnn_128x64_relu_xregs_large_nn_v1)" = cudnn_infer_ampere_…128x64_relu_xregs_large_nn_v1 ]
	[ "$(short 'Cijk_Alik_Bljk_BBS_BH MT256x192x64 DTLA0 LBSPPA512 ULSGRO0')" = 'Cijk_…BBS_BH MT256x192x64 DTLA0 LBSPPA512 ULSGRO0' ]
	[ "$(short split_embedding_backward_codegen_adagrad..warp_per_row_1)" = split_embedding_backward_…adagrad..warp_per_row_1 ]
	# words that are too long, or not ASCII, are cut
	x=$(printf 'x%.0s' {1..30})
	[ "$(short "${x}_$x")" = "${x:4}…${x:5}" ]
	[[ $(short "größe_${x}_b_$x") == größe_x*x…x* ]]
}

@test "sections of several pairs of cycles: a sentence is not cut" {
	words='one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'
	printf 'section\tpair\twhat\ta_us\nresult\t1\t%s\t\ntime\t1\tperiod\t1.000\nresult\t2\tB\t\n' "$words" | tsv2txt --width 60 >page
	printf '%s\n' Result 'pair 1: one two three four five six seven eight' \
		'nine ten eleven twelve thirteen fourteen fifteen' | diff - <(head -n 3 page)
	grep -qx 'pair 2: B' page
}
