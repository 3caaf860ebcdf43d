#!/usr/bin/env bats
# Traces in Perfetto's own format: what trace-json writes is read again, what a
# published trace holds is found, and memory does not grow with the events. Packet
# by packet it is tested in tests/unit/test_pftrace.c.
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
}

# events FILE: its complete events, sorted, by the columns that both formats have; a
# process is a number in Perfetto's.
events() {
	trace-extract -c all -a name=label "$1" | awk -F '\t' '$5 == "X" && $7 ~ /^[0-9]+$/ {
		print $1, $2, $3, $4, $7, $8, $9, $10, $11, $12 }' | sort
}

@test "what trace-json writes is read again, event by event" {
	"$TOP/scripts/make-samples" --layers 2 --prefill 1 --decode 2 . >/dev/null
	for trace in eager.json.gz compiled.json.gz; do
		trace-extract -c all --whole "$trace" | trace-merge --sort |
			trace-json --format perfetto >as.pftrace
		events "$trace" >expected
		[ "$(wc -l <expected)" -gt 100 ]
		events as.pftrace | diff -u expected -
		trace-extract "$trace" | trace-cycles -l | cut -f 1-6 >cycles
		trace-extract as.pftrace | trace-cycles -l | cut -f 1-6 | diff -u cycles -
	done
	gzip -k as.pftrace
	trace-extract -c all as.pftrace | cmp - <(trace-extract -c all as.pftrace.gz)
	trace-extract -c all as.pftrace | cmp - <(trace-extract -c all <as.pftrace)
	run -0 trace-info as.pftrace
	assert_line $'as.pftrace\tevents_lost\t0'
}

@test "random traces: every event as an independent writer meant it" {
	command -v python3 >/dev/null || skip "no python3"
	python3 "$TOP/tests/pftrace.py" . 60 >expected
	[ "$(wc -l <expected)" -gt 1500 ]
	# slices without an end: 3
	run -3 --separate-stderr bash -c 'trace-extract -q -c all ???.pftrace >rows'
	refute_regex "$stderr" 'lost|cut|no packet'
	awk -F '\t' -v OFS='\t' '$5 ~ /^[Xi]$/ { $12 = $14; NF = 12; print }' rows | diff expected - | head -n 5 | diff - /dev/null
}

@test "--whole: each annotation once, none that is empty" {
	printf '%s\t%s\n' ts_us 1.000 dur_us 2.000 name k cat kernel ph X pid 1 tid 7 device 0 correlation 9 |
		awk '{ k = k (NR > 1 ? "\t" : "") $1; v = v (NR > 1 ? "\t" : "") $2 } END { print k; print v }' |
		trace-json --format perfetto >one.pftrace
	run -0 bash -c "trace-extract --whole one.pftrace | awk -F '\t' '{ print \$NF; print \$(NF - 1) }'"
	assert_output --partial '"correlation":9'
	for key in device stream correlation; do
		[ "$(grep -o "\"$key\":" <<<"$output" | wc -l)" -le 1 ] || fail "$key: $output"
	done
	refute_output --partial '""'
}

@test "a trace of rocprofv3: every slice, to the nanosecond" {
	published="$TOP/../shared/reference/tracelens/pftrace-synthetic-a"
	[ -d "$published" ] || skip "no folder of published traces"
	trace-extract -c all "$published/pfA.pftrace" |
		awk -F '\t' '$5 == "X" { gsub(/[.]/, "", $1); gsub(/[.]/, "", $2)
			printf "%.0f %.0f %s\n", $1, $2, $3 }' | sort >got
	awk -F '\t' 'NR > 1 { printf "%.0f %.0f %s\n", $1, $2, $3 }' "$published/slices.tsv" | sort | diff -u - got
	# its twin in JSON, which has no flows and names no tracks
	for trace in pfA.pftrace pfA.json; do
		trace-extract -c all -a kernel_id -a copy_bytes "$published/$trace" |
			awk -F '\t' '$5 != "M"' | cut -f 1-5,7- | sort >"$trace.rows"
	done
	diff pfA.pftrace.rows pfA.json.rows
	trace-extract "$published/pfA.pftrace" >kernels
	trace-link <(trace-extract -c all "$published/pfA.pftrace") >linked
	[ "$(wc -l <kernels)" -eq 256 ]
	[ "$(cut -f 3 linked | grep -c .)" -gt 290 ]
}

@test "traces of XLA: planes, launches, and a published one" {
	seed="$TOP/tests/fuzz/seeds/xplane/mini.xplane.pb"
	run -3 --separate-stderr trace-extract -q -c all -a hlo_op "$seed" # one event has no name
	diff -u - <(cut -f 1-4,7,9-11,13 <<<"$output") <<-END
	$(tsv 'ts_us dur_us name cat pid device stream correlation hlo_op' \
		'1.002 0.002 fusion_1 kernel 4 3 Stream~#8(Compute) 7 fusion.1' \
		'10.000 1.000 MemcpyD2H gpu_memcpy 4 3 Stream~#8(Compute) -8 -' \
		'1.002 0.003 fusion_1 xla 4 3 XLA~Ops 7 fusion.1' \
		'0.500 0.001 hipLaunchKernel hip_runtime 701 - - 7 -' \
		'0.500 0.001 fusion_1 xla_runtime 701 - - 8 -')
	END
	published="$TOP/../shared/reference/tracelens/jax-conv-legacy"
	[ -d "$published" ] || skip "no folder of published traces"
	# from there the launch of copies only; its times begin with the first event's
	trace-extract -q -c gpu,host -a hlo_op -a hlo_module "$published/jax-conv-legacy.xplane.pb" >events
	awk -F '\t' '$4 ~ /^(kernel|gpu_)/ { printf "%.3f %s %s %s %s %s %s %s\n", $1 - 23.044, $2, $3, $9, $10, $11, $13, $14 }' events | sort >got
	awk -F '\t' 'NR > 1 { printf "%.3f %.3f %s %s %s %s %s %s\n", $1, $2, $3, $4, $5, $6, $7, $8 }' "$published/jax-conv-legacy.events.tsv" | sort | diff -u - got
	trace-link -q events | awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
		$c["correlation"] == 171 { printf "%.3f\n", $c["ts_us"] - $c["launch_ts_us"] }' | grep -qx 20.942
}

