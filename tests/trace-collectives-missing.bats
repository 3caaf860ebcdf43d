#!/usr/bin/env bats
# trace-collectives --missing: dumps of PyTorch's flight recorder.
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
}

# dump RANK [VARIABLE=VALUE...]: the collectives on standard input as that rank's dump.
dump() {
	local rank=$1 options=()
	shift
	for value in 'groups=0=[0, 1, 2, 3]=default_pg' "$@"; do
		options+=(-v "$value")
	done
	awk "${options[@]}" -f "$TOP/tests/dumps.awk" >"nccl_trace_rank_$rank"
}

# times N LINE: the line N times.
times() {
	for ((i = 0; i < $1; i++)); do
		echo "$2"
	done
}

# columns NAME...: these columns of the table on standard input, without the header.
columns() {
	awk -F '\t' -v names="$*" 'NR == 1 { n = split(names, name, " "); for (i = 1; i <= NF; i++) c[$i] = i; next }
		{ for (i = 1; i <= n; i++) printf "%s%s", $c[name[i]] == "" ? "-" : $c[name[i]], i < n ? " " : "\n" }'
}

done5='0 all_reduce [[1024]] Float completed'

# skipped: rank 2 of four skipped its sixth all-reduce.
skipped() {
	for r in 0 1 2 3; do
		{
			times 5 "$done5"
			[ $r = 2 ] || echo '0 all_reduce [[3,4]] Float started'
		} | dump $r frames=1
	done
}

@test "a rank skipped a collective: it lacks it, the others have started it" {
	skipped
	run -0 --separate-stderr trace-collectives --missing nccl_trace_rank_*
	[ -z "$stderr" ] || fail "$stderr"
	columns group group_desc group_size sequence problem rank state kind in_sizes last_enqueued last_completed frame <<<"$output" |
		diff -u <(cat <<-'END'
			0 default_pg 4 6 missing 0 started all_reduce [[3,4]] 6 5 step (train.py:6)
			0 default_pg 4 6 missing 1 started all_reduce [[3,4]] 6 5 step (train.py:6)
			0 default_pg 4 6 missing 2 missing - - 5 5 step (train.py:5)
			0 default_pg 4 6 missing 3 started all_reduce [[3,4]] 6 5 step (train.py:6)
		END
		) -
	# The order of the files is of no concern, nor is compression.
	gzip -k nccl_trace_rank_1
	trace-collectives --missing nccl_trace_rank_{3,1.gz,2,0} | cut -f 1-17 | diff -u <(cut -f 1-17 <<<"$output") -
}

@test "all complete: nothing is missing" {
	for r in 0 1 2 3; do
		times 3 "$done5" | dump $r
	done
	run -1 --separate-stderr trace-collectives --missing nccl_trace_rank_*
	[ "${#lines[@]}" -eq 1 ] && [ -z "$stderr" ]
	run -0 trace-collectives --missing --exit-zero nccl_trace_rank_*
	# No rank has recorded anything.
	for r in 0 1; do
		dump $r </dev/null
	done
	run -1 trace-collectives --missing nccl_trace_rank_[01]
}

@test "ranks disagree about the kind, the size or the type" {
	while read -r kind sizes dtype differs; do
		for r in 0 1 2 3; do
			{
				times 2 "$done5"
				[ $r = 1 ] && echo "0 $kind $sizes $dtype started" || echo '0 all_reduce [[3,4]] Float started'
			} | dump $r
		done
		trace-collectives --missing nccl_trace_rank_* | columns sequence problem rank state differs >out
		diff -u <(printf '3 mismatch %s started %s\n' 0 - 1 "$differs" 2 - 3 -) out || fail "$kind $sizes $dtype"
	done <<-'END'
		all_gather [[3,4]] Float kind
		all_reduce [[3,5]] Float sizes
		all_reduce [[3,4]] Half dtypes
		all_reduce [[7]] Half sizes,dtypes
	END
	# As many elements in another shape are the same message, and all-to-all may send
	# what it likes.
	echo '0 all_reduce [[12]] Float completed' | dump 0 'groups=0=[0, 1]='
	echo '0 all_reduce [[3,4]] Float completed' | dump 1 'groups=0=[0, 1]='
	run -1 trace-collectives --missing nccl_trace_rank_[01]
	echo '0 all_to_all [[12]] Float completed' | dump 0 'groups=0=[0, 1]='
	echo '0 all_to_all [[5]] Float completed' | dump 1 'groups=0=[0, 1]='
	run -1 trace-collectives --missing nccl_trace_rank_[01]
}

