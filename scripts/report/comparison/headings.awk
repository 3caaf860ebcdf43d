# headings.awk [labels=NAMES names=NAMES into=FILE TABLE]...: tables for people, whose headings are words
# with units, and so are the kinds of time. labels are what columns call the traces, names what
# people do. The last word of a heading still tells csv2xlsx what the values are. To put behind
# table.awk.

BEGIN {
	words["name"] = "kernel"
	words["names"] = "kernels"
	words["reps"] = "repeats"
	words["times"] = "how often"
	words["kinds"] = "kinds matched"
	words["low"] = "95 % low"
	words["high"] = "95 % high"
	words["delta low"] = "difference, 95 % low"
	words["delta high"] = "difference, 95 % high"
	words["delta"] = "difference"
	words["sum"] = "time over all repeats"
	section["note"] = "caveats"
	section["time"] = "One repeat: time"
	section["kind"] = "One repeat: what the difference consists of"
	section["change"] = "One repeat: the largest changes"
	section["family"] = "One repeat: kinds of work"
	said["time", "period"] = "from one start to the next"
	said["time", "busy"] = "GPU busy"
	said["time", "idle"] = "GPU idle"
	said["time", "kernels"] = "sum of the kernels"
	said["kind", "gaps"] = "gaps between kernels"
	said["kind", "overlap"] = "overlap of kernels"
	said["family", "unknown"] = "unclassified"
	said["exposed_comm"] = "exposed communication"
	said["exposed_copy"] = "exposed copies"
	said["total_comm"] = "all communication"
	said["total_copy"] = "all copies"
}
# Takes the label of a trace off the name of a column; returns that trace.
function side_of(   i) {
	for (i = 1; i <= sides; i++) {
		if (rest == label[i] || index(rest, label[i] "_") == 1) {
			rest = substr(rest, length(label[i]) + 2)
			return i
		}
		if (index(rest, "group_" label[i] "_") == 1) {
			rest = "group" substr(rest, length("group_" label[i]) + 1)
			return i
		}
	}
	return 0
}
function unit_of(   unit) {
	if (!match(rest, /(^|_)(us|pct)$/))
		return ""
	unit = rest ~ /us$/ ? " (us)" : " (%)"
	rest = substr(rest, 1, RSTART - 1)
	return unit
}
function heading(column,   side, unit) {
	rest = column
	side = side_of()
	unit = unit_of()
	gsub(/_/, " ", rest)
	if (rest in words)
		rest = words[rest]
	if (rest ~ /^delta (low|high) /)
		rest = "difference of " substr(rest, rest ~ /^delta low/ ? 11 : 12) \
			", 95 % " (rest ~ /^delta low/ ? "low" : "high")
	sub(/^delta /, "difference of ", rest)
	sub(/^ratio /, "ratio of ", rest)
	sub(/ delta$/, " difference", rest)
	if (rest == "" && unit != "")
		rest = unit == " (us)" ? "time" : "difference"
	return (side ? name[side] (rest != "" ? " " : "") : "") rest unit
}
FNR == 1 {
	split("", called)
	line = ""
	sides = split(labels, label, ",")
	split(names, name, ",")
	for (i = 1; i <= sides; i++)
		called[label[i]] = name[i]
	for (i = 1; i <= NF; i++)
		line = line (i > 1 ? OFS : "") ($i == "section" ? $i : heading($i))
	print line >into
	next
}
{
	for (i in c)
		if ((i == "trace" || i == "fused_by") && $c[i] in called)
			$c[i] = called[$c[i]]
	if ("section" in c && ($1, $2) in said)
		$2 = said[$1, $2]
	if ("kind" in c && $1 in said)
		$1 = said[$1]
	if ("section" in c && $1 in section)
		$1 = section[$1]
	print >into
}
