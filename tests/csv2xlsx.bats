#!/usr/bin/env bats
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'match a_name b_name a_us b_us delta_us delta_pct stream' \
		'exact gemm gemm 10.000 9.000 -1.000 -10.00 7' \
		'similar add_4 add_8 1.500 2.000 0.500 33.33 7' \
		'removed copy - 3.000 - -3.000 - 7' \
		'added - mul - 0.250 0.250 - 9' \
		'moved norm norm 1.000 1.000 0.000 0.00 9' \
		'odd x x 1.000 1.000 0.000 0.00 9' >align.tsv
}

need_unzip() {
	command -v unzip >/dev/null || skip "no unzip"
}

# part BOOK NAME: a member of a workbook.
part() {
	unzip -p "$1" "$2"
}

# cells BOOK [SHEET]: a line a cell: place, n or s, and the value as XML has it.
cells() {
	part "$1" "xl/worksheets/sheet${2:-1}.xml" | tr '\n' ' ' |
		grep -oE '<c r="[^"]*"[^>]*>(<v>[^<]*|<is><t[^>]*>[^<]*)' |
		sed -E 's/<c r="([^"]*)"[^>]* t="str"><v>/\1 s /
			s/<c r="([^"]*)"[^>]*><v>/\1 n /
			s/<c r="([^"]*)"[^>]*><is><t[^>]*>/\1 s /'
}

# column BOOK LETTER: the kinds and values of a column below its header.
column() {
	cells "$1" | sed -nE "s/^$2([2-9]|[0-9][0-9]+) //p"
}

# look BOOK CELL: the number format of a cell, or General, and its colour.
look() {
	local style
	style=$(part "$1" xl/worksheets/sheet1.xml | grep -oE "<c r=\"$2\" s=\"[0-9]+" |
		grep -oE '[0-9]+$')
	part "$1" xl/styles.xml | awk -v style="${style:-0}" -v RS='<' '
		function attribute(name) {
			if (!match($0, name "=\"[^\"]*"))
				return ""
			return substr($0, RSTART + length(name) + 2,
				RLENGTH - length(name) - 2)
		}
		/^numFmt / { code[attribute("numFmtId")] = attribute("formatCode") }
		/^fill>/ { fills++ }
		/^fgColor / { colour[fills - 1] = substr(attribute("rgb"), 3) }
		/^cellXfs/ { inside = 1 }
		/^\/cellXfs/ { inside = 0 }
		/^xf / && inside && n++ == style {
			id = attribute("numFmtId")
			fill = attribute("fillId")
		}
		BEGIN {
			code[0] = "General"; code[1] = "0"; code[2] = "0.00"
			code[3] = "#,##0"; code[49] = "@"
		}
		END { print code[id], colour[fill] }'
}

