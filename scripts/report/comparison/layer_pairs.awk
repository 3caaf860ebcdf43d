# layer_pairs.awk WORK WORK: kernels of both traces at one place of one layer, of one class
# of operation, in all repeats of the layer: the rows of layer_alignments in the classic
# form, with neither order nor header. A place counts from 0.
FNR == 1 || $c["layer"] == "" {
	repeat = ""
	next
}
{
	layer = $c["phase"] OFS $c["layer"]
	if ($c["pass"] SUBSEP layer != repeat) {
		repeat = $c["pass"] SUBSEP layer
		place = 0
	}
	at = layer OFS place++ OFS $c["operation"]
	known[at]
	count[at, file]++
	ns[at, file] += 1000 * $c["dur_us"]
	n = ++runs[at, file, $c["name"]]
	if (n > most[at, file] || (n == most[at, file] && $c["name"] < kernel[at, file])) {
		most[at, file] = n
		kernel[at, file] = $c["name"]
	}
}
function mean(at, side) {
	return count[at, side] ? ns[at, side] / count[at, side] / 1000 : 0
}
# The projection of a GEMM, as far as its name tells.
function detail(class, name) {
	if (class != "Dense GEMM")
		return ""
	return name ~ /qkv/ ? "QKV" : name ~ /out/ ? "O" : name ~ /up/ ? "FFN_up" : name ~ /down/ ? "FFN_down" : ""
}
# Which trace may have fused what the other runs here.
function fused(class, n, m) {
	if (n && m)
		return n > 1.5 * m ? "trace2 fuses" : m > 1.5 * n ? "trace1 fuses" : ""
	if (class ~ /[+]/)
		return n ? "trace1 fuses" : "trace2 fuses"
	if (class ~ /^(Attention|Dense GEMM|KV Cache|MoE GEMM|MoE Routing)/)
		return ""
	return n ? "trace2 may fuse" : "trace1 may fuse"
}
function side_of(at, side) {
	return kernel[at, side] OFS mean(at, side) OFS count[at, side] + 0 OFS ns[at, side] / 1000
}
END {
	for (at in known) {
		split(at, part, OFS)
		print at, detail(part[4], tolower(kernel[at, 1] kernel[at, 2])), side_of(at, 1), side_of(at, 2), \
			count[at, 2] && ns[at, 2] ? mean(at, 1) / mean(at, 2) : "", mean(at, 1) - mean(at, 2), \
			fused(part[4], count[at, 1], count[at, 2]), (kernel[at, 1] == kernel[at, 2] ? "true" : "false")
	}
}
