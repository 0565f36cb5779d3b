import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchFiles } from '../../src/server/watch.ts'

const EVERY = 200
let folder = ''
let told: string[][] = []
let end: () => void = () => undefined

const at = (name: string): string => join(folder, name)

/** So many looks go by, without waiting for them. */
async function looks(count: number): Promise<void> {
  for (let look = 0; look < count; look++) await vi.advanceTimersByTimeAsync(EVERY)
}

function watch(files: () => readonly string[] = () => [at('a.yaml'), at('b.yaml')], changed?: () => Promise<void>): void {
  end = watchFiles({
    files,
    every: EVERY,
    changed: async (paths) => {
      told.push(paths.map((path) => basename(path)))
      await changed?.()
    },
  })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  folder = mkdtempSync(join(tmpdir(), 'understay-'))
  told = []
  writeFileSync(at('a.yaml'), 'one')
  writeFileSync(at('b.yaml'), 'one')
})
afterEach(() => {
  end()
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

test('does not call back while nothing changes', async () => {
  watch()
  await looks(5)
  expect(told).toEqual([])
})

test('reports a file that was written after it was read, before the watch began', async () => {
  const readAt = statSync(at('a.yaml')).ctimeMs - 1
  end = watchFiles({
    files: () => [at('a.yaml'), at('missing.yaml')],
    every: EVERY,
    readAt,
    changed: async (paths) => {
      told.push(paths.map((path) => basename(path)))
    },
  })
  await looks(5)
  expect(told).toEqual([['a.yaml']])
})

test('reports a written file once', async () => {
  watch()
  writeFileSync(at('a.yaml'), 'two')
  await looks(5)
  expect(told).toEqual([['a.yaml']])
})

test('detects a replaced file, also when size and time are the same', async () => {
  const { atime, mtime } = statSync(at('a.yaml'))
  watch()
  writeFileSync(at('a.yaml.tmp'), 'two')
  utimesSync(at('a.yaml.tmp'), atime, mtime)
  renameSync(at('a.yaml.tmp'), at('a.yaml'))
  await looks(5)
  expect(told).toEqual([['a.yaml']])
})

test('reports a file that is missing for a moment once, and one that stays missing too', async () => {
  watch()
  rmSync(at('a.yaml'))
  await looks(1)
  writeFileSync(at('a.yaml'), 'three')
  await looks(5)
  expect(told).toEqual([['a.yaml']])
  rmSync(at('b.yaml'))
  await looks(5)
  expect(told).toEqual([['a.yaml'], ['b.yaml']])
  writeFileSync(at('b.yaml'), 'back')
  await looks(5)
  expect(told).toEqual([['a.yaml'], ['b.yaml'], ['b.yaml']])
})

test('waits until writing has ended, and reports several files together', async () => {
  watch()
  for (const text of ['two', 'three!', 'four!!!!', 'five!!!!!!']) {
    writeFileSync(at('a.yaml'), text)
    writeFileSync(at('b.yaml'), text)
    await looks(1)
  }
  expect(told).toEqual([])
  await looks(5)
  expect(told).toEqual([['a.yaml', 'b.yaml']])
})

test('follows a folder when files are added and removed', async () => {
  mkdirSync(at('world'))
  watch(() => readdirSync(at('world')).map((file) => join(folder, 'world', file)))
  writeFileSync(at('world/new.yaml'), 'new')
  await looks(5)
  rmSync(at('world/new.yaml'))
  await looks(5)
  expect(told).toEqual([['new.yaml'], ['new.yaml']])
})

test('does not poll before the callback has finished, and misses no change in between', async () => {
  let goOn: () => void = () => undefined
  const waiting = new Promise<void>((resolve) => {
    goOn = resolve
  })
  watch(undefined, () => waiting)
  writeFileSync(at('a.yaml'), 'two')
  await looks(3)
  writeFileSync(at('b.yaml'), 'two')
  await looks(5)
  expect(told).toEqual([['a.yaml']])
  goOn()
  await looks(5)
  expect(told).toEqual([['a.yaml'], ['b.yaml']])
})

test('does nothing after it was stopped', async () => {
  const files = vi.fn(() => [at('a.yaml')])
  watch(files)
  await looks(2)
  writeFileSync(at('a.yaml'), 'two')
  end()
  files.mockClear()
  await looks(5)
  expect(told).toEqual([])
  expect(files).not.toHaveBeenCalled()
})

test('a folder that cannot be read for a moment is no change', async () => {
  let isReadable = true
  watch(() => {
    if (!isReadable) throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
    return [at('a.yaml')]
  })
  isReadable = false
  await looks(3)
  isReadable = true
  await looks(3)
  expect(told).toEqual([])
  writeFileSync(at('a.yaml'), 'b')
  await looks(3)
  expect(told).toEqual([['a.yaml']])
})
