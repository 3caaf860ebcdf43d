# shellcheck shell=sh disable=SC2016,SC2154 # awk's variables, and the variables of the scripts
# screen.sh - the answer on one screen: what a trace is, and where its time goes.
#
# The trace is read once; what follows works on its rows, side by side.
# Tables: facts, all (the rows), labelled (the events of the GPU with launches and phases), timeline, cycles
# (a row a cycle), positions, named (what each cycle is), phases (the time of each, where a GPU
# has several streams), outliers, odd (steps with more kernels than a repeat), gaps (why the GPU idles), classes, summed
# (the kernels, most time first) and shown (names of the first of them as people read them); all are in the folder $place.

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

# extract_events TRACE [OPTION...]: all rows, in the file all. Few traces say who waits for
# whom (cuda_sync); that one does not is no news.
extract_events() {
	file=$1
	shift
	trace-extract -c gpu,calls,cuda_sync -a wait_on_stream -a wait_on_cuda_event_record_corr_id \
		--relative --info "$place/facts" "$@" -- "$file" >"$place/all" 2>"$place/said" || damaged=$?
	while IFS= read -r line; do
		case $line in
		*'no events of category cuda_sync') ;;
		*) println "$line" >&2 ;;
		esac
	done <"$place/said"
	case $damaged in
	0 | 1 | 3) ;; # 1: no event chosen, as label_events says
	*) exit "$damaged" ;;
	esac
}

# label_events TRACE [OPTION...]: the rows of the GPU with what launched them and why it
# idles, and phases where the engine's annotations tell.
label_events() {
	extract_events "$@"
	cd "$place" || exit 2
	{ trace-link -q --exit-zero --gaps gaps all || println failed >unlinked; } |
		trace-phase -q --exit-zero -m annotation >labelled || exit 2
	[ ! -e unlinked ] || exit 2
	{ read -r _ && read -r _; } <labelled || no_gpu "$1" facts
}

# find_bounds ROWS: what bounds the time from the first event of the GPU to the last.
find_bounds() {
	trace-critical -q --exit-zero -l -k ph "$1" >bounds
}

# find_optimizers EVENTS: the outermost cycles with kernels that PyTorch's optimizers
# launched, and in how many of their repeats; of events with cycles, if there are any.
find_optimizers() {
	printf 'cycle\treps\n'
	[ -n "$1" ] || return 0
	grep -aE '^ts_us|Optimizer[.]step#' "$1" | table 'FNR > 1 && $c["position"] != "" &&
		($c["annotation_path"] ";" $c["op_path"]) ~ /(^|;)Optimizer[.]step#/ {
		split($c["path"], at, "[:/]")
		if (at[2] !~ /^p/ && !((at[1], at[2]) in seen)) {
			seen[at[1], at[2]]
			reps[at[1]]++
		}
	}
	END { for (k in reps) print k, reps[k] }'
}

# find_phases EVENTS: the kernel time of each phase, by the events, which have the phase of their
# step on whichever stream they run; of events with cycles, if there are any and a cycle of
# phased has a phase.
find_phases() {
	printf 'phase\tsum_us\n'
	[ -n "$1" ] || return 0
	table 'FNR > 1 && $c["phase"] ~ /^(prefill|decode|mixed)$/ { exit known = 1 } END { exit !known }' phased || return 0
	# Labels by annotations alone would stand; the columns of trace-link tell the same.
	{ read -r header && println "$header" | sed "s/${tab}phase/${tab}noted/g" && cat; } <"$1" | trace-phase -q | table 'FNR > 1 && $c["cat"] == "kernel" { sum[$c["phase"]] += $c["dur_us"] }
		END { for (k in sum) printf "%s\t%.3f\n", k, sum[k] }'
}

# The cycles are searched once for all tables. PyTorch marks each Optimizer.step#CLASS.step,
# older ones as an operator. With the name of a file in repeats there is this table, too;
# where gains are asked for, fusible and placed for them.
find_positions() {
	placed=
	[ -z "${gains:-}" ] && ! grep -aq 'Optimizer[.]step#' labelled || placed=placed
	! table '{ of[$c["key"]] = $c["value"] } END { exit of["streams"] <= of["devices"] }' facts || placed=placed
	trace-cycles -q --exit-zero --also list=cycles --also outliers=outliers --also segments=segments \
		${placed:+--also "events=$placed"} ${repeats:+--also "repeats=$repeats" --also spread=spread} labelled >unphased
	trace-phase -q --exit-zero unphased >phased
	trace-classify phased >positions
	awk -f "$programs/table.awk" -f "$programs/odd_steps.awk" cycles segments phased labelled >odd
	find_optimizers "$placed" >optimized
	find_phases "$placed" >phases
	awk ${gains:+-v fusible=fusible} -f "$programs/table.awk" -f "$programs/fusible.awk" -f "$programs/cycle_names.awk" \
		"$programs/advice.tsv" cycles optimized positions >named
}

# Starts the tables that the advice needs, of the events in labelled; gpus is the timeline of
# each GPU, if there are several.
measure_events() {
	background find_positions
	background trace-busy -q --exit-zero --micro-idle "${micro_idle_us:-10}" labelled >timeline
	gpus=$(table '$c["key"] == "devices" { print $c["value"] }' facts)
	echo none >gpus
	[ "${gpus:-1}" -le 1 ] || background trace-busy -q --exit-zero -k device labelled >gpus
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

# Those that the screen alone needs. Sums are classified, not events: there are fewer.
measure_classes() {
	trace-stats -k name,cpu_op --partial labelled | trace-classify |
		trace-stats -k name,category --carry '' >summed
	trace-stats -k category --value sum_us summed >classes
	sed "s/$tab.*//; 11q" summed | LC_ALL=$locale tsv2txt --color=never --width $((width - 58)) >shown
}

# print_screen [overview=1]: needs width, that of the terminal or page.
print_screen() {
	case $locale in
	*[Uu][Tt][Ff]*8*) blocks=1 ;;
	*) blocks= ;;
	esac
	[ -e bounds ] || echo none >bounds
	awk -f "$programs/table.awk" -f "$programs/spoken.awk" -f "$programs/columns.awk" \
		-f "$programs/screen.awk" width="$width" blocks="$blocks" title="${trace##*/}" \
		micro="${micro_idle_us:-10}" color="${color:-}" "$@" \
		"$data/palette.tsv" facts timeline gpus cycles named phases classes summed shown advice bounds
}
