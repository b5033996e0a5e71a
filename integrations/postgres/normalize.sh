#!/bin/sh
# Normalizes the links that were added since the last run: normalize.sh DATABASE-URL [flags of canonist filter]
# Row n of the filter's output belongs to row n of its input. One statement writes all rows; if a program fails, it writes none.
set -eu
database=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

psql "$database" -qv ON_ERROR_STOP=1 -c "\copy (select id, url from links where not exists (select from normalized where normalized.id = links.id)) to '$folder/links.tsv'"
${CANONIST_COMMAND:-canonist} filter --column '#2' --output url,error "$@" < "$folder/links.tsv" > "$folder/results.tsv"
cut -f1 "$folder/links.tsv" | paste - "$folder/results.tsv" > "$folder/normalized.tsv"
psql "$database" -qv ON_ERROR_STOP=1 -c "\copy normalized (id, url, error) from '$folder/normalized.tsv'"
