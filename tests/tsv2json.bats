#!/usr/bin/env bats
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'ts_us dur_us name cat stream' \
		'1700000000000001.500 3.250 gemm~"a" kernel 7' \
		'1700000000000004.000 1.000 copy kernel -' >events.tsv
}

# converts TSV OBJECT...: a printf format becomes an array of these.
converts() {
	local format=$1
	shift
	# shellcheck disable=SC2059 # it is a format
	diff -u <(
		echo '['
		printf '%s\n' "$@" | sed '$!s/$/,/'
		echo ']'
	) <(printf "$format" | tsv2json)
}

@test "manners: command line" {
	manners_command_line tsv2json
}

@test "manners: the page and --help agree" {
	manners_page tsv2json
}

@test "manners: filter" {
	manners_filter tsv2json events.tsv
}

@test "the page's examples" {
	manners_examples tsv2json
}

@test "header only is an empty array" {
	run -0 tsv2json <<<a
	assert_output $'[\n]'
}

@test "numbers stay as they are, whatever their length" {
	converts 'x\n0\n-0\n1.50\n12345678901234567890.123\n1e400\n-2.5E-3\n' \
		'{"x":0}' '{"x":-0}' '{"x":1.50}' '{"x":12345678901234567890.123}' \
		'{"x":1e400}' '{"x":-2.5E-3}'
}

@test "what JSON has no number for is a string" {
	converts 'x\n007\n-01\n1.\n.5\n+1\n1e\n1e+\n-\n0x10\nnan\ninf\n 1\n1 \n1,5\n' \
		'{"x":"007"}' '{"x":"-01"}' '{"x":"1."}' '{"x":".5"}' '{"x":"+1"}' \
		'{"x":"1e"}' '{"x":"1e+"}' '{"x":"-"}' '{"x":"0x10"}' '{"x":"nan"}' \
		'{"x":"inf"}' '{"x":" 1"}' '{"x":"1 "}' '{"x":"1,5"}'
}

@test "ids and names are strings, empty fields are null" {
	converts 'pid\tstream\tcorrelation\tname\tcount\n1\t2\t18446744073709551616\t3\t4\n\t\t\t\t\n' \
		'{"pid":"1","stream":"2","correlation":"18446744073709551616","name":"3","count":4}' \
		'{"pid":null,"stream":null,"correlation":null,"name":null,"count":null}'
}

@test "strings are escaped, escapes are not doubled" {
	converts 'na"me\\t\nx\\ty\n"\\\\"\n\\n\\r\n' \
		'{"na\"me\t":"x\ty"}' '{"na\"me\t":"\"\\\""}' '{"na\"me\t":"\n\r"}'
	converts 'x\n\001\037\177\n\377\xc3\n\xe2\x82\xac\n' '{"x":"\u0001\u001f'$'\177''"}' \
		'{"x":"'$'\xef\xbf\xbd\xef\xbf\xbd''"}' '{"x":"€"}'
}

@test "two columns with the same name are an error" {
	run -2 --separate-stderr tsv2json <<<$'a\tb\ta'
	[ "$stderr" = "tsv2json: standard input: two columns are called a: an object cannot hold both" ]
	[ -z "$output" ]
}

@test "an independent reader finds every field" {
	command -v python3 >/dev/null || skip "no python3"
	awk 'BEGIN {
		srand(7)
		n = split("a|\"|\\\\|\\t|\\n|\\r|/|\303\244|\360\237\230\200|0|-|1.5|e|\001|\037|\177|\302\205|{|}|,| ", piece, "|")
		print "x\ty"
		for (i = 0; i < 3000; i++) {
			for (j = 0; j < 2; j++) {
				field = ""
				for (k = int(rand() * 6); k > 0; k--)
					field = field piece[1 + int(rand() * n)]
				printf "%s%s", field, j ? "\n" : "\t"
			}
		}
	}' >hostile.tsv
	tsv2json hostile.tsv >hostile.json
	python3 - <<-'END'
		import decimal, json, re
		escapes = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}
		rows = [l.split("\t") for l in open("hostile.tsv", encoding="utf-8", newline="\n").read()[:-1].split("\n")]
		got = json.load(open("hostile.json", encoding="utf-8"), parse_int=decimal.Decimal, parse_float=decimal.Decimal)
		assert len(got) == len(rows) - 1 == 3000
		numbers = 0
		for row, record in zip(rows[1:], got):
		    assert list(record) == rows[0]
		    for text, value in zip(row, record.values()):
		        if isinstance(value, decimal.Decimal):
		            numbers += 1
		            assert decimal.Decimal(text) == value
		        else:
		            assert value == (re.sub(r"\\(.)", lambda m: escapes[m[1]], text) if text else None)
		assert numbers > 50
	END
}

@test "events of a real trace" {
	need_traces
	command -v jq >/dev/null || skip "no jq"
	trace-extract "$TRACES/tiny-triton.json.gz" >real.tsv
	tsv2json real.tsv | jq -r '.[] | .name' | cmp - <(tail -n +2 real.tsv | cut -f 3)
}
