import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startUnderstay } from '../../src/index.ts'

/** The log with another way to write. */
async function logThatWritesWith(writeSync: (_: number, text: Buffer, from?: number) => number) {
  // for this module alone: whatever else is loaded with it would write nothing in the tests that follow
  vi.resetModules()
  vi.doMock('node:fs', async (original) => ({ ...(await original<typeof import('node:fs')>()), writeSync }))
  onTestFinished(() => {
    vi.doUnmock('node:fs')
    vi.resetModules()
  })
  return await import('../../src/server/log.ts')
}

test('--log off logs nothing, not even failures', async () => {
  const writeSync = vi.fn((_: number, text: Buffer, from = 0) => text.length - from)
  const { openLog } = await logThatWritesWith(writeSync)
  const log = openLog('off', 'debug')
  log.info('one')
  log.error('two')
  log.flush()
  expect(writeSync).not.toHaveBeenCalled()
  const loud = openLog('json', 'debug')
  loud.error('three')
  loud.flush()
  expect(writeSync).toHaveBeenCalledOnce()
  expect([loud, log, openLog('json', 'info')].map(({ debug }) => debug !== undefined)).toEqual([true, false, false])
})

test('lines that a full disk does not take are counted, and told of once it takes lines again', async () => {
  let file = ''
  let space = 1000
  const { openLog } = await logThatWritesWith((_, text, from = 0) => {
    const part = text.subarray(from, from + space)
    if (part.length === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    file += part.toString()
    space -= part.length
    return part.length
  })
  const log = openLog('json', 'info')
  const write = (...messages: readonly string[]): void => {
    for (const message of messages) log.info(message)
    log.flush()
  }
  write('one')
  space = 10
  write('two', 'three')
  write('four')
  expect(log.lostLines).toBe(3)
  space = 1000
  write('five')
  space = 200
  write('six', 'x'.repeat(300))
  space = 1000
  write('seven')
  const lines = file.split('\n').flatMap((line) => (line.endsWith('}') ? [JSON.parse(line)] : []))
  const lost = { level: 'warn', msg: 'lines of this log could not be written and are lost', error: 'ENOSPC' }
  expect(lines).toMatchObject([
    { msg: 'one' },
    { ...lost, lines: 3 },
    { msg: 'five' },
    { msg: 'six' },
    { ...lost, lines: 1 },
    { msg: 'seven' },
  ])
  expect(log.lostLines).toBe(4)
})

const busy = (): never => {
  throw Object.assign(new Error('resource temporarily unavailable'), { code: 'EAGAIN' })
}
const messagesIn = (text: string): readonly string[] => text.split('\n').flatMap((line) => (line ? [JSON.parse(line).msg] : []))

/** A log whose reader takes nothing until it goes on. */
async function logOfPausedReader() {
  const reader = { read: '', isPaused: true }
  const { openLog } = await logThatWritesWith((_, text, from = 0) => {
    if (reader.isPaused) busy()
    reader.read += text.subarray(from).toString()
    return text.length - from
  })
  return { log: openLog('json', 'info'), reader }
}

test('a slow reader gets every line, also at the end of the program', async () => {
  let read = ''
  const pausesUntil = Date.now() + 300
  const { openLog } = await logThatWritesWith((_, text, from = 0) => {
    if (Date.now() < pausesUntil) busy()
    const part = text.subarray(from, from + 1000)
    read += part.toString()
    return part.length
  })
  const log = openLog('json', 'info')
  const messages = Array.from({ length: 500 }, (_, index) => `${index}`.padEnd(100, '.'))
  for (const message of messages) log.info(message)
  log.flush()
  expect(messagesIn(read)).toEqual(messages)
  expect(log.lostLines).toBe(0)
})

test('at the end of the program a reader is waited for two seconds in all, however little it takes at a time', async () => {
  const wait = vi.spyOn(Atomics, 'wait').mockReturnValue('timed-out')
  onTestFinished(() => wait.mockRestore())
  let calls = 0
  const { openLog } = await logThatWritesWith(() => (++calls % 4 === 0 ? 10 : busy()))
  const log = openLog('json', 'info')
  for (let index = 0; index < 1000; index++) log.info(`${index}`)
  log.flush()
  expect(wait.mock.calls.map(([, , , ms = 0]) => ms).reduce((sum, ms) => sum + ms)).toBe(2000)
  expect(log.lostLines).toBeGreaterThan(900)
})

test('a line that is longer than what may wait is written', async () => {
  const { log, reader } = await logOfPausedReader()
  reader.isPaused = false
  log.info('x'.repeat(2_000_000))
  log.flush()
  expect([messagesIn(reader.read)[0]?.length, log.lostLines]).toEqual([2_000_000, 0])
})

test('lines wait for a reader that pauses, a limited number of them; the next ones say how many are lost', async () => {
  const { log, reader } = await logOfPausedReader()
  for (let index = 0; index < 15_000; index++) log.info(`${index}`.padEnd(100, '.'))
  const { lostLines = 0 } = log
  expect(lostLines).toBeGreaterThan(5000)
  expect(lostLines, 'the newest are kept').toBeLessThan(12_000)
  reader.isPaused = false
  await expect.poll(() => reader.read).toContain('14999')
  const messages = messagesIn(reader.read)
  const told = messages.findIndex((message) => message.includes('are lost'))
  const numbers = messages.map(Number.parseFloat).filter((number) => !Number.isNaN(number))
  expect(messages.length - 1 + lostLines).toBe(15_000)
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
  expect(Number.parseFloat(messages[told + 1] ?? '') - Number.parseFloat(messages[told - 1] ?? '')).toBe(lostLines + 1)
})

test('a long line waits for a reader that pauses', async () => {
  const { log, reader } = await logOfPausedReader()
  for (let index = 0; index < 300; index++) log.info(`${index}`.padEnd(200, '.'))
  log.info('x'.repeat(2_000_000))
  reader.isPaused = false
  log.flush()
  expect(messagesIn(reader.read).at(-1)).toHaveLength(2_000_000)
})

test('the limit of sandboxes counts those on disk, which stay usable', async () => {
  const data = mkdtempSync(join(tmpdir(), 'understay-many-'))
  onTestFinished(() => rmSync(data, { recursive: true }))
  const understay = await startUnderstay({ data, listen: false })
  onTestFinished(() => understay.close())
  const first = await understay.sandbox('first')
  await first.token()
  for (let number = 2; number < 1000; number++) {
    mkdirSync(join(data, `w${number}`))
    writeFileSync(join(data, `w${number}`, 'state.json'), '{}')
  }
  await expect(understay.sandbox('one-more')).rejects.toThrow('there are 1000 sandboxes already')
  await expect(understay.sandbox('w2')).rejects.not.toThrow('there are 1000')
})
