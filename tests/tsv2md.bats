#!/usr/bin/env bats
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'ts_us dur_us name' '1 10 void~gemm<float,~4>()' '20 20 void~gemm<float,~4>()' \
		'50 5 copy__kernel' >events.tsv
}

# shows ARGUMENTS TSV MARKDOWN: printf formats.
shows() {
	# shellcheck disable=SC2059,SC2086 # formats; several words
	diff -u <(printf "$3") <(printf "$2" | tsv2md $1)
}

@test "manners: command line" {
	manners_command_line tsv2md
}

@test "manners: the page and --help agree" {
	manners_page tsv2md
}

@test "manners: filter" {
	manners_filter tsv2md events.tsv --width 9 --rows 2
}

@test "the page's examples" {
	manners_examples tsv2md
}

@test "header only is an empty table" {
	shows '' 'name\tcount\tx\n' '| name | count | x |\n| --- | ---: | --- |\n'
}

@test "numbers stand at the right, by the column's name or by what it holds" {
	shows '' 'stream\tx\ty\tz\tn_pct\n7\t1\t1\t\t\n8\t\ta\t\t-\n' \
		'| stream | x | y | z | n_pct |\n| --- | ---: | --- | --- | ---: |\n| 7 | 1 | 1 | | |\n| 8 | | a | | - |\n'
}

@test "--rows counts what it leaves out, and nothing where nothing is" {
	shows '--rows 1' 'x\n1\n2\n' '| x |\n| ---: |\n| 1 |\n\n1 more row\n'
	shows '--rows 2' 'x\n1\n2\n' '| x |\n| ---: |\n| 1 |\n| 2 |\n'
	run -0 bash -c 'seq 0 3000 | tsv2md --rows 1500 | tail -n 3'
	assert_output $'| 1500 |\n\n1500 more rows'
	run -0 bash -c 'seq 0 3000 | tsv2md | wc -l'
	assert_output 3002
}

@test "--width shortens texts, not numbers, and not the header" {
	shows '--width 8' 'a_long_name\n1234567890.5\nabcdefghi\nabcdefgh\n' \
		'| a_long_name |\n| --- |\n| 1234567890.5 |\n| abcd…ghi |\n| abcdefgh |\n'
	run -2 tsv2md --width 7 events.tsv
	assert_output --partial "--width"
}

@test "a reader of GitHub's Markdown shows each field as it is" {
	command -v cmark-gfm >/dev/null || skip "no cmark-gfm"
	command -v python3 >/dev/null || skip "no python3"
	awk 'BEGIN {
		srand(5)
		n = split("a||*|_|__|**|`|<b>|<|>|&amp;|&|~~|$x$|[a](b)|[|]|!|#|1.|-|\\\\|\\\\|x y|ä|:|==|(|)", piece, "|")
		piece[++n] = "|"
		print "a\tb"
		for (i = 0; i < 600; i++) {
			for (j = 0; j < 2; j++) {
				field = "x"
				for (k = int(rand() * 7); k > 0; k--)
					field = field piece[1 + int(rand() * n)]
				printf "%s%s", field "x", j ? "\n" : "\t"
			}
		}
	}' >table.tsv
	tsv2md table.tsv | cmark-gfm -e table -e strikethrough --to html >table.html
	python3 - <<-'END'
		import html, re
		want = [f.replace("\\\\", "\\") for f in re.split("[\t\n]", open("table.tsv").read())[:-1]]
		got = [html.unescape(c) for c in re.findall("<t[hd][^>]*>(.*?)</t[hd]>", open("table.html").read())]
		assert got == want, next((g, w) for g, w in zip(got, want) if g != w)
	END
}
