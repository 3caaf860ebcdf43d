# viewer_events.awk tmp=FOLDER phases=LIST util=1 torch=N rank_column=NAME [UTIL] ROWS COUNTERS...: rows
# as viewers shall see them, with what trace-ideal found, in UTIL if util=1: short names, lanes as
# threads; then the points of counters, arrows, calls, and the names of the processes that there are.

# The utilization of kernels by the number of their row.
file == util {
	if (FNR > 1 && $c["pt_active"] > 0)
		active[$c["row"]] = $c["pt_active"]
	if (FNR > 1 && $c["category"] != "")
		user_cat[$c["row"]] = $c["category"]
	next
}
FNR == 1 && file == util + 1 {
	ph = c["ph"]; tid = c["tid"]; lane = c["lane"]; acc = c["acc"]; short = c["short"]; name = c["name"]
	rank = c["rank"]; pid = c["pid"]; ts = c["ts_us"]; class = c["class"]; job = c["jobname"]
	dur = c["dur_us"]; cat = c["cat"]; id = c["id"]; args = c["args"]; rest = c["rest"]
	peers = c["all_peers"]; row = c["row"]
	shifted = c["orig_ts_us"]; was = c["orig_dur_us"]; moved = c["ts_adj"]; stamp = c["ts1"]
	for (i = 1; i <= 8; i++)
		head = head OFS $i
	print substr(head, 2), rank_column, "args", "rest", "row", "class", "jobname", "orig_name", "device", "orig_ts_us", "orig_dur_us", "ts_adj", \
		"peers", "pt_active", "core_used", "user_cat"
	nothing = "\t\t\t\t\t\t\t" # the last columns
	next
}
FNR == 1 {
	counter = 1
	others = "cat" in c # arrows or calls, with the columns of events
	next
}
counter && others {
	if (phases == "" || index(phases, $c["ph"]))
		print $c["ts_us"], ($c["ph"] == "X" ? $c["dur_us"] : ""), $c["name"], $c["cat"], $c["ph"], $c["id"], $c["pid"], \
			$c["tid"], $c["rank"], ($c["ph"] == "X" ? $c["args"] : ""), $c["rest"], "", "", "", \
			($c["ph"] == "X" ? $c["orig_name"] : ""), nothing
	next
}
counter {
	if ($c["pid"] == -1 && !(-1 in first)) {
		first[-1] = $c["ts_us"]
		of[-1] = $c["rank"]
	}
	if (phases == "" || index(phases, "C"))
		print $c["ts_us"], "", $c["name"], "", "C", "", $c["pid"], "", $c["rank"], \
			"{\"" $c["unit"] "\":" $c["value"] "}", "", "", "", "", "", nothing
	next
}
{
	if (!($rank in known)) {
		known[$rank]
		rank_at[++ranks] = $rank
	}
}
phases != "" && index(phases, $ph) == 0 { next }
{
	title = $name
	thread = $tid
	if ($lane > 0 && thread ~ /^[0-9]+$/)
		thread += $lane
	if ($short != "")
		title = $short
	event = $ph == "X"
	if (event && $class ~ /^DATA_(IN|OUT)$|^MAIU_PROTOCOL_.*_DATA$/ && index($args, "\"memory bandwidth (GB/s)\":"))
		add_bandwidth()
	device = $acc == 1 && $stamp != "" ? $rank : ""
	if (event && !($pid in first) && ($acc == 1 || $pid ~ /^[0-9]+$/)) {
		first[$pid] = $ts
		process[$pid] = device != "" ? "AIU Device" $rank : $pid == $rank + 1000 ? "Host" $rank : ""
		of[$pid] = $rank
	}
	arrow = $id
	if (torch > 1 && arrow != "" && ($ph == "s" || $ph == "t" || $ph == "f"))
		arrow = $rank "/" arrow # each rank counts its launches from 1
	pt = $row in active ? active[$row] : ""
	group = $row in user_cat ? user_cat[$row] : ""
	print $ts, $dur, title, $cat, $ph, arrow, $pid, thread, $rank, $args, $rest, $row, $class, $job, \
		(title == $name ? "" : $name), device, shifted ? $shifted : "", shifted ? $was : "", moved ? $moved : "", \
		peers ? $peers : "", pt, (pt == "" ? "" : "true"), group
}
# The bandwidth of a transfer: points at its start and end, printed behind the rows.
function add_bandwidth(   rate, end) {
	rate = substr($args, index($args, "\"memory bandwidth (GB/s)\":") + 26)
	sub(/[,}].*/, "", rate)
	gsub(/["]/, "", rate)
	if (!(rate + 0 > 0) || (phases != "" && !index(phases, "C")))
		return
	end = show_end($ts, $dur)
	transfer[++transfers] = $ts "\t" rate "\t" $pid "\t" $rank
	transfer[++transfers] = end "\t0\t" $pid "\t" $rank
}
function tell(pid, what, value) {
	print first[pid], "", what, "", "M", "", pid, "", of[pid], value, "", "", "", "", "", nothing
}
function name_process(pid, label, place) {
	if (process[pid] == "")
		return
	tell(pid, "process_name", "{\"name\":\"" process[pid] "\"}")
	tell(pid, "process_label", "{\"name\":\"" label "\"}")
	tell(pid, "process_sort_index", "{\"sort_index\":" place "}")
}
END {
	for (i = 1; i <= transfers; i++) {
		split(transfer[i], part, "\t")
		print part[1], "", "TransferBW", "", "C", "", part[3], "", part[4], "{\"GB/s\":" part[2] "}", "", "", "", "", "", nothing
	}
	for (i = 1; i <= ranks; i++)
		print rank_at[i] >(tmp "/ranks")
	if (phases != "" && index(phases, "M") == 0)
		exit
	if (-1 in first)
		tell(-1, "process_name", "{\"name\":\"CollectiveBW\"}")
	for (i = 1; i <= ranks; i++) {
		name_process(rank_at[i], "AIU", 3 * rank_at[i] + 1)
		name_process(rank_at[i] + 1000, "cpu", 3 * rank_at[i])
	}
}
