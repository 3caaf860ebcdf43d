#!/usr/bin/env bats
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	# Two steps of two kernels and a collective on stream 9; a call, an operator
	# around it and a function around both for each kernel.
	tsv 'ts_us dur_us name cat ph id pid tid device stream correlation cycle rep position path step' \
		'0 - process_name - M - 5 5 - - - - - - - -' \
		'1 40 model python_function X - 5 5 - - - - - - - -' \
		'2 6 aten::mm cpu_op X - 5 5 - - - - - - - -' \
		'3 2 launch cuda_runtime X - 5 5 - - 11 - - - - -' \
		'3 - ac2g ac2g s 11 5 5 - - - - - - - -' \
		'10 6 aten::add cpu_op X - 5 5 - - - - - - - -' \
		'11 2 launch cuda_runtime X - 5 5 - - 12 - - - - -' \
		'20 6 aten::mm cpu_op X - 5 6 - - - - - - - -' \
		'21 2 launch cuda_runtime X - 5 6 - - 13 - - - - -' \
		'30 2 launch cuda_runtime X - 5 5 - - 14 - - - - -' \
		'50 5 mm kernel X - 0 7 0 7 11 1 1 1 1:1 1' \
		'50 - ac2g ac2g f 11 0 7 - - - - - - - -' \
		'52 3 nccl kernel X - 0 9 0 9 15 1 1 - 1:1 1' \
		'60 5 add kernel X - 0 7 0 7 12 1 1 2 1:1 1' \
		'70 5 mm kernel X - 0 7 0 7 13 1 2 1 1:2 2' \
		'80 5 add kernel X - 0 7 0 7 14 1 2 2 1:2 2' >events
	tsv 'ts_us dur_us name' '1 1 a' '2 3 b' '6 1 ab' '- - c' '9 2 d' >table
}

names() {
	"$@" | sed 1d | cut -f 3 | paste -s -d ' '
}

@test "manners: command line" {
	manners_command_line trace-cut
}

@test "manners: the page and --help agree, and its examples are true" {
	manners_page trace-cut
	sh "$TOP/scripts/make-samples" . >/dev/null
	manners_examples trace-cut
}

@test "manners: filter" {
	manners_filter trace-cut table
	manners_filter trace-cut events --cycle 1
}

@test "a window keeps what touches it" {
	run -0 names trace-cut --begin 5 --end 9 table
	assert_output "b ab d"
	run -0 names trace-cut --begin 5.001 --end 8.999 table
	assert_output "ab"
	run -0 names trace-cut --begin +4 table
	assert_output "b ab d"
	run -0 names trace-cut --end +1 table
	assert_output "a b"
}

@test "patterns, all of them, and numbers of rows" {
	run -0 names trace-cut -s name=a table
	assert_output "a ab"
	run -0 names trace-cut -s name=a --drop name=b table
	assert_output "a"
	run -0 names trace-cut -s 'name=^.$' -s 'dur_us=^[12]$' table
	assert_output "a d"
	run -0 names trace-cut --skip 1 --count 2 table
	assert_output "b ab"
	run -0 names trace-cut -s name=b --skip 1 table
	assert_output "ab"
	run -0 names trace-cut -s ts_us='^$' table
	assert_output "c"
}

@test "patterns remember values, but not all of them" {
	seq 200000 | sed '1i n' >numbers
	trace-cut -s 'n=77' numbers | cmp - <(sed -n '1p; /77/p' numbers)
	cat numbers <(sed 1d numbers) | trace-cut -s 'n=99$' | sed 1d | sort -n | uniq -c |
		awk '$1 != 2 { exit 1 } END { if (NR != 2000) exit 1 }'
}

@test "a pattern that is none, a column that is not there" {
	run -2 --separate-stderr trace-cut -s 'name=(' table
	[[ $stderr == "trace-cut: -s name=(: "*"Try 'trace-cut --help'." ]] || fail "$stderr"
	run -2 --separate-stderr trace-cut --drop name table
	[[ $stderr == "trace-cut: --drop name: takes COLUMN=PATTERN"* ]] || fail "$stderr"
	run -2 --separate-stderr trace-cut -s device=0 table
	[[ $stderr == "trace-cut: table: no column device; "* ]] || fail "$stderr"
	run -2 --separate-stderr trace-cut --cycle 1 table
	[[ $stderr == "trace-cut: table: no column path; trace-cycles --events makes it" ]] || fail "$stderr"
}

