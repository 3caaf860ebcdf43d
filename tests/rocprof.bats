#!/usr/bin/env bats
# Files of rocprofv3 through trace-extract, trace-info and the pipelines.
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	cat >kernels.csv <<-'END'
	"Kind","Agent_Id","Queue_Id","Stream_Id","Thread_Id","Dispatch_Id","Kernel_Id","Kernel_Name","Correlation_Id","Start_Timestamp","End_Timestamp","Workgroup_Size_X","Grid_Size_X"
	"KERNEL_DISPATCH","Agent 4",1,2,123,1,11,"void add<float, 2>(float*)",7,1143263119836160,1143263119848161,64,1024
	"KERNEL_DISPATCH","Agent 4",1,3,123,2,12,"mul(int)",8,1143263119848161,1143263119848161,64,512
	END
	cat >calls.csv <<-'END'
	"Domain","Function","Process_Id","Thread_Id","Correlation_Id","Start_Timestamp","End_Timestamp"
	"HIP_RUNTIME_API_EXT","hipLaunchKernel",15,123,7,1143263119800000,1143263119801000
	"HIP_COMPILER_API","__hipPushCallConfiguration",15,123,6,1143263119799000,1143263119799001
	"HSA_CORE_API","hsa_queue_create",15,123,9,1143263119700000,1143263119700500
	"RCCL_API","ncclAllReduce",15,123,10,1143263119900000,1143263119900001
	"MARKER_CORE_API","decode 1",15,123,5,1143263119790000,1143263119802000
	END
	cat >copies.csv <<-'END'
	"Kind","Direction","Stream_Id","Source_Agent_Id","Destination_Agent_Id","Correlation_Id","Start_Timestamp","End_Timestamp"
	"MEMORY_COPY","MEMORY_COPY_HOST_TO_DEVICE",1,"Agent 0","Agent 4",952,1000,2500
	"MEMORY_COPY","MEMORY_COPY_DEVICE_TO_HOST",1,"Agent 4","Agent 0",960,3000,4001
	END
}

# The JSON of one process: agents, tables, and a record of each kind.
json() {
	cat <<-'END'
	{"rocprofiler-sdk-tool": [{"metadata": {"node": {"hostname": "h1"}, "pid": 908, "init_time": 5, "fini_time": 99},
	 "agents": [{"size": 312, "id": {"handle": 70}, "type": 1, "logical_node_id": 0, "product_name": "a CPU"},
	  {"size": 312, "id": {"handle": 71}, "type": 2, "logical_node_id": 1, "product_name": "GPU \"A\""}],
	 "counters": [1, {"size": 2}],
	 "strings": {"callback_records": [{"kind": "X", "operations": []}],
	  "buffer_records": [{"kind": "NONE", "operations": []}, {"kind": "HIP_RUNTIME_API", "operations": ["hipMalloc", "hipLaunchKernel"]},
	   {"kind": "KERNEL_DISPATCH", "operations": ["NONE", "ENQUEUE", "COMPLETE"]},
	   {"kind": "MEMORY_COPY", "operations": ["NONE", "MEMORY_COPY_DEVICE_TO_HOST", "MEMORY_COPY_HOST_TO_DEVICE"]},
	   {"kind": "MARKER_CORE_API", "operations": ["roctxMarkA", "roctxRangePushA"]}],
	  "marker_api": [{"key": 3, "value": "decode, \u00e9"}]},
	 "kernel_symbols": [{"size": 88, "kernel_id": 8, "kernel_name": "_Z1fv.kd", "formatted_kernel_name": "f<int>()"}],
	 "buffer_records": {"kernel_dispatch": [
	  {"size": 184, "kind": 2, "operation": 2, "thread_id": 5, "correlation_id": {"internal": 1, "external": 0}, "start_timestamp": 63857982592000, "end_timestamp": 63857982594841, "dispatch_info": {"size": 72, "agent_id": {"handle": 71}, "queue_id": {"handle": 16}, "kernel_id": 8, "dispatch_id": 1, "grid_size": {"x": 512, "y": 1, "z": 1}}, "stream_id": {"handle": 0}},
	  {"size": 184, "kind": 2, "operation": 2, "thread_id": 5, "correlation_id": {"internal": 2}, "start_timestamp": 63857982594841, "end_timestamp": 63857982594841, "dispatch_info": {"size": 72, "agent_id": {"handle": 71}, "queue_id": {"handle": 16}, "kernel_id": 8}}],
	 "hip_api": [
	  {"size": 56, "kind": 1, "operation": 1, "correlation_id": {"internal": 1, "external": 0}, "start_timestamp": 1000, "end_timestamp": 2000, "thread_id": 5}],
	 "marker_api": [
	  {"size": 56, "kind": 4, "operation": 1, "correlation_id": {"internal": 3}, "start_timestamp": 500, "end_timestamp": 3000, "thread_id": 5},
	  {"size": 56, "kind": 4, "operation": 0, "correlation_id": {"internal": 4}, "start_timestamp": 600, "end_timestamp": 600, "thread_id": 5}],
	 "memory_copy": [
	  {"size": 88, "kind": 3, "operation": 1, "thread_id": 5, "correlation_id": {"internal": 9}, "start_timestamp": 4000, "end_timestamp": 4500, "dst_agent_id": {"handle": 70}, "src_agent_id": {"handle": 71}, "bytes": 64, "stream_id": {"handle": 2}},
	  {"size": 88, "kind": 3, "operation": 2, "thread_id": 5, "correlation_id": {"internal": 10}, "start_timestamp": 5000, "end_timestamp": 5500, "dst_agent_id": {"handle": 71}, "src_agent_id": {"handle": 70}, "bytes": 64, "stream_id": {"handle": 2}}],
	 "hsa_api": []}}]}
	END
}

