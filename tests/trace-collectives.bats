#!/usr/bin/env bats
load helper

# ranks FOLDER RANKS STEPS [RANK FIRST]: traces of a job in FOLDER; one rank lacks
# its first collectives.
ranks() {
	mkdir -p "$1"
	for ((r = 0; r < $2; r++)); do
		awk -v rank=$r -v ranks="$2" -v steps="$3" \
			-v first="$([ "${4:-}" = $r ] && echo "$5" || echo 0)" \
			-f "$TOP/tests/ranks.awk" >"$1/rank${r}_trace.json"
	done
}

# Two ranks: rank 1 comes 20 us later to the first, rank 0 to the second; a
# broadcast; a transfer; kernels of no concern. The profiler's counts are texts.
setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'ts_us dur_us name cat correlation collective_name dtype in_msg_nelems out_msg_nelems in_split_size out_split_size group_size process_group_name process_group_ranks rank' \
		'100.000 50.000 ncclDevKernel_AllReduce kernel 1 allreduce Float 262144 262144 [] [] 2 0 [0,~1] 0' \
		'120.000 30.500 ncclDevKernel_AllReduce kernel 1 allreduce Float 262144 262144 [] [] 2 0 [0,~1] 1' \
		'310.000 40.000 rcclGenericKernel kernel 2 _allgather_base BFloat16 1024 2048 [] [] 2 0 [0,~1] 0' \
		'300.000 50.250 rcclGenericKernel kernel 2 _allgather_base BFloat16 1024 2048 [] [] 2 0 [0,~1] 1' \
		'400.000 5.000 ncclDevKernel_Broadcast kernel 3 broadcast Long 20 20 [] [] 2 0 [0,~1] 0' \
		'401.000 5.000 ncclDevKernel_Broadcast kernel 3 broadcast Long 20 20 [] [] 2 0 [0,~1] 1' \
		'500.000 7.000 gemm kernel 4 - - - - - - - - - 0' \
		'500.000 7.000 ncclAllReduce cuda_runtime 4 - - - - - - - - - 0' >events
}

# columns TABLE NAME...: these columns of a table, with the header.
columns() {
	local table=$1
	shift
	awk -F '\t' -v OFS='\t' -v names="$*" 'NR == 1 { n = split(names, name, " ")
			for (i = 1; i <= NF; i++) c[$i] = i }
		{ for (i = 1; i <= n; i++) printf "%s%s", $c[name[i]], i < n ? OFS : "\n" }' "$table"
}

@test "manners: command line" {
	manners_command_line trace-collectives
}

@test "manners: the page and --help agree" {
	manners_page trace-collectives
}

@test "manners: filter" {
	manners_filter trace-collectives events
	for by in event message rank pair alltoallv; do
		trace-collectives --by $by events >table
		diff table <(trace-collectives --by $by <events)
	done
	manners_filter trace-collectives events --partial
}

# skewed: 40 all-reduces of eight ranks that take 100 us; to the k-th the last rank comes
# 0, 40, 100, 300 us late in turn, the others at once. Every fifth one is slow for all.
skewed() {
	awk -v OFS='\t' 'BEGIN {
		print "ts_us", "dur_us", "name", "cat", "correlation", "collective_name", "dtype", "in_msg_nelems", "out_msg_nelems", "group_size", "process_group_name", "process_group_ranks", "rank"
		split("0 40 100 300", late, " ")
		for (rank = 0; rank < 8; rank++)
			for (k = 0; k < 40; k++) {
				skew = late[k % 4 + 1]
				own = rank == 7 ? skew : 0
				print k * 1000 + own ".000", (k % 5 ? 100 : 500) + skew - own ".000", "ncclDevKernel_AllReduce", "kernel", k + 1, "allreduce", "Float", 1024, 1024, 8, 0, "[0, 1, 2, 3, 4, 5, 6, 7]", rank
			}
	}'
}

# layered STREAM: two ranks of eight steps: an embedding, four layers of a norm, a matrix product
# and an all-reduce, and a sampling. Rank 1 comes 5.5 us later to the second all-reduce
# of the third step. Collectives run on the stream.
layered() {
	awk -v stream="$1" -v OFS='\t' 'function kernel(name, dur, late, collective) {
		print sprintf("%.3f", at + late), sprintf("%.3f", dur - late), name, "kernel", collective ? stream : 7, ++n, collective ? "allreduce" : "",
			collective ? "Half" : "", collective ? 4096 : "", collective ? 2 : "", collective ? "[0, 1]" : "", rank
		at += dur + 2
	}
	BEGIN {
		print "ts_us", "dur_us", "name", "cat", "stream", "correlation", "collective_name", "dtype", "in_msg_nelems", "group_size", "process_group_ranks", "rank"
		for (rank = 0; rank < 2; rank++) {
			at = n = 0
			for (step = 1; step <= 8; step++) {
				kernel("embed", 9, 0)
				for (layer = 1; layer <= 4; layer++) {
					kernel("norm", 4, 0)
					kernel("gemm", 30, 0)
					kernel("ncclDevKernel_AllReduce", 20, rank && step == 3 && layer == 2 ? 5.5 : 0, 1)
				}
				kernel("sample", 50, 0)
				at += 100
			}
		}
	}'
}

