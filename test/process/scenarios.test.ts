import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { newFolder, runProgram } from './program.ts'
import { runShared } from './shared-process.ts'

const PACK = readdirSync('scenarios')
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => file.slice(0, -5))
  .sort()

describe('understay scenarios', () => {
  let listed: Awaited<ReturnType<typeof runProgram>>
  beforeAll(async () => {
    listed = await runProgram(['scenarios'])
  })

  test('lists the bundled scenarios, each with a sentence', () => {
    const { code, out } = listed
    const lines = out.split('\n').filter((line) => line.startsWith('understay') === false && line !== '')
    expect(lines.map((line) => line.split(/ {2,}/)[0])).toEqual(PACK)
    expect(lines.map((line) => line.split(/ {2,}/)[1])).toEqual(PACK.map(() => expect.stringMatching(/^\S.*[.]$/)))
    expect(code).toBe(0)
  })

  test('lists the kinds of clients and what each scenario needs', () => {
    const { out } = listed
    expect(out).toMatch(/^sold-out-before-validate .*\. For booking-site\.$/m)
    expect(out).toMatch(
      /^webhook-lost .*\. For channel-manager; needs a client that keeps running \(certify plays it with --only\) and a hook\.$/m,
    )
    expect(out).toContain('understay run --compare --scenario NAME -- COMMAND plays one, and once more without its faults.\n')
    expect(out).toMatch(/^understay run --scenario NAME --webhook URL -- COMMAND adds a hook\.$/m)
  })

  test('prints the text of one', async () => {
    const { code, out } = await runShared(['scenarios', 'token-expires-mid-sync'])
    expect(out).toBe(readFileSync('scenarios/token-expires-mid-sync.yaml', 'utf8'))
    expect(code).toBe(0)
  })

  test.each([
    [['rate-limeted'], /there is no scenario "rate-limeted"; did you mean "rate-limited"\?/],
    [['zzz'], /there is no scenario "zzz"; understay scenarios lists them/],
    [['rate-limited', 'token-revoked'], /understay scenarios takes one name/],
    [['--all'], /no flags such as --all/],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await runShared(['scenarios', ...args])
    expect(err).toMatch(message)
    expect(code).toBe(2)
  })
})

