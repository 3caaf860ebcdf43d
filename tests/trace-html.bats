#!/usr/bin/env bats
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'match a_name b_name a_us b_us delta_us a_position b_position' \
		'exact gemm gemm 5.000 4.000 -1.000 1 1' 'removed </script><b>x</b>&"quote" - 2.000 - -2.000 2 -' \
		'added - fused - 1.500 1.500 - 2' >aligned.tsv
	tsv 'ts_us dur_us name cat path' '1700000000000002.250 3.000 mm kernel 1:1' \
		'1700000000000001.500 0.500 add kernel -' '1700000000000009.000 3.000 mm kernel 1:2' \
		'1700000000000003.000 9.000 copy gpu_memcpy -' >a.tsv
	tsv 'ts_us dur_us name' '5 1.000 gemm' >b.tsv
}

@test "manners: command line" {
	manners_command_line trace-html
}

@test "manners: the page and --help agree" {
	manners_page trace-html
}

@test "the page's examples" {
	manners_examples trace-html
}

# data NAME PAGE: a constant of the page, as JSON.
data() {
	sed -n "/^const $1 =\$/,/^;\$/p" "$2" | sed '1d;$d'
}

@test "pairs: all rows, and no name that could end the program" {
	trace-html -o page.html aligned.tsv
	run -0 data ROWS page.html
	assert_line --index 1 '{"match":"exact","a_name":"gemm","b_name":"gemm","a_us":5.000,"b_us":4.000,"delta_us":-1.000,"a_position":1,"b_position":1},'
	assert_line --index 2 '{"match":"removed","a_name":"\u003c/script>\u003cb>x\u003c/b>&\"quote\"","b_name":null,"a_us":2.000,"b_us":null,"delta_us":-2.000,"a_position":2,"b_position":null},'
	[ "$(grep -c '</script>' page.html)" -eq 1 ]
	trace-html <aligned.tsv | cmp - page.html
	trace-html --output=again.html --names=A,B aligned.tsv
	cmp again.html page.html
}

@test "events: kernels alone, in the order of time, since the first" {
	trace-html a.tsv b.tsv >page.html
	run -0 data A page.html
	assert_output - <<-'END'
		[
		{"at_us":0.000,"dur_us":0.500,"name":"add","path":null},
		{"at_us":0.750,"dur_us":3.000,"name":"mm","path":"1:1"},
		{"at_us":7.500,"dur_us":3.000,"name":"mm","path":"1:2"}
		]
	END
	run -0 data B page.html
	assert_line --index 1 '{"at_us":0.000,"dur_us":1.000,"name":"gemm","path":null}'
}

@test "the names of the sides: as short as tells them apart" {
	mkdir -p d e
	cp a.tsv run.a.tsv
	cp b.tsv run.b.tsv
	cp a.tsv d/run.tsv
	cp b.tsv e/run.tsv
	trace-html a.tsv b.tsv >names
	trace-html run.a.tsv run.b.tsv >>names
	trace-html d/run.tsv e/run.tsv >>names
	trace-html a.tsv a.tsv >>names
	diff - <(grep '^\[{.*}\]$\|^{"a".*\|^const NAMES' names | grep -o '"a":.*}') <<-END
		"a":"a","b":"b"}
		"a":"run.a.tsv","b":"run.b.tsv"}
		"a":"d/run.tsv","b":"e/run.tsv"}
		"a":"A","b":"B"}
	END
}

@test "the page loads nothing" {
	trace-html aligned.tsv >page.html
	grep -q "default-src 'none'" page.html
	run -1 grep -iE '(src|href)=|url\(|import |fetch\(|XMLHttp' page.html
	run -0 grep -o 'https*://[^"]*' page.html
	assert_output http://www.w3.org/2000/svg
}

# Sets output to what the browser makes of page.html.
shown() {
	run timeout 60 chromium --headless --no-sandbox --disable-gpu --dump-dom "file://$PWD/page.html"
	[ "$status" -eq 0 ] || skip "chromium does not run here"
}

