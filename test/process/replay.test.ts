import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newFolder, type Program, runProgram, startProgram, withoutProgress } from './program.ts'
import { runShared } from './shared-process.ts'

const folder = newFolder()
const siteHar = join(folder, 'site.har')
const syncHar = join(folder, 'sync.har')
let program: Program
let url = ''

/** Runs an example against a server, as its users do. */
function runExample(name: string, baseUrl: string): Promise<number | null> {
  const env = {
    ...process.env,
    UNDERSTAY_BASE_URL: baseUrl,
    UNDERSTAY_CLIENT_ID: 'demo',
    UNDERSTAY_CLIENT_SECRET: 'demo-secret',
  }
  const child = spawn(process.execPath, [`examples/${name}/main.mjs`], { env, stdio: 'ignore' })
  return new Promise((resolve) => child.once('exit', resolve))
}

async function keepJournal(of: string, file: string): Promise<void> {
  writeFileSync(file, await (await fetch(`${of}/_understay/journal?format=har`)).text())
}

/** What the program says, and how it ends. */
async function replay(...args: readonly string[]) {
  const ended = await runShared(['replay', ...args])
  return { ...ended, last: ended.out.trimEnd().split('\n').at(-1) }
}

const sandboxes = async (): Promise<string> => (await fetch(`${url}/_understay/sandboxes`)).text()

beforeAll(async () => {
  const started = await startProgram(['--memory'])
  program = started.program
  url = started.url
  expect(await runExample('booking-site', url)).toBe(0)
  expect(await runExample('channel-sync', `${url}/@sync`)).toBe(0)
  await keepJournal(url, siteHar)
  await keepJournal(`${url}/@sync`, syncHar)
})
afterAll(() => program.stop())

const entries = (file: string): number => JSON.parse(readFileSync(file, 'utf8')).log.entries.length

describe('a recorded run', () => {
  test.each([
    ['of a booking site', siteHar],
    ['of a channel manager, in a sandbox with a name', syncHar],
  ])('gets the same responses from its own world: %s', async (_, file) => {
    const { code, err, last } = await replay(file)
    expect(withoutProgress(err)).toBe('')
    expect(last).toBe(`${entries(file)} exchanges, ${entries(file)} same, 0 differ, 0 skipped`)
    expect(code).toBe(0)
  })

  test('gets the same responses from a new sandbox of a running server, which is then removed', async () => {
    const before = await sandboxes()
    const { code, out, last } = await replay(syncHar, '--url', `${url}/@sync`)
    expect(out).toMatch(/sent to the fresh sandbox replay-[a-z0-9-]+ of http:/)
    expect(last).toMatch(/ 0 differ, 0 skipped$/)
    expect(code).toBe(0)
    expect(await sandboxes()).toBe(before)
  })

  test('exits with 3 and a report when a response differs', async () => {
    const report = join(folder, 'report.json')
    const flags = ['--verbose', '--choice', 'black_booking_conflict=200-with-meta', '--report', report]
    const { code, out } = await replay(syncHar, ...flags)
    expect(code).toBe(3)
    expect(out).toMatch(/^entries\[\d+\] POST \/blackbookings\/\S+ {2}createBlackBooking\n {2}status: recorded 204, now 200$/m)
    const { counts, exchanges } = JSON.parse(readFileSync(report, 'utf8'))
    const differing = exchanges.filter(({ same }: { same: boolean }) => !same)
    expect(counts).toMatchObject({ exchanges: entries(syncHar), differ: differing.length })
    expect(new Set(differing.map(({ operation }: { operation: string }) => operation))).toEqual(new Set(['createBlackBooking']))
  })

  test('says that personal data is masked, when a response differs', async () => {
    const masked = join(folder, 'masked.har')
    const har = JSON.parse(readFileSync(syncHar, 'utf8'))
    writeFileSync(masked, JSON.stringify({ log: { ...har.log, _masked: true } }))
    const note = `note: personal data in ${masked} is masked (`
    const choice = ['--choice', 'black_booking_conflict=200-with-meta']
    expect((await replay(masked, '--verbose', ...choice)).out.split(note)).toHaveLength(2)
    expect((await replay(masked, '--verbose')).out).not.toContain(note)
    expect((await replay(syncHar, '--verbose', ...choice)).out).not.toContain('is masked (')
    expect((await replay(siteHar, masked)).out.split(note)).toHaveLength(2)
    expect((await replay(syncHar, masked)).out).not.toContain(note)
  })

  test('prints the report as JSON to standard output, and the text beside it', async () => {
    const { code, out, err } = await runProgram(['replay', siteHar, '--report', '-'])
    expect(JSON.parse(out).counts).toMatchObject({ differ: 0, skipped: 0 })
    expect(err).toMatch(/ 0 differ, 0 skipped\n$/)
    expect(code).toBe(0)
  })
})

