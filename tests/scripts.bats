#!/usr/bin/env bats
# The scripts that are not tools: samples, set-up, demo.
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
}

# From $1, by trace-extract: events of each category.
categories() {
	trace-extract -c all "$1" | cut -f 4 | sed 1d | sort | uniq -c |
		awk '$2 != "" && $2 != "Trace" { print $2, $1 }'
}

@test "make-samples: the same bytes every time, under every awk there is" {
	"$TOP/scripts/make-samples" one
	for awk in awk gawk mawk original-awk; do
		command -v $awk >/dev/null || continue
		mkdir "$awk"
		ln -s "$(command -v $awk)" "$awk/awk"
		PATH=$PWD/$awk:$PATH "$TOP/scripts/make-samples" two
		cmp one/eager.json.gz two/eager.json.gz
		cmp one/compiled.json.gz two/compiled.json.gz
	done
}

# Of a program that needs functions of others it is known only when it runs.
@test "each program of the reports is one to the strictest awk, too" {
	command -v original-awk || skip "no original-awk"
	for program in "$TOP"/scripts/report/*.awk "$TOP"/scripts/report/*/*.awk; do
		set -- -f "$TOP/scripts/report/table.awk" -f "$program"
		[ "${program##*/}" != table.awk ] || shift 2
		! original-awk -v tmp=. "$@" /dev/null 2>&1 </dev/null | grep "syntax error" || fail "$program"
	done
}

@test "reports: numbers sorted, and medians without sorting all" {
	run -0 awk -f "$TOP/scripts/report/numbers.awk" -f <(cat <<'END'
function check(what, n,   i, m, s) {
	for (i = 1; i <= n; i++)
		s[i] = v[i]
	sort_numbers(s, n)
	for (i = 2; i <= n; i++)
		if (s[i] < s[i - 1])
			print what, n, "is not sorted"
	m = (s[int((n + 1) / 2)] + s[int(n / 2) + 1]) / 2
	sum_up(v, n)
	if (v_least != s[1] || v_greatest != s[n] || median(v, n) != m)
		print what, n, "has another median"
	checked++
}
# The least of what is left is always in the middle: each round of the selection drops one.
function slowly(n,   i, m, t, place) {
	for (i = 1; i <= n; i++)
		place[i] = i
	for (i = 1; i <= n; i++) {
		m = int((i + n) / 2)
		v[place[m]] = i
		t = place[m]
		place[m] = place[i]
		place[i] = t
	}
}
BEGIN {
	for (n = 1; n <= 260; n += n < 9 ? 1 : 50) {
		for (i = 1; i <= n; i++)
			v[i] = i * 7919 % 263 / 8
		check("mixed", n)
		for (i = 1; i <= n; i++)
			v[i] = i % 3
		check("few values", n)
		for (i = 1; i <= n; i++)
			v[i] = n - i
		check("falling", n)
		check("rising", n)
		slowly(n)
		check("slow", n)
	}
	print checked
}
END
	)
	[ "$output" = 70 ] || fail "$output"
}

@test "make-samples: what a trace holds" {
	"$TOP/scripts/make-samples" --layers 2 --prefill 3 --decode 5 .
	# 3 prefill steps of 7 + 2 x 14 kernels, 5 decode steps of 7 + 2 x 15
	diff -u <(categories eager.json.gz) - <<-'END'
	ac2g 612
	cpu_op 290
	cuda_runtime 306
	gpu_memcpy 16
	gpu_user_annotation 8
	kernel 290
	python_function 24
	user_annotation 8
	END
}

@test "make-samples: events are out of order, no kernels overlap, launches come first" {
	"$TOP/scripts/make-samples" .
	for run in eager compiled; do
		run ! bash -c "trace-extract --relative $run.json.gz | sed 1d | sort -c -n"
		# Relative times have few digits: awk adds them without loss enough.
		trace-extract --relative $run.json.gz | sed 1d | sort -n |
			awk '$1 + 0.0005 < end { exit 1 } { end = $1 + $2 }'
		trace-extract --relative -c all $run.json.gz | awk -F '\t' '
			$4 == "cuda_runtime" { launch[$11] = $1 }
			$4 == "kernel" { kernel[$11] = $1 }
			END {
				for (id in kernel)
					if (!(id in launch) || launch[id] + 0 >= kernel[id] + 0)
						exit 1
			}'
	done
}

