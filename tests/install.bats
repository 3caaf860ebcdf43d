#!/usr/bin/env bats
# Files that make installs, removes and packs. The variables of a make that may be
# running these tests must not reach the ones run here.
load helper

# All is installed once, under usr; tests that change it take a copy.
setup_file() {
	unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
	make -s -C "$TOP" V="$(basename "$TRACE_UTILS_BUILD")" DESTDIR="$BATS_FILE_TMPDIR" PREFIX=/usr install
}

setup() {
	unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
	cd "$TOP" || return
	variant=$(basename "$TRACE_UTILS_BUILD")
	installed=$BATS_FILE_TMPDIR
	root=$BATS_TEST_TMPDIR/root
}

tools() {
	for main in tools/*/main.c; do
		basename "$(dirname "$main")"
	done
	for page in man/*.1; do
		page=$(basename "$page" .1)
		[ ! -f "scripts/$page" ] || echo "$page"
	done
}

@test "install: every tool runs from there, and has its page" {
	diff -u <(tools | sort) <(ls "$installed/usr/bin" | sort)
	for tool in $(tools); do
		run -0 env PATH="$installed/usr/bin:/usr/bin:/bin" "$tool" --version
		assert_output "$tool (trace-utils) $(cat VERSION)"
		[ -f "$installed/usr/share/man/man1/$tool.1" ] || fail "no page for $tool"
	done
	diff -u <(ls man | grep "\.[157]\$") <(find "$installed/usr/share/man" -type f -printf '%f\n' | sort)
}

# found PLACE SCRIPT: what a sed script finds in each file of a folder: tool, option.
found() {
	(cd "$1" && sed -s -nE "$2" -- * | paste - - |
		sed -E 's/^_//; s/\.fish\t/\t/' | sort -u)
}

@test "install: each shell completes each tool's options" {
	share=$installed/usr/share
	mkdir "$BATS_TEST_TMPDIR/help"
	for tool in $(tools); do
		"$installed/usr/bin/$tool" --help | sed -E ':a; s/((^|\n) +--?[A-Za-z0-9_-]+( [^ ,]+)?), (--?[A-Za-z])/\1\n  \4/; ta' \
			>"$BATS_TEST_TMPDIR/help/$tool"
	done
	found "$BATS_TEST_TMPDIR/help" \
		's/^ +(-.,? )?(-[A-Za-z][A-Za-z0-9_-]+|--[A-Za-z][A-Za-z0-9_-]*).*/\2/; T; F; p' >"$BATS_TEST_TMPDIR/options"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/options")" -gt 300 ]
	found "$share/zsh/site-functions" \
		"s/^\t('|.*\{-.,)(--?[A-Za-z][A-Za-z0-9_-]*).*/\2/; T; F; p" | diff "$BATS_TEST_TMPDIR/options" -
	found "$share/fish/vendor_completions.d" \
		's/^complete -c [^ ]+( -s .)? -(l|o) ([^ ]*).*/-\2\3/; T; s/^-l/--/; s/^-o/-/; F; p' |
		diff "$BATS_TEST_TMPDIR/options" -
	# in bash the first words in quotes of which the first has a dash
	(cd "$share/bash-completion/completions" && awk -v quoted="'--?[A-Za-z][^']*'" 'FNR == 1 { done = 0 }
		!done && match($0, quoted) {
			n = split(substr($0, RSTART + 1, RLENGTH - 2), word, " ")
			for (i = 1; i <= n; i++)
				print FILENAME "\t" word[i]
			done = 1
		}' * | sort -u) | diff "$BATS_TEST_TMPDIR/options" -
	bash -n <(cat "$share"/bash-completion/completions/*)
	if command -v zsh >/dev/null; then
		for f in "$share"/zsh/site-functions/*; do zsh -n "$f"; done
	fi
	if command -v fish >/dev/null; then
		fish -N -c "source $share/fish/vendor_completions.d/trace-perf.fish
			complete -C 'trace-perf --compat '" | cut -f 1 | diff <(echo reference) -
	fi
}

@test "completion in bash: options, the values of one, and files elsewhere" {
	for line in '--m|--models --models-add' '--compat |reference' '--compat x|' 'some|' \
		'--arch |' '-|--arch --archs --backward --compat --exit-zero --help --models --models-add --quiet --sheets --version'; do
		trace-perf --help | "$TOP/scripts/completions" bash trace-perf >"$BATS_TEST_TMPDIR/c"
		bash -c 'source "$1"; read -ra COMP_WORDS <<<"trace-perf $2"
			[[ $2 != *" " ]] || COMP_WORDS+=("")
			COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _trace_perf; echo "${COMPREPLY[*]}"' - \
			"$BATS_TEST_TMPDIR/c" "${line%%|*}" | diff <(echo "${line#*|}") - || fail "$line"
	done
}

@test "completion: values by = and [=, options without a text, and what is no option" {
	printf '%s\n' 'usage: x [-a] FILE' '  -a, --all            all of [it]: now' \
		'      --far WORD=FILE' '                       as far' '      --most[=N]       it'"'s"' most' \
		'text --no option' >"$BATS_TEST_TMPDIR/help"
	run -0 "$TOP/scripts/completions" zsh x <"$BATS_TEST_TMPDIR/help"
	assert_line --partial "'(-a --all)'{-a,--all}'[all of \\[it\\]\\: now]'"
	assert_line --partial "'--far=[as far]:value:_files'"
	assert_line --partial "'--most=-[its most]::value: '"
	run -0 "$TOP/scripts/completions" fish x <"$BATS_TEST_TMPDIR/help"
	assert_line "complete -c x -l most -d 'it\\'s most'"
	refute_output --partial option
	printf '%s\n' 'usage: x' '         --path TRACE [OPTION...]' 'Do it.' '  -f, --form a|b' '      --one, --two N,' \
		'      --three X[:Y]' '             so many' '      --four, --log PATH  both' '  -h, --help  that' '              more' \
		>"$BATS_TEST_TMPDIR/help"
	run -0 "$TOP/scripts/completions" fish x <"$BATS_TEST_TMPDIR/help"
	assert_output "# fish completion for x
complete -c x -l path -r -F -d ''
complete -c x -s f -l form -x -d ''
complete -c x -l one -d 'so many'
complete -c x -l two -x -d 'so many'
complete -c x -l three -x -d 'so many'
complete -c x -l four -d 'both'
complete -c x -l log -r -F -d 'both'
complete -c x -s h -l help -d 'that'"
	run -1 "$TOP/scripts/completions" bash x </dev/null
	assert_output "completions: x: no option in its --help"
}

@test "install: the tables of rules" {
	for table in common/meaning/*.tsv; do
		diff "$table" "$installed/usr/share/trace-utils/${table##*/}"
	done
}

@test "install: the report has its programs" {
	scripts/make-samples "$BATS_TEST_TMPDIR"
	cd "$BATS_TEST_TMPDIR"
	PATH=/usr/bin:/bin run -0 "$installed/usr/bin/trace-report" -d out eager.json.gz
	[ -s out/ops_all.csv ]
	mkdir -p "$root/bin"
	cp "$installed/usr/bin/trace-report" "$root/bin"
	run -2 "$root/bin/trace-report" -d out eager.json.gz
	assert_output "trace-report: there is no ../share/trace-utils beside $root/bin/trace-report"
}

@test "install: the folders can be chosen one by one" {
	make -s V="$variant" DESTDIR="$root" BINDIR=/opt/bin MANDIR=/opt/man \
		DATADIR=/opt/data BASHDIR=/opt/bash ZSHDIR=/opt/zsh FISHDIR=/opt/fish install
	[ -x "$root/opt/bin/trace-extract" ]
	[ -f "$root/opt/man/man1/trace-extract.1" ]
	[ "$(ls "$root")" = opt ]
}

@test "an installed uplifter uses the tools beside it" {
	scripts/make-samples "$BATS_TEST_TMPDIR"
	cd "$BATS_TEST_TMPDIR"
	PATH=/usr/bin:/bin run -0 "$installed/usr/bin/uplifter" -input eager.json.gz \
		-output kernels.csv
	[ -s kernels.csv ]
}

@test "uninstall leaves no file behind" {
	make -s V="$variant" DESTDIR="$root" install
	touch "$root/usr/local/bin/somebody-elses"
	make -s V="$variant" DESTDIR="$root" uninstall
	run -0 find "$root" -type f
	assert_output "$root/usr/local/bin/somebody-elses"
}

@test "dist: the tarball unpacks, builds and runs" {
	git -C "$TOP" rev-parse 2>/dev/null || skip "not a git checkout"
	git clone -q "$TOP" "$BATS_TEST_TMPDIR/clone"
	cd "$BATS_TEST_TMPDIR/clone"
	make -s dist
	name=trace-utils-$(cat VERSION)
	git clone -q "$TOP" "$BATS_TEST_TMPDIR/again"
	(umask 077; cd "$BATS_TEST_TMPDIR/again"; touch VERSION; TZ=Asia/Tokyo LC_ALL=C make -s dist)
	cmp "$name.tar.gz" "$BATS_TEST_TMPDIR/again/$name.tar.gz"
	tar -xzf "$name.tar.gz" -C "$BATS_TEST_TMPDIR"
	cd "$BATS_TEST_TMPDIR/$name"
	run ! make -s dist # there is no commit to make it of
	[ ! -e "$name.tar.gz" ]
	make -s -j "$(getconf _NPROCESSORS_ONLN)" CFLAGS=-O0 build/release/bin/trace-{extract,cycles,report}
	scripts/make-samples .
	PATH=$PWD/build/release/bin:$PATH run -0 bash -o pipefail -c \
		'trace-extract eager.json.gz | trace-cycles -l | tail -n +2 | wc -l'
	assert_output 4
}
