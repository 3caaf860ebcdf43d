#!/usr/bin/env bats
# The database that rocprofv3 writes by default: the rows of its JSON of the same run.
# tests/rocpd.py makes the one of the other.
load helper

setup() {
	trace-extract --formats | grep -q '^sqlite' || skip "built without libsqlite3"
	cd "$BATS_TEST_TMPDIR" || return
	command -v python3 >/dev/null || skip "no python3"
	json >run.json
	database run.db run.json
}

database() {
	python3 "$TOP/tests/rocpd.py" "$@"
}

# A run with a record of each kind.
json() {
	cat <<-'END'
	{"rocprofiler-sdk-tool": [{"metadata": {"node": {"hostname": "h1"}, "pid": 908, "init_time": 5, "fini_time": 99},
	 "agents": [{"id": {"handle": 70}, "type": 1, "logical_node_id": 0, "product_name": "a CPU"},
	  {"id": {"handle": 71}, "type": 2, "logical_node_id": 1, "product_name": "GPU \"A\""}],
	 "strings": {"buffer_records": [{"kind": "NONE", "operations": []}, {"kind": "HIP_RUNTIME_API", "operations": ["hipMalloc", "hipLaunchKernel"]},
	   {"kind": "KERNEL_DISPATCH", "operations": ["NONE", "ENQUEUE", "COMPLETE"]},
	   {"kind": "MEMORY_COPY", "operations": ["NONE", "MEMORY_COPY_DEVICE_TO_HOST", "MEMORY_COPY_HOST_TO_DEVICE"]},
	   {"kind": "MARKER_CORE_RANGE_API", "operations": ["roctxMarkA", "roctxRangePushA"]},
	   {"kind": "MEMORY_ALLOCATION", "operations": ["NONE", "MEMORY_ALLOCATION_ALLOCATE", "MEMORY_ALLOCATION_VMEM_FREE"]},
	   {"kind": "SCRATCH_MEMORY", "operations": ["NONE", "SCRATCH_MEMORY_ALLOC", "SCRATCH_MEMORY_ASYNC_RECLAIM"]}],
	  "marker_api": [{"key": 3, "value": "decode, \u00e9"}]},
	 "kernel_symbols": [{"size": 88, "kernel_id": 8, "kernel_name": "_Z1fv.kd", "formatted_kernel_name": "f<int>()", "truncated_kernel_name": "f"}],
	 "buffer_records": {"kernel_dispatch": [
	  {"size": 184, "kind": 2, "operation": 2, "thread_id": 5, "correlation_id": {"internal": 1, "external": 0}, "start_timestamp": 63857982592000, "end_timestamp": 63857982594841, "dispatch_info": {"size": 72, "agent_id": {"handle": 71}, "queue_id": {"handle": 16}, "kernel_id": 8, "dispatch_id": 1, "grid_size": {"x": 513, "y": 1, "z": 1}, "workgroup_size": {"x": 64, "y": 1, "z": 1}}, "stream_id": {"handle": 0}},
	  {"size": 184, "kind": 2, "operation": 2, "thread_id": 5, "correlation_id": {"internal": 2}, "start_timestamp": 63857982594841, "end_timestamp": 63857982594841, "dispatch_info": {"size": 72, "agent_id": {"handle": 71}, "queue_id": {"handle": 16}, "kernel_id": 8, "dispatch_id": 2}}],
	 "hip_api": [
	  {"size": 56, "kind": 1, "operation": 1, "correlation_id": {"internal": 1, "external": 0}, "start_timestamp": 1000, "end_timestamp": 2000, "thread_id": 6}],
	 "marker_api": [
	  {"size": 56, "kind": 4, "operation": 1, "correlation_id": {"internal": 3}, "start_timestamp": 500, "end_timestamp": 3000, "thread_id": 5},
	  {"size": 56, "kind": 4, "operation": 0, "correlation_id": {"internal": 4}, "start_timestamp": 600, "end_timestamp": 600, "thread_id": 5}],
	 "memory_copy": [
	  {"size": 88, "kind": 3, "operation": 1, "thread_id": 5, "correlation_id": {"internal": 9}, "start_timestamp": 4000, "end_timestamp": 4500, "dst_agent_id": {"handle": 70}, "src_agent_id": {"handle": 71}, "bytes": 64, "stream_id": {"handle": 2}},
	  {"size": 88, "kind": 3, "operation": 2, "thread_id": 5, "correlation_id": {"internal": 10}, "start_timestamp": 5000, "end_timestamp": 5500, "dst_agent_id": {"handle": 71}, "src_agent_id": {"handle": 70}, "bytes": 64, "stream_id": {"handle": 2}}],
	 "memory_allocation": [
	  {"size": 88, "kind": 5, "operation": 1, "thread_id": 5, "correlation_id": {"internal": 11}, "start_timestamp": 6000, "end_timestamp": 6500},
	  {"size": 88, "kind": 5, "operation": 2, "thread_id": 5, "correlation_id": {"internal": 12}, "start_timestamp": 7000, "end_timestamp": 7001}],
	 "scratch_memory": [
	  {"size": 88, "kind": 6, "operation": 1, "thread_id": 5, "correlation_id": {"internal": 13}, "start_timestamp": 8000, "end_timestamp": 8100},
	  {"size": 88, "kind": 6, "operation": 2, "thread_id": 5, "correlation_id": {"internal": 14}, "start_timestamp": 9000, "end_timestamp": 9100}]}}]}
	END
}