@test "bound: transfer or waiting, of eight ranks with known skews" {
	skewed >events
	run -0 --separate-stderr trace-collectives events
	# Waits of 0, 35, 87.5 and 262.5 us beside 100: 0, 26, 47 and 72 %.
	[ "$(awk -F '\t' 'NR > 1 && $3 % 5 { print $3 % 4, $24, $25 }' <<<"$output" | sort | uniq -c | xargs)" = \
		"8 0 100.000 transfer 8 1 100.000 transfer 8 2 100.000 mixed 8 3 100.000 skew" ] || fail "$output"
	[ "$(awk -F '\t' 'NR > 1 && $3 % 5 == 0 { print $25 }' <<<"$output" | sort -u)" = inconclusive ]
	# The skews are those that were made.
	[ "$(awk -F '\t' 'NR > 1 { print $14 }' <<<"$output" | sort -n | uniq -c | xargs)" = "10 0.000 10 40.000 10 100.000 10 300.000" ]
	# One rank alone tells nothing, but beside times without waiting.
	cp events all
	awk -F '\t' 'NR == 1 || $NF == 0' all >alone
	[ "$(trace-collectives -q alone | cut -f 25 | sort -u | xargs)" = "bound inconclusive" ]
	trace-collectives all >times
	run -0 --separate-stderr trace-collectives -q --baseline times alone
	[ "$(awk -F '\t' 'NR > 1 && $3 % 5 { print $3 % 4, $25 }' <<<"$output" | sort -u | xargs)" = \
		"0 transfer 1 transfer 2 mixed 3 skew" ] || fail "$output"
	run -2 --separate-stderr trace-collectives --baseline events all
	[[ $stderr == *"no column kind; trace-collectives"* ]] || fail "$stderr"
}

@test "the step and the layer of each collective, by trace-cycles" {
	for stream in 20 7; do # the one has a cycle of its own
		layered $stream >events
		run -0 --separate-stderr trace-collectives events
		[[ ${lines[0]} != *step* ]]
		trace-cycles --events events >placed
		run -0 --separate-stderr trace-collectives placed
		columns <(echo "$output") index step layer start_skew_us >out
		awk 'BEGIN { OFS = "\t"; print "index", "step", "layer", "start_skew_us"
			for (i = 0; i < 32; i++) print i, int(i / 4) + 1, i % 4 + 1, i == 9 ? "5.500" : "0.000" }' | diff -u - out
		trace-collectives --by event placed | columns /dev/stdin rank step layer wait_us | awk -F '\t' '$4 > 0' | diff -u - <(
			tsv 'rank step layer wait_us' '0 3 2 5.500')
	done
	# The columns are no matter of the other tables, nor of partial results.
	for option in --by=rank --by=message --partial; do
		diff <(trace-collectives $option events) <(trace-collectives $option placed)
	done
	# Where ranks are in different steps or layers, it is in none.
	awk -F '\t' -v OFS='\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i }
		NR > 1 && $c["rank"] == 1 { sub(/^1$/, "9", $c["step"]); sub(/^3$/, "", $c["layer"]) } 1' placed >changed
	trace-collectives -q changed | columns /dev/stdin index step layer | sed -n '2p; 8p; 9p' | diff -u - <(
		tsv '0 - -' '6 2 -' '7 2 4')
}