# The rows of a table, without its header.
rows() {
	trace-extract -q "$@" | sed 1d
}

@test "kernels: times exact, agent and stream, any column by -a" {
	run -0 --separate-stderr trace-extract -a Grid_Size_X -a Queue_Id=queue -a No_Such kernels.csv
	[ -z "$stderr" ]
	assert_output "$(tsv \
		'ts_us dur_us name cat ph id pid tid device stream correlation external_id grid_size_x queue no_such' \
		'1143263119836.160 12.001 void~add<float,~2>(float*) kernel X - - 123 Agent~4 2 7 - 1024 1 -' \
		'1143263119848.161 0.000 mul(int) kernel X - - 123 Agent~4 3 8 - 512 1 -')"
}

@test "file, standard input, gzip, byte order mark, CR LF and quoted numbers give the same" {
	rows kernels.csv >want
	diff <(trace-extract <kernels.csv | sed 1d) want
	gzip -k kernels.csv
	diff <(rows kernels.csv.gz) want
	diff <(cat kernels.csv.gz | trace-extract - | sed 1d) want
	diff <({ printf '\xEF\xBB\xBF'; cat kernels.csv; } | rows) want
	diff <(sed 's/$/\r/' kernels.csv | rows) want
	diff <(sed -E 's/,([0-9]+)/,"\1"/g' kernels.csv | rows) want
	diff <(head -c -1 kernels.csv | rows) want
	diff <(sed '1!G; h; $!d' kernels.csv | sed -n '$p' | cat - <(sed 1d kernels.csv) | rows) want
}

@test "names with quotes, commas and line ends" {
	printf '%s\n' 'Kind,Kernel_Name,Start_Timestamp,End_Timestamp' \
		'KERNEL_DISPATCH,"a ""b"", c' 'd",1,2' >odd.csv
	run -0 rows -c kernel odd.csv
	assert_output "$(tsv '0.001 0.001 a~"b",~c\nd kernel X - - - - - - -')"
}