# edges BOOK: the rows whose first cell has a line above.
edges() {
	local bordered
	bordered=$(part "$1" xl/styles.xml | awk -v RS='<' '
		/^border>/ { borders++ }
		/^top style/ { line[borders - 1] = 1 }
		/^cellXfs/ { inside = 1 }
		/^\/cellXfs/ { inside = 0 }
		/^xf / && inside {
			match($0, /borderId="[0-9]+/)
			if (line[substr($0, RSTART + 10, RLENGTH - 10)])
				printf "%s|", n + 0
			n++
		}')
	part "$1" xl/worksheets/sheet1.xml | grep -oE "<c r=\"A[0-9]+\" s=\"(${bordered%|})\"" |
		sed -E 's/.*"A([0-9]+)".*/\1/'
}

# sheets BOOK: the names of its sheets.
sheets() {
	part "$1" xl/workbook.xml | grep -o '<sheet name="[^"]*' | cut -d '"' -f 2
}

@test "manners: command line" {
	manners_command_line csv2xlsx
	run -2 csv2xlsx align.tsv
	assert_output --partial "-o FILE is needed"
	for table in align.tsv x.csv x.tsv.gz; do
		run -2 csv2xlsx -o "$table" align.tsv
		assert_line --index 0 "csv2xlsx: -o $table: this is a name for a table, not for a workbook"
	done
	[ "$(head -c 5 align.tsv)" = match ]
	run -2 csv2xlsx -o x.xlsx --csv --tsv
	run -2 csv2xlsx -o x.xlsx name=
	assert_output --partial "'name=': the name of the file is empty"
}

@test "manners: the page and --help agree" {
	manners_page csv2xlsx
}

@test "manners: filter" {
	mv align.tsv Sheet1.tsv
	manners_filter csv2xlsx Sheet1.tsv -o -
}

@test "the page's examples" {
	need_unzip
	printf 'name\tcount\tdur_us\na\t1\t2.000\nb\t1\t3.000\n' >a.tsv
	printf 'name,count,dur_us\na,1,2.000\n' >b.csv
	manners_examples csv2xlsx
}

@test "numbers are what a double gives back, everything else is text" {
	need_unzip
	tsv x 0 1 -1 1.50 123456789.125 12345678901234.5 1e-05 9007199254740992 \
		0.00012 - 007 +1 .5 1. 1e5 1e400 inf nan 0x10 1,5 - -- 1-2 \
		1700000000123456.789 12345678901234567890 9007199254740993 >x.tsv
	csv2xlsx -o x.xlsx x.tsv
	run -0 column x.xlsx A
	assert_output "$(printf '%s\n' 'n 0' 'n 1' 'n -1' 'n 1.5' 'n 123456789.125' \
		'n 12345678901234.5' 'n 1E-05' 'n 9007199254740992' 'n 0.00012' \
		's 007' 's +1' 's .5' 's 1.' 's 1e5' 's 1e400' 's inf' 's nan' \
		's 0x10' 's 1,5' 's --' 's 1-2' 's 1700000000123456.789' \
		's 12345678901234567890' 's 9007199254740993')"
}

@test "columns are shown as their names say" {
	need_unzip
	tsv 'dur_us share count ratio delta_us delta_pct reps value' \
		'1234.500 12.345 1000000 1.25 2.000 5.00 1.5 1.50' >x.tsv
	csv2xlsx -o x.xlsx x.tsv
	[ "$(look x.xlsx A2)" = '#,##0.000 ' ]
	[ "$(look x.xlsx B2)" = '0.00 ' ]
	[ "$(look x.xlsx C2)" = '#,##0 ' ]
	[ "$(look x.xlsx D2)" = '0.000 ' ]
	[ "$(look x.xlsx E2)" = '+#,##0.000;-#,##0.000;0.000 ' ]
	[ "$(look x.xlsx F2)" = '+0.00;-0.00;0.00 ' ]
	[ "$(look x.xlsx G2)" = '0.0 ' ]
	[ "$(look x.xlsx H2)" = '0.00 ' ]
}

@test "ids and names are text" {
	need_unzip
	tsv 'pid tid device stream correlation op_id rank name' '1 2 3 4 5 6 7 8' >x.tsv
	csv2xlsx -o x.xlsx x.tsv
	run -0 cells x.xlsx
	for cell in 'A2 s 1' 'B2 s 2' 'C2 s 3' 'D2 s 4' 'E2 s 5' 'F2 s 6' 'G2 s 7' 'H2 s 8'; do
		assert_line "$cell"
	done
}

@test "text is never a formula or a link" {
	need_unzip
	tsv 'name =2+2' '=1+1 =SUM(A1)' '+1+1 @x' 'http://x.example/ -1-1' \
		'{=1} mailto:a@x.example' "=cmd|'/C~calc'!A0 ftp://x" >x.tsv
	csv2xlsx -o x.xlsx x.tsv
	[ "$(cells x.xlsx | grep -c ' s ')" = 12 ]
	run ! bash -c 'unzip -p x.xlsx | grep -aE "<f[ >]|hyperlink"'
}

@test "rows have the colour of their match" {
	need_unzip
	csv2xlsx -o x.xlsx align.tsv
	[ "$(look x.xlsx A2)" = 'General C6EFCE' ]
	[ "$(look x.xlsx H2)" = '@ C6EFCE' ]
	[ "$(look x.xlsx B3)" = 'General DDEBF7' ]
	[ "$(look x.xlsx D4)" = '#,##0.000 FFC7CE' ]
	[ "$(look x.xlsx C4)" = 'General FFC7CE' ] # empty
	[ "$(look x.xlsx A5)" = 'General FFEB9C' ]
	[ "$(look x.xlsx A6)" = 'General D9D9D9' ]
	[ "$(look x.xlsx A7)" = 'General ' ]
	tsv 'eager_kernel compiled_kernel duration_us Match~Type' \
		'a . - fused' '(none) b 1.000 compiled_only' >classic.tsv
	csv2xlsx -o x.xlsx classic.tsv
	[ "$(look x.xlsx A2)" = 'General FFC7CE' ]
	[ "$(look x.xlsx A3)" = 'General FFEB9C' ]
}

@test "green is exact, or faster where there is a verdict: never both in one table" {
	need_unzip
	tsv 'match name verdict' 'exact a slower' 'similar b unclear' 'exact c faster' 'exact d same' >x.tsv
	csv2xlsx -o x.xlsx x.tsv
	[ "$(look x.xlsx A2) $(look x.xlsx B2) $(look x.xlsx C2)" = 'General FFC7CE General FFC7CE General FFC7CE' ]
	[ "$(look x.xlsx A3) $(look x.xlsx C3)" = 'General  General ' ]
	[ "$(look x.xlsx A4)" = 'General C6EFCE' ]
	[ "$(look x.xlsx A5)" = 'General ' ]
	tsv 'match verdict outcome' 'exact slower faster' >both.tsv
	csv2xlsx -o x.xlsx both.tsv
	[ "$(look x.xlsx A2) $(look x.xlsx B2)" = 'General C6EFCE General C6EFCE' ]
}

@test "changes are heat maps around no change" {
	need_unzip
	tsv 'delta_us delta_pct ratio same_us delta_ms' \
		'-3.000 250.00 1.5 1.000 0.000' '1.000 -20.00 0.9 2.000 0.000' >x.tsv
	csv2xlsx -o x.xlsx x.tsv
	run -0 bash -c 'unzip -p x.xlsx xl/worksheets/sheet1.xml |
		grep -oE "sqref=\"[^\"]*|cfvo [^/]*|FF[0-9A-F]{6}" | paste -s -d " " |
		sed "s/ sqref/\nsqref/g"'
	assert_output --partial 'sqref="A2:A3 cfvo type="num" val="-3" cfvo type="num" val="0" cfvo type="num" val="3" FF63BE7B FFFFFFFF FFF8696B'
	assert_output --partial 'sqref="B2:B3 cfvo type="num" val="-100" cfvo type="num" val="0" cfvo type="num" val="100"'
	assert_output --partial 'sqref="C2:C3 cfvo type="num" val="0.5" cfvo type="num" val="1" cfvo type="num" val="1.5"'
	refute_output --partial 'sqref="D'
	refute_output --partial 'sqref="E'
	# A kernel that was added is not red where its group is faster.
	tsv 'delta_us group outcome' '-3.000 1 faster' '1.000 1 faster' >x.tsv
	csv2xlsx -o x.xlsx x.tsv
	run ! grep -q colorScale <(unzip -p x.xlsx xl/worksheets/sheet1.xml)
}

@test "header bold and frozen, filter over all rows, widths by content" {
	need_unzip
	csv2xlsx -o x.xlsx align.tsv
	part x.xlsx xl/worksheets/sheet1.xml >sheet
	grep -q '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' sheet
	grep -q '<autoFilter ref="A1:H7"/>' sheet
	grep -q '<c r="A1" s="1"' sheet
	part x.xlsx xl/styles.xml | grep -q '<font><b/>'
	{ echo note; printf '%0300d\n' 0; echo short; } >long.tsv
	csv2xlsx -o x.xlsx long.tsv
	part x.xlsx xl/worksheets/sheet1.xml | grep -q '<col min="1" max="1" width="60\.'
}

@test "kernels: the short name in place, the whole one on the right" {
	need_unzip
	k='void~at::native::vectorized_elementwise_kernel<4,~at::native::AddFunctor<float>~>(int)'
	tsv 'match a_name b_name a_us' "exact $k $k 1.000" "added - ${k/float/long} -" 'exact gemm gemm 2.000' >k.tsv
	csv2xlsx -o x.xlsx k.tsv
	run -0 bash -c "$(declare -f part cells); cells x.xlsx | sed 's/&[a-z]*;/?/g'"
	assert_line 'B1 s short a_name'
	assert_line 'C1 s short b_name'
	assert_line 'E1 s a_name'
	assert_line 'F1 s b_name'
	assert_line 'B2 s vectorized_elementwise Add float'
	assert_line 'C3 s vectorized_elementwise Add long'
	assert_line 'B4 s gemm'
	assert_line --regexp '^E2 s void at::native::vectorized_elementwise_kernel.4, at'
	assert_line --regexp '^F3 s void at::native'
	assert_line 'F4 s gemm'
	part x.xlsx xl/worksheets/sheet1.xml | grep -q '<autoFilter ref="A1:F4"/>'
	# where no name is long, there is no further column
	csv2xlsx -o y.xlsx <(printf 'name\tus\ngemm\t1.000\n')
	run -0 bash -c "$(declare -f part cells); cells y.xlsx"
	assert_output $'A1 s name\nB1 s us\nA2 s gemm\nB2 n 1'
	# records behind those that were read ahead, and what is wrong with them
	{ cat k.tsv; yes $'exact\tgemm\tgemm\t2.000' | head -n 10000; tsv "exact ${k/float/int} gemm 3.000"; } >long.tsv
	csv2xlsx -o z.xlsx long.tsv
	run -0 bash -c "$(declare -f part cells); cells z.xlsx | tail -n 5"
	assert_line --regexp '^B10005 s vectorized_elementwise Add ~[0-9a-f]{4}$'
	printf 'short\n' >>long.tsv
	run -2 csv2xlsx -o z.xlsx long.tsv
	assert_output --partial 'long.tsv:10006: '
}

@test "long text does not run over an empty cell" {
	need_unzip
	printf 'note\tremark\n%0100d\t\n%0100d\tx\nshort\t\n' 0 0 >x.tsv
	csv2xlsx -o x.xlsx x.tsv
	part x.xlsx xl/worksheets/sheet1.xml | grep -oE '<c r="A[2-4]" s="[0-9]+' |
		grep -oE '[0-9]+$' >styles
	[ "$(sort styles | uniq -c | sort -n | awk '{ print $1 }' | paste -s)" = $'1\t2' ]
	[ "$(head -n 1 styles)" != "$(tail -n 1 styles)" ]
	part x.xlsx xl/styles.xml | grep -q 'horizontal="fill"'
}

@test "totals are exact, below an empty row, outside the filter" {
	need_unzip
	{
		tsv 'name count dur_us mean_us pct_of_cycle ts_us'
		for _ in $(seq 100); do tsv 'k 2 90071992547.109 1.000 5.00 7.000'; done
	} >x.tsv
	csv2xlsx --total -o x.xlsx x.tsv
	run -0 bash -c 'unzip -p x.xlsx xl/worksheets/sheet1.xml | grep -o "autoFilter ref=[^/]*"'
	assert_output 'autoFilter ref="A1:F101"'
	run -0 bash -c 'unzip -p x.xlsx xl/worksheets/sheet1.xml | grep -o "<row r=\"10[2-9]\""'
	assert_output '<row r="103"'
	run -0 cells x.xlsx
	assert_line 'A103 s Total'
	assert_line 'B103 n 200'
	assert_line 'C103 n 9007199254710.9'
	refute_line --regexp '^[DEF]103 '
	csv2xlsx -o x.xlsx x.tsv
	run -0 cells x.xlsx
	refute_line 'A103 s Total'
	csv2xlsx -o x.xlsx --total=one one=x.tsv two=x.tsv
	run -0 cells x.xlsx
	assert_line 'A103 s Total'
	unzip -p x.xlsx xl/worksheets/sheet2.xml >two
	run ! grep -q '<row r="103"' two
	run -2 --separate-stderr csv2xlsx -o y.xlsx --total=three one=x.tsv
	[ "$stderr" = 'csv2xlsx: --total=three: no sheet of rows has this name' ]
	[ ! -e y.xlsx ]
}

@test "an outcome colours the whole row, whatever the match is" {
	need_unzip
	tsv 'match name outcome' 'removed a faster' 'added b slower' 'exact c same' 'removed d only_a' >x.tsv
	csv2xlsx -o x.xlsx x.tsv
	[ "$(look x.xlsx A2) $(look x.xlsx B2)" = "General C6EFCE General C6EFCE" ]
	[ "$(look x.xlsx A3) $(look x.xlsx C3)" = "General FFC7CE General FFC7CE" ]
	[ "$(look x.xlsx A4)" = "General " ]
	[ "$(look x.xlsx A5)" = "General D9D9D9" ]
}

@test "groups are banded, and moved rows grey" {
	need_unzip
	tsv 'match name group moved' 'exact a - -' 'removed b 1 -' 'added c 1 -' 'removed d - 7' \
		'added e 2 -' 'similar f 2 -' 'added g 3 -' 'exact h - -' >groups.tsv
	csv2xlsx -o x.xlsx groups.tsv
	run -0 edges x.xlsx
	assert_output $'3\n5\n6\n8\n9'
	[ "$(look x.xlsx A3)" = "General FFC7CE" ]
	[ "$(look x.xlsx C3)" = "#,##0 CCB8E8" ]
	[ "$(look x.xlsx C4)" = "#,##0 CCB8E8" ]
	[ "$(look x.xlsx A5)" = "General D9D9D9" ]
	[ "$(look x.xlsx D5)" = "#,##0 D9D9D9" ]
	[ "$(look x.xlsx C6)" = "#,##0 9DC3E6" ]
	[ "$(look x.xlsx B7)" = "General DDEBF7" ]
	[ "$(look x.xlsx C8)" = "#,##0 CCB8E8" ]
	tsv 'match name moved outcome' 'exact a 1 faster' 'exact b 1 same' >outcomes.tsv
	csv2xlsx -o x.xlsx outcomes.tsv
	[ "$(look x.xlsx A2)" = "General C6EFCE" ]
	[ "$(look x.xlsx A3)" = "General " ]
	cut -f 2- groups.tsv | csv2xlsx -o x.xlsx # without a match they are numbers
	run edges x.xlsx
	assert_output ""
	[ "$(look x.xlsx B3)" = "#,##0 " ]
}

@test "a legend, once, where there are colours, of what there is" {
	need_unzip
	csv2xlsx -o x.xlsx align.tsv again=align.tsv
	run -0 sheets x.xlsx
	assert_output $'align\nagain\nLegend'
	run -0 cells x.xlsx 3
	assert_line 'A2 s exact'
	assert_line --regexp ' s less$'
	refute_output --partial faster
	refute_output --partial 'next group'
	tsv 'name verdict group' 'a slower 1' >verdicts.tsv
	csv2xlsx -o x.xlsx Legend=verdicts.tsv
	run -0 sheets x.xlsx
	assert_output $'Legend\nLegend (2)'
	run -0 cells x.xlsx 2
	assert_line 'A2 s slower'
	refute_output --regexp 's (exact|faster)'
	assert_line 'A3 s group'
	assert_line 'A4 s next group'
	tsv 'match name outcome' 'removed a faster' >outcomes.tsv
	csv2xlsx -o x.xlsx outcomes.tsv
	run -0 cells x.xlsx 2
	refute_output --partial removed
	refute_output --partial 'less'
	tsv 'name verdict delta_us' 'a slower 2.000' 'b same 0.000' >same.tsv
	csv2xlsx -o x.xlsx same.tsv
	run -0 cells x.xlsx 2
	assert_line 'A3 s same'
	refute_output --partial 'less'
}

@test "no legend where no row has a colour" {
	need_unzip
	tsv 'name status' 'a ok' >status.tsv
	tsv 'match name' 'foo b' >match.tsv
	tsv 'name verdict delta_us' >empty.tsv
	tsv 'name verdict' 'a same' >same.tsv
	tsv 'name category delta_us moved group' 'a gemm 2.000 7 1' >work.tsv
	csv2xlsx -o x.xlsx status.tsv match.tsv empty.tsv same.tsv work.tsv
	run -0 sheets x.xlsx
	assert_output $'status\nmatch\nempty\nsame\nwork'
}

# ranges BOOK CHART: what the series of a chart refer to.
ranges() {
	part "$1" "xl/charts/chart$2.xml" | grep -oE '<c:f>[^<]*' | cut -c 6-
}

@test "--chart: beside the table, of its rows without totals" {
	need_unzip
	tsv 'kind time~ms count' 'a 1.500 2' 'b 0.500 7' 'c - 1' >kinds.tsv
	csv2xlsx --total -o x.xlsx --chart 'h100,bar,kind,time ms' --chart h100,line,kind,count \
		--chart "it's,stacked,kind,count,time ms" h100=kinds.tsv "it's=kinds.tsv"
	run -0 ranges x.xlsx 1
	assert_output "$(printf '%s\n' "'h100'!\$B\$1" "'h100'!\$A\$2:\$A\$4" "'h100'!\$B\$2:\$B\$4")"
	part x.xlsx xl/charts/chart1.xml | grep -q '<c:barDir val="bar"/>.*<a:t>h100: time ms by kind</a:t>\|<a:t>h100: time ms by kind</a:t>.*<c:barDir val="bar"/>'
	part x.xlsx xl/charts/chart2.xml | grep -q '<c:lineChart>'
	run -0 ranges x.xlsx 3
	assert_output "$(printf '%s\n' "'it''s'!\$C\$1" "'it''s'!\$A\$2:\$A\$4" "'it''s'!\$C\$2:\$C\$4" \
		"'it''s'!\$B\$1" "'it''s'!\$A\$2:\$A\$4" "'it''s'!\$B\$2:\$B\$4")"
	# Two charts of a sheet do not lie upon each other, right of the table.
	part x.xlsx xl/drawings/drawing1.xml | tr '>' '\n' | awk '
		/^<xdr:from/ { from = 1 } /^<\/xdr:from/ { from = 0 }
		/^<xdr:to/ { to = 1 } /^<\/xdr:to/ { to = 0 }
		/^[0-9]+<\/xdr:col$/ && from && $0 + 0 != 4 { exit bad = 1 }
		/^[0-9]+<\/xdr:row$/ && from && $0 + 0 < end { exit bad = 1 }
		/^[0-9]+<\/xdr:row$/ && to { end = $0 + 0; n++ }
		END { exit bad || n != 2 }'
	csv2xlsx --total -o y.xlsx --chart 'h100,bar,kind,time ms' --chart h100,line,kind,count \
		--chart "it's,stacked,kind,count,time ms" h100=kinds.tsv "it's=kinds.tsv"
	cmp x.xlsx y.xlsx
}

@test "kinds of work have the colours of the palette, in cells and bars" {
	need_unzip
	tsv 'class us' 'gemm 3.000' 'norm 2.000' 'mine 1.000' >kinds.tsv
	csv2xlsx -o x.xlsx --chart kinds,bar,class,us --chart kinds,bar,us,us kinds.tsv
	[ "$(part x.xlsx xl/charts/chart1.xml | grep -o '<c:idx val="[0-9]"/><c:\(spPr\|inv[^>]*><c:spPr\).\{0,60\}' |
		grep -o 'srgbClr val="[^"]*' | cut -c 14- | xargs)" = '0072B2 009E73 D9D9D9' ]
	part x.xlsx xl/charts/chart2.xml | grep -q '<c:dPt>' && fail "numbers are no kinds"
	part x.xlsx xl/styles.xml | grep -q 'rgb="FF0072B2"'
	! part x.xlsx xl/styles.xml | grep -q 'rgb="FFD9D9D9"' || fail "no colour for what is unknown"
}

@test "--chart: dots between logarithmic axes" {
	tsv 'x y z' '0.1 1 -' '10 100 5' >dots.tsv
	csv2xlsx -o x.xlsx --chart dots,loglog,x,y,z dots.tsv
	part x.xlsx xl/charts/chart1.xml >chart
	grep -q '<c:scatterStyle' chart
	[ "$(grep -o '<c:logBase val="10"/>' chart | wc -l)" -eq 2 ]
	diff <(ranges x.xlsx 1) <(printf "'dots'!\$%s\n" 'B$1' 'A$2:$A$3' 'B$2:$B$3' 'C$1' 'A$2:$A$3' 'C$2:$C$3')
}

@test "--chart: what cannot be drawn" {
	tsv 'kind count' >empty.tsv
	csv2xlsx -o x.xlsx --chart empty,bar,kind,count empty.tsv
	run -2 --separate-stderr csv2xlsx -o y.xlsx --chart align,bar,a_name align.tsv
	[[ $stderr == "csv2xlsx: --chart: no SHEET,TYPE,COLUMN,VALUES: 'align,bar,a_name'"* ]]
	run -2 --separate-stderr csv2xlsx -o y.xlsx --chart align,pie,a_name,a_us align.tsv
	[[ $stderr == "csv2xlsx: --chart: no type (bar, column, line, loglog, stacked): 'pie'"* ]]
	run -2 --separate-stderr csv2xlsx -o y.xlsx --chart align,bar,a_name,x align.tsv
	[ "$stderr" = "csv2xlsx: align.tsv: --chart: no column 'x'" ]
	run -2 --separate-stderr csv2xlsx -o y.xlsx --chart other,bar,a_name,a_us align.tsv
	[ "$stderr" = "csv2xlsx: --chart: no sheet 'other'" ]
	[ ! -e y.xlsx ]
}

@test "a wide sheet is printed on several pages, each with the first column; no empty ones" {
	need_unzip
	{
		printf 'id\tname'
		printf '\tcolumn%052d' 1 2 3 4 5
		printf '\nx\tvoid at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, std::array<char*, 3ul> >(int)'
		printf '\t%d' 1 2 3 4 5
		echo
	} >wide.tsv
	csv2xlsx -o x.xlsx wide.tsv
	# 332 characters of columns, 240 of a page; the whole names are not printed
	part x.xlsx xl/worksheets/sheet1.xml | grep -q 'fitToWidth="2"'
	part x.xlsx xl/workbook.xml | grep -o 'Print_[^<]*' >out
	printf '%s\n' "Print_Area\" localSheetId=\"0\">'wide'!\$A\$1:\$G\$2" \
		"Print_Titles\" localSheetId=\"0\">'wide'!\$A:\$A,'wide'!\$1:\$1" | diff - out
	name=$(printf 'ü%.0s' {1..28}) # the library has no room for it twice
	csv2xlsx -o w.xlsx "$name=wide.tsv"
	part w.xlsx xl/workbook.xml | grep -o 'Print_Titles[^<]*' | diff - <(echo "Print_Titles\" localSheetId=\"0\">'$name'!\$1:\$1")
	cut -f 1-4 wide.tsv >short.tsv
	csv2xlsx -o y.xlsx short.tsv
	part y.xlsx xl/worksheets/sheet1.xml | grep -q fitToPage
	run ! grep -q 'fitToWidth' <(part y.xlsx xl/worksheets/sheet1.xml)
	csv2xlsx -o z.xlsx --chart short,bar,name,column"$(printf '%052d' 1)" short.tsv
	part z.xlsx xl/workbook.xml | grep -o 'Print_Area[^<]*' | grep -q '\$A\$1:\$R\$2[0-9]'
}

@test "a table with sections is a page, with charts of its parts" {
	need_unzip
	tsv 'section what a_us b_us verdict name' 'result B~is~faster - - - -' \
		'time period 3.500 2.500 faster -' 'time idle 1.000 - - -' \
		'family gemm 2.000 1.000 faster void~ns::gemm<int>(float*)' 'family norm 1.000 1.000 same norm' >page.tsv
	csv2xlsx -o x.xlsx --chart 'page/family,bar,what,a_us,b_us' page.tsv
	run -0 ranges x.xlsx 1
	assert_output "$(printf '%s\n' "'page'!\$B\$10" "'page'!\$A\$11:\$A\$12" "'page'!\$B\$11:\$B\$12" \
		"'page'!\$C\$10" "'page'!\$A\$11:\$A\$12" "'page'!\$C\$11:\$C\$12")"
	diff -u - <(cells x.xlsx | grep -E '^[A-Z]+([1-6]|9|11) ') <<-'END'
		A1 s Result
		A2 s B is faster
		A4 s Time
		A5 s what
		B5 s a_us
		C5 s b_us
		D5 s verdict
		A6 s period
		B6 n 3.5
		C6 n 2.5
		D6 s faster
		A9 s Family
		A11 s gemm
		B11 n 2
		C11 n 1
		D11 s faster
		E11 s gemm
		T11 s void ns::gemm&lt;int&gt;(float*)
	END
	[ "$(look x.xlsx B6)" = "#,##0.000 C6EFCE" ]
	[ "$(cells x.xlsx | grep -E '^[ET]10 ' | xargs)" = 'E10 s name T10 s whole name' ]
	run -2 --separate-stderr csv2xlsx -o y.xlsx --chart page/other,bar,what,a_us page.tsv
	[ "$stderr" = "csv2xlsx: --chart: no sheet 'page/other'" ]
	run -2 --separate-stderr csv2xlsx -o y.xlsx --chart page/time,bar,what,name page.tsv
	[ "$stderr" = "csv2xlsx: page.tsv: --chart: no column 'name'" ]
	{ cat page.tsv; echo broken; } >broken.tsv
	run -2 --separate-stderr csv2xlsx -o y.xlsx broken.tsv
	[[ $stderr == "csv2xlsx: broken.tsv:7: "* ]]
	[ ! -e y.xlsx ]
}

@test "a page: long text goes on below, and is printed whole" {
	need_unzip
	words=$(seq -s '~' 100 160)
	tsv 'section text value' "result $words -" "caveats short -" "caveats é$(printf 'é%.0s' {1..119})~end -" \
		'numbers a 1' >page.tsv
	csv2xlsx -o x.xlsx page.tsv
	diff -u - <(cells x.xlsx | grep '^A') <<-END
		A1 s Result
		A2 s $(seq -s ' ' 100 126)
		A3 s $(seq -s ' ' 127 153)
		A4 s $(seq -s ' ' 154 160)
		A6 s Caveats
		A7 s short
		A8 s é$(printf 'é%.0s' {1..119})
		A9 s end
		A11 s Numbers
		A12 s text
		A13 s a
	END
	part x.xlsx xl/workbook.xml | grep -o 'Print_Area[^<]*' | grep -q '\$A\$1:\$[M-Q]\$1[0-9]'
}

@test "--chart: text in a title is no formula" {
	need_unzip
	printf 'kind\t=1+1\na\t1\n' >formula.tsv
	csv2xlsx -o x.xlsx --chart 'formula,bar,kind,=1+1' formula.tsv
	run -0 ranges x.xlsx 1
	[ "${#lines[@]}" -eq 3 ]
	unzip -p x.xlsx xl/charts/chart1.xml | grep -qF '<a:t>formula: =1+1 by kind</a:t>'
}

@test "no total where a value is no number; too large a one is an error" {
	need_unzip
	tsv 'name count dur_us' 'a 1 1.000' 'b many -' >x.tsv
	csv2xlsx --total -o x.xlsx x.tsv
	run -0 cells x.xlsx
	assert_line 'C5 n 1'
	refute_line --regexp '^B5 '
	tsv 'name count' 'a 9223372036854775807' 'b 1' >x.tsv
	run -2 csv2xlsx --total -o x.xlsx x.tsv
	assert_output 'csv2xlsx: x.tsv:3: column 2 (count): the total gets too large'
}

@test "TSV or CSV is told by the first line" {
	need_unzip
	printf 'name,count\r\n"a ""b"", c",2\r\n"x\ty",3\r\n' >x.csv
	csv2xlsx -o x.xlsx x.csv
	run -0 cells x.xlsx
	assert_line 'A2 s a "b", c'
	assert_line 'B2 n 2'
	assert_line $'A3 s x\ty'
	printf 'a,b\tname\n1,5\tx\\ty\\\\\n' | csv2xlsx -o x.xlsx
	run -0 cells x.xlsx
	assert_line 'A1 s a,b'
	assert_line 'A2 s 1,5'
	assert_line $'B2 s x\ty\\'
	printf 'name\na,b\n' | csv2xlsx -o x.xlsx
	run -0 cells x.xlsx
	assert_line 'A2 s a,b'
	printf 'a,b\nc,d\n' | csv2xlsx --tsv -o x.xlsx
	run -0 cells x.xlsx
	assert_line 'A1 s a,b'
	printf 'a\tb\n1\t2\n' | csv2xlsx --csv -o x.xlsx
	run -0 cells x.xlsx
	assert_line $'A1 s a\tb'
	run -2 csv2xlsx -o x.xlsx <<<$'a,b\n1'
	assert_output --partial 'standard input:2: 1 field, but the header has 2'
}

@test "sheet names are legal and differ" {
	need_unzip
	mkdir d
	for f in d/t.x.csv d/T.X.tsv "d/it's [a]*b?:c.tsv" d/history.tsv; do echo name >"$f"; done
	gzip -c d/T.X.tsv >d/h100.txt.gz
	csv2xlsx -o x.xlsx d/t.x.csv d/T.X.tsv "d/it's [a]*b?:c.tsv" d/h100.txt.gz \
		d/history.tsv 'É=d/T.X.tsv' 'é=d/T.X.tsv' "'q'=d/T.X.tsv" \
		'a-name-that-is-so-much-too-long-for-it=d/T.X.tsv' \
		'a-name-that-is-so-much-too-long-for-us=d/T.X.tsv'
	run -0 sheets x.xlsx
	assert_output "$(printf '%s\n' t.x 'T.X (2)' "it's _a__b__c" h100 'history (2)' \
		'É' 'é (2)' _q_ a-name-that-is-so-much-too-long 'a-name-that-is-so-much-too- (2)')"
	# A name like a cell's must be quoted where the filter is defined.
	part x.xlsx xl/workbook.xml | grep -qF "'h100'!\$A\$1<"
	part x.xlsx xl/workbook.xml | grep -qF "'it''s _a__b__c'!\$A\$1<"
}

@test "NAME=TABLE, standard input among others" {
	need_unzip
	cp align.tsv one=align.tsv
	csv2xlsx -o x.xlsx one=align.tsv
	run -0 sheets x.xlsx
	assert_line one=align
	rm one=align.tsv
	run -2 csv2xlsx -o x.xlsx one=align.tsv one=align.tsv
	assert_output --partial "two tables are called 'one'"
	csv2xlsx -o x.xlsx one=align.tsv in=- ./align.tsv <align.tsv
	run -0 sheets x.xlsx
	assert_output $'one\nin\nalign\nLegend'
	cp align.tsv a=b.tsv
	csv2xlsx -o x.xlsx ./a=b.tsv
	run -0 sheets x.xlsx
	assert_output $'a=b\nLegend'
	cut -f 2 align.tsv | csv2xlsx -o x.xlsx -
	run -0 sheets x.xlsx
	assert_output Sheet1
}

@test "the same bytes at any hour; SOURCE_DATE_EPOCH" {
	TZ=UTC csv2xlsx -o a.xlsx align.tsv
	sleep 1.1
	TZ=Asia/Tokyo LC_ALL=C csv2xlsx -o b.xlsx align.tsv
	cmp a.xlsx b.xlsx
	csv2xlsx -o - align.tsv | cmp a.xlsx -
	SOURCE_DATE_EPOCH=1700000000 csv2xlsx -o b.xlsx align.tsv
	run ! cmp -s a.xlsx b.xlsx
	SOURCE_DATE_EPOCH=0 csv2xlsx -o a.xlsx align.tsv
	sleep 1.1
	SOURCE_DATE_EPOCH=0 csv2xlsx -o c.xlsx align.tsv
	cmp a.xlsx c.xlsx
	for wrong in yesterday -1 99999999999999; do
		SOURCE_DATE_EPOCH=$wrong run -2 csv2xlsx -o b.xlsx align.tsv
		assert_output "csv2xlsx: SOURCE_DATE_EPOCH is not a number of seconds: $wrong"
	done
	need_unzip
	part b.xlsx docProps/core.xml | grep -q 2023-11-14T22:13:20Z
	part a.xlsx docProps/core.xml | grep -q 1970-01-01T00:00:01Z
}

@test "text that no cell holds is an error with its place" {
	printf 'a\tname\n1\t%032767d\n' 0 >fits.tsv
	csv2xlsx -o x.xlsx fits.tsv
	rm x.xlsx
	printf 'a\tname\n1\tx\n2\t%032768d\n' 0 >long.tsv
	run -2 csv2xlsx -o x.xlsx long.tsv
	assert_output 'csv2xlsx: long.tsv:3: column 2 (name): the text is longer than the 32767 characters that a cell holds'
	[ ! -e x.xlsx ]
	# Characters outside the basic plane count twice, as in a spreadsheet.
	{ echo name; printf '😀%.0s' {1..16383}; echo x; } >fits.tsv
	csv2xlsx -o x.xlsx fits.tsv
	{ echo name; printf '😀%.0s' {1..16384}; echo; } >long.tsv
	run -2 csv2xlsx -o x.xlsx long.tsv
	run -2 bash -c 'seq -s , 16385 | csv2xlsx -o x.xlsx'
	assert_output --partial 'more than 16384 columns'
}

@test "more rows than a sheet holds go on in a further one" {
	need_unzip
	{ echo count; yes 1 | head -n 1048580; } >'many [x].tsv'
	run -0 csv2xlsx --total -o x.xlsx 'many [x].tsv' 'many _x_ (2)=align.tsv'
	assert_output "csv2xlsx: many [x].tsv: more rows than a sheet holds: the rest is in sheet 'many _x_ (2)'"
	run -0 sheets x.xlsx
	assert_output $'many _x_\nmany _x_ (2)\nmany _x_ (2) (2)\nLegend'
	part x.xlsx xl/worksheets/sheet1.xml | grep -o 'autoFilter ref="[^"]*"' >filters
	part x.xlsx xl/worksheets/sheet2.xml | grep -o 'autoFilter ref="[^"]*"' >>filters
	diff filters - <<<$'autoFilter ref="A1:A1048574"\nautoFilter ref="A1:A8"'
	run -0 cells x.xlsx 2
	assert_output "$(printf '%s\n' 'A1 s count' 'A2 n 1' 'A3 n 1' 'A4 n 1' 'A5 n 1' \
		'A6 n 1' 'A7 n 1' 'A8 n 1' 'A10 n 1048580')"
	run -0 csv2xlsx -q -o x.xlsx 'many [x].tsv'
	assert_output ''
}

@test "whatever bytes come in, the workbook is well-formed and reads the same" {
	command -v python3 >/dev/null || skip "no python3"
	LC_ALL=C awk 'BEGIN {
		print "name,value"
		for (i = 1; i < 256; i++) {
			c = sprintf("%c", i)
			printf "\"x%sy_x%04X_\",%d\n", c == "\"" ? "\"\"" : c, i, i
		}
		print "\"\357\277\276 \355\240\200 \360\237\230\200\", <&>  "
	}' >x.csv
	csv2xlsx -o x.xlsx x.csv
	cat >read.py <<'END'
import re, sys, zipfile, xml.etree.ElementTree as E
book = zipfile.ZipFile("x.xlsx")
assert book.testzip() is None
for name in book.namelist():
    E.fromstring(book.read(name))
space = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
sheet = E.fromstring(book.read("xl/worksheets/sheet1.xml"))
text = lambda c: re.sub("_x([0-9A-Fa-f]{4})_", lambda m: chr(int(m[1], 16)),
    "".join(t.text for t in c.iter(space + "t")))
rows = [list(r) for r in sheet.iter(space + "row")][1:]
assert len(rows) == 256
for i, row in enumerate(rows[:255], 1):
    held = i >= 32 and i < 128 or i in (9, 10, 13)
    want = "x%sy_x%04X_" % (chr(i) if held else "\ufffd", i)
    assert text(row[0]) == want, (i, text(row[0]))
    assert float(row[1].find(space + "v").text) == i
assert text(rows[255][0]) == "\ufffd \ufffd\ufffd\ufffd \U0001f600", text(rows[255][0])
assert text(rows[255][1]) == " <&>  "
END
	python3 read.py
}

# large_table: x.tsv of 5,000 rows, and the workbook x.xlsx of it.
large_table() {
	awk 'BEGIN {
		OFS = "\t"
		srand(7)
		print "dur_us", "name", "count", "delta_pct", "x"
		for (i = 0; i < 5000; i++)
			print sprintf("%.3f", rand() * 10 ^ int(rand() * 12)), \
				"kernel<" i % 50 ">(float*, int) &", i, \
				sprintf("%.2f", (rand() - 0.5) * 1000), \
				rand() < 0.5 ? "" : sprintf("%.*f", rand() * 9, rand() * 1e6)
	}' >x.tsv
	csv2xlsx -o x.xlsx x.tsv
}