@test "what is scheduled but not started, and what has not completed" {
	for r in 0 1; do
		{
			times 2 "$done5"
			[ $r = 0 ] && echo '0 all_reduce [[8]] Float started' || echo '0 all_reduce [[8]] Float scheduled'
			echo '0 broadcast [[8]] Float scheduled'
		} | dump $r 'groups=0=[0, 1]='
	done
	trace-collectives --missing nccl_trace_rank_* | columns sequence problem rank state | diff -u - <(cat <<-'END'
		3 unstarted 0 started
		3 unstarted 1 scheduled
	END
	)
	# Where no rank tells starts, scheduled may be running.
	for r in 0 1; do
		times 2 '0 all_reduce [[8]] Float scheduled' | dump $r 'groups=0=[0, 1]='
	done
	trace-collectives --missing nccl_trace_rank_* | columns sequence problem rank state | diff -u - <(cat <<-'END'
		1 incomplete 0 scheduled
		1 incomplete 1 scheduled
	END
	)
}

@test "the ring has overwritten the old records" {
	for r in 0 1 2; do
		{
			times $((r == 1 ? 30 : 31)) "$done5"
			[ $r = 1 ] || echo '0 all_reduce [[9]] Float scheduled'
		} | dump $r ring=10 'groups=0=[0, 1, 2]='
	done
	run -0 --separate-stderr trace-collectives --missing nccl_trace_rank_*
	[[ $stderr == *"3 of 3 dumps lack their oldest records"* ]] || fail "$stderr"
	columns sequence problem rank state last_enqueued last_completed <<<"$output" | diff -u - <(cat <<-'END'
		31 missing 0 completed 32 31
		31 missing 1 missing 30 30
		31 missing 2 completed 32 31
		32 unstarted 0 scheduled 32 31
		32 unstarted 1 missing 30 30
		32 unstarted 2 scheduled 32 31
	END
	)
	# A status that counts transfers, which are overwritten, tells no completed collective.
	{
		times 8 '0 send,0->1 [[8]] Half completed'
		echo '0 all_reduce [[8]] Half scheduled'
	} | dump 0 ring=1 'groups=0=[0, 1]='
	sed -i 's/"last_completed_collective":"-1"/"last_completed_collective":"8"/' nccl_trace_rank_0
	trace-collectives -q --missing nccl_trace_rank_0 | columns sequence problem rank last_enqueued last_completed |
		diff -u - <(printf '1 incomplete %s\n' '0 1 -' '1 - -')
	# Of a group whose records are all overwritten nobody knows how far the rank came.
	{
		times 3 'tp all_reduce [[8]] Half completed'
		times 20 "$done5"
	} | dump 1 ring=10 'groups=0=[0, 1]=;tp=[0, 1]=tp'
	{
		times 20 "$done5"
		times 4 'tp all_reduce [[8]] Half started'
	} | dump 0 'groups=0=[0, 1]=;tp=[0, 1]=tp'
	trace-collectives -q --missing nccl_trace_rank_[01] | columns group sequence problem rank state last_enqueued | diff -u - <(cat <<-'END'
		tp 1 incomplete 0 started 4
		tp 1 incomplete 1 unknown -
	END
	)
}

