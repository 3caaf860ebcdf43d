# request_transfers.awk ROWS ROWS: the rows in order, with one for all transfers of a
# request (--comm_summarize_seq): those of one file and rank whose names have the same
# first number. It has the time from the first to the last, the beginning that all names
# have in common, and the peers of all. Transfers without a number stay as they are. Read twice.

function request(name) {
	return match(name, /[_-][0-9]+/) ? substr(name, RSTART, RLENGTH) : ""
}
function add_peers(k, list,   n, peer, i) {
	n = split(list, peer, ",")
	for (i = 1; i <= n; i++)
		if (peer[i] != "" && !((k, peer[i]) in has)) {
			has[k, peer[i]] = 1
			peers[k] = peers[k] (peers[k] == "" ? "" : ",") peer[i]
		}
}
function common(a, b,   n) {
	n = length(a) < length(b) ? length(a) : length(b)
	while (n && substr(a, 1, n) != substr(b, 1, n))
		n--
	return substr(a, 1, n)
}
FNR == 1 {
	ts = c["ts_us"]; dur = c["dur_us"]; name = c["name"]; ph = c["ph"]; of = c["file"]; rank = c["rank"]
	short = c["short"]; peer = c["peer"]; several = c["peers"]
	if (NR > 1)
		print $0, "all_peers"
	next
}
NR == 2 {
	base = int($ts)
}
{
	k = ""
	if ($ph == "X" && $name ~ /SenRdma/) {
		asked = request($name)
		if (asked != "")
			k = $of SUBSEP $rank SUBSEP asked
		else if (NR == FNR)
			without++
	}
}
NR == FNR {
	if (k == "")
		next
	end = since($ts) + whole($dur)
	if (!(k in last)) {
		last[k] = end
		title[k] = $name
		brief[k] = $short
	} else {
		title[k] = common(title[k], $name)
		brief[k] = common(brief[k], $short)
	}
	if (end > last[k])
		last[k] = end
	add_peers(k, $peer)
	add_peers(k, $several)
	next
}
k == "" {
	print $0, ""
	next
}
k in written { next }
{
	written[k]
	sub(/[ -]+$/, "", title[k])
	sub(/[ -]+$/, "", brief[k])
	$name = title[k]
	$short = brief[k]
	$dur = sprintf("%.3f", (last[k] - since($ts)) / 1000)
	print $0, peers[k]
}
END {
	if (without)
		print without " transfers have no number of a request, and are not summarized" >"/dev/stderr"
}
