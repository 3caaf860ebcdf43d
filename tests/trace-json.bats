#!/usr/bin/env bats
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'ts_us dur_us name pid tid stream' '1.000 2.500 gemm 0 7 7' '3.000 2.000 add 0 7 7' >events.tsv
	tsv 'ts_us dur_us name ph pid tid id correlation rank row' '1 2 launch X 9 9 - 5 0 0' '2 - ac2g s 9 9 5 - 0 1' \
		'4 3 k X 0 7 - 5 0 2' '1 2 launch X 9 9 - 5 1 3' '5 3 k X 0 7 - 5 1 4' '- - x X Spans z 0x5 - 1 5' >ranks.tsv
}

# events [FILE]: the events of a trace, one a line, without the commas behind them.
events() {
	sed -n 's/^\({"name.*}\),*$/\1/p' "$@"
}

# Python reads it, and prints what this expression over the trace `t` is.
python() {
	python3 -c 'import json, sys, gzip
b = open(sys.argv[1], "rb").read()
t = json.loads(gzip.decompress(b) if b[:2] == b"\x1f\x8b" else b)
e = t["traceEvents"]
print(eval(sys.argv[2]))' "$1" "$2"
}

@test "manners: command line" {
	manners_command_line trace-json
}

@test "manners: the page and --help agree, and its examples are true" {
	manners_page trace-json
	manners_examples trace-json
}

@test "manners: filter" {
	manners_filter trace-json events.tsv
	manners_filter trace-json ranks.tsv --gzip
}

@test "a header alone is a trace without events" {
	head -n 1 events.tsv | trace-json >none.json
	[ "$(python none.json 'len(e)')" = 0 ]
	run -1 trace-extract none.json
}

@test "what trace-extract reads is written again, byte for byte" {
	cat >odd.json <<-'END'
	{"traceEvents":[
	{"ph":"X","cat":"Kernel","name":"k\t\"q\" \\ \u00e9\u0001\ud800","pid":"Spans","tid":"0x7","ts":1.5,"dur":2,"tts":3e2,
	 "args":{"a\u0022":[1.0, 1e-05,],"b":"x\q	z","c":NaN,"correlation":"007","stream":2}},
	{"ph":"M","name":"process_name","pid":3,"args":{"name":"python"}},
	{"ph":"f","id":18446744073709551615,"bp":"e","ts":1234567890123456.789},{"ph":"i","name":"","s":"g","ts":-3,"args":5},
	{"ph":"C","name":"memory","ts":9,"args":{"bytes":1}},{"ph":"B","name":"b","ts":1,"id":"true","args":{}},
	{"ph":"b","name":"n","cat":"c","ts":1,"id":{"local":"0x1"},"args":null}]}
	END
	trace-extract --whole -c all odd.json >first
	[ "$(wc -l <first)" -eq 8 ]
	trace-json first >again.json
	trace-extract --whole -c all again.json | diff first -
	[ "$(python again.json '(len(e), e[0]["args"]["b"], e[2]["id"])')" = "(7, 'x\\\\q\\tz', 18446744073709551615)" ]
}

@test "real traces are written again, byte for byte" {
	need_traces
	for trace in "$TRACES"/{tiny-*,dlrm-v100-rank[06],bert*,ibm*,norm*,mtia*}.json.gz "$TRACES"/rocprofv3-*; do
		trace-extract -q --whole -c all "$trace" >first
		trace-json first | trace-extract -q --whole -c all | cmp first - || fail "$trace"
	done
}

@test "phases of tables without ph, counters, arguments of columns" {
	tsv 'ts_us dur_us name value unit' '1 2 a - -' '2 - b 3.5 bytes' '3 - c 4 -' '4 - d - -' >table
	trace-json table | events | diff - <(printf '%s\n' '{"name":"a","ph":"X","ts":1.000,"dur":2.000}' \
		'{"name":"b","ph":"C","ts":2.000,"args":{"bytes":3.5}}' '{"name":"c","ph":"C","ts":3.000,"args":{"value":4}}' \
		'{"name":"d","ph":"i","ts":4.000,"s":"g","pid":""}')
	tsv 'ts_us dur_us name args phase dims' '1 2 a {"x":1} decode [[2,3]]' '2 2 b - - -' '3 1 c {} x\ty 007' >table
	trace-json -a phase=Phase -a dims table | events | cut -d , -f 5- | diff - <(printf '%s\n' \
		'"args":{"x":1,"Phase":"decode","dims":[[2,3]]}}' '' '"args":{"Phase":"x\ty","dims":"007"}}')
}

