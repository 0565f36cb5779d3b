/**
 * `understay validate`: checks fixture files without starting anything.
 *
 * @module
 */
import { dayOfInstant } from '../base/instant.ts'
import { longDate } from '../base/long-date.ts'
import { UsageError } from '../settings.ts'
import { Chance } from '../sim/chance.ts'
import { realNow } from '../sim/clock.ts'
import { readFixtures } from '../store/fixture-source.ts'
import { geography } from '../store/geo.ts'
import { seedWorld } from '../store/seed.ts'

/** Checks the fixtures given, or the bundled world; 0 when all is well. @throws FixtureError, UsageError */
export async function runValidate(args: readonly string[]): Promise<number> {
  const flag = args.find((arg) => arg.startsWith('-'))
  if (flag) throw new UsageError(`understay validate takes names, files and folders, no flags such as ${flag}`)
  const names = args.length > 0 ? args : ['baseline']
  const now = realNow()
  const { collections } = seedWorld(await readFixtures(names), {
    today: dayOfInstant(now),
    now,
    chance: new Chance(1),
    geo: geography(),
    longDate: (day) => longDate(day, 'weekday'),
  })
  const { properties, rooms, bookings, guests, clients } = collections
  process.stdout.write(
    `${names.join(', ')}: valid. ${properties.length} properties, ${rooms.length} rooms, ${bookings.length} bookings, ${guests.length} guests, ${clients.length} clients\n`,
  )
  return 0
}
