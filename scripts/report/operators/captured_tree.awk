# captured_tree.awk LINKED OPERATORS TREE: TREE, which trace-tree prints, with the operators of
# captures between the graph launches and their work. LINKED and OPERATORS are of
# trace-link, from the same events with the captures.

file == 1 && $c["linked_reason"] == "captured graph" { chain[$c["event"]] = $c["op_ids"] }
file == 2 && FNR == 1 {
	shared = split("name,dur_us,gpu_us,gpu_events,input_dims,input_type,input_strides,concrete_inputs", copied, ",")
	next
}
file == 2 {
	for (i = 1; i <= shared; i++)
		of_operator[$c["op_id"], i] = copied[i] in c ? $c[copied[i]] : ""
	next
}
file == 3 && FNR > 1 && $c["event"] in chain && chain[$c["event"]] != "" && $c["parent"] != "" {
	hold()
	next
}
file == 3 {
	release()
	print
	last = $0
}
END { release() }

# Keeps an event of the GPU below the operators that launched it in the capture. It comes
# right after its launch, or after others of this launch.
function hold(   id, n, k, up) {
	if (!held) {
		launch = $c["parent"]
		launch_line = last
	}
	held++
	line[held] = $0
	up = launch
	n = split(chain[$c["event"]], id, ";")
	for (k = 1; k <= n; k++) {
		if (!(id[k] in known)) {
			known[id[k]]
			below[up, ++kids[up]] = id[k]
		}
		up = id[k]
	}
	below[up, ++kids[up]] = -held
}
function release(   now, path, depth) {
	if (!held)
		return
	now = $0
	$0 = launch_line
	path = $c["path"]
	depth = $c["depth"]
	show(launch, depth + 1, path)
	held = 0
	$0 = now
}
function show(up, depth, path,   k, kid, i, above) {
	for (k = 1; k <= kids[up]; k++) {
		kid = below[up, k]
		$0 = kid < 0 ? line[-kid] : launch_line
		$c["depth"] = depth
		$c["parent"] = up
		if (kid >= 0) {
			$c["event"] = kid
			$c["cat"] = "cpu_op"
			for (i = 1; i <= shared; i++)
				if (copied[i] in c)
					$c[copied[i]] = of_operator[kid, i]
			if ($c["dur_us"] == "") # what a graph runs takes no time of the host
				$c["dur_us"] = "0.000"
		}
		above = $c["path"] = path ";" $c["name"]
		print
		if (kid >= 0)
			show(kid, depth + 1, above)
	}
	kids[up] = 0
}
