# shellcheck shell=sh disable=SC2016,SC2154 # awk's variables, and the variables of the scripts
# screen.sh - the answer on one screen: what a trace is, and where its time goes.
#
# The trace is read once; what follows works on the rows of the GPU alone. Tables:
# facts, labelled (events of the GPU with launches and phases), classified (with
# their classes), timeline, cycles (a row a cycle), positions, named (what each cycle
# is), classes, top and shown (its names as people read them);
# all are in the folder $place.

# background COMMAND...: the cycles are sought while the rest is added up.
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

# label_events TRACE [OPTION...]: the rows of the GPU, and phases where the engine's
# annotations tell.
label_events() {
	file=$1
	shift
	trace-extract -c gpu,host --relative --info "$place/facts" "$@" -- "$file" >"$place/all" || damaged=$?
	case $damaged in
	0 | 3) ;;
	*) exit "$damaged" ;;
	esac
	cd "$place" || exit 2
	trace-link -q --exit-zero all >linked
	{ read -r _ && read -r _; } <linked || die 1 "$file: no event of a GPU"
	trace-phase -q --exit-zero -m annotation linked >labelled
}

find_positions() {
	trace-cycles -q --exit-zero labelled >unphased
	trace-phase -q --exit-zero unphased >phased
	trace-classify phased >positions
	awk -f "$programs/table.awk" -f "$programs/cycle_names.awk" positions positions >named
}

# measure_trace TRACE [OPTION...]: all tables; with more options of trace-extract.
measure_trace() {
	label_events "$@"
	measure_events
}

# The tables that are made of the events in labelled.
measure_events() {
	background find_positions
	background trace-cycles -q --exit-zero -l labelled >cycles
	background trace-timeline -q --exit-zero --micro-idle "${micro_idle_us:-10}" labelled >timeline
	await
}

# Those that the screen alone needs.
measure_classes() {
	trace-classify labelled >classified
	trace-summary -k category classified >classes
	trace-summary -k name,category --top 10 classified >top
	cut -f 1 top | LC_ALL=$locale tsv2txt --color=never --width 52 >shown
}

print_screen() {
	case $locale in
	*[Uu][Tt][Ff]*8*) blocks=1 ;;
	*) blocks= ;;
	esac
	awk -f "$programs/table.awk" -f "$programs/spoken.awk" -f "$programs/screen.awk" \
		blocks="$blocks" title="${trace##*/}" \
		micro="${micro_idle_us:-10}" facts timeline cycles positions named classes top shown advice
}
