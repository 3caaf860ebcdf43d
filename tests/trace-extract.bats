load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	turn=0
	cat >one.json <<-'END'
	{
	  "schemaVersion": 1,
	  "distributedInfo": {"rank": 3, "world_size": 8},
	  "traceEvents": [
	  {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 9, "tid": 8,
	   "ts": 100.000, "dur": 50.5,
	   "args": {"External id": 7, "Input Dims": [[2, 3], [ ]], "Concrete Inputs": ["", "a b"]}},
	  {"ph": "X", "cat": "kernel", "name": "gemm{lambda()#1}<int, 2>", "pid": 0, "tid": 7,
	   "ts": 1234567890123.457, "dur": 2.001,
	   "args": {"device": 1, "stream": 3, "correlation": 12, "External id": 7, "grid": [1, 2, 3]}},
	  {"ph": "X", "cat": "Kernel", "name": "tab\there \"q\" back\\slash \u00e9\u20ac\ud83d\ude00", "pid": 5, "tid": "stream 6",
	   "ts": "20", "dur": 1, "args": {"external id": "x"}},
	  {"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy", "pid": 0, "tid": 7, "ts": 10, "dur": 0, "args": {}},
	  {"ph": "M", "name": "process_name", "pid": 5, "ts": 0, "args": {"name": "python"}},
	  {"ph": "s", "id": 12, "cat": "async", "name": "ac2g", "pid": 9, "tid": 8, "ts": 99}
	  ],
	  "displayTimeUnit": "ms"
	}
	END
}

# The first event of a trace of one event; $1 is the JSON of the event.
one_event() {
	printf '{"traceEvents":[%s]}' "$1" | trace-extract -c all | sed 1d
}

@test "manners of the command line" {
	manners_command_line trace-extract
	manners_page trace-extract
}

@test "missing file, directory, empty file, no JSON: 2, and the next file is read" {
	run -2 --separate-stderr trace-extract /no/such/file
	[ "$stderr" = "trace-extract: /no/such/file: No such file or directory" ]
	[ -z "$output" ]
	run -2 --separate-stderr trace-extract /
	[ "$stderr" = "trace-extract: /: Is a directory" ]
	run -2 --separate-stderr trace-extract /dev/null
	[ "$stderr" = "trace-extract: /dev/null: it is empty" ]
	run -2 --separate-stderr trace-extract <<<"event"
	[[ $stderr == "trace-extract: standard input: it does not begin like JSON or another format"* ]]
	run -2 --separate-stderr trace-extract -q /no/such/file one.json
	[ "${#lines[@]}" -eq 3 ]
}

@test "--formats lists the formats; --format overrides what the first bytes say" {
	run -0 --separate-stderr trace-extract --formats
	[ "${lines[0]}" = $'format\tfiles' ]
	for word in perfetto xplane rocprofv3-csv rocprofv3-json chrome; do
		assert_line --regexp "^$word"$'\t'
		trace-extract --format "$word" -q one.json >out 2>err && status=0 || status=$?
		case $word:$status:$(wc -l <out) in
		chrome:0:3 | [!c]*:[23]:[01]) ;; # in another format it has no event
		*) fail "$word: status $status, $(wc -l <out) lines" ;;
		esac
	done
	trace-extract one.json | cmp - <(trace-extract --format chrome one.json)
	run -2 --separate-stderr trace-extract --format chrome "$TOP/tests/fuzz/seeds/pftrace/mini.pftrace"
	run -2 --separate-stderr trace-extract --format jpeg one.json
	[[ $stderr == *"--format jpeg: no such format; --formats lists them"* ]]
	run -2 bash -c 'trace-extract --formats >/dev/full'
	trace-info "$TOP/tests/fuzz/seeds/pftrace/mini.pftrace" | grep -qx $'.*\tformat\tperfetto'
}

@test "kernels, old and new spelling, with every column" {
	run -0 --separate-stderr trace-extract one.json
	[ -z "$stderr" ]
	assert_output "$(tsv \
		"ts_us dur_us name cat ph id pid tid device stream correlation external_id" \
		"1234567890123.457 2.001 gemm{lambda()#1}<int,~2> kernel X - 0 7 1 3 12 7" \
		'20.000 1.000 tab\there~"q"~back\\slash~é€😀 kernel X - 5 stream~6 5 stream~6 - x')"
}

@test "file, standard input, gzip, gzip members and a byte order mark give the same" {
	trace-extract one.json >expected
	diff expected <(trace-extract <one.json)
	diff expected <(trace-extract - <one.json)
	diff expected <(gzip <one.json | trace-extract)
	head -c 500 one.json | gzip >parts.gz
	tail -c +501 one.json | gzip >>parts.gz
	diff expected <(trace-extract parts.gz)
	diff expected <({ printf '\xef\xbb\xbf'; cat one.json; } | trace-extract)
	diff expected <(sed 's/$/\r/' one.json | trace-extract)
	diff expected <(tr -d '\n' <one.json | trace-extract)
	diff expected <(dd if=one.json bs=1 status=none | trace-extract)
}

@test "traceEvents first, last, or a bare array; nested keys of that name do not count" {
	event='{"ph":"X","cat":"kernel","name":"k","ts":1,"dur":2,"pid":0,"tid":0}'
	for doc in '{"traceEvents":[@],"a":{"traceEvents":[@]}}' \
		'{"a":{"traceEvents":[@]},"b":[[{}]],"traceEvents":[@]}' \
		'[@]' '[@,]' ' [ @ ] ' '{"traceEvents":[@]}{"x":1}'; do
		run -0 --separate-stderr trace-extract <<<"${doc//@/$event}"
		[ "${#lines[@]}" -eq 2 ] || fail "$doc: $output"
		[ -z "$stderr" ] || fail "$doc: $stderr"
	done
	run -0 trace-extract <<<"[$event,$event] [$event]"
	[ "${#lines[@]}" -eq 4 ]
	run -0 --separate-stderr trace-extract <<<"[$event," # a legal way to end
	[ -z "$stderr" ]
}

@test "-c: names, old names, groups, several" {
	run -0 trace-extract -c gpu one.json
	[ "${#lines[@]}" -eq 4 ]
	run -0 trace-extract -c host one.json
	[ "${#lines[@]}" -eq 4 ]
	[ "$(cut -f4 <<<"${lines[3]}")" = ac2g ]
	run -0 trace-extract -c calls one.json
	[ "${#lines[@]}" -eq 3 ]
	[[ $output != *ac2g* ]] || fail "$output"
	run -0 trace-extract -c all one.json
	[ "${#lines[@]}" -eq 7 ]
	run -0 trace-extract -c Operator,gpu_memcpy one.json
	[ "${#lines[@]}" -eq 3 ]
	run -0 trace-extract -c cpu_op -c gpu_memcpy one.json
	[ "${#lines[@]}" -eq 3 ]
	run -2 trace-extract -c kernel, one.json
}

