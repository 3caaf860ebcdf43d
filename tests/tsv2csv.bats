#!/usr/bin/env bats
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'cycle level reps coverage_pct name' '1 1 40 90.5 gemm<128,~64>' >cycles.tsv
}

# converts TSV CSV: printf formats; the TSV becomes the CSV, and back again.
converts() {
	# shellcheck disable=SC2059 # the arguments are formats
	diff -u <(printf "$2") <(printf "$1" | tsv2csv)
	# shellcheck disable=SC2059
	diff -u <(printf "$1") <(printf "$2" | csv2tsv)
}

@test "manners: command line" {
	manners_command_line tsv2csv
}

@test "manners: the page and --help agree" {
	manners_page tsv2csv
}

@test "manners: filter" {
	manners_filter tsv2csv cycles.tsv
}

@test "the page's examples" {
	manners_examples tsv2csv
}

@test "header only is a valid, empty table" {
	converts 'a\tb\n' 'a,b\n'
}

@test "quotes only where they are needed" {
	converts 'a\tb\n1\t2\n\t\n x \t#;=\n' 'a,b\n1,2\n,\n x ,#;=\n'
	converts 'a b\tc,d\nx, y\tsay "hi"\n' 'a b,"c,d"\n"x, y","say ""hi"""\n'
	converts '"\t,\n""\t,,\n' '"""",","\n"""""",",,"\n'
}

@test "escapes become what they stand for" {
	converts 'a\tb\nx\\ty\tC:\\\\dir\n' 'a,b\nx\ty,C:\\dir\n'
	converts 'a\tb\nx\\ny\t\\r\n\\r\\n\t\\n\n' 'a,b\n"x\ny","\r"\n"\r\n","\n"\n'
	converts 'a\\n\n\\\\n\n' '"a\n"\n\\n\n'
}

@test "an empty field alone is quoted, so that no line is empty" {
	converts 'a\n\nx\n\n' 'a\n""\nx\n""\n'
	converts '\nx\n' '""\nx\n'
	converts '\t\n\t\n' ',\n,\n'
}

@test "a name that begins like a byte order mark survives" {
	converts '\xef\xbb\xbfa\tb\n\xef\xbb\xbf1\t2\n' \
		'"\xef\xbb\xbfa",b\n\xef\xbb\xbf1,2\n'
}

@test "several files are one table" {
	run -0 tsv2csv cycles.tsv cycles.tsv
	[ "${#lines[@]}" -eq 3 ]
}

# hostile SEED COLUMNS: 400 records of fields put together from pieces that mean
# something to one of the formats.
hostile() {
	awk -v seed="$1" -v columns="$2" 'BEGIN {
		srand(seed)
		n = split("a|\"|\"\"|,|\\t|\\n|\\r|\\\\|\\r\\n| |  |=1+1|\357\273\277|\303\244|\360\237\230\200|;|\302\240|\357\277\275|0|-1.50|\\\\n|\047", piece, "|")
		for (i = 0; i <= 400; i++)
			for (j = 1; j <= columns; j++) {
				field = ""
				for (k = int(rand() * 5); k > 0; k--)
					field = field piece[1 + int(rand() * n)]
				printf "%s%s", field, j < columns ? "\t" : "\n"
			}
	}'
}

@test "any table comes back byte for byte" {
	for seed in 1 2 3 4 5 6 7 8; do
		for columns in 1 2 7; do
			hostile $seed $columns >table.tsv
			tsv2csv table.tsv | csv2tsv | cmp - table.tsv
		done
	done
}

@test "Python's csv module reads the same fields" {
	command -v python3 >/dev/null || skip "no python3"
	hostile 9 5 >table.tsv
	tsv2csv table.tsv >table.csv
	python3 - <<-'END'
		import csv, re
		escapes = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}
		tsv = [[re.sub(r"\\(.)", lambda m: escapes[m[1]], f) for f in l.split("\t")]
		       for l in open("table.tsv", newline="\n").read()[:-1].split("\n")]
		with open("table.csv", newline="") as f:
		    assert list(csv.reader(f, strict=True)) == tsv
	END
}
