# Failures around a tool: memory, reading, writing, signals, files that go. A
# preloaded library (tests/faults/faults.c) lets one call fail after another, and a
# program (tests/faults/each.c) judges what comes of it.
load helper

setup_file() {
	FAULTS=
	case $TRACE_UTILS_BUILD in
	*/sanitize) ;; # has tests/faults/wrap.c in it
	*) FAULTS=$BATS_FILE_TMPDIR/faults.so
		"${CC:-cc}" -O1 -shared -fPIC -o "$FAULTS" "$BATS_TEST_DIRNAME/faults/faults.c" || true ;;
	esac
	export FAULTS ASAN_OPTIONS=detect_leaks=1
	"${CC:-cc}" -O1 -o "$BATS_FILE_TMPDIR/each" "$BATS_TEST_DIRNAME/faults/each.c"
	cd "$BATS_FILE_TMPDIR" || return
	inputs
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	cp -r "$BATS_FILE_TMPDIR"/[a-z]*.* .
	ulimit -c 0
}

# can_fail CALL: with the sanitizers only our own allocations can, but then leaks
# and wrong accesses are seen, too.
can_fail() {
	[ -e "$FAULTS" ] || [[ $1 == memory && $TRACE_UTILS_BUILD == */sanitize ]]
}

need() {
	can_fail "$1" || skip "no library that lets this call fail"
}

