#!/usr/bin/env bash
# Starts a server in the background, which is ready then. The following steps find its address and credentials in the same
# variables that "understay run" sets.
set -euo pipefail

file="${RUNNER_TEMP:?}/understay-$$.json"
read -r -a flags <<<"${UNDERSTAY_ACTION_FLAGS:-}"
understay start --detach --memory --port 0 "${flags[@]}" --server-file "$file"
field() { node -p 'JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"))[process.argv[2]]' "$file" "$1"; }
url=$(field url)
pid=$(field pid)

client=$(curl -fsS "$url/_understay/credentials" | node -e '
  const clients = JSON.parse(require("node:fs").readFileSync(0, "utf8"))
  const client = clients.find((one) => one.client_id === "demo") ?? clients[0]
  console.log(`UNDERSTAY_CLIENT_ID=${client.client_id}\nUNDERSTAY_CLIENT_SECRET=${client.client_secret}`)')
api=$(curl -fsS -H 'Accept: application/json' "$url/_understay/" | node -p 'JSON.parse(require("node:fs").readFileSync(0, "utf8")).api_url')
{
  echo "UNDERSTAY_ACTION_PID=$pid"
  echo "UNDERSTAY_URL=$url"
  echo "UNDERSTAY_BASE_URL=$url"
  echo "UNDERSTAY_API_URL=$api"
  echo "UNDERSTAY_TOKEN_URL=$api/oauth/token"
  echo "$client"
} >>"${GITHUB_ENV:?}"
echo "base-url=$url" >>"${GITHUB_OUTPUT:?}"
