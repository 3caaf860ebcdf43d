# Whatever finds the events - each level of bitmaps, small buffers and chunks, any
# number of threads - finds the same. Builds variants of trace-extract.
load helper

# The variants' names and what they are compiled with.
variants=(
	"portable -DBLOCKS_PORTABLE"
	"sse2 -DBLOCKS_SSE2"
	"small -DJSONIN_CHUNK=64 -DCHUNK_SIZE=1000"
	"odd -DJSONIN_CHUNK=777 -DCHUNK_SIZE=333 -DBLOCKS_PORTABLE"
)

setup_file() {
	[[ $TRACE_UTILS_BUILD != */sanitize ]] || return 0
	cd "$BATS_TEST_DIRNAME/.." || return
	build=build/$(basename "$TRACE_UTILS_BUILD")
	for variant in "${variants[@]}"; do
		make -s "V=${build##*/}" CFLAGS="-O1 -g" CPPFLAGS="${variant#* }" \
			"$build/scan-${variant%% *}/bin/trace-extract"
	done
}

setup() {
	not_with_sanitizers "the variants are built without sanitizers"
	cd "$BATS_TEST_TMPDIR" || return
}

# also COMMAND...: it ends like the first one; what it prints is kept to be compared.
also() {
	local got=0
	"$@" >"out-${#outs[@]}" 2>"message-${#outs[@]}" || got=$?
	: "${status:=$got}"
	[ "$got" -eq "$status" ] || fail "$*: $got, not $status"
	outs+=("out-${#outs[@]}")
}

# all_same FILE...: to compare two after two would take a program for each.
all_same() {
	local first='' sum name
	while read -r sum name; do
		: "${first:=$sum}"
		[ "$sum" = "$first" ] || { diff "$1" "$name" | head -n 20; fail "$*: $name differs"; }
	done < <(md5sum "$@")
	[ "$first" ] || fail "nothing to compare"
}

# same FILE OPTION...: all variants and threads print the same and end alike. What is
# less than two chunks is read by one thread, however many there may be.
same() {
	local file=$1 status='' outs=() messages large=
	shift
	[ "$(stat -c %s "$file")" -lt 2097152 ] || large=yes
	for threads in 1 2 ${large:+5}; do
		also trace-extract --threads $threads "$@" "$file"
	done
	for variant in "${variants[@]}"; do
		for threads in 1 3; do
			[[ $threads -eq 1 || $large || $variant == *-DCHUNK_SIZE* ]] || continue
			also "$TRACE_UTILS_BUILD/scan-${variant%% *}/bin/trace-extract" --threads $threads "$@" "$file"
		done
	done
	messages=("${outs[@]/out/message}")
	all_same "${messages[@]}"
	if [[ " $* " != *" -H "* ]]; then # the file has another name there
		for variant in "${variants[@]}"; do
			also "$TRACE_UTILS_BUILD/scan-${variant%% *}/bin/trace-extract" "$@" <"$file"
		done
	fi
	all_same "${outs[@]}"
}

@test "a made-up trace, in three layouts" {
	"$TOP/scripts/make-samples" --layers 2 --prefill 2 --decode 3 . >/dev/null
	gzip -dc eager.json.gz >eager.json
	tr -d '\n' <eager.json >line.json
	sed 's/,/,\n      /g' eager.json >indented.json
	for file in eager.json line.json indented.json; do
		same "$file"
		same "$file" -c all --number
		same "$file" -c python_function,cpu_op -a 'Input Dims'
		same "$file" --relative -c gpu
		same "$file" -H
		same "$file" -c no_such
	done
}

