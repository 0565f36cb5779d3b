"""pytest fixture with a sandbox of Understay.

The first test that needs a server starts it; each worker of pytest-xdist uses a sandbox of its own, which is made anew for each test.
"""

import json
import os
import pathlib
import shlex
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest

START_FLAGS = ["start", "--detach", "--port", "0", "--host", "127.0.0.1", "--memory", "--log", "off"]
START_SECONDS = 120


class VerifyError(AssertionError):
    """The client did not do what was expected; the message has the difference and the nearest calls."""


class Sandbox:
    """An isolated world: rows, clock, tokens and journal. Configure the client with `base_url`."""

    def __init__(self, server_url, name, client=None, token=None):
        self.name = name
        self.base_url = f"{server_url}/@{name}"
        self.api_url = None
        self.credentials = None
        self._client = client
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        # A server on this machine is reached without the proxy that HTTP_PROXY names.
        is_local = urllib.parse.urlsplit(server_url).hostname == "127.0.0.1"
        self._send = urllib.request.build_opener(*([urllib.request.ProxyHandler({})] if is_local else [])).open

    def control(self, method, path, body=None):
        """Calls the control API: `sandbox.control("GET", "journal?status=4xx")`. Returns parsed JSON, or the text of other answers."""
        data = body.encode() if isinstance(body, str) else json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(f"{self.base_url}/_understay/{path}", data, self._headers, method=method)
        try:
            with self._send(request, timeout=60) as response:
                text, kind = response.read().decode(), response.headers.get_content_type()
        except urllib.error.HTTPError as error:
            with error:
                text = error.read().decode()
            if error.code == 409 and path == "verify":
                raise VerifyError(json.loads(text)["difference"]) from None
            raise RuntimeError(f"{method} /_understay/{path}: {error.code} {text}") from None
        except urllib.error.URLError as error:
            raise RuntimeError(f"nothing answers at {self.base_url}: {error.reason}") from None
        return json.loads(text) if kind == "application/json" and text else text

    def recreate(self):
        """Removes everything that earlier tests did, their scenario included."""
        self.control("DELETE", f"sandboxes?name={self.name}")
        self.api_url = self.control("POST", "sandboxes", {"name": self.name})["api_url"]
        self.credentials = self._find_client()

    def _find_client(self):
        clients = {one["client_id"]: one for one in self.control("GET", "credentials")}
        if self._client and self._client not in clients:
            _fail(f"understay_client: there is no client {self._client}; there are {', '.join(clients)}")
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


def _fail(message):
    pytest.fail(message, pytrace=False)


def _command(config):
    """Splits understay_command into words; its program is found as by a shell, `npx.cmd` too."""
    try:
        program, *words = shlex.split(config.getini("understay_command"))
    except ValueError as error:
        _fail(f"understay_command: is empty, or has a quote without an end: {error}")
    return [shutil.which(program) or program, *words]


def _start(config, folder):
    """Starts a server in the background. Returns why it did not start, else an empty text."""
    command = _command(config)
    try:
        with (folder / "output.txt").open("w+") as output:
            flags = [*START_FLAGS, "--server-file", str(folder / "server.json")]
            ended = subprocess.run(
                [*command, *flags], stdin=subprocess.DEVNULL, stdout=output, stderr=output, timeout=START_SECONDS
            )
    except OSError as error:
        return f"understay_command: {command[0]} cannot be started: {error}"
    except subprocess.TimeoutExpired:
        return f"understay_command: the server did not start in {START_SECONDS} seconds"
    if ended.returncode == 0:
        return ""
    printed = (folder / "output.txt").read_text().strip()
    # With the log level silent, npx prints nothing.
    is_missing = "npm err" in printed.lower() or (not printed and "npx" in command[0])
    advice = "\nInstall the npm package understay in this folder, or set understay_command." if is_missing else ""
    return f"understay_command: the server did not start: {printed or 'nothing was printed'}{advice}"


def _started(config):
    """The variables of the server of a run. The worker that needs one first starts it, and the others wait."""
    folder = _folder(config)
    outcome = folder / "outcome.txt"
    try:
        (folder / "starting").mkdir()
    except FileExistsError:
        end = time.monotonic() + START_SECONDS
        while not outcome.exists() and time.monotonic() < end:
            time.sleep(0.05)
    else:
        (folder / "outcome.new").write_text(_start(config, folder))
        (folder / "outcome.new").replace(outcome)
    problem = outcome.read_text() if outcome.exists() else "the server of another worker did not start"
    return _fail(problem) if problem else json.loads((folder / "server.json").read_text())["variables"]


def _folder(config):
    """The folder that the workers of a run share, on the controller removed at the end."""
    if config.understay_folder is None:
        config.understay_folder = tempfile.mkdtemp(prefix="understay-")
    return pathlib.Path(config.understay_folder)


def _connection(config):
    """The variables of the server: that of understay_url, of `understay run` around this one, or one that is started."""
    configured = config.getini("understay_url")
    url = configured or os.environ.get("UNDERSTAY_URL")
    if not url:
        variables = _started(config)
        # Those of a CA make clients trust it.
        os.environ.update({name: value for name, value in variables.items() if not name.startswith("UNDERSTAY_")})
        return variables
    if not url.startswith(("http://", "https://")) or "/@" in url:
        name = "understay_url" if configured else "UNDERSTAY_URL"
        _fail(f"{name}: {url} is not the address of a server, such as http://127.0.0.1:4010 (without a sandbox)")
    token = {"UNDERSTAY_CONTROL_TOKEN": os.environ.get("UNDERSTAY_CONTROL_TOKEN")}
    return {**token, "UNDERSTAY_URL": url} if configured else {**os.environ, "UNDERSTAY_URL": url}


def pytest_addoption(parser):
    parser.addini("understay_command", "command that starts Understay", default="npx --no -- understay")
    parser.addini("understay_url", "address of a server that runs already; by default UNDERSTAY_URL, if it is set", default="")
    parser.addini("understay_client", "client whose credentials the sandbox has; by default demo", default="")


def pytest_configure(config):
    config.addinivalue_line("markers", "understay(scenario): the scenario that the sandbox of the test plays")
    config.understay_folder = getattr(config, "workerinput", {}).get("understay_folder")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    """With pytest-xdist the controller tells its workers the folder by which they share a server."""
    node.workerinput["understay_folder"] = str(_folder(node.config))


def pytest_unconfigure(config):
    if hasattr(config, "workerinput") or getattr(config, "understay_folder", None) is None:
        return
    file = _folder(config) / "server.json"
    if file.exists():
        stop = [*_command(config), "stop", "--server-file", str(file)]
        subprocess.run(stop, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=START_SECONDS)
    shutil.rmtree(config.understay_folder, ignore_errors=True)


@pytest.fixture(scope="session")
def _understay_worker(request):
    config = request.config
    variables = _connection(config)
    client = config.getini("understay_client") or variables.get("UNDERSTAY_CLIENT_ID")
    name = getattr(config, "workerinput", {}).get("workerid", "main")
    return Sandbox(variables["UNDERSTAY_URL"].rstrip("/"), name, client, variables.get("UNDERSTAY_CONTROL_TOKEN"))


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
        try:
            calls = [f"#{one['id']} {one['method']} {one['target']} {one['status']}" for one in sandbox.journal(summary="true")]
        except Exception as error:  # the server may have ended
            calls = [f"cannot be read: {error}"]
        outcome.get_result().sections.append(("Calls of Understay", "\n".join(calls) or "none"))