@test "several tables, each with its own columns" {
	tsv 'name ts_us value' 'power 7 300' >counter.tsv
	trace-json events.tsv counter.tsv >both.json
	[ "$(python both.json '[x["name"] for x in e]')" = "['gemm', 'add', 'power']" ]
}

@test "args and rest must be JSON" {
	for args in '{"a":1' '{"a":1}x' "{'a':1}" nothing; do
		printf 'ts_us\tname\targs\n1\ta\t%s\n' "$args" >bad
		run -2 --separate-stderr trace-json bad
		[[ $stderr == "trace-json: bad:2: args is not JSON: $args" ]] || fail "$stderr"
	done
	tsv 'ts_us name rest' '1 a [1]' >bad
	run -2 --separate-stderr trace-json bad
	[[ $stderr == "trace-json: bad:2: rest is not a JSON object: [1]" ]] || fail "$stderr"
	tsv 'ts_us name lane' '1 a -1' >bad
	run -2 trace-json bad
	tsv 'ts_us dur_us name' 'x 1 a' >bad
	run -2 --separate-stderr trace-json bad
	[[ $stderr == "trace-json: bad:2: "*x ]] || fail "$stderr"
}

@test "ranks share no id and no process, and what belongs together still does" {
	trace-json ranks.tsv >job.json
	[ "$(python job.json '[x.get("pid") for x in e][:6]')" = "[9, 9, 0, 1000009, 1000000, 'rank 1: Spans']" ]
	[ "$(python job.json '[x["args"]["correlation"] for x in e if "correlation" in x.get("args", ())]')" = \
		"[5, 5, $((5 + (1 << 40))), $((5 + (1 << 40)))]" ]
	[ "$(python job.json '(e[1]["id"], e[5]["id"] >= 8190 << 40, e[4]["args"]["rank"])')" = "(5, True, 1)" ]
	[ "$(python job.json '[(x["pid"], x["args"]["name"]) for x in e if x["ph"] == "M"]')" = \
		"[(9, 'rank 0: process 9'), (0, 'rank 0: process 0'), (1000009, 'rank 1: process 9'), (1000000, 'rank 1: process 0')]" ]
	tsv 'ts_us name ph pid args rank' '- process_name M 4 {"name":"python"} 2' '1 a i 4 {"Python~id":7,"correlation":null} 2' >named
	trace-json named >named.json
	[ "$(python named.json '[x["args"] for x in e]')" = \
		"[{'name': 'rank 2: python'}, {'Python id': $((7 + (2 << 40))), 'correlation': None}]" ]
}

@test "--info FILE in the pipe of the trace-extract that writes it is that trace's" {
	for trace in 1 2; do
		printf '{"schemaVersion":%s,"traceEvents":[{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":2}]}' \
			$trace >trace$trace.json
		{ sleep 0.2; trace-extract --whole --info info "trace$trace.json"; } | trace-json --info info >again.json
		[ "$(trace-info again.json | grep schemaVersion)" = $'again.json\tmeta.schemaVersion\t'$trace ]
	done
}

@test "ranks are read again, with the processes that they had" {
	sed 's/^\t\tx/6\t1\tx/' ranks.tsv >timed.tsv
	trace-json timed.tsv >job.json
	trace-extract -c all job.json >again
	[ "$(sed 1q again | tr '\t' '\n' | tail -n 1)" = rank ]
	diff <(awk -F '\t' 'NR > 1 { print $3 "\t" $5 "\t" $9 }' timed.tsv) \
		<(awk -F '\t' 'NR > 1 && $5 != "M" { print $3 "\t" $7 "\t" $13 }' again)
	trace-json again | trace-extract -c all | cut -f 1-5,7-10,13 >third
	cut -f 1-5,7-10,13 again | diff - third
	[ "$(trace-extract -c all --rank 5 job.json | cut -f 7,13 | tail -n 1)" = $'1000000\t5' ]
	# A large pid is that of no rank, and this is said.
	sed 's/\t9\t/\t3000009\t/' timed.tsv | trace-json >large.json
	run -0 --separate-stderr trace-extract -c all large.json
	[ "$stderr" = "trace-extract: large.json: the rank of $(awk -F '\t' 'NR > 1 && $5 != "M" && $NF == ""' <<<"$output" | wc -l) \
events is unknown: they do not tell it as the others do" ]
	[ -z "$(trace-extract -q -c all large.json 2>&1 >/dev/null)" ]
	# The member is written once; without such a number the arguments tell the rank, and pids stay as they are.
	trace-extract -q --whole -c all --info info job.json >whole
	trace-json --info info whole >whole.json
	[ "$(grep -c pidsPerRank whole.json)" = 1 ]
	for n in '"x"' 0 -5 null; do
		sed "s/\"pidsPerRank\":1000000/\"pidsPerRank\":$n/" job.json | trace-extract -q -c all >plain
		[ "$(cut -f 7,13 plain | sed 1q)" = $'pid\trank' ] || fail "$n"
		grep -q -P '^([^\t]*\t){6}1000000\t' plain || fail "$n"
	done
}