@test "make-samples: wrong usage" {
	for arguments in '' '--layers 0 .' '--layers x .' '--layers .' '--bogus 1 .' '--layers 2'; do
		# shellcheck disable=SC2086 # words
		run -2 "$TOP/scripts/make-samples" $arguments
		assert_output --partial usage:
	done
}

@test "setup: nothing to do when everything is there" {
	run -0 sh "$TOP/scripts/setup" build
	assert_output ""
	run -2 sh "$TOP/scripts/setup" bogus
}

@test "setup: without apt-get it says what to install, by its names elsewhere" {
	mkdir bin
	for tool in sh awk cat sed dirname env; do
		ln -s "$(command -v $tool)" bin/$tool
	done
	PATH=$PWD/bin run -2 sh "$TOP/scripts/setup" check
	assert_line --regexp 'this system has no apt-get; please install:'
	assert_line --regexp '^ +zlib.h +zlib-devel +zlib '
	assert_line --regexp '^ +jsmn.h +jsmn-devel +- +- +github.com/'
	assert_line --regexp '^ +bats +bats +bash-bats '
}

@test "setup: with apt-get it installs what is missing, and only that" {
	mkdir bin
	for tool in sh awk cat sed tr env; do
		ln -s "$(command -v $tool)" bin/$tool
	done
	# A system that has make and bash, and whose apt-get and sudo only tell.
	for tool in make bash gzip; do
		ln -s /bin/true bin/$tool
	done
	printf '#!/bin/sh\necho "$DEBIAN_FRONTEND: $@" >>%s/apt\n' "$PWD" >bin/apt-get
	printf '#!/bin/sh\necho "sudo $1" >>%s/apt\nshift\n"$@"\n' "$PWD" >bin/sudo
	printf '#!/bin/sh\necho 1000\n' >bin/id
	printf '#!/bin/sh\necho x86_64\n' >bin/uname
	chmod +x bin/apt-get bin/sudo bin/id bin/uname
	packages="gcc libc6-dev zlib1g-dev libjsmn-dev libcsv-dev libexpat1-dev libxlsxwriter-dev"
	PATH=$PWD/bin run -0 sh "$TOP/scripts/setup" build </dev/null
	assert_output "Installing with apt-get: $packages
Installing with apt-get: libzstd-dev libsqlite3-dev libisal-dev"
	diff -u apt - <<-END
	sudo -n
	noninteractive: update
	sudo -n
	noninteractive: install -y --no-install-recommends $packages
	sudo -n
	noninteractive: update
	sudo -n
	noninteractive: install -y --no-install-recommends libzstd-dev libsqlite3-dev libisal-dev
	END
	printf '#!/bin/sh\necho riscv64\n' >bin/uname
	PATH=$PWD/bin run -0 sh "$TOP/scripts/setup" build </dev/null
	assert_output "Installing with apt-get: $packages
Installing with apt-get: libzstd-dev libsqlite3-dev"
	printf '#!/bin/sh\necho 0\n' >bin/id
	rm apt
	PATH=$PWD/bin run -0 sh "$TOP/scripts/setup" build
	run ! grep sudo apt
	printf '#!/bin/sh\necho no network; exit 100\n' >bin/apt-get
	PATH=$PWD/bin run -2 sh "$TOP/scripts/setup" build
	assert_line "no network"
	assert_line "setup: apt-get failed, see above; as root: apt-get install $packages"
}

@test "setup: a folder for temporary files that is none is named" {
	touch file
	for folder in /no/such "$PWD/file"; do
		TMPDIR=$folder run -2 sh "$TOP/scripts/setup" build
		assert_output "setup: TMPDIR: no folder that can be written to: $folder"
	done
}

@test "tests/run: without a library of bats it says what to install" {
	BATS_LIB_PATH=$PWD run -2 "$TOP/tests/run" build/release tsv2csv
	assert_output "run: no bats-support: sh scripts/setup check installs what tests need"
	mkdir bin
	ln -s "$(command -v sh)" "$(command -v dirname)" "$(command -v basename)" bin
	PATH=$PWD/bin run -2 sh "$TOP/tests/run" build/release tsv2csv
	assert_output "run: no bats: sh scripts/setup check installs what tests need"
	BATS_LIB_PATH=$PWD run -0 "$TOP/tests/run" "build/$(basename "$TRACE_UTILS_BUILD")" test_utf8
}

