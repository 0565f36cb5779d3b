import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { NODE_DISK } from '../../../src/store/files/disk.ts'
import { newFolder } from '../../process/program.ts'

const refusing: { code: string | undefined } = vi.hoisted(() => ({ code: undefined }))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const openSync: typeof fs.openSync = (...args) => {
    if (refusing.code === undefined) return fs.openSync(...args)
    throw Object.assign(new Error(`${refusing.code}: refused`), { code: refusing.code })
  }
  return { ...fs, openSync }
})

test.each(['EACCES', 'EPERM'])('a file that may not be read is no damaged one: %s', (code) => {
  const path = join(newFolder(), 'state.json')
  writeFileSync(path, '{}')
  refusing.code = code
  const problem = `${path} cannot be read (${code}); make it readable for the user of the server`
  expect(() => NODE_DISK.open(path, 'r')).toThrow(expect.objectContaining({ reason: 'unavailable', message: problem }))
  expect(() => NODE_DISK.open(path, 'a')).toThrow(`${code}: refused`)
  refusing.code = undefined
})