@test "real traces: a rank beside its copy 5.5 us later" {
	need_traces
	trace-extract -q --collectives --rank 0 "$TRACES/vllm-llama70b-tp4-mi300.json.gz" >one
	awk -F '\t' -v OFS='\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; print; next }
		{ print; $c["ts_us"] = sprintf("%.3f", $c["ts_us"] + 5.5); $c["rank"] = 1; print }' one >two
	run -0 --separate-stderr trace-collectives -q two
	[ "$(awk -F '\t' 'NR > 1 { n++; skew += $14; named += $4 != ""; wait += $16; each += $14 == 5.5 }
		END { print n, named, each, skew, wait }' <<<"$output")" = "1620 1459 1620 8910 4012.25" ] || fail "$output"
}

@test "the examples of the page" {
	ranks . 4 2
	layered 20 >layers.tsv
	for ((r = 0; r < 4; r++)); do
		for ((i = 0; i < 5 + (r != 2); i++)); do
			echo "0 all_reduce [[1024]] Float $([ $i = 5 ] && echo started || echo completed)"
		done | awk -v frames=1 -v 'groups=0=[0, 1, 2, 3]=default_pg' -f "$TOP/tests/dumps.awk" >nccl_trace_rank_$r
	done
	manners_examples trace-collectives
}

# By hand: 1 MiB in 30.5 us is 32.0184 GiB/s; bus 2(2-1)/2 of that; the result of the
# all-gather is 4096 bytes, in 40 us, bus half.
@test "latency is what it takes the rank that waits for nobody" {
	trace-collectives events >table
	columns table collective_id kind full_bytes latency_us start_skew_us end_skew_us mean_wait_us \
		first_rank last_rank verdict >out
	tsv 'collective_id kind full_bytes latency_us start_skew_us end_skew_us mean_wait_us first_rank last_rank verdict' \
		'0_0 allreduce 1048576 30.500 20.000 0.500 10.000 0 1 ok' \
		'0_1 allgather 4096 40.000 10.000 0.250 5.000 1 0 ok' \
		'0_2 other 160 - 1.000 1.000 - - - ok' | diff -u - out
	columns table algo_gib_s bus_gib_s | awk 'NR == 2 {
		want = 1 / 1024 / 30.5e-6
		if ($1 / want - 1 > 1e-10 || 1 - $1 / want > 1e-10 || $1 != $2) { print; exit 1 } }
		NR == 3 { want = 4096 / 2 ^ 30 / 40e-6; r = $1 / want
		if (r - 1 > 1e-10 || 1 - r > 1e-10 || $2 / $1 != 0.5) { print; exit 1 } }'
	trace-collectives --si events | columns /dev/stdin algo_gb_s bus_gb_s | sed -n 3p >out
	tsv '0.102400000000 0.0512000000000' | diff -u - out
}

@test "by event, message and rank" {
	trace-collectives --by event events >table
	columns table collective_id rank ts_us wait_us >out
	tsv 'collective_id rank ts_us wait_us' '0_0 0 100.000 20.000' '0_1 0 310.000 0.000' \
		'0_2 0 400.000 -' '0_0 1 120.000 0.000' '0_1 1 300.000 10.000' '0_2 1 401.000 -' | diff -u - out
	trace-collectives --by message events | cut -f 1-12 >out
	tsv 'name dtype in_nelems group_size group full_bytes count ok latency_us latency_mean_us latency_median_us latency_min_us' \
		'_allgather_base BFloat16 1024 2 0 4096 1 1 40.000 40.000 40.000 40.000' \
		'allreduce Float 262144 2 0 1048576 1 1 30.500 30.500 30.500 30.500' | diff -u - out
	trace-collectives --by rank events >out
	tsv 'rank events dur_us collectives wait_us mean_wait_us max_wait_us arrived_first arrived_last last_pct late_us shortest_pct' \
		'1 3 85.750 2 10.000 5.000 10.000 1 1 50.000000 20.000 50.000000' \
		'0 3 95.000 2 20.000 10.000 20.000 1 1 50.000000 10.000 50.000000' | diff -u - out
}

@test "clocks that differ: a rank would leave a collective before another joins it" {
	run -0 --separate-stderr trace-collectives events
	[ -z "$stderr" ]
	awk -F '\t' -v OFS='\t' '$NF == 1 { $1 += 35 } { print }' events >ahead
	run -0 --separate-stderr trace-collectives ahead
	[ -z "$stderr" ] # one of two may be a wrong pair
	awk -F '\t' -v OFS='\t' '$NF == 1 { $1 += 70 } { print }' events >ahead
	run -0 --separate-stderr trace-collectives ahead
	[ "$stderr" = "trace-collectives: 2 of 2 collectives end on one rank before they start on another: the clocks of the \
ranks differ, and waits and skews are wrong; see trace-clock" ]
	trace-collectives -q ahead >/dev/null 2>said
	[ ! -s said ]
}