@test "names of processes and threads are kept and not counted" {
	run -0 names trace-cut --count 1 events
	assert_output "process_name model"
	run -1 --separate-stderr trace-cut -s name=nothing events
	[ "${#lines[@]}" -eq 2 ]
}

@test "a repeat, with its launches, flows, and what encloses them" {
	run -0 names trace-cut --cycle 1 --repeat 1 events
	assert_output "process_name model aten::mm launch ac2g aten::add launch mm ac2g nccl add"
	run -0 names trace-cut --cycle 1 --repeat 2 events
	assert_output "process_name model aten::mm launch launch mm add"
	trace-cut --cycle 1 events | diff events -
}

@test "steps are counted on the main stream" {
	diff <(trace-cut --step 2 events) <(trace-cut --cycle 1 --repeat 2 events)
	run -1 --separate-stderr trace-cut --step 3 events
	assert_output "$(head -n 1 events)"
	[ "$stderr" = "trace-cut: there is no step 3: steps are 1 to 2" ] || fail "$stderr"
	run -1 --separate-stderr trace-cut -q --cycle 2 events
	[ -z "$stderr" ]
	run -0 trace-cut --exit-zero --cycle 2 events
}

@test "a step has the rows of its number, and a repeat of an outermost cycle those of its step" {
	# Collectives that are a cycle of their stream; one is launched by step 1 and runs in step 2.
	tsv 'ts_us dur_us name cat device stream position path step' \
		'5 3 early kernel 0 9 - - -' '10 5 mm kernel 0 7 1 1:1 1' '12 9 nccl kernel 0 9 1 2:2 1' \
		'20 5 add kernel 0 7 2 1:1 1' '22 20 late kernel 0 9 1 2:3 1' '27 3 other kernel 1 9 - - -' \
		'30 5 sample kernel 0 7 - - -' '31 5 copy gpu_memcpy 0 3 - - -' '40 5 mm kernel 0 7 1 1:2 2' \
		'41 9 waited kernel 0 9 1 2:4 1' '50 5 add kernel 0 7 2 1:2 2' '54 9 last kernel 0 9 1 2:5 2' >beside
	run -0 names trace-cut --step 1 beside
	assert_output "mm nccl add late waited"
	run -0 names trace-cut --step 2 beside
	assert_output "mm add last"
	for step in 1 2; do
		diff <(trace-cut --step $step beside) <(trace-cut --cycle 1 --repeat $step beside)
	done
	run -0 names trace-cut --cycle 2 --repeat 3 beside
	assert_output late
	cut -f 1-8 beside >without
	run -2 --separate-stderr trace-cut --step 1 without
	[ "$stderr" = "trace-cut: without: no column step; trace-cycles --events makes it" ] || fail "$stderr"
	run -2 --separate-stderr trace-cut --step 1 <(sed '2s/[^\t]*$/x/' beside)
	[[ $stderr == "trace-cut: /dev/fd/"*":2: "*x ]] || fail "$stderr"
}

@test "a repeat inside a step has what other streams start while it runs" {
	tsv 'ts_us dur_us name cat device stream position path step' \
		'10 5 mm kernel 0 7 1 1:1/3:1 1' '12 1 one kernel 0 9 1 2:1 1' '20 5 add kernel 0 7 2 1:1/3:1 1' \
		'26 1 gap kernel 0 9 1 2:2 1' '30 5 mm kernel 0 7 1 1:1/3:2 1' '31 1 two kernel 0 9 1 2:3 1' \
		'40 5 add kernel 0 7 2 1:1/3:2 1' '46 1 after kernel 0 9 1 2:4 -' >beside
	run -0 names trace-cut --cycle 3 --repeat 1 beside
	assert_output "mm one add gap"
	run -0 names trace-cut --cycle 3 --repeat 2 beside
	assert_output "mm two add"
}