@test "calls, markers and copies have the categories of other traces" {
	run -0 rows -c all calls.csv
	assert_output "$(tsv \
		'1143263119800.000 1.000 hipLaunchKernel hip_runtime X - 15 123 - - 7 -' \
		'1143263119799.000 0.001 __hipPushCallConfiguration hip_runtime X - 15 123 - - 6 -' \
		'1143263119700.000 0.500 hsa_queue_create hsa_runtime X - 15 123 - - 9 -' \
		'1143263119900.000 0.001 ncclAllReduce rccl_api X - 15 123 - - 10 -' \
		'1143263119790.000 12.000 decode~1 user_annotation X - 15 123 - - 5 -')"
	run -0 rows -c gpu copies.csv
	assert_output "$(tsv \
		'1.000 1.500 MEMORY_COPY_HOST_TO_DEVICE gpu_memcpy X - - - Agent~4 1 952 -' \
		'3.000 1.001 MEMORY_COPY_DEVICE_TO_HOST gpu_memcpy X - - - Agent~4 1 960 -')"
	[ "$(rows -c host calls.csv | wc -l)" -eq 4 ]
	run -1 --separate-stderr trace-extract calls.csv
	[[ $stderr == *"no GPU kernels; it has: hip_runtime 2, hsa_runtime 1, rccl_api 1, user_annotation 1"* ]]
}

@test "several tables in one call: launches and markers are linked" {
	run -0 bash -c 'trace-extract -c gpu,host kernels.csv calls.csv |
		trace-link 2>/dev/null | cut -f1-3 | head -n 3'
	trace-extract -c gpu,host kernels.csv >all.tsv
	trace-extract -c gpu,host calls.csv | sed 1d >>all.tsv
	run -0 --separate-stderr trace-link all.tsv
	awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i }
		$c["correlation"] == 7 { print $c["launch_ts_us"], $c["annotation"] }' <<<"$output" >linked
	[ "$(cat linked)" = "1143263119800.000 decode 1" ]
}

@test "--number, --relative, --rank, -H, --info and trace-info" {
	[ "$(rows --number kernels.csv | cut -f13 | tr '\n' ' ')" = "0 1 " ]
	[ "$(rows --relative kernels.csv | cut -f1 | tr '\n' ' ')" = "0.000 12.001 " ]
	[ "$(rows -H --rank 5 kernels.csv | cut -f13,14 | uniq)" = $'5\tkernels.csv' ]
	trace-extract --info facts kernels.csv >/dev/null
	diff facts <(trace-info kernels.csv)
	grep -qx $'kernels.csv\tkernel_us\t12.001' facts
	grep -qx $'kernels.csv\tgpu_span_us\t12.001' facts
	grep -qx $'kernels.csv\tstreams\t2' facts
}

@test "a row that cannot be read is lost, the others are not: 3" {
	rows kernels.csv >want
	# broken KEY=what to put into a row between the two
	broken() {
		sed -n 1,2p kernels.csv
		printf '%b' "$1"
		sed -n 3p kernels.csv
	}
	local row=(
		'"KERNEL_DISPATCH","Agent 4",1,2\n'
		'"KERNEL_DISPATCH","Agent 4",1,2,1,1,11,"n",7,5,4,64,1\n'
		'"KERNEL_DISPATCH","Agent 4",1,2,1,1,11,"n",7,x,9,64,1\n'
		'"KERNEL_DISPATCH","Agent 4",1,2,1,1,11,"n",7,1.5,9,64,1\n'
		'"KERNEL_DISPATCH","Agent 4",1,2,1,1,11,"n",7,,,64,1\n'
		'"KERNEL_DISPATCH","Agent 4",1,2,1,1,11,"n",7,-5,9,64,1\n'
		'"KERNEL_DISPATCH","Agent 4",1,2,1,1,11,"n",7,1,18446744073709551615,64,1\n'
		'"KERNEL_DISPATCH","Agent 4",1,2,1,1,11,"say "hi"",7,1,2,64,1\n'
		'"KERNEL_DISPATCH","Agent 4",1,2,1,1,11,a"n,7,1,2,64,1\n'
		'"KERNEL_DISPATCH","Agent 4",1,2,1,1,11,a\rn,7,1,2,64,1\n'
		'"","Agent 4",1,2,1,1,11,"n",7,1,2,64,1\n'
	)
	for bad in "${row[@]}"; do
		broken "$bad" >broken.csv
		run -3 --separate-stderr trace-extract broken.csv
		diff <(sed 1d <<<"$output") want
		[ "$stderr" = "trace-extract: broken.csv: damaged: at least 1 event lost" ] || fail "$bad: $stderr"
	done
	run -3 trace-info broken.csv
	assert_line $'broken.csv\tevents_lost\t1'
	run -0 trace-extract --exit-zero broken.csv
}

