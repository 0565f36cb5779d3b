#!/usr/bin/env bash
# A careful channel manager in shell, with a connection for each call: closes a room in each of three nights of three properties.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
scopes='properties_get properties_set'
token=
channel='X-SERVICE-Channel-Name: Northern Rooms'

# Half of the lifetime of the token from now on, or a minute before its end, in milliseconds.
renewal() {
  local life
  life=$(grep -o '"expires_in":[0-9]*' "$work/token" | cut -d: -f2)
  [ -n "$life" ] && echo $(($(date +%s%3N) + (life > 120 ? (life - 60) * 1000 : life * 500)))
}

# Requests a token; once more with reading scopes only when writing ones are refused.
sign_in() {
  local attempt status
  for attempt in 1 2 4 8; do
    status=$(curl -s -o "$work/token" -w '%{http_code}' "$API_URL/oauth/token" -d grant_type=client_credentials \
      -d client_id="$CLIENT_ID" -d client_secret="$CLIENT_SECRET" --data-urlencode scope="$scopes") || status=000
    if [ "$status" = 200 ] && token=$(grep -o '"access_token":"[^"]*"' "$work/token" | cut -d'"' -f4) && [ -n "$token" ] && renew_at=$(renewal); then return 0; fi
    if [ "$status" = 400 ]; then scopes=properties_get; else sleep $attempt; fi
  done
  exit 1
}

# call METHOD PATH [CHECK...]: status and body of a call; repeats it after failures, a write only if CHECK does not find it done.
call() {
  local method=$1 path=$2 attempt wait
  shift 2
  for attempt in 1 2 4 8 16; do
    [ "$(date +%s%3N)" -lt "$renew_at" ] || sign_in
    status=$(curl -s -m 15 -X "$method" -o "$work/body" -D "$work/head" -w '%{http_code}' -H "Authorization: Bearer $token" -H "$channel" "$API_URL$path") || status=000
    if [ "$status" = 401 ]; then
      sign_in
      status=$(curl -s -m 15 -X "$method" -o "$work/body" -D "$work/head" -w '%{http_code}' -H "Authorization: Bearer $token" -H "$channel" "$API_URL$path") || status=000
    fi
    case $status in
      200) if tail -c1 "$work/body" | grep -q '}'; then
          grep -q '"meta":{"code":204' "$work/body" && status=204
          return 0
        fi ;;
      000 | 429 | 5*) ;;
      *) return 0 ;;
    esac
    wait=$(grep -i '^retry-after:' "$work/head" 2>/dev/null | tr -dc 0-9)
    sleep "$(awk -v a="$attempt" -v w="${wait:-0}" 'BEGIN { b = 0.4 * a; print (w > b ? w + 0.05 : b) }')"
    : >"$work/head"
    if [ $# -gt 0 ] && [ "$status" != 429 ] && [ "$status" != 503 ] && "$@"; then
      status=200
      return 0
    fi
  done
}

list_properties() {
  call GET /properties/all
  own=" $(grep -o '"ids":\[[^]]*' "$work/body" | cut -d'[' -f2 | tr , ' ') "
}

# is_closed PROPERTY ROOM NIGHT: reads with the loop of `call`, whose variables this keeps.
is_closed() {
  local status
  call GET "/blackbookings/$1/roomlist/$3"
  grep -o '{[^{}]*}' "$work/body" | grep "\"room_uid\":$2[,}]" | grep -q "\"date\":\"${3//-/\\\\*/}\""
}

close_night() {
  local property=$1 night=$2 next try room
  next=$(date -d "$night + 1 day" +%F)
  for try in 1 2 3; do
    call GET "/properties/$property/availabilities/$night/$next"
    if [ "$status" = 403 ]; then list_properties; return; fi
    room=$(grep -o '"room_uid":[0-9]*' "$work/body" | head -1 | cut -d: -f2)
    [ -n "$room" ] && [ "$scopes" != properties_get ] || return
    call POST "/blackbookings/$property/$room/$night" is_closed "$property" "$room" "$night"
    if [ "$status" = 403 ]; then
      echo "$property $night: refused" >&2
      if grep -q feature "$work/body" || grep -q '"forbidden"' "$work/body"; then scopes=properties_get; else list_properties; fi
      return
    fi
    [ "$status" = 204 ] || return
  done
}

sign_in
list_properties
today=$(date -d "$(grep -i '^date:' "$work/head" | cut -d: -f2- | tr -d '\r')" +%F)
for property in 1 2 4; do
  for ahead in 25 26 27; do
    case $own in *" $property "*) close_night "$property" "$(date -d "$today + $ahead days" +%F)" ;; esac
  done
done
