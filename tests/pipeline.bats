# Chains of tools: the main job, and how failures travel.
load helper

setup_file() {
	mkdir "$BATS_FILE_TMPDIR/samples"
	"$BATS_TEST_DIRNAME/../scripts/make-samples" "$BATS_FILE_TMPDIR/samples" >/dev/null
	mkdir "$BATS_FILE_TMPDIR/small"
	cd "$BATS_FILE_TMPDIR/small" || return
	"$BATS_TEST_DIRNAME/../scripts/make-samples" --layers 3 --prefill 2 --decode 8 . >/dev/null
	tables
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	ln -s "$BATS_FILE_TMPDIR"/samples/* .
	ln -s "$BATS_FILE_TMPDIR/small/tables" .
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
	cmp -s shuffled.tsv <(trace-extract eager.json.gz) && fail "it is not shuffled"
	trace-cycles shuffled.tsv | trace-phase -s decode | cmp - one
}

@test "phases: the longer step is prefill, the one that comes more often decode" {
	run -0 bash -c 'trace-extract eager.json.gz | trace-cycles -l | trace-phase | cut -f 4-7,13- | sed 1d'
	[ "$(grep -c 'decode	time' <<<"$output")" -eq 1 ]
	[ "$(grep -c 'prefill	time' <<<"$output")" -eq 1 ]
	[[ "$(grep 'decode	time' <<<"$output")" == *24* ]]
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
readers='trace-link
trace-tree -q
trace-treediff - tables/trace-tree
trace-json
trace-pair --by correlation
trace-clock
trace-shift --clocks tables/trace-clock
trace-lanes
trace-counter --rate pid
trace-ideal -q --exit-zero --ideal tables/ideal
trace-cut
trace-merge --sort
trace-collectives
trace-classify
trace-replay
trace-busy
trace-plot --format gnuplot timeline
trace-stats -k name
trace-cycles
trace-phase
trace-align - tables/trace-cycles
trace-critical -q
trace-whatif --ideal mean - tables/edges
trace-history -q -v dur_us
trace-compare -k name tables/trace-stats
tsv2csv
tsv2json
tsv2md
tsv2txt
csv2xlsx -o -'

# Every tool that writes it; its table is in tables/.
writers='trace-extract
trace-pair
trace-clock
trace-shift
trace-lanes
trace-counter
trace-ideal
trace-cut
trace-merge
trace-info
trace-link
trace-tree
trace-treediff
trace-collectives
trace-perf
trace-classify
trace-busy
trace-stats
trace-cycles
trace-phase
trace-align
trace-critical
trace-whatif
trace-history
trace-memory
trace-compare
csv2tsv'
if command -v xlsx2tsv >/dev/null; then
	writers+=$'\nxlsx2tsv'
fi

tables() {
	mkdir tables
	trace-extract eager.json.gz >tables/trace-extract
	trace-info eager.json.gz >tables/trace-info
	trace-extract -c gpu,host eager.json.gz | trace-link >tables/trace-link
	trace-extract -c gpu,host --number eager.json.gz | trace-tree >tables/trace-tree
	trace-treediff tables/trace-tree tables/trace-tree >tables/trace-treediff
	tsv 'name gpu_us input_dims input_type' 'aten::mm 1.000 [[4,8],[8,2]] ["float","float"]' \
		| trace-perf >tables/trace-perf
	trace-cut --count 9 tables/trace-extract >tables/trace-cut
	trace-merge --sort tables/trace-extract >tables/trace-merge
	trace-lanes -q tables/trace-merge >tables/trace-lanes
	trace-counter --depth tables/trace-merge >tables/trace-counter
	{ printf 'name\tideal_us\n'; sed 1d tables/trace-extract | cut -f 3 | sed 's/$/\t0/'; } >tables/ideal
	trace-ideal -q --ideal tables/ideal tables/trace-extract >tables/trace-ideal
	trace-pair -q --exit-zero --by correlation tables/trace-extract >tables/trace-pair
	printf 'src_rank\tdst_rank\tsrc_ts_us\tsrc_end_us\tdst_end_us\n0\t1\t1\t2\t3\n' | trace-clock >tables/trace-clock
	trace-extract --rank 0 eager.json.gz | trace-shift --clocks tables/trace-clock >tables/trace-shift
	trace-collectives -q --exit-zero tables/trace-extract >tables/trace-collectives
	trace-classify tables/trace-extract >tables/trace-classify
	trace-busy tables/trace-extract >tables/trace-busy
	trace-stats -k name tables/trace-extract >tables/trace-stats
	trace-cycles tables/trace-extract >tables/trace-cycles
	trace-phase tables/trace-cycles >tables/trace-phase
	trace-align --cycle 1 tables/trace-phase tables/trace-phase >tables/trace-align
	trace-compare -k name tables/trace-stats tables/trace-stats >tables/trace-compare
	trace-extract -c gpu,host eager.json.gz |
		trace-critical -q --operations tables/operations --edges tables/edges >tables/trace-critical
	trace-whatif -q --exit-zero --ideal mean tables/operations tables/edges >tables/trace-whatif
	trace-history -q -v dur_us tables/trace-extract >tables/trace-history
	tsv 'ts_us dur_us name cat ph id pid tid device stream correlation external_id bytes addr total_allocated device_type device_id' \
		'4.000 - [memory] cpu_instant_event i - 5 5 - - - - 400 4096 400 1 0' | trace-memory >tables/trace-memory
	tsv2csv tables/trace-extract | csv2tsv >tables/csv2tsv
	if [[ $writers == *xlsx2tsv* ]]; then
		csv2xlsx -o book.xlsx tables/trace-stats && xlsx2tsv book.xlsx >tables/xlsx2tsv
	fi
}

@test "every tool stands on one of these lists, or on both" {
	for main in "$TOP"/tools/*/main.c; do
		tool=$(basename "$(dirname "$main")")
		command -v "$tool" >/dev/null || continue
		grep -q "^$tool\>" <<<"$readers"$'\n'"$writers" || fail "$tool does not"
	done
}

