# Damaged traces: what is printed, what is counted as lost, how it ends, and in how
# many steps: a build of its own counts the basic blocks that are run, and ends after
# more than 40 for each byte. (The sanitizers have enough to do.)
load helper

setup_file() {
	STEPS=
	[[ $TRACE_UTILS_BUILD == */@(sanitize|with-)* ]] || build_steps
	export STEPS
}

build_steps() {
	cd "$TOP" || return
	STEPS=$TOP/build/steps/bin
	mkdir -p build/steps
	"${CC:-cc}" -O2 -c -o build/steps/steps.o tests/faults/steps.c
	make -s V=steps CFLAGS='-O1 -fsanitize-coverage=trace-pc' LDLIBS=build/steps/steps.o \
		build/steps/bin/trace-extract build/steps/bin/trace-info
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	ulimit -t 100 # should the steps not end it
	bytes=0
	rows=0
}

# few_steps STATUS TOOL ARGUMENT... FILE: as much for the counting build, in at most
# 40 steps for each byte, of which there are $bytes if that is known.
few_steps() {
	local status=0
	((bytes)) || bytes=$(stat -c %s "${!#}")
	STEPS_MOST=$((100000 + 40 * bytes)) "$STEPS/$2" "${@:3}" >/dev/null 2>&1 || status=$?
	[ "$status" -ne 99 ] || fail "$*: more than 40 steps a byte"
	[ "$status" -eq "$1" ] || fail "$*: $status when steps are counted"
}

