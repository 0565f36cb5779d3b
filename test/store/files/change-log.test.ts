import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isPartialLine, lineOf, readLine, readLog } from '../../../src/store/files/change-log.ts'
import { type Disk, NODE_DISK, readLines } from '../../../src/store/files/disk.ts'
import type { Change } from '../../../src/store/storage.ts'

let folder = ''
let path = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'understay-log-'))
  path = join(folder, 'log')
})
afterEach(() => rmSync(folder, { recursive: true }))

const change = (text: string): Change => ({ put: { notes: [{ id: 1, bookingId: 1, propertyId: 1, text, at: 0 }] } })
const line = (number: number, text = `note ${number}`): string => lineOf(number, change(text)).toString()

/** What is read of a log after a state with so many changes, and the changes that are applied. */
function read(text: string | Buffer, after = 0, problem: (of: Change) => string | undefined = () => undefined) {
  writeFileSync(path, text)
  const applied: (string | undefined)[] = []
  const found = readLog(NODE_DISK, path, after, (one) => {
    applied.push(one.put?.notes?.[0]?.text)
    return problem(one)
  })
  return { ...found, applied }
}

describe('a change log', () => {
  test('is read line by line; lines that the state already contains are passed over', () => {
    const text = line(1) + line(2, 'zwei €') + line(3)
    const bytes = Buffer.byteLength(text)
    expect(read(text)).toEqual({ line: 3, bytes, torn: false, applied: ['note 1', 'zwei €', 'note 3'] })
    expect(read(text, 2)).toEqual({ line: 3, bytes, torn: false, applied: ['note 3'] })
    expect(read(text, 3)).toEqual({ line: 3, bytes, torn: false, applied: [] })
    expect(read(text, 9)).toEqual({ line: 9, bytes, torn: false, applied: [] })
    expect(read('', 4)).toEqual({ line: 4, bytes: 0, torn: false, applied: [] })
  })

  test('keeps a last change whose line break is another byte: its checksum is right', () => {
    const text = line(1) + line(2)
    for (let byte = 0; byte < 256; byte++) {
      if (byte === 0x0a) continue
      const bytes = Buffer.from(text)
      bytes[bytes.length - 1] = byte
      expect(read(bytes)).toEqual({ line: 2, bytes: text.length, torn: false, unterminated: true, applied: ['note 1', 'note 2'] })
    }
    expect(read(text.slice(0, -1))).toMatchObject({ line: 2, torn: false, unterminated: true, applied: ['note 1', 'note 2'] })
  })

  test('may end at any position within a line', () => {
    const [whole, last] = [line(1), line(2)]
    for (let length = 1; length < last.length - 1; length++)
      expect(read(whole + last.slice(0, length)), `${length} characters`).toEqual({
        ...{ line: 1, bytes: whole.length, torn: true, applied: ['note 1'] },
      })
  })

  test.each<readonly [about: string, text: string, problem: string]>([
    ['another text at the end', `${line(1)}x`, 'line 2 is not the beginning of a change'],
    ['zeros at the end', `${line(1)}{"line":2\0\0`, 'line 2 is not the beginning of a change'],
    ['another text', `${line(1)}hello\n`, 'line 2 does not match its checksum'],
    ['an empty line', `${line(1)}\n${line(2)}`, 'line 2 does not match its checksum'],
    ['something before a line', `x${line(1)}`, 'line 1 does not match its checksum'],
    ['something after a line', `${line(1).trimEnd()} \n`, 'line 1 does not match its checksum'],
    ['another change', line(1).replace('note', 'nose'), 'line 1 does not match its checksum'],
    ['a gap', line(1) + line(3), 'line 2 is not change 2'],
    ['a change twice', line(1) + line(2) + line(2), 'line 3 is not change 3'],
    ['a later beginning', line(2), 'line 1 is not change 1'],
    ['what is no change', lineOf(1, [] as never).toString(), 'line 1: not a change'],
  ])('is damaged by %s', (_, text, problem) => {
    expect(() => read(text)).toThrow(`${path} is damaged: ${problem}`)
  })

  test('is damaged by a change that cannot be applied', () => {
    const refuse = ({ put }: Change) => (put?.notes?.[0]?.text === 'note 2' ? 'notes: no' : undefined)
    expect(() => read(line(1) + line(2), 0, refuse)).toThrow('is damaged: line 2: notes: no')
    expect(read(line(1) + line(2), 2, refuse).applied).toEqual([])
  })
})

test('a line is read as it was written, with its number', () => {
  expect(readLine(line(12).trimEnd())).toEqual({ line: 12, change: change('note 12') })
  expect(readLine(line(12).trimEnd().replace('12', '13'))).toEqual({ line: 13, change: change('note 12') })
  expect(readLine('')).toBeUndefined()
})

test.each<readonly [text: string, isOne: boolean]>([
  ['', true],
  ['{', true],
  ['{"line":', true],
  ['{"line":1,"sum":"00', true],
  ['{"lin3', false],
  ['x{"line":', false],
  ['{"line":1\0', false],
])('%j can be the beginning of a line: %s', (text, isOne) => {
  expect(isPartialLine(text)).toBe(isOne)
})

describe('the lines of a file', () => {
  /** A disk that reads so many bytes at once. */
  const reading = (count: number): Disk => ({
    ...NODE_DISK,
    read: (descriptor, into, position) => NODE_DISK.read(descriptor, into.subarray(0, count), position),
  })

  test.each<readonly [text: string, lines: readonly (readonly [text: string, end: number, complete: boolean])[]]>([
    ['', []],
    ['a', [['a', 1, false]]],
    ['\n', [['', 1, true]]],
    [
      'a\nb',
      [
        ['a', 2, true],
        ['b', 3, false],
      ],
    ],
    [
      'a\n\nbé\n',
      [
        ['a', 2, true],
        ['', 3, true],
        ['bé', 7, true],
      ],
    ],
    [
      'abcdefg\nh',
      [
        ['abcdefg', 8, true],
        ['h', 9, false],
      ],
    ],
  ])('%j', (text, lines) => {
    writeFileSync(path, text)
    for (const count of [1, 2, 3, 1000])
      expect(
        [...readLines(reading(count), path)].map((one) => [one.text, one.end, one.complete]),
        `${count} bytes at once`,
      ).toEqual(lines)
  })

  test('longer than the read buffer', () => {
    const long = 'x'.repeat(1024 * 1024 + 5)
    writeFileSync(path, `${long}\n${long}y\nz`)
    expect([...readLines(NODE_DISK, path)].map(({ text }) => text.length)).toEqual([long.length, long.length + 1, 1])
  })
})
