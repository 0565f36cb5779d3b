import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { startUnderstay } from '../../src/index.ts'
import { newFolder, PROGRAM } from '../process/program.ts'
import { installedWheel, NO_PYTEST, NO_WHEEL, pytest } from './pytest.ts'

const CLIENT = `
import json, pathlib, pytest, time, urllib.parse, urllib.request
from understay_pytest import VerifyError

def request_token(sandbox):
    form = dict(grant_type="client_credentials", client_id=sandbox.client_id, client_secret=sandbox.client_secret, scope="properties_set")
    with urllib.request.urlopen(sandbox.api_url + "/oauth/token", urllib.parse.urlencode(form).encode()) as response:
        return json.load(response)["access_token"]

def close_room(sandbox):
    request = urllib.request.Request(sandbox.api_url + "/blackbookings/1/1/2031-05-02", b"", method="POST")
    request.add_header("Authorization", "Bearer " + request_token(sandbox))
    with urllib.request.urlopen(request) as response:
        return response.status
`

const SUITE = `${CLIENT}
@pytest.mark.parametrize("n", range(6))
def test_each_begins_as_new(understay_sandbox, n, request):
    assert close_room(understay_sandbox) == 200
    assert [one["operation"] for one in understay_sandbox.journal(method="POST")] == ["requestToken", "createBlackBooking"]
    with pathlib.Path("sandboxes.txt").open("a") as file:
        file.write(understay_sandbox.base_url + "\\n")
    time.sleep(0.1)  # so that no worker does the work of both

@pytest.mark.understay("black-booking-race")
def test_plays_a_scenario(understay_sandbox):
    assert close_room(understay_sandbox) == 204
    assert understay_sandbox.verify({"fault": "taken"})["outcomes"][0]["met"]
    with pytest.raises(VerifyError, match="looks-again: inconclusive: cannot tell without a run"):
        understay_sandbox.verify()
    assert understay_sandbox.control("GET", "report")["verdict"] == "inconclusive"

@pytest.mark.understay("property-withdrawn")
def test_fails_by_the_expectations_of_a_scenario(understay_sandbox):
    with pytest.raises(urllib.error.HTTPError, match="403"):
        close_room(understay_sandbox)
    with pytest.raises(VerifyError, match="others-go-on"):
        understay_sandbox.verify()

def test_plays_no_scenario_after_it(understay_sandbox):
    assert close_room(understay_sandbox) == 200
    understay_sandbox.verify({"operation": "createBlackBooking", "count": 1})

def test_moves_the_clock_and_arms_a_fault(understay_sandbox):
    before = understay_sandbox.control("GET", "clock")["at"]
    assert understay_sandbox.advance("61m")["at"] > before
    understay_sandbox.arm({"on": {"operation": "requestToken"}, "network": {"status": 503}})
    with pytest.raises(urllib.error.HTTPError, match="503"):
        request_token(understay_sandbox)
`

function project(suite: string, settings: string): string {
  const folder = newFolder()
  writeFileSync(join(folder, 'test_client.py'), suite)
  writeFileSync(join(folder, 'pytest.ini'), `[pytest]\n${settings}\n`)
  return folder
}

const BUILT = `understay_command = ${process.execPath} ${resolve(PROGRAM)}`

/** The addresses of the sandboxes that a suite used. */
const sandboxesOf = (folder: string): readonly string[] => [
  ...new Set(readFileSync(join(folder, 'sandboxes.txt'), 'utf8').trim().split('\n')),
]

