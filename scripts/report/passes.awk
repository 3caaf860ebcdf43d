# passes.awk: which pass of a training a kernel's name tells; to put before what asks.

# A gradient of the data alone may be a transposed convolution, forward.
function pass_of(name) {
	name = tolower(name)
	if (name ~ /backward|_bwd|bwd_|wgrad|bn_bw/ && name !~ /(bwd|backward)_?data/)
		return "backward"
	return name ~ /forward|fprop|_fwd|fwd_|bn_fw/ ? "forward" : ""
}