describe('unusable input is refused with exit code 2 and a message', () => {
  const broken = join(folder, 'broken.har')
  writeFileSync(broken, '{"log": {\n  "version": "1.2",\n  "entries": [}\n')
  const foreign = join(folder, 'foreign.har')
  writeFileSync(foreign, '{"log": {"version": "1.2", "entries": []}}')

  test.each<[said: string, args: readonly string[]]>([
    ['understay replay needs a file: understay replay FILE.har, or - for standard input', []],
    ['understay replay takes one file, or two to compare them; remove x.har', [siteHar, syncHar, 'x.har']],
    ['nowhere.har: there is no such file', [join(folder, 'nowhere.har')]],
    ['it is a folder: name a file', [folder]],
    ['broken.har: line 3, column 15: this is not JSON', [broken]],
    ['foreign.har: log.entries is empty: understay record --upstream URL', [foreign]],
    ['no entry is below /acme/api; found http://127.0.0.1:', [siteHar, '--product', 'acme']],
    ['there is no flag --sed; did you mean --seed?', [siteHar, '--sed', '2']],
    ['there is no flag --port;', [siteHar, '--port', '1']],
    ['--seed needs a value: --seed=N', [siteHar, '--seed']],
    ['--seed: "x" is not a whole number', [siteHar, '--seed', 'x']],
    ['--ignore: "a..b" is not a path such as data.bookings[].note', [siteHar, '--ignore', 'a..b']],
    ['--client: there is no client "nobody"; there are demo, ', [siteHar, '--client', 'nobody']],
    ['--url: "localhost:4010" is not an http or https address', [siteHar, '--url', 'localhost:4010']],
    ['--seed configures a new world; with --url', [siteHar, '--url', 'http://127.0.0.1:4010', '--seed', '2']],
    ['nowhere', [siteHar, '--fixtures', 'nowhere']],
  ])('%s', async (said, args) => {
    const { code, out, err } = await replay(...args)
    expect(err).toContain(said)
    expect(err).not.toMatch(/\n\s+at /)
    expect(out).toBe('')
    expect(code).toBe(2)
  })
})

describe('replay against a running server', () => {
  let other: Awaited<ReturnType<typeof startProgram>>
  beforeAll(async () => {
    other = await startProgram(['--memory', '--at', '2031-01-01', '--control-token', 'letmein'])
  })
  afterAll(() => other.program.stop())
  const sandboxesOf = async () =>
    (await fetch(`${other.url}/_understay/sandboxes`, { headers: { authorization: 'Bearer letmein' } })).text()

  test('requires the token of its control API', async () => {
    const { code, err } = await replay(siteHar, '--url', other.url)
    expect(err).toMatch(
      /^understay: GET \S+\/_understay\/clock answered HTTP 401: .*; give the token with --control-token TOKEN\n$/,
    )
    expect(code).toBe(1)
  })

  test('names the day of the world as the reason for differences', async () => {
    const before = await sandboxesOf()
    const { code, out } = await replay('--verbose', siteHar, '--url', other.url, '--control-token', 'letmein')
    expect(out).toMatch(/^note: the sandbox was made for 2031-01-01, the recording begins on /m)
    expect(code).toBe(3)
    expect(await sandboxesOf()).toBe(before)
  })

  test('uses its clients, and exits with 1 when there is no token', async () => {
    const fixture = join(folder, 'clients.yaml')
    writeFileSync(fixture, 'clients:\n  - { id: demo, secret: another, user: 1, scopes: [properties_get] }\n')
    const asked = { startedDateTime: '2031-01-01T00:00:00Z', response: { status: 200 } }
    const request = {
      method: 'GET',
      url: 'https://shop.example/service/api/properties/all',
      headers: [{ name: 'authorization', value: 'Bearer abc' }],
    }
    const har = join(folder, 'one.har')
    writeFileSync(har, JSON.stringify({ log: { version: '1.2', entries: [{ ...asked, request }] } }))
    const flags = ['--control-token', 'letmein', '--fixtures', 'baseline', '--fixtures', fixture]
    const { code, err } = await replay(har, '--url', other.url, ...flags)
    expect(err).toMatch(/^understay: the client demo was given no token: HTTP 401 .*; --fixtures names the world/)
    expect(code).toBe(1)
  })
})

