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

# data NAME PAGE: a constant of the page, as JSON.
data() {
	sed -n "/^const $1 =\$/,/^;\$/p" "$2" | sed '1d;$d'
}

@test "pairs: all rows, and no name that could end the program" {
	trace-plot -o page.html alignment aligned.tsv
	run -0 data ROWS page.html
	assert_line --index 1 '{"match":"exact","a_name":"gemm","b_name":"gemm","a_us":5.000,"b_us":4.000,"delta_us":-1.000,"a_position":1,"b_position":1,"group":null,"pair":null},'
	assert_line --index 2 '{"match":"removed","a_name":"\u003c/script>\u003cb>x\u003c/b>&\"quote\"","b_name":null,"a_us":2.000,"b_us":null,"delta_us":-2.000,"a_position":2,"b_position":null,"group":null,"pair":null},'
	[ "$(grep -c '</script>' page.html)" -eq 1 ]
	trace-plot alignment <aligned.tsv | cmp - page.html
	trace-plot --output=again --format html alignment A,B=aligned.tsv
	cmp again page.html
}

@test "events: kernels alone, in the order of time, since the first" {
	trace-plot sequences a.tsv b.tsv >page.html
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

@test "events of several ranks and devices: one sequence behind the other" {
	tsv 'ts_us dur_us name rank device' '4.000 1.000 c 10 1' '3.000 1.000 a 2 0' '6.000 1.000 b 2 0' '5.000 1.000 d 10 0' >ranks
	trace-plot sequences ranks b.tsv >page.html
	run -0 data A page.html
	[ "$(grep -oE 'at_us":[0-9]|name":"[a-z]' <<<"$output" | grep -o '[0-9a-z]$' | xargs)" = '0 a 3 b 2 d 1 c' ]
}

@test "the names of the sides: labels, if they tell them apart" {
	trace-plot sequences a.tsv b.tsv >names
	trace-plot sequences x=a.tsv y,z=b.tsv >>names
	trace-plot sequences a.tsv a.tsv >>names
	trace-plot alignment aligned.tsv >>names
	trace-plot alignment "it's,B=aligned.tsv" >>names
	trace-plot alignment --title 'a </script>' aligned.tsv >>names
	grep '^const NAMES' names >sides
	diff sides - <<-'END'
		const NAMES = ["a", "b"];
		const NAMES = ["x", "y,z"];
		const NAMES = ["A", "B"];
		const NAMES = ["A", "B"];
		const NAMES = ["it's", "B"];
		const NAMES = ["A", "B"];
	END
	grep '^const TITLE' names | sed -n '2p;6p' | diff - <(printf '%s\n' 'const TITLE = "x and y,z";' \
		'const TITLE = "a \u003c/script>";')
}

@test "the page loads nothing" {
	trace-plot alignment aligned.tsv >page.html
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
	trace-plot alignment x,y=aligned.tsv >page.html
	shown
	assert_output --partial '<h1>x and y</h1>'
	assert_output --partial 'x: 2 kernels, 7.000 us; y: 2 kernels, 5.500 us.'
	assert_output --partial '&lt;/script&gt;&lt;b&gt;x&lt;/b&gt;&amp;"quote"'
	[ "$(grep -o '<rect' <<<"$output" | wc -l)" -eq 4 ]
	[ "$(grep -o '<line' <<<"$output" | wc -l)" -eq 1 ]
	trace-plot sequences a.tsv b.tsv >page.html
	shown
	assert_output --partial '1 more repeat of cycle 1: 1 kernel<'
	assert_output --partial 'mm</div></td><td class="n">3.000</td><td class="n">0.750</td>'
	sed 's/\tadd\t/\tvoid at::native::add<(anonymous namespace)::f>\t/' a.tsv >long.tsv
	trace-plot sequences long.tsv b.tsv >page.html
	shown
	assert_output --partial '<div class="clip" title="void at::native::add&lt;(anonymous namespace)::f&gt;">add&lt;f&gt;</div>'
}

@test "a page of several pairs of cycles says so, and which each kernel is of" {
	command -v chromium >/dev/null || skip "no chromium"
	tsv 'pair match a_name b_name a_us b_us delta_us a_position b_position' '1 exact s s 4.000 4.000 0.000 1 1' \
		'2 exact s s 2.000 2.000 0.000 1 1' >two.tsv
	trace-plot alignment two.tsv >page.html
	shown
	assert_output --partial 'A: 2 kernels, 6.000 us; B: 2 kernels, 6.000 us. These are 2 pairs of cycles, one behind the other'
	assert_output --partial '>pair #</th>'
	[ "$(grep -oE '<td class="n">[12]</td></tr>' <<<"$output" | wc -l)" -eq 2 ]
	trace-plot alignment aligned.tsv >page.html
	shown
	[[ $output != *'us. These are'* && $output != *'pair #</th>'* ]]
}

# places TABLE: of each side POSITION:COLUMN in the picture.
places() {
	trace-plot alignment "$1" >page.html
	{
		sed -n '/^const ROWS =$/,/^;$/p; /^function rotation/,/^function fold/p' page.html | sed '$d'
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
	trace-plot alignment early.tsv >page.html
	shown
	assert_output --partial 'A: 1 to 4; longest bar 9.000 us'
	assert_output --partial 'B: 1 to 6; longest bar 9.000 us'
	[ "$(grep -o '<rect' <<<"$output" | wc -l)" -eq 10 ]
	[ "$(grep -o '<line' <<<"$output" | wc -l)" -eq 3 ]
}

@test "kernels that became one are one change, linked to it" {
	command -v chromium >/dev/null || skip "no chromium"
	tsv 'match a_name b_name a_us b_us delta_us a_position b_position group' 'exact s s 4.000 4.000 0.000 1 1 -' \
		'removed p - 2.000 - -2.000 2 - 1' 'removed q - 3.000 - -3.000 3 - 1' 'added - pq - 4.000 4.000 - 2 1' >fused.tsv
	trace-plot alignment fused.tsv >page.html
	shown
	assert_output --partial 'fused 2:1</td><td class="n">1</td><td class="n">-1.000</td>'
	assert_output --partial '</span>fused 3'
	[ "$(grep -o '<line' <<<"$output" | wc -l)" -eq 3 ]
}

@test "several pairs of cycles stand one behind the other" {
	command -v node >/dev/null || skip "no node"
	tsv 'pair match a_name b_name a_us b_us delta_us a_position b_position' 'p exact s s 4.000 4.000 0.000 1 1' \
		'p exact t t 2.000 2.000 0.000 2 2' >p
	{ sed 's/^p\t/1\t/' p; sed '1d; s/^p\t/2\t/' p; } >two.tsv
	run -0 places two.tsv
	assert_output - <<-'END'
		1:0 2:1 1:2 2:3
		1:0 2:1 1:2 2:3
	END
}

@test "what cannot be done" {
	head -n 1 aligned.tsv >none.tsv
	run -1 --separate-stderr trace-plot -o none.html alignment none.tsv
	[ "$stderr" = "trace-plot: nothing to draw" ]
	[ ! -e none.html ]
	run -1 --separate-stderr trace-plot sequences a.tsv <(head -n 1 b.tsv)
	[ "$stderr" = "trace-plot: nothing to draw: the second table has no kernels" ]
	run -2 --separate-stderr trace-plot alignment b.tsv
	[[ $stderr == *"no column match; trace-align makes"* ]] || fail "$stderr"
	run -2 --separate-stderr trace-plot sequences a.tsv aligned.tsv
	[[ $stderr == *"no column ts_us"* ]] || fail "$stderr"
	run -2 --separate-stderr trace-plot sequences a.tsv
	[[ $stderr == *"two tables of events"* ]] || fail "$stderr"
	run -2 trace-plot sequences a.tsv b.tsv b.tsv
	for format in 'svg' 'gnuplot'; do
		run -2 --separate-stderr trace-plot --format "$format" alignment aligned.tsv
		[[ $stderr == *"alignment is a page: --format html"* ]] || fail "$stderr"
	done
	run -2 trace-plot -o page.png alignment aligned.tsv
	[ ! -e page.png ]
}