# Small inputs, with something in them for every tool.
inputs() {
	awk 'BEGIN {
		print "{\"traceEvents\":["
		print "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":0,\"args\":{\"name\":\"python\"}},"
		for (i = 0; i < 8; i++)
			for (k = 0; k < 3; k++) {
				ts = 100 * i + 10 * k
				printf "{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"cudaLaunchKernel\",\"pid\":1,\"tid\":1,\"ts\":%d,\"dur\":1,\"args\":{\"correlation\":%d}},\n", ts, 3 * i + k
				printf "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"%s \\u00e9\",\"pid\":0,\"tid\":7,\"ts\":%d,\"dur\":%d,\"args\":{\"stream\":7,\"correlation\":%d,\"grid\":[2, 3]}},\n", \
					substr("gemm addx norm", 5 * k + 1, 4), ts + 5, 2 + k, 3 * i + k
			}
		printf "{}],\"distributedInfo\":{\"rank\":3,\"nccl_version\":\"%0200d\"},", 2
		printf "\"hip_version\":\"%0900d\",\"beside\":\"%03000d\",", 7, 1
		print "\"deviceProperties\":[{\"id\":0,\"name\":\"GPU\"}]}"
	}' >trace.json
	sed '/addx/d; s/gemm/gemv/' trace.json >other.json
	gzip -k trace.json
	printf '%s\n' 'Kind,Kernel_Name,Start_Timestamp,End_Timestamp,Grid_Size_X' \
		'KERNEL_DISPATCH,"a, ""b""",10,20,64' 'KERNEL_DISPATCH,b,30,40,64' >rocprof.csv
	cp "$TOP/tests/fuzz/seeds/rocprof/run.json" rocprof.json
	cp "$TOP/tests/fuzz/seeds/sqlite/nsys.sqlite" nsys.sqlite
	cp "$TOP/tests/fuzz/seeds/sqlite/rocpd.sqlite" rocpd.sqlite
	trace-extract -c gpu,host trace.json >events.tsv
	trace-link -q --exit-zero events.tsv >linked.tsv
	trace-extract trace.json | trace-cycles >cycles.tsv
	trace-extract trace.json | trace-cycles --events >paths.tsv
	awk -v OFS='\t' 'BEGIN {
		print "ts_us", "dur_us", "name", "cat", "ph", "id", "pid", "tid", "device", "stream", "correlation"
		for (i = 0; i < 6; i++) {
			print 10 * i, 8, "aten::" (i % 2 ? "mm" : "add"), "cpu_op", "X", "", 1, 1, "", "", ""
			print 10 * i + 1, 2, "cudaLaunchKernel", "cuda_runtime", "X", "", 1, 1, "", "", i
			print 10 * i + 5, 3, "kernel", "kernel", "X", "", 0, 7, 0, 7, i
		}
	}' | trace-tree -q >tree.tsv
	sed 's/aten::mm/other::mm/' tree.tsv >other.tree.tsv
	awk -v OFS='\t' 'BEGIN {
		print "ts_us", "dur_us", "name", "cat", "ph", "id", "pid", "tid", "correlation", "bytes", "addr", "total_allocated", "device_type", "device_id"
		for (i = 1; i < 40; i++) {
			print 10 * i, 8, "op" i, "cpu_op", "X", "", 1, 1, "", "", "", "", "", ""
			print 10 * i + 1, "", "[memory]", "cpu_instant_event", "i", "", 1, 1, "", 64, i, 64 * i, 1, 0
		}
	}' >memory.tsv
	trace-merge --sort events.tsv >sorted.tsv
	trace-counter --depth sorted.tsv >counters.tsv
	sed 2d events.tsv >other.events.tsv
	awk -F '\t' -v OFS='\t' 'NR == 1 { print "name", "ideal_us" } NR > 1 { print $3, 0 }' events.tsv >ideal.tsv
	{ echo ' Ideal/Total Cycles '; awk -F '\t' 'NR > 1 { gsub(/[^A-Za-z0-9]/, "", $3); print $3 "-opCatA 0" }' events.tsv
		echo '====== Perf Summary End ======'; } >compile.log
	mkdir -p ideal.folder/a/perf && echo '[{"ideal_cycles": 0, "op_category": "B"}]' >ideal.folder/a/perf/ideal_cycles.json
	trace-extract other.json | trace-cycles >other.tsv
	tsv2csv events.tsv >events.csv
	tsv 'name gpu_us input_dims input_type' 'aten::mm 9 [[4,8],[8,2]] ["float","float"]' >operators.tsv
	tsv 'operator model unit' 'linear mm matrix' >own.tsv
	echo 'my::op(Tensor self, *, str mode="a") -> Tensor' >declarations.txt
	tsv 'name op_id parent_id input_dims input_type concrete_inputs gpu_us gpu_events' \
		'my::op 1 - [[4],[]] ["float",""] ["",""] 9 1' 'aten::mm 2 1 [[4,8],[8,2]] ["float","float"] ["",""] 9 1' \
		'other::op 3 - [[4]] ["long~int"] [""] 2 1' 'aten::cat 4 - [[[4]],[]] ["TensorList","Scalar"] ["","0"] 1 1' >calls.tsv
	tsv 'ts_us dur_us name cat ph id pid tid device stream correlation external_id kernel label' \
		'1 1 hipStreamBeginCapture cuda_runtime X - 9 9 - - 1 - - -' \
		'10 50 nn.Module:~A_1 python_function X - 9 9 - - - - - -' \
		'11 40 step cpu_op X - 9 9 - - - 2 - -' \
		'12 1 hipLaunchKernel cuda_runtime X - 9 9 - - 2 - gemm -' \
		'32 1 hipMemcpyAsync cuda_runtime X - 9 9 - - 4 - - -' \
		'70 1 hipStreamEndCapture cuda_runtime X - 9 9 - - 7 - - -' \
		'80 1 hipGraphLaunch cuda_runtime X - 9 9 - - 8 - - -' \
		'92 1 gemm kernel X - 0 7 0 7 8 - - -' \
		'94 1 Memcpy gpu_memcpy X - 0 7 0 7 8 - - -' \
		'0 - thread_name - M - 9 9 - - - - - main' >graph.tsv
	tsv 'src_rank dst_rank src_ts_us src_end_us dst_end_us' '0 1 1 2 12' '0 1 3 4 14' '0 1 5 6 16' >pairs.tsv
	tsv 'rank offset_us rate_ppm x0_us' '0 0 - 0' '1 10 1.5 14' >clocks.tsv
	tsv 'ts_us dur_us name rank' '1 2 a 0' '11 2 a 1' >ranks.tsv
	trace-critical -q --exit-zero --operations operations.tsv --edges edges.tsv graph.tsv >critical.tsv
	{ echo step_us; printf '%s\n' 10 11 10 10 11 10 10 20 21 20 20 21 20; } >runs.tsv
	tsv 'pattern category family' '^x all_to_allv communication' >collective_rules.tsv
	tsv 'ts_us dur_us name cat stream external_id collective_name dtype in_msg_nelems in_split_size group_size process_group_name process_group_ranks rank' \
		'1 2 nccl kernel 7 1 allreduce Half 8 [] 2 0 [0,~1] 0' \
		'1 3 nccl kernel 7 1 allreduce Half 8 [] 2 0 [0,~1] 1' \
		'5 9 nccl kernel 7 2 all_to_allv Half 3 [1,~2] 2 0 [0,~1] 1' \
		'5 1 record_param_comms cpu_op - 3 allgather Half 8 [] 2 0 [0,~1] 1' \
		'9 3 nccl kernel 7 3 - - - - - - - 1' >collectives.tsv
	echo '0 all_reduce [[3,4]] Float started' |
		awk -v 'groups=0=[0, 1]=' -v frames=1 -f "$TOP/tests/dumps.awk" >rank0.json
}

