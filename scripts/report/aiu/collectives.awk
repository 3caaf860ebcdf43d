# collectives.awk build=1 rates=1 keep=1 tmp=FOLDER TRANSFERS ROWS: the calls of collectives,
# which their transfers tell, and how fast they were. TRANSFERS are in the order of their ends,
# with the ends of kernels (ends.awk); ROWS are all rows. With build=1 each rank gets a row
# for each call, in tmp/counter_4; with rates=1 the points of bandwidth are in tmp/counter_5.
# Warnings, each a code, a count and a text, are in tmp/found.
#
# A transfer is posted long before it runs, so only its end counts: a call of a rank lasts from
# the end of the last kernel of no collective that ended before the call's first transfer did
# (10 ms at most) to the end of its last transfer. A group of the same name begins again where
# a transfer comes again, or one before which its rank ran another kernel of no collective.
# Times are whole nanoseconds from the first transfer on.

function add_ranks(i, tag, list,   n, one, k) {
	n = split(list, one, ",")
	for (k = 1; k <= n; k++) {
		if (one[k] == "")
			continue
		if (!((i, tag, one[k]) in partner)) {
			partner[i, tag, one[k]] = 1
			partners[i, tag]++
		}
		if (!((i, one[k]) in member)) {
			member[i, one[k]] = 1
			ranks[i, ++size[i]] = one[k]
		}
	}
}

# The first of a list of ascending times that is not before one.
function place(list, n, time,   low, high, middle) {
	low = 1
	high = n + 1
	while (low < high) {
		middle = int((low + high) / 2)
		if (first[list, middle] < time)
			low = middle + 1
		else
			high = middle
	}
	return low
}
function keep_last(list, n, end,   at) {
	at = place(list, n, end)
	if (at <= n && (!((list, at) in before) || before[list, at] < end))
		before[list, at] = end
}

FNR == 1 {
	if (file == 2) {
		ts = c["ts_us"]; dur = c["dur_us"]; name = c["name"]; ph = c["ph"]; rank = c["rank"]
		group = c["coll_group"]; acc = c["acc"]
	}
	next
}
file == 1 && base == "" {
	base = int($c["end_us"])
}
file == 1 && $c["group"] == "" {
	ran[$c["rank"]] = since($c["end_us"])
	next
}
file == 1 {
	g = $c["group"]
	r = $c["rank"]
	tag = $c["tag"]
	if (!(g in now) || (now[g], r, tag, $c["general"]) in seen || ran[r] > last[now[g], r] && (now[g], r) in at) {
		now[g] = ++calls
		title[calls] = g
	}
	i = now[g]
	seen[i, r, tag, $c["general"]]
	if (!((i, tag) in partners)) {
		tags[i, ++tag_count[i]] = tag
		if (tag_count[i] > most_tags[g])
			most_tags[g] = tag_count[i]
		partners[i, tag] = 0
	}
	add_ranks(i, tag, r "," $c["peers"])
	end = since($c["end_us"])
	if (!((i, tag) in ends))
		ends[i, tag] = end
	if (end - ends[i, tag] > 1000000)
		far[i] # no transfer ends a millisecond later on the other side
	if ($c["out"]) {
		sent[i, tag]
		if ($c["cast"])
			caster[i] = r
	} else {
		received[i, tag]++
	}
	if ($c["bytes"] > bytes[i] + 0)
		bytes[i] = $c["bytes"]
	if (!(i in begun)) {
		begun[i] = end
		first["all", i] = end
	}
	if (!((i, r) in at)) {
		at[i, r] = ++count[r]
		first[r, count[r]] = end
		posted[i, r] = since($c["ts_us"])
	}
	last[i, r] = end
	ended[i] = end
	next
}
$ph == "X" && $dur != "" {
	end = since($ts) + whole($dur)
	keep_last("all", calls, $group == "" ? end : end + 1)
	if ($acc == 1 && $group == "" && $rank in count && $name ~ / Cmpt Exec$/)
		keep_last($rank, count[$rank], end)
}

# Does each transfer that some rank sent arrive at all its partners? And are there as many as in the
# other calls of this name?
function is_whole(i,   k, tag) {
	for (k = 1; k <= tag_count[i]; k++) {
		tag = tags[i, k]
		if (!((i, tag) in sent) || received[i, tag] != partners[i, tag] - 1)
			return 0
	}
	return !(i in far) && tag_count[i] > 1 && tag_count[i] == most_tags[title[i]]
}
function sort_ranks(i,   a, b, r) {
	for (a = 2; a <= size[i]; a++)
		for (b = a; b > 1 && ranks[i, b - 1] + 0 > ranks[i, b] + 0; b--) {
			r = ranks[i, b]; ranks[i, b] = ranks[i, b - 1]; ranks[i, b - 1] = r
		}
}

# When the call of a rank starts: not before its first transfer was posted, nor before that
# rank's call before it ended. Only a kernel or a call that ended later than the post tells
# how long the call took: of such calls it keeps how long before the first transfer's end they
# start, by name and rank.
function start_of(i, r,   n, k, start, name) {
	n = at[i, r]
	start = posted[i, r]
	for (k = n; k >= 1 && !((r, k) in before); k--)
		;
	known[i, r] = k >= 1 && first[r, n] - before[r, k] <= 10000000
	if (known[i, r] && before[r, k] > start)
		start = before[r, k]
	if (r in free && start < free[r])
		start = free[r]
	free[r] = last[i, r]
	name = general(i) SUBSEP r
	lead[i, r] = first[r, n] - start
	if (start > posted[i, r]) {
		known[i, r] = 2
		if (lead[i, r] > most_lead[name] + 0)
			most_lead[name] = lead[i, r]
	}
	return start
}
function general(i,   name) {
	name = title[i]
	gsub(/[_-][0-9]+/, "_[N]", name)
	return name
}

