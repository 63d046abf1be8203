#!/usr/bin/env bash
# Making the page's bundles again gives the same bytes. Exit code 77 where npm reaches no network.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
vendor=tools/server/web/vendor
command -v npm > /dev/null || {
  echo "skipped: there is no npm here"
  exit 77
}
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
$vendor/make "$made"
for file in "$made"/*; do
  cmp "$file" "$vendor/${file##*/}" || exit 1
done
for file in "$vendor"/*.js "$vendor"/*.txt; do
  [[ -e $made/${file##*/} ]] || {
    echo "$file is made by nothing"
    exit 1
  }
done