@test "an independent reader finds every value of a large table" {
	command -v python3 >/dev/null || skip "no python3"
	large_table
	python3 - <<'END'
import zipfile, xml.etree.ElementTree as E
space = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
sheet = E.fromstring(zipfile.ZipFile("x.xlsx").read("xl/worksheets/sheet1.xml"))
cells = {}
for c in sheet.iter(space + "c"):
    v = c.find(space + "v")
    if v is not None:
        cells[c.get("r")] = v.text if c.get("t") == "str" else float(v.text)
    else:
        cells[c.get("r")] = "".join(t.text or "" for t in c.iter(space + "t"))
lines = [l.rstrip("\n").split("\t") for l in open("x.tsv")]
for r, line in enumerate(lines[1:], 2):
    for letter, field in zip("ABCDE", line):
        want = field if letter == "B" else float(field) if field else None
        assert cells.get(letter + str(r)) == want, (letter, r, field)
assert len(cells) == sum(f != "" for l in lines for f in l)
END
}

@test "openpyxl opens a large workbook and reads every value" {
	python3 -c 'import openpyxl' 2>/dev/null || skip "no openpyxl"
	large_table
	python3 - <<'END'
import openpyxl
sheet = openpyxl.load_workbook("x.xlsx").active
lines = [l.rstrip("\n").split("\t") for l in open("x.tsv")]
rows = [list(r)[:5] for r in sheet.iter_rows(min_row=2, values_only=True)]
assert len(rows) >= 5000, len(rows)
for row, line in zip(rows, lines[1:]):
    want = [f if i == 1 else float(f) if f else None for i, f in enumerate(line)]
    assert row == want, (row, want)
END
}

