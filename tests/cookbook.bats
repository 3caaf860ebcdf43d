#!/usr/bin/env bats
# The pipelines of trace-cookbook(7) and trace-questions(7), run as they stand: they print what the page says.
load helper

# samples: what the pages' pipelines read. The memory is of a linear layer and an
# activation behind it; the training has three steps; the runs are twelve nights, of which the eighth is slower.
samples() {
	sh "$TOP/scripts/make-samples" . >/dev/null
	for ((rank = 0; rank < 4; rank++)); do
		awk -v rank=$rank -v ranks=4 -v steps=2 -v first=0 -f "$TOP/tests/ranks.awk" >"rank${rank}_trace.json"
	done
	awk 'BEGIN {
		event = "{\"ph\": \"%s\", \"cat\": \"%s\", \"name\": \"%s\", \"pid\": 5, \"tid\": 5, \"ts\": %d"
		printf "{\"traceEvents\": [\n"
		printf event ", \"dur\": 20},\n", "X", "python_function", "nn.Module: Linear_0", 2
		printf event ", \"dur\": 10},\n", "X", "cpu_op", "aten::addmm", 3
		printf event ", \"dur\": 5},\n", "X", "cpu_op", "aten::relu", 30
		memory = event ", \"args\": {\"Bytes\": %d, \"Addr\": %d, \"Total Allocated\": %d, " \
			"\"Device Type\": 1, \"Device Id\": 0}}%s\n"
		printf memory, "i", "cpu_instant_event", "[memory]", 4, 4194304, 4096, 14680064, ","
		printf memory, "i", "cpu_instant_event", "[memory]", 31, 1048576, 8192, 15728640, ","
		printf memory, "i", "cpu_instant_event", "[memory]", 40, -4194304, 4096, 11534336, "]}"
	}' >memory.json
	awk 'function event(cat, name, ts, dur, tid, args) {
			printf "%s{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":%d,\"tid\":%d,\"ts\":%d,\"dur\":%d,\"args\":{%s}}",
				n++ ? "," : "", cat, name, cat == "kernel" ? 0 : 9, tid, ts, dur, args
		}
		function call(operator, kernel, tid, dur) {
			event("cpu_op", operator, at, 40, tid, "")
			event("cuda_runtime", "cudaLaunchKernel", at + 9, 9, tid, "\"correlation\":" ++id)
			event("kernel", kernel, at + 30, dur, 7, "\"stream\":7,\"correlation\":" id)
			at += 100
		}
		BEGIN {
			printf "["
			for (step = 0; step < 3; step++) {
				call("aten::linear", "gemm", 1, 20)
				call("aten::relu", "relu", 1, 5)
				call("autograd::engine::evaluate_function: ReluBackward0", "relu_backward", 2, 6)
				call("autograd::engine::evaluate_function: AddmmBackward0", "gemm", 2, 40)
				call("Optimizer.step#SGD.step", "sgd", 1, 7)
			}
			print "]"
		}' >train.json
	awk 'BEGIN {
		print "date\tcommit\tstep_us"
		n = split("1000 1002 1001 999 1003 1001 1001 1061 1063 1062 1060 1064", us, " ")
		for (i = 1; i <= n; i++)
			printf "2026-03-%02d\t%s\t%d\n", i, i < 8 ? "77ab" : "9c1f", us[i]
	}' >runs.tsv
}

# is_true PAGE: its pipelines print what it says; the page's blocks are run as those of
# the README.
is_true() {
	cd "$BATS_TEST_TMPDIR" || return
	samples
	sed -e 's/^\.Bd -literal$/```console/' -e 's/^\.Ed$/```/' -e 's/\\e/\\/g' -e 's/^\\&//' "$TOP/man/$1" >page
	LC_ALL=C "$TOP/tests/readme" page >printed
	diff -u page printed
}

@test "every pipeline of the cookbook prints what the page says" {
	is_true trace-cookbook.7
	[ "$(grep -c '^\.Ss ' page)" -ge 40 ]
}

@test "so do the twelve questions, and each says what its columns mean and what not to conclude" {
	is_true trace-questions.7
	[ "$(grep -c '^\.Ss [0-9]*\. ' page)" -eq 12 ]
	awk '/^[.]S[sh] / { if (number && !(meant && warned)) print number; number = /^[.]Ss/ ? $2 : ""; meant = warned = 0 }
		/^[.]Sy / { meant = 1 } /^Do not / { warned = 1 }' page | diff /dev/null -
}

@test "the lines of SQL for sqlite3: as many rows as events" {
	command -v sqlite3 >/dev/null || skip "no sqlite3"
	cd "$BATS_TEST_TMPDIR" || return
	sh "$TOP/scripts/make-samples" . >/dev/null
	sed -e 's/\\e/\\/g' "$TOP/man/trace-cookbook.7" |
		sed -n '/^trace-extract eager.json.gz > events.tsv$/,/GROUP BY/p' >lines
	[ "$(wc -l <lines)" -eq 3 ]
	run -0 --separate-stderr bash lines
	[[ $output == kernel$'\t'2692$'\t'55585.4* ]]
}

@test "the lines of SQL for duckdb: from Parquet the exact sum of trace-stats" {
	command -v duckdb >/dev/null || skip "no duckdb"
	cd "$BATS_TEST_TMPDIR" || return
	sh "$TOP/scripts/make-samples" . >/dev/null
	trace-extract eager.json.gz >events.tsv
	sed -e 's/\\e/\\/g' "$TOP/man/trace-cookbook.7" | sed -n '/^duckdb -c /,/GROUP BY/p' >lines
	[ "$(wc -l <lines)" -eq 4 ]
	bash lines | tail -n 1 | diff - <(trace-stats -k cat events.tsv | sed 1d | cut -f 1-3 | tr '\t' ,)
}
