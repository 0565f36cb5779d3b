/**
 * Several visitors, two rooms, any order of steps: held against a model that knows nights as a set of texts.
 *
 * @module
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Profile } from '../../../src/booking-contract/choices/choices.ts'
import { aCompleteSession } from '../../support/session-rows.ts'
import { aRoom, dayFrom } from '../../support/small-world.ts'
import { type TestResponse, TestWorld } from '../../support/test-world.ts'

const VISITORS = ['anna', 'ben', 'carla'] as const
type Visitor = (typeof VISITORS)[number]
const ROOMS = [1, 2] as const
type RoomId = (typeof ROOMS)[number]

/** What a visitor has reached, as far as it decides what can be booked. */
interface Progress {
  nights: readonly number[]
  rooms: readonly RoomId[]
  /** False when the last choice of rooms was refused. */
  accepted: boolean
  priced: boolean
  validated: boolean
  /** True after a booking, until dates are set: prices are given, but nothing is validated. */
  needsDates: boolean
}

interface Model {
  /** `room/night` of everything that is sold or blocked. */
  readonly taken: Set<string>
  readonly visitors: Readonly<Record<Visitor, Progress>>
}

interface Real {
  readonly world: TestWorld
}

const key = (room: RoomId, night: number): string => `${room}/${dayFrom(night)}`
const wanted = ({ rooms, nights }: Progress): readonly string[] =>
  rooms.flatMap((room) => nights.map((night) => key(room, night)))
const isFree = ({ taken }: Model, visitor: Progress): boolean => wanted(visitor).every((night) => !taken.has(night))

function send({ world }: Real, visitor: Visitor, id: string, form?: Readonly<Record<string, string>>): Promise<TestResponse> {
  return world.call(id, { headers: { 'X-SERVICE-BOOKING-SESSION-ID': visitor }, ...(form && { form }) })
}

const isValid = ({ data }: TestResponse): boolean => (data as { readonly valid: boolean }).valid

/** The truth under everything: whose nights there are, and that no two bookings share one. */
function requireNothingSoldTwice(model: Model, { world }: Real): void {
  const { roomNights, bookings } = world.sandbox.store.db
  expect(new Set(roomNights.all().map(({ roomId, day }) => `${roomId}/${day}`))).toEqual(model.taken)
  const sold = bookings.all().reduce((sum, { id }) => sum + roomNights.by('booking', id).length, 0)
  const promised = bookings
    .all()
    .reduce(
      (sum, { rooms, arrival, departure }) => sum + rooms.length * ((Date.parse(departure) - Date.parse(arrival)) / 86_400_000),
      0,
    )
  expect([sold, promised]).toEqual([roomNights.size, roomNights.size])
}

/** A step of one visitor: what it does to the model, what the service must say. */
abstract class Step implements fc.AsyncCommand<Model, Real> {
  readonly visitor: Visitor
  constructor(visitor: Visitor) {
    this.visitor = visitor
  }
  check(): boolean {
    return true
  }
  abstract act(model: Model, real: Real, progress: Progress): Promise<void>
  async run(model: Model, real: Real): Promise<void> {
    await this.act(model, real, model.visitors[this.visitor])
    requireNothingSoldTwice(model, real)
    const { data } = await send(real, this.visitor, 'getOkToBook')
    expect(data).toEqual({ response: model.visitors[this.visitor].validated })
  }
}

class SetDates extends Step {
  readonly first: number
  readonly length: number
  constructor(visitor: Visitor, first: number, length: number) {
    super(visitor)
    this.first = first
    this.length = length
  }
  override async act(_: Model, real: Real, progress: Progress): Promise<void> {
    const form = { arrivalDate: dayFrom(this.first), departureDate: dayFrom(this.first + this.length) }
    expect(isValid(await send(real, this.visitor, 'setDates', form))).toBe(true)
    progress.nights = Array.from({ length: this.length }, (_night, index) => this.first + index)
    progress.priced = progress.validated = progress.needsDates = false
  }
  override toString = (): string => `${this.visitor} comes on day ${this.first} for ${this.length}`
}

