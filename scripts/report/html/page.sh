# shellcheck shell=sh disable=SC2016,SC2034,SC2154 # awk's variables, and the variables of the scripts
# page.sh - the report as one page, which needs nothing from elsewhere: the overview, the
# screen, pictures of trace-plot, and each sheet as a table that sorts by a click.
#
# The screen's tables are those of the advice, which the report has made already.

# picture KIND TITLE [OPTION... TABLE]: one of the page, if there is something to draw.
picture() {
	kind=$1 caption=$2
	shift 2
	if trace-plot -q --exit-zero --title "$caption" --format svg "$kind" "$@" >picture; then
		[ ! -s picture ] ||
			{ echo '<figure>' && sed -n '/<svg/,$p' picture && echo '</figure>'; }
	else
		echo '<p class="missing">A picture is missing here: see the messages of trace-report.</p>'
	fi
}

# The name of each cycle, without its parts; empty if it has none.
name_cycles() {
	table 'FNR == 1 { print "cycle", "what" }
		FNR > 1 {
			what = $c["what"]
			sub(/^one kernel: /, "", what)
			sub(/:.*/, "", what)
			print $c["cycle"], (what ~ /^cycle / ? "" : what)
		}' named >names
}

# One repeat of the step, from the middle of the trace: chosen has its cycle, the number of the
# repeat, of how many, and what it is.
choose_repeat() {
	table 'file == 1 && FNR > 1 { what[$c["cycle"]] = $c["what"] }
		file == 2 && $c["step"] == "main" {
			print $c["cycle"], int(($c["reps"] + 1) / 2), $c["reps"], what[$c["cycle"]]
		}' names cycles >chosen
}

# The page in ten seconds: the first sheet of the workbook.
summary() {
	stage 'html/sections html/escape' sheet.overview
	trace-classify located >classified
	picture breakdown 'GPU time by kind of work' =classified
}

pictures() {
	name_cycles
	choose_repeat
	if IFS=$tab read -r cycle repeat reps what <chosen; then
		trace-cut -q --exit-zero --cycle "$cycle" --repeat "$repeat" classified >one
		picture timeline "Repeat $repeat of $reps of cycle $cycle${what:+, $what}" one
		add cycle what names repeats >named_repeats
		picture cycles 'Period of each repeat' named_repeats
	else
		picture timeline 'Kernels by stream' =classified
	fi
	[ -z "$arch" ] || ! $has_operators || picture roofline 'Operators below the roofline' rated
}

make_html() {
	cd "$tmp" || exit 2
	stage 'html/fill_page html/escape' -v title="$(cell "$subject")" "$programs/html/head.html"
	summary
	echo '<h2>In detail</h2>'
	echo '<pre>'
	print_screen >printed
	stage 'html/fill_page html/escape' printed
	echo '</pre>'
	pictures
	echo '<h2>Tables</h2>'
	echo '<p class="hint">A click opens a table; a click on the name of a column sorts by it.</p>'
	set -- most=1000
	for name in $sheets; do
		[ "$name" = overview ] || set -- "$@" name="$name" "sheet.$name"
	done
	stage 'html/tables html/escape' "$@"
	cat "$programs/html/end.html"
}
