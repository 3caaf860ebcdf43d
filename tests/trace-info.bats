load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	cat >one.json <<-'END'
	{"schemaVersion": 1, "deviceProperties": [ {"id": 0, "name": "GPU \"A\""} , {"id": 1, "name": ""}],
	 "distributedInfo": {"backend": "nccl", "rank": 3, "world_size": 8},
	 "traceEvents": [
	 {"ph": "X", "cat": "Kernel", "name": "a", "ts": 10.5, "dur": 2, "args": {"device": 0, "stream": 7}},
	 {"ph": "X", "cat": "kernel", "name": "b", "ts": 20, "dur": 1.25, "args": {"device": 0, "stream": 8}},
	 {"ph": "X", "cat": "kernel", "name": "a", "ts": 9, "dur": 0.001, "args": {"device": 1, "stream": 7}},
	 {"ph": "X", "cat": "cpu_op", "name": "op", "ts": 1, "dur": 100},
	 {"ph": "M", "name": "process_name", "pid": 1}],
	 "baseTimeNanoseconds": 1700000000000000000, "displayTimeUnit": "ms"}
	END
}

@test "manners of the command line" {
	manners_command_line trace-info
	manners_page trace-info
}

@test "all facts of a small trace" {
	run -0 --separate-stderr trace-info one.json
	[ -z "$stderr" ]
	diff <(cut -f2- <<<"$output") <(tsv 'key value' 'events 5' 'events_lost 0' 'damage -' \
		'complete_events 4' 'events.cpu_op 1' 'events.kernel 3' 'events.none 1' \
		'kernels 3' 'kernel_names 2' 'kernel_us 3.251' 'devices 2' 'streams 3' \
		'first_ts_us 1.000' 'last_end_us 101.000' 'span_us 100.000' \
		'gpu_first_ts_us 9.000' 'gpu_last_end_us 21.250' 'gpu_span_us 12.250' \
		'rank 3' 'world_size 8' 'backend nccl' 'gpu.0 GPU~"A"' 'gpu.1 -' 'meta.schemaVersion 1' \
		'meta.baseTimeNanoseconds 1700000000000000000' 'meta.displayTimeUnit ms')
	[ "$(sed 1d <<<"$output" | cut -f1 | sort -u)" = one.json ]
}

@test "several files, standard input, gzip" {
	run -0 trace-info one.json - <<<'[]'
	[ "$(sed 1d <<<"$output" | cut -f1 | uniq | tr '\n' ' ')" = "one.json - " ]
	diff <(trace-info - <one.json) <(gzip <one.json | trace-info)
}

@test "missing file, no trace, empty: 2, and the next file is read" {
	run -2 --separate-stderr trace-info /no/such/file one.json
	[ "$stderr" = "trace-info: /no/such/file: No such file or directory" ]
	[ "${#lines[@]}" -gt 20 ]
	run -2 --separate-stderr trace-info /dev/null
	[ "$stderr" = "trace-info: /dev/null: it is empty" ]
	run -2 trace-info <<<'{"nodes": []}'
}

@test "damage: exit 3, how much" {
	head -c 600 one.json >cut.json
	run -3 --separate-stderr trace-info cut.json
	assert_line "$(printf 'cut.json\tevents_lost\t1')"
	assert_line "$(printf 'cut.json\tdamage\tcut off inside an event')"
	[[ $stderr == *"cut.json: damaged"* ]]
	run -0 trace-info --exit-zero cut.json
}

@test "full and closed output" {
	run -2 bash -c 'trace-info one.json >/dev/full'
	assert_output --partial "cannot write standard output"
	run -2 bash -c 'trace-info one.json >&-'
}

@test "the page's examples" {
	gzip <one.json >trace.json.gz
	head -c 600 one.json | gzip >cut.json.gz
	run -0 bash -c "$(sed -n "/^trace-info trace/{s/\\\\e/\\\\/g;p}" "$TOP/man/trace-info.1")"
	assert_output "$(printf 'trace.json.gz\tkernels\t3\ntrace.json.gz\tkernel_names\t2\ntrace.json.gz\tkernel_us\t3.251')"
	run -0 --separate-stderr bash -c "$(sed -n "/^trace-info \*/{s/\\\\e/\\\\/g;p}" "$TOP/man/trace-info.1")"
	assert_output "$(printf 'cut.json.gz\tevents_lost\t1')"
}
