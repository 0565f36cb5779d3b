import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder, runProgram } from './program.ts'

test('a recording without a call of the interface leaves nothing behind', async () => {
  const folder = newFolder()
  const [file, out] = [join(folder, 'empty.har'), join(folder, 'twin')]
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', entries: [] } }))
  const { code, err } = await runProgram(['calibrate', file, '--out', out])
  expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('no call of the interface was recorded') })
  expect(existsSync(out)).toBe(false)
  const entry = {
    startedDateTime: '2026-11-20T15:00:00Z',
    request: { method: 'GET', url: 'https://host.example/hotel/api/core/report', headers: [] },
    response: { status: 200, headers: [], content: {} },
  }
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', entries: [entry] } }))
  expect((await runProgram(['calibrate', file, '--out', out])).err).toContain('is it --product hotel?')
})
