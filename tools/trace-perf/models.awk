# Makes C of models.txt: a function for each model, and the table of all.
#
#	model NAME [RANKS]      begins a model; see struct model for RANKS
#	model NAME [RANKS] = F  a model that is the function F of C
#	part NAME               begins lines that models share
#	use NAME [X=VALUE...]   the lines of a part, or of a model, with these values
#	default X = EXPR        a number unless it has a value
#	X = EXPR                a number; flops and bytes, or flops_back and
#	                        bytes_back, are what the model finds
#	text X = EXPR           a text; a literal is one
#	sizes X = EXPR          a shape
#	number X [= EXPR]       a parameter of this name, and a number; so do real and
#	                        flag, and shape, stride, type, types, word, words and
#	                        flags, which are no numbers: see work.h
#	precision I             of the I-th argument
#	no_rate EXPR            whether no peak rate holds
#	both                    flops and bytes are those of the backward pass, too
#	stop if EXPR            ends the model
#	if EXPR: LINE           the line if that is true
#	call EXPR               what C does
#
# An expression is C; functions that ask for an argument of the operator get the
# operator themselves. A line that begins with a tab is part of what it stands in,
# and what begins with two goes on.

function fail(what) {
	print FILENAME ":" at ": " what >"/dev/stderr"
	failed = 1
	exit 1
}

# The operator is the first argument of these.
function expression(s) {
	gsub(/(size_at|elements?|is_tensor|(shape|type|value|number|list)_of|type_or|says|wants|expert_bytes|next_matrix|kept)\(/,
		"&op, ", s)
	return s
}

function texts(s) {
	gsub(/"[^"]*"/, "span_of(&)", s)
	return expression(s)
}

function set(type, name, value, inside) {
	if (name in known)
		return name " = " value ";"
	if (inside)
		fail(name " has no value yet")
	known[name] = 1
	return type " " name " = " value "; (void)" name ";"
}

# A parameter: what C calls it, and its value.
function parameter(kind, name, value, inside,    n, part, first_of_all) {
	if (kind == "number" || kind == "real" || kind == "flag") {
		if (value == "")
			value = name
		else if (!inside) {
			first_of_all = set("double", name, expression(value), 0) " "
			value = name
		}
		n = kind == "number" ? "work_parameter" : "parameter_" kind
		return first_of_all n "(w, \"" name "\", " expression(value) ");"
	}
	if (kind == "stride")
		return "parameter_stride(w, \"" name "\", op, " expression(value) ");"
	if (kind ~ /^types?$/) {
		gsub(kind == "type" ? ".+" : "[^ ,]+", "type_of(&)", value)
		sub(/type/, "word", kind)
	}
	if (kind == "words")
		return "parameter_words(w, \"" name "\", " split(value, part, ", ") ", (struct span[]){" texts(value) "});"
	return "parameter_" kind "(w, \"" name "\", " texts(value) ");"
}

# Puts what commas divide, but those in brackets, into part[1], part[2], ...
function divide(list, part,    i, n, depth, c) {
	split("", part)
	n = 1
	for (i = 1; i <= length(list); i++) {
		c = substr(list, i, 1)
		depth += (c == "(") - (c == ")")
		if (c == "," && depth == 0) {
			n++
			i++
		} else {
			part[n] = part[n] c
		}
	}
	return n
}

# C for what sets one thing, "NAME" or "NAME = EXPR".
function one(kind, thing, inside,    name, value) {
	name = value = thing
	sub(/ = .*/, "", name)
	sub(/^[^=]* = /, "", value)
	if (kind == "default") {
		kind = sub(/^text /, "", name) ? "text" : "="
		return name in known ? "" : one(kind, name " = " value, inside)
	}
	if (kind == "=" && name != thing)
		return set("double", name, expression(value), inside)
	if (kind == "text")
		return set("struct span", name, texts(value), inside)
	if (kind == "sizes")
		return set("struct shape", name, expression(value), inside)
	if (kind ~ /^(number|real|flag|shape|stride|types?|words?|flags)$/)
		return parameter(kind, name, name == thing ? "" : value, inside)
	fail("'" thing "' says nothing")
}

# C for a line; `inside` a condition nothing gets its first value.
function statement(line, inside,    kind, rest, name, n, i, part, c) {
	kind = line
	sub(/ .*/, "", kind)
	rest = substr(line, length(kind) + 2)
	if (kind == "if") {
		name = rest
		sub(/: .*/, "", name)
		return "if (" expression(name) ") { " statement(substr(rest, length(name) + 3), 1) " }"
	}
	if (kind == "stop")
		return "if (" expression(substr(rest, 4)) ") return;"
	if (kind == "call")
		return expression(rest) ";"
	if (kind == "precision")
		return "work_precision(w, op, " rest ");"
	if (kind == "no_rate")
		return "w->no_rate = " expression(rest) ";"
	if (kind == "both") {
		known["both"] = 1
		return ""
	}
	if (kind ~ /^(types|words|flags)$/)
		return one(kind, rest, inside)
	if (rest ~ /^= /) {
		kind = "="
		rest = line
	}
	n = divide(rest, part)
	for (i = 1; i <= n; i++)
		c = c one(kind, part[i], inside) " "
	return c
}

function lines_of(name,    i, k, n, m, word, value) {
	if (!(name in first))
		fail("there is no " name)
	for (i = first[name]; i <= last[name]; i++) {
		at = number[i]
		if (line[i] !~ /^use /) {
			printf "#line %d \"%s\"\n", at, FILENAME
			print statement(line[i], 0)
			continue
		}
		n = split(line[i], word, " ")
		for (k = 3; k <= n; k++) {
			split(word[k], value, "=")
			print set("double", value[1], expression(value[2]), 0)
		}
		m = word[2]
		lines_of(m)
	}
}

/^\t\t/ {
	sub(/^\t+/, " ")
	line[lines] = line[lines] $0
	next
}
/^\t/ {
	line[++lines] = substr($0, 2)
	number[lines] = NR
	last[block] = lines
	next
}
/^(model|part) / {
	block = $2
	first[block] = lines + 1
	last[block] = lines
	if ($1 == "model") {
		model[++models] = block
		ranks[block] = $3 == "=" ? "" : $3
		if (NF > 3)
			ours[block] = $NF
	}
	next
}
!/^(#|$)/ {
	at = NR
	fail("neither a model nor a part")
}

END {
	if (failed)
		exit 1
	print "#include \"tools/trace-perf/models.h\""
	for (i = 1; i <= models; i++) {
		if (model[i] in ours)
			continue
		split("", known)
		print "static void model_" model[i] "(const struct operation *op, struct work *w)\n{"
		print "bool reference = op->reference; (void)reference;"
		lines_of(model[i])
		if ("flops" in known)
			print ("both" in known ? "work_set_both" : "work_set") "(w, flops, bytes);"
		if ("flops_back" in known)
			print "w->flops_back = flops_back; w->bytes_back = bytes_back;"
		print "}"
	}
	print "const struct model all_models[] = {"
	for (i = 1; i <= models; i++)
		printf "{\"%s\", %s, \"%s\"},\n", model[i], model[i] in ours ? ours[model[i]] : "model_" model[i], ranks[model[i]]
	print "{0}};"
}