@test "a job's ranks, merged, give the same kernels, times and links to each rank" {
	need_traces
	trace-extract -q --whole -c all --info info "$TRACES"/dlrm-v100-rank[037].json.gz >rows
	trace-merge --sort rows | trace-lanes -k rank,pid,tid | trace-json --info info --gzip -o job.json.gz
	for rank in 0 3 7; do
		trace-extract -q -c gpu,host "$TRACES/dlrm-v100-rank$rank.json.gz" | trace-link |
			cut -f 1-3,13- | sort >own
		[ "$(wc -l <own)" -gt 50 ]
		trace-extract -q -a rank=r -c gpu,host job.json.gz |
			awk -F '\t' -v rank="$rank" 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; print; next }
				$c["ph"] != "X" || $c["r"] == rank' | cut -f 1-12 | trace-link | cut -f 1-3,13- | sort | diff own -
	done
	[ "$(python job.json.gz '[r["rank"] for r in t["ranks"]]')" = "[0, 3, 7]" ]
	[ "$(python job.json.gz '(t["schemaVersion"], "distributedInfo" in t, t["ranks"][0]["deviceProperties"][0]["name"])')" = \
		"(1, False, 'Tesla V100-SXM2-32GB')" ]
}

@test "ranks and GPUs come back from either format" {
	tsv 'file key value' 'a member.distributedInfo {"rank":4,"world_size":8}' \
		'a member.deviceProperties [{"id":0,"name":"A100"}]' 'a member.note null' >info
	printf 'ts_us\tdur_us\tname\tcat\tph\tid\tpid\ttid\trank\n' >ranks
	tsv '1.000 1.000 a kernel X - 0 7 0' '2.000 1.000 b kernel X - 0 7 4' '3.000 1.000 c kernel X - 1 7 4' >>ranks
	cut -f 1-8 ranks >one
	for format in json perfetto; do
		trace-json --format $format --info info -o one.$format one
		trace-extract -q --whole --info facts one.$format >/dev/null
		awk -F '\t' -v OFS='\t' '$2 ~ /^member/ { print "a", $2, $3 }' facts | diff <(sed 1d info) -
		[ "$(trace-extract -H one.$format | cut -f 13 | xargs)" = "rank 4 4 4" ]
		trace-json --format $format --info info -o job.$format ranks
		trace-extract job.$format | cut -f 1-8,13 | diff ranks -
	done
}

@test "several files without members beside their events" {
	tsv 'file key value' 'a rows_rank 0' 'b rows_rank 1' >info
	trace-json --info info ranks.tsv >job.json
	[ "$(python job.json '[r["rank"] for r in t["ranks"]]')" = "[0, 1]" ]
}

@test "Perfetto: an event that crosses another one keeps its thread" {
	tsv 'ts_us dur_us name cat ph id pid tid' '1.000 9.000 step user_annotation X - 5 6' '2.000 9.000 call cpu_op X - 5 6' \
		'3.000 9.000 load user_annotation X - 5 6' '4.000 1.000 other cpu_op X - 5 7' >crossing
	trace-json --format perfetto crossing | trace-extract -c all | awk -F '\t' '$5 != "M"' |
		cut -f 1-8 | trace-merge --sort | diff crossing -
}

@test "one file a rank, each with its own ids and its job" {
	printf 'file\tkey\tvalue\n%s\n' "$(tsv 'a rows_rank 0' 'a member.distributedInfo {"rank":0,"world_size":2}' \
		'a member.deviceProperties [{"id":0}]' 'a kernels 7')" >info
	run -0 --separate-stderr trace-json --split-rank out --info info ranks.tsv
	[ -z "$output$stderr" ]
	[ "$(ls out | xargs)" = "rank0.pt.trace.json rank1.pt.trace.json" ]
	[ "$(python out/rank0.pt.trace.json '(t["distributedInfo"], t["deviceProperties"], len(e))')" = \
		"({'rank': 0, 'world_size': 2}, [{'id': 0}], 3)" ]
	[ "$(python out/rank1.pt.trace.json '(t["distributedInfo"], [x["pid"] for x in e])')" = "({'rank': 1}, [9, 0, 'Spans'])" ]
	trace-json --split-rank out --gzip ranks.tsv
	[ "$(python out/rank1.pt.trace.json.gz 'len(e)')" = 3 ]
	tsv 'ts_us name rank' '1 a ../x' >bad
	run -2 --separate-stderr trace-json --split-rank out bad
	[[ $stderr == *"bad:2: not a rank that can name a file: ../x" ]] || fail "$stderr"
	run -2 --separate-stderr trace-json --split-rank out events.tsv
	[[ $stderr == *"no column rank; trace-extract -H makes it" ]] || fail "$stderr"
}