@test "groups have other numbers in each process; subgroups; one name for two groups" {
	for r in 0 1 2 3; do
		half=$((r / 2 * 2))
		{
			echo "$done5"
			[ $r = 3 ] || echo 'tp all_gather [[8]] Half started'
			[ $r = 2 ] && times 2 'tp all_gather [[8]] Half scheduled'
			true
		} | dump $r shift=$((10 * r)) "groups=0=[0, 1, 2, 3]=default_pg;tp=[$half, $((half + 1))]=tensor"
	done
	trace-collectives --missing nccl_trace_rank_* | columns group group_size sequence problem rank state | diff -u - <(cat <<-'END'
		tp 2 1 incomplete 0 started
		tp 2 1 incomplete 1 started
		tp 2 1 missing 2 started
		tp 2 1 missing 3 missing
		tp 2 2 unstarted 2 scheduled
		tp 2 2 unstarted 3 missing
	END
	)
}

@test "a send without its receive, and transfers that are launched as one" {
	groups='groups=pp=[4, 6]=pipe'
	{
		times 2 'pp send,0->1 [[8]] Half completed'
		echo 'pp send,0->1 [[8]] Half scheduled'
	} | dump 4 "$groups"
	times 2 'pp recv,1<-0 [[8]] Half completed' | dump 6 "$groups"
	trace-collectives --missing nccl_trace_rank_[46] | columns group sequence problem rank state kind peer | diff -u - <(cat <<-'END'
		pp 3 missing 4 scheduled send 6
		pp - missing 6 missing - 4
	END
	)
	# Another size at both ends.
	{
		times 2 'pp recv,1<-0 [[8]] Half completed'
		echo 'pp recv,1<-0 [[7]] Half scheduled'
	} | dump 6 "$groups"
	trace-collectives --missing nccl_trace_rank_[46] | columns sequence problem rank state differs | diff -u - <(cat <<-'END'
		3 mismatch 4 scheduled -
		3 mismatch 6 scheduled sizes
	END
	)
	# The parts of a batch never complete by themselves: the record behind them tells.
	for end in completed started; do
		printf '%s\n' 'pp send,0->1 [[8]] Half scheduled' 'pp recv,0<-1 [[8]] Half scheduled joined' \
			"pp coalesced [] - $end joined" | dump 4 "$groups"
		printf '%s\n' 'pp recv,1<-0 [[8]] Half scheduled' 'pp send,1->0 [[8]] Half scheduled joined' \
			"pp coalesced [] - completed joined" | dump 6 "$groups"
		trace-collectives --exit-zero --missing nccl_trace_rank_[46] | columns problem rank state kind >out.$end
	done
	[ ! -s out.completed ]
	diff -u - out.started <<-'END'
		incomplete 4 started send
		incomplete 6 completed recv
		incomplete 6 completed send
		incomplete 4 started recv
	END
	# Behind a full ring only what has not completed can be paired.
	{
		times 7 'pp send,0->1 [[8]] Half completed'
		echo 'pp send,0->1 [[8]] Half scheduled'
	} | dump 4 "$groups" ring=4
	times 5 'pp recv,1<-0 [[8]] Half completed' | dump 6 "$groups" ring=2
	trace-collectives -q --missing nccl_trace_rank_[46] | columns sequence problem rank state | diff -u - <(cat <<-'END'
		8 incomplete 4 scheduled
		- incomplete 6 unknown
	END
	)
	# Without the places it is not known who waits for whom, but that somebody does; so it
	# is if nothing but the end of a batch is left in the ring.
	echo 'pp send [[8]] Half scheduled' | dump 4 "$groups"
	echo 'pp recv [[8]] Half completed' | dump 6 "$groups"
	trace-collectives -q --missing nccl_trace_rank_[46] | columns sequence problem rank state kind peer | diff -u - <(cat <<-'END'
		1 incomplete 4 scheduled send -
		- incomplete - unknown - -
	END
	)
	printf '%s\n' 'pp send,0->1 [[8]] Half scheduled' 'pp coalesced [] - started joined' | dump 4 "$groups" ring=1
	trace-collectives -q --missing nccl_trace_rank_4 | columns sequence problem rank state kind | diff -u - <(cat <<-'END'
		1 incomplete 4 started coalesced
		- incomplete - unknown -
	END
	)
	# There a send may have completed before its receive: the open ones are not of one transfer.
	seq -f 'pp recv,1<-0 [[%g]] Half completed' 6 >receives
	seq -f 'pp recv,1<-0 [[%g]] Half scheduled' 7 8 >>receives
	{
		seq -f 'pp send,0->1 [[%g]] Half completed' 7
		echo 'pp send,0->1 [[8]] Half scheduled'
	} | dump 4 "$groups" ring=4
	dump 6 "$groups" ring=4 <receives
	trace-collectives -q --missing nccl_trace_rank_[46] | columns sequence problem rank in_sizes differs | diff -u - <(cat <<-'END'
		8 incomplete 4 [[8]] -
		7 incomplete 6 [[7]] -
	END
	)
}

