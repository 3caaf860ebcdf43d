# pivot.awk keys=COLUMN columns=LIST more=LIST spans=YES EVENTS TABLE: TABLE with columns of
# EVENTS for each rank behind its own, as rank_R_COLUMN. A row of EVENTS belongs to
# the row of TABLE with the same key. The ranks stand in the order in which the rows
# of TABLE, and of each row its events, name them; the columns of `more` stand behind
# those of all ranks that the same row named first. The last column of TABLE stands behind
# all, if spans is not empty: it is node_span.

function add_rank(rank) {
	if (rank in seen)
		return
	seen[rank] = 1
	fresh[++freshly] = rank
}
# Adds to the header the columns of ranks that are new in one row.
function add_columns(names,   i, j, m, name) {
	m = split(names, name, ",")
	for (i = 1; i <= freshly; i++)
		for (j = 1; j <= m; j++) {
			title[++titles] = fresh[i] SUBSEP name[j]
			header = header OFS "rank_" fresh[i] "_" name[j]
		}
}
file == 1 && FNR > 1 {
	k = key(keys)
	of[k, ++events[k]] = $c["rank"]
	m = split(columns "," more, name, ",")
	for (j = 1; j <= m; j++)
		if (name[j] in c)
			cell[k, $c["rank"], name[j]] = $c[name[j]]
}
file == 2 && spans != "" {
	span[FNR] = OFS $NF
	sub(/\t[^\t]*$/, "")
}
file == 2 && FNR == 1 { header = $0 }
file == 2 && FNR > 1 {
	k = key(keys)
	line[++lines] = $0
	line_key[lines] = k
	freshly = 0
	for (i = 1; i <= events[k]; i++)
		add_rank(of[k, i])
	add_columns(columns)
	add_columns(more)
}
END {
	print header span[1]
	for (i = 1; i <= lines; i++) {
		text = line[i]
		for (j = 1; j <= titles; j++) {
			split(title[j], part, SUBSEP)
			text = text OFS cell[line_key[i], part[1], part[2]]
		}
		print text span[i + 1]
	}
}