@test "a repeat inside a step of merged streams has the rows of its path" {
	# A layer begins on one stream and ends on the other.
	tsv 'ts_us dur_us name cat device stream position path step' \
		'10 5 mm kernel 0 9 1 1:1/3:1 1' '20 5 add kernel 0 7 2 1:1/3:1 1' '25 5 mul kernel 0 7 3 1:1/3:1 1' \
		'30 5 mm kernel 0 9 4 1:1/3:2 1' '40 5 add kernel 0 7 5 1:1/3:2 1' '45 5 mul kernel 0 7 6 1:1/3:2 1' >merged
	for repeat in 1 2; do
		diff <(trace-cut -s "path=3:$repeat" merged) <(trace-cut --cycle 3 --repeat $repeat merged)
	done
}

@test "a repeat inside a step has what was launched for it, though it waits" {
	# Of the first repeat, and running in the second: late has no cycle of its own, nccl one.
	tsv 'ts_us dur_us name cat device stream launch_ts_us position path step layer' \
		'10 5 mm kernel 0 7 1 1 1:1/3:1 1 1' '20 5 add kernel 0 7 2 2 1:1/3:1 1 1' \
		'30 5 mm kernel 0 7 5 1 1:1/3:2 1 2' '31 1 late kernel 0 9 3 - 1:1/3:1 1 1' \
		'32 1 nccl kernel 0 11 4 1 2:1 1 1' '40 5 add kernel 0 7 6 2 1:1/3:2 1 2' \
		'41 1 nccl kernel 0 11 7 1 2:2 1 2' '50 5 end kernel 0 7 8 - - - -' >beside
	for layer in 1 2; do
		diff <(trace-cut -s layer=$layer beside) <(trace-cut --cycle 3 --repeat $layer beside)
	done
}

# windows EVENTS EVENTS: the kernels and copies of a table twice, by the time in which they
# start, from the first event of a step on the stream with most kernels in steps to the next
# event there that is not in it, and by the column step: set, device, number, and what
# trace-busy reads. Without the steps into or out of which something runs; the file crossed
# has the number of these, and of all steps.
windows() {
	awk -F '\t' -v OFS='\t' '
		function ns(us, whole,   part) {
			split(us, part, ".")
			return (part[1] - whole) * 1000 + part[2]
		}
		FNR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
		$c["cat"] !~ /^(kernel|gpu_mem(cpy|set))$/ { next }
		{ gpu = $c["device"]; stream = gpu SUBSEP $c["stream"] }
		NR == FNR {
			if ($c["position"] != "" && $c["path"] !~ /^[0-9]*:p/ && ++kernels[stream] > kernels[main[gpu]])
				main[gpu] = stream
			next
		}
		{
			base = base ? base : int($c["ts_us"])
			start = ns($c["ts_us"], base)
			end = start + ns($c["dur_us"], 0)
			step = $c["step"]
			if (stream == main[gpu] && (!n[gpu] || number[gpu, n[gpu]] != step)) {
				begin[gpu, ++n[gpu]] = start
				number[gpu, n[gpu]] = step
				if (step != "")
					place[gpu, step] = n[gpu]
			}
			row[++rows] = $c["ts_us"] OFS $c["dur_us"] OFS $c["name"] OFS $c["cat"]
			of[rows] = gpu
			window[rows] = n[gpu] + 0
			in_step[rows] = step
			if (end > last[gpu, n[gpu] + 0])
				last[gpu, n[gpu] + 0] = end
		}
		END {
			for (gpu in n)
				for (i = 0; i <= n[gpu]; i++)
					for (k = i + 1; k <= n[gpu] && begin[gpu, k] < last[gpu, i]; k++)
						crossed[gpu, i] = crossed[gpu, k] = 1
			print "set", "device", "number", "ts_us", "dur_us", "name", "cat"
			for (i = 1; i <= rows; i++) {
				gpu = of[i]
				step = number[gpu, window[i]]
				if (step != "" && !((gpu, window[i]) in crossed))
					print "window", gpu, step, row[i]
				if (in_step[i] != "" && !((gpu, place[gpu, in_step[i]]) in crossed))
					print "step", gpu, in_step[i], row[i]
			}
			for (k in place) {
				split(k, part, SUBSEP)
				steps++
				without += (part[1], place[k]) in crossed
			}
			print without + 0, steps + 0 >"crossed"
		}' "$@"
}

