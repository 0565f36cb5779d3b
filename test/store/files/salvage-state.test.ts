import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NODE_DISK } from '../../../src/store/files/disk.ts'
import { salvageState } from '../../../src/store/files/salvage-state.ts'
import { StateAdapter } from '../../../src/store/files/state-adapter.ts'
import { COLLECTION_NAMES, emptyRows } from '../../../src/store/state.ts'

const note = (id: number) => ({ id, bookingId: 1, propertyId: 1, text: `note ${id}`, at: 0 })
const NOTES = [note(1), note(2), note(3)]
const HEAD = {
  ...{ line: 4, log: 'changes-1.ndjson', taken: 5 },
  ...{ seed: 7, clock: { at: 1, real: 2, speed: 1 }, counters: { notes: 3 } },
}
/** Heads without which a state is not whole. */
const NEEDED = ['seed', 'clock', 'counters', 'line']

let folder = ''
let lines: readonly string[] = []
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'understay-salvage-'))
  const taxRates = [{ id: 1, code: 'A', description: '', rate: 5 }]
  const collections = { ...emptyRows(), taxRates, notes: NOTES }
  new StateAdapter(NODE_DISK, folder, 'good', { force: false }).sync.write(() => ({ ...HEAD, version: 2, collections }))
  lines = readFileSync(join(folder, 'good'), 'utf8').trimEnd().split('\n')
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What is found in a file of these lines, and what is said of it. */
function salvaged(text: readonly string[]) {
  const file = join(folder, 'damaged')
  writeFileSync(file, `${text.join('\n')}\n`)
  const told: string[] = []
  const { collections, ...head } = salvageState(NODE_DISK, file, ({ file: of, line, problem }) => {
    expect(of).toBe(file)
    told.push(`${line ?? 'all'}: ${problem}`)
  })
  return { told, head, notes: collections.notes, taxRates: collections.taxRates }
}

/** The lines, of which the one that begins so has become others. */
const changed = (begin: string, ...others: readonly string[]): readonly string[] => {
  expect(lines.filter((line) => line.startsWith(begin))).toHaveLength(1)
  return lines.flatMap((line) => (line.startsWith(begin) ? others : line))
}
const placeOf = (begin: string): number => lines.findIndex((line) => line.startsWith(begin)) + 1