describe.skipIf(NO_PYTEST !== undefined)('pytest', () => {
  test.each([
    ['alone', [], 1],
    ['with two workers', ['-n', '2'], 2],
  ] as const)('%s has a sandbox for each worker on one server, which ends with the run', async (_, args, workers) => {
    const folder = project(SUITE, BUILT)
    const { code, output } = await pytest(folder, args)
    expect(output).toContain('10 passed')
    expect(code).toBe(0)
    const sandboxes = sandboxesOf(folder)
    expect(sandboxes).toHaveLength(workers)
    const servers = new Set(sandboxes.map((address) => new URL(address).origin))
    expect(servers.size).toBe(1)
    await expect(fetch(`${[...servers][0]}/_understay/ready`)).rejects.toThrow('fetch failed')
  })

  test('ends the server of the default command, npx', async () => {
    const folder = project(SUITE, '')
    const bin = join(folder, 'node_modules', '.bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, 'understay'), `#!/bin/sh\nexec "${process.execPath}" "${resolve(PROGRAM)}" "$@"\n`, { mode: 0o755 })
    const { code, output } = await pytest(folder)
    expect(code, output).toBe(0)
    const [sandbox = ''] = sandboxesOf(folder)
    await expect(fetch(`${new URL(sandbox).origin}/_understay/ready`)).rejects.toThrow('fetch failed')
  })

  test('starts no server where no test needs one', async () => {
    const folder = project('def test_it():\n    pass\n', 'understay_command = no-such-program')
    expect((await pytest(folder, ['-n', '2'])).output).toContain('1 passed')
  })

  test.each([
    ['UNDERSTAY_LOG_LEVEL', 'warn'],
    ['UNDERSTAY_CONTROL_TOKEN', 'the-control-token'],
    ['UNDERSTAY_TLS', 'true'],
  ])('works where the environment sets %s', async (name, value) => {
    vi.stubEnv(name, value)
    const { output } = await pytest(project(SUITE, BUILT), ['-k', 'as_new or scenario'])
    vi.unstubAllEnvs()
    expect(output).toContain('9 passed')
  })

  test('uses the server and the client of understay run', async () => {
    await using understay = await startUnderstay()
    vi.stubEnv('UNDERSTAY_URL', understay.url)
    vi.stubEnv('UNDERSTAY_CLIENT_ID', 'demo-super')
    const suite = `def test_it(understay_sandbox):\n    assert understay_sandbox.base_url == "${understay.url}/@main"\n    assert understay_sandbox.client_id == "demo-super"\n`
    const { output } = await pytest(project(suite, 'understay_command = no-such-program'))
    vi.unstubAllEnvs()
    expect(output).toContain('1 passed')
  })

  test('shows a failed test whose server has ended', async () => {
    const suite = `
import json, os, pathlib, time
def test_it(understay_sandbox, request):
    server = json.loads((pathlib.Path(request.config.understay_folder) / "server.json").read_text())
    os.kill(server["pid"], 9)
    time.sleep(0.5)
    assert False, "the failure itself"
def test_next():
    pass
`
    const { code, output } = await pytest(project(suite, BUILT))
    expect(code).toBe(1)
    expect(output).toMatch(
      /the failure itself[\s\S]*Calls of Understay -+\ncannot be read: nothing answers at http.*refused[\s\S]*1 failed, 1 passed/,
    )
  })

  test.each(['notice', 'silent'])('advises to install the program that npx does not find (loglevel %s)', async (level) => {
    vi.stubEnv('npm_config_offline', 'true')
    vi.stubEnv('npm_config_loglevel', level)
    const { code, output } = await pytest(
      project('def test_it(understay_sandbox):\n    pass\ndef test_other():\n    pass\n', ''),
      ['-n', '2'],
    )
    vi.unstubAllEnvs()
    expect(output).toContain('Install the npm package understay in this folder, or set understay_command.')
    expect(output).toContain('1 passed, 1 error')
    expect(code).toBe(1)
  })

  test('uses a server that runs already, and the client that is named', async () => {
    await using understay = await startUnderstay()
    const settings = `understay_url = ${understay.url}/\nunderstay_client = demo-no-delete`
    const folder = project(
      `${CLIENT}def test_it(understay_sandbox):\n    assert understay_sandbox.client_id == "demo-no-delete"\n`,
      settings,
    )
    expect((await pytest(folder)).output).toContain('1 passed')
    expect((await fetch(`${understay.url}/_understay/ready`)).status).toBe(200)
  })

  test('reaches its own server past a proxy of the environment', async () => {
    vi.stubEnv('http_proxy', 'http://127.0.0.1:9')
    const suite = `${CLIENT}def test_it(understay_sandbox):\n    assert understay_sandbox.journal() == []\n`
    const { output } = await pytest(project(suite, BUILT))
    vi.unstubAllEnvs()
    expect(output).toContain('1 passed')
  })

  test('shows the calls of a test that fails', async () => {
    const { code, output } = await pytest(
      project(`${CLIENT}def test_it(understay_sandbox):\n    assert close_room(understay_sandbox) == 204\n`, BUILT),
    )
    expect(code).toBe(1)
    expect(output).toMatch(
      /Calls of Understay -+\n#1 POST \S*\/oauth\/token 200\n#2 POST \S*\/blackbookings\/1\/1\/2031-05-02 200/,
    )
  })

  test.each([
    ['understay_command = no-such-program', 'understay_command: no-such-program cannot be started'],
    ['understay_command =', 'understay_command: is empty, or has a quote without an end'],
    ['understay_url = http://127.0.0.1:9/@w1', 'understay_url: http://127.0.0.1:9/@w1 is not the address of a server'],
    [`${BUILT} --frozen`, 'understay_command: the server did not start: '],
    [`${BUILT}\nunderstay_client = nobody`, 'understay_client: there is no client nobody; there are demo, '],
  ])('says what is wrong: %s', async (settings, message) => {
    const { code, output } = await pytest(project('def test_it(understay_sandbox):\n    pass\n', settings))
    expect(output).toContain(message)
    expect(code).not.toBe(0)
  })

  test.skipIf(NO_WHEEL !== undefined)('is found by pytest where its wheel is installed', async () => {
    const folder = project(`${CLIENT}def test_it(understay_sandbox):\n    assert close_room(understay_sandbox) == 200\n`, BUILT)
    const { code, output } = await pytest(folder, [], installedWheel(newFolder()))
    expect(output).toContain('1 passed')
    expect(code).toBe(0)
  })

  test('leaves a suite alone that does not use it', async () => {
    const folder = project('def test_it():\n    pass\n', 'understay_command = no-such-program')
    expect((await pytest(folder)).output).toContain('1 passed')
    expect(existsSync(join(folder, 'sandboxes.txt'))).toBe(false)
  })
})
