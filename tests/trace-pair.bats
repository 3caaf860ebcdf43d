#!/usr/bin/env bats
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'ts_us dur_us name correlation' '1.000 2.000 cudaLaunchKernel 5' '9.000 4.000 gemm 5' >events.tsv
	tsv 'ts_us dur_us name ph rank row' '1 2 a X 0 7' '1 - a i 0 8' '3 1 b X 0 9' '4 1 a X 0 10' '9 1 b X 1 11' '12 1 b X 0 12' >ab.tsv
}

# collectives RANKS N [SKIP]: N collectives of each rank at uneven times, which end
# within 2 us on all; rank r's clock is r ms ahead, and rank 1's profile begins
# SKIP of them later. SEED makes another job.
collectives() {
	awk -v ranks="$1" -v n="$2" -v skip="${3:-0}" -v seed="${SEED:-7}" 'BEGIN {
		srand(seed)
		print "ts_us\tdur_us\tname\tcat\trank\tin_msg_nelems"
		for (i = 0; i < n; i++) {
			t += 300 + int(rand() * 500)
			size = rand() < .5 ? 64 : 4096
			for (r = 0; r < ranks; r++)
				if (r != 1 || i >= skip)
					printf "%.3f\t%.3f\tncclDevKernel_AllReduce_Sum_f32\tkernel\t%d\t%d\n",
						1000 * r + t - 50 + rand(), 50 + rand(), r, size
		}
	}'
}

@test "manners: command line" {
	manners_command_line trace-pair
}

@test "manners: the page and --help agree, and its examples are true" {
	manners_page trace-pair
	manners_examples trace-pair
}

@test "manners: filter" {
	manners_filter trace-pair events.tsv --by correlation
	manners_filter trace-pair ab.tsv --from a --to b
}

@test "a header alone gives no pairs" {
	head -n 1 ab.tsv >none
	run -1 --separate-stderr trace-pair none
	[ "${#lines[@]}" -eq 1 ]
	[ "$stderr" = "trace-pair: no pairs among 0 rows that might be paired" ] || fail "$stderr"
	run -0 --separate-stderr trace-pair -q --exit-zero none
	[ -z "$stderr" ]
}

@test "collectives of ranks whose profiles start together, and apart" {
	for skip in 0 3 12; do
		collectives 3 40 "$skip" >job
		run -0 --separate-stderr trace-pair -k in_msg_nelems job
		[ -z "$stderr" ]
		awk -F '\t' 'NR > 1 {
			d = $12 - $10 - 1000 * ($6 - $5)
			if (d < -2 || d > 2) { print "wrong:", $0; exit 1 }
			n[$6]++
		} END { print n[1], n[2] }' <<<"$output" | diff - <(echo "$((40 - skip)) 40")
	done
}

@test "profiles that share half of their collectives give pairs, less does not" {
	for lag in 20 21; do
		collectives 2 $((40 + lag)) $lag | awk -F '\t' 'NR == 1 || $5 || ++n <= 40' >job$lag
	done
	trace-pair -k in_msg_nelems --lags 30 job20 | sed 1d | wc -l | diff - <(echo 20)
	run -1 --separate-stderr trace-pair -k in_msg_nelems --lags 30 job21
	[ "$stderr" = "trace-pair: rank 1: no lag up to 30 matches its collectives with those of rank 0" ]
}

@test "groups of ranks: the collectives of each with those of its lowest rank" {
	for group in '0 1' '2 3' '0 2' '1 3'; do
		SEED=1${group/ /} collectives 4 20 | awk -F '\t' -v OFS='\t' -v group="$group" 'BEGIN { split(group, is, " ") }
			NR > 1 && ($5 == is[1] || $5 == is[2]) { print $0, "[" is[1] ", " is[2] "]" }'
	done | sort -s -n >rows
	{ tsv 'ts_us dur_us name cat rank in_msg_nelems process_group_ranks' && cat rows; } >job
	run -0 --separate-stderr trace-pair --sequence process_group_ranks job
	[ -z "$stderr" ]
	cut -f 5,6 <<<"$output" | sed 1d | sort | uniq -c | awk '{ print $1, $2, $3 }' | diff - <(
		printf '20 %s\n' '0 1' '0 2' '1 3' '2 3')
}

@test "any order of the rows gives the same pairs, but for the numbers of rows" {
	collectives 4 20 2 >job
	trace-pair job | cut -f 1-6,9- >pairs
	(head -n 1 job; sed 1d job | sort -R --random-source=job) >mixed
	trace-pair mixed | cut -f 1-6,9- | diff pairs -
}

