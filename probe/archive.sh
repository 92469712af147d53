#!/bin/sh
# archive.sh ARCHIVE FOLDER: packs the files below FOLDER into ARCHIVE, a .tar.gz to be sent. It holds no name of a
# user, a group or a machine, and no file whose name begins with a dot. The same files, times and modes give the same
# archive with the same tar and gzip. An archive that is there is replaced as a whole, and keeps its mode.
set -eu
LC_ALL=C
export LC_ALL
if [ $# != 2 ] || [ ! -d "$2" ]; then
	echo "usage: archive.sh ARCHIVE FOLDER" >&2
	exit 2
fi
case $1 in
/*) archive=$1 ;;
*) archive=$PWD/$1 ;;
esac
work=${archive%/*}/.${archive##*/}.$$
trap 'rm -f "$work.names" "$work.tar" "$work.gz"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# Two families of tar have two spellings for "nobody's".
if tar --version 2>/dev/null | grep -q GNU; then
	nobody='--format=ustar --owner=0 --group=0 --numeric-owner'
else
	nobody='--format ustar --uid 0 --gid 0 --uname= --gname='
fi

cd "$(dirname "$2")"
name=$(basename "$2")
# Files alone and each by name: how a folder is sorted on this system does not matter.
find "$name" -type f ! -path '*/.*' | sort >"$work.names"
if [ ! -s "$work.names" ]; then
	echo "archive.sh: there is no file in $name" >&2
	exit 1
fi
# COPYFILE_DISABLE: macOS would add a file of attributes beside each.
# shellcheck disable=SC2086 # the options are words
COPYFILE_DISABLE=1 tar -c -f "$work.tar" $nobody -T "$work.names"
[ ! -f "$archive" ] || cp -p "$archive" "$work.gz"
gzip -9 -n -c "$work.tar" >"$work.gz"
mv -f "$work.gz" "$archive"
