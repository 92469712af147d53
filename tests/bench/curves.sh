#!/bin/sh
# curves.sh BUILD [DIR]: the curves of DIR (../shared/curves) whose caches are known, under each version of the rules.
# DIR/truth.csv has a row a curve: its name, and its caches in KiB, parted by semicolons. A cache is found where a claim
# that is not refused holds its size, or where a knee that is not refused stands within a factor 1.5 of it. A claim is
# without a true size where it holds none of the curve's known caches (one that is not known can lie in it).
# What cannot be reduced without more being told of it (tinymembench's times beyond the first level) is left out. With
# CURVES_LOG=FILE each such claim is appended to FILE.
set -eu
build=$1 curves=${2:-../shared/curves}
[ -f "$curves/truth.csv" ] || {
	echo "Curves: none here ($curves/truth.csv)"
	exit 0
}
work=$(mktemp -d "${TMPDIR:-/tmp}/curves.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

echo "Curves whose caches are known"
printf '%-8s %8s %8s %10s %8s %10s\n' rules caches found knees claims 'of none'
for version in 1 2 3; do
	mkdir "$work/$version"
	for curve in $(sed '1d;s/,.*//' "$curves/truth.csv"); do
		"$build/reduce" -q --rules-version "$version" -o "$work/$version" "$curves/$curve.csv" >/dev/null 2>&1 || continue
		known=$(sed -n "s/^$curve,//p" "$curves/truth.csv")
		sed "/^#/d;s/^/$curve,$known,/" "$work/$version/$curve.findings.csv"
	done >"$work/rows"
	awk -F, -v version="$version" -v out="${CURVES_LOG:-/dev/null}" '
		!($1 in seen) { seen[$1] = 1; count = split($2, sizes, ";"); caches += count }
		$3 == "knee" && $5 != "refused" {
			knees++
			for (i = split($2, sizes, ";"); i > 0; i--)
				if ($6 / sizes[i] / 1024 <= 1.5 && $6 / sizes[i] / 1024 >= 1 / 1.5)
					found[$1, i] = 1
		}
		$3 == "capacity" && $5 != "refused" {
			claims++
			held = 0
			for (i = split($2, sizes, ";"); i > 0; i--)
				if ($8 <= sizes[i] * 1024 && sizes[i] * 1024 <= $9)
					held = found[$1, i] = 1
			none += !held
			if (!held) printf "version %d: %s claims %.0f to %.0f KiB, known %s\n", version, $1, $8 / 1024, $9 / 1024, $2 >>out
		}
		END {
			for (i in found) n++
			printf "%-8d %8d %8d %10d %8d %10d\n", version, caches, n, knees, claims, none
		}' "$work/rows"
done
