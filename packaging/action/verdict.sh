# shellcheck shell=bash
# Writes the verdict of a report folder to the outputs of a step and the summary of its job.
publish_verdict() {
  local report=$1
  [ -f "$report/report.json" ] || return 0
  local verdict
  verdict=$(node -p 'JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8")).verdict' "$report/report.json")
  echo "verdict=$verdict" >>"${GITHUB_OUTPUT:?}"
  cat "$report/report.md" >>"${GITHUB_STEP_SUMMARY:?}"
  [ "$verdict" = passed ] || echo "::error::Understay: the client failed; the summary of this job says why"
}
