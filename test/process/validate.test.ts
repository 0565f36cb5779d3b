import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newFolder, PROGRAM } from './program.ts'
import { runShared } from './shared-process.ts'
import { MESSAGE, MISSPELT, understay, understayReading } from './validated.ts'

test('standard input in Latin-1 is refused where it breaks', () => {
  const { code, err } = understayReading(['validate', '-'], Buffer.from('name: Zo\xeb\n', 'latin1'))
  expect({ code, err }).toEqual({ code: 2, err: 'standard input:1:9: not UTF-8 (the byte 0xEB); save the file as UTF-8\n' })
})

test('an argument that is not UTF-8 is refused, as it would name another file; one behind -- is left to the command', () => {
  const shell = (line: string) => {
    const command = ['-c', line.replaceAll('LATIN', '"$(printf "d\\351")"'), process.execPath, resolve(PROGRAM)]
    return spawnSync('sh', command, { cwd: newFolder(), encoding: 'utf8', timeout: 60_000 })
  }
  for (const line of ['"$0" "$1" validate LATIN', '"$0" "$1" run --report LATIN -- true'])
    expect(shell(line)).toMatchObject({
      status: 2,
      stderr: 'understay: d\uFFFD is not UTF-8: rename the file or folder\n',
    })
  expect(shell('"$0" "$1" run -- echo LATIN').stderr).not.toContain('not UTF-8')
})

test('one row is in the singular', () => {
  const fixture = 'users:\n  - { id: 1, name: ada, level: super }\nclients:\n  - { id: mine, secret: s, user: 1, scopes: [] }\n'
  const { out } = understayReading(['validate', '-'], fixture)
  expect(out).toBe('-: valid. 0 properties, 0 rooms, 0 bookings, 0 guests, 1 client\n')
})

describe('validate --format', () => {
  test('json is one document with file, line, column, field and message of each problem', async () => {
    const { code, out, err } = await understay(['validate', 'x,1.yaml', 'rate-limited', '--format', 'json'])
    expect(JSON.parse(out)).toEqual({
      valid: false,
      checked: [expect.stringMatching(/^rate-limited: valid\./)],
      problems: [{ file: 'x,1.yaml', line: 3, column: 22, field: 'faults[0].on.operation', message: MESSAGE }],
    })
    expect({ code, err }).toEqual({ code: 2, err: '' })
  })

  test('json of valid files has no problems', async () => {
    const { code, out } = await understay(['validate', '--format=json', 'rate-limited'])
    expect(JSON.parse(out)).toMatchObject({ valid: true, problems: [] })
    expect(code).toBe(0)
  })

  test('github is a workflow command for each problem, with the name of the file escaped', async () => {
    const { code, out } = await understay(['validate', 'x,1.yaml', '--format', 'github'])
    expect(out).toBe(`::error file=x%2C1.yaml,line=3,col=22::faults[0].on.operation: ${MESSAGE}\n`)
    expect(code).toBe(2)
  })

  test('another format is an error, as is another flag', async () => {
    expect(await understay(['validate', '--format', 'xml'])).toMatchObject({
      code: 2,
      err: 'understay: --format: "xml" is not text, json or github\n',
    })
    expect((await understay(['validate', 'x,1.yaml', '--strict'])).err).toContain(
      'no flags such as --strict; did you mean understay validate',
    )
  })
})

