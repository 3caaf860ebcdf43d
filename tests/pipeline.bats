# Chains of tools: the main job, and how failures travel.
load helper

setup_file() {
	mkdir "$BATS_FILE_TMPDIR/samples"
	"$BATS_TEST_DIRNAME/../scripts/make-samples" "$BATS_FILE_TMPDIR/samples" >/dev/null
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	ln -s "$BATS_FILE_TMPDIR"/samples/* .
}

# cycle TRACE PHASE: the cycle of that phase, to stdout.
cycle() {
	trace-extract "$1" | trace-cycles | trace-phase -s "$2"
}

# sum COLUMN <TABLE: exactly, in nanoseconds.
sum() {
	awk -F '\t' -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; next }
		$c != "" { sub(/\./, "", $c); t += $c } END { printf "%.0f\n", t }'
}

@test "the main job: eager against compiled, into a workbook" {
	set -o pipefail
	cycle eager.json.gz decode >a.tsv
	cycle compiled.json.gz decode >b.tsv
	trace-align a.tsv b.tsv >c.tsv
	csv2xlsx -o c.xlsx c.tsv
	[ "$(head -c 2 c.xlsx)" = PK ]
	[ "$(sum a_sum_us <c.tsv)" = "$(sum sum_us <a.tsv)" ]
	[ "$(sum b_sum_us <c.tsv)" = "$(sum sum_us <b.tsv)" ]
	for match in exact similar removed added; do
		grep -q "^$match	" c.tsv || fail "nothing is $match"
	done
}

@test "twice the same bytes, and from shuffled events too" {
	run() { cycle "$1" decode; }
	run eager.json.gz >one
	run eager.json.gz | cmp - one
	trace-extract eager.json.gz | awk 'NR == 1 { print; next } { line[NR] = $0 }
		END { n = NR; s = 12345
			for (i = n; i > 1; i--) { s = (s * 16807) % 2147483647; j = 2 + s % (i - 1)
				t = line[i]; line[i] = line[j]; line[j] = t }
			for (i = 2; i <= n; i++) print line[i] }' >shuffled.tsv
	! cmp -s shuffled.tsv <(trace-extract eager.json.gz)
	trace-cycles shuffled.tsv | trace-phase -s decode | cmp - one
}

@test "phases: the cycle with most repeats is decode, with fewest prefill" {
	run -0 bash -c 'trace-extract eager.json.gz | trace-cycles -l | trace-phase | cut -f 4-7,13- | sed 1d'
	[ "$(grep -c 'decode	most repetitions' <<<"$output")" -eq 1 ]
	[ "$(grep -c 'prefill	fewest repetitions' <<<"$output")" -eq 1 ]
	[[ "$(grep 'decode	most' <<<"$output")" == *24* ]]
	[ "$(grep -c 'inside a decode cycle' <<<"$output")" -eq 1 ]
}

@test "phases before cycles: by the engine's annotations, and the layer of each" {
	trace-extract -c gpu,host eager.json.gz | trace-link | trace-phase | trace-cycles >cycles.tsv
	for phase in prefill decode; do
		trace-phase -s "$phase" cycles.tsv >"$phase.tsv"
		cycle eager.json.gz "$phase" >plain.tsv
		# The same cycle, but for its label's reason.
		diff <(cut -f 2-21 "$phase.tsv") <(cut -f 2-21 plain.tsv)
		[ "$(awk -F '\t' 'NR > 1 { print $NF }' "$phase.tsv" | sort -u)" = "all its kernels" ]
	done
}

# Every tool that reads the stream, with the options it needs, one a line.
readers='trace-cycles
trace-phase
tsv2csv
tsv2json
tsv2txt
csv2xlsx -o -
trace-align - a.tsv'

@test "a tool whose producer dies before the header fails with 2" {
	cycle eager.json.gz decode >a.tsv
	while read -r reader; do
		run -2 --separate-stderr bash -c "trace-extract /no/such/file 2>/dev/null | $reader >/dev/null"
		[[ $stderr == *"no header"* ]] || fail "$reader: $stderr"
	done <<<"$readers"
}

@test "a tool whose producer dies inside a line fails with 2" {
	trace-extract eager.json.gz >events.tsv
	cycle eager.json.gz decode >a.tsv
	while read -r reader; do
		input=a.tsv
		[ "$reader" != trace-cycles ] || input=events.tsv
		run -2 --separate-stderr bash -c "head -c 1500 $input | $reader >/dev/null"
		[[ $stderr == *"cut off"* ]] || fail "$reader: $stderr"
	done <<<"$readers"
}

@test "a damaged trace shows through pipefail, and --exit-zero lets it pass" {
	gzip -dc eager.json.gz | head -c 1000000 >cut.json
	run -0 bash -c 'trace-extract cut.json 2>/dev/null | trace-cycles -l'
	run -3 bash -c 'set -o pipefail; trace-extract cut.json 2>/dev/null | trace-cycles -l'
	run -0 bash -c 'set -o pipefail; trace-extract --exit-zero cut.json 2>/dev/null | trace-cycles -l'
}

@test "no kernel: an empty table goes down the pipe, each tool says no" {
	printf '[{"ph":"X","cat":"cpu_op","name":"a","ts":1,"dur":1}]' >cpu.json
	run -1 bash -c 'trace-extract -q cpu.json | trace-cycles -q | trace-phase -q -s decode'
	[ "${#lines[@]}" -eq 1 ]
	run -0 bash -c 'trace-extract -q cpu.json | tsv2csv'
}

@test "a user's own stage between two tools" {
	run -0 bash -c 'trace-extract eager.json.gz | sort -r | awk "NR == 1 { h = \$0; next } { print }" | head -n 3'
	cycle eager.json.gz decode >one
	# columns in another order, and one more, change nothing
	trace-extract eager.json.gz | awk -F '\t' -v OFS='\t' '{ print $3, $1, NR == 1 ? "mine" : NR, $2, $4, $9, $10, $11 }' |
		trace-cycles | trace-phase -s decode | cmp - one
}

@test "xargs -P gives the same bytes as one file after the other" {
	for i in 1 2 3 4; do ln -s eager.json.gz "e$i.json.gz"; ln -s compiled.json.gz "c$i.json.gz"; done
	mkdir one two
	for f in [ec][1-4].json.gz; do trace-extract "$f" | trace-cycles >"one/$f"; done
	printf '%s\n' [ec][1-4].json.gz |
		xargs -P 2 -I {} sh -c 'trace-extract "$1" | trace-cycles >"two/$1"' - {}
	diff -r one two
}

@test "file names with blanks, line feeds and leading dashes" {
	name=$'-a b\n\te.json.gz'
	cp -L eager.json.gz ./"$name"
	run -0 trace-extract -H -- "$name"
	[[ ${lines[1]} == *$'\t-a b\\n\\te.json.gz' ]] || fail "${lines[1]}"
	run -2 --separate-stderr trace-extract $'no\nsuch\033[31m'
	[ "$stderr" = 'trace-extract: no?such?[31m: No such file or directory' ] || fail "$stderr"
}

@test "real traces: two pairs through the whole job into a workbook" {
	need_traces
	set -o pipefail
	for pair in "vllm-gptoss20b-mi300-decode vllm-gptoss20b-mi300-prefill" "qwen05b-h100 qwen05b-mi300"; do
		for name in $pair; do
			cycle "$TRACES/$name.json.gz" auto >"$name.tsv"
		done
		trace-align "${pair% *}.tsv" "${pair#* }.tsv" >c.tsv
		csv2xlsx -o c.xlsx c.tsv
		[ "$(sum a_sum_us <c.tsv)" = "$(sum sum_us <"${pair% *}.tsv")" ]
		[ "$(sum b_sum_us <c.tsv)" = "$(sum sum_us <"${pair#* }.tsv")" ]
		unzip -tq c.xlsx
	done
}
