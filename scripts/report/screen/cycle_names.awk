# cycle_names.awk: what each cycle is, by the classes of its kernels, and what of it could be
# one kernel (fusible.awk); from advice/advice.tsv, the cycles and segments of trace-cycles, its events
# with their places, and the positions of the cycles, with category, family and phase; to put
# behind table.awk, fusible.awk and optimized.awk.
#
# A layer is known by its attention: the matrix products right before it are qkv,
# the one right behind it is o, and what is between norms far from it is the mlp or
# the experts. A repeat follows the one before it, so that the last kernel stands
# before the first. Nothing is named whose classes do not tell: of a cycle in which
# kernels of no class take more than UNKNOWN of the time, because they might be any
# part of a layer; of one that has more words than people read.
BEGIN {
	UNKNOWN = 0.2
	MOST_WORDS = 12
	print "cycle", "what", "phase", "phase_reason", "fusions", "fused_kernels", "could_fuse_us", \
		"best_fusion_us", "best_start", "best_end", "steps_pct"
}

# The word for a class; those that do not tell layers apart have none. A norm may be
# made of its parts: x times rsqrt of the mean of squares.
function word(category, family) {
	if (family == "reduce_mean")
		meant = told
	if (family == "rsqrt" && meant == told) {
		meant = -1
		return "norm"
	}
	if (family == "rsqrt" && told == 0)
		begins_in_norm = 1
	if (family == "gemm_reduce" || family == "attention_reduce")
		return ""
	if (category ~ /^attention/)
		return "attention"
	if (category == "moe")
		return "experts"
	if (category == "communication")
		return "comm"
	if (category == "state_space")
		return "state space"
	if (category ~ /^(gemm|norm|activation|softmax|convolution|pooling|optimizer|loss|embedding|recurrent|sampling)$/)
		return category
	return ""
}

# Puts a word at the end of the list; times[] counts how often it came in a row, and
# told the kernels of all words.
function append(text) {
	if (text == "")
		return
	told++
	if (n == 0 || words[n] != text)
		words[++n] = text
	else
		times[n]++
	if (times[n] == 0)
		times[n] = 1
}

# The last word stands before the first; so does the mean of a norm that the cycle
# begins in.
function close_ring() {
	if (begins_in_norm && meant == told)
		append("norm")
	if (n > 1 && words[n] == words[1])
		times[1] += times[n--]
}

function before(i) { return i > 1 ? i - 1 : n }
function after(i) { return i < n ? i + 1 : 1 }

# Attention without a kernel of its own: a product, softmax, and a product.
function find_softmax(   i, last, next_one) {
	for (i = 1; i <= n; i++)
		if (words[i] == "attention")
			return
	for (i = 1; i <= n; i++) {
		last = before(i)
		next_one = after(i)
		if (words[i] == "softmax" && words[last] == "gemm" && words[next_one] == "gemm" &&
		    last != next_one) {
			words[i] = "attention"
			times[last]--
			times[next_one]--
		}
	}
	drop_empty()
}

function drop_empty(   i, kept) {
	for (i = 1; i <= n; i++)
		if (times[i] > 0) {
			words[++kept] = words[i]
			times[kept] = times[i]
		}
	n = kept + 0
}

# Whether the word can be a part of an mlp.
function dense(i) {
	return words[i] == "gemm" || words[i] == "activation"
}

# Names the products by their place; heads is the number of attentions.
function find_roles(   i, k) {
	heads = 0
	for (i = 1; i <= n; i++)
		if (words[i] == "attention") {
			heads++
			if (words[before(i)] == "gemm" && times[before(i)] <= 3)
				words[before(i)] = "qkv"
			if (words[after(i)] == "gemm" && times[after(i)] == 1)
				words[after(i)] = "o"
		}
	if (heads == 0)
		return
	# A router is a product before the experts; an mlp is two products at least.
	for (i = 1; i <= n; i++) {
		if (words[i] == "experts") {
			for (k = before(i); dense(k); k = before(k))
				times[k] = 0
			for (k = after(i); words[k] == "activation" || words[k] == "experts"; k = after(k)) {
				if (k == i)
					break
				times[k] = 0
			}
		}
	}
	drop_empty()
	for (i = 1; i <= n; i++)
		if (words[i] == "gemm" && !dense(before(i))) {
			found = times[i]
			for (k = after(i); dense(k) && k != i; k = after(k))
				found += words[k] == "gemm" ? times[k] : 1
			if (found < 2)
				continue
			for (k = after(i); dense(k) && k != i; k = after(k))
				times[k] = 0
			words[i] = "mlp"
		}
	drop_empty()
}

# The words from the norm before qkv on, so that cycles that begin elsewhere in the
# layer have the same name.
function first_word(   i) {
	for (i = 1; i <= n; i++)
		if (words[i] == "qkv")
			return words[before(i)] == "norm" ? before(i) : i
	return 1
}

function list(from, count,   i, text) {
	for (i = from; count > 0; count--) {
		text = text (text == "" ? "" : ", ") words[i]
		i = after(i)
	}
	return text
}

