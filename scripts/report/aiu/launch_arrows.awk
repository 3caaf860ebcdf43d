# launch_arrows.awk ROWS: arrows from a launch to each kernel with its correlation, and from
# the last of these to the end of the wait for them: as rows, with ids above all others.
# The launch is where an arrow with that id starts already. Kernels that end after the
# wait are not what it waited for; those that start before their launch are on another clock.

BEGIN {
	print "ts_us", "ph", "name", "cat", "id", "pid", "tid", "rank", "rest"
}
NR == 1 {
	ts = c["ts_us"]; dur = c["dur_us"]; name = c["name"]; ph = c["ph"]; cat = c["cat"]; id = c["id"]; pid = c["pid"]
	tid = c["tid"]; rank = c["rank"]; lane = c["lane"]; correlation = c["correlation"]
	next
}
NR == 2 {
	base = int($ts)
}
$id ~ /^[0-9]+$/ && $id + 0 > most {
	most = $id + 0
}
$ph == "s" && !(($rank, $id) in start) {
	start[$rank, $id] = $ts
	source[$rank, $id] = $name OFS $cat
	place[$rank, $id] = $pid OFS $tid
	next
}
$ph != "X" || $correlation == "" { next }
{
	thread = $tid
	if ($lane > 0 && thread ~ /^[0-9]+$/)
		thread += $lane
}
$cat ~ /kernel/ {
	kernel[++kernels] = $rank SUBSEP $correlation
	at[kernels] = $ts
	end[kernels] = since($ts) + whole($dur)
	where[kernels] = $pid OFS thread
	next
}
$name ~ /ScheduleWait/ {
	wait[++waits] = $rank SUBSEP $correlation
	wait_end[waits] = since($ts) + whole($dur)
	wait_where[waits] = $pid OFS thread
	by_key[$rank, $correlation] = waits
}
function arrow(k, from, from_where, to, to_where,   half) {
	split(k, half, SUBSEP)
	split(source[k], of, FS)
	print from, "s", of[1], of[2], ++most, from_where, half[1], ""
	print to, "f", of[1], of[2], most, to_where, half[1], "{\"bp\":\"e\"}"
}
END {
	for (i = 1; i <= kernels; i++) {
		k = kernel[i]
		if (!(k in start))
			continue
		if (since(at[i]) < since(start[k]))
			early++
		else
			arrow(k, start[k], place[k], at[i], where[i])
		w = by_key[k]
		if (w == "")
			continue
		if (end[i] > wait_end[w])
			late++
		else if (!(w in last) || end[i] > last[w]) {
			last[w] = end[i]
			last_where[w] = where[i]
		}
	}
	for (w = 1; w <= waits; w++)
		if (w in last)
			arrow(wait[w], show(last[w] - 1), last_where[w], show(wait_end[w]), wait_where[w])
	if (late)
		print late (late == 1 ? " kernel ends" : " kernels end") " after the wait for them" >"/dev/stderr"
	if (early)
		print early (early == 1 ? " kernel starts before its launch, and gets" : " kernels start before their launch, and get") " no arrow from it" >"/dev/stderr"
}
