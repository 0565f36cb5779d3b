import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CLIENT, calling, NODE } from './commands.ts'
import { newFolder, runProgram, withoutProgress } from './program.ts'
import { runShared } from './shared-process.ts'

const DAYS = 'token-expired-at-start,token-revoked'
/** Renews its token once, and makes five calls. */
const CAREFUL = ['--', NODE, CLIENT, '5']
/** Makes one call with its token, takes no notice of the answer, and searches. */
const DEAF = `const api = process.env.UNDERSTAY_API_URL
const form = { grant_type: 'client_credentials', client_id: 'demo', client_secret: 'demo-secret', scope: 'properties_get' }
const { access_token } = await (await fetch(api + '/oauth/token', { method: 'POST', body: new URLSearchParams(form) })).json()
await fetch(api + '/properties/all', { headers: { authorization: 'Bearer ' + access_token } })
await fetch(api + '/search/stars/4')
process.exit(7)`
const CARELESS = ['--', ...calling(DEAF)]

const certify = (...args: readonly string[]) => runShared(['certify', ...args])
const linesOf = (out: string): readonly string[] => out.split('\n').filter((line) => /^(?:✅|❌|❔) (?!Understay)/u.test(line))

describe.concurrent('understay certify', () => {
  test('refuses a folder that cannot be written to, and an open host, before it runs anything', async () => {
    const marker = join(newFolder(), 'ran')
    for (const [flags, problem] of [
      [['--report', 'package.json/out'], /^understay: --report: cannot write to package\.json\/out: ENOTDIR.*\n$/],
      [['--host', '0.0.0.0'], /^understay: --host 0\.0\.0\.0 can be reached from other machines: protect the control API/],
      [
        ['--port', '4010'],
        /^understay: --port: 2 servers run at once, each on a port of its own: leave it out, or add --jobs 1\n$/,
      ],
      [['--log', 'json'], /^understay: understay certify has no flag --log: its servers log nothing\n$/],
      [['--data', 'x'], /^understay: understay certify has no flag --data: it keeps everything in memory\n$/],
    ] as const)
      expect(await runShared(['certify', '--only', DAYS, ...flags, '--', 'touch', marker])).toEqual({
        code: 2,
        out: '',
        err: expect.stringMatching(problem),
      })
    expect(existsSync(marker)).toBe(false)
  })

  test('leaves nothing of an earlier run in the folders of its scenarios', async () => {
    const folder = newFolder()
    const flags = ['--only', 'token-revoked', '--report', folder]
    await certify(...flags, ...CAREFUL)
    expect(existsSync(join(folder, 'token-revoked', 'journal.har'))).toBe(true)
    await certify(...flags, '--', 'true')
    expect(existsSync(join(folder, 'token-revoked', 'journal.har'))).toBe(false)
  })

  test('leaves no certificate of an earlier run when it ends without one', async () => {
    const folder = newFolder()
    const names = ['certificate.html', 'certificate.json', 'certificate.md', 'badge.svg', 'junit.xml']
    for (const name of [...names, 'mine.txt']) writeFileSync(join(folder, name), 'of an earlier run')
    expect(await certify('--only', 'token-revoked', '--report', folder, '--', 'no-such-command')).toMatchObject({ code: 1 })
    expect(readdirSync(folder).toSorted()).toEqual(['mine.txt', 'token-revoked'])
  })

  test('runs every scenario on a new server, prints a line as each ends, and writes one report in four formats', async () => {
    const folder = newFolder()
    const flags = ['--only', DAYS, '--jobs', '2', '--report', folder]
    const { code, out, err } = await runProgram(['certify', ...flags, ...CAREFUL])
    expect({ code, err: withoutProgress(err) }).toEqual({ code: 0, err: '' })
    expect(linesOf(out).toSorted()).toEqual([
      expect.stringMatching(/^✅ token-expired-at-start: passed \(8 calls, exit code 0, \d+\.\d s\)$/u),
      expect.stringMatching(/^✅ token-revoked: passed \(8 calls, exit code 0, \d+\.\d s\)$/u),
    ])
    expect(out).toContain('\n✅ Understay certify: passed (2 passed, 0 failed, 0 inconclusive)')
    expect(readdirSync(folder).toSorted()).toEqual([
      'badge.svg',
      'certificate.html',
      'certificate.json',
      'certificate.md',
      'junit.xml',
      'token-expired-at-start',
      'token-revoked',
    ])
    expect(readFileSync(join(folder, 'certificate.md'), 'utf8')).toMatch(/^# ✅ Understay certify: passed \(2 passed, /)
    const page = readFileSync(join(folder, 'certificate.html'), 'utf8')
    const links = [...page.matchAll(/<a href="([^"]+)">/g)].map(([, href = '']) => href)
    expect(links).toEqual(['token-expired-at-start/report.html', 'token-revoked/report.html'])
    for (const href of links) expect(existsSync(join(folder, href))).toBe(true)
    const { verdict, scenarios } = JSON.parse(readFileSync(join(folder, 'certificate.json'), 'utf8'))
    expect(verdict).toBe('passed')
    expect(scenarios.map(({ scenario }: { scenario: string }) => scenario)).toEqual(['token-expired-at-start', 'token-revoked'])
    expect(readFileSync(join(folder, 'badge.svg'), 'utf8')).toContain('aria-label="understay: passed 2/2"')
    expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).toMatch(
      /<testsuite name="certify.scenarios" [^>]*tests="2" failures="0"/,
    )
    expect(readFileSync(join(folder, 'token-revoked', 'command.log'), 'utf8')).toContain('properties: 200')
    expect(existsSync(join(folder, 'token-revoked', 'report.md'))).toBe(true)
  })

  test('exits with 3 when a scenario failed, and reports the exit code of the command without judging it', async () => {
    const { code, out } = await runProgram(['certify', '--only', DAYS, ...CARELESS])
    expect(code).toBe(3)
    expect(out).toMatch(/\n\nFailed\n- token-expired-at-start: expectation renews: .*\n\nInconclusive\n- token-revoked: /)
    expect(out).toContain(
      '\nWhat to do\n- play one alone, with the other flags of this command: understay run --compare --scenario token-expired-at-start -- ',
    )
    expect(out).toMatch(
      /\n\nThe calls in each scenario .*: run it again with --report FOLDER; --verbose prints the table of all\.\n$/,
    )
    expect((await certify('--verbose', '--only', 'token-revoked', ...CARELESS)).out).toMatch(
      /^\| ❔ \| `token-revoked` \| expectation refused is inconclusive: .* \| 3 \| 7 \| {2}\|$/mu,
    )
    expect(out).toMatch(/^❌ token-expired-at-start: failed \(3 calls, exit code 7, [\d.]+ s\): expectation renews: /mu)
    expect(out).toMatch(/^❔ token-revoked: inconclusive \(3 calls, exit code 7, /mu)
  })

  test('exits with 0 when scenarios are inconclusive, and with 4 with --strict', async () => {
    const args = ['--only', 'token-revoked', ...CARELESS]
    const hint = 'understay: inconclusive: the exit code is 0, and 4 with --strict\n'
    const { code, err } = await certify(...args)
    expect([code, err]).toEqual([0, expect.stringContaining(hint)])
    const strict = await certify('--strict', ...args)
    expect([strict.code, strict.err]).toEqual([4, expect.not.stringContaining(hint)])
  })

  test('does not count scenarios about tokens for a booking site that sends none', async () => {
    const search = `const api = process.env.UNDERSTAY_API_URL
const step = (path) => fetch(api + path, { headers: { 'user-agent': 'site/1.0' } })
for (const stars of [1, 2, 3, 4, 5, 1, 2]) await step('/search/stars/' + stars)`
    const site = ['--', ...calling(search)]
    const args = ['--strict', '--only', 'rate-limited,short-lived-tokens']
    const asSite = await certify(...args, '--kind', 'booking-site', ...site)
    expect(asSite.out).toContain(
      '\n❔ Understay certify: inconclusive (0 passed, 0 failed, 0 inconclusive, 2 not applicable, as booking-site)',
    )
    expect(asSite.out).toMatch(/^➖ rate-limited: not applicable \(7 calls, .*\): the client sends no token$/mu)
    const other = await certify(...args, '--kind', 'syndication', ...site)
    expect(other.out).toContain('0 passed, 0 failed, 2 inconclusive, as syndication')
    expect(other.code).toBe(4)
  })

  test.each([
    ['two clients', 'demo,demo-second-manager'],
    ['two programs of a client', 'demo,demo'],
  ])('tells no renewal of %s with a token each, that end within its two seconds', async (_, clients) => {
    const each = `const api = process.env.UNDERSTAY_API_URL
for (const client_id of '${clients}'.split(',')) {
  const form = { grant_type: 'client_credentials', client_id, client_secret: client_id + '-secret', scope: 'properties_get' }
  const { access_token } = await (await fetch(api + '/oauth/token', { method: 'POST', body: new URLSearchParams(form) })).json()
  await fetch(api + '/properties/all', { headers: { authorization: 'Bearer ' + access_token } })
}`
    const { out } = await certify('--only', 'short-lived-tokens', '--', ...calling(each))
    expect(out).toMatch(/^❔ short-lived-tokens: inconclusive \(4 calls, .*(?:for each client of requestToken|never came)/mu)
  })

  test('accepts the deviations of a baseline, and fails when one no longer occurs', async () => {
    const file = join(newFolder(), 'accepted.yaml')
    const entries = (...deviations: readonly string[]): void =>
      writeFileSync(
        file,
        ['accepted:', ...deviations.map((one) => `  - { scenario: token-expired-at-start, deviation: ${one}, why: known }`)].join(
          '\n',
        ),
      )
    const only = ['--only', 'token-expired-at-start', '--baseline', file]
    entries('renews', 'repeats', 'auth/one-renewal')
    const accepted = await certify(...only, ...CARELESS)
    expect(accepted.out).toContain('accepted: renews, repeats')
    entries('renews', 'repeats')
    expect(await certify(...only, ...CARELESS)).toMatchObject({ code: 0 })
    const better = await certify(...only, ...CAREFUL)
    expect(better.code).toBe(3)
    expect(better.out).toContain('- token-expired-at-start: renews no longer deviates: remove it from the baseline')
  })

  test.each([
    [
      'channel-sync',
      'channel-manager',
      'month-end-midnight,property-withdrawn,scope-lost-mid-run,token-expires-mid-sync',
      { WATCH_SECONDS: '15' },
    ],
    [
      'booking-site',
      'booking-site',
      'short-lived-tokens,sold-out-before-validate,price-changed-before-validate,session-expired-mid-booking',
      { WATCH_SECONDS: '5' },
    ],
  ])('passes the example %s in every scenario', async (example, kind, scenarios, env) => {
    const command = ['--', NODE, `examples/${example}/main.mjs`]
    const options = ['--strict', '--kind', kind, '--only', scenarios, '--jobs', '4']
    const { code, out } = await runProgram(['certify', ...options, ...command], env)
    expect(linesOf(out).filter((line) => !line.includes(': passed ('))).toEqual([])
    expect(linesOf(out).filter((line) => line.includes('exit code 0'))).toHaveLength(4)
    expect(out).not.toContain('warning:')
    expect(code).toBe(0)
  })

  test('selects scenarios by --only, --skip and --kind', async () => {
    const names = async (...args: readonly string[]): Promise<readonly string[]> =>
      linesOf((await certify('--jobs', '4', ...args, ...CAREFUL)).out).map((line) => line.split(/[ :]/)[1] ?? '')
    const { err } = await certify('--only', `${DAYS},sold-out-before-validate`, '--kind', 'syndication', ...CAREFUL)
    expect(withoutProgress(err)).toBe(
      'left out: the scenario "sold-out-before-validate" is for booking-site, not for syndication\n',
    )
    expect(await names('--only', `${DAYS},sold-out-before-validate`, '--skip', 'token-revoked', '--kind', 'syndication')).toEqual(
      ['token-expired-at-start'],
    )
  })

  test.each([
    [['--only', 'token-revokd', ...CAREFUL], 'there is no scenario "token-revokd"; did you mean "token-revoked"?'],
    [['--kind', 'channelmanager', ...CAREFUL], 'did you mean "channel-manager"?'],
    [['--jobs', '0', ...CAREFUL], '--jobs: "0" is not a number from 1 to 16'],
    [['--only', 'token-revoked', '--skip', 'token-revoked', ...CAREFUL], 'no scenario is left to play'],
    [['--baseline', 'not-there.yaml', ...CAREFUL], '--baseline: not-there.yaml: there is no such file'],
    [[], 'understay certify needs a command behind two dashes'],
  ])('refuses %j with a message', async (args, message) => {
    const { code, err } = await certify(...args)
    expect(code).toBe(2)
    expect(err).toContain(message)
  })
})

test("plays the user's own scenarios beside the bundled ones, by name, with their reports and baseline", async () => {
  const folder = newFolder()
  const own = join(folder, 'days')
  mkdirSync(own)
  const day = (name: string): string =>
    `name: ${name}\nfaults:\n  - { id: hit, on: { operation: listProperties }, after: 1, times: 1, network: { status: 503 } }\nexpect:\n  - { id: repeats, fault: hit, status: 503 }\n  - { id: strange, operation: listGuests }\n`
  writeFileSync(join(own, 'first.yaml'), day('our-first'))
  writeFileSync(join(own, 'second.yaml'), day('our-second'))
  writeFileSync(join(folder, 'known.yaml'), 'accepted:\n  - { scenario: our-first, deviation: strange, why: never }\n')
  const flags = ['--scenarios', own, '--only', 'our-first,token-revoked', '--baseline', join(folder, 'known.yaml')]
  const { code, out, err } = await certify(...flags, '--report', join(folder, 'out'), ...CAREFUL)
  expect({ code, err: withoutProgress(err) }).toEqual({ code: 0, err: '' })
  expect(
    linesOf(out)
      .map((line) => line.split(/[ :]/)[1])
      .toSorted(),
  ).toEqual(['our-first', 'token-revoked'])
  expect(out).toMatch(/our-first: passed .* accepted: strange/)
  expect(existsSync(join(folder, 'out', 'our-first', 'report.json'))).toBe(true)
  const unknown = await certify('--scenarios', own, '--only', 'our-thrd', ...CAREFUL)
  expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('there is no scenario "our-thrd"; there are') })
})
