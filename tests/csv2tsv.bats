#!/usr/bin/env bats
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	printf '%s\n' name,dur_us gemm,20.500 '"copy, to device",3.250' >kernels.csv
}

# converts CSV TSV [OPTION...]: printf formats; the CSV becomes the TSV.
converts() {
	# shellcheck disable=SC2059 # the arguments are formats
	diff -u <(printf "$2") <(printf "$1" | csv2tsv "${@:3}")
}

# refuses CSV LINE MESSAGE: exit 2 with that line and message.
refuses() {
	# shellcheck disable=SC2059
	printf "$1" >bad.csv
	run -2 --separate-stderr csv2tsv bad.csv
	[[ $stderr == "csv2tsv: bad.csv:$2: "*"$3"* ]] || fail "$1: $stderr"
}

@test "manners: command line" {
	manners_command_line csv2tsv
}

@test "manners: the page and --help agree" {
	manners_page csv2tsv
}

@test "manners: streams" {
	manners_streams csv2tsv kernels.csv
}

@test "the page's examples" {
	manners_examples csv2tsv
}

@test "header only is a valid, empty table" {
	converts 'a,b\n' 'a\tb\n'
	converts 'a,b' 'a\tb\n' --lenient
}

@test "quotes, doubled quotes, commas and line ends in quotes" {
	converts 'a,b\n"x, y","say ""hi"""\n' 'a\tb\nx, y\tsay "hi"\n'
	converts 'a,b\n"two\nlines","three\r\nlines\n"\n' \
		'a\tb\ntwo\\nlines\tthree\\r\\nlines\\n\n'
	converts '"a","b,c"\n"",""\n' 'a\tb,c\n\t\n'
}

@test "LF, CR LF, both, and no end of the last line" {
	converts 'a,b\r\n1,2\r\n"3","4"\r\n' 'a\tb\n1\t2\n3\t4\n'
	converts 'a,b\n1,2\r\n3,4' 'a\tb\n1\t2\n3\t4\n' --lenient
	converts 'a,b\r\n1,"2"' 'a\tb\n1\t2\n' --lenient
	converts 'a,b\r\n1,2\r' 'a\tb\n1\t2\n' --lenient
	converts 'a,b\r\n1,"""2"\r' 'a\tb\n1\t"2\n' --lenient
}

@test "a last line without an end may be cut off: 2, and what is before it" {
	for last in '3,4' '3,"4"' '3,4\r'; do
		refuses "a,b\\n1,2\\n$last" 3 'the last line has no end'
		[ "$output" = $'a\tb\n1\t2' ] || fail "$output"
	done
	refuses 'a,b' 1 'the last line has no end'
	printf 'a,b\n1,2' >cut.csv
	printf 'a,b\n3,4\n' >whole.csv
	run -2 --separate-stderr csv2tsv cut.csv whole.csv
	[[ $stderr == "csv2tsv: cut.csv:2: "* ]] || fail "$stderr"
	run -0 --separate-stderr csv2tsv --lenient cut.csv whole.csv
	assert_equal "$output" "$(tsv 'a b' '1 2' '3 4')"
	[ -z "$stderr" ]
}

@test "a byte order mark is passed over at the start, and only there" {
	converts '\xef\xbb\xbfa,b\n1,2\n' 'a\tb\n1\t2\n'
	converts '\xef\xbb\xbf"a",b\n1,2\n' 'a\tb\n1\t2\n'
	converts 'a\n\xef\xbb\xbf1\n' 'a\n\xef\xbb\xbf1\n'
}

@test "blanks belong to the field" {
	converts 'a , b\n  1,2  \n' 'a \t b\n  1\t2  \n'
	converts 'a,b\n" 1 ",  \n' 'a\tb\n 1 \t  \n'
	converts 'a,b\n\t,"\t"\n' 'a\tb\n\\t\t\\t\n'
}

@test "empty lines: a field in one column, nothing in several" {
	converts 'a\n1\n\n2\n' 'a\n1\n\n2\n'
	converts 'a\n1\n""\n\r\n' 'a\n1\n\n\n'
	converts 'a,b\n1,2\n\n\r\n3,4\n\n' 'a\tb\n1\t2\n3\t4\n'
}

@test "what TSV cannot hold is escaped or replaced" {
	converts 'a\nx\\ty\n' 'a\nx\\\\ty\n'
	converts 'a\nx\001\177\377y\n' 'a\nx\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdy\n'
	converts 'a\nx\000y\n' 'a\nx\xef\xbf\xbdy\n'
	converts 'a\n\xc3\xa4\xe2\x82\xac\n' 'a\n\xc3\xa4\xe2\x82\xac\n'
}

@test "another number of fields is an error with its line" {
	refuses 'a,b\n1,2\n3\n' 3 '1 field, but the header has 2'
	refuses 'a,b\n"1\n",2\n1,2,3\n' 4 '3 fields, but the header has 2'
	refuses 'a,b\n1,"2",3\n' 2 '3 fields, but the header has 2'
}

@test "misplaced and open quotes are errors with the record's line" {
	refuses 'a,b\n1,2\n3,x"y"\n' 3 'a quote'
	refuses 'a,b\n"1"x,2\n' 2 'a quote'
	refuses 'a,b\n"1" ,2\n' 2 'a quote'
	refuses 'a,b\n1,2\n"3\n4,5\n6,7\n' 3 'unclosed quote'
	refuses 'a,"b\n' 1 'unclosed quote'
}

@test "a carriage return that ends no line is an error" {
	refuses 'a,b\n1,2\r3,4\n' 2 'carriage return'
	refuses 'a,b\n"1",2\r"3",4\n' 2 'carriage return'
	refuses 'a,b\n"1",2\r\r\n' 2 'carriage return'
}

@test "an empty header is no header" {
	run -2 --separate-stderr csv2tsv <<<''
	[[ $stderr == *"no header: the first line is empty" ]] || fail "$stderr"
	converts '""\n1\n' '\n1\n'
}

@test "a table of TSV is told from CSV" {
	run -0 --separate-stderr csv2tsv <(tsv 'name cat' 'a kernel')
	[ "$output" = $'name\\tcat\na\\tkernel' ]
	[[ $stderr == "csv2tsv: "*": no commas, but tabs in the header: is it TSV already?" ]] || fail "$stderr"
}

@test "several files are one table, if their headers agree" {
	printf 'name,dur_us\r\nlast,1\r\n' >more.csv
	run -0 csv2tsv kernels.csv more.csv
	assert_line --index 3 "$(printf 'last\t1')"
	printf 'name,ts_us\nlast,1\n' >other.csv
	run -2 --separate-stderr csv2tsv kernels.csv other.csv
	[ "$stderr" = "csv2tsv: other.csv:1: the header differs from that of the previous file" ]
}

@test "fields longer than any buffer" {
	{
		echo a,b
		head -c 3000000 /dev/zero | tr '\0' x
		printf ',"'
		head -c 3000000 /dev/zero | tr '\0' '\n'
		echo '"'
	} >long.csv
	csv2tsv long.csv >long.tsv
	[ "$(wc -l <long.tsv)" -eq 2 ]
	[ "$(tail -n 1 long.tsv | cut -f 1 | wc -c)" -eq 3000001 ]
	[ "$(tail -n 1 long.tsv | cut -f 2 | wc -c)" -eq 6000001 ]
}

@test "more columns than a table may have are refused" {
	head -c 16384 /dev/zero | tr '\0' , >wide.csv
	refuses "$(cat wide.csv)\n" 1 'more than 16384 columns'
}