# A command a line for every tool that reads or writes; the page of the first word
# makes it a tool.
commands='trace-extract -c all -a grid -H trace.json
trace-extract -q --info facts trace.json.gz
trace-extract --whole --pair -c all trace.json
trace-extract -a Grid_Size_X rocprof.csv
trace-extract -c all -a kernel_id --info facts rocprof.json
trace-extract -c all --whole nsys.sqlite
trace-extract -c all --whole -a blocks_x -a truncated_kernel_name rocpd.sqlite
trace-info trace.json.gz
trace-link events.tsv
trace-link --stack --capture graph.tsv graph.tsv
trace-link --operators --capture graph.tsv graph.tsv
trace-tree --text --backward --field name events.tsv
trace-tree --modules -q --exit-zero events.tsv
trace-tree --folded -q events.tsv
trace-tree --pprof -q events.tsv
trace-tree --compat reference --callstack events.tsv
trace-tree graph.tsv
trace-treediff -q --exit-zero tree.tsv other.tree.tsv
trace-treediff -q --exit-zero --compat reference --text tree.tsv other.tree.tsv
trace-treediff -q --exit-zero --stats tree.tsv other.tree.tsv
trace-treediff -q --exit-zero --arguments tree.tsv other.tree.tsv
trace-treediff -q --exit-zero --ancestors tree.tsv other.tree.tsv
trace-treediff -q --exit-zero --map both tree.tsv other.tree.tsv
trace-critical -q --exit-zero events.tsv
trace-critical -q --exit-zero --slack graph.tsv
trace-whatif -q --exit-zero --scale name=add:0.5 operations.tsv edges.tsv
trace-history -q runs.tsv
trace-memory -q -k step,module memory.tsv
trace-perf -q --exit-zero --arch A100 --models-add own.tsv operators.tsv
trace-replay -q --schemas-add declarations.txt calls.tsv
trace-replay -l calls.tsv
trace-replay -q --script calls.tsv
trace-classify events.tsv
trace-classify --coverage events.tsv
trace-busy events.tsv
trace-compare -k name --value dur_us events.tsv other.events.tsv
trace-collectives events.tsv
trace-collectives --by message collectives.tsv
trace-collectives --by pair --rules collective_rules.tsv collectives.tsv
trace-collectives --missing rank0.json
trace-merge --sort events.tsv
trace-cut -s name=a events.tsv
trace-lanes -q sorted.tsv
trace-counter --depth -k device sorted.tsv
trace-counter --rate pid events.tsv
trace-counter --during counters.tsv events.tsv
trace-ideal -q --ideal ideal.tsv events.tsv
trace-ideal -q --ideal compile.log --freq :800 --categories -k name events.tsv
trace-ideal -q --ideal ideal.folder --freq :800 --counters events.tsv
trace-json --gzip events.tsv
trace-json --format perfetto sorted.tsv
trace-pair --by correlation events.tsv
trace-plot --format gnuplot timeline events.tsv
trace-clock --causal pairs.tsv
trace-shift --clocks clocks.tsv ranks.tsv
trace-cut --cycle 1 paths.tsv
trace-stats -k name events.tsv
trace-cycles events.tsv
trace-cycles -l events.tsv
trace-cycles --also list=also.tsv --also events=rows.tsv events.tsv
trace-cycles --segments events.tsv
trace-phase cycles.tsv
trace-phase events.tsv
trace-align --least 0% cycles.tsv other.tsv
trace-align --least 0% --fail-if total>100% cycles.tsv other.tsv
tsv2txt cycles.tsv
tsv2csv events.tsv
tsv2json events.tsv
tsv2md --width 9 --rows 2 events.tsv
csv2tsv events.csv'

@test "every tool is tried here" {
	for main in "$TOP"/tools/*/main.c; do
		tool=${main%/main.c}
		tool=${tool##*/}
		[[ $'\n'$commands == *$'\n'"$tool "* || $tool == @(csv2xlsx|xlsx2tsv) ]] || fail "$tool is not"
	done
}