@test "several documents in one file: objects, arrays, and two arrays in an object" {
	"$TOP/scripts/make-samples" --layers 2 --prefill 2 --decode 3 . >/dev/null
	gzip -dc eager.json.gz >object.json
	sed -n '/^"traceEvents"/,$p' object.json >events
	sed '1s/.*/[/; $s/.*/]/' events >array.json
	sed 's/^"traceEvents"/"other": [{"ph": "X", "cat": "kernel"}],\n&/' object.json >more.json
	{ sed '$s/}$/,/' object.json && cat events; } >twice.json
	for file in array.json more.json twice.json; do
		[ "$(trace-extract "$file" | wc -l)" -gt 100 ] || fail "$file is not as meant"
	done
	cat object.json array.json array.json twice.json more.json object.json >set.json
	same set.json
	same set.json -c all
}

# Programs of sed, each of which damages every 7th or 50th line of events in its own way.
@test "a made-up trace with damage in all places" {
	"$TOP/scripts/make-samples" --layers 2 --prefill 2 --decode 3 . >/dev/null
	gzip -dc eager.json.gz >eager.json
	for kind in 's/"name": *"/&a " b/' 's/"name": *"/&a "}" b/' 's/"name": *"/&a "{" b/' \
		's/"args": *{/&"x": [/' 's/"ph"/ph/' 's/}$//' 's/},$/} x,/' 's/"name": *"/&a\\\\" {\\"ph\\":/'; do
		for every in 7 50; do
			sed "5,\${0~$every{$kind}}" eager.json >broken.json
			[ $every = 7 ] || same broken.json
			[ $every = 50 ] || same broken.json -c all
		done
	done
}

@test "strings full of quotes, backslashes and brackets; keys in any order" {
	awk 'BEGIN {
		srand(7)
		split("\\\" \\\\ { } [ ] , : k \\u006b ernel \" kernel \\n {\\\"ph\\\": \",{ é", piece, " ")
		printf "{\"traceEvents\":["
		for (i = 0; i < 400; i++) {
			s = ""
			for (n = int(rand() * 12); n > 0; n--) {
				p = piece[1 + int(rand() * 16)]
				gsub(/^"/, "\\\"", p)
				s = s p
			}
			cat = rand() < 0.3 ? "kernel" : rand() < 0.5 ? "k\\u0065rnel" : "cpu_op"
			part[1] = "\"ph\": \"X\""; part[2] = "\"cat\":\"" cat "\""
			part[3] = "\"name\":\"" s "\""; part[4] = "\"ts\":" i; part[5] = "\"dur\" : 1"
			part[6] = "\"args\":{\"kernel\":\"kernel\",\"x\":[{\"cat\":\"kernel\",\"name\":\"no\"},{\"ph\":\"X\"}],\"s\":\"" s "\"}"
			printf "%s{", i ? (rand() < 0.5 ? "," : " ,\n ") : ""
			for (k = 6; k > 0; k--) {
				j = 1 + int(rand() * k)
				printf "%s%s", part[j], (k > 1 ? "," : "}")
				part[j] = part[k]
			}
		}
		print "]}"
	}' >hostile.json
	same hostile.json
	same hostile.json -c all --number
	[ "$(trace-extract -c all hostile.json | wc -l)" -eq 401 ]
}

@test "real traces" {
	need_traces
	for file in bert-small-mi300 tiny-mi250-train qwen05b-h100 resnet-ddp-mi300 \
		vllm-b200-eager-rank0 dlrm-v100-rank3 nccl-a100-rank0of2; do
		gzip -dc "$TRACES/$file.json.gz" >plain.json
		same plain.json
		[[ $file != @(bert|dlrm)-* ]] || same plain.json -c gpu,cuda_runtime
	done
}

@test "the level of 64-bit ARM, as qemu runs it" {
	command -v aarch64-linux-gnu-gcc >/dev/null || skip "no compiler for ARM"
	command -v qemu-aarch64 >/dev/null || skip "no qemu"
	cd "$TOP" || return
	aarch64-linux-gnu-gcc -std=c11 -O1 -I. -static -o "$BATS_TEST_TMPDIR/arm" \
		tests/unit/test_blocks.c common/json/blocks*.c
	run -0 qemu-aarch64 "$BATS_TEST_TMPDIR/arm"
	assert_line "1..4"
	refute_output --partial "not ok"
}