describe('one run tells everything that can be told', () => {
  const lines = (text: string): readonly string[] => text.trim().split('\n')

  test('of a scenario whose seed is wrong: its expectations as well', async () => {
    const text = 'name: y\nseed: abc\nexpect:\n  - { operation: listBooking }\n'
    const { err } = await understay(['validate', 'y.yaml'], { 'y.yaml': text })
    expect(lines(err).map((line) => line.split(': ')[0])).toEqual(['y.yaml:2:7 seed', 'y.yaml:4:18 expect[0].operation'])
  })

  test('of a scenario: form, meaning and references, each of what is well formed', async () => {
    const text = `name: y
faults:
  - { id: lost, on: { operaton: listBookings }, network: { cut: before } }
  - { on: { operation: listBooking }, network: { status: 503 } }
  - { on: { operation: listBookings, property: 99 }, after_fault: lost, network: { status: 503 } }
expect:
  - { id: reads, operation: listBookings, fault: lost, property: 98 }
  - { after: read, operation: listBookings }
events:
  - { at: +1m, do: guest_books, with: { property: 97 } }
`
    const { code, err } = await understay(['validate', 'y.yaml'], { 'y.yaml': text })
    const places = lines(err).map((line) => line.split(': ')[0])
    expect(places).toEqual([
      'y.yaml:3:23 faults[0].on.operaton',
      'y.yaml:4:24 faults[1].on.operation',
      'y.yaml:8:14 expect[1].after',
      'y.yaml:5:48 faults[2].on.property',
      'y.yaml:7:66 expect[0].property',
      'y.yaml:10:51 events[0].with.property',
    ])
    expect(code).toBe(2)
  })

  test('of events and traffic: what is wrong in one, and the meaning and references of the others', async () => {
    const text = `name: y
events:
  - { at: +1m, do: guest_boks, with: { property: 99 } }
  - { at: 2026-13-01, do: guest_cancels, with: { booking: latest } }
  - { at: +1m, do: guest_books, with: { property: 97 } }
traffic:
  - { rate: 1/d, with: { property: 98 } }
  - { id: b, do: guest_books, rate: 0/d }
  - { idd: c, do: guest_books, rate: 1/d }
  - { id: d, do: guest_books, rate: 1/d, with: { property: 97 } }
until: tomorrow
expect:
  - { operation: listBookings, each: c }
`
    const { err } = await understay(['validate', 'y.yaml'], { 'y.yaml': text })
    expect(lines(err).map((line) => line.split(': ')[0])).toEqual([
      'y.yaml:3:20 events[0].do',
      'y.yaml:4:11 events[1].at',
      'y.yaml:7:5 traffic[0].id',
      'y.yaml:7:5 traffic[0].do',
      'y.yaml:8:37 traffic[1].rate',
      'y.yaml:9:5 traffic[2].id',
      'y.yaml:9:7 traffic[2].idd',
      'y.yaml:11:8 until',
      'y.yaml:5:51 events[2].with.property',
      'y.yaml:10:60 traffic[3].with.property',
    ])
  })

  test('of a list with very many mistakes of form: the first of them', async () => {
    const text = `name: y\nevents:\n${'  - { at: 5, do: guest_books, with: { property: 97 } }\n'.repeat(300)}`
    expect(lines((await understay(['validate', 'y.yaml'], { 'y.yaml': text })).err)).toHaveLength(200)
  })

  test.each(['{ any: 5 }', '{ any: null }', '{ weights: null }', '{ weights: 5 }', '{ from: [], to: 1 }'])(
    'of traffic that cannot be drawn (%s), and of a fault beside it',
    async (draw) => {
      const text = `name: y
faults:
  - { on: { operation: listBookings, property: 99 }, network: { status: 503 } }
traffic:
  - { id: guests, do: guest_books, rate: 1/d, with: { property: ${draw}, room: ${draw} } }
`
      const { code, err } = await understay(['validate', 'y.yaml'], { 'y.yaml': text })
      expect(lines(err).map((line) => line.split(': ')[0])).toEqual([
        'y.yaml:5:65 traffic[0].with.property',
        `y.yaml:5:${73 + draw.length} traffic[0].with.room`,
        'y.yaml:3:48 faults[0].on.property',
      ])
      expect(code).toBe(2)
    },
  )

  test('of a scenario with unreadable fixtures of its own: nothing of another world', async () => {
    const text = 'name: y\nfixtures: 5\nfaults:\n  - { on: { property: 99 }, network: { status: 503 } }\n'
    const { err } = await understay(['validate', 'y.yaml'], { 'y.yaml': text })
    expect(lines(err)).toEqual([expect.stringContaining('y.yaml:2:1')])
  })

  test('of fixtures: rows of the good files, and no reference to a row that a broken file may have', async () => {
    const files = {
      'users.yaml': 'users:\n  - { id: 1, nme: ada, level: super }\n',
      'more.yaml':
        'clients:\n  - { id: mine, secret: s, user: 1, scopes: [] }\n  - { id: mine, secret: s, user: 1, scopes: [] }\n',
      'y.yaml': 'name: y\nfaults:\n  - { on: { client: mine, property: 99 }, network: { status: 503 } }\n',
    }
    const { code, out, err } = await understay(['validate', 'users.yaml', 'more.yaml', 'y.yaml'], files)
    expect(lines(err).map((line) => line.split(': ')[0])).toEqual([
      'users.yaml:2:5 users[0].name',
      'users.yaml:2:14 users[0].nme',
      'more.yaml:3:11 clients[1].id',
    ])
    expect(out).toBe('y.yaml: valid. 1 fault, 0 events, 0 expectations\n')
    expect(code).toBe(2)
  })

  test('of several configured scenarios', async () => {
    const { out } = await understay(['validate'], { 'understay.config.yaml': 'scenario: " rate-limited, token-revoked"\n' })
    expect(out).toContain('\ntoken-revoked: valid.')
    expect(out).toContain('rate-limited, token-revoked: valid together\n')
    const files = {
      'understay.config.yaml': 'scenario: d.yaml, e.yaml\n',
      'd.yaml': 'name: d\nseed: 1\n',
      'e.yaml': 'name: e\nseed: 2\n',
    }
    const apart = await understay(['validate'], files)
    expect(apart.err).toContain('sets seed otherwise than d')
    expect(apart.code).toBe(2)
  })
})