@test "generated ranks: every latency, wait and bandwidth is what was put in" {
	ranks job 8 3
	trace-extract --collectives job/*.json >job.tsv
	trace-collectives job.tsv >table
	# the k-th collective of a rank takes 10 + k us, and the ranks come 5 us apart
	columns table collective_id group group_size latency_us start_skew_us end_skew_us mean_wait_us bus_gib_s full_bytes kind |
		awk -F '\t' 'NR > 1 {
			split($1, id, "_"); index_ = id[2]; n = $3
			k = $2 == 1 ? 3 + 4 * index_ : 4 * int(index_ / 3) + index_ % 3
			if ($5 != 5 * (n - 1) || $6 != 0) { print "skew", $0; exit 1 }
			if ($10 == "alltoallv") next
			factor = ($10 == "allreduce" ? 2 : 1) * (n - 1) / n
			bus = $9 / 2 ^ 30 / ((10 + k) * 1e-6) * factor
			if ($4 != 10 + k || $7 != 2.5 * (n - 1) || ($8 / bus - 1) ^ 2 > 1e-20) { print; exit 1 }
			seen++ } END { if (seen != 12) { print seen " rows"; exit 1 } }'
	trace-collectives --by rank job.tsv |
		awk -F '\t' 'NR > 1 { wait += $5; n += $4 } END { print wait, n }' >out
	# of 9 collectives of 8 ranks, alltoallv included, and 6 of 4: 0 + 5 + ... for each
	[ "$(cat out)" = "$((9 * 140 + 6 * 30)) $((12 * 8))" ]
}

@test "the ranks in any order give the same bytes" {
	ranks job 4 2 2 1
	for by in collective event message rank pair alltoallv; do
		trace-extract --collectives job/rank[0123]_trace.json | trace-collectives -q --by $by >one
		trace-extract --collectives job/rank{3,1,0,2}_trace.json | trace-collectives -q --by $by | cmp one -
	done
}

@test "partial results of single ranks merge to what all ranks give" {
	ranks job 4 2 1 2
	trace-extract --collectives job/*.json >all
	for rank in 3 0 2 1; do
		trace-extract --collectives -H job/rank${rank}_trace.json | trace-collectives --partial >part.$rank
	done
	for by in collective event message rank pair alltoallv; do
		trace-collectives -q --by $by all >one
		trace-collectives -q --by $by part.2 part.0 part.3 part.1 | cmp one -
	done
	trace-collectives --partial all | trace-collectives -q | cmp <(trace-collectives -q all) -
	run -2 trace-collectives --partial --by rank all
}

@test "a rank that lacks its first collectives is shifted, and its groups say so" {
	ranks job 4 3 2 1
	trace-extract --collectives job/*.json >late
	run -0 --separate-stderr trace-collectives late
	[ "$stderr" = 'trace-collectives: group 0: 1 of 4 ranks begin with a different collective: aligned by name, type and size' ] ||
		fail "$stderr"
	columns <(echo "$output") collective_id ranks_present latency_us verdict | sed -n '2,4p' >out
	tsv '0_0 3 10.000 partial' '0_1 4 11.000 shifted' '0_2 4 - shifted' | diff -u - out
	trace-collectives -q --match index late >table
	columns table verdict | sed -n 2p | grep -qx differs
	# its last ones: nothing is shifted
	{ head -n 1 late; ranks job 4 3; trace-extract --collectives job/*.json |
		awk -F '\t' 'NR > 1 && !($NF ~ /rank2/ && $1 >= 1900)'; } >early
	run -0 --separate-stderr trace-collectives early
	[ -z "$stderr" ] || fail "$stderr"
	columns <(echo "$output") verdict | sort | uniq -c | awk '{ print $1, $2 }' >out
	printf '%s\n' '12 ok' '3 partial' '1 verdict' | diff -u - out
}

@test "a step that is lost is told by time where names and sizes repeat" {
	ranks job 4 6 3 12
	trace-extract --collectives job/*.json | trace-collectives -q >table
	columns table group verdict end_skew_us | awk '$1 == 0 { print $2, $3 }' FS='\t' | sort | uniq -c |
		awk '{ print $1, $2, $3 }' >out
	printf '%s\n' '9 partial 0.000' '9 shifted 0.000' | diff -u - out
}

# job LOSS...: 120 collectives of three ranks at uneven times, all alike, which end
# within 1 us on all ranks, without these, each RANK:N from 0. Their number is the
# correlation. Without `alike` every other one has another size.
uneven() {
	awk -v lost=" $* " -v alike="${ALIKE:-}" -v OFS='\t' 'BEGIN {
		srand(7)
		print "ts_us", "dur_us", "name", "cat", "correlation", "in_msg_nelems", "rank"
		for (i = 0; i < 120; i++) {
			t += 300 + int(rand() * 500)
			for (r = 0; r < 3; r++) {
				d = 20 + rand() * 50
				if (!index(lost, " " r ":" i " "))
					print sprintf("%.3f", 1000 * r + t - d + rand()), sprintf("%.3f", d),
						"ncclDevKernel_AllReduce", "kernel", i + 1, alike ? 64 : 64 + i % 2, r
			}
		}
	}'
}

@test "collectives that ranks lost in the middle are partial, the others keep their partners" {
	while read -r alike losses partial losing; do
		ALIKE=${alike#-} uneven ${losses//,/ } >events
		run -0 --separate-stderr trace-collectives --by event events
		columns <(echo "$output") collective_id ts_us rank >table
		awk -F '\t' 'NR == FNR { n[$7, $1] = $5; next } FNR > 1 { id = n[$3, $2]
			if (!id || (($1 in of) && of[$1] != id) || ((id in at) && at[id] != $1)) bad++
			of[$1] = id; at[id] = $1 } END { exit bad > 0 }' events table || fail "$alike $losses"
		[[ $stderr == *"group all: $losing of 3 ranks have lost collectives in the middle"* ]] ||
			fail "$losses: $stderr"
		trace-collectives -q events >table
		columns table ranks_present | awk 'NR > 1 { n[$1]++ } END { print n[3] + 0, n[2] + n[1] }' |
			grep -qx "$((120 - partial)) $partial" || fail "$alike $losses: partial"
	done <<-'END'
		- 1:60 1 1
		yes 1:60 1 1
		yes 0:60 1 1
		yes 1:20,1:70,2:110 3 2
		yes 0:50,1:50,2:90 2 1
		yes 0:30,1:100 2 2
	END
}

@test "metadata that differ are marked, and sizes that are unknown" {
	sed '3s/262144/262143/g' events | trace-collectives -q >table
	columns table verdict full_bytes | sed -n 2p | grep -qx "$(printf 'differs\t')"
	sed '2,3s/Float/Quint/' events | trace-collectives -q >table
	columns table verdict full_bytes algo_gib_s | sed -n 2p | grep -qx "$(printf 'ok\t\t')"
	sed '2,3s/262144/many/' events | trace-collectives -q >table
	columns table in_nelems latency_us | sed -n 2p | grep -qx "$(printf '\t30.500')"
	grep -v '1$' events | trace-collectives -q >table
	columns table ranks_present verdict latency_us mean_wait_us first_rank last_rank | sed -n 2p |
		grep -qx "$(printf '1\tpartial\t50.000\t\t\t')"
}

@test "transfers between two ranks do not move the other collectives" {
	{
		cat events
		tsv '200.000 9.000 ncclDevKernel_SendRecv kernel 9 send Float 8 8 [] [] 2 0 [0,~1] 0' \
			'90.000 9.000 ncclDevKernel_SendRecv kernel 9 recv Float 8 8 [] [] 2 0 [0,~1] 1'
	} >with
	run -0 --separate-stderr trace-collectives with
	columns <(echo "$output") collective_id latency_us verdict | sed -n 2p >out
	tsv '0_0 30.500 ok' | diff -u - out
	[[ $stderr == *'2 transfers between two ranks are in no collective' ]] || fail "$stderr"
}

@test "groups of 300 ranks whose list is cut; nodes" {
	for rank in 0 1 2 299; do
		tsv "$((100 + rank)).000 500.000 nccl kernel 1 all_to_allv Float 600 600 [$(seq -s ,~ 2 301)] [] 300 0 [0,~1,~2,~...,~299] $rank"
	done >rows
	{ head -n 1 events; cat rows; } >table
	trace-collectives -q --by pair table >out
	[ "$(wc -l <out)" -eq 1201 ]
	[ "$(tail -n 1 out)" = "$(tsv '299 299 1204 1204.000 1')" ]
	trace-collectives -q --gpus-per-node 8 table | columns /dev/stdin node_span verdict | tail -n 1 >out
	tsv 'inter_node partial' | diff -u - out
	trace-collectives -q --by event --gpus-per-node 8 table | columns /dev/stdin rank node node_span | tail -n 1 >out
	tsv '299 37 inter_node' | diff -u - out
	sed 's/\.\.\., 299/..., 300/' table >wrong
	run -0 --separate-stderr trace-collectives --by pair wrong
	[ "$output" = $'src_rank\tdst_rank\tsent_bytes\tmean_bytes\tcount' ]
	[[ $stderr == *'4 all-to-all-v lack the sizes per rank' ]] || fail "$stderr"
}

@test "what goes to a group of other ranks is booked to its members" {
	for rank in 4 5; do
		tsv "100.000 10.000 nccl kernel 1 all_to_allv Half 30 30 [10,~20] [] 2 0 [4,~5] $rank"
	done >rows
	{ head -n 1 events; cat rows; } | trace-collectives --by pair >out
	tsv 'src_rank dst_rank sent_bytes mean_bytes count' '4 4 20 20.000 1' '4 5 40 40.000 1' \
		'5 4 20 20.000 1' '5 5 40 40.000 1' | diff -u - out
}

@test "traces without metadata: by place, and by stream where there are several" {
	cut -f 1-4,15 events >bare
	run -0 --separate-stderr trace-collectives bare
	[[ $stderr == *'no column collective_name: names and sizes are unknown; trace-extract --collectives prints them' ]]
	columns <(echo "$output") collective_id group kind latency_us verdict | sed -n 2,3p >out
	tsv '0 all - 30.500 ok' '1 all - 40.000 ok' | diff -u - out
	awk -F '\t' -v OFS='\t' 'NR == 1 { print $0, "stream"; next } { print $0, /rccl/ ? 9 : 7 }' bare >streams
	trace-collectives -q streams | columns /dev/stdin collective_id group latency_us >out
	tsv 'collective_id group latency_us' 'stream~7_0 stream~7 30.500' 'stream~7_1 stream~7 5.000' \
		'stream~9_0 stream~9 40.000' | diff -u - out
	# between ranks 0 and 2 is one that is not there; 1 and 2 may be any numbers
	for change in 's/1$/2/' 's/1$/2/; s/0$/1/'; do
		sed "1!{ $change }" bare | trace-collectives -q | columns /dev/stdin verdict | sed -n 2p
	done | diff -u <(printf '%s\n' partial ok) -
}

@test "ranks of different jobs are refused, by world size, GPU and time, with their files" {
	trace() { # RANK WORLD GPU TS
		printf '{"distributedInfo":{"rank":%d,"world_size":%d},"deviceProperties":[{"id":0,"name":"%s"}],"traceEvents":[' "$1" "$2" "$3"
		printf '{"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce","pid":0,"tid":7,"ts":%s,"dur":5,"args":{"correlation":1}}]}' "$4"
	}
	trace 0 2 H100 10 >base.json
	trace 1 2 H100 1000014 >late.json # starts a second after the first ends, not more
	trace-extract --collectives base.json late.json >events
	columns events rank world_size gpu file | diff -u <(tsv 'rank world_size gpu file' '0 2 H100 base.json' '1 2 H100 late.json') -
	trace-collectives -q events | columns /dev/stdin ranks_present | diff -u <(tsv ranks_present 2) -
	trace 1 8 H100 10 >world.json
	trace 1 2 A100 10 >gpu.json
	trace 1 2 H100 1000015.001 >time.json
	while read -r file why; do
		for order in "base.json $file" "$file base.json"; do
			trace-extract --collectives $order >events
			run -2 trace-collectives -q events
			assert_output --partial 'rank 0 (base.json)'
			assert_output --partial "rank 1 ($file)"
			assert_output --regexp "not from one job: $why"
		done
	done <<-'END'
		world.json their numbers of ranks are [28] and [28]$
		gpu.json they ran on [HA]100 and [HA]100$
		time.json by their clocks .see trace-clock., the first ends and the second starts at 15.000 and 1000015.001$
	END
	# partial results carry it; what a trace does not tell is not compared
	for file in base world; do
		trace-extract -H --collectives $file.json | trace-collectives --partial >$file.part
	done
	run -2 trace-collectives -q base.part world.part
	assert_output --partial 'rank 0 (base.json) and rank 1 (world.json)'
	sed 's/,"world_size":8//' world.json >untold.json
	trace-extract --collectives base.json untold.json | trace-collectives -q >out
}

@test "where no event tells its group, the world size of the traces tells who is missing" {
	for rank in 0 1 2; do
		kernel='{"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce","pid":0,"tid":7,"ts":10,"dur":5,"args":{"correlation":1}}'
		printf '{"distributedInfo":{"rank":%d,"world_size":3},"traceEvents":[%s]}' $rank "$kernel" >rank$rank.json
	done
	world=',"distributedInfo":{"rank":1,"world_size":3}}'
	printf '{"traceEvents":[%s]%s' "$kernel" "$world" >rank1.json # after the events
	verdict() { trace-collectives -q "$1" | columns /dev/stdin ranks_present verdict | sed 1d; }
	trace-extract --collectives rank[01].json >two
	columns two rank world_size | diff -u <(tsv 'rank world_size' '0 3' '1 3') -
	verdict two | diff -u <(tsv '2 partial') -
	trace-extract --collectives --rank 1 rank1.json | columns /dev/stdin rank world_size | diff -u <(tsv 'rank world_size' '1 3') -
	trace-extract --collectives rank?.json >three
	verdict three | diff -u <(tsv '3 ok') -
	# partial results carry it; what is no number, or less than there are, tells nothing
	trace-collectives --partial two >part
	verdict part | diff -u <(tsv '2 partial') -
	for number in 2 1 -3 many ''; do
		awk -F '\t' -v OFS='\t' -v n="$number" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "world_size") w = i }
			NR > 1 { $w = n } { print }' two >changed
		verdict changed | diff -u <(tsv '2 ok') -
	done
	# a group that names its ranks has these, whatever the job has
	awk -F '\t' -v OFS='\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i }
		NR > 1 { $c["process_group_name"] = "pair"; $c["process_group_ranks"] = "[0, 1]" } { print }' two >named
	verdict named | diff -u <(tsv '2 ok') -
	sed 's/\[0, 1\]/[0, 1, 2]/' named >named3
	verdict named3 | diff -u <(tsv '2 partial') -
}

@test "two of the eight ranks of DLRM are partial, all eight are whole" {
	[ -d "${TRACE_UTILS_TRACES:-}" ] || skip "no real traces"
	two=("$TRACE_UTILS_TRACES"/dlrm-v100-rank[01].json.gz)
	trace-extract -q --collectives "${two[@]}" | trace-collectives -q | columns /dev/stdin verdict | sed 1d | sort -u >out
	echo partial | diff -u - out
	trace-extract -q --collectives "$TRACE_UTILS_TRACES"/dlrm-v100-rank?.json.gz | trace-collectives -q |
		columns /dev/stdin verdict | sed 1d | sort -u >out
	echo ok | diff -u - out
}

@test "older traces: the operator of the same external id says it" {
	{
		tsv "$(head -n 1 events | tr '\t' ' ') external_id"
		tsv '10.000 5.000 record_param_comms cpu_op - allreduce Float 256 256 [] [] 1 0 [0] 0 77' \
			'10.000 5.000 record_param_comms cpu_op - allreduce Float 999 999 [] [] 1 0 [0] 1 78' \
			'20.000 5.000 nccl kernel 5 - - - - - - - - - 0 77' \
			'30.000 5.000 nccl kernel 78 - - - - - - - - - 0 78' \
			'40.000 5.000 nccl kernel 6 - - - - - - - - - 0 78'
	} >old
	trace-collectives -q --by event old | columns /dev/stdin ts_us name in_nelems | tail -n +2 >out
	tsv '20.000 allreduce 256' '30.000 - -' '40.000 - -' | diff -u - out
	sed 's/\t77$/\t78/; s/999/256/g' old | trace-collectives -q --by event |
		columns /dev/stdin ts_us in_nelems | sed -n 2,4p >out
	tsv '20.000 256' '30.000 -' '40.000 256' | diff -u - out
}

@test "which kernels communicate is told by the rules, as in trace-busy" {
	tsv 'ts_us dur_us name cat correlation' \
		'1.000 9.000 vllm::cross_device_reduce_2stage kernel 1' \
		'11.000 3.000 multimem_all_reduce_kernel kernel 2' \
		'21.000 4.000 deep_ep::internode::dispatch kernel 3' \
		'31.000 5.000 all_gather_kernel kernel 4' \
		'41.000 6.000 ncclDevKernel_AllReduce kernel 5' \
		'51.000 7.000 gemm kernel 6' >kernels
	trace-collectives -q kernels | columns /dev/stdin collective_id name latency_us >out
	tsv 'collective_id name latency_us' '0 allreduce 9.000' '1 allreduce 3.000' '2 - 4.000' '3 allgather 5.000' \
		'4 - 6.000' | diff -u - out
	trace-collectives -q --by rank kernels | columns /dev/stdin events dur_us | diff -u <(tsv 'events dur_us' '5 27.000') -
	trace-busy kernels | grep -qx "$(tsv 'total_comm 27.000 47.368421')"
	# Kernels of no known collective are kept beside others, but have no latency.
	{ cat events; sed -n '4s/$/\t\t\t\t\t\t\t\t\t\t0/p' kernels; } >with
	trace-collectives -q with | columns /dev/stdin collective_id kind name latency_us ranks_present | tail -n 1 >out
	tsv 'Unknown_Group_0 - - - 1' | diff -u - out
	trace-collectives -q --by event with | columns /dev/stdin name kernel | grep -qx $'\tdeep_ep::internode::dispatch'
}

@test "--rules: kernels that communicate under other names, and those that do not" {
	tsv 'pattern category family' '^gemm$ allreduce communication' >rules
	trace-collectives -q --rules rules --by event events | columns /dev/stdin name kernel | grep -c $'^allreduce\tgemm$' |
		grep -qx 1
	tsv 'pattern family' 'rccl communication' '- -' >rules
	trace-collectives -q --rules rules --by event events | columns /dev/stdin name kernel | sort -u >out
	tsv '_allgather_base rcclGenericKernel' 'name kernel' | diff -u - out
	tsv 'pattern family' '^(gemm communication' >rules
	run -2 --separate-stderr trace-collectives --rules rules events
	[[ $stderr == 'trace-collectives: rules:2: '*'^(gemm'* ]] || fail "$stderr"
}

@test "ranks: of files, by their place, and two files of one" {
	awk -F '\t' -v OFS='\t' 'NR == 1 { print $0, "file"; next } { print $0, "f" $15 }' events >files
	trace-collectives files | cmp <(trace-collectives events) -
	awk -F '\t' -v OFS='\t' 'NR > 1 { $15 = "" } { print }' files >placed
	run -0 --separate-stderr trace-collectives placed
	[ "$stderr" = 'trace-collectives: no file has a rank: ranks are numbered in the order of the files' ]
	[ "$output" = "$(trace-collectives events)" ]
	run -2 trace-collectives --partial placed
	assert_output --partial 'the input has no rank'
	cut -f 1-14 events >single
	run -2 trace-collectives --partial single
	assert_output --partial 'the input has no rank'
	trace-collectives -q single >out
	awk -F '\t' -v OFS='\t' 'NR > 1 { $15 = 3 } { print }' files >same
	run -2 trace-collectives same
	assert_output --partial 'two files of rank 3: f0 and f1; trace-extract --rank tells ranks apart'
	awk -F '\t' -v OFS='\t' 'NR == 2 { $15 = "" } { print }' files >mixed
	run -2 trace-collectives mixed
	assert_output --partial 'the rank of some files is known'
}

@test "no communication: the header, a message, exit 1" {
	grep -E '^ts_us|gemm' events >none
	run -1 --separate-stderr trace-collectives none
	[ "$(wc -l <<<"$output")" -eq 1 ]
	[ "$stderr" = 'trace-collectives: no communication kernels in the input' ]
	run -0 --separate-stderr trace-collectives -q --exit-zero none
	[ -z "$stderr" ]
	run -1 trace-collectives -q --by rank none
}

@test "rows and columns that are wrong" {
	sed '2s/100.000/x/' events >bad
	run -2 --separate-stderr trace-collectives bad
	[[ $stderr == 'trace-collectives: bad:2: '*ts_us* ]] || fail "$stderr"
	for column in ts_us dur_us name; do
		sed "1s/$column/other/" events >bad
		run -2 trace-collectives bad
		assert_output --partial "no column $column; trace-extract makes it"
	done
	for option in '--by kernel' '--match name' '--gpus-per-node 0'; do
		run -2 trace-collectives $option events
	done
}

@test "real traces: sums are those of trace-busy" {
	need_traces
	for trace in dlrm-v100-rank0 dlrm-v100-rank5 vllm-b200-eager-rank0; do
		trace-extract --collectives -H "$TRACES/$trace.json.gz" >one
		[ "$(trace-collectives -q --by rank one | columns /dev/stdin dur_us | tail -n 1)" = \
			"$(trace-busy one | awk '$1 == "total_comm" { print $2 }')" ]
	done
}

# Of statistics the page names a value and its mean, median, min and max apart.
@test "alltoallv: who waits for whom is told, a latency is not" {
	{
		head -n 1 events
		for rank in 0 1 2; do
			tsv "$((100 + 40 * rank)).000 $((160 - 40 * rank)).000 nccl kernel 1 all_to_allv Half 30 30 [10,~10,~10] [] 3 0 [0,~1,~2] $rank"
		done
	} >tokens
	trace-collectives -q --by rank tokens >by_rank
	columns by_rank rank wait_us arrived_last late_us shortest_pct |
		diff - <(tsv 'rank wait_us arrived_last late_us shortest_pct' '2 0.000 1 60.000 100.000000' \
			'1 40.000 0 0.000 0.000000' '0 80.000 0 0.000 0.000000')
	trace-collectives -q --by event tokens >by_event
	columns by_event rank wait_us | diff - <(tsv 'rank wait_us' '0 80.000' '1 40.000' '2 0.000')
	trace-collectives -q tokens >by_collective
	columns by_collective latency_us mean_wait_us | diff - <(tsv 'latency_us mean_wait_us' '- -')
}

@test "the page names the columns of all tables" {
	mandoc -T utf8 "$TOP/man/trace-collectives.1" | col -b | grep -oE '[a-z0-9_]+' | sort -u >words
	for by in collective event message rank pair alltoallv; do
		trace-collectives -q --gpus-per-node 8 --by $by events | head -n 1 | tr '\t' '\n'
	done | sed -E 's/_(mean|median|min|max)_(gib_s|us)$//' | sort -u | grep . >columns
	[ "$(wc -l <columns)" -gt 60 ]
	run comm -23 columns words
	assert_output ''
}
