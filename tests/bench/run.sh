#!/bin/sh
# run.sh BUILD [ROWS]: the project's own measurements. Reading: reduce over a capture of ROWS rows (ten million) against
# a bare libcsv loop over the same file, in turn, three times each. Probe: timed seconds over wall seconds of the
# default plan to 256 MiB. Both are ratios within this run.
set -eu
build=$1 rows=${2:-10000000}
work=$(mktemp -d "${TMPDIR:-/tmp}/bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

middle() { sort -n | sed -n 2p; }

echo "Reading: $rows rows"
"$build/bench" rows "$work/rows.csv" "$rows"
for _ in 1 2 3; do
	"$build/bench" run "$build/bench" loop "$work/rows.csv" 2>"$work/count" >>"$work/loop"
	"$build/bench" run "$build/reduce" -q -o "$work/out" "$work/rows.csv" >>"$work/reduce"
done
cat "$work/count"
loop=$(cut -d' ' -f1 "$work/loop" | middle)
reduce=$(cut -d' ' -f1 "$work/reduce" | middle)
memory=$(cut -d' ' -f2 "$work/reduce" | middle)
bytes=$(wc -c <"$work/rows.csv")
echo "$loop $reduce $memory $bytes $rows" | awk '{
	printf "bare libcsv loop  %7.2f s  %6.0f MB/s\n", $1, $4 / $1 / 1e6
	printf "reduce            %7.2f s  %6.0f MB/s, at most %d MiB (%.1f bytes a trial)\n", $2, $4 / $2 / 1e6, $3, $3 * 1048576 / $5
	printf "ratio             %7.2f     (asked: 0.50)\n", $1 / $2
}'
rm -f "$work/rows.csv"

echo
echo "Probe: the default plan to 256M, timed seconds over wall seconds (asked: 0.75)"
"$build/probe" --max 256M --no-adjacency --times -o "$work/capture.csv"
