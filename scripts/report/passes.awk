# passes.awk: which pass of a training a kernel's name tells; to put before what asks.

# Once for each name: there are few, and they are long.
function pass_of(name) {
	if (!(name in known_pass))
		known_pass[name] = read_pass(tolower(name))
	return known_pass[name]
}
# A gradient of the data alone may be a transposed convolution, forward.
function read_pass(name) {
	if (name ~ /backward|_bwd|bwd_|wgrad|bn_bw/ && name !~ /(bwd|backward)_?data/)
		return "backward"
	return name ~ /forward|fprop|_fwd|fwd_|bn_fw/ ? "forward" : ""
}
