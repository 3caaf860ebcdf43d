#!/usr/bin/env bats
# Exports of Nsight Systems. What is in tests/nsys.sql is also the seed of the fuzzer;
# versions, damage and tables that are none are tested in tests/unit/test_nsys.c.
load helper

setup() {
	trace-extract --formats | grep -q '^sqlite' || skip "built without libsqlite3"
	cd "$BATS_TEST_TMPDIR" || return
	cp "$TOP/tests/fuzz/seeds/sqlite/nsys.sqlite" mini.sqlite
}

@test "every kind of row is an event" {
	run -0 --separate-stderr trace-extract -q -c all -a gridY -a bytes mini.sqlite
	[ -z "$stderr" ]
	diff -u - <(cut -f 1-5,7-11,13-14 <<<"$output") <<-END
	$(tsv 'ts_us dur_us name cat ph pid tid device stream correlation gridy bytes' \
		'10.500 2.001 void~gemm<float,~128>(float~*,~int) kernel X 100 - 1 7 11 1 -' \
		'13.000 0.004 void~gemm<float,~128>(float~*,~int) kernel X 100 - 1 7 12 2 -' \
		'10.600 2.000 gemm kernel X 200 - 0 7 200/11 1 -' \
		'9.000 0.750 Memcpy~HtoD gpu_memcpy X 100 - 1 7 10 - 4096' \
		'14.000 0.100 Memcpy~DtoD gpu_memcpy X 100 - 1 8 13 - 64' \
		'15.000 0.100 Memcpy gpu_memcpy X 100 - 1 8 14 - 64' \
		'16.000 0.001 Memset gpu_memset X 100 - 1 7 15 - 256' \
		'20.000 10.000 CUDA~graph~3 kernel X 100 - 1 7 16 - -' \
		'31.000 1.000 Synchronize:~stream cuda_sync X 100 - 1 7 17 - -' \
		'8.000 0.100 cudaMemcpyAsync cuda_runtime X 100 101 - - 10 - -' \
		'10.000 0.050 cudaLaunchKernel cuda_runtime X 100 101 - - 11 - -' \
		'10.000 0.040 cudaLaunchKernel cuda_runtime X 200 201 - - 200/11 - -' \
		'15.900 0.050 cudaMemsetAsync cuda_runtime X 100 101 - - 15 - -' \
		'19.000 0.500 cudaGraphLaunch cuda_runtime X 100 101 - - 16 - -' \
		'7.000 10.000 decode~step user_annotation X 100 101 - - - - -' \
		'7.500 - token user_annotation i 100 101 - - - - -' \
		'18.000 - never~ends user_annotation B 100 101 - - - - -')
	END
}

@test "from a pipe, compressed, by its format: the same; the file is as it was" {
	trace-extract -c all mini.sqlite >expected
	trace-extract -c all <mini.sqlite | cmp expected -
	gzip -c mini.sqlite >mini.sqlite.gz
	trace-extract -c all mini.sqlite.gz | cmp expected -
	cp mini.sqlite 'odd ?#%41.json'
	trace-extract -c all --format sqlite 'odd ?#%41.json' | cmp expected -
	cmp mini.sqlite "$TOP/tests/fuzz/seeds/sqlite/nsys.sqlite"
	run -0 find . -name '*-wal' -o -name '*-journal' -o -name '*-shm'
	[ -z "$output" ]
	TMPDIR=/no/such run -2 --separate-stderr trace-extract mini.sqlite.gz
	[ "$stderr" = "trace-extract: mini.sqlite.gz: cannot make a temporary file" ]
}

@test "kernels have their launches and annotations, of two processes each its own" {
	trace-extract -c gpu,host mini.sqlite | trace-link -q >linked
	awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
		{ print $c["name"], $c["pid"], $c["launch_ts_us"], $c["annotation"] }' linked | sort >got
	grep -q '^gemm 200 10.000 ' got
	grep -qx 'void gemm<float, 128>(float \*, int) 100 10.000 decode step' got
	grep -qx 'CUDA graph 3 100 19.000 .*' got
	run -0 trace-info mini.sqlite
	assert_line $'mini.sqlite\tformat\tsqlite'
	assert_line $'mini.sqlite\tgpu.1\tNVIDIA H100 80GB HBM3'
	assert_line $'mini.sqlite\tversion.nsys_schema\t3.28.1'
	assert_line $'mini.sqlite\tmeta.baseTimeNanoseconds\t1700000000000000000'
}

