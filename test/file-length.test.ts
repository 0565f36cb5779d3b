import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const FOLDERS = ['src', 'test', 'scripts', 'bench', 'examples']
const LIMIT = 250

const TABLE = 'a table with one entry for each case'
const CASES = 'the cases of one subject'
const STATE = 'one class, whose private state keeps its methods together'

/** Files above the limit, each with its reason. Split a file by subject before you add it here. */
const REASONS: Readonly<Record<string, string>> = {
  'src/pipeline/pipeline.ts': 'the stages of a request, in their order',
  'src/library/types.ts': 'the public types of the library, each with its example',
  'src/world/world.ts': 'opens, replaces and closes the same map of sandboxes',
  'test/api/define-api.test.ts': CASES,
  'test/booking-contract/choices/session-choices.ts': TABLE,
  'test/booking-api/handlers/booking-sessions.model.test.ts': 'one model with its commands',
  'test/conformance/rules/completion.test.ts': CASES,
  'test/conformance/rules/resilience.test.ts': CASES,
  'test/conformance/rules/sync.test.ts': CASES,
  'test/console/browser/tasks.test.ts': CASES,
  'test/control-api/handlers/scenario.test.ts': CASES,
  'test/control-api/handlers/state.test.ts': TABLE,
  'test/mistakes/scenario-files.test.ts': TABLE,
  'test/process/package.test.ts': CASES,
  'test/scenario/scenario.test.ts': CASES,
  'test/scenario/traffic/same-week.test.ts': 'one model with its commands',
  'test/store/files/sandbox-files.test.ts': CASES,
  'test/store/postgres/ownership.test.ts': CASES,
  'test/support/small-world.ts': 'one factory for each kind of row',
  'test/support/test-world.ts': STATE,
}

const lengths = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|mts|mjs)$/.test(name) && !/(?:^|\/)node_modules\//.test(name))
    .map((name) => [join(folder, name), readFileSync(join(folder, name), 'utf8').split('\n').length - 1] as const),
)

describe(`files above ${LIMIT} lines`, () => {
  test('are searched in every file of the project', () => {
    expect(lengths.map(([path]) => path)).toEqual(expect.arrayContaining(['src/main.ts', 'test/file-length.test.ts']))
  })

  test('have a reason', () => {
    const unlisted = lengths.filter(([path, lines]) => lines > LIMIT && REASONS[path] === undefined)
    expect(unlisted, 'split these files by subject, or list them here with a reason').toEqual([])
  })

  test('are listed only while they are above it', () => {
    const above = new Set(lengths.flatMap(([path, lines]) => (lines > LIMIT ? [path] : [])))
    expect(Object.keys(REASONS).filter((path) => !above.has(path))).toEqual([])
  })
})

test('a sandbox stays a short list of its parts', () => {
  const text = readFileSync('src/world/sandbox.ts', 'utf8')
  expect(text.split('\n').length - 1).toBeLessThanOrEqual(200)
  expect(text.match(/^import /gm)?.length).toBeLessThanOrEqual(15)
})
