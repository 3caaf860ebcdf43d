# shellcheck shell=sh disable=SC2034,SC2154 # variables of the scripts
# output.sh - how the scripts that write reports make their sheets, and write them.
#
# They run in the folder $tmp, where a table is a file, and the sheet NAME is
# sheet.NAME; $sheets is a list of the names.
load tables
prelude=
while IFS= read -r line; do
	prelude=$prelude$line$newline
done <"$programs/table.awk"

# table PROGRAM OPERAND...: awk over tables, see report/table.awk.
table() {
	code=$1
	shift
	awk "$prelude$code" "$@"
}

# need_columns FILE COLUMNS CONDITION: ends unless the header of FILE, a table of the user's,
# meets an awk condition on c, that there are these COLUMNS.
need_columns() {
	table "FNR == 1 { good = $3; exit } END { exit !good }" "$1" || die 2 "$1: needs the columns $2"
}

# stage NAMES OPERAND...: the same with programs of report: one, and those with the
# functions that it needs.
stage() {
	parts=$1
	shift
	for part in $parts; do
		set -- -f "$programs/$part.awk" "$@"
	done
	awk -f "$programs/table.awk" "$@"
}

# renew TABLE COMMAND...: the table becomes what the command prints, which may read it.
renew() {
	renewed=$1
	shift
	"$@" >"$renewed.new"
	mv "$renewed.new" "$renewed"
}

# add KEYS COLUMNS FROM TABLE: TABLE with columns of FROM.
add() {
	stage arrange joins="$1|$2|$3" "$4"
}

# Columns that several sheets have: shares.
shares='Percentage (%)=pct,Cumulative Percentage (%)=cumulative_pct'

# read_into TABLE OPTION...: runs trace-extract with these options. Damage, and no event,
# are no failure yet.
read_into() {
	into=$1
	shift
	trace-extract "$@" >"$tmp/$into" || damaged=$?
	is "$damaged" '0 1 3' || exit "$damaged"
}

# sum_of TABLE: the time of its rows.
sum_of() {
	table 'FNR > 1 { sub(/[.]/, "", $c["dur_us"]); t += $c["dur_us"] }
		END { printf "%.3f", t / 1000 }' "$1"
}

# word_for_awk TEXT: a word of a command that is no option, the same way.
word_for_awk() {
	case $1 in
	-?*) word_for_awk "./$1" ;;
	*[!A-Za-z0-9_.,/:=@%+-]*) cell_for_awk "'$(println "$1" | sed "s/'/'\\\\''/g")'" ;;
	*) println "$1" ;;
	esac
}

# arrange COLUMNS TABLE [VARIABLE=VALUE...]: a sheet, see report/arrange.awk.
arrange() {
	columns=$1 arranged=$2
	shift 2
	stage arrange columns="$columns" total="$total_us" longest="$longest" "$@" "$arranged"
}

# later COLUMNS TABLE [VARIABLE=VALUE...]: the same for the sheet that is being made: all of
# these are arranged by one awk, in arrange_all.
later() {
	columns=$1 arranged=$2
	shift 2
	wanted="$wanted${newline}sheet=sheet.$name${newline}columns=$columns"
	for word in joins= filled= most= "$@"; do
		wanted=$wanted$newline$word
	done
	wanted=$wanted$newline$arranged
}

wanted=
arrange_all() {
	with_lines "$wanted" stage arrange total="$total_us" longest="$longest"
}

# sheet NAME [COMMAND WORD...]: makes a sheet, with the function of its name or
# that command.
sheet() {
	name=$1
	[ $# -eq 1 ] || shift
	progress "table $name"
	"$@" >"sheet.$name"
	sheets="$sheets $name"
}

# find_filled: sets filled_sheets to those that have rows. The shell would read a
# row of lists, up to 64 KB, byte by byte.
find_filled() {
	[ -n "$sheets" ] || return 0
	filled_sheets=" $(cd "$tmp" && awk 'FNR == 2 {
		printf "%s ", substr(FILENAME, 7)
		nextfile
	}' sheet.*)"
}

# write_workbook [OPTION...]: of all sheets, or their form for a workbook, sheet.NAME.page;
# options are those of csv2xlsx, as --chart.
write_workbook() {
	for name in $sheets; do
		made=$tmp/sheet.$name
		[ ! -e "$made.page" ] || made=$made.page
		set -- "$@" "$name=$made"
	done
	cd "$start" || exit 2
	progress 'writing the workbook'
	csv2xlsx -q --tsv -o "$workbook" "$@"
}

# open_report TRACE WORKBOOK: by default a workbook of this name is written.
open_report() {
	[ -n "$folder$workbook" ] || workbook=$2
	spare "$workbook" "$1"
	start=$PWD
	make_tmp
}

# write_report [OPTION...]: all that was asked for; options as of write_workbook.
write_report() {
	[ -z "$wanted" ] || arrange_all
	[ -z "$folder" ] || write_folder
	[ -z "$workbook" ] || write_workbook "$@"
	exit "$damaged"
}

# All sheets, or none: they are written into a folder inside of the one asked for,
# and then take their names.
write_folder() {
	cd "$start" || exit 2
	[ -d "$folder" ] || new=yes
	mkdir -p -- "$folder" || exit 2
	into=$(CDPATH='' cd -- "$folder" && pwd) || exit 2
	beside=$(mktemp -d "$into/.$program-XXXXXX") ||
		die 2 "cannot write into $folder"
	for name in $sheets; do
		tsv2csv "$tmp/sheet.$name" >"$beside/$name.csv" ||
			die 2 "cannot write into $folder: its sheets are as they were"
	done
	for name in $sheets; do
		mv -f -- "$beside/$name.csv" "$into/" ||
			die 2 "cannot write $folder/$name.csv; it and what should follow" \
				"are as they were"
	done
	rmdir "$beside"
	beside=
}
