# How any tool reads compressed input; by the example of trace-extract.

load helper

# Three kernels, whose names are $1 and a number.
trace() {
	printf '{"traceEvents":['
	for i in 1 2 3; do
		printf '{"ph":"X","cat":"kernel","name":"%s %s","ts":%s,"dur":1},' \
			"$1" "$i" "$i"
	done
	printf '{"ph":"M","name":"process_name","args":{"name":"python"}}]}\n'
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	trace a >a.json
	trace b >b.json
	trace-extract a.json >a.tsv
	{ cat a.tsv; trace-extract b.json | sed 1d; } >ab.tsv
	gzip -k a.json b.json
	size=$(wc -c <a.json.gz)
}

# Changes the byte at place $2 of the file $1.
spoil() {
	local byte
	byte=$(od -An -tu1 -j "$2" -N 1 "$1")
	printf "\\$(printf %o $((byte ^ 255)))" |
		dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

# A trace of 20,000 kernels, 2 MB.
long_trace() {
	awk 'BEGIN {
		print "{\"traceEvents\":["
		for (i = 1; i <= 20000; i++)
			printf "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"kernel %d\",\"ts\":%d,\"dur\":%d,\"args\":{\"stream\":7}},\n", i % 97, i * 10, i % 7
		print "{}]}"
	}'
}

# tells STATUS EXPECTED MESSAGE FILE: what trace-extract makes of the file, and
# of the same bytes on standard input.
tells() {
	local expected
	read -r -d '' expected <"$2" || true
	expect "$@" "trace-extract: $4: *$3*" "$4"
	expect "$@" "*$3*" <"$4"
}

# Starts no program but trace-extract.
expect() {
	local status=0 output message
	trace-extract "${@:6}" >out 2>err || status=$?
	read -r -d '' output <out || true
	read -r -d '' message <err || true
	[ "$status" -eq "$1" ] || fail "$4: status $status: $message"
	[ "$output" = "$expected" ] || fail "$4: $output"
	# shellcheck disable=SC2053 # it is a pattern
	[[ $message == $5 ]] || fail "$4: $message"
}

@test "gzip: members are one stream, also empty ones, padding is none" {
	gzip </dev/null >empty.gz
	cat empty.gz a.json.gz empty.gz b.json.gz empty.gz >ab.gz
	head -c 1000 /dev/zero >>ab.gz
	run -0 --separate-stderr trace-extract ab.gz
	[ "$output" = "$(cat ab.tsv)" ]
	[ -z "$stderr" ]
}

@test "gzip: every byte of a trailer is checked, and costs no other member" {
	for back in 1 2 3 4 5 6 7 8; do
		cat a.json.gz b.json.gz >first.gz
		cp first.gz second.gz
		spoil first.gz $((size - back))
		spoil second.gz $(($(wc -c <second.gz) - back))
		fault="wrong checksum"
		[ $back -gt 4 ] || fault="wrong length"
		tells 3 ab.tsv "$fault" first.gz
		tells 3 ab.tsv "$fault" second.gz
	done
}

@test "gzip: cut in a header, in the data, in the trailer; garbage behind" {
	for n in 1 9 12 $((size - 1)); do
		{ cat a.json.gz; head -c "$n" b.json.gz; } >cut.gz
		run -3 --separate-stderr trace-extract cut.gz
		[[ $output == "$(cat a.tsv)"* ]] || fail "$n: $output"
		fault="end too early"
		[ "$n" -gt 1 ] || fault="garbage after the gzip data"
		[[ $stderr == *"$fault"* ]] || fail "$n: $stderr"
	done
	{ cat a.json.gz; cat b.json; } >garbage.gz
	tells 3 a.tsv "damaged: garbage after the gzip data" garbage.gz # of a whole trace none is lost
	{ head -c -2 a.json | gzip; cat b.json; } >garbage.gz
	tells 3 a.tsv "damaged: at least * lost; garbage after the gzip data" garbage.gz
}

