#!/usr/bin/env bats
# What make installs, removes and packs. The variables of a make that may be
# running these tests must not reach the ones run here.
load helper

setup() {
	unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
	cd "$TOP" || return
	variant=$(basename "$TRACE_UTILS_BUILD")
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
	make -s V="$variant" DESTDIR="$root" PREFIX=/usr install
	diff -u <(tools | sort) <(ls "$root/usr/bin" | sort)
	for tool in $(tools); do
		run -0 env PATH="$root/usr/bin:/usr/bin:/bin" "$tool" --version
		assert_output "$tool (trace-utils) $(cat VERSION)"
		[ -f "$root/usr/share/man/man1/$tool.1" ] || fail "no page for $tool"
	done
	diff -u <(ls man | grep "\.[157]\$") <(find "$root/usr/share/man" -type f -printf '%f\n' | sort)
}

@test "install: the tables of rules" {
	make -s V="$variant" DESTDIR="$root" PREFIX=/usr install
	for table in common/meaning/*.tsv; do
		diff "$table" "$root/usr/share/trace-utils/${table##*/}"
	done
}

@test "install: the report has its programs" {
	make -s V="$variant" DESTDIR="$root" install
	scripts/make-samples "$BATS_TEST_TMPDIR"
	cd "$BATS_TEST_TMPDIR"
	PATH=/usr/bin:/bin run -0 "$root/usr/local/bin/trace-report" -d out eager.json.gz
	[ -s out/ops_all.csv ]
	rm -r "$root/usr/local/share/trace-utils"
	run -2 "$root/usr/local/bin/trace-report" -d out eager.json.gz
	assert_output "trace-report: there is no ../share/trace-utils beside $root/usr/local/bin/trace-report"
}

@test "install: the folders can be chosen one by one" {
	make -s V="$variant" DESTDIR="$root" BINDIR=/opt/bin MANDIR=/opt/man \
		DATADIR=/opt/data install
	[ -x "$root/opt/bin/trace-extract" ]
	[ -f "$root/opt/man/man1/trace-extract.1" ]
	[ "$(ls "$root")" = opt ]
}

@test "an installed uplifter uses the tools beside it" {
	make -s V="$variant" DESTDIR="$root" install
	scripts/make-samples "$BATS_TEST_TMPDIR"
	cd "$BATS_TEST_TMPDIR"
	PATH=/usr/bin:/bin run -0 "$root/usr/local/bin/uplifter" -input eager.json.gz \
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
	tar -xzf "$name.tar.gz" -C "$BATS_TEST_TMPDIR"
	cd "$BATS_TEST_TMPDIR/$name"
	make -s -j "$(getconf _NPROCESSORS_ONLN)" CFLAGS=-O0 build/release/bin/trace-{extract,cycles,report}
	scripts/make-samples .
	PATH=$PWD/build/release/bin:$PATH run -0 bash -o pipefail -c \
		'trace-extract eager.json.gz | trace-cycles -l | tail -n +2 | wc -l'
	assert_output 4
}