@test "no such event: header, what is there instead, exit 1" {
	run -1 --separate-stderr trace-extract -c python_function one.json
	[ "${#lines[@]}" -eq 1 ]
	[[ $stderr == *"it has: ac2g 1, cpu_op 1, gpu_memcpy 1, kernel 2, none 1 "* ]] || fail "$stderr"
	run -1 --separate-stderr trace-extract -q -c python_function one.json
	[ -z "$stderr" ]
	run -0 trace-extract --exit-zero -c python_function one.json
	run -1 trace-extract <<<'{"traceEvents": []}'
	run -1 trace-extract <<<'[]'
}

@test "a category that nothing has is named, with the nearest one" {
	run -0 --separate-stderr trace-extract -c gpu,hots one.json
	[ "${#lines[@]}" -eq 4 ]
	[ "$stderr" = "trace-extract: one.json: no events of category hots; the closest is host" ]
	run -0 --separate-stderr trace-extract -c cpuop,kernel,nothing_like_it <one.json
	assert_equal "$stderr" "trace-extract: standard input: no events of category cpuop; the closest is cpu_op
trace-extract: standard input: no events of category nothing_like_it"
	run -0 --separate-stderr trace-extract -q -c gpu,hots one.json
	[ -z "$stderr" ]
	run -0 --separate-stderr trace-extract -c gpu,gpu_memcpy,Operator one.json
	[ -z "$stderr" ]
	# nor what --collectives asks for, in addition or once more
	echo '{"traceEvents": [{"ph": "X", "cat": "kernel", "name": "k", "ts": 1, "dur": 1}]}' >kernel.json
	run -0 --separate-stderr trace-extract --collectives -c kernel kernel.json
	[ -z "$stderr" ]
	run -0 --separate-stderr trace-extract --collectives -c kernel,cpu_op kernel.json
	[ "$stderr" = "trace-extract: kernel.json: no events of category cpu_op" ]
	run -1 --separate-stderr trace-extract -c hots one.json
	[[ $stderr == *"no events of the chosen categories; it has: "* ]] || fail "$stderr"
}

@test "no GPU kernels: what reads the trace, or makes kernels of it" {
	echo '[{"ph": "B", "name": "add Cmpt Exec", "ts": 1}, {"ph": "E", "name": "add Cmpt Exec", "ts": 2}]' >aiu.json
	run -1 --separate-stderr trace-extract aiu.json
	[ "$stderr" = "trace-extract: aiu.json: no GPU kernels; it has: none 2 (it is of an IBM AIU: acelyzer reads it)" ]
	run -1 --separate-stderr trace-extract <aiu.json
	[[ $stderr == *"acelyzer reads it)" ]] || fail "$stderr"
	trace-info aiu.json | grep -qx aiu.json$'\t'aiu_events$'\t'2
	echo '[{"ph": "X", "cat": "b", "name": "k", "ts": 1, "dur": 1, "args": {"stream": 1}},
		{"ph": "X", "cat": "a", "name": "k", "ts": 1, "dur": 1, "args": {"stream": 1}}]' >device.json
	run -1 --separate-stderr trace-extract device.json
	[ "$stderr" = "trace-extract: device.json: no GPU kernels; it has: a 1, b 1 (--map a=kernel makes kernels of those)" ]
	trace-extract --map a=kernel device.json | grep -q kernel
}

@test "--map: the page makes rules of the names of processes, also of those behind the events" {
	cat >trace.json <<-'END'
		{"traceEvents": [{"ph": "X", "pid": 3, "tid": 7, "ts": 5, "dur": 2, "name": "fusion.1"},
		{"ph": "X", "pid": 701, "tid": 1, "ts": 1, "dur": 3, "name": "PjitFunction"},
		{"ph": "M", "pid": 701, "name": "process_name", "args": {"name": "/host:CPU"}},
		{"ph": "M", "pid": 3, "name": "process_name", "args": {"name": "/device:GPU:0"}},
		{"ph": "M", "pid": 3, "tid": 7, "name": "thread_name", "args": {"name": "GPU stream"}}]}
	END
	gzip trace.json
	sed -n '/^trace-extract -c host -a name=label/,/> rules$/{s/\\et/\\t/;p}' "$TOP/man/trace-extract.1" >line
	[ "$(wc -l <line)" -eq 3 ]
	bash -o pipefail line
	[ "$(cat rules)" = pid:3=kernel ]
	[ "$(trace-extract --map rules trace.json.gz | cut -f 3 | sed 1d)" = fusion.1 ]
}

@test "--map none=kernel: events without a category become kernels; names of processes do not" {
	cat >jax.json <<-'END'
		{"traceEvents": [
		{"ph": "M", "pid": 3, "name": "process_name", "args": {"name": "/device:GPU:0"}},
		{"ph": "X", "pid": 3, "tid": 1, "ts": 1, "dur": 2, "name": "fusion.1"},
		{"ph": "X", "pid": 3, "tid": 1, "ts": 4, "dur": 2, "name": "copy", "cat": "gpu_memcpy"},
		{"ph": "B", "pid": 3, "tid": 2, "ts": 5, "name": "pair"},
		{"ph": "E", "pid": 3, "tid": 2, "ts": 7}]}
	END
	trace-extract --map none=kernel jax.json | cut -f2-4,9,10 |
		diff - <(printf '%s\n' 'dur_us name cat device stream' '2.000 fusion.1 kernel 3 1' | tr ' ' '\t')
	trace-extract --pair --map none=kernel jax.json | cut -f2-4,9,10 | sed 1d |
		diff - <(printf '%s\n' '2.000 fusion.1 kernel 3 1' '2.000 pair kernel 3 2' | tr ' ' '\t')
	for rule in pid:3 'tid:1*' name:fus\*; do
		sed 's|\]}|, {"ph": "X", "pid": 4, "tid": 22, "ts": 9, "dur": 1, "name": "host"}&|' jax.json |
			trace-extract --map "$rule=kernel" | cut -f2-4,9,10 | sed 1d |
			diff - <(printf '%s\n' '2.000 fusion.1 kernel 3 1' | tr ' ' '\t')
	done
	sed '/"X"/d' jax.json >pairs.json
	run -3 --separate-stderr trace-extract --map none=kernel pairs.json
	[[ $stderr == *"has: kernel 2, none 1 (trace-extract --pair joins"* ]] || fail "$stderr"
	run -1 --separate-stderr trace-extract jax.json
	[[ $stderr == *"none 4"* ]] || fail "$stderr"
}

