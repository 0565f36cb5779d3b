import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** What is loaded only when somebody asks for it: a start does not wait for it. */
const NOT_AT_START = [
  'cli/mcp/',
  'cli/record-faults.ts',
  'cli/record.ts',
  'cli/snapshot.ts',
  'cli/start/detach.ts',
  'cli/start/server-file.ts',
  'cli/start/stop.ts',
  'recording/',
]

/** The packages that every start loads: another one makes it slower. */
const PACKAGES_AT_START = ['@hono/node-server', '@hono/node-server/utils/response', 'fraction.js', 'hono/html', 'hono/tiny']

/** What a file imports when it is loaded; types and `import()` are not loaded. */
const namesIn = (file: string): readonly string[] =>
  [...readFileSync(join('src', file), 'utf8').matchAll(/^(?:import|export) (?!type )(?:[^;]*? from )?'([^']+)'/gm)].map(
    ([, name = '']) => name,
  )

const importsOf = (file: string): readonly string[] =>
  namesIn(file).flatMap((name) => (name.startsWith('.') ? normalize(join(dirname(file), name)) : []))

/** All modules that are loaded with some. */
function loadedWith(...files: readonly string[]): ReadonlySet<string> {
  const loaded = new Set(files)
  for (const file of loaded) for (const imported of importsOf(file)) loaded.add(imported)
  return loaded
}

const START = [...loadedWith('main.ts', 'cli/start/start.ts')]

test('the modules of a start are found', () => {
  expect(START).toEqual(expect.arrayContaining(['world/world.ts', 'server/start.ts', 'pipeline/pipeline.ts']))
  expect([...loadedWith('cli/mcp/mcp.ts')]).toContain('cli/mcp/protocol.ts')
})

test.each(NOT_AT_START)('%s exists, and a start does not load it', (part) => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  expect(files.some((file) => file.startsWith(part))).toBe(true)
  expect(START.filter((file) => file.startsWith(part))).toEqual([])
})

test('a start loads these packages only', () => {
  const packages = START.flatMap(namesIn).filter((name) => !/^(?:\.|node:)/.test(name))
  expect([...new Set(packages)].sort()).toEqual(PACKAGES_AT_START)
})
