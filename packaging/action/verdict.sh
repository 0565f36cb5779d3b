# shellcheck shell=bash
# Ends the step where the input strict is neither true nor false: "no" and "False" would count as true.
check_strict() {
  case ${UNDERSTAY_ACTION_STRICT:-true} in true | false) return ;; esac
  echo "::error::the input strict is \"$UNDERSTAY_ACTION_STRICT\": write true or false"
  exit 2
}

# Writes the verdict of a report folder to the outputs of a step and the summary of its job.
publish_verdict() {
  local report=$1
  [ -f "$report/report.json" ] || return 0
  local verdict
  verdict=$(node -p 'JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8")).verdict' "$report/report.json")
  echo "verdict=$verdict" >>"${GITHUB_OUTPUT:?}"
  cat "$report/report.md" >>"${GITHUB_STEP_SUMMARY:?}"
  case $verdict in
    passed) ;;
    failed) echo "::error::Understay: the client failed; the summary of this job says why" ;;
    *)
      local level=error
      [ "${UNDERSTAY_ACTION_STRICT:-true}" = false ] && level=warning
      echo "::$level::Understay: inconclusive: nothing failed, but not all could be tested; the summary of this job says why"
      ;;
  esac
}
