import { beforeAll, describe, expect, test } from 'vitest'
import { startOfDay } from '../../../src/base/instant.ts'
import { OPERATIONS } from '../../../src/booking-api/contract/index.ts'
import type { BookingOperation } from '../../../src/booking-api/contract/operation.ts'
import type { FixtureSet } from '../../../src/fixtures/fixture-set.ts'
import { readFixtures } from '../../../src/fixtures/source.ts'
import { TODAY, worldOf } from '../../fixtures/world-of.ts'
import { TestWorld } from '../../support/test-world.ts'

let baseline: FixtureSet
beforeAll(async () => {
  baseline = await readFixtures(['baseline'])
})

const send = (world: TestWorld, { id, example, scope }: BookingOperation) =>
  world.call(id, {
    ...(example.path && { path: example.path }),
    ...(example.form && { form: example.form }),
    ...(scope && { as: 'demo' }),
  })

/** Examples that depend on the day: a booking session takes arrivals within a year only. */
const OUTSIDE: ReadonlySet<string> = new Set(['booking-session', 'oauth'])

describe('the example of each operation works in the bundled world', () => {
  test.each(OPERATIONS.filter(({ tag }) => !OUTSIDE.has(tag)).map((operation) => [operation.id, operation] as const))(
    '%s',
    async (_, operation) => {
      const { collections } = worldOf(baseline)
      const world = new TestWorld({ rows: collections, at: startOfDay(TODAY) + 15 * 3_600_000 })
      const { status, message } = await send(world, operation)
      expect([status, message]).toEqual([200, expect.anything()])
    },
  )
})
