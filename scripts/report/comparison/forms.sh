# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2094,SC2154 # awk's variables, and those of trace-compare-report
# forms.sh - the tables of trace-compare-report as text, as a page in Markdown, and as JSON.

# Of more than two traces the first value of each; the facts a line a trace.
fit() {
	case $count-$1 in
	2-* | 3-metadata | *-summary* | *-aligned* | *-deviating_layers | *-fusions | *-pairs | *-stacks | *-warnings) cat ;;
	*-metadata)
		awk -F '\t' -v OFS='\t' '{ for (i = 1; i <= NF; i++) cell[NR, i] = $i }
			END { for (i = 1; i <= NF; i++) {
				line = i == 1 ? "trace" : cell[1, i]
				for (r = 2; r <= NR; r++) line = line OFS cell[r, i]
				print line } }'
		;;
	*) stage comparison/compact labels="$all_labels" ;;
	esac
}

# Each table under its name; as text the longest ones are cut.
print_text() {
	for name in $sheets; do
		rows=$(($(wc -l <"sheet.$name") - 1))
		[ "$rows" -gt 0 ] || continue
		println "$name" | tr _ ' '
		echo
		shown=$rows
		if [ -z "$everything" ] && [ "$name" != metadata ] && [ "$rows" -gt 15 ] &&
			[ "$name" = "${name#summary}" ]; then
			shown=10
		fi
		head -n "$((shown + 1))" "sheet.$name" | fit "$name" | stage comparison/rounded |
			tsv2txt ${color:+--color=always} --width "$width" | no_room
		[ "$shown" -eq "$rows" ] || println "... $((rows - shown)) more rows: --all"
		echo
	done
}

# One page with all tables.
make_page() {
	printf '# Comparison of %s\n' "$(println "$files" | sed 's|.*/||' | paste -s -d , | sed 's/,/, /g')"
	for section in $sheets; do
		renew "sheet.$section" stage comparison/rounded "sheet.$section"
		for_people "$section"
	done
	with_lines "$people" stage comparison/headings
	for section in $sheets; do
		printf '\n## %s\n' "$section" | tr _ ' '
		case $section in
		summary*) page_sections "sheet.$section.page" --width 80 ;;
		*) printf '\n' && tsv2md --rows 200 --width 80 "sheet.$section.page" ;;
		esac
	done
}

print_json() {
	printf '{'
	separator=
	for name in $sheets; do
		printf '%s"%s":\n' "$separator" "$name"
		tsv2json "sheet.$name"
		separator=,
	done
	echo '}'
}
