# shellcheck shell=sh disable=SC2016,SC2154 # awk's variables, and the variables of the scripts
# screen.sh - the answer on one screen: what a trace is, and where its time goes.
#
# The tables of cycles.sh come first; what follows works on them, side by side.
# Tables: timeline, positions (phased with classes), named (what each cycle is), odd (steps with
# more kernels than a repeat), classes, summed (the kernels, most time first) and shown (names
# of the first of them as people read them); all are in the folder $place.

# background COMMAND...: runs beside what follows, until await.
background() {
	"$@" &
	processes="$processes $!"
}

await() {
	for process in $processes; do
		wait "$process" || exit 2
	done
	processes=
}

# find_bounds ROWS: what bounds the time from the first event of the GPU to the last.
find_bounds() {
	trace-critical -q --exit-zero -l -k ph "$1" >bounds
}

# The cycles with their names, the phases and the odd steps; where gains are asked for, fusible
# for them.
describe_cycles() {
	[ -e phased ] || find_cycles
	trace-classify phased >positions
	stage 'screen/cycle_names screen/odd_steps screen/optimized screen/fusible' ${gains:+-v fusible=fusible} \
		"$programs/advice/advice.tsv" cycles segments located positions >named
}

# Sets micro, below which a gap is short, in us: by the option, else as advice/advice.tsv has it.
choose_micro() {
	micro=$micro_idle_us
	[ -z "$micro" ] || return 0
	while IFS=$tab read -r limit micro _; do
		[ "$limit" != short ] || return 0
	done <"$programs/advice/advice.tsv"
}

# Starts the tables that the advice needs, of the events in labelled; gpus is the timeline of
# each GPU, if there are several, or ranks.
measure_events() {
	choose_micro
	background describe_cycles
	background trace-busy -q --exit-zero --micro-idle "$micro" labelled >timeline
	: "${gpus:=$(table '$c["key"] == "devices" { print $c["value"] + 0 }' facts)}"
	echo none >gpus
	if has_column labelled rank; then
		background trace-busy -q --exit-zero -k rank,device labelled >gpus
	elif [ "${gpus:-0}" -gt 1 ]; then
		background trace-busy -q --exit-zero -k device labelled >gpus
	fi
}

# measure_trace TRACE [OPTION...]: both; with more options of trace-extract.
measure_trace() {
	label_events "$@"
	measure_events
}

# Sets width of what a terminal shows, no less than 80 columns, as tables of numbers need
# them, and no more than 200; and whether it is coloured.
screen_width() {
	find_width
	: "${width:=100}"
	[ "$width" -ge 80 ] || width=80
	[ "$width" -le 200 ] || width=200
	find_color
}

# The tables sums, classes and summed: the kernels. Sums are classified, not events: there
# are fewer.
measure_classes() {
	[ -e by_name ] || trace-stats -k name,cpu_op --partial labelled >by_name
	trace-classify by_name >sums
	trace-stats -k category --carry '' --also summed -k name,category --carry '' sums >classes
}

# The table shown: the names of the first kernels as people read them.
show_kernels() {
	sed "s/$tab.*//; 11q" summed | LC_ALL=$locale tsv2txt --color=never --width $((width - 58)) >shown
}

# print_screen [VARIABLE=VALUE...]: needs width, that of the terminal or page.
print_screen() {
	case $locale in
	*[Uu][Tt][Ff]*8*) blocks=1 ;;
	*) blocks= ;;
	esac
	stage 'screen/advice_page screen/overview_page screen/caveats screen/drawing screen/screen screen_text spoken_time' width="$width" blocks="$blocks" title="$(cell_for_awk "${trace##*/}")" \
		micro="$micro" color="${color:-}" "$@" \
		"$data/palette.tsv" facts timeline gpus cycles named phases classes summed shown advice bounds
}