# What is missing of a member is decoded out of the next one.
@test "gzip: a member that is cut or has a damaged header costs no other" {
	long_trace | sed 2002,20001d >long.json
	split -n l/3 long.json part-
	last=$(($(grep -c '"ts"' part-ac) - 2)) # the first ones may be joined to what is before
	trace-extract long.json | tail -n "$last" >expected
	gzip -9 part-a?
	size=$(wc -c <part-ab.gz)
	mv part-ab.gz whole.gz
	for n in 4 9 13 400 $((size / 3)) $((size - 9)) $((size - 3)) head type extra; do
		case $n in
		head) { printf x && tail -c +2 whole.gz; } >part-ab.gz ;;
		type) { printf '\37\213\7' && tail -c +4 whole.gz; } >part-ab.gz ;;
		extra) { printf '\37\213\10\4\0\0\0\0\0\3\377\377' && tail -c +11 whole.gz; } >part-ab.gz ;;
		*) head -c "$n" whole.gz >part-ab.gz ;;
		esac
		cat part-a?.gz >cut.gz
		trace-extract -q cut.gz >out 2>err && fail "cut at $n: status 0" || [ "$?" -eq 3 ]
		tail -n "$last" out | cmp - expected || fail "cut at $n: $(cat err)"
		trace-extract -q --threads 1 <cut.gz 2>/dev/null | cmp - out || fail "cut at $n: another output"
		[ "$n" != head ] || continue # it is no gzip any more
		cat part-ab.gz part-ac.gz >cut.gz
		trace-extract -q cut.gz 2>err | tail -n "$last" | cmp - expected || fail "begins with it, cut at $n: $(cat err)"
	done
}

@test "UTF-16 is named, with the command that makes UTF-8 of it" {
	printf '{"traceEvents":[]}' >trace.json
	printf 'ts_us\tname\n' >table.tsv
	printf 'a,b\n' >table.csv
	for form in UTF-16 UTF-16LE UTF-16BE; do
		for file in trace.json table.tsv table.csv; do
			iconv -f UTF-8 -t $form $file >wide
			for tool in trace-extract trace-info trace-stats csv2tsv; do
				run -2 --separate-stderr $tool wide
				[ "$stderr" = "$tool: wide: it is UTF-16; iconv -f $form -t UTF-8 makes it UTF-8" ] || fail "$stderr"
			done
			iconv -f $form -t UTF-8 wide | cmp - $file
		done
	done
	printf '\376\377\0{\0}' | gzip >wide.gz
	run -2 trace-extract - <wide.gz
	assert_output "trace-extract: standard input: it is UTF-16; iconv -f UTF-16 -t UTF-8 makes it UTF-8"
}

@test "gzip of which nothing can be read: 2, and why" {
	: >nothing
	for n in 2 3 9 10 15; do
		head -c "$n" a.json.gz >cut.gz
		tells 2 nothing "end too early" cut.gz
	done
	printf '\037\213\010\340\0\0\0\0\0\003' >flags.gz
	tells 2 nothing "header of unknown kind" flags.gz
	printf '\037\213\007\0\0\0\0\0\0\003' >method.gz
	tells 2 nothing "header of unknown kind" method.gz
	printf '\037\213\010\0\0\0\0\0\0\003\377\377' >data.gz
	tells 2 nothing "corrupt" data.gz
}

