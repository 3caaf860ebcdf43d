# capture_details.awk captures=LIST TABLE: for each file of capture_sizes.awk its name,
# the size of its graphs and their mode, as TraceLens has it in execution_details.json.
# Files without a graph have no row.
FNR == 1 {
	print "file", "batch_size", "mode"
	while ((getline path <captures) > 0)
		path_of[++files] = path
	next
}
$c["cat"] == "user_annotation" && $c["name"] ~ /^capture_[0-9]+_[A-Z]+$/ {
	path = "file" in c ? $c["file"] : path_of[1]
	if (!(path in named) || $c["ts_us"] + 0 < begin[path] + 0) {
		begin[path] = $c["ts_us"]
		named[path] = $c["name"]
	}
}
END {
	for (i = 1; i <= files; i++) {
		path = path_of[i]
		if (!(path in named))
			continue
		split(named[path], part, "_")
		name = path
		sub(/.*\//, "", name)
		print name, part[2], part[3]
	}
}