@test "changes that are not in the file yet, beside it: 3, and which" {
	printf 'x' >mini.sqlite-wal
	run -3 --separate-stderr trace-extract -q mini.sqlite
	[[ $stderr == *": damaged: the newest rows may be missing: they are in its -wal file"* ]]
	ln -s mini.sqlite link.sqlite
	run -3 --separate-stderr trace-extract link.sqlite
	[[ $stderr == *"link.sqlite: damaged: the newest rows may be missing"* ]]
	rm mini.sqlite-wal link.sqlite
	printf '\xd9\xd5\x05\xf9\x20\xa1\x63\xd7and more' >mini.sqlite-journal
	run -3 --separate-stderr trace-extract -q mini.sqlite
	[[ $stderr == *": damaged: a change was not finished: there is a -journal file"* ]]
	head -c 512 /dev/zero >mini.sqlite-journal # one that is kept for later
	: >mini.sqlite-wal
	run -0 --separate-stderr trace-extract -q mini.sqlite
	[ -z "$stderr" ]
}

@test "cut off, or a table that has lost its name: status 3 and what is whole; another database: 2" {
	head -c 9900 mini.sqlite >cut.sqlite
	run -3 --separate-stderr trace-extract -q -c all cut.sqlite
	[[ $stderr == *"cut off: pages are missing at the end" ]]
	trace-extract -c all mini.sqlite >whole
	cat mini.sqlite mini.sqlite >more.sqlite
	{ gzip -c mini.sqlite; echo x; } >more.sqlite.gz
	for file in more.sqlite:"other data after the database" more.sqlite.gz:"garbage after the gzip data"; do
		run -3 --separate-stderr trace-extract -c all "${file%%:*}"
		[[ $output == "$(cat whole)" && $stderr == *"damaged: ${file#*:}" ]] || fail "$stderr"
	done
	LC_ALL=C sed 's/tableCUPTI_ACTIVITY_KIND_MEMCPY/tableCUPTI_ACTIVITY_KIND_MEMSPY/' mini.sqlite >named.sqlite
	run -3 --separate-stderr trace-extract -q -c all named.sqlite
	[[ $stderr == *"damaged: pages of the database are damaged: rows may be missing" ]]
	head -c 300 mini.sqlite >cut.sqlite
	run -2 trace-extract cut.sqlite
	command -v python3 >/dev/null || skip "no python3"
	python3 -c 'import sqlite3
d = sqlite3.connect("other.sqlite"); d.execute("CREATE TABLE t (a)"); d.commit()'
	run -2 --separate-stderr trace-extract other.sqlite
	[[ $stderr == *"an SQLite database, but not one from Nsight Systems or rocprofv3"* ]]
}

@test "databases of nvprof and rocmProfileData are named: 2" {
	command -v python3 >/dev/null || skip "no python3"
	python3 -c 'import sqlite3
d = sqlite3.connect("nvprof.nvvp")
d.execute("CREATE TABLE StringTable (_id_ INTEGER, value TEXT)")
d.execute("CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (cbid INTEGER, start INTEGER, end INTEGER)")
d.commit()
d = sqlite3.connect("trace.rpd")
d.execute("CREATE TABLE rocpd_api_ops (id INTEGER, api_id INTEGER, op_id INTEGER)")
d.commit()'
	run -2 --separate-stderr trace-extract nvprof.nvvp
	[ "$stderr" = "trace-extract: nvprof.nvvp: an SQLite database of nvprof, whose successor nsys is read" ]
	run -2 --separate-stderr trace-extract trace.rpd
	[[ $stderr == "trace-extract: trace.rpd: an SQLite database of rocmProfileData: its rpd2tracing.py"* ]] || fail "$stderr"
}
