#!/bin/sh
# Installs the command understay for all users of the container. PACKAGE is the option of the feature.
set -eu

if ! command -v npm >/dev/null; then
  echo 'understay needs Node 20.19 or later: add ghcr.io/devcontainers/features/node before it' >&2
  exit 1
fi
npm install --global --no-audit --no-fund "${PACKAGE:-understay}"
understay --version
