"""pytest fixture with a sandbox of Understay.

The controller of a run starts one server; each worker of pytest-xdist uses a sandbox of its own, which is made anew for each test.
"""

import collections
import json
import shlex
import subprocess
import threading
import urllib.error
import urllib.parse
import urllib.request

import pytest

# A server on this machine is reached without the proxy that HTTP_PROXY names.
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
SERVER_FLAGS = ["start", "--port", "0", "--host", "127.0.0.1", "--memory", "--log", "json"]


class VerifyError(AssertionError):
    """The client did not do what was expected; the message has the difference and the nearest calls."""


class Sandbox:
    """An isolated world: rows, clock, tokens and journal. Configure the client with `base_url`."""

    def __init__(self, server_url, name, client=None):
        self.name = name
        self.base_url = f"{server_url}/@{name}"
        self.api_url = None
        self.credentials = None
        self._client = client

    def control(self, method, path, body=None):
        """Calls the control API: `sandbox.control("GET", "journal?status=4xx")`. Returns parsed JSON, or the text of other answers."""
        data = body.encode() if isinstance(body, str) else json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(f"{self.base_url}/_understay/{path}", data, method=method)
        send = DIRECT.open if request.host.startswith("127.0.0.1:") else urllib.request.urlopen
        try:
            with send(request, timeout=60) as response:
                text, kind = response.read().decode(), response.headers.get_content_type()
        except urllib.error.HTTPError as error:
            with error:
                text = error.read().decode()
            if error.code == 409 and path == "verify":
                raise VerifyError(json.loads(text)["difference"]) from None
            raise RuntimeError(f"{method} /_understay/{path}: {error.code} {text}") from None
        return json.loads(text) if kind == "application/json" and text else text

    def recreate(self):
        """Removes everything that earlier tests did, their scenario included."""
        self.control("DELETE", f"sandboxes?name={self.name}")
        self.api_url = self.control("POST", "sandboxes", {"name": self.name})["api_url"]
        self.credentials = self._find_client()

    def _find_client(self):
        clients = {one["client_id"]: one for one in self.control("GET", "credentials")}
        if self._client and self._client not in clients:
            raise pytest.UsageError(f"understay_client: there is no client {self._client}; there are {', '.join(clients)}")
        return clients[self._client] if self._client else clients.get("demo") or next(iter(clients.values()))

    @property
    def client_id(self):
        return self.credentials["client_id"]

    @property
    def client_secret(self):
        return self.credentials["client_secret"]

    def reset(self):
        """Restores the initial state; a scenario that is played starts again."""
        return self.control("POST", "reset")

    def play(self, scenario):
        """Resets the sandbox and plays a scenario: the name of a bundled one, a dict, or the text of a file."""
        is_name = isinstance(scenario, str) and "\n" not in scenario
        return self.control("PUT", "scenario", {"name": scenario} if is_name else scenario)

    def arm(self, fault):
        """Arms one fault without a reset: `{"on": {"operation": "listBookings"}, "network": {"status": 503}}`."""
        return self.control("POST", "faults", fault)

    def advance(self, span):
        """Moves the clock by a span such as `61m`."""
        return self.control("POST", "clock/advance", {"by": span})

    def journal(self, **filters):
        """The calls of the service, oldest first; the filters are those of `GET journal`, such as `operation="requestToken"`."""
        query = "&".join(f"{key}={urllib.parse.quote(str(value))}" for key, value in filters.items())
        return self.control("GET", f"journal?{query}")["entries"]

    def verify(self, *expected):
        """Checks expectations, or without arguments those of the scenario. Raises VerifyError with the difference."""
        return self.control("POST", "verify", {"expect": list(expected)} if expected else None)

    def report(self):
        """The report on the client, as Markdown."""
        return self.control("GET", "report?format=md")


class Server:
    """A server process, or one that runs already at `url`."""

    def __init__(self, url=None, command=None):
        self.url = url
        self._process = None
        if url is None:
            self._start(shlex.split(command))

    def _start(self, command):
        try:
            self._process = subprocess.Popen(
                [*command, *SERVER_FLAGS], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
            )
        except OSError as error:
            raise pytest.UsageError(f"understay_command: {command[0]} cannot be started: {error}") from None
        printed = []
        for line in self._process.stdout:
            printed.append(line)
            if '"msg":"listening"' in line:
                self.url = json.loads(line)["url"]
                break
        else:
            raise pytest.UsageError(f"understay_command: the server did not start: {''.join(printed).strip()}")
        # The log of each call is read and dropped, so that the pipe never fills.
        threading.Thread(target=collections.deque, args=(self._process.stdout, 0), daemon=True).start()

    def stop(self):
        if self._process:
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()


def pytest_addoption(parser):
    parser.addini("understay_command", "command that starts Understay", default="npx --no -- understay")
    parser.addini("understay_url", "address of a server that runs already, in place of understay_command", default="")
    parser.addini("understay_client", "client whose credentials the sandbox has; by default demo", default="")


def pytest_configure(config):
    config.addinivalue_line("markers", "understay(scenario): the scenario that the sandbox of the test plays")
    config.understay_server = None


def _server(config):
    """The server of a run, started when the first worker or test needs it."""
    if config.understay_server is None:
        url = config.getini("understay_url")
        config.understay_server = Server(url.rstrip("/") or None, config.getini("understay_command"))
    return config.understay_server


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    """With pytest-xdist the controller starts the server, and tells its workers the address."""
    node.workerinput["understay_url"] = _server(node.config).url


def pytest_unconfigure(config):
    if getattr(config, "understay_server", None):
        config.understay_server.stop()


@pytest.fixture(scope="session")
def _understay_worker(request):
    config = request.config
    workerinput = getattr(config, "workerinput", {})
    url = workerinput.get("understay_url") or _server(config).url
    return Sandbox(url, workerinput.get("workerid", "main"), config.getini("understay_client") or None)


@pytest.fixture
def understay_sandbox(request, _understay_worker):
    """A sandbox of Understay, as new for each test and shared with no other worker."""
    _understay_worker.recreate()
    marker = request.node.get_closest_marker("understay")
    if marker:
        _understay_worker.play(*marker.args, **marker.kwargs)
    return _understay_worker


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    sandbox = getattr(item, "funcargs", {}).get("understay_sandbox")
    if sandbox and call.when == "call" and outcome.get_result().failed:
        calls = [f"#{one['id']} {one['method']} {one['target']} {one['status']}" for one in sandbox.journal(summary="true")]
        outcome.get_result().sections.append(("Calls of Understay", "\n".join(calls) or "none"))
