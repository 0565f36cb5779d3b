#!/usr/bin/env bash
# Starts a server for the following steps and waits until it is ready. They find its address and credentials in the same
# variables that "understay run" sets.
set -euo pipefail

log="${RUNNER_TEMP:?}/understay.log"
port=$(node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })')
url="http://127.0.0.1:$port"
read -r -a flags <<<"${UNDERSTAY_ACTION_FLAGS:-}"

nohup understay start --memory --port "$port" "${flags[@]}" >"$log" 2>&1 &
pid=$!
understay wait --url "$url" --timeout 30s || { cat "$log"; exit 1; }

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
