# nanoseconds.awk EVENTS: complete events with begin and ns, whole nanoseconds since
# the first second that comes, so that doubles hold them, and as ts_us and dur_us.

# A time of up to 18 digits, as seconds and nanoseconds.
function since(text,   at) {
	sub(/[.]/, "", text)
	at = length(text) - 9
	if (at < 1)
		return substr(text, 1) - zero * 1e9
	if (!known++)
		zero = substr(text, 1, at)
	return (substr(text, 1, at) - zero) * 1e9 + substr(text, at + 1)
}
FNR == 1 { print $0, "begin", "ns"; next }
$c["ph"] == "X" {
	begin = since($c["begin_ns"] != "" ? $c["begin_ns"] : $c["ts_us"])
	ns = $c["begin_ns"] != "" && $c["delta_ns"] != "" ? $c["delta_ns"] : $c["dur_us"]
	sub(/[.]/, "", ns)
	$c["dur_us"] = sprintf("%.3f", ns / 1000)
	$c["ts_us"] = sprintf("%.3f", begin / 1000)
	printf("%s\t%.0f\t%.0f\n", $0, begin, ns)
}