@test "demo: a screen, a picture, how to go on, and a comparison; twice the same" {
	unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
	run -0 sh "$TOP/scripts/demo" </dev/null
	assert_line --regexp '^eager.json.gz +complete, no events lost$'
	assert_line --partial "  PATH=$TOP/build/release/bin:"
	[[ ${lines[-2]} =~ ^[0-9]+\ kernels\ of\ a\ decode\ step\ became\ [0-9]+,.*\ less\.$ ]]
	[ "${lines[-1]}" = "Pictures and tables to open: $PWD/timeline.png, $PWD/comparison.xlsx" ]
	unzip -tq comparison.xlsx
	[ "$(head -c 8 timeline.png | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ]
	mv comparison.xlsx first.xlsx
	run -0 sh "$TOP/scripts/demo" </dev/null
	refute_output --partial "Making a trace"
	cmp first.xlsx comparison.xlsx
}

# failing COMMAND...: a full disk for temporary files, then each standard stream closed. Nobody
# reads a message of the shell, of awk or mv, or the name of a temporary file.
failing() {
	local closed

	run -2 bash -c 'trap "" XFSZ; ulimit -f 8; "$@" 2>&1 >/dev/null | cat; exit ${PIPESTATUS[0]}' - "$@"
	assert_output --regexp '^[A-Za-z_-]+: no room for temporary files in .*/TMP; TMPDIR chooses another folder$'
	for closed in '<&-' '>&-' '2>&-'; do
		run -0 --separate-stderr bash -c "\"\$@\" $closed" - "$@"
		run ! grep -E "TMP|: [0-9]+: |awk|sed:|^mv|descriptor" <<<"$stderr"
	done
	[ -z "$(ls TMP)" ] || fail "$1: leaves $(ls TMP)"
}

@test "a full disk, and closed streams that are not needed: one message that people understand" {
	mkdir TMP
	"$TOP/scripts/make-samples" --layers 2 --decode 6 . >/dev/null
	trace-extract eager.json.gz >eager.tsv
	export TMPDIR=$PWD/TMP
	failing uplifter -summary=false -input eager.json.gz -output out.csv
	failing TraceLens_generate_perf_report_pytorch --profile_json_path eager.json.gz --output_csvs_dir out
	cp -r out other
	failing TraceLens_compare_perf_reports_pytorch out other -o book.xlsx
	echo '[]' >none.json
	failing acelyzer -D 1 -i none.json -o out.json
}

@test "messages of other programs end a script, and are told without the names of its files" {
	printf '%s\n' 'program=tool' ". '$TOP/scripts/shared.sh'" 'make_tmp' 'eval "$1"' >tool
	for command in 'mv "$tmp/a" "$tmp/b"' 'mv "$tmp/a" "$tmp/b" || :' 'mv "$tmp/a" "$tmp/b" | cat'; do
		run -2 sh tool "$command"
		assert_output "tool: cannot stat 'a': No such file or directory"
	done
	run -2 sh tool 'about=x.json; echo "trace-cut: $tmp/a:2: bad" >&2; mv a b'
	assert_output --partial "tool: x.json: trace-cut: a:2: bad"
	run -2 sh tool 'echo "trace-cut: bad" >"$tmp/said"; exit 2'
	assert_output "trace-cut: bad"
	run -0 sh tool 'echo "sort: write failed: Broken pipe" >&2'
	assert_output ""
}

@test "a tab, a line break and a backslash in a file's name are escaped in tables" {
	"$TOP/scripts/make-samples" --layers 2 --prefill 2 --decode 6 .
	a=$'a\tb\\t.json.gz' b=$'c\nd.json.gz'
	mv eager.json.gz "$a"
	mv compiled.json.gz "$b"
	for trace in "$a" "$b"; do
		trace-report -o report.xlsx -m page.md "$trace"
		trace-report "$trace" >screen
		trace-advise "$trace" >advice
		! grep -E 'replay error [0-9]{3}' advice || fail "$trace"
		trace-advise -t "$trace" >table
		[ "$(awk -F '\t' '{ print NF }' table | sort -u)" = 11 ]
	done
	trace-report "$a" | head -n 1 | grep -qF 'a\tb\\t.json.gz '
	head -n 1 page.md | grep -qxF '# Report of c\nd.json.gz'
	run -2 trace-advise --ranks "$a" "$b"
	assert_output --partial 'a\tb\\t.json.gz and '
	trace-compare-report -o comparison.xlsx "$a" "$b"
	trace-compare-report -j "$a" "$b" >json
	grep -qF '"a":"a\tb\\t.json.gz","b":"c\nd.json.gz"' json
	trace-advise "$a" "$b" >advice
	grep -qF 'c\nd.json.gz takes ' advice
	grep -A 1 -F "trace-compare-report -t 'a"$'\t'"b\\t.json.gz' 'c" advice | grep -qx "d.json.gz'.*"
	trace-report "$a" "$b" >pair
	trace-report -l "$a" "$b" | cut -f 1 | diff - <(printf '%s\n' file 'a\tb\\t.json.gz' 'c\nd.json.gz')
	run -2 trace-compare-report -t $'a\tb='"$a" "$b"
	assert_line --index 0 --partial "a label must not contain"
}

# Of commands without operands the trace is the value of an option.
@test "a trace whose name looks like an option, after --" {
	"$TOP/scripts/make-samples" --layers 2 --prefill 2 --decode 6 .
	mv eager.json.gz ./-x.json.gz
	mv compiled.json.gz ./-y.json.gz
	trace-extract -- -x.json.gz >./-x.tsv
	while read -r command; do
		bash -c "$command" >out 2>err || fail "$command: $(cat err)"
		! grep -E 'option|usage' err || fail "$command"
	done <<-'END'
		trace-report -- -x.json.gz
		trace-report -d report -- -x.json.gz
		trace-report -- -x.json.gz -y.json.gz
		trace-advise -- -x.json.gz
		trace-advise -- -x.json.gz -y.json.gz
		trace-compare-report -t -- -x.json.gz -y.json.gz
		wafer-compare -- -x.json.gz -y.json.gz
		trace-plot -o page.html -- sequences -x.tsv -x.tsv
		trace-report -l -- -x.json.gz
		trace-map -- 'trace-extract -- {}' -x.json.gz
		TraceLens_split_inference_trace -o steps -- -x.json.gz
		TraceLens_generate_perf_report_pytorch --profile_json_path -x.json.gz --output_csvs_dir classic
		uplifter -input -x.json.gz
		acelyzer -i -x.json.gz -o aiu.json
		trace-info -- -x.json.gz
		trace-cycles -- -x.tsv
	END
	trace-advise -- -x.json.gz | grep -q '[$] trace-report [.]/-x.json.gz$'
}

# refused WORDS MESSAGE: a command, and what it says of its options before it does anything.
refused() {
	# shellcheck disable=SC2086 # words
	run -2 --separate-stderr $1
	[ "$stderr" = "${1%% *}: $2. Try '${1%% *} --help'." ] || fail "$1: $stderr"
}

@test "options of all scripts: one table, which --help shows" {
	refused 'trace-report -o a.xlsx --output=b.xlsx x' '--output takes one value, and is given twice'
	refused 'trace-report --bins 3 --bins 3 -d d x' '--bins takes one value, and is given twice'
	refused 'trace-report --names reference --topk_ops 3 --top-arguments 4 x' '--top-arguments takes one value, and is given twice'
	refused 'trace-advise --cycle 1,1 --cycle 1,2 a b' '--cycle takes one value, and is given twice'
	refused 'trace-map --dir a --dir=b x{} y' '--dir takes one value, and is given twice'
	refused 'acelyzer -i a -i b' '-i takes one value, and is given twice'
	refused 'TraceLens_compare_perf_reports_pytorch a b -d c -d d' '-d takes one value, and is given twice'
	refused 'trace-advise --table=1 x' '--table takes no value'
	refused 'trace-advise -tx a' "unknown option '-x'"
	refused 'trace-advise --nothing=1 a' "unknown option '--nothing'"
	refused 'trace-compare-report a b -o' '-o needs a value'
	refused 'trace-compare-report -oa.csv a b' "-o writes a workbook, not 'a.csv'; -d FOLDER writes CSV"
	refused 'trace-map --engine cloud x{} y' "--engine takes local, parallel or slurm, not 'cloud'"
	refused 'trace-map --jobs 0 x{} y' "--jobs takes a number from 1 on, not '0'"
	refused 'trace-report --short-kernel-us=a -d d x' "--short-kernel-us takes a number, not 'a'"
	refused 'trace-report -m a.json x' "-m writes Markdown, not 'a.json'"
	refused 'TraceLens_generate_perf_report_jax --kernel-metadata-keyword-filters --profile_path x' \
		'--kernel-metadata-keyword-filters needs a value'
	refused 'TraceLens_split_inference_trace x -o d -num_steps 0' "-num_steps takes a number from 1 on, not '0'"
	# Letters together, their values behind them, repeated switches, what may come again.
	run -1 --separate-stderr acelyzer -kMM -ino.json -D0 -oout.json -C power_ts4 coll_bw
	[[ $stderr == 'acelyzer: no file matches: no.json' ]] || fail "$stderr"
	printf 'a\n1\n' >a.tsv
	run -2 --separate-stderr trace-report --sheet a=a.tsv --sheet b=a.tsv --phases --phases -dout no.json
	[[ $stderr == *no.json* ]] || fail "$stderr"
}

@test "options of all scripts: each long one of a page is known" {
	for page in "$TOP"/man/*.1; do
		tool=${page##*/}
		tool=${tool%.1}
		grep -q parse "$TOP/scripts/$tool" 2>/dev/null && [ "$tool" != uplifter ] || continue
		sed -n 's/^\.\(It\|Op\) /&/p' "$page" | grep -oE 'Fl -[a-z][a-zA-Z0-9_-]*' | sort -u | while read -r _ option; do
			run "$tool" "-$option=none" </dev/null
			[[ $output != *"unknown option"* ]] || fail "$tool -$option: $output"
		done
	done
}