@test "collectives that are launched as one are one" {
	for r in 0 1; do
		printf '%s\n' '0 _all_gather_base [[8]] Half scheduled' \
			"0 _all_gather_base [[$((4 + r))]] Half scheduled joined" '0 coalesced [] - started joined' |
			dump $r 'groups=0=[0, 1]='
	done
	trace-collectives --missing nccl_trace_rank_* | columns sequence problem rank state kind in_sizes differs | diff -u - <(cat <<-'END'
		1 mismatch 0 started _all_gather_base+_all_gather_base+coalesced [[8]]+[[4]]+[] -
		1 mismatch 1 started _all_gather_base+_all_gather_base+coalesced [[8]]+[[5]]+[] sizes
	END
	)
}

@test "a launch that may lack parts is not compared" {
	for r in 0 1 2; do
		{
			times 2 "$done5"
			printf '%s\n' '0 _all_gather_base [[8]] Half scheduled' \
				'0 _all_gather_base [[5]] Half scheduled joined' '0 coalesced [] - started joined'
			[ $r = 2 ] || echo '0 all_reduce [[8]] Half started'
		} | dump $r 'groups=0=[0, 1, 2]=' ring=$((r == 1 ? 3 : 99))
	done
	# Rank 1 has overwritten the first part; it differs from the others nowhere.
	trace-collectives -q --missing nccl_trace_rank_* | columns sequence problem rank state kind differs | diff -u - <(cat <<-'END'
		3 incomplete 0 started _all_gather_base+_all_gather_base+coalesced -
		3 incomplete 1 started _all_gather_base+coalesced -
		3 incomplete 2 started _all_gather_base+_all_gather_base+coalesced -
		4 missing 0 started all_reduce -
		4 missing 1 started all_reduce -
		4 missing 2 missing - -
	END
	)
	# An end or a middle that is damaged is no other collective.
	mkdir cut
	size=$(wc -c <nccl_trace_rank_2)
	for ((n = 1000; n < size; n += 97)); do
		head -c $n nccl_trace_rank_2 >cut/rank_2.json
		run --separate-stderr trace-collectives --missing nccl_trace_rank_0 cut/rank_2.json
		[ "$status" -eq 3 ] && [[ $output != *mismatch* ]] || fail "$n: $status $output"
	done
	for part in 2 3 4; do
		sed "s/\"record_id\":$part,/\"record_id\":\"$part,/" nccl_trace_rank_2 >cut/rank_2.json
		run --separate-stderr trace-collectives --missing nccl_trace_rank_0 cut/rank_2.json
		[ "$status" -eq 3 ] && [[ $stderr == *"lost: 1" && $output != *mismatch* ]] || fail "$part: $stderr $output"
	done
}