# outcome ARGUMENT...: what trace-extract makes of it: in $got the status and the
# events lost, the table in the file out.
outcome() {
	local message status=0 n=0
	trace-extract -q "$@" >out 2>err || status=$?
	[[ ! $STEPS || $# -eq 0 || ! -f ${!#} ]] || few_steps "$status" trace-extract -q "$@"
	bytes=0
	read -r -d '' message <err || true
	[[ $message =~ ([0-9]+)\ events?\ lost ]] && n=${BASH_REMATCH[1]}
	got="$status $n"
	[ "$status" -lt 2 ] || [[ $message == "trace-extract: "*": "* ]] ||
		fail "$*: no message: $message"
}

# records N: checks that N records were printed.
records() {
	local lines=()
	mapfile -t lines <out
	[ "${#lines[@]}" -eq $(($1 ? $1 + 1 : ${#lines[@]} > 0)) ] ||
		fail "not $1 records: $(cat out err)"
}

# pack_all: gzip and zip files of all case-N.json, as far as they are needed.
pack_all() {
	local n
	gzip -k case-*.json
	for ((n = 0; n < rows; n++)); do
		[[ ! $TRACE_UTILS_LONG && $((n % 3)) -ne 2 ]] || ! command -v zip >/dev/null ||
			zip -q "case-$n.json.zip" "case-$n.json"
	done
	mapfile -t size < <(seq -f 'case-%.0f.json' 0 $((rows - 1)) | xargs stat -c %s)
}

# all_ways N ARGUMENT...: the outcome is the same for the file case-N.json, plain, gzip
# and zip, and for the same bytes on standard input; of the three ways one after another
# in as many calls, all of them with TRACE_UTILS_LONG. trace-info, asked by the gzip
# file, finds as many events lost, and ends alike; only that a trace without kernels
# is none to complain of.
all_ways() {
	local n=$1 file=case-$1.json most=$((size[$1] + 100)) first='' way some others lost=0 status=0
	shift # a small one may be larger when it is packed
	ways=("$file" "$file.gz" "$file.zip")
	[ "$TRACE_UTILS_LONG" ] || ways=("${ways[n % 3]}")
	for way in "${ways[@]}"; do
		[ -e "$way" ] || way=$file
		bytes=$most
		outcome "$@" "$way"
		: "${first:=$got}"
		[ "$got" = "$first" ] || fail "$way: $got, not $first: $(cat err)"
		read -r -d '' some <out || true
		outcome "$@" <"$way"
		[ "$got" = "$first" ] || fail "$way on a pipe: $got, not $first: $(cat err)"
		read -r -d '' others <out || true
		[ "$some" = "$others" ] || fail "$way on a pipe: another output: $others"
	done
	bytes=$most
	trace-info "$file.gz" >info 2>info.err || status=$?
	[[ ! $STEPS ]] || few_steps "$status" trace-info "$file.gz"
	bytes=0
	read -r -d '' some <info || true
	[[ $some =~ $'\tevents_lost\t'([0-9]+) ]] && lost=${BASH_REMATCH[1]}
	[[ "$status $lost" == "${got/#1/0}" ]] ||
		fail "trace-info: $status $lost, not $got: $(cat info.err)"
}

# Rows of "name|status|lost|ts dur name id device|the event". In the event @1F@
# stands for the byte, and @N*TEXT@ for a text N times. Good events stand around.
events_table() {
	sed 's/^\t*//' <<-'END'
	a stray quote in the name|3|1||{"ph":"X","cat":"kernel","name":"a "b","ts":1,"dur":2}
	a pair of stray quotes|3|1||{"ph":"X","cat":"kernel","name":"a "b" c","ts":1,"dur":2}
	a backslash that escapes nothing|0|0|1.000 2.000 C:\\Users\\x - -|{"ph":"X","cat":"kernel","name":"C:\Users\x","ts":1,"dur":2}
	a backslash before the quote|3|1||{"ph":"X","cat":"kernel","name":"C:\","ts":1,"dur":2}
	control characters|0|0|1.000 2.000 a\tb\nc��� - -|{"ph":"X","cat":"kernel","name":"a@09@b@0A@c@01@@1F@@7F@","ts":1,"dur":2}
	control characters of two bytes|0|0|1.000 2.000 a��bé - -|{"ph":"X","cat":"kernel","name":"a@C2@@9B@\u0085b@C3@@A9@","ts":1,"dur":2}
	a zero byte|3|1||{"ph":"X","cat":"kernel","name":"a@00@b","ts":1,"dur":2}
	ill-formed UTF-8|0|0|1.000 2.000 �� ��� é - -|{"ph":"X","cat":"kernel","name":"@FF@@C3@ @ED@@A0@@80@ @C3@@A9@","ts":1,"dur":2}
	a UTF-8 sequence cut by the quote|0|0|1.000 2.000 a�� - -|{"ph":"X","cat":"kernel","name":"a@E2@@82@","ts":1,"dur":2}
	lone surrogates|0|0|1.000 2.000 a�b� - -|{"ph":"X","cat":"kernel","name":"a\ud800b\udc00","ts":1,"dur":2}
	a cut \u escape|0|0|1.000 2.000 a\\u12 - -|{"ph":"X","cat":"kernel","name":"a\u12","ts":1,"dur":2}
	ts is NaN|3|1||{"ph":"X","cat":"kernel","name":"k","ts":NaN,"dur":2}
	ts is Infinity|3|1||{"ph":"X","cat":"kernel","name":"k","ts":Infinity,"dur":2}
	dur is inf|3|1||{"ph":"X","cat":"kernel","name":"k","ts":1,"dur":inf}
	dur is -nan|3|1||{"ph":"X","cat":"kernel","name":"k","ts":1,"dur":-nan}
	NaN where it does not matter|0|0|1.000 2.000 k - -|{"ph":"X","cat":"kernel","name":"k","ts":1,"dur":2,"args":{"occupancy":NaN}}
	numbers as strings|0|0|1.500 2.000 k 7 3|{"ph":"X","cat":"kernel","name":"k","ts":"1.5","dur":"2","id":"7","args":{"device":"3"}}
	blanks in a number|3|1||{"ph":"X","cat":"kernel","name":"k","ts":" 1","dur":2}
	ts is 1e400|3|1||{"ph":"X","cat":"kernel","name":"k","ts":1e400,"dur":2}
	ts is 1e-400|0|0|0.000 2.000 k - -|{"ph":"X","cat":"kernel","name":"k","ts":1e-400,"dur":2}
	ts is beyond 64 bits|3|1||{"ph":"X","cat":"kernel","name":"k","ts":99999999999999999999,"dur":2}
	ts is of the year 2026|0|0|1767225600123456.789 2.000 k - -|{"ph":"X","cat":"kernel","name":"k","ts":1767225600123456.789,"dur":2}
	ids of more than 64 bits|0|0|1.000 2.000 k 123456789012345678901234567890 -1|{"ph":"X","cat":"kernel","name":"k","ts":1,"dur":2,"id":123456789012345678901234567890,"args":{"device":-1}}
	a negative dur|3|1||{"ph":"X","cat":"kernel","name":"k","ts":1,"dur":-2}
	no dur|3|1||{"ph":"X","cat":"kernel","name":"k","ts":1}
	no ts|3|1||{"ph":"X","cat":"kernel","name":"k","dur":2}
	ts is null|3|1||{"ph":"X","cat":"kernel","name":"k","ts":null,"dur":2}
	zero ts and dur|0|0|0.000 0.000 k - -|{"ph":"X","cat":"kernel","name":"k","ts":0,"dur":0}
	no name|0|0|1.000 2.000 - - -|{"ph":"X","cat":"kernel","ts":1,"dur":2}
	keys twice|0|0|1.000 2.000 k - -|{"ph":"X","cat":"x","name":"no","name":"k","ts":1,"dur":2,"cat":"kernel"}
	ts twice|3|1||{"ph":"X","cat":"kernel","name":"k","ts":9,"ts":1,"dur":2}
	ph twice|3|1||{"ph":"X","cat":"kernel","name":"k","ph":"X","ts":1,"dur":2}
	a number with a letter|3|0|1.000 2.000 k - -|{"ph":"X","cat":"kernel","name":"k","id":7x8,"ts":1,"dur":2}
	a number with zeros in front|3|0|1.000 2.000 k - -|{"ph":"X","cat":"kernel","name":"k","id":0020,"ts":1,"dur":2}
	a number with two points|3|0|1.000 2.000 k - -|{"ph":"X","cat":"kernel","name":"k","ts":1,"dur":2,"args":{"device":1.2.3}}
	a number with a sign inside|3|0|1.000 2.000 k - 1|{"ph":"X","cat":"kernel","name":"k","id":1-2,"ts":1,"dur":2,"args":{"device":1}}
	a word that is none|3|0|1.000 2.000 k - -|{"ph":"X","cat":"kernel","name":"k","id":garb@ge,"ts":1,"dur":2}
	zeros in front of a time|3|1||{"ph":"X","cat":"kernel","name":"k","ts":0020,"dur":2}
	keys in another order|0|0|1.000 2.000 k 5 6|{"args":{"device":6},"id":5,"dur":2,"ts":1,"name":"k","cat":"kernel","ph":"X"}
	args 1000 deep|0|0|1.000 2.000 k - -|{"ph":"X","cat":"kernel","name":"k","ts":1,"dur":2,"args":{"a":@1000*[@@1000*]@}}
	args 5000 deep|3|1||{"ph":"X","cat":"kernel","name":"k","ts":1,"dur":2,"args":{"a":@5000*[@@5000*]@}}
	args 5000 deep and never closed|3|1||{"ph":"X","cat":"kernel","name":"k","ts":1,"dur":2,"args":{"a":@5000*[@
	events within events, each without end|3|3000||@3000*{"ph":"X","args":{"a":[[[ @
	brackets in strings|0|0|1.000 2.000 }]}[{ - -|{"ph":"X","cat":"kernel","name":"}]}[{","ts":1,"dur":2}
	an event's start in a string|0|0|1.000 2.000 },{"ph":"X"} - -|{"ph":"X","cat":"kernel","name":"},{\"ph\":\"X\"}","ts":1,"dur":2}
	a number for an event|3|1||17
	null for an event|3|1||null
	a string for an event|3|1||"kernel"
	an array for an event|3|1||[{"ph":"X","cat":"kernel"}]
	several that are none count once|3|1||1,2,[],"x"
	an extra comma|0|0|1.000 2.000 k - -|,{"ph":"X","cat":"kernel","name":"k","ts":1,"dur":2},
	an extra comma inside|0|0|1.000 2.000 k - -|{"ph":"X","cat":"kernel","name":"k","ts":1,"dur":2,}
	no comma between members|3|1||{"ph":"X","cat":"kernel" "name":"k","ts":1,"dur":2}
	no colon|3|1||{"ph":"X","cat" "kernel","name":"k","ts":1,"dur":2}
	no quotes around the keys|3|1||{ph:"X",cat:"kernel",name:"k",ts:1,dur:2}
	quotes of another kind|3|1||{'ph':'X','cat':"kernel",'name':'k','ts':1,'dur':2}
	no closing brace|3|1||{"ph":"X","cat":"kernel","name":"k","ts":1,"dur":2
	a closing brace too many|3|0|1.000 2.000 k - -|{"ph":"X","cat":"kernel","name":"k","ts":1,"dur":2}}
	args without an end|3|1||{"ph":"X","cat":"kernel","name":"k","ts":1,"dur":2,"args":{"a":1}
	a bracket of the wrong kind|3|1||{"ph":"X","cat":"kernel","name":"k","ts":1,"dur":2,"args":{"a":[1}}
	a line of log between|3|1||[W] profiler: buffer full
	B and E instead of X|3|2||{"ph":"B","cat":"kernel","name":"k","ts":1},{"ph":"E","cat":"kernel","ts":3}
	B and E of the host|0|0||{"ph":"B","cat":"cpu_op","name":"k","ts":1},{"ph":"E","cat":"cpu_op","ts":3}
	END
}

# Replaces @1F@ by the byte and @N*TEXT@ by N times TEXT.
expand() {
	local text=$1 before rest
	while [[ $text =~ @([0-9]+)\*([^@]*)@ ]]; do
		printf -v rest '%*s' "${BASH_REMATCH[1]}" ''
		before=${text%%"${BASH_REMATCH[0]}"*}
		text=$before${rest// /${BASH_REMATCH[2]}}${text#"$before${BASH_REMATCH[0]}"}
	done
	text=${text//\\/\\\\}
	while [[ $text =~ @([0-9A-F][0-9A-F])@ ]]; do
		text=${text/"${BASH_REMATCH[0]}"/\\x${BASH_REMATCH[1]}}
	done
	printf '%b' "${text//%/%%}"
}

@test "one damaged event costs no other, in all ways to read it" {
	good='{"ph":"X","cat":"kernel","name":"good","ts":5,"dur":6}'
	while IFS='|' read -r name status lost printed event; do
		{ printf '{"traceEvents":[%s,\n%s,\n' "$good" "$good"
			expand "$event"
			printf ',\n%s,\n%s,%s\n],"x":1}' "$good" "$good" "$good"; } >"case-$rows.json"
		told[rows]="$status $lost"
		echo "5 $name:${printed:+ $printed}" >>expected
		echo "$name" >>names
		rows=$((rows + 1))
	done < <(events_table)
	pack_all
	for ((n = 0; n < rows; n++)); do
		all_ways "$n"
		[ "$got" = "${told[n]}" ] || fail "case $n: $got, not ${told[n]}: $(cat err)"
		mv out "out-$n" # which all have a header
	done
	awk -F '\t' 'FNR == NR { name[NR - 1] = $0; next }
		FNR == 1 { if (line != "") print good, line; line = name[file++] ":"; good = 0; next }
		$3 == "good" { good++; next }
		{ for (i = 1; i <= NF; i++) if ($i == "") $i = "-"
			line = line " " $1 " " $2 " " $3 " " $6 " " $9 }
		END { print good, line }' names $(seq -f out-%.0f 0 $((rows - 1))) | diff -u expected -
	[ "$rows" -gt 45 ]
}

# Rows of "name|status|lost|records|the document", @ standing for a good event.
documents_table() {
	sed 's/^\t*//' <<-'END'
	a byte order mark|0|0|2|#BOM#{"traceEvents":[@,@]}
	CR LF|0|0|2|{"traceEvents":[#CRLF#@,#CRLF#@#CRLF#]}#CRLF#
	blanks around|0|0|2|  {  "traceEvents"  :  [  @  ,  @  ]  }
	two documents|0|0|3|{"traceEvents":[@,@]}{"traceEvents":[@]}
	two arrays|0|0|3|[@,@] [@]
	traceEvents twice|0|0|3|{"traceEvents":[@],"x":1,"traceEvents":[@,@]}
	traceEvents that is no array, then one|0|0|2|{"traceEvents":"x","traceEvents":[@,@]}
	traceEvents last|0|0|2|{"x":{"traceEvents":[@]},"traceEvents":[@,@]}
	an array that is still written|0|0|2|[@,@,
	an object that is still written|3|0|2|{"traceEvents":[@,@,
	an object that is still written, without comma|3|0|2|{"traceEvents":[@,@
	an event that is still written|3|1|2|{"traceEvents":[@,@,{"ph":"X","cat":"kernel","name":"ge
	the outermost brace is missing|3|0|2|{"traceEvents":[@,@]
	a key cut off behind|3|0|2|{"traceEvents":[@,@],"displ
	no comma between events|0|0|2|{"traceEvents":[@@]}
	a comma too many between events|0|0|2|{"traceEvents":[,@,,@,]}
	no array bracket at the end|3|0|2|{"traceEvents":[@,@}
	damage before traceEvents|3|0|2|{"x": "a "b", "traceEvents":[@,@]}
	damage behind traceEvents|3|0|2|{"traceEvents":[@,@],"x": "a "b"}
	text behind|3|0|2|{"traceEvents":[@,@]} and so on
	text before|3|0|2|profiler: {"traceEvents":[@,@]}
	zero bytes behind|3|0|2|{"traceEvents":[@,@]}#NUL#
	a closing bracket for a blank|3|0|3|{"traceEvents":[@,]@,@]}
	an opening bracket for a blank|3|0|3|{"traceEvents":[@,[@,@]}
	a quote for a blank|3|0|3|{"traceEvents":[@,"@,@]}
	a closing bracket before the comma|3|0|3|{"traceEvents":[@],@,@]}
	the end of all between events|3|0|3|{"traceEvents":[@]},@,@]}
	the end of all between events, without comma|3|0|3|{"traceEvents":[@]}@,@]}
	the end of a bare array between events|3|0|3|[@],@,@]
	the end of all in an event that is passed over|3|1|2|{"traceEvents":[{"ph":"X","cat":"cpu_op","na"}]xx"me":"a","ts":1,"dur":1},@,@]}
	NULs from one event that is passed over to another|3|1|2|{"traceEvents":[@,{"ph":"X","cat":"cpu_op","name":"a#NULS#","ts":2,"dur":1},@]}
	an event's start in a string|3|1|2|{"traceEvents":[@,{"ph":"X","cat":"cpu_op","name":"a::@,{"ph":"X","cat":"cpu_op","name":"b","ts":1,"dur":1}]}
	traceEvents with a byte wrong|3|0|2|{"x":1,"tracXEvents":[@,@]}
	traceEvents with a byte missing|3|0|2|{"x":1,"tracEvents":[@,@]}
	NUL in traceEvents|3|0|2|{"x":1,"tra#NULS#Events":[@,@]}
	a key before traceEvents has no end|3|0|2|{"x":1,"dev:1,"tid":7},@,@]}
	no head|3|0|2|nts":[@,@]}
	no head, from inside an event|3|0|2|"ts":1,"dur":2},@,@]}
	no head, from an event on|3|0|2|@,@]}
	events under another key|2|0|0|{"x":[@,@],"y":[{"id":1}]}
	no events|1|0|0|{"traceEvents":[]}
	no array of events|2|0|0|{"traceEvents":null}
	cut off before traceEvents|2|0|0|{"x":1,"trace
	a brace alone|2|0|0|{
	an array of numbers|2|0|0|[1,2]
	a string|2|0|0|"traceEvents"
	END
}

@test "documents that are odd, or cut off, or several" {
	while IFS='|' read -r name status lost records text; do
		text=${text//@/'{"ph":"X","cat":"kernel","name":"good","ts":5,"dur":6}'}
		text=${text//#BOM#/$'\xef\xbb\xbf'}
		text=${text//#CRLF#/$'\r\n'}
		{ printf '%s' "${text%%#NUL*}"
			case $text in
			*#NULS#*) head -c 300 /dev/zero && printf '%s' "${text#*#NULS#}" ;;
			*#NUL#) printf '\0\0' ;;
			esac; } >"case-$rows.json"
		told[rows]="$status $lost $records $name"
		rows=$((rows + 1))
	done < <(documents_table)
	pack_all
	for ((n = 0; n < rows; n++)); do
		read -r status lost records name <<<"${told[n]}"
		all_ways "$n"
		[ "$got" = "$status $lost" ] || fail "$name: $got: $(cat err)"
		records "$records" || fail "$name"
	done
	[ "$rows" -gt 25 ]
}

@test "nothing at all, in all ways" {
	: >case.json
	outcome case.json
	[ "$got" = "2 0" ]
	grep -q 'it is empty' err
	gzip -k case.json
	outcome case.json.gz
	[ "$got" = "2 0" ]
	grep -q 'it is empty' err
	outcome <case.json.gz
	[ "$got" = "2 0" ]
}

# A small trace of all kinds of events: small.json of $size bytes, the array
# beginning at $head, the events at $start and ending at $end.
small_trace() {
	local text='{"schemaVersion":1,"traceEvents":[' event
	start=() end=()
	head=${#text}
	while read -r event; do
		start+=(${#text})
		text+=$event
		end+=(${#text})
		text+=$',\n'
	done <<'END'
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":9,"tid":8,"ts":100.000,"dur":50.5,"args":{"External id":7,"Input Dims":[[2,3],[]]}}
{"ph":"X","cat":"kernel","name":"gemm<{lambda()#1}, \"q\">","pid":0,"tid":7,"ts":120,"dur":2,"args":{"device":0,"stream":7}}
{"ph":"X","cat":"kernel","name":"\u0041dd","pid":0,"tid":7,"ts":123.5,"dur":1.25,"args":{"grid":[1,2,3]}}
{"ph":"M","name":"process_name","pid":5,"ts":0,"args":{"name":"python"}}
END
	text=${text%,*}'],"displayTimeUnit":"ms"}'
	size=${#text}
	printf '%s' "$text" >small.json
}

# expect_cut N: small.json cut off behind N bytes. The array is known as soon as
# its bracket is read.
expect_cut() {
	local n=$1 inside=0 whole=0 i
	for i in "${!start[@]}"; do
		((n > start[i] && n < end[i])) && inside=1
		((n >= end[i])) && whole=$((whole + 1))
	done
	if ((n < head)); then
		want="2 0"
	elif ((n == size)); then
		want="0 0"
	else
		want="3 $inside"
	fi
	[ "$got" = "$want" ] || fail "cut at $n: $got, not $want: $(cat err)"
	records "$whole" || fail "cut at $n"
}

# The tool sees one in 23 of the places where a small trace is cut or spoilt:
# tests/unit/test_damage.c reads all of them.
EVERY=${TRACE_UTILS_LONG:+1}
EVERY=${EVERY:-23}

@test "a small trace cut off at one byte after another: file and pipe, plain and gzip" {
	small_trace
	for ((n = 0; n <= size; n += EVERY)); do
		head -c "$n" small.json >cut.json
		outcome -c all cut.json
		expect_cut "$n"
		case $((n % 3)) in
		0) outcome -c all <cut.json && expect_cut "$n" ;;
		1) gzip -1 <cut.json >cut.gz && outcome -c all cut.gz && expect_cut "$n" ;;
		2) outcome -c all < <(gzip -1 <cut.json) && expect_cut "$n" ;;
		esac
	done
}

# Nothing is wrong, and nothing is missing; or there is a message.
full_or_told() {
	case $got in
	"0 0") cmp out full ;;
	[23]*) ;;
	*) false ;;
	esac
}

# Is the file out a beginning of the file full? Without a program: it is asked often.
is_beginning() {
	local some all
	read -r -d '' some <out || true
	read -r -d '' all <full || true
	[[ $all == "$some"* ]]
}

# The directory behind the data of a zip file is not needed, nor read.
@test "a gzip file and a zip file cut off at one byte after another: what precedes" {
	small_trace
	gzip -k small.json
	cp small.json.gz packed
	trace-extract -c all small.json >full
	for kind in gz zip; do
		if [ $kind = zip ]; then
			command -v zip >/dev/null || continue
			zip -q small.zip small.json
			cp small.zip packed
		fi
		length=$(wc -c <packed)
		for ((n = 0; n < length; n += EVERY)); do
			head -c "$n" packed >part
			outcome -c all part
			[ $kind = zip ] || [[ $got == [23]* ]] || fail "gz cut at $n: $got"
			full_or_told || fail "$kind cut at $n: $got"
			is_beginning || fail "$kind cut at $n"
			outcome -c all <part
			full_or_told || fail "$kind cut at $n on a pipe: $got"
		done
	done
}

@test "a gzip file and a zip file with one byte wrong: the same, or a message" {
	small_trace
	trace-extract -c all small.json >full
	gzip -k small.json
	files=(small.json.gz)
	if command -v zip >/dev/null; then
		zip -q small.zip small.json
		files+=(small.zip)
	fi
	for file in "${files[@]}"; do
		mapfile -t bytes < <(od -An -v -tu1 -w1 "$file")
		for ((n = 0; n < ${#bytes[@]}; n += EVERY)); do
			printf -v wrong '\\x%02x' $((bytes[n] ^ (1 << n % 8)))
			{ head -c "$n" "$file"; printf '%b' "$wrong"; tail -c +$((n + 2)) "$file"; } >wrong
			outcome -c all wrong
			full_or_told || fail "$file: byte $n: $got"
		done
	done
}

# A trace of 50,000 events, a line each, over 4 MiB: several threads read it.
large_trace() {
	awk 'BEGIN {
		print "{\"traceEvents\":["
		for (i = 0; i < 50000; i++)
			printf "{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"name [%d] {\\\"%d\\\"}\",\"ts\":%d,\"dur\":%d,\"args\":{\"stream\":7}}%s\n", \
				i % 3 ? "cpu_op" : "kernel", i % 97, i, i * 10, i % 7, i < 49999 ? "," : ""
		print "]}"
	}' >large.json
}

@test "a large trace cut off at many places: the events before are all there" {
	large_trace
	places=${TRACE_UTILS_LONG:+200}
	places=${places:-16}
	size=$(wc -c <large.json)
	[ "$size" -gt 4300000 ]
	trace-extract large.json >full
	# where each kernel ends: "END RECORDS", the records up to there
	LC_ALL=C awk '{ at += length($0) + 1 }
		/"kernel"/ { print at - 1 - ($0 ~ /,$/), ++n }' large.json >ends
	awk -v size="$size" -v n="$places" 'BEGIN { srand(42)
		for (i = 0; i < n; i++) print int(20 + rand() * (size - 25)) }' | sort -n >cuts
	awk 'NR == FNR { end[NR] = $1; n = NR; next }
		{ while (k < n && end[k + 1] <= $1) k++; print $1, k + 0 }' ends cuts >expected
	[ "$(wc -l <expected)" -eq "$places" ]
	while read -r cut records; do
		head -c "$cut" large.json >cut.json
		# the counting build takes its time
		((cut % 4 == 0)) && outcome cut.json || STEPS='' outcome cut.json
		[[ $got == "3 "[01] ]] || fail "cut at $cut: $got: $(cat err)"
		head -n $((records + 1)) full | cmp - out || fail "cut at $cut"
	done <expected
}

@test "a large gzip file cut off at many places, by file and by pipe" {
	large_trace
	places=${TRACE_UTILS_LONG:+50}
	places=${places:-8}
	gzip -1 large.json
	trace-extract large.json.gz >full
	size=$(wc -c <large.json.gz)
	for cut in $(awk -v size="$size" -v n="$places" 'BEGIN { srand(43); for (i = 0; i < n; i++) print int(20 + rand() * (size - 20)) }'); do
		head -c "$cut" large.json.gz >cut.gz
		outcome cut.gz
		[[ $got == "3 "[01] || ($got == "2 0" && ! -s out) ]] || fail "cut at $cut: $got"
		cmp -n "$(wc -c <out)" out full
		mv out first
		outcome <cut.gz
		cmp first out
	done
}

@test "a string of 64 MiB in an event, in the metadata, without end: memory stays small" {
	not_with_sanitizers "the sanitizers take what memory they want"
	STEPS='' # are counted elsewhere
	head -c 67108864 /dev/zero | tr '\0' x >long
	good='{"ph":"X","cat":"kernel","name":"good","ts":1,"dur":1}'
	{ printf '[%s,{"ph":"X","cat":"kernel","name":"' "$good"; cat long; printf '"},%s]' "$good"; } >big.json
	eval "$LITTLE_MEMORY"
	outcome big.json
	[ "$got" = "3 1" ] || fail "$got: $(cat err)"
	records 2
	{ printf '{"x":"'; cat long; printf '","traceEvents":[%s]}' "$good"; } >big.json
	outcome big.json
	[ "$got" = "0 0" ] || fail "$got: $(cat err)"
	{ printf '[%s,{"name":"' "$good"; cat long; } >big.json
	outcome big.json
	[ "$got" = "3 1" ] || fail "$got: $(cat err)"
	records 1
	{ printf '{"x":['; tr x '[' <long; } >big.json
	outcome big.json
	[ "$got" = "2 0" ] || fail "$got: $(cat err)"
}

# steps_of LINES TEXT: how many it takes to read LINES lines of that text.
steps_of() {
	{ printf '['; yes "$2" | head -n "$1"; } >lines.json
	STEPS_FILE=$PWD/steps "$STEPS/trace-extract" -q -c all --threads 1 lines.json >out 2>err || true
	cat steps
}

# Each brace seems to begin an event, and none ends.
@test "damage that looks like events again and again is read in linear time" {
	[ "$STEPS" ] || skip "no steps are counted with the sanitizers"
	while read -r text; do
		few=$(steps_of 20000 "$text")
		many=$(steps_of 40000 "$text")
		grep -q lost err || fail "$text: $(cat err)"
		[ "$few" -gt 100000 ] || fail "$text: $few steps"
		((many * 10 < few * 25)) || fail "$text: $few steps, then $many"
	done <<-'END'
		{"ph":"X","args":
		{"ph":"X","args":,
		{"ph":,
		{"ph":"X","name":"a "b" {"ph":
		{"ph":"X","name":"a\
		{"ph":"X","cat":"kernel","name":"k","ts":1,"dur":
		{"ph":"X","args":{"a":[[[
		{"ph":"X"}}
	END
}

@test "trace-info counts the same losses" {
	good='{"ph":"X","cat":"kernel","name":"good","ts":5,"dur":6}'
	printf '[%s,{"ph":"X","cat":"kernel","name":"a "b","ts":1,"dur":2},%s,{"ph":"X","ts":NaN},%s,{"ph":' \
		"$good" "$good" "$good" >case.json
	outcome -c all case.json
	[ "$got" = "3 3" ] || fail "$got"
	run -3 --separate-stderr trace-info case.json
	grep -qx $'case.json\tevents_lost\t3' <<<"$output"
	grep -qx $'case.json\tkernels\t3' <<<"$output"
	gzip case.json
	run -3 --separate-stderr trace-info <case.json.gz
	grep -q $'\tevents_lost\t3$' <<<"$output"
}

@test "two events that became one: reading all of it notices, SECURITY.md says what does not" {
	kernel='{"ph":"X","cat":"kernel","name":"good","ts":5,"dur":6}'
	joined='{"ph":"X","cat":"cpu_op","name":"n5","pid":0,"tid"%b2,"args":{"External id":11}}'
	# shellcheck disable=SC2059 # the format is ours
	printf "[$kernel,$joined,$kernel]" '' >joined.json
	# shellcheck disable=SC2059
	printf "[$kernel,$joined,$kernel]" '\0\0' >zeros.json
	for options in '-c all' '--info facts' '-c cpu_op'; do
		run -3 --separate-stderr trace-extract $options joined.json
		[ "$stderr" = "trace-extract: joined.json: damaged: at least 1 event lost" ] ||
			[[ $stderr == *"at least 1 event lost"*"no event"* ]] || fail "$options: $stderr"
	done
	run -3 --separate-stderr trace-info joined.json
	outcome zeros.json
	[ "$got" = "3 1" ] || fail "$got"
}

# How many times damage.py breaks a trace; what breaks the sanitizers' rules is
# sought by fuzzing.
damages() {
	case $TRACE_UTILS_BUILD in
	*/sanitize*) echo 11 ;;
	*) echo "${TRACE_UTILS_LONG:+200}55" ;;
	esac
}

@test "damage of all kinds: intact events are kept, no loss is silent" {
	command -v python3 >/dev/null || skip "no python3"
	"$TOP/scripts/make-samples" --layers 2 --prefill 1 --decode 2 . >/dev/null
	run -0 python3 "$TOP/tests/damage.py" 1 "$(damages)" eager.json.gz
}

@test "the same with real traces; 20,055 runs with TRACE_UTILS_LONG" {
	command -v python3 >/dev/null || skip "no python3"
	need_traces
	run -0 python3 "$TOP/tests/damage.py" 2 "$(damages)" \
		"$TRACES"/{tiny-mi250-train,gpu-only-mi210,bert-small-mi300,dlrm-v100-rank0}.json.gz
}

@test "attacks on each format: what is untouched is kept" {
	command -v python3 >/dev/null || skip "no python3"
	"$TOP/scripts/make-samples" --layers 6 --prefill 2 --decode 12 . >/dev/null
	run -0 python3 "$TOP/tests/attacks.py" 1 "${TRACE_UTILS_LONG:+20}5" eager.json.gz
}