ARGS='-a kernel_id -a dispatch_id -a grid_x -a block_x -a blocks_x -a bytes -a truncated_kernel_name'

@test "the same rows as the JSON, of schemas 3 and 4" {
	trace-extract -q -c all $ARGS run.json | sort >want
	[ "$(wc -l <want)" -eq 12 ]
	trace-extract -q -c all $ARGS run.db | sort | diff -u want -
	database --schema 4 new.db run.json
	trace-extract -q -c all $ARGS new.db | sort | diff -u want -
	trace-extract -q -c all $ARGS --format sqlite <run.db | sort | diff -u want -
	diff <(trace-info run.json | cut -f 2- | grep -v ^format) <(trace-info run.db | cut -f 2- | grep -v ^format)
	[ "$(trace-info new.db | grep -c 'gpu.0.GPU "A"$')" -eq 1 ]
}

@test "merged: two processes with equal numbers, each with its own names" {
	sed 's/"pid": 908/"pid": 7/; s/f<int>()/g()/; s/"logical_node_id": 1/"logical_node_id": 2/' run.json >other.json
	database both.db run.json other.json
	trace-extract -q -c all $ARGS both.db | sort >got
	{
		trace-extract -q -c all $ARGS run.json
		trace-extract -q -c all $ARGS other.json | sed 1d | awk -F '\t' -v OFS='\t' '{ $11 = "7/" $11; print }'
	} | sort | diff -u - got
	trace-extract -q -c all both.db | trace-link -q >linked
	[ "$(grep -c 'g()' linked)" -eq 2 ]
}

@test "all that a row holds, by --whole; a kernel without its name" {
	run -0 trace-extract --whole run.db
	[[ $output == *'"workgroup_size_x":64'* ]]
	python3 -c 'import sqlite3
d = sqlite3.connect("run.db")
name, = d.execute("SELECT name FROM sqlite_master WHERE name LIKE \"rocpd_info_kernel_symbol%\" AND type = \"table\"").fetchone()
d.execute("DELETE FROM " + name); d.commit()'
	run -3 --separate-stderr trace-extract -q run.db
	[ "$(grep -c unknown_name_8 <<<"$output")" -eq 2 ]
	rm run.db
	database run.db run.json
	python3 -c 'import sqlite3
d = sqlite3.connect("run.db")
name, = d.execute("SELECT name FROM sqlite_master WHERE name LIKE \"rocpd_info_process%\" AND type = \"table\"").fetchone()
d.execute("DELETE FROM " + name); d.commit()'
	run -3 --separate-stderr trace-extract -q run.db
	[[ $stderr == *": damaged: 11 values unreadable" ]] || fail "$stderr"
}

@test "views and made-up tables are not read; cut off, or beside a -wal: 3" {
	python3 -c 'import sqlite3
d = sqlite3.connect("evil.db")
d.execute("CREATE TABLE rocpd_string_1 (id INTEGER PRIMARY KEY, string TEXT)")
d.execute("CREATE VIEW rocpd_kernel_dispatch_1 AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) "
	"SELECT i AS id, i AS start, i AS end FROM n")
d.commit()'
	run -2 --separate-stderr trace-extract evil.db
	[[ $stderr == *"an SQLite database, but not one from Nsight Systems or rocprofv3" ]]
	size=$(wc -c <run.db)
	for n in $((size / 4)) $((size / 2)) $((size - 100)); do
		head -c "$n" run.db >cut.db
		run trace-extract -q -c all cut.db
		[ "$status" -eq 3 ] || [ "$status" -eq 2 ]
	done
	printf x >run.db-wal
	run -3 --separate-stderr trace-extract -q run.db
	[[ $stderr == *"the newest rows may be missing"* ]]
}

@test "the database of a real run: its JSON, and the same phases and times" {
	need_traces
	database real.db "$TRACES/rocprofv3-head400.json"
	trace-extract -q $ARGS real.db | sort >got
	[ "$(wc -l <got)" -eq 401 ]
	trace-extract -q $ARGS "$TRACES/rocprofv3-head400.json" | sort | cmp - got
	[ "$(trace-extract real.db | trace-stats | md5sum)" = "$(trace-extract "$TRACES/rocprofv3-head400.json" | trace-stats | md5sum)" ]
}