@test "LibreOffice opens a large workbook and reads every value" {
	command -v soffice >/dev/null || skip "no LibreOffice"
	large_table
	HOME=$PWD timeout 120 soffice --headless --convert-to \
		'csv:Text - txt - csv (StarCalc):9,0,76,1,,0,false,false,false' x.xlsx >/dev/null 2>&1
	awk -F '\t' 'NR == FNR { want[n = FNR] = $0; next }
		FNR > 1 && FNR <= n {
			split(want[FNR], w)
			for (i = 1; i <= 5; i++)
				if (i == 2 || w[i] == "" ? $i != w[i] : $i + 0 != w[i] + 0)
					exit bad = 1
		}
		END { exit bad || FNR < n }' x.tsv x.csv
}

@test "a failure leaves what was there, and nothing else" {
	mkdir out
	echo old >out/x.xlsx
	run -2 csv2xlsx -o out/x.xlsx align.tsv /no/such/file
	run -2 csv2xlsx -o out/x.xlsx <<<$'a\tb\n1'
	run -2 csv2xlsx -o out/x.xlsx </dev/null
	[ "$(ls -A out)" = x.xlsx ]
	[ "$(cat out/x.xlsx)" = old ]
	run -2 csv2xlsx -o out align.tsv
	assert_output 'csv2xlsx: out: Is a directory'
	run -2 csv2xlsx -o no/such/x.xlsx align.tsv
	assert_output 'csv2xlsx: no/such/x.xlsx: No such file or directory'
}

