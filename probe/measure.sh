#!/bin/sh
# Where a person with the packed probe begins: finds the program for this machine, runs the passes of collect.sh into
# the folder `captures` beside this script, and packs that into one file to be sent. It can be stopped and started
# again.
#
# usage: sh measure.sh [PROBE [PLAN]] (PLAN: of collect.sh)
set -u
cd "$(dirname "$0")" || exit 1
PATH=$PATH:/usr/sbin # sysctl

# What was built here goes first. Under Rosetta uname says x86_64 on an Apple processor, so that the processor itself
# is asked.
machine=$(uname -m)
[ "$(sysctl -n hw.optional.arm64 2>/dev/null)" = 1 ] && machine=arm64
probe=${1:-}
for ready in ./cachestair-probe "./probe-macos-$machine"; do
	[ -z "$probe" ] && [ -f "$ready" ] && probe=$ready
done
if [ -z "$probe" ]; then
	echo "measure.sh: there is no program for this machine; build one with: make" >&2
	exit 1
fi
# What a browser fetched is marked, and macOS refuses to run it.
command -v xattr >/dev/null && xattr -d com.apple.quarantine "$probe" 2>/dev/null
if ! "$probe" --version >/dev/null; then
	echo "measure.sh: $probe does not run here; build one with: make" >&2
	exit 1
fi

sh ./collect.sh -s "$probe" captures "${2:-}" || exit
sh ./archive.sh cachestair-captures.tar.gz captures || exit
echo "It is packed already: send the file cachestair-captures.tar.gz."
