#!/usr/bin/env bash
# Adds the command "understay" to the path of the following steps: from the package named in UNDERSTAY_ACTION_PACKAGE, else the one
# of the project, else the one on the path.
set -euo pipefail

if [ -n "${UNDERSTAY_ACTION_PACKAGE:-}" ]; then
  folder="${RUNNER_TEMP:?}/understay"
  mkdir -p "$folder"
  npm install --prefix "$folder" --no-audit --no-fund --loglevel error "$UNDERSTAY_ACTION_PACKAGE"
  bin="$folder/node_modules/.bin"
elif [ -x node_modules/.bin/understay ]; then
  bin="$PWD/node_modules/.bin"
elif command -v understay >/dev/null; then
  bin=$(dirname "$(command -v understay)")
else
  echo "::error::understay is not installed: add it to the devDependencies and run npm ci first, or set the input package"
  exit 2
fi

echo "$bin" >>"${GITHUB_PATH:?}"
"$bin/understay" --version