# dies COMMAND WORDS: the tool that reads what COMMAND lets through of another,
# $tool, fails with 2 and one of these words. A pipe carries bytes and no names, so
# each tool stands in one pair of a writer and a reader, or two; with
# TRACE_UTILS_LONG in all of them.
dies() {
	local n shift reader tool w r
	mapfile -t w <<<"$writers"
	mapfile -t r <<<"$readers"
	for ((shift = 0; shift < (${TRACE_UTILS_LONG:+1} + 0 ? ${#r[@]} : 1); shift++)); do
		for ((n = 0; n < ${#w[@]} || n < ${#r[@]}; n++)); do
			tool=${w[n % ${#w[@]}]}
			reader=${r[(n + shift) % ${#r[@]}]}
			run -2 --separate-stderr bash -c "$(eval echo "\"$1\"") | $reader >/dev/null"
			[[ $stderr =~ ^${reader%% *}:\ .*($2) ]] || fail "$tool | $reader: $stderr"
		done
	done
}

@test "a tool behind another: death before the header is 2 behind it" {
	# shellcheck disable=SC2016 # dies expands them
	dies '$tool --no-such-option 2>/dev/null' 'no header: empty input'
}

@test "a tool behind another: death inside the header is 2 behind it" {
	# shellcheck disable=SC2016
	dies 'head -c 7 tables/$tool' 'cut off'
}

# Who needs columns that the other does not write says so before it sees the cut.
@test "a tool behind another: death inside a record is 2 behind it" {
	# shellcheck disable=SC2016
	dies 'head -c $(($(head -n 2 tables/$tool | wc -c) - 2)) tables/$tool' 'cut off|column|a cycle'
}

@test "CSV: death inside a line is 2 behind it" {
	for reader in csv2tsv "csv2xlsx -o -"; do
		run -2 --separate-stderr bash -c "tsv2csv gone 2>/dev/null | $reader >/dev/null"
		[[ $stderr == *"no header"* ]] || fail "$reader: $stderr"
		run -2 --separate-stderr bash -c "tsv2csv tables/trace-extract | head -c 200 | $reader >/dev/null"
		[[ $stderr =~ fields?,|"never closed" ]] || fail "$reader: $stderr"
	done
	run -2 --separate-stderr bash -c "tsv2csv tables/trace-extract | head -c -2 | csv2tsv >/dev/null"
	[[ $stderr == *"the last line has no end"* ]] || fail "$stderr"
}

# A program that is killed between two lines has written a table that is sound.
@test "death between lines: only the shell knows, by pipefail or one file a stage" {
	killed='{ head -n 100 tables/trace-extract; kill -KILL $BASHPID; }'
	run -0 bash -c "$killed | trace-cycles -l --weak"
	run -137 bash -c "set -o pipefail; $killed | trace-cycles -l --weak"
	run -137 bash -c "($killed) >events.tsv && trace-cycles events.tsv >cycles.tsv"
	[ ! -e cycles.tsv ]
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
	for i in 1 2 3 4; do
		ln -s "$BATS_FILE_TMPDIR/small/eager.json.gz" "e$i.json.gz"
		ln -s "$BATS_FILE_TMPDIR/small/compiled.json.gz" "c$i.json.gz"
	done
	mkdir one two
	for f in [ec][1-4].json.gz; do trace-extract "$f" | trace-cycles >"one/$f"; done
	printf '%s\n' [ec][1-4].json.gz |
		xargs -P 2 -I {} sh -c 'trace-extract "$1" | trace-cycles >"two/$1"' - {}
	diff -r one two
}

@test "all real traces: xargs -P gives the same bytes as one after the other" {
	need_traces
	not_with_sanitizers "each of them is read under the sanitizers elsewhere"
	mkdir one two
	# shellcheck disable=SC2016 # sh expands it
	job='trace-extract -q "$1" 2>&1 | trace-cycles -q --exit-zero >"$2/${1##*/}" 2>&1 || true'
	printf '%s\n' "$TRACES"/*.json.gz >list
	[ "$(wc -l <list)" -gt 20 ]
	xargs -I {} sh -c "$job" - {} one <list
	xargs -P 2 -I {} sh -c "$job" - {} two <list
	diff -r one two
}

# Bytes and characters that a terminal obeys.
obeyed='[\x01-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]'

@test "names that command a terminal: nothing is left of that in tables and messages" {
	for trace in eager compiled; do
		gzip -dc "$BATS_FILE_TMPDIR/small/$trace.json.gz" |
			sed 's/"name": *"/&\x1b[31m\x9b\xc2\x9b2J\\u001b]0;\\u009b/' >h-$trace.json
		LC_ALL=C grep -qP "$obeyed" h-$trace.json
	done
	{ trace-info h-eager.json
		trace-extract -c gpu,host -H h-eager.json | trace-link | tee events.tsv
		trace-cycles events.tsv | tee cycles.tsv | trace-phase
		trace-busy events.tsv
		trace-stats -k name events.tsv
		trace-align --cycle 1 cycles.tsv cycles.tsv
		tsv2txt cycles.tsv
		tsv2csv events.tsv
		tsv2json events.tsv
		uplifter -input h-eager.json
		uplifter compare -trace1 h-eager.json -trace2 h-compiled.json
		trace-report -d report h-eager.json
		cat report/*
	} >out 2>&1
	grep -q '31m' out
	run ! env LC_ALL=C grep -aP "$obeyed" out
}

# Control characters in others' tables are handed on to tools, but not to people.
@test "tables that command a terminal: not by tsv2txt, nor by messages" {
	name=$'\033[31m\302\2332J\007'
	printf 'ts_us\tdur_us\tname\tcat\n%s\t1.000\tx\tkernel\n' "$name" >$'bad\033\302\233.tsv'
	for reader in trace-cycles trace-busy "trace-stats -k name --value ts_us" tsv2txt; do
		$reader *.tsv >out 2>&1 || true
		grep -q '31m' out || fail "$reader: $(cat out)"
		run ! env LC_ALL=C grep -aP "$obeyed" out
	done
}

@test "file names with blanks, line feeds and leading dashes" {
	name=$'-a b\n\te.json.gz'
	cp -L "$BATS_FILE_TMPDIR/small/eager.json.gz" ./"$name"
	run -0 trace-extract -H -- "$name"
	[[ ${lines[1]} == *$'\t-a b\\n\\te.json.gz' ]] || fail "${lines[1]}"
	trace-extract -c gpu,host -- "$name" >events
	for reader in trace-link "trace-merge --sort" trace-busy trace-cycles trace-classify "trace-stats -k name"; do
		cp events ./"$name"
		$reader -- "$name" | cmp - <($reader <events)
	done
	name=$'-c "d"\n@e.tsv'
	trace-cycles <events >"$name"
	while read -r reader; do
		$reader -- "$name" >out
		[[ $reader == csv2xlsx* ]] || $reader <"$name" | cmp - out
	done < <(grep -E '^(trace-(cut|classify|phase|compare)|tsv2|csv2)' <<<"$readers")
	trace-align --cycle 1 -- "$name" "$name" >out
	run -2 --separate-stderr trace-extract $'no\nsuch\033[31m'
	[ "$stderr" = 'trace-extract: no?such?[31m: No such file or directory' ] || fail "$stderr"
}

@test "real traces: two pairs through the whole job into a workbook" {
	need_traces
	set -o pipefail
	for pair in "bert-small-h100 bert-small-mi300" "qwen05b-h100 qwen05b-mi300"; do
		for name in $pair; do
			cycle "$TRACES/$name.json.gz" auto >"$name.tsv"
		done
		trace-align --least 0% "${pair% *}.tsv" "${pair#* }.tsv" >c.tsv
		csv2xlsx -o c.xlsx c.tsv
		[ "$(sum a_sum_us <c.tsv)" = "$(sum sum_us <"${pair% *}.tsv")" ]
		[ "$(sum b_sum_us <c.tsv)" = "$(sum sum_us <"${pair#* }.tsv")" ]
		unzip -tq c.xlsx
	done
}

@test "no tool prints two columns of one name, whatever its keys" {
	tsv 'ts_us dur_us name cat ph pid tid device stream rank pct metric' '0.000 4.000 gemm kernel X 0 7 0 7 0 1 m' >events
	tsv 'phase status sum_us' 'decode same 1.000' >sums
	while read -r command; do
		# shellcheck disable=SC2086 # words
		run -2 --separate-stderr $command
		[[ -z $output && $stderr == *"two columns of the output would be called "* ]] || fail "$command: $output$stderr"
	done <<-END
		trace-critical -k rank events
		trace-compare -k phase,status sums sums
		trace-busy -k pct events
		trace-counter --depth -k name events
		trace-history -k metric --value dur_us events
		trace-stats -k name --carry name events
	END
}

@test "sums over cycles inside others: that they count twice is told" {
	tsv 'rank cycle level name count sum_us' '- 1 1 gemm 2 8.000' '- 2 2 gemm 2 8.000' >cycles
	for command in 'trace-stats -k name --value sum_us cycles' 'trace-compare -k name cycles cycles'; do
		# shellcheck disable=SC2086 # words
		run -0 --separate-stderr $command
		[[ $stderr == *"cycles: cycles of several levels are added up"*"trace-cut -s level=1"* ]] || fail "$stderr"
	done
	for command in 'trace-stats -k cycle,name --value sum_us cycles' 'trace-stats -k name --value count cycles' \
		'trace-compare -q -k name cycles cycles'; do
		# shellcheck disable=SC2086 # words
		run -0 --separate-stderr $command
		[ -z "$stderr" ] || fail "$command: $stderr"
	done
	trace-cut -s level=1 cycles | trace-stats -k name --value sum_us 2>told >sums
	[ ! -s told ]
	[ "$(cut -f 3 sums | xargs)" = 'sum_us 8.000' ]
}
