# shellcheck shell=sh disable=SC2034,SC2154 # variables of the scripts
# shared.sh - functions of all tools in shell. make puts it into each of them, so that a
# copy of one needs no other file.
#
# $program is the name of the tool, set before.
set -eu
locale_of_people=${LC_ALL:-${LC_CTYPE:-${LANG:-C}}}
export LC_ALL=C
# Half of the page faults of the short programs that a script runs, and a sixth of its time, go
# if heaps grow by 4 MB, where Linux has them in pages of 2 MB.
export GLIBC_TUNABLES="${GLIBC_TUNABLES-glibc.malloc.hugetlb=1:glibc.malloc.top_pad=4194304}"

# A closed descriptor would be that of the next file: it is filled, so that what is
# written to it is an error and what is read is empty.
{ true 3<&0; } 2>/dev/null || exec </dev/null
{ true 3>&1; } 2>/dev/null || exec >/dev/full
{ true 3>&2; } || exec 2>/dev/null
exec 8>&2 # what people read, even where 2 is a file
voice=8    # where die speaks

tab='	'
# The names of kernels that TraceLens takes for communication.
communicates='nccl|rccl|cross_device_reduce'
newline='
'

# println WORD...: a line of them. echo of dash makes other bytes of \033 in a name.
println() {
	printf '%s\n' "$*"
}

# is WORD LIST: is it a word of the list?
is() {
	case $1/" $2 " in
	*' '*/*) return 1 ;;
	*/*" $1 "*) return 0 ;;
	esac
	return 1
}

# cell TEXT: as a cell of a table holds it, see trace-tsv(5); printf %b is the way back. Of a
# cell it makes what awk's name=value reads as that cell.
cell() {
	case $1 in
	*[\\[:cntrl:]]*)
		println "$1" | sed -e ':a' -e '$!{' -e N -e ba -e '}' -e 's/\\/&&/g' -e "s/$tab/\\\\t/g" \
			-e 's/\n/\\n/g' -e "s/$(printf '\r')/\\\\r/g"
		;;
	*) println "$1" ;;
	esac
}

# cell_for_awk TEXT: a cell as the value of awk's name=value.
cell_for_awk() {
	cell "$(cell "$1")"
}

# die STATUS MESSAGE...
die() {
	status=$1 told=1
	shift
	end_progress
	println "$program: $*" >&"$voice"
	exit "$status"
}

wrong() {
	die 2 "$*. Try '$program --help'."
}