class ChooseRooms extends Step {
  readonly rooms: readonly RoomId[]
  constructor(visitor: Visitor, rooms: readonly RoomId[]) {
    super(visitor)
    this.rooms = rooms
  }
  override async act(model: Model, real: Real, progress: Progress): Promise<void> {
    const can = progress.nights.length > 0 && isFree(model, { ...progress, rooms: this.rooms })
    const form = { selectedRooms: this.rooms.map((room) => `${room}^1`).join(',') }
    expect(isValid(await send(real, this.visitor, 'setPropertyBooking', form))).toBe(can)
    progress.priced = progress.validated = false
    progress.accepted = can
    if (can) progress.rooms = this.rooms
  }
  override toString = (): string => `${this.visitor} chooses ${this.rooms.join(' and ')}`
}

class AskPrices extends Step {
  override async act(model: Model, real: Real, progress: Progress): Promise<void> {
    const { status, data } = await send(real, this.visitor, 'getPrices')
    expect(status).toBe(progress.rooms.length > 0 && progress.accepted ? 200 : 400)
    if (status !== 200) return
    progress.priced = isFree(model, progress)
    progress.validated &&= progress.priced
    expect(data).toMatchObject([progress.priced ? { stayDays: progress.nights.length } : { error_number: '013' }])
  }
  override toString = (): string => `${this.visitor} asks for prices`
}

class Validate extends Step {
  override async act(model: Model, real: Real, progress: Progress): Promise<void> {
    progress.validated = progress.priced && !progress.needsDates && isFree(model, progress)
    expect(isValid(await send(real, this.visitor, 'validateBooking'))).toBe(progress.validated)
  }
  override toString = (): string => `${this.visitor} validates`
}

/** What a booking does to the model; answers whether it is one. */
function book(model: Model, progress: Progress): boolean {
  const can = progress.validated && isFree(model, progress)
  progress.validated = false
  if (!can) return false
  for (const night of wanted(progress)) model.taken.add(night)
  progress.rooms = []
  progress.priced = false
  progress.needsDates = true
  return true
}

/** Goes from dates to validation without a pause, so that most runs end in bookings. */
class GoAhead extends Step {
  readonly steps: readonly Step[]
  constructor(visitor: Visitor, first: number, length: number, which: readonly RoomId[]) {
    super(visitor)
    const stay = [new SetDates(visitor, first, length), new ChooseRooms(visitor, which)]
    this.steps = [...stay, new AskPrices(visitor), new Validate(visitor)]
  }
  override async act(model: Model, real: Real, progress: Progress): Promise<void> {
    for (const step of this.steps) await step.act(model, real, progress)
  }
  override toString = (): string => this.steps.join(', ')
}

class Create extends Step {
  override async act(model: Model, real: Real, progress: Progress): Promise<void> {
    expect(isValid(await send(real, this.visitor, 'createBooking'))).toBe(book(model, progress))
  }
  override toString = (): string => `${this.visitor} books`
}

/** All visitors try to book at the same time. */
class CreateTogether extends Step {
  override async act(model: Model, real: Real): Promise<void> {
    const answers = await Promise.all(VISITORS.map((visitor) => send(real, visitor, 'createBooking')))
    expect(answers.map(isValid)).toEqual(VISITORS.map((visitor) => book(model, model.visitors[visitor])))
  }
  override toString = (): string => 'all book at once'
}

class Block extends Step {
  readonly room: RoomId
  readonly night: number
  constructor(visitor: Visitor, room: RoomId, night: number) {
    super(visitor)
    this.room = room
    this.night = night
  }
  override async act({ taken }: Model, { world }: Real): Promise<void> {
    const path = { property_id: 1, room_id: this.room, date: dayFrom(this.night) }
    const { status } = await world.call('createBlackBooking', { path, as: 'desk' })
    expect(status).toBe(taken.has(key(this.room, this.night)) ? 204 : 200)
    taken.add(key(this.room, this.night))
  }
  override toString = (): string => `the manager blocks ${this.room} on day ${this.night}`
}