@test "cut anywhere: what is whole is printed, never anything else" {
	rows kernels.csv >want
	size=$(wc -c <kernels.csv)
	for ((n = $(head -n 1 kernels.csv | wc -c); n < size - 1; n += 7)); do
		run --separate-stderr trace-extract -q <(head -c "$n" kernels.csv)
		[ "$status" -eq 3 ] || [ "$status" -eq 0 ] || [ "$status" -eq 1 ] || fail "$n: $status: $stderr"
		sed 1d <<<"$output" | cmp -n "$(sed 1d <<<"$output" | wc -c)" - want ||
			fail "$n: $output"
	done
	{ cat kernels.csv; printf '"KERNEL_DISPATCH","Agent 4",1,2,1,1,11,"%01000d' 0; } >long.csv
	run -3 --separate-stderr trace-extract long.csv
	[ "$stderr" = "trace-extract: long.csv: damaged: at least 1 event lost" ]
	gzip -c kernels.csv | head -c -9 >cut.gz
	run -3 --separate-stderr trace-extract cut.gz
	[[ $stderr == *"cut.gz: damaged: "*"end too early"* ]]
}

@test "tables that tell no times, or are of another kind, are named: 2" {
	for column in Kind Start_Timestamp End_Timestamp Kernel_Name; do
		sed "1s/\"$column\"/\"Other\"/" kernels.csv >less.csv
		run -2 --separate-stderr trace-extract less.csv
		[[ $stderr == "trace-extract: less.csv: a table without the column $column"* ]] || fail "$stderr"
		[ -z "$output" ]
		run -2 trace-info less.csv
	done
	sed 's/^[^,]*/&,&/' kernels.csv >more.csv
	run -2 --separate-stderr trace-extract more.csv
	[ "$stderr" = "trace-extract: more.csv: a table with two columns Kind" ] || fail "$stderr"
	printf 'SQLite format 3\0and so on' >x.db
	run -2 --separate-stderr trace-extract x.db
	[[ $stderr == "trace-extract: x.db: "*" database"* ]]
	run -2 --separate-stderr trace-extract <<<'"Name","Calls"'
	[[ $stderr == *"it does not begin like JSON or another format that is read; trace-extract --formats lists them"* ]]
	run -1 --separate-stderr trace-extract <(head -n 1 kernels.csv)
	[ "$output" = "$(trace-extract kernels.csv | head -n 1)" ]
}

