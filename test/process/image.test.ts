import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'understay-image-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a stage copies out of the build context. */
function copiedBy(stage: string): string[] {
  return [...stage.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '))
}

const [build = '', image = ''] = readFileSync('Dockerfile', 'utf8')
  .split(/^FROM .*$/m)
  .slice(1)
const allowed = readFileSync('.dockerignore', 'utf8').split('\n')

test('everything the Dockerfile copies is in the build context', () => {
  const copied = [...copiedBy(build), ...copiedBy(image)]
  expect(copied).toContain('src')
  for (const path of copied) expect([path, existsSync(path), allowed.includes(`!${path}`)]).toEqual([path, true, true])
})

test('the files the Dockerfile copies are enough to build the program', async () => {
  for (const path of copiedBy(build))
    cpSync(path, join(folder, path), { recursive: true, filter: (from) => !from.startsWith(join('docs', 'pictures')) })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const run = promisify(execFile)
  await run(process.execPath, ['scripts/build.mjs'], { cwd: folder })
  const { stdout } = await run(process.execPath, ['dist/main.js', '--version'], { cwd: folder })
  expect(stdout.trim()).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version)
})
