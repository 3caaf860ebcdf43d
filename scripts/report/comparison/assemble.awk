# assemble.awk keys=NAMES metrics=NAMES tags=NAMES drop=NAMES first=NAMES part=PART
# JOINED TABLE...: a sheet of a comparison of reports.
#
# JOINED is what trace-compare prints for these keys and metrics, and each TABLE is
# the sheet of one report, in the same order. Out come the keys, differences and
# percentages of each metric, and all columns of each report as TAG::COLUMN: without
# those in drop, and of the baseline alone those in first (a name that ends in * stands
# for all that begin so). Three columns stand in front to sort by: whether the
# baseline has no number for the first metric, that number, and the row.
# PART is all; both, a or b keep the rows that both, or only one of them, have.

function listed(name, list,   i, n, item) {
	n = split(list, item, ",")
	for (i = 1; i <= n; i++)
		if (item[i] == name || (item[i] ~ /[*]$/ && index(name, substr(item[i], 1, length(item[i]) - 1)) == 1))
			return 1
	return 0
}
# Where a value of trace-compare stands: of table t (0 is the baseline) as it is, or
# its difference. There are as many statuses as variants behind the first.
function place(metric, t, change) {
	return 1 + n_keys + (metric - 1) * (n_tags + 3 * (n_tags - 1)) + \
		(metric > 1 ? n_tags - 1 : 0) + (change ? n_tags + 3 * (t - 1) : t)
}
# Several rows of a report that have the same key: the text that they share, or all
# texts; numbers that differ have no sum that this program knows of, but shares of the
# whole have.
function merge(old, new) {
	if (old "" == new "" || new == "")
		return old
	if (old == "")
		return new
	if (old ~ /^[-+0-9.e]+$/ && new ~ /^[-+0-9.e]+$/)
		return ""
	return index("; " old "; ", "; " new "; ") ? old : old "; " new
}
function is_kept(row) {
	if (part == "all")
		return 1
	return part == (has[row, 0] && has[row, 1] ? "both" : has[row, 0] ? "a" : "b")
}
function wanted_table(t) {
	return part == "all" || part == "both" || (part == "a") == (t == 0)
}
file == 1 && FNR == 1 {
	n_keys = split(keys, item, ",")
	n_metrics = split(metrics, metric, ",")
	n_tags = split(tags, tag, ",")
	for (i = 1; i <= n_metrics; i++)
		number_of[metric[i]] = i
	next
}
file == 1 {
	id = ""
	for (i = 1; i <= n_keys; i++)
		id = id (i > 1 ? OFS : "") $i
	row_of[id] = ++rows
	id_of[rows] = id
	for (t = 0; t < n_tags; t++)
		has[rows, t] = $(place(1, t)) != ""
	for (m = 1; m <= n_metrics; m++)
		for (t = 0; t < n_tags; t++) {
			value[rows, m, t] = $(place(m, t))
			delta[rows, m, t] = t ? $(place(m, t, 1)) : ""
		}
	next
}
FNR == 1 {
	t = file - 2
	n_columns[t] = 0
	for (i = 1; i <= NF; i++)
		if (!listed($i, keys) && !listed($i, drop) && !(t > 0 && listed($i, first))) {
			column[t, ++n_columns[t]] = $i
			where[t, n_columns[t]] = i
		}
	next
}
{
	row = row_of[key(keys)]
	for (i = 1; i <= n_columns[t]; i++)
		if (!(column[t, i] in number_of)) {
			at = row SUBSEP t SUBSEP i
			text = $(where[t, i])
			if (!(at in rest))
				rest[at] = text
			else if (column[t, i] ~ /^Percent/)
				rest[at] += text
			else
				rest[at] = merge(rest[at], text)
		}
}
END {
	line = "absent" OFS "amount" OFS "row" OFS keys
	gsub(/,/, OFS, line)
	for (m = 1; m <= n_metrics; m++)
		for (t = 1; t < n_tags && (part == "all" || part == "both"); t++)
			line = line OFS metric[m] "__" tag[t + 1] "_diff" OFS metric[m] "__" tag[t + 1] "_pct"
	for (t = 0; t < n_tags; t++)
		for (i = 1; i <= n_columns[t] && wanted_table(t); i++)
			line = line OFS tag[t + 1] "::" column[t, i]
	print line
	for (row = 1; row <= rows; row++) {
		if (!is_kept(row))
			continue
		by = part == "b" ? 1 : 0
		line = (!has[row, by]) OFS value[row, 1, by] OFS row OFS id_of[row]
		for (m = 1; m <= n_metrics; m++)
			for (t = 1; t < n_tags && (part == "all" || part == "both"); t++) {
				both = value[row, m, 0] != "" && value[row, m, t] != ""
				line = line OFS (both ? delta[row, m, t] : "") OFS \
					(both && value[row, m, 0] + 0 ? 100 * delta[row, m, t] / value[row, m, 0] : "")
			}
		for (t = 0; t < n_tags; t++)
			for (i = 1; i <= n_columns[t] && wanted_table(t); i++)
				line = line OFS (column[t, i] in number_of ? value[row, number_of[column[t, i]], t] : rest[row, t, i])
		print line
	}
}
