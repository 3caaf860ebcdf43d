#!/usr/bin/env bats
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	cat >machine.toml <<-'END'
		[accelerator]
		max_memory_bandwidth = 2.0     # TB/s
		max_compute_teraflops = 12.0
		max_achievable_teraflops = 10.0
		[excel]
		sheet_name = "GEMM"
		flops_per_byte_column = "FLOPS/Byte_first"
		performance_column = "TFLOPS/s_mean"
		[output]
		prefix = "roofs"
	END
	tsv 'name FLOPS/Byte_first TFLOPS/s_mean' 'aten::mm 2 3' 'aten::bmm 8 9' >rows.tsv
}

@test "manners: command line" {
	manners_command_line roofline_analyzer
}

@test "manners: the page and --help agree" {
	manners_page roofline_analyzer
}

@test "examples of the page, with their output" {
	manners_examples roofline_analyzer
}

# By hand: 2 TB/s and 10 TFLOP/s meet at 5 operations per byte, 12 TFLOP/s at 6.
@test "the roof, the distance to it, and the ridges" {
	tsv 'name FLOPS/Byte_first TFLOPS/s~"mean"' 'aten::mm 2 3' 'aten::bmm 8 9' 'none - -' \
		'slow 5 -' 'odd x 1' >rows.tsv
	cat >machine.toml <<-'END'
		# a machine
		[accelerator]
		max_memory_bandwidth = 2
		max_compute_teraflops = 1_2
		max_achievable_teraflops = 1e1
		other = true
		[ excel ]
		sheet_name = "GEMM"
		flops_per_byte_column = 'FLOPS/Byte_first'
		performance_column = "TFLOPS/s \"mean\"" # quoted

		[output]
		prefix = "roofs"
	END
	roofline_analyzer rows.tsv machine.toml
	xlsx2tsv --sheet GEMM_analyzed roofs.xlsx | diff - <(tsv \
		'ID name FLOPS/Byte_first TFLOPS/s~"mean" kernel_memory_roofline bound_type_maf reference_roofline bound_distance bound_distance_pct' \
		'1 aten::mm 2 3 4 memory 4 1 25' '2 aten::bmm 8 9 16 compute 10 1 10' \
		'3 none - - - - - - -' '4 slow 5 - 10 compute 10 - -' '5 odd x 1 - - - - -')
	xlsx2tsv --sheet GEMM_original roofs.xlsx | diff - rows.tsv
	xlsx2tsv --sheet ScalarValues roofs.xlsx | diff - <(tsv 'name Value' 'AI_ridge_mtf 6' 'AI_ridge_maf 5')
	xlsx2tsv --sheet RooflinePlot roofs.xlsx >plot
	# 20 places of each of five powers of ten, both ends, and two rows.
	[ "$(wc -l <plot)" -eq 104 ]
	tail -n 2 plot | diff - <(tsv '2 - - - 3' '8 - - - 9')
	roofline_analyzer -o again.xlsx rows.tsv machine.toml
	cmp roofs.xlsx again.xlsx
}

@test "the sheet of a workbook, or CSV" {
	csv2xlsx --tsv -o book.xlsx GEMM=rows.tsv other=machine.toml
	tsv2csv rows.tsv >rows.csv
	for input in book.xlsx rows.csv; do
		roofline_analyzer -o "$input.out" "$input" machine.toml
		xlsx2tsv --sheet GEMM_analyzed "$input.out" >>both
		cp "$input" "./-a b*.${input##*.}"
		cp machine.toml "./-m t.toml"
		roofline_analyzer -o again.xlsx -- "-a b*.${input##*.}" '-m t.toml'
		cmp again.xlsx "$input.out"
	done
	[ "$(sort both | uniq -c | awk '$1 != 2' | wc -l)" -eq 0 ]
	sed -i 's/"GEMM"/"SDPA_fwd"/' machine.toml
	run -2 --separate-stderr roofline_analyzer book.xlsx machine.toml
	[[ $stderr == *SDPA_fwd* ]]
}

@test "a picture of the rows below the roof" {
	command -v gnuplot >/dev/null || skip "no gnuplot"
	roofline_analyzer --plot-output roof.svg rows.tsv machine.toml
	grep -q '</svg>' roof.svg
	grep -q achievable roof.svg
	# A row without numbers is no dot, and the others keep their IDs; nothing is said of time.
	tsv 'name FLOPS/Byte_first TFLOPS/s_mean' 'none - -' 'aten::mm 2 3' 'aten::bmm 8 9' >gap.tsv
	roofline_analyzer --plot-output roof.svg gap.tsv machine.toml
	for text in 'ID 2, aten::mm' 'ID 3, aten::bmm'; do
		grep -qF "$text" roof.svg || fail "no $text"
	done
	! grep -q 'ID 1\|%:' roof.svg
}

