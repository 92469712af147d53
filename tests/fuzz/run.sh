#!/bin/sh
# run.sh BUILD SECONDS TOOLS: fuzzes every reader for so many seconds, from the committed captures and the synthetic set.
# BUILD holds fuzz, TOOLS synthetic and reduce. What is found is kept under BUILD/found; exit status 1 where something is.
set -eu
build=$1 seconds=$2 tools=$3
work=$build/corpus found=$build/found
rm -rf "$work" "$found"
mkdir -p "$work/set" "$work/reduced" "$found"
targets='capture foreign table tiers reported panel trial_log summary machine'
for target in $targets; do
	mkdir -p "$work/$target"
done

"$tools/synthetic" make-all "$work/set" >/dev/null
"$tools/synthetic" tiers -o "$work/tiers/synthetic"
"$tools/reduce" -q --trials -o "$work/reduced" "$work"/set/*.csv
printf 'level,type,bytes\n1,data,49152\n2,unified,2097152\n' >"$work/reported/two"
printf 'expected,found\n' >"$work/panel/short"
"$tools/synthetic" check --csv "$work/panel/whole" >/dev/null || :
small() { # FILE...: those that a fuzzer gets through quickly
	find "$@" -size -64k
}
for file in $(small captures/*/*.csv "$work"/set/*.csv); do
	cp "$file" "$work/capture/$(echo "$file" | tr / _)"
	{ printf '\007' && head -n 60 "$file"; } >"$work/table/$(basename "$file")"
done
for file in $(small "$work"/reduced/*.trials.csv); do
	cp "$file" "$work/trial_log/$(basename "$file")"
done
for file in $(small "$work"/reduced/*.findings.csv); do
	{ cat "${file%.findings.csv}.points.csv" && printf '\f' && cat "$file"; } >"$work/summary/$(basename "$file")"
done
# A short capture as a machine's, with its table.
"$tools/reduce" -q --machine -o "$work/reduced" "$work/set/sparse.csv"
for file in "$work"/reduced/*.machine.csv; do
	{ cat "$work/reduced/sparse.points.csv" && printf '\f' && cat "$work/reduced/sparse.findings.csv" && printf '\f' &&
		cat "$file"; } >"$work/machine/$(basename "$file")"
done
# A few lines of each tool; the byte before says whose, or 0 that it is to be found out.
foreign() { # NUMBER TEXT
	printf "$2" >"$work/text"
	{ printf "\\$(printf %o "$1")" && cat "$work/text"; } >"$work/foreign/$1"
	{ printf '\000' && cat "$work/text"; } >"$work/foreign/$1-found"
}
foreign 1 '$ lat_mem_rd -t 64 128\n"stride=128\n0.00049 1.090\n0.00098 1.1\n0.03125 1.2\n0.06250 4.0\n'
foreign 2 'Region,Latency (ns)\n2,1.2\n4,1.2\n64,4.5\n'
foreign 3 'block size : single random read / dual random read, [MADV_NOHUGEPAGE]\n      1024 :    0.0 ns          /     0.0 ns \n     65536 :    1.4 ns          /     2.3 ns \n'
foreign 4 'ramlat\n       size:  1x32  2x32  1x64  2x64 1xPTR 2xPTR 4xPTR 8xPTR\n         4k: 1.201 1.2 1.2 1.2 1.199 1.2 1.5 2.1\n        64k: 3.0 3.0 3.0 3.0 3.0 3.1 3.9 5.1\n'
foreign 6 'Benchmark Cycles Nanos\n16-KiB serial loads 4.00 1.33\n64-KiB serial loads 5.00 1.67\n'
foreign 7 '$ multichase -m 32k\n1.271\n$ multichase -m 1m\n4.5\n'
foreign 8 'Intel(R) Memory Latency Checker - v3.9\nCommand line parameters: --idle_latency -b32k\nEach iteration took 4.0 base frequency clocks (1.3 ns)\n'
foreign 9 'size,latency_ns\n4096,1.2\n65536,3.4\n'

failed=
for target in $targets; do
	if FUZZ_TARGET=$target "$build/fuzz" -max_total_time="$seconds" -timeout=20 -artifact_prefix="$found/$target-" \
		-print_final_stats=1 "$work/$target" >"$found/$target.txt" 2>&1; then
		echo "fuzz: $target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$found/$target.txt") inputs, no finding"
	else
		failed=yes
		echo "fuzz: $target: see $found/$target.txt" >&2
		grep -E 'ERROR|runtime error|SUMMARY' "$found/$target.txt" | head -n 5 >&2
	fi
done
[ -z "$failed" ]
