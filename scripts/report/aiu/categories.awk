# categories.awk soc=MHZ core=MHZ stem=FILE SUMS: the actual and ideal time of each
# category, of the sums of trace-ideal: FILE.csv and FILE.txt have times, FILE_cycles.csv has
# cycles. A category that no kernel was of stands there, too.

BEGIN {
	line = "Pid,Phase,Category,Kernel_Time,Frac_Time,Calls,Ideal_Time,Ideal_Cyc,Frac_Ideal,PT_Util"
	csv = stem ".csv"
	cycles = stem "_cycles.csv"
	print line >csv
	print "Pid,Category,Cycles,Frac_Cycle,Calls,Cycles(core),Ideal_Cyc,Frac_Ideal,PT_Util" >cycles
	keep(line)
}

function ratio(a, b,   text) {
	text = sprintf("%.4f", b > 0 ? a / b : 0)
	sub(/0+$/, "", text)
	return text ~ /[.]$/ ? text "0" : text
}

# A line of the table for people, whose widths are known at the end.
function keep(line,   field, i) {
	lines++
	columns = split(line, field, ",")
	for (i = 1; i <= columns; i++) {
		cell[lines, i] = field[i]
		if (length(field[i]) > width[i])
			width[i] = length(field[i])
	}
}

function put(rank, phase, category, time, calls, ideal, count, all, all_ideal,   line) {
	line = rank "," phase "," category "," number(time) "," ratio(time, all) "," calls "," ratio(ideal, 1) "," \
		count "," ratio(ideal, all_ideal) "," ratio(ideal, time)
	print line >csv
	keep(line)
	printf "%s,%s,%.0f,%s,%d,%.0f,%s,%s,%s\n", rank, category, time * soc, ratio(time, all), calls, time * core, \
		count, ratio(ideal, all_ideal), ratio(ideal, time) >cycles
}

# The rows of one rank and table, of which the last is the sum.
function put_group(   i, all, all_ideal) {
	if (!n)
		return
	all = time[n]
	all_ideal = ideal[n]
	put(rank, phase, "StcdpHbm", 0, 0, 0, 0, all, all_ideal)
	if (!other)
		put(rank, phase, "other", 0, 0, 0, 0, all, all_ideal)
	for (i = 1; i <= n; i++)
		put(rank, phase, category[i], time[i], calls[i], ideal[i], count[i], all, all_ideal)
	n = other = 0
}

FNR == 1 { next }
{
	n++
	rank = $c["rank"]
	phase = $c["phase"]
	category[n] = $c["category"]
	time[n] = soc > 0 && $c["cycles"] != "" ? $c["cycles"] / soc : $c["sum_us"]
	calls[n] = $c["calls"]
	count[n] = $c["ideal_cycles"]
	ideal[n] = count[n] > 0 ? count[n] / core : $c["ideal_us"]
	other += category[n] == "other"
}
$c["category"] == "Total" {
	put_group()
}
END {
	for (l = 1; l <= lines; l++) {
		line = ""
		for (i = 1; i <= columns; i++)
			line = line sprintf("%s%" width[i] "s", i > 1 ? " " : "", cell[l, i])
		print line >(stem ".txt")
	}
}