describe('understay validate', () => {
  test('takes files without flags, and says so with the command that was meant', async () => {
    const { code, err } = await runShared(['validate', '--fixtures', 'my fixtures.yaml'])
    expect(err).toContain("no flags such as --fixtures; did you mean understay validate 'my fixtures.yaml'?")
    expect(code).toBe(2)
  })

  test('says what a scenario has, traffic and network faults on webhooks included', async () => {
    const folder = newFolder()
    writeFileSync(
      join(folder, 'w.yaml'),
      'name: w\nwebhook: { drop: 5% }\ntraffic:\n  - { id: g, do: guest_books, rate: 5/d }\nexpect:\n  - { each: g, operation: listBookings }\n',
    )
    expect(await runShared(['validate', 'w.yaml'], {}, folder)).toEqual({
      code: 0,
      err: '',
      out: 'w.yaml: valid. 0 faults, 0 events, 1 of traffic, network faults on webhooks, 1 expectation\n',
    })
  })

  test('checks the configured files and all bundled scenarios, under separate headings', async () => {
    const { code, out, err } = await runShared(['validate'])
    expect(err).toBe('')
    expect(out.trimEnd().split('\n')).toEqual([
      'What is configured:',
      expect.stringMatching(/^baseline: valid\. \d+ properties/),
      'The bundled scenarios, in the world baseline:',
      ...PACK.map((name) =>
        expect.stringMatching(
          new RegExp(
            `^${name}: valid\\. \\d+ faults?, \\d+ events?(?:, \\d+ of traffic)?(?:, network faults on webhooks)?, \\d+ expectations?$`,
          ),
        ),
      ),
    ])
    expect(code).toBe(0)
  })

  test('checks the configured files; bundled scenarios are not checked against another world', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'understay.config.yaml'), 'fixtures: [./mine.yaml]\nscenario: ./bad-day.yaml\n')
    writeFileSync(join(folder, 'mine.yaml'), 'users:\n  - { id: 1, name: me, level: super }\n')
    writeFileSync(join(folder, 'bad-day.yaml'), 'name: bad-day\nfaults:\n  - { on: { client: demo }, token: expired }\n')
    const strange = await runShared(['validate'], {}, folder)
    expect(strange.err).toMatch(/^\S*\/bad-day\.yaml:3:\d+ faults\[0\]\.on\.client: [^\n]*\n$/)
    expect(strange.out).toMatch(
      /^What is configured:\nunderstay\.config\.yaml: valid\. 2 settings\n\.\/mine\.yaml: valid\..*\nThe bundled .*\n\S+: valid\./,
    )
    expect(strange.code).toBe(2)
    expect(await runShared(['validate'], { UNDERSTAY_FIXTURES: 'baseline' }, folder)).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(
        /^What is configured:\nunderstay\.config\.yaml: valid\. .*\nbaseline: valid\..*\n\.\/bad-day\.yaml: valid\. 1 fault, 0 events/,
      ),
    })
  })

  test('reports wrong fixtures once, not again for the scenario that uses them', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'mine.yaml'), 'rooms:\n  - { id: 1, property: 1, type: 1, nam: Gull }\n')
    const configured = { UNDERSTAY_FIXTURES: './mine.yaml', UNDERSTAY_SCENARIO: 'rate-limited' }
    const { code, err } = await runShared(['validate'], configured, folder)
    expect(err).toMatch(/^\S*mine\.yaml:2:\d+ rooms\[0\]\.nam: unknown key[^\n]*\n$/)
    expect(code).toBe(2)
  })

  test('recognizes a scenario by its keys, folder or name, and reports all errors with their places', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'scenarios'))
    writeFileSync(join(folder, 'late.yaml'), 'rooms:\n  - { id: 1, property: 1, type: 1, nam: Gull }\n')
    writeFileSync(
      join(folder, 'outage.yaml'),
      'name: outage\nfaults:\n  - { on: { operation: listBookigs }, network: { status: 503 } }\n',
    )
    writeFileSync(join(folder, 'scenarios', 'odd.yaml'), 'nmae: odd\n')
    writeFileSync(join(folder, 'scenarios', 'good.yaml'), 'name: good\nseed: 3\n')
    writeFileSync(join(folder, 'scenarios', 'json.json'), '{ "name": "json", "seed": 3 }')
    writeFileSync(join(folder, 'scenarios', 'schema.json'), '{ "type": "object", "properties": {} }')
    const { code, out, err } = await runShared(
      ['validate', 'late.yaml', 'outage.yaml', 'scenarios', 'rate-limited', 'token-revokd'],
      {},
      folder,
    )
    expect(err).toMatch(/^late\.yaml:2:\d+ rooms\[0\]\.nam: unknown key/m)
    expect(err).toMatch(/^outage\.yaml:3:\d+ faults\[0\]\.on\.operation: .*did you mean "listBookings"\?/m)
    expect(err).toMatch(/^scenarios\/odd\.yaml:1:1.*nmae/m)
    expect(err).toMatch(/^token-revokd: .*did you mean "token-revoked"\?/m)
    expect(out).toMatch(
      /^scenarios\/good\.yaml: valid\. 0 faults, 0 events, 0 expectations\nscenarios\/json\.json: valid\. .*\nrate-limited: valid\..*\n$/,
    )
    expect(code).toBe(2)
  })

  test('checks a scenario in a JSON file', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'j.json'), '{ "name": "j", "faults": [{ "on": {}, "network": { "status": 503 } }] }')
    expect(await runShared(['validate', 'j.json'], {}, folder)).toEqual({
      code: 0,
      out: 'j.json: valid. 1 fault, 0 events, 0 expectations\n',
      err: '',
    })
  })

  test('checks a scenario with the world named beside it', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'clients.yaml'), 'clients:\n  - { id: mine, secret: s, user: 2, scopes: [properties_get] }\n')
    writeFileSync(join(folder, 'mine.yaml'), 'name: mine\nfaults:\n  - { on: { client: mine }, token: expired }\n')
    expect(await runShared(['validate', 'mine.yaml'], {}, folder)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/mine\.yaml:3:\d+ faults\[0\]\.on\.client: /),
    })
    expect(await runShared(['validate', 'baseline', './clients.yaml', 'mine.yaml'], {}, folder)).toMatchObject({
      code: 0,
      out: expect.stringContaining('mine.yaml: valid. 1 fault,'),
    })
  })
})