@test "a file cut off: status 3 and what precedes; of which nothing is left: 2" {
	seed="$TOP/tests/fuzz/seeds/pftrace/mini.pftrace"
	trace-extract -c all "$seed" >whole
	size=$(wc -c <"$seed")
	for ((n = 40; n < size; n += 45)); do
		head -c "$n" "$seed" >cut.pftrace
		run --separate-stderr trace-extract -c all cut.pftrace
		[[ $status == [03] ]] || fail "$n: $status: $stderr"
		[ "$status" -eq 0 ] || [[ $stderr == *"cut off"* || $stderr == *"no end"* ]] || fail "$n: $stderr"
	done
	head -c 3 "$seed" >cut.pftrace
	run -2 trace-extract cut.pftrace
}

# long N: a trace of N kernels, one after another.
long() {
	awk -v n="$1" 'BEGIN { print "ts_us\tdur_us\tname\tcat\tph\tpid\ttid"
		for (i = 0; i < n; i++) printf "%d.000\t1.000\tkernel %d\tkernel\tX\t1\t7\n", 2 * i, i % 50 }' |
		trace-json --format perfetto
}

# broken FILE: reads it; between 99.5 % and all of 5000 kernels come, and the
# loss that is said can be true.
broken() {
	run -3 --separate-stderr trace-extract "$1"
	printf '%s\n' "${lines[@]}" | sort >got
	kept=$(comm -12 whole got | wc -l)
	[ "$kept" -ge $((5001 - $2 - 25)) ] || fail "$1: $kept kept"
	said=$(sed -n 's/.*at least \([0-9]*\) event.*/\1/p' <<<"$stderr")
	[ $((said * 2)) -ge $(($3 - 2)) ] && [ "$said" -le $(($3 * 2 + 4)) ] || fail "$1: $said lost: $stderr"
}

@test "damage: reading goes on at the next packet, and says how much is lost" {
	long 5000 >sound.pftrace
	trace-extract sound.pftrace | sort >whole
	size=$(wc -c <sound.pftrace)
	each=$((size / 5000))
	for ((at = 9001; at < size - 5000; at += 30011)); do
		cp sound.pftrace zero.pftrace
		dd if=/dev/zero of=zero.pftrace bs=1 seek="$at" count=4096 conv=notrunc status=none
		broken zero.pftrace $((4096 / each)) $((4096 / each))
		{ head -c "$at" sound.pftrace && tail -c +$((at + 2001)) sound.pftrace; } >deleted.pftrace
		broken deleted.pftrace $((2000 / each)) 1
		{ head -c "$at" sound.pftrace && printf 'not a packet \n\n\n\x12' && tail -c +$((at + 1)) sound.pftrace; } >inserted.pftrace
		broken inserted.pftrace 1 1
	done
}

@test "memory does not grow with the events" {
	not_with_sanitizers "the sanitizers take what memory they want"
	long 200000 >long.pftrace
	[ "$(wc -c <long.pftrace)" -gt 4000000 ]
	run -0 bash -c "ulimit -v 30000; trace-extract --threads 1 long.pftrace | wc -l"
	assert_output 200001
}

# Each of 62,000 sequences has a text of the number 4095, whose places would be 8 GB; and one
# deflated packet is 350 MB of names.
@test "1 MB takes no more than 200 MB" {
	command -v python3 >/dev/null || skip "no python3"
	python3 - <<-'END'
	import zlib
	def varint(n):
	    return bytes([n]) if n < 128 else bytes([n & 127 | 128]) + varint(n >> 7)
	def number(field, n): return varint(field << 3) + varint(n)
	def message(field, *parts): return varint(field << 3 | 2) + varint(len(b"".join(parts))) + b"".join(parts)
	def name(n, text): return message(12, message(2, number(1, n), message(2, text)))
	event = message(1, number(8, 1000), number(10, 1), message(11, number(9, 3), number(11, 7), message(23, b"k")))
	with open("sequences.pftrace", "wb") as f:
	    f.write(event + b"".join(message(1, number(10, 2 + n), name(4095, b"a")) for n in range(62000)) + event)
	deflate = zlib.compressobj(9)
	deflated = b"".join(deflate.compress(message(1, number(10, 1), name(n, b"%08d" % n + b"x" * 4000))) for n in range(87000)) + deflate.flush()
	with open("names.pftrace", "wb") as f:
	    f.write(event + message(1, message(50, deflated)) + event)
	END
	run -0 bash -c "${LITTLE_MEMORY/60000/200000}; trace-extract -q -c all sequences.pftrace"
	[ "${#lines[@]}" -eq 3 ]
	run -3 --separate-stderr bash -c "${LITTLE_MEMORY/60000/200000}; trace-extract -q -c all names.pftrace"
	[ "${#lines[@]}" -eq 3 ]
	[[ $stderr == *"the packets within a packet are far too long"* ]] || fail "$stderr"
}
