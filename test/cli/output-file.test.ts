import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { UserError } from '../../src/base/user-error.ts'
import { writeOutput, writeRecordingFile } from '../../src/cli/output-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'output-'))
afterAll(() => rmSync(folder, { recursive: true }))

const newFile = (name: string, text = 'old'): string => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

test('the mode of a file stays', () => {
  const file = newFile('mode')
  chmodSync(file, 0o666)
  writeOutput('--report', file, 'new')
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['new', 0o666])
})

test.skipIf(process.getuid?.() !== 0)('its owner stays', () => {
  const file = newFile('owner')
  chownSync(file, 1234, 1235)
  writeOutput('--report', file, 'new')
  expect(statSync(file)).toMatchObject({ uid: 1234, gid: 1235 })
})

test('the other name of a file gets the new text', () => {
  const file = newFile('one-name')
  linkSync(file, join(folder, 'other-name'))
  writeOutput('--report', file, 'new')
  expect(readFileSync(join(folder, 'other-name'), 'utf8')).toBe('new')
})

test('a link stays one', () => {
  const file = newFile('real')
  symlinkSync(file, join(folder, 'link'))
  writeOutput('--report', join(folder, 'link'), 'new')
  expect(readFileSync(file, 'utf8')).toBe('new')
})

test.each(['old', undefined])('a name as long as a name can be is written, before: %s', (before) => {
  const file = before ? newFile('n'.repeat(254), before) : join(folder, 'm'.repeat(254))
  writeOutput('--report', file, 'new')
  expect(readFileSync(file, 'utf8')).toBe('new')
})

test('a file that an earlier program left does not matter, and stays', () => {
  const file = newFile('here')
  const left = newFile(`here.${process.pid}.part`, 'of somebody else')
  writeOutput('--report', file, 'new')
  expect([readFileSync(file, 'utf8'), readFileSync(left, 'utf8')]).toEqual(['new', 'of somebody else'])
})

test('a file stays as it was when its text cannot be made, and nothing is left beside it', () => {
  const file = newFile('stays')
  const before = readdirSync(folder)
  function* texts() {
    yield 'new'
    throw new Error('no more')
  }
  expect(() => writeRecordingFile('--output', file, texts)).toThrow(UserError)
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['old', before])
})

test('a recording that cannot be written is in a folder of its own', () => {
  const write = (): void => writeRecordingFile('--output', join(folder, 'none', 'a.har'), () => ['a ', 'text'])
  expect(write).toThrow(/^--output: ENOENT.*'[^']*none.a\.har'; the recording is in .*understay-\w+.recording\.har$/)
  try {
    write()
  } catch (error) {
    const other = String(error).replace(/^.* is in /, '')
    expect(readFileSync(other, 'utf8')).toBe('a text')
    if (process.platform !== 'win32') expect(statSync(join(other, '..')).mode & 0o777).toBe(0o700)
    rmSync(join(other, '..'), { recursive: true })
    expect(existsSync(other)).toBe(false)
  }
})

test.skipIf(process.platform === 'win32')('a pipe is written to', () => {
  const program = `import { writeOutput } from './src/cli/output-file.ts'; writeOutput('--report', '/dev/stdout', 'new')`
  const command = '"$0" --import tsx --input-type=module -e "$1" | cat'
  const { stdout } = spawnSync('sh', ['-c', command, process.execPath, program], { encoding: 'utf8' })
  expect(stdout).toBe('new')
})