# Is it unknown on some rank when the call started? There is no kernel before it, or it starts with
# the post, long before what kernels tell of other calls of that name: kernels are lost.
function is_unknown(i,   k, r, name) {
	for (k = 1; k <= size[i]; k++) {
		r = ranks[i, k]
		name = general(i) SUBSEP r
		if (!known[i, r] || (known[i, r] == 1 && name in most_lead && lead[i, r] > most_lead[name]))
			return 1
	}
	return 0
}
function quoted(text) {
	gsub(/"/, "\\\"", text)
	return "\"" text "\""
}
function short_of(g) {
	if (keep)
		return g
	return g ~ /^AllReduce/ ? "gloo:all_reduce" : g ~ /^AllGather/ ? "gloo:all_gather" : \
		g ~ /^ReduceScatter/ ? "gloo:reduce_scatter" : g ~ /^Broadcast/ ? "gloo:broadcast" : g
}
function put_calls(i,   k, r, start, list, args, how) {
	for (k = 1; k <= size[i]; k++)
		list = list (k > 1 ? "," : "") ranks[i, k]
	how = !(i in caster) ? "" : caster[i] == ranks[i, 1] ? "tree" : caster[i] == ranks[i, size[i]] ? "chain" : ""
	data[i] = title[i] ~ /^AllReduce/ && bytes[i] > 0 ? 2 * (size[i] - 1) * bytes[i] : 0
	args = "{\"CollGroup\":" quoted(title[i]) ",\"peers\":\"" list "\"" \
		(bytes[i] > 0 ? ",\"bytes\":" bytes[i] : "") (how != "" ? ",\"collective algorithm type\":\"" how "\"" : "") \
		(data[i] > 0 ? sprintf(",\"Coll_data_size\":%.0f", data[i]) : "") ",\"External id\":" i "}"
	for (k = 1; k <= size[i]; k++) {
		r = ranks[i, k]
		start = start_of(i, r)
		if (k == 1 || start < opened[i])
			opened[i] = start
		if (build)
			print show(start), sprintf("%.3f", (last[i, r] - start) / 1000), short_of(title[i]), "cpu_op", "X", "", \
				r, 10000 + r, r, args, "", (short_of(title[i]) == title[i] ? "" : title[i]) >(tmp "/counter_4")
	}
}
function point(time, name, unit, value) {
	print show(time), name, unit, -1, sprintf("%.3f", value), lowest >(tmp "/counter_5")
}

# From the event that ended before the first transfer did to the end of the last.
function put_simple(i,   k, start, rate) {
	for (k = i; k >= 1 && !(("all", k) in before); k--)
		;
	start = k >= 1 ? before["all", k] : begun[i]
	if (ended[i] <= start)
		return
	rate = sprintf("%.3f", bytes[i] / (ended[i] - start))
	point(start, "BW allreduce", "Unit GBps", rate)
	point(ended[i], "BW allreduce", "Unit GBps", 0)
	point(start, "BW all-pcie", "Unit GBps", 2 * (size[i] - 1) * rate)
	point(ended[i], "BW all-pcie", "Unit GBps", 0)
}

# The latest call is shown while several run.
function put_rates(n, order,   k, i, others, together) {
	for (k = 1; k <= n; k++) {
		i = order[k]
		point(opened[i], "Coll_Bandwidth", "GBps", data[i] / (ended[i] - opened[i]))
		if (k == n || opened[order[k + 1]] > ended[i])
			point(ended[i], "Coll_Bandwidth", "GBps", 0)
		else if (opened[order[k + 1]] < ended[i])
			together++
		others += k > 1 && size[i] != size[order[1]]
	}
	if (together)
		tell("CBW", together, "concurrent: " together " collectives begin before the one before them ends; the bandwidth is that of the latest")
	if (others)
		tell("CBW", others, "ranks: " others " collectives have another number of ranks than the first one")
}
function tell(code, n, text) {
	print code, n, text >>(tmp "/found")
}
END {
	if (build)
		print "ts_us", "dur_us", "name", "cat", "ph", "id", "pid", "tid", "rank", "args", "rest", "orig_name" >(tmp "/counter_4")
	if (rates)
		print "ts_us", "name", "unit", "pid", "value", "rank" >(tmp "/counter_5")
	for (i = 1; i <= calls; i++) {
		if (!is_whole(i)) {
			broken++
			continue
		}
		sort_ranks(i)
		if (lowest == "")
			lowest = ranks[i, 1] # the points are of all ranks, but stand in the file of one
		put_calls(i)
		whole_call[++whole_calls] = i
	}
	for (w = 1; w <= whole_calls; w++) {
		i = whole_call[w]
		if (!(data[i] > 0) || ended[i] <= opened[i])
			continue
		if (is_unknown(i)) {
			unknown++
			continue
		}
		if (rates && !build)
			put_simple(i)
		for (k = ++n; k > 1 && opened[order[k - 1]] > opened[i]; k--)
			order[k] = order[k - 1]
		order[k] = i
	}
	if (rates && build)
		put_rates(n, order)
	if (unknown && (rates || build))
		tell("CBW", unknown, "start: " unknown " collectives have no kernel that tells when they started: they start when their transfers were posted, and have no bandwidth")
	if (broken)
		tell("FLOW", broken, "incomplete: " broken " collectives have sends or receives without the other side, and are left out; try -S, or all ranks")
}
