#!/bin/sh
# run.sh BUILD SECONDS: fuzzes every reader for so many seconds, from the committed captures and the synthetic set. BUILD
# holds fuzz, synthetic and reduce. What is found is kept under BUILD/found; exit status 1 where something is.
set -eu
build=$1 seconds=$2
work=$build/corpus found=$build/found
rm -rf "$work" "$found"
mkdir -p "$work/set" "$work/reduced" "$found"
for target in capture tiers reported panel trial_log summary; do
	mkdir -p "$work/$target"
done

"$build/synthetic" make-all "$work/set" >/dev/null
"$build/synthetic" tiers -o "$work/tiers/synthetic"
"$build/reduce" -q --trials -o "$work/reduced" "$work"/set/*.csv
printf 'level,type,bytes\n1,data,49152\n2,unified,2097152\n' >"$work/reported/two"
printf 'expected,found\n' >"$work/panel/short"
"$build/synthetic" check --csv "$work/panel/whole" >/dev/null || :
small() { # FILE...: those that a fuzzer gets through quickly
	find "$@" -size -64k
}
for file in $(small captures/*/*.csv "$work"/set/*.csv); do
	cp "$file" "$work/capture/$(echo "$file" | tr / _)"
done
for file in $(small "$work"/reduced/*.trials.csv); do
	cp "$file" "$work/trial_log/$(basename "$file")"
done
for file in "$work"/reduced/*.findings.csv; do
	{ cat "${file%.findings.csv}.points.csv" && printf '\f' && cat "$file"; } >"$work/summary/$(basename "$file")"
done

failed=
for target in capture tiers reported panel trial_log summary; do
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