# find_tools TOOL: puts the folder of the tools into PATH. They are next to this
# script, be it a link or a copy, or in the build of the checkout that it lies in,
# or in PATH already; TOOL tells where they are.
find_tools() {
	tool=$1
	case $0 in
	/*/"$program") # no process is needed to look beside it
		if [ -x "${0%/*}/$tool" ] && [ ! -h "$0" ]; then
			real=$0
			PATH=${0%/*}:$PATH
			return
		fi
		;;
	esac
	self=$(command -v -- "$0" || println "$0")
	real=$(readlink -f -- "$self" 2>/dev/null || println "$self")
	for place in "${self%/*}" "${real%/*}" \
		"${real%/*}/../build/release/bin"; do
		if [ -x "$place/$tool" ]; then
			PATH=$(CDPATH='' cd -- "$place" && pwd):$PATH
			return
		fi
	done
	command -v "$tool" >/dev/null ||
		die 2 "$tool is neither next to $real nor in PATH"
}

# Sets $programs, the folder of the programs for awk, and $data, that of the rules:
# beside the installed tools, in the checkout, or, for a copy of the script alone,
# where make installs them; those of another version come last. find_tools comes first.
find_programs() {
	programs=${real%/*}/../share/trace-utils/report data=${real%/*}/../share/trace-utils
	[ ! -r "$programs/table.awk" ] || return 0
	for place in "${real%/*}/.." "${real%/*}/../../.."; do
		programs=$place/scripts/report data=$place/common/meaning
		[ ! -r "$programs/table.awk" ] || return 0
	done
	programs=/usr/local/share/trace-utils/report data=/usr/local/share/trace-utils
	[ -r "$programs/table.awk" ] || die 2 "there is no ../share/trace-utils beside $real"
}

# load NAME...: what scripts have in common in files of the folder $programs.
load() {
	find_programs
	for part; do
		# shellcheck source=/dev/null
		. "$programs/$part.sh"
	done
}

version() {
	"$tool" --version | sed "s/^$tool/$program/"
}

# answer FUNCTION: of --help and --version.
answer() {
	"$1" 2>/dev/null || die 2 "cannot write standard output"
	exit 0
}

# spare OUTPUT INPUT: an output must not be what is read, and can be written: that is said before
# anything is computed, unless there is nothing to read.
spare() {
	case $1 in
	*/*) near=${1%/*}/ ;;
	*) near=./ ;;
	esac
	if [ -n "$1" ] && [ "$1" != - ] && { [ -e "$2" ] || [ "$2" = - ]; }; then
		[ -d "$near" ] || die 2 "cannot write $1: there is no folder ${near%/}"
		[ ! -d "$1" ] || die 2 "cannot write $1: it is a folder"
		[ -w "$near" ] || [ -e "$1" ] || die 2 "cannot write $1: its folder is read-only"
	fi
	# shellcheck disable=SC3013 # every sh that we know has -ef
	if [ -f "$1" ] && [ "$1" -ef "$2" ]; then
		die 2 "$1: is also the input; nothing is written"
	fi
}

# A script that makes more than $tmp, and $beside, has a clean_up of its own.
clean_up() {
	rm -rf "$tmp" ${beside:+"$beside"}
}

# is_full BYTES: whether $tmp has no room for this many bytes, which is said.
is_full() {
	! { printf "%${1}s" '' >"$tmp/room" && : >"$tmp/room"; } 2>/dev/null || return 1
	println "$program: no room for temporary files in ${scratch:-${TMPDIR:-/tmp}; TMPDIR chooses another folder}" >&8
}

# sort_messages FILE: what our tools say in it goes to people, without $tmp; what is in the
# file $about if they name a table. The first message of another program is printed, with
# the status 1; 3 if there is nothing to say.
sort_messages() {
	awk -v tmp="$tmp/" -v program="$program" -v about="${about:+$about: }" '
		/Broken pipe/ { next }
		/: no events of the chosen categories; it has: / { next } # the script says what it lacks
		{
			ours = !/cannot write standard output/ && /^(trace-|tsv2|csv2|xlsx2|acelyzer|uplifter|TraceLens_|compare_|roofline_|wafer-)[A-Za-z0-9_-]*: /
			if (ours && index($0, tmp))
				$0 = program ": " about $0
			while (at = index($0, tmp))
				$0 = substr($0, 1, at - 1) substr($0, at + length(tmp))
		}
		ours { print >"/dev/stderr"; said = 1; next }
		first == "" { sub(/^[^ ]*: ([0-9]+: )?/, ""); first = $0 }
		END { if (first != "") { print first; exit 1 } exit said ? 0 : 3 }' "$1" 2>&8
}

# tell_errors: what stages said. Of the shell, of awk and the like people read one message at
# most, if nothing else tells why the script fails.
tell_errors() {
	set -- "$tmp/errors"
	[ -s "$1" ] || [ "$status" -lt 2 ] || [ -n "${told:-}" ] || set -- "$tmp/said"
	[ -s "$1" ] || return 0
	message=$(sort_messages "$1") || case $? in
	3) # a message that had no room, of which the end of a pipe is left
		[ "$status" -ne 2 ] || [ -n "${told:-}" ] || is_full 1048576 || :
		;;
	*) status=2 ;;
	esac
	case $message in # room may have come back since; dash has no other words for that
	*'No space left'* | *'I/O error'*) if [ -z "${told:-}" ] && is_full 1048576; then return; fi ;;
	esac
	case $message in
	*'No space left'* | *'Bad file descriptor'* | *'I/O error'* | *'cannot write'*)
		message="cannot write standard output"
		;;
	esac
	[ -z "$message" ] || [ -n "${told:-}" ] || println "$program: $message" >&8
}

# progress TEXT: what a script does now, for tell_progress and progress_text SECONDS, for
# which a script may have one of its own.
progress() {
	[ -z "${teller:-}" ] || println "$1" >"$tmp/.progress"
}

progress_text() {
	printf '%s, %d s' "$(cat "$tmp/.progress")" "$1"
}

# Says on the terminal what the script does, each second from the second one on.
tell_progress() {
	seconds=0
	while sleep 1 8>&- && kill -0 $$; do
		seconds=$((seconds + 1))
		[ "$seconds" -lt 2 ] || [ ! -s "$tmp/.progress" ] || : >"$tmp/.told"
		[ ! -e "$tmp/.told" ] ||
			printf '\r%s: %s\033[K' "$program" "$(progress_text "$seconds")" >&8
	done
}

# Ends that, before anything else is written there.
end_progress() {
	[ -n "${teller:-}" ] || return 0
	kill "$teller" 2>/dev/null && { wait "$teller" || :; } 2>/dev/null
	[ ! -e "$tmp/.told" ] || printf '\r\033[K' >&8
	teller=
}

# leave STATUS: the end of a script, however it comes. What no stage expects, such as a full
# disk, is an error whatever the status was.
leave() {
	status=$1
	trap - EXIT
	for process in ${processes:-}; do
		kill "${process%:*}" 2>/dev/null || :
	done
	end_progress
	is "$status" '0 1 2 3 129 130 131 141 143' || status=2 # an answer, or a signal
	if [ "$status" -le 3 ] && { [ "$status" -ne 0 ] || [ -s "$tmp/errors" ]; }; then
		room=8192
		# A failure without a message had no room for it, and may have removed its files.
		[ "$status" -eq 3 ] || [ -n "${told:-}" ] || [ -s "$tmp/errors" ] || room=1048576
		if is_full "$room"; then status=2; else tell_errors; fi
	fi
	clean_up
	exit "$status"
}

# Makes the folder $tmp, in $scratch if that is set; leave is called however the script
# ends. What stages say is kept until then.
make_tmp() {
	tmp=$(mktemp -d ${scratch:+"$scratch/tmp-XXXXXX"} 2>/dev/null) ||
		die 2 "cannot create a folder for temporary files in ${scratch:-${TMPDIR:-/tmp}}"
	if is_full 65536; then
		clean_up
		exit 2
	fi
	exec 2>"$tmp/errors"
	export TRACE_UTILS_TERMINAL=8 # for progress of a tool
	if [ -t 8 ]; then
		tell_progress </dev/null >/dev/null 2>&1 9>&- &
		teller=$!
	fi
	trap 'leave $?' EXIT
	trap 'exit 129' HUP
	trap 'exit 130' INT
	trap 'exit 131' QUIT
	trap 'exit 143' TERM
}

# check_value VALUE: by the word that usage has for it: N, a number from 1 on,
# COUNT from 0 on; X may have decimals; FILE.xlsx, FILE.md; words in lower case
# are those that there are.
check_value() {
	case $word in
	N)
		case $1 in
		'' | *[!0-9]* | ??????????* | 0*)
			wrong "$called takes a number from 1 on, not '$1'"
			;;
		esac
		;;
	COUNT) natural "$called" "$1" ;;
	X)
		case $1 in
		'' | *[!0-9.]* | *.*.* | .) wrong "$called takes a number, not '$1'" ;;
		esac
		;;
	FILE.xlsx) check_workbook "$1" ;;
	FILE.md)
		case $1 in
		*.json | *.gz | *.zip | *.xlsx)
			wrong "$called writes Markdown, not '$1'"
			;;
		esac
		;;
	*[!a-z0-9_\|]* | '') ;;
	*)
		case "|$word|" in *"|$1|"*) [ -z "${1##*|*}" ] || return 0 ;; esac
		word=$(println "$word" | sed 's/|/, /g; s/\(.*\), /\1 or /')
		wrong "$called takes $word, not '$1'"
		;;
	esac
}

natural() {
	case $2 in
	'' | *[!0-9]* | ????????????????*) wrong "$1 takes a whole number, not '$2'" ;;
	esac
}

check_workbook() {
	case $1 in
	*.csv | *.tsv | *.json | *.gz | *.zip)
		wrong "-o writes a workbook, not '$1'; -d FOLDER writes CSV"
		;;
	esac
}

# write_whole FILE OUT: OUT becomes a copy of FILE, whole or not at all. A link is replaced;
# an old file keeps its permissions. What is no regular file, such as /dev/null, is written to.
write_whole() {
	if [ -e "$2" ] && [ ! -f "$2" ] || [ "${2#/dev/}" != "$2" ]; then
		{ cat "$1" >"$2"; } 2>/dev/null || die 2 "cannot write $2"
		return
	fi
	case $2 in
	*/*) near=${2%/*}/ ;; # not $beside, which is removed at the end
	*) near=./ ;;
	esac
	beside=$(mktemp "$near.$program-XXXXXX" 2>/dev/null) ||
		die 2 "cannot write $2: no file can be made beside it"
	{
		chmod "=rw" "$beside"
		[ ! -f "$2" ] || [ -h "$2" ] || { [ -w "$2" ] && cp -p -- "$2" "$beside"; }
	} 2>/dev/null && { cat "$1" >"$beside" && mv -f -- "$beside" "$2"; } 2>/dev/null || {
		rm -f -- "$beside"
		die 2 "cannot write $2: it is as it was"
	}
}

# A file by its whole name, or standard input: the tools run in another folder.
absolute() {
	case $1 in
	/* | -) println "$1" ;;
	*) println "$PWD/$1" ;;
	esac
}

# with_lines LINES COMMAND...: the command, with these lines as its last words.
with_lines() {
	lines=$1
	shift
	IFS=$newline
	set -f
	# shellcheck disable=SC2086 # lines
	set -- "$@" $lines
	set +f
	unset IFS
	"$@"
}

# in_order TABLE OPTION...: a table, sorted below its header.
in_order() {
	{
		IFS= read -r heading || return 0
		println "$heading"
		shift
		sort -t "$tab" "$@"
	} <"$1"
}

# The options of a script are those that `usage` shows, a line each, as "  -o,
# --output FILE  what it is for", and those of $hidden, the same way. A word
# behind the name says that there is a value, and of which kind, see
# check_value; WORD... are all words up to the next option, [WORD...] maybe
# none. Those of $repeated may be given again.
#
# Each sets the variable of its name, with _ in place of -, to its value or to
# 1. Where more is to be done the script has set_NAME VALUE; $called is the
# option as it was given. $renamed has lines "GIVEN KNOWN" of further names.
hidden='' repeated='' renamed=''

# underscored NAME: sets name to it with _ in place of -.
underscored() {
	name=$1
	while :; do
		case $name in
		*-*) name=${name%%-*}_${name#*-} ;;
		*) break ;;
		esac
	done
}

# read_options: sets $known: NAME:NAME=WORD and -LETTER:NAME=WORD of each,
# between blanks.
read_options() {
	known=' '
	IFS=$newline
	set -f
	# shellcheck disable=SC2046 # lines
	for spelled in $(usage && println "$hidden"); do
		spelled=${spelled#"${spelled%%[! ]*}"}
		case $spelled in -*) spelled=${spelled%%  *} spelled=${spelled%,} ;; *) continue ;; esac
		letter=
		while [ -n "$spelled" ]; do
			item=${spelled%%, *}
			spelled=${spelled#"$item"} spelled=${spelled#, }
			case $item in -?) letter=$item && continue ;; esac
			word=${item#"${item%% *}"} word=${word# }
			item=${item%% *}
			underscored "${item#--}"
			item=$name=${word%% *}
			known="$known$name:$item ${letter:+$letter:$item }"
			letter=
		done
	done
	set +f
	unset IFS
}

# name_option OPTION: sets name to how it is known: with - or with _ it is the
# same one. Scripts that have further spellings have one of their own.
name_option() {
	case $1 in
	--*) underscored "${1#--}" ;;
	*) name=$1 ;;
	esac
	case $newline$renamed in
	*"$newline$name "*)
		name=${renamed#*"$name "}
		name=${name%%"$newline"*}
		;;
	esac
}

# find_option OPTION: sets $option, its name, $word, of its value, and
# $variable; false if there is no such option. The words of a list replace those
# of an earlier one.
find_option() {
	[ -n "$known" ] || read_options
	called=$1
	name_option "$1"
	case $known in *" $name:"*) ;; *) return 1 ;; esac
	option=${known#*" $name:"}
	option=${option%% *}
	word=${option#*=} option=${option%%=*}
	case $option,$word in
	*,FILE.xlsx | output_xlsx_path,*) variable=workbook ;;
	*,FILE.md) variable=markdown ;;
	gpu_arch_platform,*) variable=arch ;;
	directory,* | output_csvs_dir,* | output_dir,*) variable=folder ;;
	profile_path,* | profile_json_path,* | trace_path,*) variable=trace ;;
	*) variable=$option ;;
	esac
	case $word in *...*) eval "$variable=" ;; esac
}

# use VALUE: of the option that was found. A second one would silently replace
# the first.
use() {
	case $word/" $repeated "/$used in
	/* | *...*/* | *" $option "*/*) ;;
	*" $option "*) wrong "$called takes one value, and is given twice" ;;
	esac
	used="$used$option "
	check_value "$1"
	if command -v "set_$variable" >/dev/null; then
		"set_$variable" "$1"
	else
		keep "$1"
	fi
}

# keep VALUE: in the variable of the option.
keep() {
	eval "$variable=\$1"
}

# parse WORD...: options may stand anywhere, as --name value, --name=value and
# -nvalue, and letters without a value together. The script has add_trace WORD,
# which is false where options end; $rest is how many words are left there.
parse() {
	known='' used=' ' rest=0
	while [ $# -gt 0 ]; do
		rest=$# taken=1
		case $1 in
		--)
			shift
			rest=$#
			for word; do add_trace "$word" || break; done
			break
			;;
		-?*) take_option "$@" ;;
		*) add_trace "$1" || break ;;
		esac
		shift "$taken"
	done
}

# take_option OPTION WORD...: with its value; $taken is how many words that are.
take_option() {
	case $1 in
	--?*=*)
		find_option "${1%%=*}" || wrong "unknown option '${1%%=*}'"
		[ -n "$word" ] || wrong "$called takes no value"
		use "${1#*=}"
		return
		;;
	esac
	if find_option "$1"; then
		shift
		take_value "$@"
		return
	fi
	{ [ "${1#--}" = "$1" ] && find_option "${1%"${1#-?}"}"; } ||
		wrong "unknown option '$1'"
	if [ -n "$word" ]; then
		use "${1#-?}"
	else
		use 1
		letters=-${1#-?}
		shift
		take_option "$letters" "$@"
	fi
}

# take_value WORD...: what stands behind an option.
take_value() {
	case $word in
	'') use 1 ;;
	*...*)
		while [ $# -gt 0 ] && [ "${1#-}" = "$1" ]; do
			use "$1"
			shift
			taken=$((taken + 1))
		done
		[ "$taken" -gt 1 ] || [ "${word#[}" != "$word" ] ||
			wrong "$called needs a value"
		;;
	*)
		[ $# -gt 0 ] || wrong "$called needs a value"
		use "$1"
		taken=2
		;;
	esac
}

# For commands without operands.
add_trace() {
	wrong "unknown argument '$1'"
}

set_help() {
	answer usage
}

set_version() {
	answer version
}

# default_workbook TRACE ENDING...: beside the trace, without what its name ends in.
default_workbook() {
	stem=$1
	shift
	for ending; do
		stem=${stem%"$ending"}
	done
	println "${stem}_perf_report.xlsx"
}

# call_by_name FILE NAME FILE NAME: the lines of standard input, in which each of two files
# is called by a name where it is first mentioned.
call_by_name() {
	while IFS= read -r line; do
		case $line in *"$1"*) line=${line%%"$1"*}$2${line#*"$1"} ;; esac
		case $line in *"$3"*) line=${line%%"$3"*}$4${line#*"$3"} ;; esac
		println "$line"
	done
}