@test "zip: stored, deflated, described, 64-bit, behind a folder; also as standard input" {
	header=$(head -n 1 a.tsv)
	for zip in "$BATS_TEST_DIRNAME"/fuzz/seeds/input/*.zip; do
		run -1 --separate-stderr trace-extract -q "$zip"
		[ "$output" = "$header" ] || fail "$zip: $output"
		[ -z "$stderr" ] || fail "$zip: $stderr"
		run -1 --separate-stderr trace-extract -q <"$zip"
		[ "$output" = "$header" ] || fail "$zip: $output"
	done
	command -v zip >/dev/null || skip "no zip to make longer ones"
	long_trace >long.json
	trace-extract long.json >long.tsv
	zip -q deflated.zip long.json
	zip -q -0 stored.zip long.json
	zip -q - long.json | cat >described.zip
	zip -q -fz - - <long.json | cat >zip64.zip
	for zip in *.zip; do
		trace-extract "$zip" | cmp - long.tsv
		trace-extract <"$zip" | cmp - long.tsv
	done
}

@test "zip: what cannot be read is named; what is damaged is told" {
	seed="$BATS_TEST_DIRNAME/fuzz/seeds/input"
	header=$(head -n 1 a.tsv)
	: >nothing
	printf 'PK\5\6\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' >empty.zip
	tells 2 nothing "the zip archive holds no files" empty.zip
	cp "$seed/deflated.zip" encrypted.zip
	printf '\001' | dd of=encrypted.zip bs=1 seek=6 conv=notrunc status=none
	tells 2 nothing "the zip archive is encrypted" encrypted.zip
	cp "$seed/deflated.zip" bzip2.zip
	printf '\014' | dd of=bzip2.zip bs=1 seek=8 conv=notrunc status=none
	tells 2 nothing "is not deflated" bzip2.zip
	cp "$seed/stored.zip" unknown.zip
	printf '\010' | dd of=unknown.zip bs=1 seek=6 conv=notrunc status=none
	printf '\0\0\0\0' | dd of=unknown.zip bs=1 seek=18 conv=notrunc status=none
	tells 2 nothing "does not give the length" unknown.zip
	head -n 1 a.tsv >header
	for at in 14 22; do
		cp "$seed/deflated.zip" spoilt.zip
		spoil spoilt.zip "$at"
		tells 3 header "wrong" spoilt.zip
	done
	head -c 63 "$seed/deflated.zip" >cut.zip
	tells 3 header "end too early" cut.zip
	command -v zip >/dev/null || skip "no zip to pack two files"
	zip -q two.zip a.json b.json
	tells 3 a.tsv "several files; only the first was read" two.zip
}

@test "a table inside a zip archive is read as well" {
	command -v zip >/dev/null || skip "no zip"
	zip -q a.zip a.tsv
	tsv2csv a.zip | cmp - <(tsv2csv a.tsv)
}

@test "long input: one CPU or several, the same bytes and the same faults" {
	long_trace >long.json
	trace-extract long.json >long.tsv
	gzip -k long.json
	one=
	! command -v taskset >/dev/null || one="taskset -c 0"
	# shellcheck disable=SC2086 # a command and its options
	for alone in "" $one; do
		[ "$alone" = "" ] || alone=$one
		$alone trace-extract long.json.gz | cmp - long.tsv
		$alone trace-extract <long.json.gz | cmp - long.tsv
	done
	cat long.json.gz a.json.gz >two.gz
	spoil two.gz $(($(wc -c <long.json.gz) - 8))
	run -3 --separate-stderr trace-extract two.gz
	[ "$(tail -n 3 <<<"$output")" = "$(sed 1d a.tsv)" ]
	[[ $stderr == *"wrong checksum"* ]] || fail "$stderr"
}

@test "long input: a reader that leaves early ends it" {
	long_trace | gzip >long.gz
	run -0 bash -c 'trace-extract long.gz | head -n 2; exit 0'
	[ "${#lines[@]}" -eq 2 ]
	run -0 bash -c '{ cat long.gz; } | trace-extract | head -n 2; exit 0'
	[ "${#lines[@]}" -eq 2 ]
}

# has_zstd: whether there are such data, and a program that can read them.
has_zstd() {
	command -v zstd >/dev/null || return
	zstd -qc a.json >a.json.zst
	run trace-extract -q a.json.zst
	[ "$status" -eq 0 ]
}

@test "zstd: frames are one stream, also empty ones; cut off, damaged, garbage behind" {
	has_zstd || skip "no zstd, or built without libzstd"
	long_trace >long.json
	zstd -q --long=31 long.json -o long.zst
	trace-extract long.json | cmp - <(trace-extract long.zst)
	zstd -qc b.json >b.json.zst
	zstd -q </dev/null >empty.zst
	printf '\x50\x2a\x4d\x18\x04\x00\x00\x00skip' >skippable.zst
	cat skippable.zst empty.zst a.json.zst empty.zst skippable.zst b.json.zst empty.zst >ab.zst
	head -c 1000 /dev/zero >>ab.zst
	trace-extract ab.zst | cmp - ab.tsv
	trace-extract <ab.zst | cmp - ab.tsv
	{ cat a.json.zst; echo x; } >garbage.zst
	tells 3 a.tsv "damaged: garbage after the zstd data" garbage.zst
	for n in 5 12 $(($(wc -c <b.json.zst) - 1)); do
		{ cat a.json.zst; head -c "$n" b.json.zst; } >cut.zst
		run -3 --separate-stderr trace-extract cut.zst
		[[ $output == "$(cat a.tsv)"* && $stderr == *"end too early"* ]] || fail "$n: $output $stderr"
	done
	{ cat a.json.zst b.json.zst; } >checksum.zst
	spoil checksum.zst $(($(wc -c <checksum.zst) - 1))
	tells 3 ab.tsv "wrong checksum" checksum.zst
	{ head -c 100000 long.json; echo ']}'; } | zstd -q >last.zst
	trace-extract -q --exit-zero last.zst >last.tsv 2>/dev/null
	spoil last.zst $(($(wc -c <last.zst) - 1))
	tells 3 last.tsv "wrong checksum" last.zst
	: >nothing
	head -c 300000000 /dev/zero | zstd -q --long=31 >window.zst
	tells 2 nothing "a window above 128 MiB: zstd -dc --long=31 FILE" window.zst
}

@test "zlib and ISA-L pass the same tests, those of damaged gzip, too" {
	variant=$(basename "$TRACE_UTILS_BUILD")
	case $variant in with-*) skip "this is one of them" ;; esac
	read -r linked <"$TRACE_UTILS_BUILD/inflate"
	other=zlib
	if [ "$linked" = zlib ]; then
		other=isal
		echo '#include <isa-l/igzip_lib.h>' | ${CC:-cc} -E - >/dev/null 2>&1 || skip "no ISA-L"
	fi
	cd "$TOP"
	build=build/$variant/with-$other
	units=(input damage)
	[[ $variant == sanitize* ]] || units+=(zip)
	run -0 env -u MAKEFLAGS -u MAKELEVEL make -s V="$variant" LTO=-fno-lto WITH_ISAL="$([ $linked = zlib ] || echo 1)" \
		"$build"/bin/{trace-extract,tsv2csv} "${units[@]/#/$build/test/test_}"
	for program in bin/trace-extract test/test_damage; do
		ldd "$build/$program" >"$BATS_TEST_TMPDIR/libraries"
		case $other in
		isal) grep -q libisal "$BATS_TEST_TMPDIR/libraries" ;;
		zlib) run ! grep -q libisal "$BATS_TEST_TMPDIR/libraries" ;;
		esac
	done
	for unit in "${units[@]}"; do
		run -0 "$build/test/test_$unit"
		refute_line --regexp '^not ok'
	done
	case $variant in sanitize*) return ;; esac # the programs above have been through it
	# bats within bats: it must not take itself for the outer one.
	run env -i PATH="${PATH//"$BATS_LIBEXEC:"/}" HOME="$HOME" BATS_LIB_PATH="$BATS_LIB_PATH" \
		TRACE_UTILS_BUILD="$TOP/$build" bats -f 'zip' tests/input.bats
	[ "$status" -eq 0 ] || fail "$output"
}
