# power.awk at=COLUMN skip=1 kinds=1 SAMPLES POWER: the points of power, without those from one
# kernel, or one transfer, to the next (-k), and with the kind of the earlier event in the
# name (power_ts3). SAMPLES are in the order of their times, which are in that column.

FNR == 1 && file == 2 { print }
FNR == 1 { next }
file == 1 {
	k = $c["pid"] SUBSEP $c[at]
	if ($c["power"] == 0 || k in kind)
		next
	kind[k] = $c["kind"]
	if ($c["pid"] in before) {
		pair = kind[before[$c["pid"]]] " " $c["kind"]
		if (pair == "Cmpt Exec Cmpt Exec" || pair == "DmaO DmaI" || pair == "Cmpt Exec DmaI")
			skipped[before[$c["pid"]]]
	}
	before[$c["pid"]] = k
	next
}
{
	k = $c["pid"] SUBSEP $c["ts_us"]
	if (skip && k in skipped)
		next
	if (kinds && kind[k] != "")
		$c["name"] = $c["name"] " " kind[k]
	print
}
