#!/usr/bin/env bats
# perfetto.bats: what we write and read, as Google's trace processor reads it: slices,
# arrows, arguments, counters. scripts/setup check fetches it where node is installed.
load helper

PROCESSOR=$TOP/build/perfetto

# Events are of threads and processes by their names, else by their numbers.
SLICES='select s.ts, s.dur, s.name, s.category, coalesce(t.name, t.tid), coalesce(p.name, p.pid)
	from slice s left join thread_track k on s.track_id = k.id
	left join thread t using (utid) left join process p using (upid)'
TIMES='select ts, dur, name, category from slice'
ARROWS='select o.ts, o.name, i.ts, i.name from flow f
	join slice o on f.slice_out = o.id join slice i on f.slice_in = i.id'
ARGUMENTS='select s.ts, s.name, a.key, a.display_value from slice s join args a using (arg_set_id)'
ERRORS="select name, value from stats where value and severity in ('error', 'data_loss')"
COUNTERS='select c.ts, c.value, t.name from counter c join counter_track t on c.track_id = t.id'

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	[ -e "$PROCESSOR/trace_processor.wasm" ] || skip "no trace processor in build/perfetto"
	case $TRACE_UTILS_BUILD in
	*/sanitize*) skip "what is written is the same in the release build" ;;
	esac
}

# ask QUERY... -- TRACE...: the answers, sorted, in TRACE.1 for the first query.
ask() {
	timeout 300 node "$BATS_TEST_DIRNAME/perfetto.mjs" "$PROCESSOR" "$@" || return
	while [ "$1" != -- ]; do
		shift
	done
	for trace in "${@:2}"; do
		for answer in "$trace".[1-9]; do
			sort -o "$answer" "$answer"
		done
	done
}

# Events of trace-extract, in the form of the query TIMES, but for the category.
slices_of() {
	trace-extract -q --exit-zero -c all "$1" 2>/dev/null | awk -F '\t' -v OFS='\t' '
		function ns(t) { sub(/[.]/, "", t); sub(/^0+/, "", t); return t == "" ? 0 : t }
		NR > 1 && $5 ~ /^[Xi]$/ { gsub(/\\t/, "\t", $3); print ns($1), $5 == "i" ? 0 : ns($2), $3 }' | sort
}

some_rows() {
	tsv 'ts_us dur_us name cat ph id pid tid value' '1 9 step op X - 1 1 -' '2 3 launch call X - 1 1 -' '2 - ac2g ac2g s 5 1 1 -' \
		'4 5 mm kernel X - 0 7 -' '4 - ac2g ac2g f 5 0 7 -' '6 - mark - i - 1 1 -' '7 - end - i - - - -' '8 - watts - C - 0 - 300'
}

@test "a bare table: arrows end in the slice that holds their end, instants are read" {
	some_rows >rows
	# an end between the starts of two slices belongs to the one that holds it
	sed 's/^4\t\t/5\t\t/' rows | awk -F '\t' -v OFS='\t' '{ print } $3 == "mm" { $1 = 9; $3 = "next"; print }' >between.rows
	trace-json -q -o json rows
	trace-json -q --format perfetto -o pftrace rows
	trace-json -q -o between between.rows
	ask "$TIMES" "$ARROWS" "$COUNTERS" "$ERRORS" -- json pftrace between
	for trace in json pftrace; do
		cut -f 1-3 $trace.1 | diff -u <(tsv '1000 9000 step' '2000 3000 launch' '4000 5000 mm' '6000 0 mark' '7000 0 end') -
		diff -u <(tsv '2000 launch 4000 mm') $trace.2
		cut -f 1-2 $trace.3 | diff -u <(tsv '8000 300') -
		[ ! -s $trace.4 ]
	done
	diff -u <(tsv '2000 launch 4000 mm') between.2
}

@test "six real traces, whole, bare and in Perfetto's format" {
	need_traces
	dropped="select coalesce(sum(value), 0) from stats where name = 'slice_drop_overlapping_complete_event'"
	traces=()
	for name in bert-small-mi300 dlrm-v100-rank0 mtia-inference nanogpt-h100-current tiny-mi250-train vllm-gptoss20b-mi300-prefill; do
		gzip -dc "$TRACES/$name.json.gz" >$name
		trace-extract -q --whole -c all $name >rows
		trace-json -q -o $name.whole rows
		trace-extract -q -c all $name | trace-json -q -o $name.bare
		trace-merge --sort rows | trace-json -q --format perfetto -o $name.pf
		traces+=($name $name.whole $name.bare $name.pf)
	done
	ask "$TIMES" "$ARROWS" "$SLICES" "$ARGUMENTS" "$dropped" -- "${traces[@]}"
	for name in bert-small-mi300 dlrm-v100-rank0 mtia-inference nanogpt-h100-current tiny-mi250-train vllm-gptoss20b-mi300-prefill; do
		[ -s $name.1 ] && [ -s $name.2 ] && [ -s $name.4 ]
		for query in 1 2 3 4 5; do
			cmp $name.$query $name.whole.$query
		done
		cmp $name.1 $name.bare.1
		cmp $name.2 $name.bare.2
		# all that the JSON shows, and what overlaps there and is dropped
		run -0 comm -23 $name.1 $name.pf.1
		assert_output ''
		[ "$(comm -13 $name.1 $name.pf.1 | grep -vc 'ac2g')" -eq "$(cat $name.5)" ]
	done
}

@test "several ranks and lanes in one trace: all slices and arrows of each" {
	need_traces
	for rank in 0 3 7; do
		gzip -dc "$TRACES/dlrm-v100-rank$rank.json.gz" >rank$rank.json
	done
	trace-extract -q --whole -c all --info info rank?.json | trace-merge --sort | trace-lanes -k rank,pid,tid >lanes
	trace-json -q --info info -o merged lanes
	ask "$TIMES" "$ARROWS" -- merged rank?.json
	sort rank?.json.1 | cmp - merged.1
	# of slices of one microsecond that start together, any may hold an arrow's start
	cut -f 1,3- merged.2 | sort >arrows
	cut -f 1,3- rank?.json.2 | sort | cmp - arrows
}

@test "Perfetto's own format is read slice by slice as its SQL has it" {
	some_rows >rows
	trace-json -q --format perfetto -o ours rows
	cp "$TOP/tests/fuzz/seeds/pftrace/mini.pftrace" .
	reference=${TRACE_UTILS_TRACES:-$TOP/../shared/traces}/../reference
	for trace in "$reference/tracelens/pftrace-synthetic-a/pfA.pftrace" "$reference/aiu/syn/perfetto/small.pftrace"; do
		[ ! -e "$trace" ] || cp "$trace" .
	done
	chmod u+w ./*.pftrace
	python3 "$BATS_TEST_DIRNAME/pftrace.py" . 20 >/dev/null
	# slices without an end have a duration below 0 there, and are of phase B here
	ask 'select ts, dur, name from slice where dur >= 0' \
		"select name from stats where name = 'invalid_clock_snapshots' and value" -- ours ./*.pftrace
	compared=0
	for trace in ours ./*.pftrace; do
		[ -s "$trace.1" ]
		[ ! -s "$trace.2" ] || continue # its clocks contradict each other
		slices_of "$trace" | diff "$trace.1" -
		compared=$((compared + 1))
	done
	[ $compared -ge 10 ]
}
