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
