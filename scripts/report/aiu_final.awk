# aiu_final.awk tmp=FOLDER phases=LIST ROWS COUNTERS...: rows as viewers shall see
# them: short names, lanes as threads; then the points of counters, and the names of
# the processes that there are.

BEGIN {
	OFS = FS
}
NR == 1 {
	for (i = 1; i <= NF; i++)
		c[$i] = i
	ph = c["ph"]; tid = c["tid"]; lane = c["lane"]; acc = c["acc"]; short = c["short"]; name = c["name"]
	rank = c["rank"]; pid = c["pid"]; ts = c["ts_us"]; class = c["class"]; job = c["jobname"]
	shifted = c["orig_ts_us"]; moved = c["ts_adj"]; stamp = c["ts1"]
	for (i = 1; i <= 8; i++)
		head = head OFS $i
	print substr(head, 2), "rank", "args", "rest", "row", "class", "jobname", "orig_name", "device", "orig_ts_us", "orig_dur_us", "ts_adj"
	next
}
FNR == 1 {
	counter = 1
	split("", c)
	for (i = 1; i <= NF; i++)
		c[$i] = i
	next
}
counter {
	if (phases == "" || index(phases, "C"))
		print $c["ts_us"], "", $c["name"], "", "C", "", $c["pid"], "", $c["rank"], \
			"{\"" $c["unit"] "\":" $c["value"] "}", "", "", "", "", "", "", "", "", ""
	next
}
{
	ranks[$rank]
}
phases != "" && index(phases, $ph) == 0 { next }
{
	title = $name
	thread = $tid
	if ($lane > 0 && thread ~ /^[0-9]+$/)
		thread += $lane
	if ($short != "")
		title = $short
	device = $acc == 1 && $stamp != "" ? $rank : ""
	if ($ph == "X" && ($acc == 1 || $pid ~ /^[0-9]+$/) && !($pid in first)) {
		first[$pid] = $ts
		process[$pid] = device != "" ? "AIU Device" $rank : $pid == $rank + 1000 ? "Host" $rank : ""
		of[$pid] = $rank
	}
	print $c["ts_us"], $c["dur_us"], title, $c["cat"], $ph, $c["id"], $pid, thread, $rank, $c["args"], $c["rest"], \
		$c["row"], $class, $job, title == $name ? "" : $name, device, shifted ? $shifted : "", shifted ? $c["orig_dur_us"] : "", moved ? $moved : ""
}
function name_process(pid, what, value) {
	print first[pid], "", what, "", "M", "", pid, "", of[pid], value, "", "", "", "", "", "", "", "", ""
}
END {
	for (r in ranks)
		print r >(tmp "/ranks")
	if (phases != "" && index(phases, "M") == 0)
		exit
	for (r in ranks) {
		device = r
		host = r + 1000
		if (process[device] != "") {
			name_process(device, "process_name", "{\"name\":\"" process[device] "\"}")
			name_process(device, "process_label", "{\"name\":\"AIU\"}")
			name_process(device, "process_sort_index", "{\"sort_index\":" 3 * r + 1 "}")
		}
		if (process[host] != "") {
			name_process(host, "process_name", "{\"name\":\"" process[host] "\"}")
			name_process(host, "process_label", "{\"name\":\"cpu\"}")
			name_process(host, "process_sort_index", "{\"sort_index\":" 3 * r "}")
		}
	}
}
