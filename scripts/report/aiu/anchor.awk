# anchor.awk FACTS ROWS ROWS: moves the events of Flex onto the times of PyTorch's: the k-th Flex
# RoundTrip of a rank ends when the k-th anchor of PyTorch does, at the latest. Files of
# PyTorch are those with deviceProperties, by the facts. ROWS, in any order, are read twice.
#
# Times are whole nanoseconds from the first one on: a double does not hold those
# since 1970.

# An anchor of a kind and rank, in the order of starts.
function add(kind, r, start, end,   k, n) {
	n = ++count[kind, r]
	for (k = n; k > 1 && starts[kind, r, k - 1] > start; k--) {
		starts[kind, r, k] = starts[kind, r, k - 1]
		ends[kind, r, k] = ends[kind, r, k - 1]
	}
	starts[kind, r, k] = start
	ends[kind, r, k] = end
}
function kind_of(name) {
	if (name ~ /built-in method Predict of PyCapsule object/)
		return "Predict"
	return name ~ /Torch-Compiled Region/ ? "Region" : ""
}

# Sets by[r], to add to the times of Flex on rank r. Its PyTorch may have another number, `other`,
# if both have one rank only.
function find(r, other,   kind, k, n, m) {
	kind = predicts ? "Predict" : "Region"
	n = count["flex", r] + 0
	m = count[kind, other] + 0
	if (n != m)
		print (n < m ? m - n : n - m) " anchors of rank " r " have no partner: there are " n " Flex RoundTrips, and " m " of PyTorch" >"/dev/stderr"
	for (k = 1; k <= n && k <= m; k++)
		if (k == 1 || ends[kind, other, k] - ends["flex", r, k] < by[r])
			by[r] = ends[kind, other, k] - ends["flex", r, k]
}
function decide(   i, r, other, same) {
	same = flex_ranks == 1 && torch_ranks == 1
	for (other in torch_rank)
		;
	for (i = 1; i <= flex_ranks; i++) {
		r = flex_order[i]
		find(r, same ? other : r)
	}
}
function move(column) {
	if (column && $column != "")
		$column = show(since($column) + by[$rank])
}
FNR == 1 {
	ts = c["ts_us"]; dur = c["dur_us"]; name = c["name"]; ph = c["ph"]; of = c["file"]; rank = c["rank"]
	if (file == 3) {
		decide()
		print
	}
	next
}
file == 1 {
	if ($2 == "member.deviceProperties")
		torch[$1]
	next
}
file == 2 {
	if (base == "" && $ts != "")
		base = int($ts)
	if ($of in torch) {
		if (!($rank in torch_rank))
			torch_ranks++
		torch_rank[$rank]
		kind = $ph == "X" ? kind_of($name) : ""
		predicts += kind == "Predict"
	} else {
		if (!($rank in flex_rank))
			flex_order[++flex_ranks] = $rank
		flex_rank[$rank]
		kind = $ph == "X" && $name == "Flex RoundTrip" ? "flex" : ""
	}
	if (kind != "")
		add(kind, $rank, since($ts), since($ts) + whole($dur))
	next
}
!($of in torch) && by[$rank] {
	move(ts)
	for (i = 1; i <= 5; i++)
		move(c["t" i "_us"])
}
{ print }
