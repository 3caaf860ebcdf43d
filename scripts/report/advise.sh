# shellcheck shell=sh disable=SC2016,SC2154 # awk's variables, and the variables of the scripts
# advise.sh - what could be gained in a trace, a row for each finding, from the tables of
# screen.sh, which are in this folder. The rules are in advice.awk.

# find_advice TRACE: the table advice: what makes the trace doubtful first, then by what
# could be saved, once the tables that measure_events starts are there. Without the
# tables rated, ranks and waits (who waits for whom), and overhead (what the profiler itself
# took), their rules are not asked.
find_advice() {
	for optional in rated ranks waits overhead; do
		[ -e $optional ] || echo none >$optional
	done
	await
	awk -f "$programs/table.awk" -f "$programs/spoken.awk" -f "$programs/advice.awk" trace="$1" \
		"$programs/advice.tsv" facts timeline cycles named gaps outliers rated ranks waits overhead >advice
}
