#!/usr/bin/env bats
load helper

# trace NAME N: a trace of N kernels in the folder traces.
trace() {
	awk -v n="$2" 'BEGIN {
		printf "{\"traceEvents\": [\n"
		for (i = 0; i < n; i++)
			printf "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"k%d\", \"pid\": 0, \"tid\": 7, \"ts\": %d, \"dur\": %d.%03d},\n",
				i % 5, i * 10, 1 + (i * i) % 7, (i * n) % 1000
		print "{\"ph\": \"M\", \"name\": \"end\", \"pid\": 0, \"tid\": 0, \"ts\": 0}]}" }' >"traces/$1.json"
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	mkdir traces
	for name in a b "it's {} c" d; do
		trace "$name" $((${#name} * 3 + 4))
	done
}

SUM='trace-extract {} | trace-stats -k name --partial'

@test "manners: command line" {
	manners_command_line trace-map
}

@test "manners: the page and --help agree" {
	manners_page trace-map
}

@test "the examples of the page" {
	sh "$TOP/scripts/make-samples" .
	manners_examples trace-map
}

# whole FILE...: what one process makes of them.
whole() {
	trace-extract -q "$@" | trace-stats -k name
}

@test "the merged table is that of one process" {
	trace-map --merge trace-stats --jobs 3 -o merged -- "$SUM" traces/*.json
	whole traces/*.json | cmp - merged
	trace-map --merge='trace-stats --top 2' --dir=other "$SUM" traces/*.json | cmp - <(whole traces/*.json | head -n 3)
}

@test "without --merge one below the other, in the order of the files" {
	trace-map -- "trace-extract '{}' | cut -f 1,3 | head -n 2" traces/d.json traces/a.json >out
	tsv 'ts_us name' '0.000 k0' '0.000 k0' | diff -u - out
	rm -r trace-map.d
	run -2 trace-map -- 'if [ {} = traces/a.json ]; then echo x; else echo y; fi' traces/a.json traces/b.json
	assert_output 'trace-map: traces/b.json: other columns than those above: y'
}

# The pipeline counts how often it runs in the file `runs`.
COUNT="echo {} >>runs; $SUM"

@test "what failed is listed with its message, and run again alone" {
	echo nonsense >traces/b.json
	run -2 --separate-stderr trace-map --merge trace-stats -- "$COUNT" traces/*.json
	[ -z "$output" ]
	[[ ${stderr_lines[0]} == 'trace-map: traces/b.json: status 2: '* ]] || fail "$stderr"
	[ "${stderr_lines[1]}" = 'trace-map: 1 of 4 failed; the same command retries them' ]
	[ "$(wc -l <runs)" -eq 4 ]
	run -3 --separate-stderr trace-map --keep-going --merge trace-stats -- "$COUNT" traces/*.json
	[ "$output" = "$(whole traces/a.json traces/d.json traces/it*.json)" ]
	trace b 7
	trace-map --merge trace-stats -- "$COUNT" traces/*.json | cmp - <(whole traces/*.json)
	[ "$(sort runs | uniq -c | awk '{ print $1 }' | xargs)" = '1 3 1 1' ]
}

@test "nothing is done twice; a newer file is done again, an added one alone" {
	trace-map --merge trace-stats -- "$COUNT" traces/*.json >one
	trace-map --merge trace-stats -- "$COUNT" traces/*.json | cmp one -
	[ "$(wc -l <runs)" -eq 4 ]
	trace e 9
	trace a 30
	touch -d '1 hour' traces/a.json
	trace-map --merge trace-stats -- "$COUNT" traces/*.json | cmp - <(whole traces/*.json)
	[ "$(wc -l <runs)" -eq 6 ]
}

@test "a damaged trace is merged, listed, and status 3" {
	head -n 8 traces/a.json >cut && mv cut traces/a.json
	run -3 --separate-stderr trace-map --merge trace-stats -- "$SUM" traces/*.json
	[[ $stderr == 'trace-map: traces/a.json: damaged: trace-extract: '* ]] || fail "$stderr"
	[ "$output" = "$(whole traces/*.json 2>/dev/null)" ]
}

@test "a pipeline that is killed is run again" {
	KILL='if [ {} = traces/d.json ] && [ ! -e again ]; then touch again; kill -9 $PPID; sleep 9; fi; '$SUM
	run -2 --separate-stderr trace-map --jobs 1 --merge trace-stats -- "$KILL" traces/*.json
	[[ $stderr == *'traces/d.json: killed'* ]] || fail "$stderr"
	trace-map --merge trace-stats -- "$KILL" traces/*.json | cmp - <(whole traces/*.json)
}

@test "what is wrong" {
	for options in 'cat traces/a.json' "--jobs 0 $SUM" '--engine none cat{} a' '--ssh host cat{} a' \
		'--slurm x cat{} a' 'cat{}' '--dir'; do
		run -2 trace-map $options
		assert_output --partial "Try 'trace-map --help'."
	done
	run -2 trace-map 'cat {}' traces/a.json traces/a.json
	assert_output 'trace-map: named twice: traces/a.json'
	run -2 trace-map 'wc {}' traces/a.json
	assert_output --partial 'has the results of another pipeline: use another --dir'
	run -2 trace-map --dir x --merge 'false; exit 9;' 'cat {}' traces/a.json
}

@test "a pipeline with backslashes is run as it is" {
	trace-map --dir '\\033' -- "printf '%s\\n' 'a\\tb' '\\\\' && test -f {}" traces/a.json >out
	printf '%s\n' 'a\tb' '\\' | cmp - out
}

@test "names from a list, by lines or by NUL, whatever is in them" {
	mv traces/a.json "traces/tab	\\n and
line.json"
	find traces -name '*.json' -print0 | sort -z >list
	trace-map -0 --files-from list --merge trace-stats -- "$SUM" | cmp - <(whole traces/*.json)
	printf '%s\n' traces/b.json '' "traces/it's {} c.json" | head -c -1 |
		trace-map --files-from=- --dir lines --merge trace-stats "$SUM" traces/d.json |
		cmp - <(whole traces/[bdi]*.json)
	run -2 trace-map --dir empty --files-from /dev/null 'cat {}'
	assert_output 'trace-map: /dev/null: no names'
	run -2 trace-map --dir empty --files-from nowhere 'cat {}'
	assert_output 'trace-map: nowhere: cannot be read'
}

@test "addresses: a command prints the object; another version is read again" {
	printf '#!/bin/sh\necho "$1" >>asked\ncat "traces/${1#s3://bucket/}"\n' >print-object
	printf 's3://bucket/%s\t"%s"\n' a.json 1 b.json 1 >list
	run=(trace-map --files-from list --merge trace-stats './print-object {} | trace-extract | trace-stats -k name --partial')
	chmod +x print-object
	"${run[@]}" | cmp - <(whole traces/[ab].json)
	trace b 33
	"${run[@]}" >old
	[ "$(wc -l <asked)" -eq 2 ]
	sed '2s/1/2/' list >new && mv new list
	"${run[@]}" | cmp - <(whole traces/[ab].json)
	[ "$(sed -n 3p asked)" = s3://bucket/b.json ]
	[ "$(wc -l <asked)" -eq 3 ]
}

# Of 1000 results and more, or here, with that number made smaller, of 50.
@test "many files with long names: results in a tree, the same bytes" {
	most=${TRACE_UTILS_LONG:+1000}
	most=${most:-50}
	sed "s/^MOST_RESULTS=1000 /MOST_RESULTS=$most /" "$(command -v trace-map)" >map
	long=$(printf '%0180d' 0)
	mkdir "$long"
	for ((i = 1; i <= most + 3; i++)); do
		: >"$long/$i"
		echo "$PWD/$long/$i"
		echo "part.$((i % 7))" >>parts
	done >list
	for i in {0..6}; do
		tsv 'ts_us dur_us name' "0.000 $i.500 k$i" | trace-stats -k name --partial >part.$i
	done
	xargs trace-stats <parts >plain
	[ "$(awk -F '\t' 'NR > 1 { n += $2 } END { print n }' plain)" -eq $((most + 3)) ] || fail "$(head -n 3 plain)"
	run=(bash map --files-from list --merge trace-stats 'path={}; cat part.$((${path##*/} % 7))')
	"${run[@]}" | cmp - plain
	"${run[@]:0:2}" --combine 'trace-stats -k name --partial' "${run[@]:2}" | cmp - plain
	[ "$(ls trace-map.d/combined | wc -l)" -eq 2 ]
	run -2 trace-map --combine cat 'cat {}' list
	assert_output --partial '--combine needs --merge'
}