const visitor = fc.constantFrom(...VISITORS)
const room = fc.constantFrom(...ROOMS)
const rooms = fc.constantFrom<readonly RoomId[]>([1], [2], [1, 2])
const night = fc.integer({ min: 1, max: 6 })
const STEPS = [
  fc.tuple(visitor, night, fc.integer({ min: 1, max: 3 })).map(([who, first, length]) => new SetDates(who, first, length)),
  fc.tuple(visitor, rooms).map(([who, which]) => new ChooseRooms(who, which)),
  fc.tuple(visitor, night, fc.integer({ min: 1, max: 3 }), rooms).map((plan) => new GoAhead(...plan)),
  visitor.map((who) => new AskPrices(who)),
  visitor.map((who) => new Validate(who)),
  visitor.map((who) => new Create(who)),
  visitor.map((who) => new CreateTogether(who)),
  fc.tuple(visitor, room, night).map(([who, which, when]) => new Block(who, which, when)),
]

/** A fresh house of two rooms with three visitors who have said who they are. */
function start(profile: Profile): { model: Model; real: Real } {
  const progress = (): Progress => ({ nights: [], rooms: [], accepted: true, priced: false, validated: false, needsDates: false })
  const told = VISITORS.map((id) => aCompleteSession({ id, adults: 2, arrival: null, departure: null, rooms: [] }))
  const world = new TestWorld({ profile, rows: { sessions: told, rooms: [aRoom(), aRoom({ id: 2, number: '02' })] } })
  return { model: { taken: new Set(), visitors: { anna: progress(), ben: progress(), carla: progress() } }, real: { world } }
}

test('for any order of three visitors, each response is that of the model and no room is booked twice', async () => {
  let booked = 0
  await fc.assert(
    fc.asyncProperty(fc.commands(STEPS, { maxCommands: 40, size: '+1' }), async (steps) => {
      const run = start('documented')
      await fc.asyncModelRun(() => run, steps)
      booked += run.real.world.sandbox.store.db.bookings.all().filter(({ kind }) => kind === 'internet').length
    }),
    { numRuns: 80 },
  )
  expect(booked).toBeGreaterThan(10)
})

/** A visitor who goes straight ahead, so that most runs end in bookings. */
const visit = fc.tuple(visitor, night, fc.integer({ min: 1, max: 3 }), rooms)

test.each(['documented', 'current'] as const)('visits that overlap in any way never share a night (%s)', async (profile) => {
  const order = fc.array(fc.nat({ max: 5 }), { minLength: 12, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(fc.array(visit, { minLength: 2, maxLength: 6 }), order, async (visits, turns) => {
      const { real } = start(profile)
      await interleave(real, visits, turns)
      const { roomNights, bookings } = real.world.sandbox.store.db
      const promised = bookings
        .all()
        .flatMap(({ rooms: chosen, arrival, departure }) =>
          chosen.map(() => (Date.parse(departure) - Date.parse(arrival)) / 86_400_000),
        )
      expect(promised.reduce((sum, nights) => sum + nights, 0)).toBe(roomNights.size)
    }),
    { numRuns: 40 },
  )
})

type Visit = readonly [Visitor, number, number, readonly RoomId[]]

/** Runs the steps of several visits, in the order of the turns. */
async function interleave(real: Real, visits: readonly Visit[], turns: readonly number[]): Promise<void> {
  const plans = visits.map(([who, first, length, which]) => {
    const dates = { arrivalDate: dayFrom(first), departureDate: dayFrom(first + length) }
    const pairs = { selectedRooms: which.map((id) => `${id}^1`).join(',') }
    return [
      () => send(real, who, 'setDates', dates),
      () => send(real, who, 'setPropertyBooking', pairs),
      () => send(real, who, 'getPrices'),
      () => send(real, who, 'validateBooking'),
      () => send(real, who, 'createBooking'),
    ]
  })
  for (const turn of turns) await plans[turn % plans.length]?.shift()?.()
  for (const plan of plans) for (const step of plan) await step()
}
