import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newFolder, PROGRAM } from './program.ts'

const MISSPELT = 'name: x\nfaults:\n  - on: { operation: listBooking }\n    token: expired\n'
const MESSAGE = 'there is no operation "listBooking"; did you mean "listBookings"?'

/** Runs `understay` in a folder with a misspelt scenario. */
function understay(args: readonly string[], input: string | Uint8Array = '') {
  const cwd = newFolder()
  writeFileSync(join(cwd, 'x,1.yaml'), MISSPELT)
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve(PROGRAM), ...args], { cwd, input, encoding: 'utf8' })
  return { code: status, out: stdout, err: stderr }
}

test('standard input in Latin-1 is refused where it breaks', () => {
  const { code, err } = understay(['validate', '-'], Buffer.from('name: Zo\xeb\n', 'latin1'))
  expect({ code, err }).toEqual({ code: 2, err: 'standard input:1:9: not UTF-8 (the byte 0xEB); save the file as UTF-8\n' })
})

test('one row is in the singular', () => {
  const fixture = 'users:\n  - { id: 1, name: ada, level: super }\nclients:\n  - { id: mine, secret: s, user: 1, scopes: [] }\n'
  const { out } = understay(['validate', '-'], fixture)
  expect(out).toBe('-: valid. 0 properties, 0 rooms, 0 bookings, 0 guests, 1 client\n')
})

describe('validate --format', () => {
  test('json is one document with file, line, column, field and message of each problem', () => {
    const { code, out, err } = understay(['validate', 'x,1.yaml', 'rate-limited', '--format', 'json'])
    expect(JSON.parse(out)).toEqual({
      valid: false,
      checked: [expect.stringMatching(/^rate-limited: valid\./)],
      problems: [{ file: 'x,1.yaml', line: 3, column: 22, field: 'faults[0].on.operation', message: MESSAGE }],
    })
    expect({ code, err }).toEqual({ code: 2, err: '' })
  })

  test('json of valid files has no problems', () => {
    const { code, out } = understay(['validate', '--format=json', 'rate-limited'])
    expect(JSON.parse(out)).toMatchObject({ valid: true, problems: [] })
    expect(code).toBe(0)
  })

  test('github is a workflow command for each problem, with the name of the file escaped', () => {
    const { code, out } = understay(['validate', 'x,1.yaml', '--format', 'github'])
    expect(out).toBe(`::error file=x%2C1.yaml,line=3,col=22::faults[0].on.operation: ${MESSAGE}\n`)
    expect(code).toBe(2)
  })

  test('another format is an error, as is another flag', () => {
    expect(understay(['validate', '--format', 'xml'])).toMatchObject({
      code: 2,
      err: 'understay: --format: "xml" is not text, json or github\n',
    })
    expect(understay(['validate', 'x,1.yaml', '--strict']).err).toContain(
      'no flags such as --strict; did you mean understay validate',
    )
  })
})

describe('standard input', () => {
  test.each([
    ['a scenario', MISSPELT, `standard input:3:22 faults[0].on.operation: ${MESSAGE}\n`],
    ['fixtures', 'guests:\n  - { id: 1, propertie: 1 }\n', 'standard input:2:14 guests[0].propertie: unknown key "propertie"'],
  ])('is checked as %s by its keys', (_, text, message) => {
    const { code, err } = understay(['validate', '-'], text)
    expect(err).toContain(message)
    expect(code).toBe(2)
  })

  test.each([
    ['a scenario', MISSPELT, `faults[0].on.operation: ${MESSAGE}`],
    ['fixtures', 'guests:\n  - { id: 1, propertie: 1 }\n', 'guests[0].propertie: unknown key "propertie"'],
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
    const { code, out } = understay(
      ['run', '--scenario', '-', '--verbose', '--', process.execPath, '--input-type=module', '-e', read],
      scenario,
    )
    expect(out).toContain('Understay: passed (`piped`, 1 call')
    expect(out).toContain('| ✅ | `reads` |')
    expect(code).toBe(0)
  })
})
