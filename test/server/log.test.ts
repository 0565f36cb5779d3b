import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startUnderstay } from '../../src/index.ts'

test('--log off logs nothing, not even failures', async () => {
  const writeSync = vi.fn((_: number, text: Buffer, from = 0) => text.length - from)
  // for this module alone: whatever else is loaded with it would write nothing in the tests that follow
  vi.resetModules()
  vi.doMock('node:fs', async (original) => ({ ...(await original<typeof import('node:fs')>()), writeSync }))
  onTestFinished(() => {
    vi.doUnmock('node:fs')
    vi.resetModules()
  })
  const { openLog } = await import('../../src/server/log.ts')
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
