# aiu_sequence.awk ROWS ROWS: the rows in order, with one for all transfers of a
# request (--comm_summarize_seq): those of one file and rank whose names have the same
# first number. It has the time from the first to the last, the beginning that all names
# have in common, and the peers of all. Transfers without a number stay as they are. Read twice.

function request(name) {
	return match(name, /[_-][0-9]+/) ? substr(name, RSTART, RLENGTH) : ""
}
function add_peers(key, list,   n, peer, i) {
	n = split(list, peer, ",")
	for (i = 1; i <= n; i++)
		if (peer[i] != "" && !((key, peer[i]) in has)) {
			has[key, peer[i]] = 1
			peers[key] = peers[key] (peers[key] == "" ? "" : ",") peer[i]
		}
}
function common(a, b,   n) {
	n = length(a) < length(b) ? length(a) : length(b)
	while (n && substr(a, 1, n) != substr(b, 1, n))
		n--
	return substr(a, 1, n)
}
BEGIN {
	OFS = FS
}
FNR == 1 {
	for (i = 1; i <= NF; i++)
		c[$i] = i
	ts = c["ts_us"]; dur = c["dur_us"]; name = c["name"]; ph = c["ph"]; file = c["file"]; rank = c["rank"]
	short = c["short"]; peer = c["peer"]; several = c["peers"]
	if (NR > 1)
		print $0, "all_peers"
	next
}
NR == 2 {
	base = int($ts)
}
{
	key = ""
	if ($ph == "X" && $name ~ /SenRdma/) {
		asked = request($name)
		if (asked != "")
			key = $file SUBSEP $rank SUBSEP asked
		else if (NR == FNR)
			without++
	}
}
NR == FNR {
	if (key == "")
		next
	end = since($ts) + whole($dur)
	if (!(key in last)) {
		last[key] = end
		title[key] = $name
		brief[key] = $short
		sum[key] = 0
	} else {
		title[key] = common(title[key], $name)
		brief[key] = common(brief[key], $short)
	}
	if (end > last[key])
		last[key] = end
	add_peers(key, $peer)
	add_peers(key, $several)
	next
}
key == "" {
	print $0, ""
	next
}
key in written { next }
{
	written[key]
	sub(/[ -]+$/, "", title[key])
	sub(/[ -]+$/, "", brief[key])
	$name = title[key]
	$short = brief[key]
	$dur = sprintf("%.3f", (last[key] - since($ts)) / 1000)
	print $0, peers[key]
}
END {
	if (without)
		print without " transfers have no number of a request, and are not summarized" >"/dev/stderr"
}