@test "the program runs: rows, bars, pairs and folded cycles" {
	command -v chromium >/dev/null || skip "no chromium"
	trace-html --names x,y aligned.tsv >page.html
	shown
	assert_output --partial '<h1>x and y</h1>'
	assert_output --partial 'x: 2 kernels, 7.000 us; y: 2 kernels, 5.500 us.'
	assert_output --partial '&lt;/script&gt;&lt;b&gt;x&lt;/b&gt;&amp;"quote"'
	[ "$(grep -o '<rect' <<<"$output" | wc -l)" -eq 4 ]
	[ "$(grep -o '<line' <<<"$output" | wc -l)" -eq 1 ]
	trace-html a.tsv b.tsv >page.html
	shown
	assert_output --partial '1 more repeat of cycle 1: 1 kernel<'
	assert_output --partial 'mm</div></td><td class="n">3.000</td><td class="n">0.750</td>'
	sed 's/\tadd\t/\tvoid at::native::add<(anonymous namespace)::f>\t/' a.tsv >long.tsv
	trace-html long.tsv b.tsv >page.html
	shown
	assert_output --partial '<div class="clip" title="void at::native::add&lt;(anonymous namespace)::f&gt;">add&lt;f&gt;</div>'
}

# places TABLE: of each side POSITION:COLUMN in the picture.
places() {
	trace-html "$1" >page.html
	{
		sed -n '/^const ROWS =$/,/^;$/p; /^function \(rotation\|sides\|columns\)/,/^}/p' page.html
		echo 'const l = sides(); columns(l); for (const s of l) console.log(s.map(e => e.i + ":" + e.x).join(" "))'
	} >places.js
	node places.js
}

@test "a rotated pair: A begins where B does, so that all pairs are beside each other" {
	command -v node >/dev/null || skip "no node"
	local at i
	{
		head -n 1 aligned.tsv
		for i in 1 2 3 4 5; do
			awk -F '\t' -v OFS='\t' -v a=$(((i + 1) % 5 + 1)) -v b=$i 'NR == 1 { for (k = 1; k <= NF; k++) c[$k] = k }
				NR == 2 { $c["a_position"] = a; $c["b_position"] = b; print }' aligned.tsv
		done
	} >rotated.tsv
	run -0 places rotated.tsv
	assert_output - <<-'END'
		3:0 4:1 5:2 1:3 2:4
		1:0 2:1 3:2 4:3 5:4
	END
	command -v chromium >/dev/null || return 0
	shown
	assert_output --partial ' The picture shows A from its kernel 3 on, where B begins.'
	assert_output --partial '>A: 3 to 5, 1 to 2; longest'
}

@test "every kernel has a column, also those of B before the first pair" {
	command -v node >/dev/null || skip "no node"
	tsv 'match a_name b_name a_us b_us delta_us a_position b_position' \
		'removed p - 1.000 - -1.000 1 -' 'added - q - 2.000 2.000 - 1' 'added - r - 3.000 3.000 - 2' \
		'moved m m 9.000 9.000 0.000 4 3' 'exact s s 4.000 4.000 0.000 2 4' 'similar t u 5.000 5.000 0.000 3 5' \
		'added - v - 6.000 6.000 - 6' >early.tsv
	run -0 places early.tsv
	assert_output - <<-'END'
		1:0 2:4 3:5 4:6
		1:1 2:2 3:3 4:4 5:5 6:7
	END
	command -v chromium >/dev/null || return 0
	trace-html early.tsv >page.html
	shown
	assert_output --partial 'A: 1 to 4; longest bar 9.000 us'
	assert_output --partial 'B: 1 to 6; longest bar 9.000 us'
	[ "$(grep -o '<rect' <<<"$output" | wc -l)" -eq 10 ]
	[ "$(grep -o '<line' <<<"$output" | wc -l)" -eq 3 ]
}

@test "what cannot be done" {
	head -n 1 aligned.tsv >none.tsv
	run -1 --separate-stderr trace-html none.tsv
	[ "$stderr" = "trace-html: $PWD/none.tsv: no kernels" ]
	[ -z "$output" ]
	run -1 trace-html a.tsv <(head -n 1 b.tsv)
	run -2 --separate-stderr trace-html b.tsv
	[[ $stderr == *"no column match: trace-align prints pairs"* ]] || fail "$stderr"
	run -2 --separate-stderr trace-html a.tsv aligned.tsv
	run -2 --separate-stderr trace-html /no/such/file
	run -2 --separate-stderr bash -c ': | trace-html'
	run -2 trace-html a.tsv b.tsv b.tsv
	run -2 trace-html --names x aligned.tsv
	run -2 trace-html -o /no/such/folder/x aligned.tsv
	run -2 bash -c 'trace-html aligned.tsv >/dev/full'
}

@test "-o: beside and renamed, so that a link is not followed; a name with backslashes" {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'ts_us dur_us name' '0.000 1.000 k' >'a\033b'
	echo old >old
	ln -s old page
	trace-html -o page 'a\033b' 'a\033b'
	[ "$(cat old)" = old ]
	grep -q '</html>' page
	run -2 trace-html -o /dev/full 'a\033b' 'a\033b'
	assert_output 'trace-html: cannot write /dev/full'
}
