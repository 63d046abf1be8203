#!/usr/bin/env bash
# Each file of tests/again is a folder of rules, whose saved games could once not be read again, and how such a game is
# played: it is played, and judged by what it says.
set -eu
tests=$(dirname "$(readlink -f "$0")")
source "$tests/e2e_lib.bash"

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
for file in "$tests"/again/*.txt; do
  read -ra how < "$file"
  [ "${how[*]:0:4}" = "# gofuda play v" ] || fail "$file: the first line does not say how it is played"
  mkdir "$work/$(basename "$file" .txt)"
  cd "$work/$(basename "$file" .txt)"
  unpack "$file"
  run 0 --rules . play v "${how[@]:4}" --save game.yaml
  run 0 --rules . judge game.yaml
  cases=$((cases + 1))
done
[ "$cases" -gt 15 ] || fail "only $cases are there"
finish
