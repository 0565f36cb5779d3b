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
  'src/api/pipeline/openapi.ts': 'one document, built from top to bottom',
  'src/api/pipeline/pipeline.ts': 'the stages of a request, in their order',
  'src/booking-api/choices/stays.ts': TABLE,
  'src/booking-api/context.ts': STATE,
  'src/booking-api/contract/booking-views.ts': TABLE,
  'src/booking-api/contract/guest-types.ts': TABLE,
  'src/booking-api/contract/tariffs.ts': TABLE,
  'src/cli/verbs.ts': TABLE,
  'src/library/scenario-types.ts': 'the public types of a scenario',
  'src/library/types.ts': 'the public types of the library',
  'src/scenario/schema.ts': TABLE,
  'src/store/files/sandbox-files.ts': STATE,
  'src/store/postgres/postgres-storage.ts': STATE,
  'src/store/postgres/sandbox-rows.ts': STATE,
  'src/store/row-shapes.ts': TABLE,
  'src/store/store.ts': STATE,
  'src/world/sandbox.ts': STATE,
  'src/world/world.ts': STATE,
  'test/api/define-api.test.ts': CASES,
  'test/booking-api/choices/session-choices.ts': TABLE,
  'test/booking-api/handlers/booking-prices.test.ts': CASES,
  'test/booking-api/handlers/booking-rooms.test.ts': CASES,
  'test/booking-api/handlers/booking-sessions.model.test.ts': 'one model with its commands',
  'test/booking-api/handlers/guest-types.test.ts': CASES,
  'test/booking-api/handlers/guests.test.ts': CASES,
  'test/booking-api/handlers/invoices.test.ts': CASES,
  'test/booking-api/handlers/properties.test.ts': CASES,
  'test/booking-api/handlers/session-booking.test.ts': CASES,
  'test/console/browser/use.test.ts': CASES,
  'test/control-api/control.test.ts': CASES,
  'test/control-api/handlers/clock.test.ts': CASES,
  'test/control-api/handlers/scenario.test.ts': CASES,
  'test/domain/session/offers.test.ts': CASES,
  'test/domain/tariff/form.test.ts': CASES,
  'test/mistakes/scenario-files.test.ts': TABLE,
  'test/process/package.test.ts': CASES,
  'test/process/run.test.ts': CASES,
  'test/process/start.test.ts': CASES,
  'test/scenario/acts/booking.test.ts': CASES,
  'test/scenario/expectation.test.ts': CASES,
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

  test('are listed only while they exist', () => {
    const paths = new Set(lengths.map(([path]) => path))
    expect(Object.keys(REASONS).filter((path) => !paths.has(path))).toEqual([])
  })
})
