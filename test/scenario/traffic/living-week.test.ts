import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addDays, type Day } from '../../../src/base/day.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/base/duration.ts'
import { choicesOf } from '../../../src/booking-contract/choices/choices.ts'
import { seedWorld } from '../../../src/fixtures/seed/seed.ts'
import { readFixtures } from '../../../src/fixtures/source.ts'
import { TestWorld } from '../../support/test-world.ts'

const PROPERTIES = [1, 6]

/** The bundled week in the bundled world, its clock standing still. */
async function livingWeek(): Promise<TestWorld> {
  const set = await readFixtures(['baseline'])
  const text = readFileSync('scenarios/living-week.yaml', 'utf8')
  expect(text).toContain('run: 60x')
  return new TestWorld({
    scenario: text.replace('run: 60x', 'run: frozen'),
    makeRows: (now) => seedWorld(set, { now, seed: 1, choices: choicesOf('documented') }),
  })
}

test('has its first acts within seconds', async () => {
  const { sandbox } = await livingWeek()
  const begun = sandbox.clock.now()
  await sandbox.moveClock({ by: 60 * MINUTE_MS })
  const seconds = (sandbox.scenarioRun.traffic?.acts() ?? []).map(({ at }) => (at - begun) / MINUTE_MS)
  expect(seconds[0]).toBeLessThan(5)
  expect(seconds.filter((at) => at < 30).length).toBeGreaterThanOrEqual(4)
})

test('has no guest in the house after the day of departure, nor an expected one after the day of arrival', async () => {
  const { sandbox } = await livingWeek()
  const late = (today: Day) =>
    sandbox.store.db.bookings
      .all()
      .filter(({ propertyId, kind, cancelled, approval }) => {
        return PROPERTIES.includes(propertyId) && kind !== 'black' && !cancelled && approval === 'approved'
      })
      .filter(({ arrival, departure, bookedIn, bookedOut }) => {
        const yesterday = addDays(today, -1)
        return (bookedIn && !bookedOut && departure < yesterday) || (!bookedIn && arrival < yesterday && departure > today)
      })
      .map(({ id, arrival, departure }) => `${id}: ${arrival} to ${departure}`)
  // who would be, if the desk did nothing
  expect(late('2026-06-04').length).toBeGreaterThan(0)
  await sandbox.moveClock({ by: 3 * DAY_MS })
  for (let day: Day = '2026-06-04'; day < '2026-06-08'; day = addDays(day, 1)) {
    expect({ day, late: late(day) }).toEqual({ day, late: [] })
    await sandbox.moveClock({ by: DAY_MS })
  }
})
