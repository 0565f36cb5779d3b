import fs, { closeSync, mkdtempSync, openSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { NODE_DISK } from '../../../src/store/files/disk.ts'
import { lockFolder } from '../../../src/store/files/lock.ts'

test.each(['EACCES', 'EPERM'])('a file that may not be read is no damaged one: %s', (code) => {
  const path = join(mkdtempSync(join(tmpdir(), 'understay-disk-')), 'state.json')
  writeFileSync(path, '{}')
  for (const name of ['openSync', 'readdirSync'] as const)
    vi.spyOn(fs, name).mockImplementation(() => {
      throw Object.assign(new Error(`${code}: refused`), { code })
    })
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
  const problem = `${path} cannot be read (${code}); make it readable for the user of the server`
  for (const read of [() => NODE_DISK.open(path, 'r'), () => NODE_DISK.list(path)])
    expect(read).toThrow(expect.objectContaining({ reason: 'unavailable', message: problem }))
  expect(() => NODE_DISK.open(path, 'a')).toThrow(`${code}: refused`)
})

test('on a full disk a data folder is refused with the advice to make room', () => {
  const folder = mkdtempSync(join(tmpdir(), 'understay-disk-'))
  for (const name of ['writeSync', 'writeFileSync'] as const)
    vi.spyOn(fs, name).mockImplementation(() => {
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    })
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
  expect(() => lockFolder(folder)).toThrow(/no space left on device; make room on its disk, name another with --data/)
})

test('a lock that is released twice closes no descriptor of others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'understay-lock-'))
  const lock = lockFolder(folder)
  lock.release()
  const opened = openSync(join(folder, 'other'), 'w')
  lock.release()
  closeSync(opened)
})

test('a data folder that this process holds itself is held by another server of it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'understay-lock-'))
  const lock = lockFolder(folder)
  onTestFinished(() => lock.release())
  expect(() => lockFolder(folder)).toThrow(
    `${folder} is in use by another server of this process (${process.pid}); close it, or give this one another folder with --data`,
  )
})

const onPosix = test.skipIf(process.platform === 'win32')
onPosix('a data folder that is made is readable by its user only, with what is in it; others stay as they are', () => {
  const above = join(mkdtempSync(join(tmpdir(), 'understay-disk-')), 'new')
  const data = join(above, 'data')
  lockFolder(data).release()
  expect([statSync(above).mode & 0o777, statSync(data).mode & 0o777]).toEqual([0o777 & ~process.umask(), 0o700])
  fs.chmodSync(data, 0o750)
  lockFolder(data).release()
  expect(statSync(data).mode & 0o777).toBe(0o750)
})
