# shellcheck shell=sh disable=SC2034,SC2154 # variables of the scripts
# tables.sh - functions for the scripts' tables, as order_by, and for pages of them.

# has_rows TABLE: whether it has more than its header. Starts no process.
has_rows() {
	{ read -r _ && read -r _; } <"$1"
}

# has_column TABLE COLUMN: whether it has that. Starts no process.
has_column() {
	IFS= read -r heading <"$1" || return 1
	case $tab$heading$tab in *"$tab$2$tab"*) ;; *) return 1 ;; esac
}

# place TABLE COLUMN: its number, from 1 on; nothing if the table does not have it.
place() {
	has_column "$1" "$2" || return 0
	number=1
	while [ "${heading%%"$tab"*}" != "$2" ]; do
		heading=${heading#*"$tab"} number=$((number + 1))
	done
	println "$number"
}

# order_by TABLE COLUMN:FLAGS...: the same by the names of columns, stable.
order_by() {
	ordered=$1
	shift
	for column; do
		shift
		at=$(place "$ordered" "${column%:*}")
		set -- "$@" -k "$at,$at${column##*:}"
	done
	in_order "$ordered" -s "$@"
}

# Sets width: the columns of the terminal, $COLUMNS, or else nothing; as tsv2txt does.
find_width() {
	width=
	case ${COLUMNS:-} in
	'' | *[!0-9]* | ????* | 0*) ;;
	*) width=$COLUMNS ;;
	esac
	[ -t 1 ] || return 0
	{ size=$(stty size <&3 2>/dev/null) || size=; } 3>&1
	case $size in
	*' '[1-9]*) width=${size#* } ;;
	*) width=${width:-80} ;;
	esac
}

# Sets color: 1 where a terminal shows colours and nobody said otherwise, as tsv2txt does.
find_color() {
	color=
	if [ -t 1 ] && [ -z "${NO_COLOR:-}" ] && [ "${TERM:-dumb}" != dumb ]; then
		color=1
	fi
}

# no_room: a filter for what tsv2txt prints, whose --all is not that of the scripts.
no_room() {
	sed 's/^Not shown without --all:/No room for:/'
}

# page_sections TABLE [OPTION...]: a page in sections in Markdown: a section with one column is
# text, the others are tables, by tsv2md with these options; the result, which is one sentence,
# needs no heading.
page_sections() {
	page=$1
	shift
	cut -f 1 "$page" | sed 1d | uniq | while IFS= read -r title; do
		stage section section="$title" "$page" "$page" >"$tmp/rows"
		[ "$title" = result ] || printf '\n### %s\n' "$title"
		printf '\n'
		case $title-$(head -n 1 "$tmp/rows") in
		result-*) tsv2md "$tmp/rows" | sed '1,2d; s/^| //; s/ |$//' ;;
		*"$tab"*) tsv2md "$@" "$tmp/rows" ;;
		*) tsv2md "$tmp/rows" | sed '1,2d; s/^| /- /; s/ |$//' ;;
		esac
	done
}

# Copies $tmp/page to standard output.
print_page() {
	end_progress
	cat "$tmp/page" 2>/dev/null || die 2 "cannot write standard output"
}

# write_page FILE: what is in $tmp/page, whole or not at all; from the folder $start.
write_page() {
	cd "$start" || exit 2
	if [ "$1" = - ]; then
		print_page
	else
		write_whole "$tmp/page" "$1"
	fi
}
