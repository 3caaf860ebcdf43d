#!/usr/bin/env bats
load helper

setup() {
	command -v xlsx2tsv >/dev/null || skip "built without expat"
	cd "$BATS_TEST_TMPDIR" || return
	printf 'name\tcount\tus\tnote\ngemm<8> & "x"\t3\t1.25\t\nadd\\n\\ttwo\t-4\t0.5\tlast ü\n\t\t\tgap\n' >t.tsv
	csv2xlsx -o book.xlsx first=t.tsv 'a & b'=<(printf 'x,y\n1,"two, three"\n')
}

@test "manners: command line" {
	manners_command_line xlsx2tsv
}

@test "manners: the page and --help agree, its examples are right" {
	manners_page xlsx2tsv
	manners_examples xlsx2tsv
}

@test "manners: input and output" {
	run -2 --separate-stderr xlsx2tsv /no/such/file
	[ "$stderr" = "xlsx2tsv: /no/such/file: No such file or directory" ]
	run -2 xlsx2tsv /dev/null
	assert_output "xlsx2tsv: /dev/null: not a zip file"
	run -2 xlsx2tsv /
	assert_output --partial "Is a directory"
	diff <(xlsx2tsv book.xlsx) <(xlsx2tsv <book.xlsx)
	run -2 bash -c 'xlsx2tsv book.xlsx >/dev/full'
	assert_output --partial "cannot write standard output"
	run -2 xlsx2tsv book.xlsx book.xlsx
	assert_output --partial "takes one workbook"
}

@test "what csv2xlsx wrote comes back" {
	xlsx2tsv book.xlsx | diff -u t.tsv -
	xlsx2tsv -s first book.xlsx | diff -u t.tsv -
	diff -u <(printf 'x\ty\n1\ttwo, three\n') <(xlsx2tsv -s 'a & b' book.xlsx)
	diff <(printf 'first\na & b\n') <(xlsx2tsv -l book.xlsx)
	run -2 xlsx2tsv -s none book.xlsx
	assert_output "xlsx2tsv: book.xlsx: there is no sheet 'none'"
}

# make_book SHEET [SHARED]: a workbook with that XML.
make_book() {
	command -v python3 >/dev/null || skip "no python3"
	python3 - "$@" <<'END'
import sys, zipfile
z = zipfile.ZipFile("made.xlsx", "w", zipfile.ZIP_DEFLATED)
z.writestr("xl/workbook.xml", '<workbook xmlns:r="x"><sheets><sheet name="s" r:id="rId7"/></sheets></workbook>')
z.writestr("xl/_rels/workbook.xml.rels", '<Relationships><Relationship Id="rId7" Target="/xl/worksheets/deep.xml"/></Relationships>')
z.writestr("xl/worksheets/deep.xml", "<worksheet><sheetData>" + sys.argv[1] + "</sheetData></worksheet>")
if len(sys.argv) > 2:
    z.writestr("xl/sharedStrings.xml", sys.argv[2])
z.close()
END
}

@test "characters that a workbook has escaped, and texts like an escape, come back" {
	printf '%s\n' $'k\tv' $'_x0041_\t_x12_' $'a\\rb\tc\\r\\nd' $'_x005F_\t_xD800_' $'_x_\t_' >x.tsv
	csv2xlsx -o x.xlsx x.tsv
	xlsx2tsv x.xlsx | diff x.tsv -
}

@test "shared strings in runs, gaps, formulas, kinds of cells" {
	local sheet='<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>c</t><rPh><t>no</t></rPh></is></c></row>
		<row r="2"><c r="B2" t="str"><f>1+1</f><v>text</v></c></row>
		<row r="4"><c><v>1e-05</v></c><c t="b"><v>1</v></c><c r="C4" t="s"><v>1</v></c><c r="D4" s="2"/></row>' \
		shared='<sst><si><r><t>one </t></r><r><t>two</t></r><rPh><t>no</t></rPh></si><si><t>&lt;x&gt;</t></si></sst>'
	make_book "$sheet" "$shared"
	printf 'one two\t\tc\n\ttext\t\n\t\t\n1e-05\t1\t<x>\n' | diff -u - <(xlsx2tsv made.xlsx)
	local prefixed='s,<\(/*\),<\1x:,g' # as the SDK of Office writes each name
	make_book "$(sed "$prefixed" <<<"$sheet")" "$(sed "$prefixed" <<<"$shared")"
	printf 'one two\t\tc\n\ttext\t\n\t\t\n1e-05\t1\t<x>\n' | diff -u - <(xlsx2tsv made.xlsx)
}

@test "rows without cells are empty records between others, and nothing around them" {
	tsv 'a b' '1 x' '- -' '2 y' '- -' >gap.tsv
	csv2xlsx -o gap.xlsx gap.tsv
	xlsx2tsv gap.xlsx | diff -u <(head -n 4 gap.tsv) -
	make_book '<row r="1"/><row r="3"><c><v>1</v></c><c><v>2</v></c></row><row r="4"/>
		<row r="6"><c><v>3</v></c></row><row r="2"><c><v>4</v></c></row><row/><row r="100"/>'
	printf '1\t2\n\t\n\t\n3\t\n4\t\n' | diff -u - <(xlsx2tsv made.xlsx)
	make_book '<row r="1"><c><v>1</v></c></row><row r="1048576"><c><v>2</v></c></row>'
	[ "$(xlsx2tsv made.xlsx | wc -l)" -eq 1048576 ]
	make_book '<row r="1"><c><v>1</v></c></row><row r="1048577"><c><v>2</v></c></row>'
	run -2 xlsx2tsv made.xlsx
	assert_output --partial "a row beyond the last one of a sheet"
}