test('an empty file is told what fixtures and a scenario begin with', async () => {
  const { code, err } = await understay(['validate', './empty.yaml'], { 'empty.yaml': '' })
  expect(err).toMatch(/^\.\/empty\.yaml:1:1: is empty: expected a map of lists such as properties, .*; or a scenario: name, /)
  expect(code).toBe(2)
})

describe('standard input', () => {
  test.each([
    ['a scenario', MISSPELT, `standard input:3:22 faults[0].on.operation: ${MESSAGE}\n`],
    ['fixtures', 'guests:\n  - { id: 1, propertie: 1 }\n', 'standard input:2:14 guests[0].propertie: unknown key "propertie"'],
    ['settings', 'port: 0\nprt: 1\n', 'standard input:2:1 prt: unknown setting; did you mean "port"?'],
  ])('is checked as %s by its keys', (_, text, message) => {
    const { code, err } = understayReading(['validate', '-'], text)
    expect(err).toContain(message)
    expect(code).toBe(2)
  })

  test.each([
    ['a scenario', MISSPELT, `faults[0].on.operation: ${MESSAGE}`],
    ['fixtures', 'guests:\n  - { id: 1, propertie: 1 }\n', 'guests[0].propertie: unknown key "propertie"'],
    ['settings', 'port: 0\nprt: 1\n', 'prt: unknown setting; did you mean "port"?'],
  ])('under the name of a pipe, as of <(command), is checked as %s too', (_, text, message) => {
    const command = ['-c', 'cat | "$0" "$1" validate /dev/stdin', process.execPath, resolve(PROGRAM)]
    const { status, stderr } = spawnSync('sh', command, { cwd: newFolder(), input: text, encoding: 'utf8', timeout: 60_000 })
    expect(stderr).toContain(message)
    expect(stderr).toContain('/dev/stdin:')
    expect(status).toBe(2)
  })

  test('is the scenario of a run', () => {
    const scenario = `name: piped\nexpect:\n  - { id: reads, operation: searchByStars }\n`
    const read = 'await fetch(process.env.UNDERSTAY_API_URL + "/search/stars/4")'
    const { code, out } = understayReading(
      ['run', '--scenario', '-', '--verbose', '--', process.execPath, '--input-type=module', '-e', read],
      scenario,
    )
    expect(out).toContain('Understay: passed (`piped`, 1 call')
    expect(out).toContain('| ✅ | `reads` |')
    expect(code).toBe(0)
  })
})

test('a scenario is told by its folder, also from inside of it', async () => {
  const folder = join(newFolder(), 'scenarios')
  mkdirSync(folder)
  writeFileSync(join(folder, 'mine.yaml'), 'seed: 3\n')
  expect(await runShared(['validate', 'mine.yaml'], {}, folder)).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^mine\.yaml:1:1 name: is missing/),
  })
})
