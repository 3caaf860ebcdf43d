# capture_sizes.awk captures=LIST TABLE: the events of captures, with an annotation
# such as capture_32_FULL over the graphs of each file that has none. LIST names these
# files, one a line. The size and mode are those that execution_details.json beside the
# file says, as TraceLens writes it; or else the commonest first dimension of what its
# operators take, and whether it recorded one graph or several.

# The value of a key in an object of JSON, without quotes; empty if it has none.
function value(object, wanted) {
	if (!match(object, "\"" wanted "\"[ \t]*:[ \t]*(\"[^\"]*\"|[0-9]+)"))
		return ""
	object = substr(object, RSTART, RLENGTH)
	sub(/^"[^"]*"[ \t]*:[ \t]*/, "", object)
	gsub(/"/, "", object)
	return object
}
# Of all files that the details beside a capture name.
function read_details(path,   folder, line, text, entry, size, mode) {
	folder = path
	if (!sub(/[^\/]*$/, "", folder) || folder in read)
		return
	read[folder]
	while ((getline line <(folder "execution_details.json")) > 0)
		text = text " " line
	close(folder "execution_details.json")
	while (match(text, /[{][^{}]*[}]/)) {
		entry = substr(text, RSTART, RLENGTH)
		text = substr(text, RSTART + RLENGTH)
		size = value(entry, "batch_size")
		mode = value(entry, "mode")
		if (size ~ /^[0-9]+$/ && mode ~ /^[A-Z]+$/)
			named[folder value(entry, "file")] = size "_" mode
	}
}
# Each list in [[32,2880],[2880],[]] begins with its first dimension.
function count_dimensions(path, dims,   i, n, list, size) {
	n = split(dims, list, "[")
	for (i = 3; i <= n; i++)
		if (match(list[i], /^[0-9]+/)) {
			size = substr(list[i], 1, RLENGTH)
			if (++seen[path, size] > most[path] || (seen[path, size] == most[path] && size + 0 < commonest[path])) {
				most[path] = seen[path, size]
				commonest[path] = size
			}
		}
}
function note_recording(path) {
	if (!graphs[path]++ || $c["ts_us"] + 0 < begin[path] + 0) {
		begin[path] = $c["ts_us"]
		row[path] = $0
	}
}
function print_annotation(path, name,   i, field) {
	split(row[path], field, FS)
	for (i = 1; i <= columns; i++)
		$i = keeps[i] ? field[i] : ""
	$c["name"] = "capture_" name
	$c["cat"] = "user_annotation"
	$c["ph"] = "X"
	$c["ts_us"] = begin[path]
	$c["dur_us"] = sprintf("%.3f", end[path] - begin[path])
	$c["event"] = ++last_event
	print
}
FNR == 1 {
	columns = NF
	n = split("pid tid rank file", keep, " ")
	for (i = 1; i <= n; i++)
		if (keep[i] in c)
			keeps[c[keep[i]]] = 1
	while ((getline path <captures) > 0)
		path_of[++files] = path
}
{ print }
FNR == 1 { next }
{
	path = "file" in c ? $c["file"] : path_of[1]
	last = $c["ts_us"] + $c["dur_us"]
	if (last > end[path] + 0)
		end[path] = last
	if ($c["event"] > last_event)
		last_event = $c["event"] + 0
}
$c["cat"] == "user_annotation" && $c["name"] ~ /^capture_[0-9]+_/ { annotated[path] }
$c["cat"] == "cpu_op" { count_dimensions(path, $c["input_dims"]) }
$c["name"] ~ /StreamBeginCapture/ { note_recording(path) }
END {
	for (i = 1; i <= files; i++) {
		path = path_of[i]
		if (!(path in graphs) || path in annotated)
			continue
		read_details(path)
		if (path in named)
			print_annotation(path, named[path])
		else if (path in commonest)
			print_annotation(path, commonest[path] (graphs[path] > 1 ? "_PIECEWISE" : "_FULL"))
	}
}
