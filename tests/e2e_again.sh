#!/usr/bin/env bash
# Each file of tests/again is a folder of rules, whose saved games could once not be read again, and how such a game is
# played: it is played, and judged by what it says.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$1"; exit 1; }

# unpack FILE: its parts, each after a line "=== PATH".
unpack() {
  local path= line
  while IFS= read -r line; do
    case $line in
      "=== "*) path=${line#=== } && mkdir -p "$(dirname "$path")" ;;
      *) [ -z "$path" ] || printf '%s\n' "$line" >> "$path" ;;
    esac
  done < "$1"
}

cases=0
for file in "$here"/again/*.txt; do
  name=$(basename "$file" .txt)
  read -ra how < "$file"
  [ "${how[*]:0:4}" = "# gofuda play v" ] || fail "$name: the first line does not say how it is played"
  mkdir "$work/$name"
  cd "$work/$name"
  unpack "$file"
  "$GOFUDA" --rules . play v "${how[@]:4}" --save game.yaml > played 2>&1 || fail "$name: $(cat played)"
  "$GOFUDA" --rules . judge game.yaml > judged 2>&1 || fail "$name: $(cat judged game.yaml)"
  cases=$((cases + 1))
done
[ "$cases" -gt 15 ] || fail "only $cases are there"