@test "JSON: every kind of record, names from the tables, members by -a" {
	json >run.json
	run -0 --separate-stderr trace-extract -c all -a kernel_id -a grid_size -a bytes run.json
	[ -z "$stderr" ]
	assert_output "$(tsv \
		'ts_us dur_us name cat ph id pid tid device stream correlation external_id kernel_id grid_size bytes' \
		'63857982592.000 2.841 f<int>() kernel X - 908 5 Agent~1 0 1 - 8 {"x":512,"y":1,"z":1} -' \
		'63857982594.841 0.000 f<int>() kernel X - 908 5 Agent~1 16 2 - 8 - -' \
		'1.000 1.000 hipLaunchKernel hip_runtime X - 908 5 - - 1 - - - -' \
		'0.500 2.500 decode,~é user_annotation X - 908 5 - - 3 - - - -' \
		'0.600 0.000 roctxMarkA user_annotation X - 908 5 - - 4 - - - -' \
		'4.000 0.500 MEMORY_COPY_DEVICE_TO_HOST gpu_memcpy X - 908 5 Agent~1 2 9 - - - 64' \
		'5.000 0.500 MEMORY_COPY_HOST_TO_DEVICE gpu_memcpy X - 908 5 Agent~1 2 10 - - - 64')"
	run -0 trace-extract -a thread_id=t -a kernel_id -a kernel_id=again run.json
	diff <(cut -f 8,13- <<<"$output") <(tsv 'tid t kernel_id again' '5 5 8 8' '5 5 8 8')
	output=$(trace-extract -c all -a kernel_id -a grid_size -a bytes run.json)
	trace-extract -c all -a kernel_id -a grid_size -a bytes <(gzip -c run.json) | diff - <(cat <<<"$output")
	{ printf '\xEF\xBB\xBF'; tr -d '\n' <run.json; } | trace-extract -c all -a kernel_id -a grid_size -a bytes |
		diff - <(cat <<<"$output")
	run -0 trace-info run.json
	for fact in 'kernels 2' 'kernels_without_launch 1' 'gpu.0 GPU~"A"' 'meta.hostname h1' 'meta.pid 908'; do
		assert_line "$(tsv "run.json $fact")"
	done
	refute_line --partial 'gpu.1'
	run -0 bash -c 'trace-extract -c gpu,host run.json | trace-link 2>/dev/null | cut -f 3,13'
	assert_line $'f<int>()\t1.000'
}

@test "JSON: two processes with equal numbers, tables behind the records, sizes in blocks" {
	cat >two.json <<-'END'
	{"rocprofiler-sdk-tool": [
	{"buffer_records": {"kernel_dispatch": [
	 {"size": 1, "kind": 1, "operation": 0, "thread_id": 5, "correlation_id": {"internal": 1}, "start_timestamp": 100, "end_timestamp": 200, "dispatch_info": {"agent_id": {"handle": 71}, "kernel_id": 8, "grid_size": {"x": 513, "y": 1, "z": 0}, "workgroup_size": {"x": 64, "y": 1, "z": 0}}}],
	 "hip_api": [{"size": 1, "kind": 2, "operation": 1, "thread_id": 5, "correlation_id": {"internal": 1}, "start_timestamp": 50, "end_timestamp": 60}]},
	 "agents": [{"size": 1, "id": {"handle": 71}, "type": 2, "logical_node_id": 1, "product_name": "GPU A"}],
	 "strings": {"buffer_records": [{"kind": "NONE", "operations": []}, {"kind": "KERNEL_DISPATCH", "operations": []}, {"kind": "HIP_RUNTIME_API", "operations": ["a", "hipLaunchKernel"]}]},
	 "kernel_symbols": [{"size": 1, "kernel_id": 8, "kernel_name": "_Z1f.kd", "formatted_kernel_name": "f()", "truncated_kernel_name": "f"}],
	 "metadata": {"pid": 11}},
	{"metadata": {"pid": 22}, "agents": [{"size": 1, "id": {"handle": 71}, "type": 2, "logical_node_id": 3, "product_name": "GPU B"}],
	 "strings": {"buffer_records": [{"kind": "NONE", "operations": []}, {"kind": "KERNEL_DISPATCH", "operations": []}]},
	 "buffer_records": {"kernel_dispatch": [
	 {"size": 1, "kind": 1, "operation": 0, "thread_id": 5, "correlation_id": {"internal": 1}, "start_timestamp": 300, "end_timestamp": 400, "dispatch_info": {"agent_id": {"handle": 71}, "kernel_id": 9}},
	 {"size": 1, "kind": 1, "operation": 0, "thread_id": 5, "correlation_id": {"internal": 2}, "start_timestamp": 300, "end_timestamp": 400, "dispatch_info": {"agent_id": {"handle": 71}, "kernel_id": 8}}]},
	 "kernel_symbols": [{"size": 1, "kernel_id": 9, "kernel_name": "_Z1g.kd"}]}]}
	END
	run -3 --separate-stderr trace-extract -q -c all -a agent_id -a grid_x -a block_x -a blocks_x -a blocks_z -a truncated_kernel_name two.json
	[ "$stderr" = "trace-extract: two.json: damaged: at least 1 event lost" ] # kernel 8 is another process's
	diff -u - <(cut -f 1-3,7-9,11,13- <<<"$output") <<-END
	$(tsv 'ts_us dur_us name pid tid device correlation agent_id grid_x block_x blocks_x blocks_z truncated_kernel_name' \
		'0.100 0.100 f() 11 5 Agent~1 1 71 513 64 9 - f' \
		'0.050 0.010 hipLaunchKernel 11 5 - 1 - - - - - -' \
		'0.300 0.100 _Z1g.kd 22 5 Agent~3 22/1 71 - - - - _Z1g.kd')
	END
	trace-extract -c all -q --exit-zero two.json | trace-link -q | cut -f 13- | grep -q hipLaunchKernel
	# a dispatch is known without the table of kinds
	sed 's/"KERNEL_DISPATCH"/""/' two.json | trace-extract -q --exit-zero 2>/dev/null |
		diff - <(trace-extract -q --exit-zero two.json 2>/dev/null)
	for ((n = 200; n < $(wc -c <two.json); n += 60)); do
		run -3 trace-extract -q -c all <(head -c "$n" two.json)
	done
}