# Whether the words are the same a layer later.
function alike(layer,   i) {
	if (n % heads != 0)
		return 0
	for (i = 1; i <= n - layer; i++)
		if (words[i] != words[i + layer])
			return 0
	return 1
}

function has(text,   i) {
	for (i = 1; i <= n; i++)
		if (words[i] == text)
			return 1
	return 0
}

# Where no product is known by its place beside attention, none is by that between
# norms. Returns the number of words.
function plain(   i) {
	for (i = 1; i <= n; i++)
		if (words[i] == "mlp")
			words[i] = "gemm"
	return n
}

# In a backward layer products stand in twos, and in the other order.
function named_layer(   kind, layer, pass) {
	kind = phase ~ /^(prefill|decode|mixed)$/ ? "decoder layer" : "transformer layer"
	pass = (backward ? ", backward" : "") ": "
	if (!(has("mlp") || has("experts")) || !(has("qkv") || has("o")))
		return "attention block" pass list(first_word(), plain())
	layer = n / heads
	if (heads == 1)
		return kind pass list(first_word(), n)
	if (alike(layer))
		return heads " " kind "s" pass list(first_word(), layer)
	return heads " attentions" pass list(first_word(), n)
}

# The classes that take most time, if there are such.
function mostly(   class, best, text, k) {
	for (k = 0; k < 3; k++) {
		best = ""
		for (class in spent)
			if (spent[class] >= 0.15 * total && class != "" &&
			    (best == "" || spent[class] > spent[best] || (spent[class] == spent[best] && class < best)))
				best = class
		if (best == "")
			break
		text = text (text == "" ? ": mostly " : ", ") best
		delete spent[best]
	}
	return text
}

# Names do not always tell a forward pass, but a backward pass alone is no step of a
# training, and an optimizer alone has no backward pass.
function training() {
	if (!forward && !optimizer)
		return "cycle " cycle ": training (backward pass)"
	if (!forward && reason !~ /backward/)
		return "training step: optimizer"
	return "training step: forward, backward" (optimizer ? ", optimizer" : "")
}

# The name of the cycle, by its phase, its kernels, and the cycles that it holds.
function describe() {
	if (len == 1)
		return "one kernel: " (class_of_one == "" ? "of no known class" : class_of_one)
	if (cycle in requests)
		return "several steps" (phase == "unknown" ? "" : ": " substr(reason, length("holds steps of ") + 1))
	if (is_parent && (level == 1 || in_request) && phase ~ /^(prefill|decode|mixed)$/)
		return phase " step"
	if ((level == 1 || in_request) && reason ~ /^training:/)
		return training()
	if (is_parent && forward && backward && !optimizer && reason ~ /^training:/)
		return "pass: forward, backward"
	if (total > 0 && spent[""] > UNKNOWN * total)
		return sprintf("cycle %s: kernels of no known class take %.0f %% of it", cycle, 100 * spent[""] / total)
	close_ring()
	find_softmax()
	find_roles()
	if (heads > 0 && (n <= MOST_WORDS || (heads <= 4 && n / heads <= MOST_WORDS && alike(n / heads))))
		return named_layer()
	if (heads == 0 && n > 0 && n <= MOST_WORDS / 2)
		return "cycle " cycle ": " list(1, n)
	return "cycle " cycle mostly()
}

function finish() {
	if (cycle == "")
		return
	settle()
	end_fusion()
	print cycle, describe(), phase, reason, fusions, fused_kernels, could_fuse, best_fusion, best_start, best_end, \
		steps_pct(cycle)
}

# The class of a position is that of the name with most time there.
function settle() {
	if (position == "")
		return
	append(word(best_category, best_family))
	class_of_one = best_category
	position = ""
}

function start() {
	cycle = $c["cycle"]
	level = $c["level"]
	len = $c["length"]
	phase = $c["phase"]
	reason = $c["phase_reason"]
	is_parent = cycle in parents
	if (reason ~ /^holds steps of/)
		requests[cycle]
	in_request = $c["parent"] in requests
	position = class_of_one = ""
	meant = -1
	n = backward = told = total = forward = begins_in_norm = 0
	fusions = fused_kernels = could_fuse = best_fusion = best_start = best_end = 0
	optimizer = reason ~ /optimizer/ || ($c["reps"] > 0 && optimized[cycle] + 0 >= $c["reps"])
	split("", words)
	split("", times)
	split("", spent)
}

FNR == 1 { next }
file == 1 { limit[$c["what"]] = $c["value"] }
file == 2 { parents[$c["parent"]] }
file < 5 { next }
$c["cycle"] != cycle {
	finish()
	start()
}
level == 1 { fuse() }
{
	time = $c["sum_us"] + 0
	total += time
	spent[$c["category"]] += time
	if ($c["category"] ~ /^attention/ && tolower($c["name"]) ~ /bwd|backward/)
		backward = 1
	if (!forward && reason ~ /^training:/)
		forward = tolower($c["name"]) ~ /forward|fprop|fwd|bn_fw/
	if ($c["position"] != position) {
		settle()
		position = $c["position"]
		best = -1
	}
	if (time > best) {
		best = time
		best_category = $c["category"]
		best_family = $c["family"]
	}
}
END { finish() }
