#!/usr/bin/env bash
# Runs UNDERSTAY_ACTION_COMMAND against a server of its own and ends with the exit code of "understay run".
set -uo pipefail

source "$(dirname "${BASH_SOURCE[0]}")/verdict.sh"
check_strict
report=${UNDERSTAY_ACTION_REPORT:-understay-report}
# A YAML block has several lines.
read -r -d '' -a flags <<<"${UNDERSTAY_ACTION_FLAGS:-}" || true
[ "${UNDERSTAY_ACTION_STRICT:-true}" = false ] || flags+=(--strict)

# The report of an earlier step is not that of this one.
rm -f "$report"/report.{json,md,html} "$report"/{junit.xml,journal.har}
understay run "${flags[@]}" --report "$report" -- bash --noprofile --norc -eo pipefail -c "${UNDERSTAY_ACTION_COMMAND:?}"
code=$?

publish_verdict "$report"
exit "$code"