test('an unreachable server is reported, with exit code 1', async () => {
  const { code, err } = await replay(siteHar, '--url', 'http://127.0.0.1:9')
  expect(err).toMatch(/^understay: GET http:\/\/127\.0\.0\.1:9\/_understay\/health was not answered: /)
  expect(code).toBe(1)
})

test('a report that cannot be written is an error, with exit code 1', async () => {
  const { code, err } = await replay(siteHar, '--report', join(folder, 'no', 'such', 'folder.json'))
  expect(err).toContain('understay: --report: ENOENT')
  expect(code).toBe(1)
})

describe('a recorded run with a scenario', () => {
  test('reports the responses that differ', async () => {
    const { code, out } = await replay(syncHar, '--scenario', 'token-revoked')
    expect(code).toBe(3)
    expect(out).toContain(', scenario token-revoked)')
    expect(out).toMatch(/ {2}status: recorded 200, now 401/)
  })

  test('requires a known scenario, and its own world', async () => {
    expect(await replay(syncHar, '--scenario', 'token-revokd')).toMatchObject({
      code: 2,
      err: expect.stringContaining('token-revoked'),
    })
    expect(await replay(syncHar, '--url', url, '--scenario', 'token-revoked')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--scenario configures a new world'),
    })
  })
})

describe('two recordings of a client', () => {
  const changed = join(folder, 'changed.har')

  test('exit with 0 when they are equal', async () => {
    const { code, last } = await replay(syncHar, syncHar)
    expect(last).toBe(`${entries(syncHar)} calls in common, 0 gone, 0 new, 0 with another status, 0 rules differ`)
    expect(code).toBe(0)
  })

  test('are compared by calls, statuses and conformance rules', async () => {
    const har = JSON.parse(readFileSync(syncHar, 'utf8'))
    const [gone] = har.log.entries.splice(20, 1)
    const last = har.log.entries.at(-1)
    har.log.entries.push({
      ...last,
      request: { ...last.request, url: last.request.url.replace(/\/service\/api.*/, '/service/api/search/stars/1') },
    })
    writeFileSync(changed, JSON.stringify(har))
    const report = join(folder, 'comparison.json')
    const { code, out } = await replay(syncHar, changed, '--report', report)
    expect(code).toBe(3)
    expect(out).toContain(`calls that are gone:\n  - #21 ${gone.request.method} `)
    expect(out).toMatch(/calls that are new:\n {2}\+ #\d+ [A-Z]+ \/search\/stars\/1 /)
    const { same, gone: calls } = JSON.parse(readFileSync(report, 'utf8'))
    expect(same).toBe(entries(syncHar) - 1)
    expect(calls).toHaveLength(1)
  })

  test.each([
    [['--url', 'http://127.0.0.1:1'], '--url needs a single file'],
    [['--scenario', 'token-revoked'], '--scenario needs a single file'],
    [['third.har'], 'remove third.har'],
  ])('refuse flags that only apply to a world: %j', async (more, message) => {
    const { code, err } = await replay(syncHar, siteHar, ...more)
    expect(code).toBe(2)
    expect(err).toContain(message)
  })
})