@test "real traces: a step is as busy, idle and exposed as its GPU is in that time" {
	need_traces
	find -L "$TRACES" -name '*.json.gz' -size -1500k | sort >traces
	while read -r trace; do
		trace-extract -c gpu,host "$trace" 2>error | trace-cycles -q --events 2>>error >all || continue
		windows all all >rows
		trace-busy -k set,device,number rows >busy
		diff <(sed -n 's/^window\t//p' busy) <(sed -n 's/^step\t//p' busy) || fail "$trace"
		for step in 2 3; do
			trace-cut -q --step $step all | grep -P '\t(kernel|gpu_mem\w*)\t' >cut || :
			awk -F '\t' -v step=$step 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i }
				$c["step"] == step && $c["cat"] ~ /^(kernel|gpu_mem.*)$/' all | cmp - cut || fail "$trace"
		done
		cat crossed
	done <traces >done
	awk '{ crossed += $1; steps += $2 } END { exit NR < 10 || steps < 100 || crossed > steps / 10 }' done || fail "$(cat done)"
}

@test "real traces: collectives are in their steps" {
	need_traces
	kernels() { awk -F '\t' -v stream="$1" 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i } $c["cat"] == "kernel" && ($c["stream"] == stream) { n++; nccl += $c["name"] ~ /^nccl/ } END { print n, nccl }'; }
	trace-extract -c gpu,host "$TRACES/nanogpt-h100-current.json.gz" | trace-cycles -q --events >all
	assert_equal "$(kernels 23 <all)" '76 76'
	trace-cut --step 3 all >step
	assert_equal "$(kernels 7 <step)" '755 0'
	assert_equal "$(kernels 23 <step)" '20 20'
	trace-extract -c gpu,host "$TRACES/resnet-ddp-mi300.json.gz" | trace-cycles -q --events >all
	assert_equal "$(kernels 4 <all)" '17 17'
	assert_equal "$(for step in 1 2 3 4; do trace-cut --step $step all | kernels 4; done | paste -sd ' ')" '4 4 4 4 4 4 4 4'
}

@test "what does not go together is refused" {
	for options in '--repeat 1' '--step 1 --cycle 1' '--step 1 --count 1' '--cycle 1 -s name=a'; do
		# shellcheck disable=SC2086
		run -2 trace-cut $options events
	done
}

@test "a row whose time is none ends it, with its line" {
	tsv 'ts_us dur_us name path' '1 x a 1:1' >bad
	for options in '--begin 1' '--cycle 1'; do
		# shellcheck disable=SC2086
		run -2 --separate-stderr trace-cut $options bad
		[[ $stderr == "trace-cut: bad:2: "*x ]] || fail "$stderr"
	done
	tsv 'ts_us dur_us name path' '1 -1 a 1:1' >bad
	run -2 --separate-stderr trace-cut --cycle 1 bad
	[[ $stderr == "trace-cut: bad:2: negative duration: -1" ]] || fail "$stderr"
}

@test "each step of a trace is cut out once, and all of them are its kernels" {
	sh "$TOP/scripts/make-samples" . >/dev/null
	trace-extract eager.json.gz | trace-cycles --events >all
	for step in $(seq 28); do
		trace-cut --step "$step" all | sed 1d
	done | sort >cut
	awk -F '\t' 'NR > 1 && $16 != ""' all | sort | cmp - cut
	run -1 trace-cut --step 29 all
}

@test "a step that is not there: how many there are" {
	tsv 'ts_us dur_us name cat device stream cycle rep position path step' '0.000 4.000 a kernel 0 7 1 1 1 1:1 1' \
		'5.000 4.000 a kernel 0 7 1 2 1 1:2 2' >steps.tsv
	run -1 --separate-stderr trace-cut --step 9 steps.tsv
	assert_equal "$stderr" "trace-cut: there is no step 9: steps are 1 to 2"
	run -1 --separate-stderr trace-cut -q --step 9 steps.tsv
	assert_equal "$stderr" ""
}
