# add.awk keys=KEYS columns=COLUMNS FROM TABLE: columns of the rows of FROM behind
# those of TABLE that have the same keys. Both lists may rename: in KEYS,
# ours=theirs, in COLUMNS, new=theirs.

# The names of a list before or behind the "=".
function names(list, which,   i, n, item, part, text) {
	n = split(list, item, ",")
	for (i = 1; i <= n; i++) {
		split(item[i] "=" item[i], part, "=")
		text = text (i > 1 ? "," : "") part[which]
	}
	return text
}
file == 1 && FNR == 1 {
	theirs = names(keys, 2)
	old = names(columns, 2)
}
file == 1 && FNR > 1 { found[key(theirs)] = OFS key(old) }
file == 2 && FNR == 1 {
	ours = names(keys, 1)
	new = names(columns, 1)
	gsub(/,/, OFS, new)
	nothing = new
	gsub(/[^\t]/, "", nothing)
	print $0, new
}
file == 2 && FNR > 1 {
	k = key(ours)
	print $0 (k in found ? found[k] : OFS nothing)
}