@test "--map: work of a device that no table knows becomes kernels" {
	cat >mtia.json <<-'END'
	[{"ph":"X","cat":"cpu_op","name":"op","pid":1,"tid":1,"ts":1,"dur":1},
	 {"ph":"X","cat":"mtia_ccp_events","name":"fc","pid":3,"tid":4,"ts":5,"dur":2,"args":{"stream":9}},
	 {"ph":"X","cat":"odd","name":"add","pid":3,"tid":4,"ts":9,"dur":1},
	 {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":12,"dur":1}]
	END
	for option in --map=mtia_ccp_events=kernel "--threads=1 --map=mtia_ccp_events=Kernel"; do
		run -0 --separate-stderr trace-extract $option mtia.json
		assert_line --index 1 "$(tsv '5.000 2.000 fc kernel X - 3 4 3 9 - -')"
		assert_line --index 2 --partial 'k	kernel'
		[ "${#lines[@]}" -eq 3 ]
	done
	printf 'mtia_ccp_events=kernel\n\nodd=gpu_memcpy\n' >rules
	run -0 --separate-stderr trace-extract -c gpu --map rules mtia.json
	[ "$(cut -f 3,4,9,10 <<<"$output")" = "$(tsv 'name cat device stream' 'fc kernel 3 9' 'add gpu_memcpy 3 4' 'k kernel 0 7')" ]
	run -0 trace-extract --map cpu_op=kernel mtia.json # it has other spellings
	[ "${#lines[@]}" -eq 3 ]
	run -0 trace-extract --map rules --info facts mtia.json
	diff facts <(trace-info --map rules mtia.json)
	grep -qx $'mtia.json\tkernels\t2' facts
	run ! grep -q like_kernels facts
	run -0 trace-info mtia.json
	assert_line $'mtia.json\tlike_kernels\tmtia_ccp_events'
	refute_line --partial $'like_kernels\todd'
	for wrong in =kernel a=; do
		run -2 --separate-stderr trace-extract --map "$wrong" mtia.json
		[[ $stderr == "trace-extract: --map $wrong: not CATEGORY=CATEGORY"* ]] || fail "$stderr"
	done
	echo odd >rules
	run -2 --separate-stderr trace-extract --map rules mtia.json
	[[ $stderr == "trace-extract: --map rules: not CATEGORY=CATEGORY"*": odd"* ]] || fail "$stderr"
	run -2 --separate-stderr trace-info --map /no/such mtia.json
	[ "$stderr" = "trace-info: /no/such: No such file or directory" ]
}

@test "--dialect, --counters, --rank pid: events of Flex, of several ranks" {
	cat >flex.json <<-'END'
	[{"ph":"B","name":"add_1 Cmpt Exec","pid":0,"tid":9,"ts":1,"attr":{"TS1":"1","TS5":"0x5","Power":"7"}},
	 {"ph":"E","name":"add_1 Cmpt Exec","pid":0,"tid":9,"ts":3,"attr":{"TS1":"1","TS5":"0x5","Power":"7"}},
	 {"ph":"X","name":"Send [sync=a] DmaO","pid":1,"tid":9,"ts":4,"dur":1},
	 {"ph":"X","name":"add_1 Cmpt Prep","pid":1,"tid":9,"ts":5,"dur":1},
	 {"ph":"X","name":"odd DmaI","cat":"own","pid":1,"tid":9,"ts":6,"dur":1},
	 {"ph":"M","name":"process_name","pid":1},
	 {"ph":"X","name":"Predict","pid":1,"tid":9,"ts":7,"dur":1}]
	END
	run -0 --separate-stderr trace-extract -c all --pair --dialect flex --counters --rank pid flex.json
	[ -z "$stderr" ]
	[ "$(cut -f 3,4,9,13,17-19 <<<"$output" | tr '\t ' '|_')" = "$(printf '%s\n' 'name|cat|device|ts1|ts5|power|rank' \
		'add_1_Cmpt_Exec|kernel|0|1|0x5|7|0' 'Send_[sync=a]_DmaO|gpu_memcpy|1||||1' \
		'add_1_Cmpt_Prep|preparation|||||1' 'odd_DmaI|own|||||1' 'process_name||||||1' 'Predict|cpu_op|||||1')" ]
	run -0 trace-extract --pair --dialect flex flex.json
	[ "${#lines[@]}" -eq 2 ]
	run -0 trace-extract -c all --map 'name:Send [sync=*=x' --map 'name:*1 Cmpt*=y' --map name:Predict=z flex.json
	[ "$(cut -f 4 <<<"$output" | tr '\n' ' ')" = 'cat y y x y own  z ' ]
	run -2 trace-extract --dialect dutch flex.json
	assert_output --partial "--dialect takes flex"
	run -2 trace-extract --map 'name:a*b=c' flex.json
	assert_output --partial "not CATEGORY=CATEGORY"
}

@test "a trace that SGLang or TraceFuse merged: each event has its own rank" {
	cat >labels.json <<-'END'
	{"traceEvents": [
	{"ph":"M","name":"process_name","pid":"[TP00] 83","tid":0,"args":{"name":"python"}},
	{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":"[TP00] 83","tid":83,"ts":1,"dur":1,"args":{"correlation":7}},
	{"ph":"X","cat":"kernel","name":"a","pid":"[TP00] 0","tid":3,"ts":2,"dur":9,"args":{"device":0,"stream":3,"correlation":7}},
	{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":"[TP10] 83","tid":83,"ts":1,"dur":1,"args":{"correlation":7}},
	{"ph":"X","cat":"kernel","name":"b","pid":"[TP10] 0","tid":3,"ts":2,"dur":9,"args":{"device":0,"stream":3,"correlation":7}},
	{"ph":"X","cat":"kernel","name":"b","pid":"[TP10] 0","tid":3,"ts":20,"dur":9,"args":{"device":0,"stream":3,"correlation":8}}
	], "distributedInfo": {"rank": 0, "world_size": 16}}
	END
	run -0 --separate-stderr trace-extract labels.json
	[ -z "$stderr" ]
	[ "$(cut -f 3,9-11,13 <<<"$output" | tr '\t\n' ', ')" = \
		"name,device,stream,correlation,rank a,0,3,7,0 b,0,3,7,10 b,0,3,8,10 " ]
	[ "$output" = "$(trace-extract <labels.json)" ]
	[ "$(trace-extract -c gpu,host labels.json | trace-link | cut -f 3,13-15)" = "$(printf '%s\n' \
		$'name\trank\tlaunch_ts_us\tlaunch_dur_us' $'a\t0\t1.000\t1.000' $'b\t10\t1.000\t1.000' $'b\t10\t\t')" ]
	run -0 trace-info labels.json
	for fact in $'devices\t2' $'streams\t2' $'overlaps\t0' $'kernels_without_launch\t1' $'ranks\t2' $'rank\t' \
		$'world_size\t16'; do
		assert_line "labels.json	$fact"
	done
	run -0 trace-report labels.json
	assert_output --partial "; 2 ranks of 16"
	[ "$(trace-extract --collectives labels.json | rev | cut -f 2,3 | rev | uniq | tr '\n' ' ')" = \
		$'rank\tworld_size 0\t16 10\t16 ' ]
	# What stands in front is that of the first file.
	sed '1s/{/{"distributedInfo": {"rank": 0, "world_size": 16},/; s/, "distributedInfo".*/}/' labels.json >front.json
	trace-extract labels.json | diff - <(trace-extract front.json)
	# Several labels are the rank together; another option decides instead.
	sed 's/\[TP\(..\)/[TP\1-DP01/' labels.json | trace-extract | cut -f 13 | uniq | tr '\n' ' ' >ranks
	[ "$(cat ranks)" = "rank TP00-DP01 TP10-DP01 " ]
	[ "$(trace-extract --rank 5 labels.json | cut -f 13 | uniq | tr '\n' ' ')" = "rank 5 " ]
	# TraceFuse keeps the pid a number, and says the rank in the arguments.
	sed 's/"\[TP0*\([0-9]*\)\] \([0-9]*\)"\(.*"args":{\)/\1\2\3"rank":\1,/; s/"rank":,/"rank":0,/' labels.json >fused.json
	[ "$(trace-extract fused.json | cut -f 3,13 | tr '\t\n' ', ')" = "name,rank a,0 b,10 b,10 " ]
	# A rank in the arguments says nothing beside that of the job.
	sed 's/^{/{"distributedInfo": {"rank": 3},/; s/, "distributedInfo".*/}/' fused.json >job.json
	[ "$(trace-extract -H job.json | cut -f 13 | uniq | tr '\n' ' ')" = "rank 3 " ]
	run -0 trace-info job.json
	assert_line $'job.json\trank\t3'
	refute_output --partial $'\tranks\t'
}

@test "not a trace: exit 2, no header, and what it is instead" {
	run -2 --separate-stderr trace-extract <<<'{"schema": "1", "nodes": [{"id": 1}]}'
	[ -z "$output" ]
	[[ $stderr == *"no traceEvents among its keys schema, nodes" ]] || fail "$stderr"
	run -2 --separate-stderr trace-extract <<<'[[1, 2], [3]]'
	[[ $stderr == *"an array, but not of events; export_chrome_trace of torch.profiler writes a trace" ]] || fail "$stderr"
	[ -z "$output" ]
}

@test "not a trace: what else it is, and what to do" {
	is() {
		run -2 --separate-stderr trace-extract "$1"
		[[ $stderr == "trace-extract: $1: $2"* ]] || fail "$stderr"
		[ -z "$output" ]
	}
	trace-extract one.json >events.tsv
	is events.tsv "a table, not a trace: trace-cycles"
	printf '\012\273\116\010\001\022\003a\tb\n' >broken.xplane.pb # a tab among others
	is broken.xplane.pb "it does not begin like JSON"
	tar -cf one.tar one.json
	is one.tar "a tar archive: tar -xOf FILE"
	printf '"Kind","Kernel_Name","Start_Timestamp","End_Timestamp"\n' >one.csv
	tar -cf one.tar one.csv
	is one.tar "a tar archive: tar -xOf FILE"
	gzip -c one.json | gzip >twice.gz
	printf '"KERNEL_DISPATCH","k",%s\n' '1,\0002' 3,4 | cat one.csv - >nul.csv # a damaged row, no archive
	run -3 trace-extract -q nul.csv
	is twice.gz "compressed twice: gzip -dc FILE or zstd -dc FILE"
	printf '\3757zXZ\0' >one.xz
	is one.xz "compressed by xz: xz -dc FILE"
	printf '\050\265\057\375' >one.zst # who has libzstd reads it
	run -2 trace-extract one.zst
	[[ $output == *"compressed by zstd: zstd -dc FILE"* || $output == *"end too early"* ]] || fail "$output"
	printf 'BZh91AY' >one.bz2
	is one.bz2 "compressed by bzip2: bzip2 -dc FILE"
	printf '{"a": 1, "traceEvents": {}}' >object.json
	is object.json "its traceEvents is not an array"
}

@test "-a: columns for arguments, renamed, compact, clashing" {
	run -0 trace-extract -c cpu_op -a 'Input Dims' -a 'Concrete Inputs=ci' -a nothing one.json
	assert_line --index 0 "$(tsv "ts_us dur_us name cat ph id pid tid device stream correlation external_id input_dims ci nothing")"
	assert_line --index 1 "$(tsv 'x [[2,3],[]] ["","a~b"] -' | sed 's/^x/100.000\t50.500\taten::mm\tcpu_op\tX\t\t9\t8\t\t\t\t7/')"
	run -2 trace-extract -a name one.json
	assert_output --partial "there is a column of that name"
	run -2 trace-extract -a 'Input Dims' -a 'input dims' one.json
	run -2 trace-extract -a event one.json
	run -2 trace-extract -a '=x' one.json
	run -2 trace-extract -a '()' one.json
}

@test "-a: an argument that has a column already, or two" {
	run -0 trace-extract -a 'External id=op' -a grid -a 'grid=again' -a stream=s one.json
	diff <(cut -f 10,12- <<<"$output") <(tsv 'stream external_id op grid again s' \
		'3 7 7 [1,2,3] [1,2,3] 3' 'stream~6 x - - - -')
	# the same of an event that the fast reader declines: a key with an escape
	run -0 trace-extract -a 'External id=op' -a grid=g <(sed 's/"cat": "kernel"/"c\\u0061t": "kernel"/' one.json)
	diff <(cut -f 12- <<<"$output") <(tsv 'external_id op g' '7 7 [1,2,3]' 'x - -')
}

@test "--relative and --base: exact differences" {
	run -0 trace-extract --relative one.json
	[ "$(cut -f1 <<<"${lines[1]}")" = 1234567890023.457 ]
	[ "$(cut -f1 <<<"${lines[2]}")" = -80.000 ]
	run -0 trace-extract --base 1234567890000.001 one.json
	[ "$(cut -f1 <<<"${lines[1]}")" = 123.456 ]
	run -2 trace-extract --base x one.json
	run -2 trace-extract --base 1 --relative one.json
}

@test "--number: the place in traceEvents" {
	run -0 trace-extract --number one.json
	[ "$(cut -f13 <<<"${lines[0]}")" = event ]
	[ "$(cut -f13 <<<"${lines[1]}")" = 1 ]
	[ "$(cut -f13 <<<"${lines[2]}")" = 2 ]
}

@test "rank and file: from the metadata, also behind the events; from option and name" {
	run -0 trace-extract -H one.json
	[ "$(cut -f13,14 <<<"${lines[0]}")" = "rank	file" ]
	[ "$(cut -f13,14 <<<"${lines[2]}")" = "3	one.json" ]
	{
		printf '{"traceEvents":'
		sed -n '/traceEvents/,/^  \]/p' one.json | sed '1s/.*/[/'
		printf ', "distributedInfo": {"rank": 5}}'
	} >rank_6.json
	run -0 --separate-stderr trace-extract one.json rank_6.json
	[ "${#lines[@]}" -eq 5 ]
	[ "$(cut -f13,14 <<<"${lines[4]}")" = "5	rank_6.json" ]
	run -0 trace-extract -H <rank_6.json
	[ "$(cut -f13,14 <<<"${lines[2]}")" = "5	-" ]
	run -0 trace-extract --rank 'rank_([0-9]+)' rank_6.json
	[ "$(cut -f13 <<<"${lines[1]}")" = 6 ]
	run -0 trace-extract --rank 11 rank_6.json
	[ "$(cut -f13 <<<"${lines[1]}")" = 11 ]
	run -2 trace-extract --rank 'rank_[0-9]+' rank_6.json
	run -2 trace-extract --rank '(' rank_6.json
	grep -v distributedInfo one.json >none.json
	run -0 --separate-stderr trace-extract -H none.json
	[ "$(cut -f13,14 <<<"${lines[1]}")" = "	none.json" ]
	[ "$stderr" = "trace-extract: none.json: its rank is unknown; --rank sets it" ] || fail "$stderr"
	cp none.json same.json
	run -0 --separate-stderr trace-extract none.json rank_6.json same.json same.json
	[ "$stderr" = "trace-extract: none.json and 2 more: their ranks are unknown; --rank sets them" ] || fail "$stderr"
}

@test "--info writes what trace-info prints" {
	run -0 trace-extract --info facts one.json
	diff facts <(trace-info one.json)
	# the same whatever is printed of it
	printf '[%s]' '{"ph":"B","cat":"kernel","ts":1},{"ph":"E","cat":"kernel","ts":2},{"ph":"B","cat":"cpu_op","ts":3}' >parts.json
	run -3 --separate-stderr trace-info parts.json
	[ "$stderr" = "trace-info: parts.json: damaged: see events_lost and damage" ]
	assert_line $'parts.json\tevents\t1'
	assert_line $'parts.json\tevents_lost\t2'
	refute_line --partial events.kernel
	for row in 'kernel 3' 'cpu_op 0' 'all 0'; do
		run "-${row#* }" trace-extract -c "${row% *}" --info facts parts.json
		trace-info parts.json >want 2>err || [ $? -eq 3 ]
		diff facts want
	done
	run -2 trace-extract --info /no/such/folder/facts one.json
	assert_output --partial "/no/such/folder/facts"
}

@test "--info does not replace the trace, whatever name it goes by" {
	cp one.json same.json
	ln -s same.json link.json
	ln same.json hard.json
	for name in same link hard; do
		run -2 --separate-stderr trace-extract --info $name.json one.json same.json
		[ "$stderr" = "trace-extract: $name.json: is also the input; nothing is written" ]
		[ -z "$output" ]
	done
	run -2 trace-extract --info same.json <same.json
	cmp same.json one.json
	run -0 trace-extract --info /dev/null one.json
}

@test "numbers: exponent, string, rounding, NaN, overflow" {
	run one_event '{"ph":"X","name":"a","ts":1.5e3,"dur":"0.0005"}'
	assert_output --partial "$(tsv "1500.000 0.001 a")"
	run one_event '{"ph":"X","name":"a","ts":-3,"dur":0.0004}'
	assert_output --partial "$(tsv "-3.000 0.000 a")"
	for bad in NaN Infinity -Infinity inf '"x"' 1e400 99999999999999999999 true '[1]' null; do
		run bash -c 'printf "{\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"a\",\"ts\":%s,\"dur\":1}, {\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"b\",\"ts\":1,\"dur\":1}]}" "$1" | trace-extract' - "$bad"
		[ "$status" -eq 3 ] || fail "$bad: $status"
		assert_output --partial "1 event lost"
		assert_line --partial "$(tsv "1.000 1.000 b")"
	done
	# 2^62 - 1 ns and no more, so that the end of an event is a time, too
	most=4611686018427387.903
	for info in trace-extract trace-info; do
		run -0 $info <<<'[{"ph":"X","cat":"kernel","name":"a","ts":'$most',"dur":'$most'}]'
		run -3 $info <<<'[{"ph":"X","cat":"kernel","name":"a","ts":'${most%3}4',"dur":1}]'
		run -3 $info <<<'[{"ph":"X","cat":"kernel","name":"a","ts":1,"dur":'${most%3}4'}]'
	done
	run -3 trace-extract <<<'[{"ph":"X","cat":"kernel","name":"a","ts":1,"dur":-1}]'
	run -3 trace-extract <<<'[{"ph":"X","cat":"kernel","name":"a","ts":1}]'
	run -3 trace-extract <<<'[{"ph":"B","cat":"kernel","name":"a","ts":1}]'
	run -0 trace-extract -c all <<<'[{"ph":"B","cat":"kernel","name":"a","ts":1}]'
}

@test "keys in any order, twice, escaped; args before and behind" {
	run -0 trace-extract <<<'[{"args":{"stream":4},"dur":1,"ts":2,"name":"x","name":"y","c\u0061t":"k\u0065rnel","ph":"X"}]'
	assert_line --index 1 "$(tsv "2.000 1.000 y kernel X - - - - 4 - -")"
	run -0 trace-extract <<<'[{"args":{"name":"no","cat":"cpu_op","args":{"stream":1}},"ph":"X","cat":"kernel","name":"yes","ts":1,"dur":1}]'
	assert_line --index 1 --partial "yes"
}

@test "strings: unknown escapes, control characters, lone surrogates, ill-formed UTF-8" {
	run one_event '{"ph":"M","name":"C:\Users\x"}'
	assert_output --partial 'C:\\Users\\x'
	run one_event "$(printf '{"ph":"M","name":"a\tb\nc\001d\xffe"}')"
	assert_output --partial "$(printf 'a\\tb\\nc\xef\xbf\xbdd\xef\xbf\xbde')"
	run one_event '{"ph":"M","name":"a\ud800b\udc00\u0000c"}'
	assert_output --partial "$(printf 'a\xef\xbf\xbdb\xef\xbf\xbd\xef\xbf\xbdc')"
	printf '[{"ph":"M","name":"a\0b"}]' >nul.json
	run -3 trace-extract -c all nul.json
	assert_output --partial "at least 1 event lost"
}

# $1: a damaged event; five good ones must come out, whether it stands before them,
# among them or behind, whatever the layout, with exit status $2 (3, and a loss or
# two) and the options behind. Of the four layouts one comes through a pipe, too.
damaged() {
	local good='{"ph":"X","cat":"kernel","name":"good","ts":1,"dur":1,"args":{"stream":1}}'
	local event=$1 expected=${2:-3} events i file=0 layout
	for layout in '0,' '2,' $'2,\n  ' $'5,\n  '; do
		events=
		for ((i = 0; i <= 5; i++)); do
			[ "$i" -ne "${layout:0:1}" ] || events+=${layout:1}$event
			[ "$i" -eq 5 ] || events+=${layout:1}$good
		done
		printf '{"a":1,"traceEvents":[%s],"b":2}' "${events#"${layout:1}"}" >"damaged$file.json"
		file=$((file + 1))
	done
	run "-$expected" --separate-stderr trace-extract "${@:3}" damaged[0-3].json
	awk -F '\t' '/good/ { n[$NF]++ }
		END { for (i = 0; i < 4; i++) if (n["damaged" i ".json"] != 5) exit 1 }' <<<"$output" ||
		fail "$event: $output"
	[ "$(grep -c ' [12] events\? lost' <<<"$stderr")" -eq $((expected ? 4 : 0)) ] || fail "$event: $stderr"
	gzip -c "damaged$((turn % 4)).json" >damaged.gz
	turn=$((turn + 1))
	run "-$expected" --separate-stderr trace-extract "${@:3}" <damaged.gz
	[ "$(grep -c good <<<"$output")" -eq 5 ] || fail "$event: $output"
	[ "$expected" -eq 0 ] || [[ $stderr == *" "[12]" event"*" lost"* ]] || fail "$event: $stderr"
}

# Kinds of events that nobody asks for here, and how each begins.
others=('"ph":"X","cat":"cpu_op"' '"ph":"X","cat":"python_function"'
	'"ph":"X","cat":"cuda_runtime"' '"ph":"X","cat":"user_annotation"'
	'"ph":"X","cat":"gpu_memcpy"' '"ph":"s","id":1,"cat":"ac2g"' '"ph":"M"' '"ph":"i","s":"g"')

@test "damage costs no other event: an odd number of stray quotes, in every kind of event" {
	for kind in '"ph":"X","cat":"kernel"' "${others[@]}"; do
		damaged '{'"$kind"',"name":"a "b","ts":1,"dur":1}'
		damaged '{'"$kind"',"name":"a "b" c" {d}","ts":1,"dur":1,"args":{"x":[{"y":1}]}}'
		damaged '{'"$kind"',"name":"C:\","ts":1,"dur":1}'
		damaged '{'"$kind"',"name":"a"}"{","ts":1,"dur":1}'
		damaged '{'"$kind"',"name":"a","ts":1,"dur":1,"args":{"s":"}}]}"}"}}'
	done
}

@test "damage costs no other event: an even number of stray quotes, in every kind of event" {
	damaged '{"ph":"X","cat":"kernel","name":"a "b" c","ts":1,"dur":1}'
	for kind in "${others[@]}"; do
		event='{'"$kind"',"name":"a "b" c","ts":1,"dur":1}'
		damaged "$event" 0 # passed over: it was not asked for, and disturbs no other
		damaged "$event" 3 -c all
		damaged "$event" 3 --info facts
		damaged '{'"$kind"',"name":"a "}" c","ts":1,"dur":1}'
		damaged '{'"$kind"',"name":"a "{" c","ts":1,"dur":1}'
		damaged '{'"$kind"',"name":"a "},{" c","ts":1,"dur":1}' 0
	done
	damaged '{"ph":"X","cat":"cpu_op","name":"a "b" c","ts":1,"dur":1}' 3 -c cpu_op,kernel
}

@test "damage costs no other event: brackets, colons, commas, keys" {
	damaged '{"ph":"X","cat":"kernel","args":{"a":1}'
	damaged '{"ph":"X","cat":"kernel","args":{"a":[1}}'
	damaged '{"ph":"X","cat" "kernel","ts":1}'
	damaged '{"ph":"X" "cat":"kernel","ts":1}'
	damaged '{ph:"X",cat:"kernel"}'
	damaged '{"ph":"X","cat":"kernel","ts":}'
	damaged '{"ph":"X","cat":"kernel",'
	damaged 'null'
	damaged '17'
	damaged '"text"'
	damaged '[1,{"ph":"X"}]'
}

@test "an event over 8 MiB is lost, the others are kept, memory stays small" {
	head -c 9000000 /dev/zero | tr '\0' x >long
	good='{"ph":"X","cat":"kernel","name":"good","ts":1,"dur":1}'
	{ printf '[%s,{"ph":"X","name":"' "$good"; cat long; printf '"},%s]' "$good"; } >big.json
	run -3 --separate-stderr bash -c "$LITTLE_MEMORY; trace-extract big.json"
	[ "${#lines[@]}" -eq 3 ]
	[[ $stderr == *" 1 event lost"* ]]
}

@test "args nested 1000 deep are read, 5000 deep are lost" {
	nest() { printf '[{"ph":"X","cat":"kernel","ts":1,"dur":1,"name":"k","args":{"a":%s%s}}]' \
		"$(printf '%*s' "$1" '' | tr ' ' '[')" "$(printf '%*s' "$1" '' | tr ' ' ']')"; }
	nest 1000 >deep.json
	run -0 trace-extract deep.json
	[ "${#lines[@]}" -eq 2 ]
	nest 5000 >deeper.json
	run -3 trace-extract deeper.json
}

@test "cut off anywhere: no hang, whole events kept, exit 3 or 2" {
	size=$(wc -c <one.json)
	for ((n = 1; n < size - 1; n += 37)); do
		head -c "$n" one.json >cut.json
		run timeout 20 trace-extract cut.json
		[ "$status" -eq 3 ] || [ "$status" -eq 2 ] || fail "$n: $status"
	done
	head -c 600 one.json >cut.json
	run -3 --separate-stderr trace-extract cut.json
	[ "${#lines[@]}" -eq 2 ]
	[[ $stderr == *"damaged: at least 1 event lost; cut off inside an event" ]] || fail "$stderr"
}

@test "damaged gzip: what precedes is read, exit 3 and why" {
	gzip <one.json >one.json.gz
	size=$(wc -c <one.json.gz)
	head -c $((size - 8)) one.json.gz >cut.gz
	run -3 --separate-stderr trace-extract cut.gz
	[ "${#lines[@]}" -eq 3 ]
	[[ $stderr == *"end too early"* ]] || fail "$stderr"
	{ head -c $((size - 8)) one.json.gz; printf xxxx; tail -c 4 one.json.gz; } >crc.gz
	run -3 --separate-stderr trace-extract crc.gz
	[ "${#lines[@]}" -eq 3 ]
	[[ $stderr == *"wrong checksum"* ]] || fail "$stderr"
	{ cat one.json.gz; echo tail; } >tail.gz
	run -3 --separate-stderr trace-extract tail.gz
	[[ $stderr == *"garbage"* ]] || fail "$stderr"
	{ cat one.json.gz; head -c 512 /dev/zero; } >padded.gz
	run -0 --separate-stderr trace-extract padded.gz
	[ -z "$stderr" ]
}

@test "progress on a terminal only, not with -q, and wiped at the end" {
	command -v script >/dev/null || skip "no script(1) to make a terminal"
	slow='(printf "[{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"ts\":1,\"dur\":1}"; sleep 1.6; printf "]")'
	run -0 script -qec "$slow | trace-extract >/dev/null" /dev/null
	assert_output --partial "standard input: "
	[[ $output == *$'\r\033[K' ]] || fail "it was not wiped"
	run -0 script -qec "$slow | trace-extract -q >/dev/null" /dev/null
	assert_output ""
	run -0 --separate-stderr bash -c "$slow | trace-extract"
	[ -z "$stderr" ]
	# The scripts keep what their stages say in a file, but not how far they are.
	run script -qec "$slow | trace-report -m page.md -" /dev/null
	assert_output --partial "standard input: "
}

@test "full and closed output, closed pipe" {
	run -2 bash -c 'trace-extract one.json >/dev/full'
	assert_output --partial "cannot write standard output"
	run -2 bash -c 'trace-extract one.json >&-'
	run bash -c 'trace-extract one.json | true; echo ${PIPESTATUS[0]}'
	assert_output --regexp '^(0|141)$'
}

@test "memory does not grow with the file" {
	command -v perl >/dev/null || skip "no perl to make a long trace"
	perl -e 'print "["; for (1..300000) { print qq({"ph":"X","cat":"cpu_op","name":"op $_","ts":$_,"dur":1,"pid":1,"tid":1,"args":{"Sequence number":$_}},) } print qq({"ph":"X","cat":"kernel","name":"k","ts":1,"dur":1}]);' >long.json
	run -0 bash -c "$LITTLE_MEMORY; trace-extract long.json"
	[ "${#lines[@]}" -eq 2 ]
}

@test "real traces: kernels, copies, memsets and kernel time are the published ones" {
	need_traces
	sed -n 's/^| \([^ |]*\.json\.gz\) | \([0-9]*\) | \([0-9]*\) | *\([0-9]*\) | *\([0-9.]*\) | [^|]*| \([0-9]*\)\/\([0-9]*\) |$/\1 \3 \5 \6 \7/p' \
		"$TRACES/README.md" >facts
	[ "$(wc -l <facts)" -gt 30 ]
	while read -r file kernels rest; do
		set -- $rest
		[ $# -eq 3 ] || set -- 0 "$@"
		run trace-extract -q -c gpu "$TRACES/$file"
		case $file in not-a-trace*) [ "$status" -eq 2 ] && continue ;; esac
		[ "$status" -le 1 ] || fail "$file: $status"
		# times as whole nanoseconds: awk's doubles hold these sums exactly
		got=$(awk -F '\t' 'NR > 1 { c[$4]++ }
			NR > 1 && $4 == "kernel" { sub(/\./, "", $2); t += $2 }
			END { printf "%d %.0f %d %d", c["kernel"], t, c["gpu_memcpy"], c["gpu_memset"] }' <<<"$output")
		want="$kernels $(awk -v t="$1" 'BEGIN { printf "%.0f", t * 1000 }') $2 $3"
		[ "$got" = "$want" ] || fail "$file: $got, not $want"
	done <facts
}

@test "real traces: file, standard input, plain and compressed give the same bytes" {
	need_traces
	for file in "$TRACES"/{bert,tiny,gpu-only,dlrm-v100-rank0}*.json.gz; do
		trace-extract -q -c all "$file" >a || [ $? -eq 1 ]
		gzip -dc "$file" >plain.json
		trace-extract -q -c all <"$file" | cmp - a
		trace-extract -q -c all plain.json | cmp - a
		trace-extract -q -c all <plain.json | cmp - a
	done
}

@test "the page's examples" {
	gzip <one.json >trace.json.gz
	sed -n '/^\.Sh EXAMPLES/,/^\.Sh SEE/p' "$TOP/man/trace-extract.1" |
		sed -n '/^\.Bd/,/^\.Ed/p' | sed '/name=label/,/> rules$/d' | grep -v '^\.\|rules' |
		sed 's/\\e/\\/g' >examples # one test is of rules alone
	[ "$(wc -l <examples)" -eq 7 ]
	cp trace.json.gz rank7.json.gz
	for i in 1 2 3 4; do
		[ "$i" -gt 1 ] || echo 'Kind,Kernel_Name,Correlation_Id,Start_Timestamp,End_Timestamp,Grid_Size_X'
		printf '%s\n' "KERNEL_DISPATCH,a,$i,${i}10,${i}20,64" "KERNEL_DISPATCH,b,7$i,${i}30,${i}40,64"
	done >1_kernel_trace.csv
	printf '%s\n' 'Domain,Function,Correlation_Id,Start_Timestamp,End_Timestamp' \
		'HIP_RUNTIME_API,hipLaunchKernel,3,1,2' \
		>1_hip_api_trace.csv
	while read -r line; do
		run -0 bash -eo pipefail -c "$line"
		[ "${#lines[@]}" -ge 2 ] || fail "$line: $output"
	done <examples
}

@test "64 categories and 64 arguments, no more" {
	run -1 trace-extract -c "$(seq -s , 64)" one.json
	run -2 --separate-stderr trace-extract -c "$(seq -s , 65)" one.json
	[[ $stderr == *"takes at most 64 names"* && -z $output ]] || fail "$stderr"
	mapfile -t args < <(seq -f -ak%g 65)
	run -0 trace-extract "${args[@]:1}" one.json
	run -2 --separate-stderr trace-extract "${args[@]}" one.json
	[[ $stderr == "trace-extract: --args k65: there are too many"* && -z $output ]] || fail "$stderr"
}

@test "--whole: args and the rest, sound, numbers byte for byte" {
	printf '%s\n' '{"traceEvents":[' \
		'{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":2,"s" : "t" , "tts":1.50e3,' \
		' "args":{"a" : [ 1.0, 1e-05 ,],"b":"x\q\ty	z\u00e9","c":NaN,"d":1.2.3,"stream":12345678901234567890123}},' \
		'{"ph":"i","name":"n","ts":2},{"ph":"i","name":"n","ts":2,"args":{},"args":{ "z":null }},' \
		'{"ph":"X","name":"t","ts":3,"dur":1,"pid":1,"tid":1,"attr":{"TS1":"5"}}]}' >whole.json
	run -3 --separate-stderr trace-extract --whole -c all -a TS1 whole.json
	cut -f 10,13- <<<"$output" | diff - <(printf '%s\t%s\t%s\t%s\n' stream ts1 args rest \
		12345678901234567890123 '' \
		'{"a":[1.0,1e-05],"b":"x\\\\\\\\q\\\\ty\\\\tz\\\\u00e9","c":"NaN","d":null,"stream":12345678901234567890123}' '{"s":"t","tts":1.50e3}' \
		'' '' '' '' '' '' '{"z":null}' '' '' 5 '{"TS1":"5"}' '' | sed 's/\\\\/\\/g')
	[ "$stderr" = "trace-extract: whole.json: damaged: 1 value unreadable" ] || fail "$stderr"
}

@test "--whole: what is no value and becomes null is unreadable in any event" {
	printf '[%s%s]\n' '{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":2,"args":{"a":01,"b":NaN,"c":null}}' \
		',{"ph":"X","cat":"kernel","name":"k","pid":007,"tid":7,"ts":1,"dur":2,"x":1.2.3,"args":{"a":tru}}' >values.json
	run -3 --separate-stderr trace-extract --whole --info facts values.json
	[ "$stderr" = "trace-extract: values.json: damaged: 4 values unreadable" ] || fail "$stderr"
	grep -q '	values_unreadable	4$' facts
	[[ ${lines[1]} == *'	{"a":null,"b":"NaN","c":null}	' ]] || fail "$output"
}

@test "--whole gives the same with one thread and with many, and what a table of rocprofv3 holds" {
	{
		echo '{"traceEvents":['
		seq 40000 | sed 's/.*/{"ph":"X","cat":"kernel","name":"k&","pid":0,"tid":7,"ts":&,"dur":1,"args":{"stream":7,"Dims":[[1, 2], "a,b"]}},/'
		echo '{"ph":"i","name":"end","ts":9,"s":"g"}]}'
	} >large.json
	trace-extract --whole --threads 1 -c all large.json >one
	trace-extract --whole --threads 4 -c all large.json | cmp one -
	[ "$(wc -l <one)" -eq 40002 ]
	printf '%s\n' 'Kind,Kernel_Name,Stream_Id,Start_Timestamp,End_Timestamp,Grid' \
		'KERNEL_DISPATCH,"a ""b""",2,1000,3000,64' >table.csv
	run -0 trace-extract --whole table.csv
	[[ ${lines[1]} == *'{"device":"","stream":2,"correlation":"","Kind":"KERNEL_DISPATCH","Kernel_Name":"a '*'"Grid":64}'* ]] ||
		fail "$output"
}

@test "--whole --info: what stands beside the events, and the rank of the rows" {
	trace-extract -q --whole --rank 5 --info info one.json >/dev/null
	grep -P 'rows_rank|member' info | cut -f 2- | diff - <(printf '%s\t%s\n' rows_rank 5 member.schemaVersion 1 \
		member.distributedInfo '{"rank":3,"world_size":8}' member.displayTimeUnit '"ms"')
	trace-extract -q --info info one.json >/dev/null
	run ! grep member info
}

# pairs EVENT...: ts, dur, name, ph and args of what --pair makes of "ph name ts [tid]".
pairs() {
	local s='' ph name ts tid event

	for event; do
		read -r ph name ts tid <<<"$event"
		[ "$name" != - ] || name=
		s="$s,{\"ph\":\"$ph\",\"name\":\"$name\",\"ts\":$ts,\"pid\":1,\"tid\":${tid:-1},\"args\":{\"at\":$ts}}"
	done
	printf '{"traceEvents":[%s]}' "${s#,}" | trace-extract --exit-zero --whole --pair -c all | sed 1d |
		cut -f 1-3,5,13 | tr '\t' ' '
}

@test "--pair: nested, crossing, on other threads, without an end, a begin, a name" {
	pairs "B a 1" "B b 2" "E b 3" "E a 5" | diff - <(printf '%s\n' '2.000 1.000 b X {"at":3}' '1.000 4.000 a X {"at":5}')
	pairs "B a 1" "B b 2" "E a 3" "E b 5" | cut -d ' ' -f 1-4 | diff - <(printf '%s\n' '1.000 2.000 a X' '2.000 3.000 b X')
	pairs "B a 1" "B a 2 2" "E a 4" "E a 9 2" | cut -d ' ' -f 1-4 | diff - <(printf '%s\n' '1.000 3.000 a X' '2.000 7.000 a X')
	pairs "B a 1" "B b 2" "E - 3" "X c 4" | cut -d ' ' -f 1,3,4 | diff - <(printf '%s\n' '2.000 b X' '1.000 a B')
	run -0 --separate-stderr pairs "E a 1" "B b 7" "E b 3" "i x 9"
	assert_output '9.000  x i {"at":9}'
	[[ $stderr == *"damaged: at least 2 events lost, 1 that ends before the start" ]] || fail "$stderr"
	run -0 --separate-stderr pairs "B a 1" "B b 2"
	[ "${#lines[@]}" -eq 2 ]
	local b='"name":"a","pid":1,"tid":1,"ts":1,"args":' e='"pid":1,"tid":1,"ts":2,"args":'
	trace-extract --whole --pair -c all -a x -a y -a w <<<"[{\"ph\":\"B\",$b{\"x\":1,\"y\":{\"x\":2},\"z\":3}},{\"ph\":\"E\",$e{\"z\":[4],\"w\":5,\"x\":\"6\"}},
		{\"ph\":\"X\",$b{},\"dur\":-1},{\"ph\":\"X\",$b{},\"dur\":\"?\"}]" 2>err | cut -f 13- | diff - <(tsv 'x y w args rest' '6 {"x":2} 5 {"y":{"x":2},"z":[4],"w":5,"x":"6"} -')
	grep -q 'damaged: at least 2 events lost, 1 that ends before the start$' err || fail "$(cat err)"
}

@test "--pair makes kernels of begins and ends, whose ends have no category" {
	printf '{"traceEvents":[%s,%s]}' '{"ph":"B","cat":"kernel","name":"k","ts":1,"pid":0,"tid":7,"args":{"stream":7}}' \
		'{"ph":"E","ts":3,"pid":0,"tid":7,"args":{"correlation":9}}' >be.json
	run -0 trace-extract --relative --pair be.json
	assert_line --index 1 "$(tsv '0.000 2.000 k kernel X - 0 7 0 7 9 -')"
	run -3 trace-extract be.json
}

@test "-c none: what has no category" {
	echo '[{"name":"a","ph":"X","ts":1,"dur":2,"pid":0,"tid":0},{"name":"b","cat":"cpu_op","ph":"X","ts":1,"dur":2,"pid":0,"tid":0}]' >some.json
	run -0 bash -c 'trace-extract -c none some.json | cut -f 3'
	assert_output "$(printf '%s\n' name a)"
}