# told STATUS PATTERN [COMMAND...]: runs the command, if there is one; checks its status and
# its messages in the file err.
told() {
	local message
	if [ $# -gt 2 ]; then
		status=0
		"${@:3}" >out 2>err </dev/null || status=$?
	fi
	read -r -d '' message <err || true
	# shellcheck disable=SC2053 # it is a pattern
	[[ $status -eq $1 && $message == $2 ]] || fail "${*:3}: not $1, $2: $status: $message"
}

# each OPTION... CALL WORD: the program, with all commands on standard input.
each() {
	"$BATS_FILE_TMPDIR/each" -s "$SPARSER" "$@"
}

@test "no memory, at every allocation of ours: status 2, a message, no leak" {
	need memory
	each -n 200 memory emory <<<"$commands"
}

# Not tsv2txt, which does without a locale that cannot be loaded, nor who reads rules.
@test "no memory, at every allocation of the system's library, too" {
	need any-memory
	grep -E '^(trace-(extract|info|cycles)|tsv2[cj]|csv)' <<<"$commands" |
		each -n 200 any-memory emory
}

# zlib asks the system itself; a program that has ISA-L would never notice. None may be
# left out: two of the allocations are zlib's.
@test "no memory for zlib, where that inflates: as well" {
	need any-memory
	variant=${TRACE_UTILS_BUILD##*/}
	read -r linked <"$TRACE_UTILS_BUILD/inflate"
	with=build/$variant/with-zlib/bin
	run -0 env -u MAKEFLAGS -u MAKELEVEL make -s -C "$TOP" V="$variant" LTO=-fno-lto \
		WITH_ISAL="$([ "$linked" = zlib ] || echo 1)" "$with/trace-extract"
	PATH=$TOP/$with:$PATH "$BATS_FILE_TMPDIR/each" -s 1000000 -n 20 any-memory emory <<<"trace-extract -q trace.json.gz"
}

# regcomp of glibc 2.36 frees twice what it has when it gets no more, and aborts: it
# has no other way to be asked. What stands on standard output then is the beginning
# of what it should be.
@test "no memory where rules are compiled: as well, or the library aborts" {
	need any-memory
	rules=$(grep -E '^trace-(classify|timeline|align)' <<<"$commands")
	each -c -n $((100 * $(wc -l <<<"$rules"))) any-memory emory <<<"$rules"
}

@test "a read error at every read: status 2 and a message" {
	need read
	each -n 20 read 'Input/output error' <<<"$commands"
}

# Longer than what is read at once: beside the events, in a key, between events and
# inside of one, in chunks of threads, in records of CSV with line ends.
long_inputs() {
	local n=$1 long
	printf -v long '%0300000d' 0
	long="\"$long\""
	{ printf '{"a":[%s,%s],%s:%s,"traceEvents":[' "$long" "$long" "$long" "$long"
		yes "$(sed -n 4p trace.json)" | head -n "$n"
		printf '{"ph":"X","cat":"kernel","name":"k","ts":1,"dur":1,"args":{"a":%s,"b":%s}}],"z":[%s,%s]}\n' \
			"$long" "$long" "$long" "$long"; } >long.json
	gzip -fk long.json
	{ cat events.tsv; yes "$(sed -n 4p events.tsv)" | head -n "$n"; } >long.tsv
	{ printf 'a,b\n'; yes $'1,"2\n3\n4"' | head -n $((3 * n)); } >long.csv
}

@test "a read error anywhere in a long file: status 2 and a message" {
	need read
	long_inputs 12000
	each -s 3 read 'Input/output error' <<-'END'
	trace-extract --threads 1 long.json
	trace-extract --threads 3 long.json
	trace-extract long.json.gz
	trace-info long.json
	tsv2csv long.tsv
	csv2tsv long.csv
	END
}

@test "a full disk at every write: status 2 and a message" {
	need write
	each -n 17 write 'No space left' <<<"$commands"
}

@test "reads and writes of one byte, every other one interrupted: nothing changes" {
	need short
	each -n 0 short '' <<<"$commands"
}

# A table for csv2xlsx whose names and fields have escapes and get longer and
# longer, so that it needs memory for each, and a sum that no double holds.
escaped_table() {
	printf 'match\tgroup\tmoved\ta\\\\%020d\ta\\\\%050d\ta\\\\%0150d\tdur_us\n' 1 2 3
	printf 'a\\\\%0300d\ta\\\\%0600d\t\ta\\\\%05000d\t1\t2\t9007199254740993.200\n' 4 5 6
	printf 'same\t\ta\\\\%01200d\ta\\\\%02500d\ta\\\\%010000d\ta\\\\%020000d\t0.001\n' 7 8 9 10
}

# A workbook is made in here/, where nothing else is to be left.
book_command() {
	mkdir here
	trace-align --least 0% cycles.tsv other.tsv >align.tsv
	escaped_table >escaped.tsv
	command=(csv2xlsx --total --chart cycles,bar,name,sum_us -o here/book.xlsx align.tsv cycles.tsv escaped.tsv)
}

@test "csv2xlsx: no memory, no reads, files that go: the file is whole or not there" {
	need memory
	book_command
	for call in memory read open; do
		! can_fail $call || each -d here -f here/book.xlsx $call '' <<<"${command[*]}"
	done
}

@test "csv2xlsx to standard output: no reads, no writes: status 2, no more than a beginning" {
	need read
	book_command
	export TMPDIR=$PWD/here
	for call in read write; do
		each -d here $call '' <<<"${command[*]/here\/book.xlsx/-}"
	done
}

@test "csv2xlsx: no descriptor left: 2 and why, or the whole file" {
	export ASAN_OPTIONS=detect_leaks=0 # to look for them takes descriptors
	book_command
	"${command[@]}"
	mv here/book.xlsx whole.xlsx
	for ((n = 4; n < 40; n++)); do # the loader needs some, too
		status=0
		(ulimit -n $n && exec "${command[@]}") >out 2>err 3>&- || status=$?
		[ "$status" -ne 0 ] || break
		[[ $status == 127 || ($status == 2 && $(cat err) == "csv2xlsx: "*) ]] || fail "$n: $status: $(cat err)"
		[ -z "$(ls -A here)" ] || fail "$n left $(ls -A here)"
	done
	cmp here/book.xlsx whole.xlsx
}

# libxlsxwriter itself may crash without memory: nothing new under the final name
# then, and no temporary file.
@test "csv2xlsx: no memory for its library: the file is whole or as it was" {
	need any-memory
	book_command
	echo old >here/book.xlsx
	each -c -n 100 -d here -f here/book.xlsx any-memory '' <<<"${command[*]}"
}

# A trace that cannot be read has no rows there, as a file that is missing.
@test "--info: a failure leaves nothing half-written" {
	need memory
	mkdir here
	trace-extract --info facts trace.json >out
	head -n 1 facts >here/facts
	for call in memory write; do
		! can_fail $call || each -w -n 3 -d here -f here/facts $call '' \
			<<<"trace-extract --info here/facts trace.json"
	done
}

@test "a file that must not grow beyond a size: status 2 at every size" {
	while read -ra command; do
		"${command[@]}" >good 2>err </dev/null || true
		read -r -d '' good <good || true
		for kilobytes in 0 1; do
			[ ${#good} -gt $((kilobytes * 1024)) ] || continue
			status=0
			message=$(trap '' XFSZ; ulimit -f $kilobytes
				exec "${command[@]}" 2>&1 >out </dev/null) || status=$?
			[[ $status -eq 2 && $message == "${command[0]}: "*"File too large"* ]] ||
				fail "${command[*]}: $kilobytes KiB: $status: $message"
		done
	done < <(grep -v -e --info <<<"$commands")
}

# The small files of the library fail first, then the rows, then the workbook, which
# is a little larger than they are.
@test "csv2xlsx: files that must not grow beyond a size: whole or as it was" {
	{ echo name; seq 3000 | sha1sum; seq 6000; } >long.tsv
	mkdir here
	for ((kilobytes = 0; kilobytes < 1000; kilobytes += 7)); do
		echo old >here/book.xlsx
		status=0
		message=$(trap '' XFSZ; ulimit -f $kilobytes
			TMPDIR=$PWD/here exec csv2xlsx -o here/book.xlsx long.tsv 2>&1) || status=$?
		[ "$(ls -A here)" = book.xlsx ] || fail "$kilobytes KiB left $(ls -A here)"
		[ "$status" -ne 0 ] || break
		[[ $status -eq 2 && $message == "csv2xlsx: "*here/book.xlsx* && $message != *long.tsv* ]] ||
			fail "$kilobytes KiB: $status: $message"
		[ "$(cat here/book.xlsx)" = old ] || fail "$kilobytes KiB: half a workbook"
	done
	[ "$kilobytes" -gt 50 ] || fail "whole within $kilobytes KiB"
	csv2xlsx -o - long.tsv | cmp - here/book.xlsx
}

@test "closed output, closed input, a full device: 2 and a message" {
	while read -ra command; do
		tool=${command[0]}
		status=0
		"${command[@]}" >&- 2>err </dev/null || status=$?
		told 2 "$tool: *cannot write standard output*"
		status=0
		"${command[@]}" >/dev/full 2>err </dev/null || status=$?
		told 2 "$tool: *cannot write standard output: No space left on device*"
		status=0
		"${command[@]:0:${#command[@]}-1}" - >out 2>err <&- || status=$?
		told 2 "$tool: *"
	done < <(grep -v -e --info <<<"$commands")
}

@test "a reader that goes ends a tool quietly" {
	yes "$(sed 1d events.tsv)" | head -n 40000 | cat <(head -n 1 events.tsv) - >many.tsv
	for command in "tsv2csv many.tsv" "tsv2json many.tsv" "trace-extract trace.json trace.json"; do
		run --separate-stderr bash -c "$command | head -n 1 >/dev/null; exit \${PIPESTATUS[0]}"
		[[ $status == 0 || $status == 141 ]] || fail "$command: $status"
		[ -z "$stderr" ] || fail "$command: $stderr"
	done
}

takes_two() {
	[[ $1 == @(trace-align|trace-treediff|trace-whatif) ]]
}

# The superuser may read everything, unless that is taken away.
@test "unreadable files, files that go, directories: 2 and why" {
	touch unreadable
	chmod 0 unreadable
	plainly=()
	[ "$(id -u)" -ne 0 ] || plainly=(setpriv "--bounding-set=-dac_override,-dac_read_search")
	"${plainly[@]}" true || plainly=()
	unreadable=yes
	! "${plainly[@]}" test -r unreadable || unreadable=
	mkdir folder
	ln -s nowhere gone
	while read -ra command; do
		file=${command[-1]}
		unset 'command[-1]'
		takes_two "${command[0]}" || command+=("$file") # else it has one
		told 2 "?(*"$'\n'")${command[0]}: gone: No such file or directory?("$'\n'"*)" "${command[@]}" gone
		takes_two "${command[0]}" || unset 'command[-1]'
		told 2 "${command[0]}: folder: Is a directory" "${command[@]}" folder
		told 2 "${command[0]}: gone: No such file or directory" "${command[@]}" gone
		[ ! "$unreadable" ] || told 2 "${command[0]}: unreadable: Permission denied" \
			"${plainly[@]}" "${command[@]}" unreadable
	done < <(grep -v -e --info <<<"$commands")
	[ "$unreadable" ] || return 0
	chmod 555 folder
	mkfifo -m 444 device
	for file in unreadable device folder/new; do
		run -2 "${plainly[@]}" csv2xlsx -o "$file" events.tsv
		assert_output --regexp "^csv2xlsx: (cannot write )?$file: Permission denied\$"
		[ ! -s "$file" ]
	done
}

# Between one open and the next, as of threads, and to count what there was.
@test "a file that goes before it is opened, again too: 2 and why, or all of it" {
	need open
	long_inputs 12000
	each -n 20 open 'No such file' <<<"$commands
trace-extract --threads 3 long.json
trace-extract -c cpu_op long.json"
}

@test "a million columns: 2 and why, in every reader" {
	seq -s $'\t' 1000000 >wide.tsv
	tr '\t' , <wide.tsv >wide.csv
	readers=$(grep -v -e '^trace-extract' -e '^trace-info' -e --missing <<<"$commands")
	eval "$LITTLE_MEMORY"
	while read -ra command; do
		wide=wide.${command[-1]##*.}
		told 2 "${command[0]}: $wide:1: more than * columns" "${command[@]:0:${#command[@]}-1}" "$wide"
		[ ! -s out ] || fail "${command[*]} printed something"
	done <<<"$readers
trace-classify --rules wide.tsv events.tsv
csv2xlsx -o x.xlsx events.tsv
csv2xlsx -o x.xlsx events.csv"
}

@test "no descriptor, no stack for a thread: the same without one" {
	{ printf '['; yes "$(sed -n 4p trace.json)" | head -n 20000; printf '{}]'; } >long.json
	gzip -fk long.json
	trace-extract --threads 1 long.json >good
	[ "$(wc -l <good)" -eq 20001 ]
	for file in long.json long.json.gz; do
		for ((n = 4; n < 30; n++)); do # the loader needs some, too
			status=0
			(ulimit -n $n && exec trace-extract --threads 3 $file) >out 2>err 3>&- || status=$?
			[ "$status" -ne 0 ] || cmp out good
			[[ $status == @(0|2|127) ]] || fail "$n: $status: $(cat err)"
		done
		[ "$status" -eq 0 ]
		[[ $TRACE_UTILS_BUILD == */sanitize ]] || # who need terabytes
			bash -c "ulimit -s 4000000 -v 2000000; exec trace-extract --threads 3 $file" | cmp - good
	done
}

@test "no affinity, as where there are too many processors: the same" {
	need affinity
	{ printf '['; yes "$(sed -n 4p trace.json)" | head -n 20000; printf '{}]'; } >long.json
	each affinity 'nothing to say' <<-'END'
	trace-extract long.json
	trace-info trace.json.gz
	END
}

@test "a file that is cut short while it is read: status 3, no hang" {
	{ printf '{"traceEvents":['; yes '{"ph":"X","cat":"kernel","name":"k","ts":1,"dur":1},' | head -n 200000; } >growing.json
	trace-extract --threads 1 growing.json 2>err | { read -r _; : >growing.json; cat >/dev/null; } || true
	[[ $(cat err) == *"cut off"* ]] || fail "$(cat err)"
}

# end_by SIGNAL JOB: ends a job that reads what is written to 4, or the group of -JOB;
# $status is what came of it.
end_by() {
	kill -s "$1" -- "$2"
	status=0
	wait "${2#-}" || status=$?
	exec 4>&-
}

@test "a signal during --info leaves no temporary file" {
	mkdir here
	mkfifo fifo
	for signal in INT TERM HUP QUIT; do
		# A job in the background ignores some signals, unless env resets them.
		env --default-signal=HUP,INT,QUIT trace-extract --info here/facts <fifo >/dev/null 3>&- &
		exec 4>fifo
		head -c 1000 trace.json >&4
		until [ -n "$(ls -A here)" ]; do sleep 0.05; done
		end_by "$signal" $!
		[ "$status" -gt 128 ] || fail "$signal: $status"
		[ -z "$(ls -A here)" ] || fail "$signal left $(ls -A here)"
	done
}

# blocked NUMBER STATUS: is the signal blocked in the thread with this /proc/.../status?
blocked() {
	(( 0x$(awk '$1 == "SigBlk:" { print $2 }' "$2") >> ($1 - 1) & 1 ))
}

@test "signals of a terminal come to the thread that has the temporary files" {
	[ -e /proc/self/task ] || skip "no list of threads"
	mkfifo fifo
	env --default-signal=HUP,INT,QUIT trace-extract --threads 2 <fifo >/dev/null 3>&- &
	exec 4>fifo
	{ printf '{"traceEvents":['; yes ' ' | head -n 2000000; } | gzip >&4
	main=$!
	until threads=$(find "/proc/$main/task" -mindepth 1 -maxdepth 1 ! -name "$main" | grep .); do sleep 0.05; done
	for thread in $threads; do
		for signal in 1 2 3 15; do
			blocked $signal "$thread/status" || fail "$signal"
			! blocked $signal "/proc/$main/status" || fail "main: $signal"
		done
		! blocked 11 "$thread/status" || fail 11
	done
	end_by INT "$main"
	[ "$status" = 130 ]
}

# linked_bin: the programs, in bin/; a script there takes its tools from there.
linked_bin() {
	mkdir bin
	ln -s "$TRACE_UTILS_BUILD"/bin/* bin
}

@test "scripts: no memory for one of their tools: no answer, nothing is left" {
	need memory
	not_with_sanitizers "the tools themselves are tried above"
	linked_bin
	mkdir here tmp
	export TMPDIR=$PWD/tmp
	tried=0
	for tool in trace-extract trace-link trace-classify trace-busy trace-stats trace-cycles trace-phase csv2xlsx tsv2csv; do
		for command in "trace-report -o here/x.xlsx" "trace-report -d here/x" "uplifter -output here/x.csv -input"; do
			places="1 9"
			[[ $command != *-d* ]] || places=9 # which differs in the end only
			for n in $places; do
				printf '#!/bin/sh\nexport FAULT=memory:%s FAULT_MARK=%s LD_PRELOAD=%s\nexec %s "$@"\n' \
					$n "$PWD/mark" "$FAULTS" "$TRACE_UTILS_BUILD/bin/$tool" >wrapped
				: >mark
				rm -rf bin/$tool here/*
				install wrapped bin/$tool
				status=0
				# shellcheck disable=SC2086 # words
				bin/$command trace.json >out 2>err || status=$?
				[ ! -e mark ] || break # it does not call the tool
				tried=$((tried + 1))
				[[ $status == @(1|2) && -s err ]] || fail "$command: $tool $n: $status: $(cat err)"
				left=$(find here tmp -mindepth 1 ! -name '*:*')
				[ -z "$left" ] || fail "$command: $tool $n left $left"
			done
		done
		ln -sf "$TRACE_UTILS_BUILD/bin/$tool" bin
	done
	[ "$tried" -gt 20 ] || fail "only $tried allocations failed"
}

# The signal comes from a terminal, so all that runs gets it.
@test "scripts: a signal leaves no temporary file" {
	mkdir here tmp
	mkfifo fifo
	export TMPDIR=$PWD/tmp
	for command in "trace-report -o here/x.xlsx" "uplifter -output here/x.csv -input"; do
		for signal in INT TERM HUP QUIT; do
			# shellcheck disable=SC2086 # words
			setsid env --default-signal=HUP,INT,QUIT $command fifo >out 2>err 3>&- &
			exec 4>fifo
			head -c 1000 trace.json >&4
			until [ -n "$(ls -A tmp)" ]; do sleep 0.05; done
			end_by "$signal" -$!
			[ "$status" -ge 128 ] || fail "$command: $signal: $status"
			[ -z "$(ls -A here tmp | grep -v :)" ] || fail "$command: $signal left $(ls -A here tmp)"
		done
	done
}

# A file system of its own, with 80 kB in it, filled but for a few.
@test "scripts: a full disk leaves old files as they were" {
	unshare -rm true 2>/dev/null || skip "no file systems of one's own here"
	"$TOP/scripts/make-samples" . >/dev/null
	cat >full <<-'END'
	mkdir here && mount -t tmpfs -o size=80k tmpfs here && mkdir here/r || exit
	for file in x.csv r/gpu_timeline.csv r/kernel_summary.csv; do
		echo old >here/$file
	done
	ln -s x.csv here/link.csv
	cat /dev/zero >here/fill
	uplifter -summary=false -input eager.json.gz -output here/link.csv
	echo "status $?"
	trace-report -d here/r eager.json.gz
	echo "status $?"
	cat here/x.csv here/r/*
	ls -A here here/r
	rm here/fill
	chmod 640 here/x.csv
	uplifter -summary=false -input eager.json.gz -output here/link.csv
	echo "status $?"
	cat here/x.csv
	uplifter -summary=false -input eager.json.gz -output here/x.csv
	stat -c '%A %N' here/x.csv here/link.csv
	cmp here/x.csv here/link.csv
	END
	run -0 --separate-stderr unshare -rm sh full
	diff -u - <(echo "$output") <<-'END'
	status 2
	status 2
	old
	old
	old
	here:
	fill
	link.csv
	r
	x.csv

	here/r:
	gpu_timeline.csv
	kernel_summary.csv
	status 0
	old
	-rw-r----- 'here/x.csv'
	-rw-r--r-- 'here/link.csv'
	END
	[[ $stderr == *"uplifter: cannot write here/link.csv"* ]]
	[[ $stderr == *"trace-report: cannot write into here/r: its sheets are as they were"* ]]
}

@test "temporary files: names that nobody can guess, and permissions as asked for" {
	umask 027
	mkdir here
	mkfifo fifo
	names=
	for _ in 1 2 3; do
		csv2xlsx -o here/x.xlsx <fifo 3>&- &
		writer=$!
		exec 4>fifo
		printf 'name\n' >&4
		until [ -n "$(ls -A here)" ]; do sleep 0.05; done
		while read -r name; do
			[[ $name =~ [a-zA-Z0-9]{6}$ && $names != *"$name"* ]] || fail "$names $name"
			names+=" $name"
			[[ $(stat -c %a here/"$name") =~ ^6[04]0$ ]] || fail "$(ls -la here)"
		done < <(ls -A here)
		exec 4>&-
		wait "$writer"
		[ "$(ls -A here)" = x.xlsx ]
		[ "$(stat -c %a here/x.xlsx)" = 640 ]
		rm here/x.xlsx
	done
}

# Whatever fails first has no room for its message, and may have removed its files again.
@test "scripts: a TMPDIR that is full on the way: 2 and why" {
	unshare -rm true 2>/dev/null || skip "no file systems of one's own here"
	"$TOP/scripts/make-samples" --layers 2 --decode 6 . >/dev/null
	cat >full <<-'END'
	mkdir small
	for size in 150 250 350 450 550; do
		mount -t tmpfs -o size=${size}k tmpfs small || exit
		for command in 'trace-advise eager.json.gz' 'trace-report eager.json.gz compiled.json.gz'; do
			TMPDIR=$PWD/small $command >/dev/null 2>said && continue
			grep -q 'no room for temporary files' said || echo "$size kB: $command: $(cat said)"
			failed=1
		done
		umount small
	done
	[ -n "$failed" ]
	END
	run -0 unshare -rm bash full
	[ -z "$output" ] || fail "$output"
}

# What fails removes its files, so that there is a little room again when the script ends.
@test "scripts: a disk that was full, as dash says it, and has a little room again" {
	unshare -rm true 2>/dev/null || skip "no file systems of one's own here"
	cat >script <<-END
	program=script
	. "$TOP/scripts/shared.sh"
	make_tmp
	println 'script: 1: echo: echo: I/O error' >&2
	exit 2
	END
	mkdir small
	run -2 unshare -rm sh -c 'mount -t tmpfs -o size=64k tmpfs small && TMPDIR=small sh script'
	assert_output 'script: no room for temporary files in small; TMPDIR chooses another folder'
	run -2 sh script
	assert_output 'script: cannot write standard output'
}

# Messages of the shell, of awk or of cat, and files that no user knows, help nobody.
@test "scripts: closed or full output, closed input, no room in TMPDIR: 2 and why" {
	not_with_sanitizers "the tools themselves are tried above"
	"$TOP/scripts/make-samples" --layers 2 --decode 6 .
	gunzip -k eager.json.gz compiled.json.gz
	mkfifo no-folder
	while read -r command; do
		run -0 bash -c "$command <&- >printed"
		run -0 bash -c "$command 2>&- >printed"
		for closed in '>&-' '>/dev/full'; do
			[[ $closed != '>/dev/full' || -e /dev/full ]] || continue
			run -2 --separate-stderr bash -c "$command $closed"
			assert_equal "$(tail -n 1 <<<"$stderr")" "${command%% *}: cannot write standard output"
			[[ $stderr != *awk:* && $stderr != *cat:* ]] || fail "$command $closed: $stderr"
		done
		run -2 --separate-stderr bash -c "TMPDIR=$PWD/no-folder $command"
		assert_equal "$stderr" "${command%% *}: cannot create a folder for temporary files in $PWD/no-folder"
		# ulimit counts blocks of 512 or 1024 bytes: there is no room for what comes first.
		run -2 --separate-stderr bash -c "trap '' XFSZ; ulimit -f 8; $command"
		[[ $stderr == "${command%% *}: no room for temporary files in "*"; TMPDIR chooses another folder" ]] ||
			fail "$command: $stderr"
	done <<-'END'
		trace-report eager.json
		trace-advise eager.json
		trace-compare-report -t eager.json compiled.json
		wafer-compare eager.json compiled.json
	END
}