# Each line takes the place of the line with the same key.
@test "settings that cannot be read are an error that names the line" {
	while IFS='|' read -r line message; do
		line=$line awk 'BEGIN { split(line = ENVIRON["line"], part, " ") }
			$1 == part[1] { print line; next } { print }' machine.toml >wrong.toml
		[ "${line%% *}" != + ] || { cat machine.toml && echo "${line#+ }"; } >wrong.toml
		run -2 --separate-stderr roofline_analyzer -o x.xlsx rows.tsv wrong.toml
		[[ $stderr == *"$message"* ]] || fail "$line: $stderr"
		[ "${#stderr_lines[@]}" -eq 1 ] || fail "$line: $stderr"
		[ ! -e x.xlsx ]
	done <<-'END'
		prefix = "a" "b"|wrong.toml:10: needs one value
		prefix = """a"""|wrong.toml:10: needs a string
		prefix = "a\u0041"|wrong.toml:10: needs a string
		prefix = [1]|wrong.toml:10: needs a number
		prefix = |wrong.toml:10: needs a number
		prefix|wrong.toml:10: needs key = value
		prefix = 012|wrong.toml:10: needs a number
		+ prefix = "b"|wrong.toml:11: the key is there twice
		+ [excel]|wrong.toml:11: the section is there twice
		+ [a.b]|wrong.toml:11: needs [section]
		+ "a" = 1|wrong.toml:11: needs key = value
		max_memory_bandwidth = 0|max_memory_bandwidth takes a number above 0
		max_memory_bandwidth = -1|max_memory_bandwidth takes a number above 0
		max_memory_bandwidth = 'x'|max_memory_bandwidth takes a number above 0
		performance_column = 'x'|no column 'x'
		max_compute_teraflops = 'nan'|max_compute_teraflops takes a number above 0
	END
}

# Lines of settings and how they are read; - is an error that names the line. Values have
# the escapes of printf.
@test "a value of TOML is read whole, or it is an error" {
	while IFS='|' read -r text value; do
		printf "[a]\n$text\n[b]\n" >value.toml
		read_as=$(awk -v name=t -f "$BATS_TEST_DIRNAME/../scripts/report/toml.awk" value.toml 2>message) ||
			read_as=-
		[ "$read_as" = "${value/=/$'\t'}" ] || fail "$text: $read_as"
		[ "$value" != - ] || grep -q '^t:[23]: needs' message || fail "$text: $(cat message)"
	done <<-'END'
		x = 12\r|a.x=12
		x=1_0.5e-1 # 7|a.x=10.5e-1
		x\t=\t+3|a.x=+3
		x = "a # b" # c|a.x=a # b
		x = 'a\\\\"b'|a.x=a\\"b
		x = "a\\\\\\"b\\\\"|a.x=a\"b\
		x = "\303\251"|a.x=é
		x = "a|-
		x = a"|-
		x = "a\\"|-
		x = 'a'b'|-
		x = '''a'''|-
		x = "a\\n"|-
		x = "a"1|-
		x = 1 2|-
		x = 1,5|-
		x = 1\r2|-
		x = 1__0|-
		x = _1|-
		x = 1_|-
		x = 1.|-
		x = .5|-
		x = 0x10|-
		x = 1e|-
		x = inf|-
		x = nan|-
		x = True|-
		x = 1979-05-27|-
		x = {y = 1}|-
		x = [1, 2]|-
		x = [\n1]|-
		x = |-
		x =\n1|-
		x == 1|-
		x.y = 1|-
		x y = 1|-
		= 1|-
		x : 1|-
		[[c]]\nx = 1|-
		[c\nx = 1|-
		[c]x = 1|-
	END
}

@test "a NUL byte, and a line of a megabyte, in settings" {
	sed 's/^max_memory_bandwidth.*/max_memory_bandwidth = 2@0/' machine.toml | tr @ '\000' >nul.toml
	run -2 --separate-stderr roofline_analyzer -o x.xlsx rows.tsv nul.toml
	[[ $stderr == *"nul.toml: a NUL byte"* ]] || fail "$stderr"
	{
		cat machine.toml
		awk 'BEGIN { printf "long = 1"; for (i = 0; i < 1048576; i++) printf "0"; print "x" }'
	} >long.toml
	run -2 roofline_analyzer -o x.xlsx rows.tsv long.toml
	assert_output --partial "long.toml:11: needs a number"
	[ ! -e x.xlsx ]
}

@test "what is missing is named" {
	grep -v prefix machine.toml >less.toml
	run -2 --separate-stderr roofline_analyzer rows.tsv less.toml
	[[ $stderr == *"needs a name in [output]: prefix = ..."* ]] || fail "$stderr"
	run -2 --separate-stderr roofline_analyzer rows.tsv /no/such.toml
	run -2 --separate-stderr roofline_analyzer /no/such.tsv machine.toml
	run -2 --separate-stderr roofline_analyzer rows.tsv
	cp rows.tsv here.tsv
	run -2 --separate-stderr roofline_analyzer -o here.tsv here.tsv machine.toml
	cmp here.tsv rows.tsv
}