@test "what is no trace fails by its own words, three times" {
	echo nonsense >traces/b.json
	for i in 1 2 3 4 5; do
		run -3 --separate-stderr trace-map --keep-going --merge trace-stats -- "$COUNT" traces/*.json
		[ "$output" = "$(whole traces/[adi]*.json)" ]
	done
	[[ ${stderr_lines[0]} == 'trace-map: traces/b.json: status 2: trace-extract: traces/b.json: '* ]] || fail "$stderr"
	[ "${stderr_lines[1]}" = 'trace-map: 1 of 4 failed; the same command retries them, but only with --retry the 1 that failed 3 times' ]
	[ "$(grep -c b.json runs)" -eq 3 ]
	run -3 trace-map --retry --keep-going --merge trace-stats -- "$COUNT" traces/*.json
	[ "$(grep -c b.json runs)" -eq 4 ]
	trace b 7
	trace-map --merge trace-stats -- "$COUNT" traces/*.json | cmp - <(whole traces/*.json)
}

@test "two at once in one folder: one waits, both are right" {
	for i in 1 2; do
		trace-map --merge trace-stats -o out.$i -- "$COUNT; sleep 0.1" traces/*.json 2>err.$i &
	done
	wait
	[ "$(wc -l <runs)" -eq 4 ]
	[[ $(cat err.*) == "trace-map: another one works in $PWD/trace-map.d: waiting for it" ]] || fail "$(cat err.*)"
	whole traces/*.json | tee >(cmp - out.1) | cmp - out.2
}

# Whenever it is killed, no row is lost or doubled, and no pipeline runs on but those that ran.
@test "killed again and again" {
	for i in {1..40}; do
		trace "m$i" $((i % 7 + 3))
	done
	for wait in 0.05 0.1 0.2 0.3; do
		trace-map --jobs 2 --merge trace-stats -- "$COUNT" traces/*.json >/dev/null 2>&1 &
		sleep $wait
		kill -9 $! || true
		wait $! || true
	done
	trace-map --jobs 2 --merge trace-stats -- "$COUNT" traces/*.json 2>/dev/null | cmp - <(whole traces/*.json)
	[ "$(sort -u runs | wc -l)" -eq 44 ]
	[ -z "$(ls trace-map.d/unfinished)" ]
}

@test "-o: whole or not at all, through no link, whatever its name is" {
	echo secret >secret
	ln -s secret OUT
	ln -s secret OUT.trace-map
	trace-map --merge trace-stats -o OUT -- "$SUM" traces/*.json
	[ "$(cat secret)" = secret ]
	whole traces/*.json | tee >(cmp - OUT) >plain
	trace-map --merge trace-stats -o -x.out -- "$SUM" traces/*.json
	cmp plain ./-x.out
	trace-map --merge trace-stats -o /dev/stdout -- "$SUM" traces/*.json | cmp - plain
	run -2 trace-map --merge trace-stats -o no/where -- "$SUM" traces/*.json
	assert_output 'trace-map: cannot write no/where: no file can be made beside it'
	run -2 trace-map --merge trace-stats -o traces -- "$SUM" traces/*.json
	assert_output 'trace-map: cannot write traces'
	[ -c /dev/full ] || skip "no /dev/full"
	run -2 trace-map --merge trace-stats -o /dev/full -- "$SUM" traces/*.json
	assert_output 'trace-map: cannot write /dev/full'
}

@test "results without a header are left out; all of them: nothing" {
	trace-map "case {} in *d.json) trace-extract {} | head -n 2 ;; *) exit 1 ;; esac" traces/*.json |
		cmp - <(trace-extract traces/d.json | head -n 2)
	run -1 --separate-stderr trace-map --dir none 'grep -c nothing {} >/dev/null' traces/*.json
	[ -z "$output$stderr" ] || fail "$output$stderr"
}

@test "GNU parallel: the same, with its log" {
	command -v parallel >/dev/null || skip "no GNU parallel"
	echo nonsense >traces/b.json
	run -2 trace-map --engine parallel --jobs 2 --merge trace-stats -- "$COUNT" traces/*.json
	trace b 7
	trace-map --engine parallel --merge trace-stats -- "$COUNT" traces/*.json | cmp - <(whole traces/*.json)
	[ "$(wc -l <runs)" -eq 5 ]
	[ "$(grep -c /run trace-map.d/joblog)" -eq 5 ]
}

# ssh runs the command here, but for the host that is down. Neither the user's shell
# nor a folder with a space in its name is in the way.
@test "GNU parallel over ssh: all hosts work, and what a host did not do is done again" {
	command -v parallel >/dev/null || skip "no GNU parallel"
	mkdir bin
	cat >bin/ssh <<-'END'
		#!/bin/sh
		host=$1
		shift
		[ "$1" != -- ] || shift
		[ "$host" != down ] || [ ! -e down ] || { echo 'ssh: no route' >&2; exit 255; }
		HOST_OF_TEST=$host exec sh -c "$*"
	END
	chmod +x bin/ssh
	PATH=$PWD/bin:$PATH
	export SHELL=/bin/false
	NOTE="echo \$HOST_OF_TEST >>hosts; $SUM"
	touch down
	run -2 --separate-stderr trace-map --engine parallel --jobs 1 --ssh one,down --dir 'a folder' --merge trace-stats -- "$NOTE" traces/*.json
	[[ $stderr == *': killed'* ]] || fail "$stderr"
	rm down
	trace-map --engine parallel --jobs 1 --ssh one,down --dir 'a folder' --merge trace-stats -- "$NOTE" traces/*.json |
		cmp - <(whole traces/*.json)
	[ "$(sort -u hosts | xargs)" = 'down one' ]
	[ "$(wc -l <hosts)" -eq 4 ]
}

# 64 traces, of which one is damaged; one job is killed and run again.
@test "Slurm: an array and a merging job" {
	one=${TRACE_UTILS_SLURM:-$TOP/../shared/tools/slurm-one.sh}
	[ -f "$one" ] && [ "$(id -u)" -eq 0 ] && PATH=$PATH:/usr/sbin command -v slurmctld munged >/dev/null ||
		skip "no Slurm"
	rm traces/*
	for i in {1..64}; do
		trace "$i" $((i + 5))
	done
	head -n 5 traces/9.json >cut && mv cut traces/9.json
	cat >both <<-END
	export PATH=$PATH
	run='if [ {} = traces/33.json ] && [ ! -e again ]; then touch again; kill -9 \$PPID; sleep 9; fi; $COUNT'
	for i in 1 2; do
		trace-map --engine slurm --merge trace-stats -o merged -- "\$run" traces/*.json
		echo \$?
	done
	END
	timeout 150 sh "$one" bash both >out 2>err || skip "Slurm does not start: $(tail -n 1 err)"
	[ "$(xargs <out)" = '2 3' ] || fail "$(cat out err)"
	grep -q 'traces/33.json: killed' err
	grep -q 'traces/9.json: damaged' err
	[ "$(wc -l <runs)" -eq 64 ]
	whole traces/*.json 2>/dev/null | cmp - merged
}

@test "progress on a terminal, and none elsewhere" {
	command -v script >/dev/null || skip "no script(1)"
	for i in 1 2 3; do echo x >"$i"; done
	timeout 60 script -qec "trace-map --jobs 1 'sleep 1.2; [ {} != 2 ] || exit 5; cat {}' 1 2 3 >merged" /dev/null </dev/null >terminal || true
	tr '\r' '\n' <terminal >lines
	grep -qE '^trace-map: [12] of 3 done, [01] failed, [0-9.]+/s, [0-9]+ s left' lines
	rm -r trace-map.d
	run -2 trace-map --jobs 1 'sleep 1.2; [ {} != 2 ] || exit 5; cat {}' 1 2 3
	refute_output --partial ' done, '
}
