import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { BenchmarkError } from '../harness/errors.mjs'
import { atMost } from '../harness/report.mjs'
import { median, range } from '../harness/statistics.mjs'
import { scratchFolder } from '../harness/temporary-folders.mjs'
import { bulkFixture } from '../harness/world.mjs'

const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url))
const PROPERTIES = 100
const BOOKINGS = 10_000
/** The stays lie in so many days that about half of all room-nights are taken. */
const DAYS = 60
/** Queries a round: few, so that other programs disturb few of the many rounds. */
const ROUND = { one: 10_000, all: 200 }
const ROUNDS_FACTOR = 4

/** Bundled like the program, because it does not export its rules and store. */
const PARTS = `
export { addDays } from './base/day.ts'
export { choicesOf } from './booking-contract/choices/choices.ts'
export { isFreeIn, takenNightsOf } from './domain/booking/availability.ts'
export { datesFilter } from './domain/search/nights.ts'
export { worldBase } from './store/db.ts'
export { parseFixture } from './fixtures/source.ts'
export { seedWorld } from './fixtures/seed/seed.ts'
export { Store } from './store/store.ts'
`

/** The availability rules on the store, without HTTP. */
export const availability = {
  about: `availability at ${BOOKINGS.toLocaleString('en-GB')} bookings in ${PROPERTIES} properties, in process: one property, and a search over all`,
  async run({ rounds, quick }) {
    const parts = await sources()
    const world = await bookedWorld(parts)
    const one = () => freeRoomsOfOne(parts, world, ROUND.one)
    const all = () => propertiesFree(parts, world, ROUND.all)
    one()
    all()
    const times = { one: [], all: [] }
    for (let i = 0; i < (quick ? 1 : rounds * ROUNDS_FACTOR); i++) {
      times.one.push(one())
      times.all.push(all())
    }
    return [
      result('free rooms of one property', times.one, 2, world.shares.one),
      result(`search by dates over ${PROPERTIES} properties`, times.all, 150, world.shares.all),
    ]
  },
}

async function sources() {
  const folder = scratchFolder()
  const outfile = join(folder, 'parts.mjs')
  cpSync(join(SOURCES, 'fixtures/geo'), join(folder, 'geo'), { recursive: true })
  const banner = "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);"
  await build({
    stdin: { contents: PARTS, resolveDir: SOURCES, loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    banner: { js: banner },
  })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  return import(pathToFileURL(outfile).href)
}

/** A store with the bookings, and the queries: stays of two to seven nights, spread over all days. */
async function bookedWorld({ addDays, choicesOf, parseFixture, seedWorld, Store, worldBase }) {
  const today = '2031-05-01'
  const text = bulkFixture({
    properties: PROPERTIES,
    roomsPerProperty: 10,
    guests: 3000,
    bookings: BOOKINGS,
    from: today,
    to: addDays(today, DAYS),
  })
  const settings = { now: Date.UTC(2031, 4, 1), seed: 1, choices: choicesOf('documented') }
  const rows = seedWorld(await parseFixture('bulk', text), settings)
  const { db } = new Store({ seed: 1, base: worldBase(rows.collections), counters: rows.counters })
  if (db.bookings.size !== BOOKINGS) throw new BenchmarkError(`the world has ${db.bookings.size} bookings, not ${BOOKINGS}`)
  const stays = Array.from({ length: DAYS - 8 }, (_, day) => {
    const from = addDays(today, day)
    return { first: from, count: 2 + (day % 6) }
  })
  return { db, stays, properties: db.properties.all(), shares: {} }
}

/** Microseconds of processor time since then; queries never wait. */
function cpuSince(start) {
  const { user, system } = process.cpuUsage(start)
  return user + system
}

/** Microseconds for one query as the handlers make it: which rooms of a property are free on these nights? */
function freeRoomsOfOne({ isFreeIn, takenNightsOf }, { db, stays, properties, shares }, count) {
  let free = 0
  const started = process.cpuUsage()
  for (let i = 0; i < count; i++) {
    const property = properties[i % PROPERTIES]
    const isFree = isFreeIn(stays[i % stays.length], takenNightsOf(property.id, db.roomNights))
    free += db.rooms.by('property', property.id).filter(isFree).length
  }
  const micros = cpuSince(started) / count
  shares.one = `${(free / count).toFixed(1)} of 10 rooms were free`
  return micros
}

/** Microseconds for one query: which properties have a room free on all these nights? */
function propertiesFree({ datesFilter, takenNightsOf }, { db, stays, properties, shares }, count) {
  const lookUp = {
    roomsOf: ({ id }) => db.rooms.by('property', id),
    bookedIn: (property) => takenNightsOf(property.id, db.roomNights),
  }
  let free = 0
  const started = process.cpuUsage()
  for (let i = 0; i < count; i++) {
    free += properties.filter(datesFilter(stays[i % stays.length], lookUp)).length
  }
  const micros = cpuSince(started) / count
  shares.all = `${(free / count).toFixed(0)} of ${PROPERTIES} properties had a room`
  return micros
}

function result(what, times, goal, share) {
  const digits = goal < 10 ? 2 : 0
  return {
    what,
    goal: atMost(goal, 'µs', digits),
    value: median(times),
    details: [`stays of 2 to 7 nights, ${share}; rounds ${range(times, digits)} µs`],
  }
}
