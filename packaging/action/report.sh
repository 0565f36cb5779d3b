#!/usr/bin/env bash
# Keeps the report of the server that start.sh started, ends it, and fails when the client did, or when the verdict is inconclusive.
set -uo pipefail

report=${UNDERSTAY_ACTION_REPORT:-understay-report}
url=${UNDERSTAY_URL:?no server is running: use the Understay action without a command first}
mkdir -p "$report"

strict=(--strict)
[ "${UNDERSTAY_ACTION_STRICT:-true}" = false ] && strict=()
for format in json md html junit; do
  file=report.$format
  [ "$format" = junit ] && file=junit.xml
  understay report --url "$url" "${strict[@]}" --format "$format" --output "$report/$file" >/dev/null
  code=$?
  case $code in 0 | 3 | 4) ;; *) exit "$code" ;; esac
done
curl -fsS "$url/_understay/journal?format=har" -o "$report/journal.har"
[ -n "${UNDERSTAY_ACTION_PID:-}" ] && kill "$UNDERSTAY_ACTION_PID" 2>/dev/null

source "$(dirname "${BASH_SOURCE[0]}")/verdict.sh"
publish_verdict "$report"
exit "$code"
