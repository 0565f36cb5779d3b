#!/bin/sh
# Exit code 0 when the server of this container is ready. Uses what the base image has, so that a check does not cost a Node
# process: wget on Alpine, bash on Debian. The port is that of UNDERSTAY_PORT or PORT; a port set elsewhere (a flag, a file)
# needs a check of its own: node dist/main.js health --port N
port=${UNDERSTAY_PORT:-${PORT:-4010}}
path=/_understay/ready

if [ -n "$UNDERSTAY_TLS$UNDERSTAY_TLS_CERT" ]; then
  exec node dist/main.js health
elif command -v wget >/dev/null; then
  exec wget -q -T 2 -O /dev/null "http://127.0.0.1:$port$path"
elif command -v bash >/dev/null; then
  # shellcheck disable=SC2016
  exec bash -c '
    exec 3<>"/dev/tcp/127.0.0.1/$0" || exit 1
    printf "GET %s HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n" "$1" >&3
    read -r -t 2 _ status _ <&3
    [ "$status" = 200 ]' "$port" "$path" 2>/dev/null
else
  exec node dist/main.js health
fi