describe('one line of a state file is damaged', () => {
  /** What is lost with a line. */
  function lostWith(line: string): { readonly head?: string; readonly row?: number; readonly told: readonly string[] } {
    const head = /^ {2}"(line|log|taken|seed|clock|counters)":/.exec(line)?.[1]
    if (head !== undefined) return { head, told: NEEDED.includes(head) ? [`all: ${head} cannot be read`] : [] }
    const empty = /^ {4}"(\w+)": \[\]/.exec(line)?.[1]
    if (empty !== undefined) return { told: [`all: ${empty}: missing, their rows are lost`] }
    const row = /^ {6}\{"id":(\d)/.exec(line)?.[1]
    return row === undefined ? { told: [] } : { row: Number(row), told: [] }
  }

  test.each<readonly [how: string, damage: (line: string) => string]>([
    ['by something before it', (line) => `x${line}`],
    ['by something after it', (line) => `${line}x`],
    ['as a whole', () => '#'],
  ])('%s: it is reported, and all other lines are kept', (_, damage) => {
    for (const [index, line] of lines.entries()) {
      const { told, head, notes, taxRates } = salvaged(lines.map((one, at) => (at === index ? damage(one) : one)))
      const lost = lostWith(line)
      expect(told[0], line).toMatch(new RegExp(`^${index + 1}: (cannot be read|\\w+: a row cannot be read: it is lost)$`))
      expect(told.slice(1), line).toEqual(lost.told)
      const noCounters = lost.head === 'counters' && { counters: {} }
      expect(head, line).toEqual({ ...HEAD, ...(lost.head !== undefined && { [lost.head]: undefined }), ...noCounters })
      const isTax = line.includes('"rate"')
      expect(taxRates, line).toHaveLength(isTax ? 0 : 1)
      expect(notes, line).toEqual(NOTES.filter(({ id }) => isTax || id !== lost.row))
    }
  })

  test('is missing: a missing part is reported, else that something is wrong', () => {
    const wrong =
      'all: does not match its checksum: which row was changed is unknown; every row can be read and is kept, and may be altered'
    for (const [index, line] of lines.entries()) {
      const { told } = salvaged(lines.toSpliced(index, 1))
      const lost = lostWith(line).told
      expect(told, line).toEqual(lost.length > 0 ? lost : [wrong])
    }
    expect(salvaged(lines).told).toEqual([wrong])
  })
})

describe('a head of a state file', () => {
  test.each<readonly [name: string, value: string]>([
    ['seed', '"7"'],
    ['seed', '{"a":1'],
    ['clock', '{"at":1,"real":2}'],
    ['clock', '{"at":1,"real":8640000000000001,"speed":1}'],
    ['clock', 'null'],
    ['counters', '[]'],
    ['counters', '{"people":1}'],
    ['line', '-1'],
    ['line', '1.5'],
    ['line', '"4"'],
    ['log', '"changes-x.ndjson"'],
    ['log', '"../changes-1.ndjson"'],
    ['log', '1'],
    ['taken', '"5"'],
    ['taken', 'null'],
  ])('%s is not %s', (name, value) => {
    const { told, head, notes } = salvaged(changed(`  "${name}":`, `  "${name}": ${value},`))
    expect(told[0]).toBe(`${placeOf(`  "${name}":`)}: ${name} cannot be read`)
    expect(told.slice(1)).toEqual(NEEDED.includes(name) ? [`all: ${name} cannot be read`] : [])
    expect(head).toEqual({ ...HEAD, [name]: name === 'counters' ? {} : undefined })
    expect(notes).toEqual(NOTES)
  })

  test.each<readonly [name: string, value: string, read: unknown]>([
    ['line', '0', 0],
    ['log', '"changes-12.ndjson"', 'changes-12.ndjson'],
    ['taken', '0', 0],
    ['seed', '-1', -1],
    ['counters', '{}', {}],
  ])('%s may be %s', (name, value, read) => {
    const { told, head } = salvaged(changed(`  "${name}":`, `  "${name}": ${value},`))
    expect(told).toEqual([expect.stringContaining('every row can be read')])
    expect(head).toEqual({ ...HEAD, [name]: read })
  })

  test('of what its world was made from is not needed, and is reported where it cannot be read', () => {
    const withOrigin = (value: string) => salvaged(changed('  "seed"', '  "seed": 7,', `  "origin": ${value},`)).told
    expect(withOrigin('{"fixtures":"a","seed":"7"}')).toEqual([expect.stringMatching(/^all: does not match its checksum/)])
    expect(withOrigin('{"fixtures"')).toEqual([`${placeOf('  "seed"') + 1}: origin cannot be read`])
  })

  test('that is unknown is reported; format and version are not needed here', () => {
    expect(salvaged(changed('  "seed"', '  "seed": 7,', '  "colour": 1,')).told).toEqual([
      `${placeOf('  "seed"') + 1}: colour cannot be read`,
    ])
    expect(salvaged(changed('  "version"', '  "version": "x",')).told).toEqual([expect.stringContaining('every row')])
  })
})

describe('the rows of a damaged state file', () => {
  const row = (text: unknown): string => `      ${JSON.stringify(text)},`

  test('a collection that is not known', () => {
    const { told, notes } = salvaged(changed('    "notes"', '    "people": [],', '    "notes": ['))
    expect(told).toEqual([`${placeOf('    "notes"')}: "people" is not a collection: its rows are lost`])
    expect(notes).toEqual(NOTES)
  })

  test('a row that is not one of its collection', () => {
    const { told, notes } = salvaged(changed('      {"id":2', row({ ...note(2), text: 2 })))
    expect(told).toEqual([`${placeOf('      {"id":2')}: notes: a row .text should be a text, not 2: it is lost`])
    expect(notes).toEqual([note(1), note(3)])
  })

  test('two rows of one id: the second one', () => {
    const { told, notes } = salvaged(changed('      {"id":2', row(note(2)), row({ ...note(2), text: 'again' })))
    expect(told).toEqual([`${placeOf('      {"id":2') + 1}: notes: 2 is there twice: the second one is kept`])
    expect(notes.map(({ text }) => text)).toEqual(['note 1', 'again', 'note 3'])
  })

  test('a row where no collection is left', () => {
    const { told } = salvaged([...lines, row(note(9))])
    expect(told).toEqual([`${lines.length + 1}: no collection: a row too many: it is lost`])
  })

  test('nothing at all', () => {
    const { told, notes } = salvaged([])
    expect(told[0]).toBe('1: cannot be read')
    expect(told[1]).toBe(`all: ${COLLECTION_NAMES.join(', ')}: missing, their rows are lost`)
    expect(told.slice(2)).toEqual(NEEDED.map((name) => `all: ${name} cannot be read`))
    expect(notes).toEqual([])
  })

  test('a file that cannot be opened', () => {
    const told: string[] = []
    salvageState(NODE_DISK, join(folder, 'nowhere'), ({ problem }) => told.push(problem))
    expect(told[0]).toMatch(/^cannot be read: ENOENT/)
  })
})