@test "--rules: kernels that are collectives under other names" {
	collectives 3 40 | sed s/ncclDevKernel_AllReduce/my_sum/ >job
	run -1 --separate-stderr trace-pair job
	tsv 'pattern family' '^my_sum communication' >rules
	trace-pair --rules rules job | cut -f 5- | diff -u <(collectives 3 40 | trace-pair | cut -f 5-) -
	run -2 --separate-stderr trace-pair --rules rules --by rank job
	[[ $stderr == *'--keys and --rules are for collectives'* ]] || fail "$stderr"
}

# lost LOSS...: the collectives of three ranks without these, each RANK:N from 0;
# the last column is the number that trace-pair must not confuse.
lost() {
	awk -F '\t' -v OFS='\t' -v lost=" $* " 'NR == 1 { print $0, "true"; next }
		!index(lost, " " $5 ":" int((NR - 2) / 3) " ") { print $0, int((NR - 2) / 3) }' job
}

# Fails if a pair is not of one collective: wrong EVENTS PAIRS.
wrong() {
	awk -F '\t' 'NR == FNR { true[FNR - 2] = $NF; next } FNR > 1 && true[$7] != true[$8] { n++ } END { exit n > 0 }' "$@"
}

@test "collectives that ranks lost in the middle: the others keep their partners" {
	collectives 3 120 >job
	while read -r keys pairs losses message; do
		# shellcheck disable=SC2086 # words
		lost ${losses//,/ } >events
		run -0 --separate-stderr trace-pair $([ "$keys" = - ] || echo "-k $keys") events
		echo "$output" >pairs
		[ $((${#lines[@]} - 1)) -eq "$pairs" ] || fail "$losses: ${#lines[@]}"
		wrong events pairs || fail "$losses: wrong pairs"
		[[ ${stderr//$'\n'/ } == *"$message"* ]] || fail "$losses: $stderr"
		trace-clock pairs | awk -F '\t' -v l="$losses" 'NR > 1 { n++; d = $2 - 1000 * $1
			if ($6 + 0 > 0 || d > 1 || d < -1) exit 1 } END { exit n != 3 }' || fail "$losses: clocks"
	done <<-'END'
		- 239 1:60 rank 0 and rank 1 have different collectives in the middle: at least 0 and 1 are lost; 119 pairs are certain
		in_msg_nelems 239 1:60 0 and 1 are lost
		- 238 0:60 at least 1 and 0 are lost; 119 pairs are certain trace-pair: rank 0 and rank 2
		- 237 1:30,1:60,1:90 0 and 3 are lost
		- 237 0:40,1:80 rank 0 and rank 1 have different collectives in the middle: at least 1 and 1 are lost
		- 236 2:50,2:51,2:52,2:53 rank 0 and rank 2 have different collectives in the middle: at least 0 and 4 are lost
		- 232 1:112 at least 0 and 0 are lost; 112 pairs are certain
	END
	run -0 --separate-stderr trace-pair -q events
	[ -z "$stderr" ]
}

@test "other jobs and programs without jitter give no pairs, and it is said why" {
	{
		collectives 1 40
		SEED=8 collectives 1 40 | awk -F '\t' 'BEGIN { OFS = FS } NR > 1 { $5 = 1; print }'
	} >other
	run -1 --separate-stderr trace-pair other
	[ "${#lines[@]}" -eq 1 ]
	[[ $stderr == "trace-pair: rank 1: "*"rank 0"* ]] || fail "$stderr"
	for rank in 0 1; do
		seq 40 | awk -v r=$rank '{ printf "%d\t10\tncclKernel_AllReduce\t%d\n", $1 * 500, r }'
	done | sed '1i ts_us\tdur_us\tname\trank' >even
	run -1 --separate-stderr trace-pair even
	[ "$stderr" = "trace-pair: rank 1: several lags up to 20 match its collectives with those of rank 0; give a smaller --lags" ] || fail "$stderr"
	run -0 trace-pair --lags 0 even
	[ "${#lines[@]}" -eq 41 ]
	sed 's/AllReduce\t1/AllGather\t1/' even >names
	run -1 --separate-stderr trace-pair names
	[[ $stderr == *"no lag up to 20 matches its collectives with those of rank 0" ]] || fail "$stderr"
}

@test "anchors: the n-th with the n-th of the same rank" {
	trace-pair --from a --to b ab.tsv | cut -f 1-2,4-8 | diff - <(tsv 'kind group n src_rank dst_rank src_row dst_row' \
		'anchor a 1 0 0 7 9' 'anchor a 2 0 0 10 12' 'anchor b 1 - 1 - 11')
}

@test "anchors: a row that matches both patterns is no partner of itself" {
	run -1 --separate-stderr trace-pair --from . --to . ab.tsv
	[ "${#lines[@]}" -eq 1 ] || fail "$output"
}

@test "--by: the first row with each later one, in each rank; none has no partner" {
	tsv 'ts_us dur_us name rank correlation' '1 1 launch 0 5' '9 1 k2 0 5' '4 1 k1 0 5' '2 1 launch 1 5' '3 1 x 0 -' '5 1 y 0 6' >calls
	trace-pair --by correlation calls | cut -f 2-8 | diff - <(tsv 'group tag n src_rank dst_rank src_row dst_row' \
		'launch 5 1 0 0 0 2' 'launch 5 2 0 0 0 1' 'launch 5 1 1 - 3 -' 'y 6 1 0 - 5 -')
}

@test "tags and peers: sends with their receives" {
	tsv 'ts_us dur_us name rank peer' '1 9 send[a] 0 1' '2 8 recv[a] 1 0' '2 9 recv[a] 2 0' '3 1 send[b] 1 -' '3 2 recv[b] 0 1' \
		'3 2 recv[b] 2 1' '3 2 recv[b] 1 1' '4 1 send[c] 2 0' >p2p
	trace-pair --tag '\[(.*)\]' --from send --to recv --peer peer p2p | cut -f 1,3-6 | diff - <(tsv \
		'kind tag n src_rank dst_rank' 'tag a 1 0 1' 'tag b 1 1 0' 'tag b 2 1 2' 'tag c 1 2 -' 'tag a 1 - 2' 'tag b 1 - 1')
	run -0 trace-pair --tag '\[(.*)\]' --from send --to recv p2p
	[ "${#lines[@]}" -eq 7 ]
}

@test "tags: either side alone is a pair with one empty side, a row of both kinds only once" {
	tsv 'ts_us dur_us name rank' '1 9 send1 0' '2 8 recv2 1' '3 1 send3recv 1' >alone
	run -1 --separate-stderr trace-pair --tag '([0-9])' --from send --to recv alone
	cut -f 2-8 <<<"$output" | diff - <(tsv 'group tag n src_rank dst_rank src_row dst_row' \
		'send1 1 1 0 - 0 -' 'send3recv 3 1 1 - 2 -' 'recv2 2 1 - 1 - 1')
	[ "$stderr" = "trace-pair: no pairs among 3 rows that might be paired" ]
}

# tags TABLE [OPTION...]: how many rows of each tag have a partner, and which have none.
tags() {
	trace-pair --exit-zero --tag '\[(.*)\]' --from send --to recv "${@:2}" "$1" |
		awk -F '\t' 'NR > 1 { print $3 ($5 == "" ? " only" : $6 == "" ? " none" : "") }' | sort | uniq -c | xargs
}

@test "tags: parts of what one rank received; receives that end in another order" {
	tsv 'ts_us dur_us name rank' '1 1 send[a] 0' '3 1 send[a] 0' '9 1 recv[a] 1' >parts
	[ "$(tags parts)" = '2 a' ]
	awk 'BEGIN { print "ts_us\tdur_us\tname\trank"; srand(3)
		for (i = 0; i < 20; i++) {
			t += 50 + int(60 * rand())
			print t "\t9\tsend[" i "]\t0\n" 700 + t "\t9\trecv[" (i == 5 ? 6 : i == 6 ? 5 : i) "]\t1"
		} }' >swapped
	[ "$(trace-pair --tag '\[(.*)\]' --from send --to recv swapped | awk -F '\t' '$5 != "" && $6 != ""' | wc -l)" -eq 21 ]
}

@test "tags of steps that repeat: where another tag shows that a rank lost some, order tells nothing" {
	awk 'BEGIN { print "ts_us\tdur_us\tname\trank"
		for (i = 1; i <= 4; i++) {
			if (i > 1)
				print 1000 * i "\t9\tsend[a]\t0\n" 1000 * i + 99 "\t9\tsend[b]\t0"
			print 1000 * i + 300 "\t9\trecv[b]\t1"
			if (i < 4)
				print 1000 * i + 200 "\t9\trecv[a]\t1"
		} }' >lost
	[ "$(tags lost)" = '3 a none 3 a only 3 b none 4 b only' ]
}

@test "tags of steps that repeat: what goes to another rank does not disturb" {
	awk 'BEGIN { print "ts_us\tdur_us\tname\trank"; srand(3)
		for (i = 0; i < 6; i++) {
			for (k = 1; k < 4; k++) {
				t += 500 + int(600 * rand())
				print t "\t9\tsend[" k "]\t0"
				if (i || k == 3)
					print t + 200 "\t9\trecv[" k "]\t" (k < 3 ? 1 : 2)
			}
		} }' >three
	[ "$(tags three)" = '5 1 1 1 none 5 2 1 2 none 6 3' ]
}

@test "tags of steps that repeat: the n-th send with the n-th receive, also if a rank lost the first ones" {
	awk 'BEGIN { print "ts_us\tdur_us\tname\trank\tpeer"; srand(3)
		for (t = 100; n < 12; t += 50 + int(60 * rand())) {
			n++
			print t "\t9\tsend[a]\t0\t1\n" t + 2 "\t1\tsend[m]\t0\t\n" t + 700 "\t9\trecv[a]\t1\t0"
			for (r = 1; r < 3; r++)
				print t + 702 "\t1\trecv[m]\t" r "\t0"
		} }' >steps
	pairs() { trace-pair --tag '\[(.*)\]' --from send --to recv --peer peer "$1" | awk -F '\t' 'NR > 1 { print $5 == "" || $6 == "" ? $3 ($5 == "" ? " only" : " none") : $3 " " ($6 - $5) " " ($12 - $10) }' | sort | uniq -c | xargs; }
	[ "$(pairs steps)" = "12 a 1 700 12 m 1 700 12 m 2 700" ]
	awk '/\t1\t0$/ && ++n < 5 { next } 1' steps >late
	[ "$(pairs late)" = "10 a 1 700 2 a none 10 m 1 700 12 m 2 700" ]
	awk 'NR < 7 || /send/ && NR < 20 || /\t1\t0$/ && NR > 6 && NR < 12' steps >few
	[ "$(pairs few)" = "4 a none 2 a only 4 m none 3 m only" ]
}

@test "tags: few rows in order, if their distances are about the same on both ranks" {
	for last in 250 251 300; do
		tsv 'ts_us dur_us name rank' '0 1 s1 0' '100 1 s1 0' '200 1 s1 0' '0 2 r1 1' '100 2 r1 1' "$last 2 r1 1" >few
		trace-pair -q --exit-zero --tag '(1)' --from s --to r few | awk -F '\t' '$5 == 0 && $6 == 1' | wc -l
	done | xargs | diff - <(echo 3 3 0)
}

@test "wrong options and columns" {
	run -2 trace-pair --from a ab.tsv
	run -2 trace-pair --tag 'x(.)' ab.tsv
	run -2 trace-pair --from a --to b --tag x ab.tsv
	run -2 trace-pair --from '(' --to b ab.tsv
	run -2 trace-pair --peer rank ab.tsv
	run -2 trace-pair --by rank --from a --to b ab.tsv
	run -2 --separate-stderr trace-pair events.tsv
	[[ $stderr == *"no column rank; trace-extract -H makes it" ]] || fail "$stderr"
	tsv 'ts_us dur_us name rank' 'x 1 ncclKernel_AllReduce 0' >bad
	run -2 --separate-stderr trace-pair bad
	[[ $stderr == "trace-pair: bad:2: "*x ]] || fail "$stderr"
}

@test "sends and receives of a real trace: six transfers" {
	need_traces
	trace-extract -q --pair -c all -a Peer=peer "$TRACES/ibm-aiu-allreduce-tp4.json.gz" >tp4
	run -0 trace-pair --rank pid --tag 'sync=([^]]*)' --from 'Send_[0-9]+( - Xseg to rank [0-9]+)? \[' --to Rec --peer peer tp4
	[ "${#lines[@]}" -eq 7 ]
}

@test "bytes of the first row, else of the second, where events have them" {
	tsv 'ts_us dur_us name tag bytes' '1 1 send 5 128' '2 1 recv 5 7' '3 1 send 6 -' '4 1 recv 6 9' '5 1 send 7 -' '6 1 recv 7 -' >events
	trace-pair --by tag events | cut -f 13 | xargs | diff - <(echo bytes 128 9)
	trace-pair --by tag events | tail -n 1 | grep -q $'\t$'
	cut -f 1-4 events | trace-pair --by tag | cut -f 13 | sort -u | xargs | diff - <(echo bytes)
}

@test "real transfers of four ranks: six pairs with their bytes" {
	need_traces
	ref=$TRACES/../reference/aiu/ref
	[ -d "$ref" ] || skip "no reference data"
	trace-extract -q --pair -c all -a Peer=peer -a Bytes=bytes "$ref/allreduce_tp4.json" |
		trace-pair --rank pid --tag 'sync=([^]]*)' --from 'Send_[0-9]+( Data)? \[' --to Rec --peer peer >pairs
	sed 1d pairs | cut -f 3,5,6 | awk -F '\t' -v OFS='\t' '{ print $2, $3, $1 }' | sort | diff - <(sed 1d "$ref/expected/tp4_flows.tsv" | sort)
	[ "$(sed 1d pairs | cut -f 13 | sort | uniq -c | xargs)" = "6 524288" ]
	trace-clock pairs | awk -F '\t' 'NR == FNR { if (FNR > 1) o[$1] = $2; next } FNR > 1 { d = $2 - o[$1]
		if (d < -.0011 || d > .0011) { print; exit 1 } n++ } END { exit n != 4 }' "$ref/expected/tp4_offsets.tsv" -
}
