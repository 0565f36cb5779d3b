#!/usr/bin/env bash
# Starts a server in the background, which is ready then. The following steps find its address and credentials in the same
# variables that "understay run" sets.
set -euo pipefail

file="${RUNNER_TEMP:?}/understay-$$.json"
# A YAML block has several lines.
read -r -d '' -a flags <<<"${UNDERSTAY_ACTION_FLAGS:-}" || true
understay start --detach --memory --port 0 "${flags[@]}" --server-file "$file"
trap 'understay stop --server-file "$file"' ERR

node --input-type=module - "$file" >>"${GITHUB_ENV:?}" <<'END'
import { copyFileSync, readFileSync } from 'node:fs'
const file = process.argv[2]
const { pid, variables } = JSON.parse(readFileSync(file, 'utf8'))
console.log(`UNDERSTAY_ACTION_PID=${pid}`)
for (const [name, value] of Object.entries(variables)) {
  // Files of a CA end with the server; the variables stay for the steps behind its end.
  const kept = name.startsWith('UNDERSTAY_') ? value : `${file}.${name}.pem`
  if (kept !== value) copyFileSync(value, kept)
  console.log(`${name}=${kept}`)
}
END
url=$(sed -n 's/^UNDERSTAY_URL=//p' "$GITHUB_ENV" | tail -1)
echo "base-url=$url" >>"${GITHUB_OUTPUT:?}"