@test "what is no workbook, or a damaged one" {
	make_book '<row r="1"><c r="A1"><v>1</v></c></row><row><c r="B2"><v>2</v></c></row>'
	run -2 --separate-stderr xlsx2tsv made.xlsx
	[ "$stderr" = "xlsx2tsv: made.xlsx: row 2: 2 cells, the header has 1: this sheet is not a table; --list prints all names" ]
	make_book ''
	run -2 xlsx2tsv made.xlsx
	assert_output --partial "the sheet is empty"
	make_book '<row><c t="s"><v>9</v></c></row>'
	run -2 xlsx2tsv made.xlsx
	assert_output --partial "a missing shared string"
	make_book '<row>'
	run -2 xlsx2tsv made.xlsx
	assert_output --partial "broken XML"
	make_book '<row><c r="A1"><v>1</v></c></row>' '<!DOCTYPE x [<!ENTITY a "b">]><sst/>'
	run -2 xlsx2tsv made.xlsx
	assert_output --partial "a document type in the workbook"
	head -c 3000 book.xlsx >cut.xlsx
	run -2 xlsx2tsv cut.xlsx
	assert_output --partial "not a zip file"
	python3 -c 'b = bytearray(open("book.xlsx", "rb").read())
for i in range(40, len(b) - 1500, 97): b[i] ^= 255
open("bad.xlsx", "wb").write(b)'
	run -2 xlsx2tsv bad.xlsx
	assert_output --regexp 'zip file|XML'
}

@test "reports as workbooks are compared like folders of CSV" {
	mkdir a b
	printf 'type,time ms,percent\nbusy_time,2,40\ntotal_time,5,100\n' >a/gpu_timeline.csv
	printf 'type,time ms,percent\nbusy_time,3,60\ntotal_time,5,100\n' >b/gpu_timeline.csv
	csv2xlsx -o a.xlsx a/gpu_timeline.csv
	csv2xlsx -o b.xlsx b/gpu_timeline.csv
	compare_perf_reports_pytorch -d books a.xlsx b.xlsx
	compare_perf_reports_pytorch -d folders a b
	diff -r books folders
}

@test "sizes of 4 GiB and more are too large, not damage" {
	command -v python3 >/dev/null || skip "no python3 to change a workbook"
	tsv 'name dur_us' 'a 1.000' >a.tsv
	csv2xlsx -o book.xlsx a.tsv
	cat >change.py <<-'END'
	import sys
	book = bytearray(open("book.xlsx", "rb").read())
	entry = book.index(b"PK\1\2")
	at = {"place": entry + 42, "packed": entry + 20, "directory": book.index(b"PK\5\6") + 16}[sys.argv[1]]
	while sys.argv[1] != "directory" and entry >= 0: # of every member
	    book[at:at + 4] = b"\xff" * 4
	    entry, last = book.find(b"PK\1\2", entry + 4), entry
	    at += entry - last
	book[at:at + 4] = b"\xff" * 4 if sys.argv[1] == "directory" else book[at:at + 4]
	open("large.xlsx", "wb").write(book)
	END
	for number in place packed directory; do
		python3 change.py $number
		run -2 --separate-stderr xlsx2tsv large.xlsx
		[[ $stderr == "xlsx2tsv: large.xlsx: "*"too large"* ]] || fail "$number: $stderr"
	done
}

@test "two cells in one column of a row: an error" {
	command -v python3 >/dev/null || skip "no python3"
	python3 - <<-'END'
	import zipfile
	old, new = zipfile.ZipFile("book.xlsx"), zipfile.ZipFile("twice.xlsx", "w")
	for name in old.namelist():
	    data = old.read(name)
	    if name.endswith("sheet1.xml"):
	        data = data.replace(b'r="B2"', b'r="A2"')
	    new.writestr(name, data)
	new.close()
	END
	run -2 --separate-stderr xlsx2tsv twice.xlsx
	[ "$stderr" = "xlsx2tsv: twice.xlsx: a row has two cells in one column" ]
}

@test "a sheet that inflates a thousandfold needs no more memory" {
	not_with_sanitizers "the sanitizers take what memory they want"
	command -v python3 >/dev/null || skip "no python3"
	python3 - <<-'END'
	import zipfile
	old, new = zipfile.ZipFile("book.xlsx"), zipfile.ZipFile("big.xlsx", "w", zipfile.ZIP_DEFLATED)
	for name in old.namelist():
	    data = old.read(name)
	    new.writestr(name, data.replace(b"</sheetData>", b" " * 100000000 + b"</sheetData>"))
	new.close()
	END
	run -0 bash -c "ulimit -v 40000; xlsx2tsv big.xlsx | head -1"
	assert_output "$(head -1 t.tsv)"
}
