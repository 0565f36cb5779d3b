"""A careful channel manager: closes a room in each of three nights of three properties.

    python3 manager.py WORKERS kept|each [HABIT]

With a habit it is careful in everything else.
"""
import datetime
import email.utils
import http.client
import json
import os
import sys
import threading
import time
import urllib.parse

BASE = urllib.parse.urlsplit(os.environ["API_URL"])
WORKERS, KEPT = int(sys.argv[1]), sys.argv[2] == "kept"
HABIT = sys.argv[3] if len(sys.argv) > 3 else None
FAILED = (0, 429, 500, 502, 503, 504)


class Refused(Exception):
    def __init__(self, status, scope):
        super().__init__(f"refused with {status}")
        self.status, self.scope = status, scope


class Account:
    """The token and what the account may do, for all threads."""

    def __init__(self):
        self.lock, self.token, self.scopes = threading.Lock(), None, ["properties_get", "properties_set"]
        self.properties = None
        self.not_before = 0.0

    def get_token(self, refused=None):
        with self.lock:
            if self.token and self.token[0] != refused and time.time() < self.token[1]:
                return self.token[0]
            for attempt in range(6):
                status, head, body = send("POST", "/oauth/token", None, {
                    "grant_type": "client_credentials", "client_id": os.environ["CLIENT_ID"],
                    "client_secret": os.environ["CLIENT_SECRET"], "scope": " ".join(self.scopes)})
                data = parse(body)
                if status == 200 and data:
                    life = data["expires_in"]
                    self.token = (data["access_token"], time.time() + life - min(60, life / 2))
                    return self.token[0]
                if status == 400 and data and data.get("error") == "invalid_scope":
                    self.scopes = ["properties_get"]
                elif status in FAILED or not data:
                    pause(attempt, head)
                else:
                    raise Refused(status, False)
            raise SystemExit("no token")

    def may_write(self):
        return "properties_set" in self.scopes


account, local = Account(), threading.local()


def send(method, path, token=None, form=None):
    """One request. Status 0: there was no whole response."""
    time.sleep(max(0.0, account.not_before - time.time()))
    try:
        link = getattr(local, "link", None)
        if link is None or not KEPT:
            link = http.client.HTTPConnection(BASE.hostname, BASE.port, timeout=15)
            local.link = link
        head = {"Authorization": "Bearer " + token, "X-SERVICE-Channel-Name": "Northern Rooms"} if token else {}
        body = None
        if form is not None:
            body, head["Content-Type"] = urllib.parse.urlencode(form), "application/x-www-form-urlencoded"
        if not KEPT:
            head["Connection"] = "close"
        link.request(method, BASE.path + path, body, head)
        answer = link.getresponse()
        return answer.status, answer.headers, answer.read()
    except (OSError, http.client.HTTPException):
        local.link = None
        return 0, {}, b""


def parse(body):
    try:
        return json.loads(body)
    except ValueError:
        return None


def pause(attempt, head):
    if HABIT == "ignores-retry-after":
        time.sleep(0.15)
        return
    wait = float(head.get("Retry-After") or 0) * 1.05
    account.not_before = max(account.not_before, time.time() + wait if wait else 0)
    time.sleep(max(0.3 * 2 ** attempt, wait))


def call(method, path, form=None, is_done=None):
    for attempt in range(7):
        token = account.get_token()
        status, head, body = send(method, path, token, form)
        if status == 401:
            if HABIT == "repeats-dead-token":
                send(method, path, token, form)
            status, head, body = send(method, path, account.get_token(refused=token), form)
        if status == 403 and HABIT == "renews-on-403":
            status, head, body = send(method, path, account.get_token(refused=token), form)
        if status == 403 and HABIT == "spells-otherwise":
            for other in (path + "/", path.replace("/", "/0", 1) if path[1].isdigit() else path + "?all=1"):
                send(method, other, token, form)
        data = parse(body)
        if (status == 204 or data and data.get("meta", {}).get("code") == 204) and HABIT == "takes-204":
            return {}, head
        if status == 504 and HABIT == "takes-504":
            return {}, head
        if status == 0 and method == "POST" and HABIT in ("skips-lost", "closes-next"):
            raise Refused(0, False)
        if status == 200 and data is None and HABIT == "reads-empty":
            return {}, head
        if status in FAILED or (status == 200 and data is None):
            pause(attempt, head)
            if is_done and status not in (429, 503) and is_done():
                return None, head
            continue
        if status != 200 or data.get("meta", {}).get("code") == 204:
            raise Refused(status, (data or {}).get("error") == "forbidden" or b"feature" in body)
        return data["data"], head
    raise Refused(0, False)


def list_properties():
    data, head = call("GET", "/properties/all")
    account.properties = set(data.get("ids", []))
    return email.utils.parsedate_to_datetime(head["Date"]).date()


def free_rooms(number, night):
    data, _ = call("GET", f"/properties/{number}/availabilities/{night}/{night + datetime.timedelta(days=1)}")
    return [room["room_uid"] for room in (data.get("available_rooms") or {}).values()]


def is_closed(number, room, night):
    data, _ = call("GET", f"/blackbookings/{number}/roomlist/{night}")
    return any(one["room_uid"] == room and one["date"].replace("/", "-") == str(night) for one in data["blackbooking"])


def close_one(number, night):
    if number not in (account.properties or ()):
        return
    try:
        rooms = []
        for _ in range(3):
            rooms = rooms[1:] if HABIT == "keeps-rooms" and rooms else free_rooms(number, night)
            if not rooms or not account.may_write():
                return
            try:
                call("POST", f"/blackbookings/{number}/{rooms[0]}/{night}", {}, lambda: is_closed(number, rooms[0], night))
                return
            except Refused as refused:
                if refused.status == 0 and HABIT == "closes-next" and len(rooms) > 1:
                    call("POST", f"/blackbookings/{number}/{rooms[1]}/{night}", {})
                    return
                if refused.status not in (200, 204):
                    raise
    except Refused as refused:
        print(number, night, refused, file=sys.stderr)
        if HABIT in ("writes-on", "calls-on", "renews-on-403"):
            return
        if refused.status == 403 and refused.scope:
            account.scopes = ["properties_get"]
        elif refused.status == 403 and number in (account.properties or ()):
            account.properties.discard(number)
            list_properties()


today = list_properties()
# A pool ends three nights within 250 ms of a refusal: too soon to tell whether it writes on.
NIGHTS = 30 if HABIT == "writes-on" else 3
tasks = [(number, today + datetime.timedelta(days=25 + night)) for number in (1, 2, 4) for night in range(NIGHTS)]
lock = threading.Lock()


def work():
    while True:
        with lock:
            if not tasks:
                return
            task = tasks.pop(0)
        close_one(*task)


threads = [threading.Thread(target=work) for _ in range(WORKERS)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