@test "arrows between the rows of pairs, where these are now" {
	tsv 'kind group src_row dst_row' 'launch k 0 2' 'nth k 2 4' 'nth k 4 -' 'nth k 4 99' >pairs
	run -0 --separate-stderr trace-json --flows pairs ranks.tsv
	[ "$stderr" = "trace-json: 1 of 3 pairs have a row that is not among the events" ] || fail "$stderr"
	grep '"k".*"ph":"[sf]"' <<<"$output" | sed 's/,$//' | diff - <(printf '%s\n' \
		'{"name":"k","cat":"launch","ph":"s","ts":1.000,"pid":9,"tid":9,"id":9006099743113216}' \
		'{"name":"k","cat":"launch","ph":"f","ts":6.999,"pid":0,"tid":7,"id":9006099743113216,"bp":"e"}' \
		'{"name":"k","cat":"nth","ph":"s","ts":4.000,"pid":0,"tid":7,"id":9006099743113217}' \
		'{"name":"k","cat":"nth","ph":"f","ts":7.999,"pid":1000000,"tid":7,"id":9006099743113217,"bp":"e"}' \
		'{"name":"k","cat":"nth","ph":"s","ts":5.000,"pid":1000000,"tid":7,"id":9006099743113218}')
	run -0 bash -c 'trace-json -q --flows pairs --launch ranks.tsv | grep -c "\"f\",\"ts\":[45].000"'
	assert_output 2
	tsv 'src_row dst_row' '4 0' >back
	run -1 --separate-stderr trace-json --flows back ranks.tsv
	[[ $stderr == "trace-json: 1 of 1 arrows end before they start; "* ]] || fail "$stderr"
	run -2 --separate-stderr trace-json --flows pairs events.tsv
	[[ $stderr == *"no column row; trace-merge --number makes it" ]] || fail "$stderr"
	tsv 'ts_us name row id' '1 a 0 9006099743113216' >ids
	run -2 --separate-stderr trace-json --flows pairs ids
	[[ $stderr == *"ids:2: an id that the arrows use: 9006099743113216" ]] || fail "$stderr"
}

@test "compressed bytes are the same each time and unpack to the same trace" {
	for i in $(seq 30); do sed 1d events.tsv; done | cat <(head -n 1 events.tsv) - >many
	trace-json --gzip many >a.gz
	trace-json --gzip -o b.gz many
	cmp a.gz b.gz
	gzip -dc a.gz | diff - <(trace-json many)
}

@test "a file that cannot be written leaves the old one as it was" {
	echo old >kept
	tsv 'ts_us name' '1 a' 'x b' >bad
	run -2 trace-json -o kept bad
	[ "$(cat kept)" = old ]
	run -2 --separate-stderr trace-json -o /no/such/folder/x events.tsv
	[[ $stderr == "trace-json: /no/such/folder/x: "* ]] || fail "$stderr"
	run -2 trace-json --split-rank kept ranks.tsv
}

@test "wrong options" {
	run -2 trace-json --split-rank out -o file ranks.tsv
	run -2 trace-json --split-rank out --flows pairs ranks.tsv
	run -2 trace-json -a = events.tsv
	run -2 --separate-stderr trace-json -a nothing events.tsv
	[[ $stderr == *"no column nothing"* ]] || fail "$stderr"
	tsv 'file key value' 'a member.x {' >info
	run -2 --separate-stderr trace-json --info info events.tsv
	[[ $stderr == "trace-json: info:2: not JSON: {" ]] || fail "$stderr"
}

# perfetto TABLE...: whether both formats hold the same, as two readers of their own tell.
perfetto() {
	trace-json -q "$@" >as.json && trace-json -q --format perfetto "$@" >as.pftrace || return
	python3 "$BATS_TEST_DIRNAME/perfetto.py" as.pftrace as.json
}

