#!/bin/sh
# same_bytes.sh WORK FILE...: builds reduce four ways (gcc -O2, clang -O3, musl, arm64 Linux under qemu), reduces every
# FILE with each, and compares what they write, byte for byte. What is missing is left out and said. Ends with a line
# "same bytes: N files, COMPILER..."; exit status 1 where any byte differs.
set -eu
work=$1
shift
mkdir -p "$work/include"
work=$(cd "$work" && pwd)
built=

build() { # NAME MAKE-ARGUMENT...
	name=$1
	shift
	if make -s out="$work/$name" "$@" reduce >"$work/$name.log" 2>&1; then
		built="$built $name"
	else
		echo "same_bytes: $name does not build:" >&2
		cat "$work/$name.log" >&2
		exit 1
	fi
}
have() { command -v "$1" >/dev/null 2>&1; }
left_out() { echo "same_bytes: left out: $1"; }

header=$(echo '#include <csv.h>' | ${CC:-cc} -E -x c - 2>/dev/null | sed -n 's/^# [0-9]* "\(.*csv\.h\)".*/\1/p' | head -n 1)
cp "$header" "$work/include/csv.h"
archive=$(${CC:-cc} -print-file-name=libcsv.a)

have gcc && build gcc CC=gcc CFLAGS=-O2 || left_out "gcc (not installed)"
have clang && build clang CC=clang CFLAGS=-O3 || left_out "clang (not installed)"
if have musl-gcc && [ -f "$archive" ]; then
	build musl CC=musl-gcc CFLAGS=-O2 LDFLAGS=-static csv_flags=-I"$work/include" csv_libs="$archive"
else
	left_out "musl (musl-gcc or libcsv.a missing)"
fi
if have aarch64-linux-gnu-gcc && have qemu-aarch64 && have apt-get; then
	# libcsv for arm64 out of its package, fetched with lists of its own: the system's settings stay as they are.
	if [ ! -f "$work/arm64.a" ]; then
		mkdir -p "$work/apt/lists/partial" "$work/apt/cache/archives/partial" "$work/apt/package"
		(cd "$work/apt/package" &&
			set -- -qq -o APT::Architectures::=arm64 -o Dir::State::lists="$work/apt/lists" \
				-o Dir::Cache="$work/apt/cache" -o APT::Sandbox::User=root &&
			apt-get "$@" update && apt-get "$@" download libcsv-dev:arm64 && dpkg -x ./libcsv-dev_*.deb .) \
			>"$work/arm64.log" 2>&1 &&
			find "$work/apt/package" -name libcsv.a -exec cp {} "$work/arm64.a" \;
	fi
	if [ -f "$work/arm64.a" ]; then
		build arm64 CC=aarch64-linux-gnu-gcc CFLAGS=-O2 LDFLAGS=-static csv_flags=-I"$work/include" \
			csv_libs="$work/arm64.a"
	else
		left_out "arm64 (its libcsv cannot be fetched)"
	fi
else
	left_out "arm64 (aarch64-linux-gnu-gcc, qemu-aarch64 or apt-get missing)"
fi

run() {
	name=$1
	shift
	case $name in
	arm64) qemu-aarch64 "$work/arm64/reduce" "$@" ;;
	*) "$work/$name/reduce" "$@" ;;
	esac
}

for name in $built; do
	rm -rf "$work/out.$name"
	mkdir -p "$work/out.$name"
	number=0
	for file in "$@"; do
		number=$((number + 1))
		# A file that reduce refuses must be refused alike: the message and the status are compared too.
		run "$name" -o "$work/out.$name/$number" "$file" >"$work/out.$name/$number.txt" 2>&1 ||
			echo "status $?" >>"$work/out.$name/$number.txt"
	done
done
first=
for name in $built; do
	[ -n "$first" ] || first=$name
	diff -r "$work/out.$first" "$work/out.$name" >"$work/difference" || {
		echo "same_bytes: $first and $name differ:" >&2
		head -n 20 "$work/difference" >&2
		exit 1
	}
done
echo "same bytes: $# files,$built"