@test "a signal leaves no temporary file" {
	mkdir out
	mkfifo fifo
	for signal in INT TERM HUP QUIT; do
		# A job in the background ignores some signals, unless env resets them.
		env --default-signal=HUP,INT,QUIT csv2xlsx -o out/x.xlsx <fifo 3>&- &
		exec 4>fifo
		tsv 'a b' '1 2' >&4
		until [ -n "$(ls -A out)" ]; do sleep 0.05; done
		kill -s "$signal" $!
		status=0
		wait $! || status=$?
		exec 4>&-
		[ "$status" -gt 128 ]
		[ -z "$(ls -A out)" ] || fail "$signal left $(ls -A out)"
	done
}

@test "a file that cannot grow is a failure" {
	mkdir out
	{ echo name; seq 100000 | sha1sum; seq 20000; } >x.tsv
	run bash -c 'ulimit -f 16; TMPDIR=$PWD/out csv2xlsx -o out/x.xlsx x.tsv'
	[ "$status" -ne 0 ]
	[ -z "$(ls -A out)" ] || fail "left $(ls -A out)"
}

@test "links are followed, modes are kept, pipes and devices get a copy" {
	umask 027
	csv2xlsx -o new.xlsx align.tsv
	[ "$(stat -c %a new.xlsx)" = 640 ]
	mkdir d
	: >d/target.xlsx
	chmod 604 d/target.xlsx
	ln -s d/target.xlsx link.xlsx
	csv2xlsx -o link.xlsx align.tsv
	[ -L link.xlsx ]
	[ "$(stat -c %a d/target.xlsx)" = 604 ]
	cmp new.xlsx d/target.xlsx
	csv2xlsx -o /dev/stdout align.tsv | cmp new.xlsx -
	csv2xlsx -o /dev/stdout align.tsv >file.xlsx
	cmp new.xlsx file.xlsx
	csv2xlsx -o /dev/null align.tsv
	[ -c /dev/null ]
}

