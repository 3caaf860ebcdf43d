# mirrored.awk - is what trace-align prints of B and A the mirror of that of A and B?
#
# Reads the rows of A against B, those of B against A, and the summary of the former.
# Every row must have its mirror: times changed over, differences of the other sign,
# slower for faster. The differences must add up to that of the cycles, to the
# nanosecond. Prints what is wrong, and then exits with 1.

function ns(us) {
	return int((us < 0 ? -us : us) * 1000 + 0.5) * (us < 0 ? -1 : 1)
}

function turn(word) {
	return word in other ? other[word] : word
}

BEGIN {
	FS = "\t"
	n = split("faster slower only_a only_b removed added", word, " ")
	for (i = 1; i <= n; i += 2) {
		other[word[i]] = word[i + 1]
		other[word[i + 1]] = word[i]
	}
}
FNR == 1 {
	file++
	for (i = 1; i <= NF; i++)
		at[$i] = i
	next
}
file == 1 {
	key = $at["a_position"] SUBSEP $at["a_name"] SUBSEP $at["b_position"] SUBSEP $at["b_name"]
	row[key] = turn($at["match"]) FS ns($at["b_us"]) FS ns($at["a_us"]) FS \
		(0 - ns($at["delta_us"])) FS turn($at["verdict"]) FS turn($at["outcome"])
	sum += ns($at["delta_us"])
	a += ns($at["a_us"])
	b += ns($at["b_us"])
}
file == 2 {
	key = $at["b_position"] SUBSEP $at["b_name"] SUBSEP $at["a_position"] SUBSEP $at["a_name"]
	now = $at["match"] FS ns($at["a_us"]) FS ns($at["b_us"]) FS ns($at["delta_us"]) FS \
		$at["verdict"] FS $at["outcome"]
	if (row[key] != now) {
		print "not " row[key] ", but " now
		wrong = 1
	}
	delete row[key]
}
file == 3 && $1 == "time" && $2 == "kernels" { total = ns($at["delta_us"]) }
file == 3 && $1 == "time" && $2 == "period" { period = $at["a_us"] FS $at["b_us"] FS $at["delta_us"] }
file == 3 && $1 == "kind" && $2 != "sum" {
	kinds_a += ns($at["a_us"])
	kinds_b += ns($at["b_us"])
}
file == 3 && $1 == "kind" && $2 == "sum" {
	all = $at["a_us"] FS $at["b_us"] FS $at["delta_us"]
	if (kinds_a != ns($at["a_us"]) || kinds_b != ns($at["b_us"]))
		all = "kinds that add up to " kinds_a " and " kinds_b " ns"
}
END {
	for (key in row) {
		print "no mirror of " row[key]
		wrong = 1
	}
	if (sum != total || sum != b - a) {
		print "differences add up to " sum " ns, not to " total " or " b - a
		wrong = 1
	}
	if (all == "" || (period != "" && all != period)) {
		print "kinds of change add up to " all ", not to " period
		wrong = 1
	}
	exit wrong
}
