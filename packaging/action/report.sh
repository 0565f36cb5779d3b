#!/usr/bin/env bash
# Keeps the report of the server that start.sh started, ends it, and fails when the client did, or when the verdict is inconclusive.
set -uo pipefail

source "$(dirname "${BASH_SOURCE[0]}")/verdict.sh"
report=${UNDERSTAY_ACTION_REPORT:-understay-report}
: "${UNDERSTAY_URL:?no server is running: use the Understay action without a command first}"

strict=(--strict)
[ "${UNDERSTAY_ACTION_STRICT:-true}" = false ] && strict=()
understay report "${strict[@]}" --report "$report"
code=$?
[ -n "${UNDERSTAY_ACTION_PID:-}" ] && kill "$UNDERSTAY_ACTION_PID" 2>/dev/null

publish_verdict "$report"
check_strict
exit "$code"