@test "-o does not replace a table" {
	tsv 'a' '1' >table
	cp table want
	ln table x.xlsx
	run -2 --separate-stderr csv2xlsx -o x.xlsx Sheet=table
	[ "$stderr" = "csv2xlsx: x.xlsx: is also the input; nothing is written" ]
	cmp table want
}

@test "header only is a sheet with a header" {
	need_unzip
	run -0 csv2xlsx --total -o x.xlsx <<<$'name\tdelta_us'
	assert_output ''
	run -0 cells x.xlsx
	assert_output $'A1 s name\nB1 s delta_us\nA3 s Total\nB3 n 0'
}

@test "columns of the same name, an empty name" {
	need_unzip
	tsv 'a a -' '1 2 3' | csv2xlsx -o x.xlsx
	run -0 cells x.xlsx
	assert_output $'A1 s a\nB1 s a\nA2 n 1\nB2 n 2\nC2 n 3'
}

@test "a chart beside a table of all columns that a sheet has" {
	{ seq -s $'\t' 16384; seq -s $'\t' 16384; } >wide.tsv
	csv2xlsx --chart wide,bar,1,2 -o wide.xlsx wide.tsv
	unzip -p wide.xlsx xl/drawings/drawing1.xml | grep -q '<xdr:from><xdr:col>16383<'
}