@test "JSON: cut anywhere, nothing but what is whole is printed" {
	json >run.json
	rows -c all run.json >want
	size=$(wc -c <run.json)
	for ((n = 30; n < size - 3; n += 11 + n / SPARSER)); do
		run --separate-stderr trace-extract -q -c all <(head -c "$n" run.json)
		[ "$status" -eq 3 ] || [[ $status -eq 2 && $stderr == *"no buffer_records in it" ]] ||
			fail "$n: $status: $stderr"
		sed 1d <<<"$output" | cmp -n "$(sed 1d <<<"$output" | wc -c)" - want || fail "$n: $output"
	done
	gzip -c run.json | head -c -9 >cut.gz
	run -3 --separate-stderr trace-extract -c all cut.gz
	[[ $stderr == *"end too early"* ]]
	run -3 --separate-stderr trace-extract -c all <(cat run.json run.json)
	[[ $stderr == *"other data after the JSON" ]]
}

@test "JSON: what is broken is lost, the rest is not" {
	json >run.json
	rows -c all run.json >want
	lost() { # lost N ROW: row number N is missing, the others are there
		run -3 --separate-stderr trace-extract -c all broken.json
		diff <(sed 1d <<<"$output") <(sed "$2" want)
		[[ $stderr == *"damaged: at least $1 event"*" lost"* ]] || fail "$stderr"
	}
	sed 's/"start_timestamp": 1000/"start_timestamp": "x"/' run.json >broken.json
	lost 1 3d
	sed 's/"start_timestamp": 1000/"start_timestamp": 1000]/' run.json >broken.json
	lost 1 3d
	sed 's/"operation": 1, "correlation_id": {"internal": 1,/"operation": 77, "correlation_id": {"internal": 1,/' run.json >broken.json
	lost 1 3d
	sed 's/"kernel_id": 8, "dispatch_id"/"kernel_id": 9, "dispatch_id"/' run.json >broken.json
	lost 1 1d
	sed 's/"end_timestamp": 5500/"end_timestamp": 4999/' run.json >broken.json
	lost 1 7d
	sed 's/"hsa_api": \[/&5, null, /' run.json >broken.json
	lost 2 ''
	sed 's/"start_timestamp": 63857982592000/"start_timestamp": 6, &/' run.json >broken.json
	lost 1 1d # a record that has swallowed a part of another
	sed 's/"size": 312, "id": {"handle": 70}/"size": 312 "id": {"handle": 70}/' run.json >broken.json
	run -3 --separate-stderr trace-extract -c all broken.json
	[ "$stderr" = "trace-extract: broken.json: damaged: broken JSON beside the records" ]
	diff <(sed 1d <<<"$output") want
	{ echo 'W0801 profiler: flushed'; cat run.json; } >broken.json
	run -2 --separate-stderr trace-extract broken.json
	[[ $stderr == *", and --format NAME reads one whose beginning is damaged" ]]
	run -3 --separate-stderr trace-extract --format rocprofv3-json -c all broken.json
	[ "$stderr" = "trace-extract: broken.json: damaged: it does not begin like JSON" ]
	diff <(sed 1d <<<"$output") want
	# the rest of a record is tokens without commas, and brackets
	for text in xxxxxxxxxx '""""""' '}}}}}}}}}}' ',,,,,,,' '{{{{{{{' '[[[["'; do
		sed "s/{\"size\": 56, \"kind\": 1/$text/" run.json >broken.json
		! cmp -s run.json broken.json || fail "$text: not broken"
		run -3 --separate-stderr trace-extract -c all broken.json
		diff <(sed 1d <<<"$output") <(sed 3d want) || fail "$text: $stderr"
	done
	awk '/"hip_api"/ { print; getline; r = $0; sub(/],$/, ",", r); for (i = 0; i < 900; i++) print r } { print }' run.json >many.json
	at=$(grep -bo -m 1 '"hip_api"' many.json | cut -d : -f 1)
	{ head -c $((at + 50000)) many.json; head -c 4096 /dev/zero; tail -c +$((at + 54097)) many.json; } >broken.json
	run -3 --separate-stderr trace-extract -q -c all broken.json
	missing=$(($(rows -c all many.json | wc -l) - ${#lines[@]} + 1))
	[[ $stderr == *"at least "* && $stderr =~ ([0-9]+)" events lost" ]]
	[ "${BASH_REMATCH[1]}" -le "$missing" ] && [ $((BASH_REMATCH[1] * 2)) -ge "$missing" ] || fail "$missing: $stderr"
	for text in '[1]' '{"metadata"}' '"x"' '[{"metadata": {}}]' '[{"buffer_records": 5}]'; do
		echo "{\"rocprofiler-sdk-tool\": $text}" >none.json
		run -2 --separate-stderr trace-extract none.json
		[[ $stderr == *"no buffer_records in it" ]] || fail "$text: $stderr"
	done
}

@test "JSON: a real file, every record as python3 finds it" {
	need_traces
	file=$TRACES/rocprofv3-head400.json
	python3 - "$file" >want <<-'END'
		import json, sys
		for run in json.load(open(sys.argv[1]))['rocprofiler-sdk-tool']:
		    names = {s['kernel_id']: s['formatted_kernel_name'] for s in run['kernel_symbols']}
		    agents = {a['id']['handle']: 'Agent %d' % a['logical_node_id'] for a in run['agents']}
		    for r in run['buffer_records']['kernel_dispatch']:
		        start, end, info = r['start_timestamp'], r['end_timestamp'], r['dispatch_info']
		        print(*('%d.%03d' % divmod(ns, 1000) for ns in (start, end - start)), names[info['kernel_id']],
		              'kernel', 'X', '', run['metadata']['pid'], r['thread_id'], agents[info['agent_id']['handle']],
		              r['stream_id']['handle'], r['correlation_id']['internal'], '', sep='\t')
	END
	[ "$(wc -l <want)" -eq 400 ]
	cmp <(rows "$file") want
	trace-info "$file" | grep -q $'\tkernel_us\t1271.810$'
}

# The kernels of a trace as rocprofv3 would have written them.
as_rocprof() {
	trace-extract "$1" | awk -F '\t' -v OFS=, 'NR == 1 {
		print "\"Kind\",\"Agent_Id\",\"Stream_Id\",\"Kernel_Name\",\"Correlation_Id\",\"Start_Timestamp\",\"End_Timestamp\""
		next
	}
	{
		split($1, s, "."); split($2, d, ".")
		ns = substr(s[1], 7) s[2]
		print "\"KERNEL_DISPATCH\"", $9, $10, "\"" $3 "\"", $11, sprintf("%.0f", ns), sprintf("%.0f", ns + (d[1] d[2]))
	}'
}

@test "the same run as JSON and as a table: the same cycles, phases and times" {
	"$TOP/scripts/make-samples" --layers 3 --decode 6 .
	as_rocprof eager.json.gz >eager.csv
	[ "$(rows eager.csv | wc -l)" -gt 500 ]
	diff <(trace-extract eager.json.gz | trace-cycles | trace-phase -s decode | cut -f 4-9,11-) \
		<(trace-extract eager.csv | trace-cycles | trace-phase -s decode | cut -f 4-9,11-)
	diff <(trace-extract eager.json.gz | trace-stats -k name) \
		<(trace-extract eager.csv | trace-stats -k name)
	diff <(trace-extract eager.json.gz | trace-busy) <(trace-extract eager.csv | trace-busy)
}

@test "real tables of rocprofv3: every row, exact sums, phases" {
	need_traces
	for phase in decode prefill; do
		file=$TRACES/rocprofv3-llamacpp-$phase.csv
		python3 - "$file" >want <<-'END'
		import csv, sys
		for r in csv.DictReader(open(sys.argv[1])):
		    start, end = int(r['Start_Timestamp']), int(r['End_Timestamp'])
		    print(*('%d.%03d' % divmod(ns, 1000) for ns in (start, end - start)), r['Kernel_Name'],
		          'kernel', 'X', '', '', r['Thread_Id'], r['Agent_Id'], r['Stream_Id'],
		          r['Correlation_Id'], '', sep='\t')
		END
		cmp <(rows "$file") want
	done
	[ "$(wc -l <want)" -eq 1128 ]
	trace-info "$file" | grep -q $'\tkernel_us\t66066.571$'
	for phase in decode prefill; do
		trace-extract "$TRACES/rocprofv3-llamacpp-$phase.csv" | trace-cycles --events | trace-phase |
			sed 1d | rev | cut -f 2 | rev | sort | uniq -c
	done | awk '{ print $1, $2 }' >got
	diff - got <<<$'144 decode\n1128 prefill'
}

# Of 4 to 9, and of 1 to 3; the process of older tables is in a column.
@test "numbers of kernels tell how many are not in the file" {
	missing() {
		trace-info "$1" | awk -F '\t' '$2 == "dispatches_missing" { print $3 }'
	}
	{
		sed -n 1p kernels.csv
		for i in 5 4 9; do
			echo "\"KERNEL_DISPATCH\",\"Agent 4\",1,2,123,$i,11,\"add\",7,$((1000 * i)),$((1000 * i + 900)),64,1024"
		done
	} >hole.csv
	[ "$(missing kernels.csv)" = 0 ]
	[ "$(missing hole.csv)" = 3 ]
	[ -z "$(missing calls.csv)" ]
	awk -F , 'BEGIN { OFS = "," } { $1 = (NR == 1 ? "\"Process_Id\"," : NR % 2 ",") $1; print }' hole.csv >several.csv
	[ -z "$(missing several.csv)" ]
	json | sed 's/"kernel_id": 8}}\],/"kernel_id": 8, "dispatch_id": 3}}],/' >hole.json
	[ "$(missing hole.json)" = 1 ]
	run -0 trace-advise -t hole.csv
	assert_line --index 1 --partial 'do not trust busy and idle time: 3 of 6 kernels are not in the file'
	run -0 bash -c "$(sed -n 2p <<<"$output" | cut -f 7)"
	assert_output $'hole.csv\tdispatches_missing\t3'
	[ "$(trace-report -l hole.csv | awk -F '\t' 'END { print $NF }')" = 'kernels lost: 3 of 6' ]
	trace-compare-report -d lost hole.csv hole.csv || [ $? -eq 1 ]
	grep -qx 'a,KERNELS_LOST,warning,3 of 6 kernels are not in the file' lost/warnings.csv
	run -0 trace-report hole.csv
	assert_line --index 0 --regexp 'INCOMPLETE: kernels are lost$'
}