@test "Perfetto: every event with its time, thread and arguments, as an own decoder reads them" {
	tsv 'ts_us dur_us name cat ph id pid tid stream args rest lane' '- - process_name - M - 0 - - {"name":"python"} - -' \
		'- - thread_name - M - 0 -7 - {"name":"odd"} - -' '1.001 9 a kernel X - 0 7 7 {"x":1,"y":1.5,"z":"t","n":null,"b":true} - -' \
		'1.001 9 a kernel X - 0 7 7 {"dims":[[1,2],[]],"o":{"k":1},"u":18446744073709551615} - -' '1.001 2 in - X - 0 7 - - - -' \
		'1.001 - ac2g ac2g s 5 0 7 - - {"bp":"e"} -' '2 0 none - X - 0 7 - 5 - -' '3.001 8 crosses - X - 0 7 - - - -' \
		'3.001 3 short - X - 0 7 - - - 2' '4 - i - i - 0 7 - - {"s":"t"} -' '5 2 n - X - Spans z - {} - -' '5 1 n - X - 0 -7 - {} - -' \
		'5 - memory - C - 0 - - {"bytes":7,"value":2.5} - -' '6 - ac2g ac2g f 5 0 7 - - - -' '6 - B b B - 1 1 - {"p":1} - -' \
		'6 3 c b X - 1 1 - - - -' '7 - B b E - 1 1 - {"q":"w"} - -' '8 - - - i - 99999999999 007 - - - -' '9 1 alone - X - - - - - - -' >rows
	run -0 perfetto rows
	assert_output "15 events, 2 ends of flows"
	(head -n 1 ranks.tsv; sed -n '/^[0-9]/p' ranks.tsv | sort -n) >timed
	run -0 perfetto timed
	trace-json --format perfetto --gzip timed | gzip -dc | cmp - as.pftrace
}

@test "Perfetto: real traces, of one and of several ranks" {
	need_traces
	for trace in tiny-oldcats tiny-cuda-sync dlrm-v100-rank0 ibm-aiu-allreduce-tp4; do
		trace-extract -q --whole -c all "$TRACES/$trace.json.gz" | trace-merge --sort >rows
		run -0 perfetto rows
		[ "$(wc -c <as.json)" -gt $((2 * $(wc -c <as.pftrace))) ]
	done
	trace-extract -q --whole -c all --info info "$TRACES"/dlrm-v100-rank[037].json.gz >rows
	trace-merge --sort --number rows | trace-lanes -k rank,pid,tid >lanes
	trace-pair lanes >pairs
	trace-json -q --info info --flows pairs lanes >as.json || [ $? = 1 ]
	trace-json -q --info info --flows pairs --format perfetto lanes >as.pftrace || [ $? = 1 ]
	python3 "$BATS_TEST_DIRNAME/perfetto.py" as.pftrace as.json
}

@test "Perfetto: names are written once, and known ones forgotten when they are many" {
	awk 'BEGIN { print "ts_us\tdur_us\tname\targs"; for (i = 0; i < 3000; i++) {
		printf "%d\t1\tname\t{\"v\":\"%d", i, i % 2000; for (j = 0; j < 100; j++) printf "0123456789012345678901234567890"; print "\"}" } }' >many
	run -0 perfetto many
	assert_output "3000 events, 0 ends of flows"
	[ "$(grep -ao name as.pftrace | wc -l)" -eq 3 ]
}

@test "Perfetto: what its traces cannot hold" {
	tsv 'ts_us dur_us name' '2 1 a' '1 1 b' >bad
	run -2 --separate-stderr trace-json --format perfetto bad
	[[ $stderr == "trace-json: bad:3: out of order: --format perfetto needs events in time order, as trace-merge --sort writes them: 1" ]] || fail "$stderr"
	tsv 'ts_us dur_us name' '-1 1 a' >bad
	run -2 --separate-stderr trace-json --format perfetto bad
	[[ $stderr == "trace-json: bad:2: a time that Perfetto cannot represent: -1" ]] || fail "$stderr"
	(head -n 1 ranks.tsv; sed 1d ranks.tsv | sort -n) >sorted
	run -1 --separate-stderr trace-json --format perfetto -o job.pftrace sorted
	[ "$stderr" = "trace-json: rows without a time are left out: 1" ]
	run -2 trace-json --format xml events.tsv
	# an empty table is an empty trace, and later tables may start before
	head -n 1 events.tsv | trace-json --format perfetto -o none
	[ ! -s none ]
	tsv 'name ts_us value' 'power 0 300' >counter.tsv
	run -0 perfetto events.tsv counter.tsv
	assert_output "3 events, 0 ends of flows"
	grep -v Spans sorted | trace-json --format perfetto --split-rank out
	[ "$(ls out | xargs)" = "rank0.pftrace rank1.pftrace" ]
}