@test "scripts: what is removed at the end, beside, has its name from mktemp" {
	run -1 bash -c 'grep -rE "(^|[^a-z_])beside=." "$1" | grep -vF "beside=\$(mktemp "' - "$TOP/scripts"
	assert_output ''
}

# keep_tables NAME COMMAND...: runs a report and keeps its temporary folder as kept/NAME.
keep_tables() {
	into=$PWD/kept/$1
	shift
	mkdir -p bin kept tmp
	cat >bin/rm <<-END
		#!/bin/sh
		for last; do [ "\${last%/*}" != "\$TMPDIR" ] || [ ! -e "\$last/errors" ] || cp -R "\$last" "\$KEEP_INTO"; done
		exec $(command -v rm) "\$@"
	END
	chmod +x bin/rm
	KEEP_INTO=$into TMPDIR=$PWD/tmp PATH=$PWD/bin:$PATH "$@" >said 2>&1 || fail "$* ends with $?: $(cat said)"
	[ -e "$into/errors" ]
}

# A sheet, what is printed, and lists of words are no tables.
@test "reports: tables.tsv names each table on the way, who makes and reads it, its columns" {
	"$TOP/scripts/make-samples" . >/dev/null
	keep_tables report trace-report --phases --modules --overlap --arch MI300X -o r.xlsx eager.json.gz
	keep_tables screen trace-report eager.json.gz
	keep_tables html trace-report --html r.html eager.json.gz
	keep_tables advice trace-advise eager.json.gz
	keep_tables why trace-advise compiled.json.gz eager.json.gz
	keep_tables compared trace-compare-report -o c.xlsx compiled.json.gz eager.json.gz
	find kept -type f ! -name 'sheet.*' ! -name 'table.*' ! -name 'people.*' ! -name errors -size +0 |
		sort >files
	tables="$TOP/scripts/report/tables.tsv"
	# Its header tells a table: names with tabs between, and the same number in each row.
	while IFS= read -r file; do
		awk -F '\t' -v file="$file" '
			NR == 1 { n = NF; header = $0 }
			NR == 1 && !/^[a-z0-9_]+(\t[a-z0-9_]+)+$/ || NF != n { no = 1; exit }
			END { if (!no) { name = file; sub(/.*\//, "", name); sub(/[.].*/, "", name); print name "\t" file "\t" header } }' "$file"
	done <files >found
	[ "$(wc -l <found)" -gt 150 ]
	run -0 awk -F '\t' '
		NR == FNR { columns[$1] = $5; next }
		!($1 in columns) { print $2 ": not in tables.tsv"; next }
		{
			n = split(columns[$1], name, ",")
			header = $0 "\t"
			sub(/^[^\t]*\t[^\t]*/, "", header)
			for (i = 1; i <= n; i++)
				if (index(header, "\t" name[i] "\t") == 0)
					print $2 ": no column " name[i]
		}' "$tables" found
	assert_output ''
	sed 1d "$tables" | while IFS=$'\t' read -r table makers readers _; do
		for file in $makers $readers; do
			[ ! -e "$TOP/scripts/$file" ] || file=../$file
			grep -qw -- "$table" "$TOP/scripts/report/$file" || fail "$file does not speak of $table"
		done
	done
	sed 1d "$tables" | cut -f 1 | sort -u | cmp - <(sed 1d "$tables" | cut -f 1)
}
