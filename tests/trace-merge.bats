#!/usr/bin/env bats
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'ts_us dur_us name rank' '1.000 2.000 gemm 0' '4.000 1.000 add 0' >rank0.tsv
	tsv 'ts_us dur_us name rank' '1.500 1.000 gemm 1' '3.000 1.000 add 1' >rank1.tsv
}

# rows N SEED: a table of N rows in no order, many at the same time.
rows() {
	awk -v n="$1" -v seed="$2" 'BEGIN {
		srand(seed)
		print "ts_us\tdur_us\tname\trank"
		for (i = 0; i < n; i++)
			printf "%d.000\t%d.%03d\tk%d\t%d\n", rand() * n / 4, rand() * 3, rand() * 1000, rand() * 9, rand() * 12
	}'
}

# The order of the page, by other means: sort(1) sorts the rows of FILE...
reference() {
	head -n 1 "$1"
	for file; do sed 1d "$file"; done |
		awk -F '\t' '{ printf "%020.3f\t%020.3f\t%s\n", $1 + 1e9, 1e9 - $2, $0 }' |
		LC_ALL=C sort -s -t "$(printf '\t')" -k 1,1 -k 2,2 -k 3 | cut -f 3-
}

@test "manners: command line" {
	manners_command_line trace-merge
}

@test "manners: the page and --help agree" {
	manners_page trace-merge
	manners_examples trace-merge
}

@test "manners: filter" {
	manners_filter trace-merge rank0.tsv
	manners_filter trace-merge rank0.tsv --sort --number
}

@test "any order of rows and files gives the bytes of sort(1)" {
	for seed in 1 2 3; do
		for file in a b c; do rows 200 "$seed$file" >"$file"; done
		reference a b c >expected
		trace-merge --sort a b c | diff expected -
		trace-merge --sort c a b | diff expected -
		for file in a b c; do trace-merge --sort "$file" >"sorted-$file"; done
		trace-merge sorted-c sorted-a sorted-b | diff expected -
		trace-merge sorted-b sorted-c sorted-a | diff expected -
	done
}

@test "what does not fit into memory is sorted in temporary files, and these go" {
	rows 60000 7 >large
	mkdir scratch
	TMPDIR=$PWD/scratch trace-merge --sort --memory 1 large | cmp - <(trace-merge --sort large)
	[ "$(trace-merge --sort large | cksum)" = "$(reference large | cksum)" ]
	[ -z "$(ls -A scratch)" ]
	TMPDIR=/no/such/folder run -2 --separate-stderr trace-merge --sort --memory 1 large
	[[ $stderr == *"temporary file: No such file"*TMPDIR* ]] || fail "$stderr"
}

@test "more tables than are read at once, with few descriptors" {
	for i in $(seq 401); do
		printf 'ts_us\tname\n%d\tb\n%d\ta\n' "$((i * 7 % 401))" "$((i * 7 % 401 + 500))" >"t$i"
	done
	run -0 bash -c 'ulimit -n 256; trace-merge t*'
	[ "${#lines[@]}" -eq 803 ]
	assert_line --index 1 "$(printf '0\tb')"
	assert_line --index 802 "$(printf '900\ta')"
}

@test "a table that is not in order is refused, with its line" {
	tsv 'ts_us name' '1 a' '3 b' '2 c' >wrong
	run -2 --separate-stderr trace-merge wrong
	[[ $stderr == "trace-merge: wrong:4: earlier than the record before; --sort sorts: 2" ]] || fail "$stderr"
}

@test "a row without a time comes first, a bad time is an error" {
	tsv 'ts_us name' '- process_name' '- b' '0 a' >meta
	run -0 bash -c 'tsv() { cat; }; trace-merge meta | cut -f 2 | paste -s -d " "'
	assert_output "name b process_name a"
	tsv 'ts_us name' '1 a' 'x b' >bad
	run -2 --separate-stderr trace-merge bad
	[[ $stderr == "trace-merge: bad:3: "*x ]] || fail "$stderr"
	tsv 'ts_us dur_us name' '1 x a' >bad
	run -2 --separate-stderr trace-merge --sort bad
	[[ $stderr == "trace-merge: bad:2: "*x ]] || fail "$stderr"
}

@test "other columns, no column ts_us, a second column row" {
	tsv 'ts_us name' '1 a' >other
	run -2 --separate-stderr trace-merge rank0.tsv other
	[[ $stderr == "trace-merge: other: the columns differ from those of rank0.tsv" ]] || fail "$stderr"
	tsv 'name' 'a' >none
	run -2 --separate-stderr trace-merge none
	[[ $stderr == *"no column ts_us; trace-extract makes it" ]] || fail "$stderr"
	tsv 'ts_us row' '1 1' >row
	run -2 --separate-stderr trace-merge --number row
	[[ $stderr == *"--number: the input already has a column row" ]] || fail "$stderr"
}

@test "a header alone is a table" {
	head -n 1 rank0.tsv >none
	trace-merge none rank1.tsv none | diff rank1.tsv -
	trace-merge --sort none | diff none -
}
