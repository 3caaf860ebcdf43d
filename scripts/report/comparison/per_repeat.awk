# per_repeat.awk keys=N TABLE: how long each key takes, and by how much the repeats of an outermost
# cycle differ in it, as trace-compare reads it. TABLE has N keys, the cycle, the repeat, count and
# sum_us, as trace-stats prints them. Each cycle has a row of its own: that prefill and decode
# differ is no noise. The count is in the first row of a key.
#
# Time in no whole repeat, or in a cycle that comes once, is taken to vary as the repeats of the
# longest cycle do, but as one sample, which nothing evens out. If it is more than half of the
# time, no spread is known.

function ns(text) {
	sub(/[.]/, "", text)
	return text + 0
}
function us(time) {
	return sprintf("%.3f", time / 1000)
}
function print_row(k, g, rest,   i, more, wider, mean, from, last, squares, products, least, most) {
	more = rest ? rest / sum[g] : 0
	# trace-compare takes n neighbours as n / 3 samples, if lag1 says nothing else.
	wider = 1 + (more < 0 ? -more : more) * (n[g] > 3 ? sqrt(n[g] / 3) : 1)
	mean = sum[g] / n[g]
	least = sum[g]
	most = 0
	for (i = first[g]; i <= end[g]; i++)
		if ((g, i) in time) {
			from = time[g, i] - mean
			squares += from * from
			products += from * last
			last = from
			least = time[g, i] < least ? time[g, i] : least
			most = time[g, i] > most ? time[g, i] : most
		}
	print k, kernels[k], us(sum[g] + rest), n[g], us(wider * sqrt(squares / (n[g] - 1))), \
		(squares ? sprintf("%.3f", products / squares) : ""), us((1 + more) * least), us((1 + more) * most)
	kernels[k] = 0
}
function print_key(k,   i, m, part, rest, longest) {
	rest = all[k]
	m = split(substr(groups[k], 2), part, "\n")
	for (i = 1; i <= m; i++)
		if (n[part[i]] > 1) {
			rest -= sum[part[i]]
			if (longest == "" || sum[part[i]] > sum[longest])
				longest = part[i]
		}
	if (longest == "" || !sum[longest] || 2 * rest > all[k]) {
		print k, kernels[k], us(all[k]), "", "", "", "", ""
		return
	}
	print_row(k, longest, rest)
	for (i = 1; i <= m; i++)
		if (n[part[i]] > 1 && part[i] != longest)
			print_row(k, part[i], 0)
}
{
	k = $1
	for (i = 2; i <= keys; i++)
		k = k OFS $i
}
FNR == 1 {
	print k, "kernels", "sum_us", "reps", "stddev_us", "lag1", "min_us", "max_us"
	next
}
{
	if (!(k in all))
		key_of[++count] = k
	all[k] += ns($c["sum_us"])
	kernels[k] += $c["count"]
	if ((repeat = $(keys + 2)) == "")
		next
	sub(/.*:/, "", repeat)
	repeat += 0
	g = k SUBSEP $(keys + 1)
	if (!n[g]++) {
		groups[k] = groups[k] "\n" g
		first[g] = end[g] = repeat
	}
	first[g] = repeat < first[g] ? repeat : first[g]
	end[g] = repeat > end[g] ? repeat : end[g]
	time[g, repeat] = ns($c["sum_us"])
	sum[g] += time[g, repeat]
}
END {
	for (i = 1; i <= count; i++)
		print_key(key_of[i])
}