@test "what does not tell a state, or its records, is called neither scheduled nor missing" {
	skipped
	# The sixth of rank 1 has no state: it is lost.
	sed 's/"state":"started",//' nccl_trace_rank_1 >rank1.json
	run -3 --separate-stderr trace-collectives --missing nccl_trace_rank_[02] rank1.json
	[[ $stderr == *"rank1.json: damaged: entries or other parts lost: 1"* ]] || fail "$stderr"
	columns rank state <<<"$output" | diff -u - <(printf '%s\n' '0 started' '1 unknown' '2 missing' '3 absent')
	# So is the first one, which has not been overwritten.
	sed 's/"state":"completed",//' nccl_trace_rank_1 >rank1.json
	run -3 --separate-stderr trace-collectives --missing nccl_trace_rank_[02] rank1.json
	[[ $stderr == *"rank1.json: damaged: entries or other parts lost: 1" ]] || fail "$stderr"
	# Neither records nor statuses: rank 2 may have any.
	echo '{"pg_config":{"0":{"desc":"default_pg","name":"0","ranks":"[0, 1, 2, 3]"}}}' >nccl_trace_rank_2
	trace-collectives --missing nccl_trace_rank_[0-3] | columns sequence problem rank state | diff -u - <(cat <<-'END'
		6 incomplete 0 started
		6 incomplete 1 started
		6 incomplete 2 unknown
		6 incomplete 3 started
	END
	)
}

@test "a rank without a dump is absent" {
	skipped
	trace-collectives --missing nccl_trace_rank_[012] | columns rank state file | tail -n 2 |
		diff -u <(printf '%s\n' '2 missing nccl_trace_rank_2' '3 absent -') -
}

@test "dumps of two jobs, and a name that tells no rank of the groups" {
	skipped
	# The job of rank 3 has eight ranks: neither job knows where the others' ranks stand.
	times 6 "$done5" | dump 3 'groups=0=[0, 1, 2, 3, 4, 5, 6, 7]=default_pg'
	run -0 --separate-stderr trace-collectives --missing nccl_trace_rank_*
	[[ $stderr == *"nccl_trace_rank_0: group 0 has other ranks than in another dump: are they from one job?" ]] || fail "$stderr"
	columns group_size sequence problem rank state <<<"$output" | diff -u - <(cat <<-'END'
		4 6 missing 0 started
		4 6 missing 1 started
		4 6 missing 2 missing
		4 6 missing 3 unknown
	END
	)
	# A transfer to a rank of the other job is not missing there, either.
	echo '0 send,0->1 [[8]] Half scheduled' | dump 0 'groups=0=[0, 1]='
	times 1 "$done5" | dump 1 'groups=0=[0, 1, 2]='
	trace-collectives -q --missing nccl_trace_rank_[01] | columns problem rank state | diff -u - <(printf 'incomplete %s\n' '0 scheduled' '1 unknown')
	mv nccl_trace_rank_0 dump_2024.json
	run -2 --separate-stderr trace-collectives --missing dump_2024.json
	[[ $stderr == *"dump_2024.json: rank 2024, by the name, is in none of its process groups"* ]] || fail "$stderr"
}

@test "a pickle is refused, and what is no dump, without a rank or given twice" {
	skipped
	printf '\200\002}q\000.' >nccl_trace_rank_9
	run -2 --separate-stderr trace-collectives --missing nccl_trace_rank_[09]
	[[ $stderr == *"nccl_trace_rank_9: a pickle"*"_dump_nccl_trace_json()"* ]] || fail "$stderr"
	for text in '' '[]' '{}' '{"traceEvents":[]}' 'x' '{'; do
		echo "$text" >nccl_trace_rank_9
		run -2 --separate-stderr trace-collectives --missing nccl_trace_rank_9
		[[ $stderr == *"nccl_trace_rank_9: no dump of a flight recorder" ]] || fail "$text: $stderr"
	done
	cp nccl_trace_rank_0 dump.json
	run -2 --separate-stderr trace-collectives --missing dump.json
	[[ $stderr == *"dump.json: the name does not tell the rank"* ]] || fail "$stderr"
	cp nccl_trace_rank_0 host7_rank0.json
	run -2 --separate-stderr trace-collectives --missing nccl_trace_rank_0 host7_rank0.json
	[[ $stderr == *"two dumps of rank 0: nccl_trace_rank_0 and host7_rank0.json" ]] || fail "$stderr"
	run -2 trace-collectives --missing nccl_trace_rank_7
	run -2 trace-collectives --missing
	run -2 trace-collectives --missing --by rank nccl_trace_rank_0
}

@test "damaged dumps: cut at any place, a broken entry, a broken gzip; nothing is called missing" {
	skipped
	size=$(wc -c <nccl_trace_rank_2)
	mkdir cut
	for ((n = 10; n < size; n += 97)); do
		head -c $n nccl_trace_rank_2 >cut/rank_2.json
		run --separate-stderr trace-collectives --missing nccl_trace_rank_[013] cut/rank_2.json
		[ "$status" -eq 3 ] || [[ $status -eq 2 && $stderr == *"no dump of a flight recorder" ]] || fail "$n: $status"
		[[ $output != *$'\tmissing\t2'* ]] || fail "$n: $output"
	done
	# An entry in the middle is lost, and no other.
	sed 's/"profiling_name":"nccl:all_reduce","record_id":3/"profiling_name":nccl":"all_reduce","record_id":3/' \
		nccl_trace_rank_3 >cut/rank_3.json
	run -3 --separate-stderr trace-collectives --missing nccl_trace_rank_[012] cut/rank_3.json
	[[ $stderr == *"cut/rank_3.json: damaged: entries or other parts lost: 1"* ]] || fail "$stderr"
	columns sequence rank state <<<"$output" | diff -u - <(printf '6 %s\n' '0 started' '1 started' '2 missing' '3 started')
	gzip -c nccl_trace_rank_0 | head -c 300 >cut/rank_0.json.gz
	run -3 --separate-stderr trace-collectives --missing nccl_trace_rank_[12] cut/rank_0.json.gz
	[[ $stderr == *"the compressed data end too early"* ]] || fail "$stderr"
	# Two dumps in one file.
	cat nccl_trace_rank_0 nccl_trace_rank_0 >cut/rank_0.json
	run -3 trace-collectives --missing cut/rank_0.json
}

@test "dumps of Python: blanks, numbers as numbers, null for what is not known" {
	cat >rank0.json <<-'END'
		{"version": "2.5", "pg_config": {"0": {"name": "0", "desc": "default_pg", "ranks": "[0, 1]"}},
		 "pg_status": {"0": {"last_enqueued_collective": 2, "last_started_collective": -1, "last_completed_collective": 1}},
		 "entries": [
		  {"frames": [{"name": "main", "filename": "a.py", "line": 3}], "record_id": 7, "pg_id": 0,
		   "process_group": ["0", "default_pg"], "collective_seq_id": 2, "p2p_seq_id": 0, "op_id": 1,
		   "profiling_name": "nccl:all_reduce", "time_created_ns": 1724779239936775119, "input_sizes": [[3, 4]],
		   "input_dtypes": ["Float"], "output_sizes": [[3, 4]], "output_dtypes": ["Float"], "state": "scheduled",
		   "time_discovered_started_ns": null, "time_discovered_completed_ns": null, "retired": false,
		   "timeout_ms": 600000, "is_p2p": false}]}
	END
	trace-collectives -q --missing rank0.json | columns sequence problem rank state in_sizes last_completed frame |
		diff -u - <(printf '%s\n' '2 incomplete 0 scheduled [[3,4]] 1 main (a.py:3)' '2 incomplete 1 absent - - -')
}
