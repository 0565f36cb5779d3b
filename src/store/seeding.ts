/**
 * A world in the making: the rows so far, what is wrong with the fixtures, and how their words are read.
 *
 * @module
 */
import { addDays, type Day, parseDay } from '../base/day.ts'
import { type Instant, parseInstant, startOfDay } from '../base/instant.ts'
import { fromNumber, type Minor } from '../base/money.ts'
import type { RoomNight } from '../domain/booking.ts'
import type { Chance } from '../sim/chance.ts'
import { FixtureError, type FixtureProblem, fieldPath, type Path } from './fixture-error.ts'
import type { Sourced } from './fixture-set.ts'
import { COLLECTION_NAMES, type CollectionName, type Counters, emptyRows, type Id, type Rows } from './state.ts'

/** What is known of the world's countries and regions; `Geography` of `geo.ts` is one. */
interface Places {
  country(code: string): unknown
  region(id: number): { readonly countryCode: string } | undefined
  regionId(countryCode: string, name: string): number | undefined
}

export interface SeedOptions {
  /** What the relative days of the fixtures are counted from. */
  readonly today: Day
  readonly now: Instant
  readonly chance: Chance
  /** Without it places are not checked, and regions cannot be named. */
  readonly geo?: Places | undefined
  /** How the days of a stay are written in an invoice. */
  readonly longDate?: ((day: Day) => string) | undefined
}

/** What rows of a collection are called in problems. */
const SINGULAR: Readonly<Partial<Record<CollectionName, string>>> = {
  users: 'user',
  propertyTypes: 'property type',
  roomTypes: 'room type',
  featureCategories: 'feature category',
  features: 'feature',
  categories: 'category',
  taxRates: 'tax rate',
  properties: 'property',
  rooms: 'room',
  rates: 'rate',
  childRates: 'child rate',
  guests: 'guest',
  coupons: 'coupon',
  bookings: 'booking',
  invoices: 'invoice',
}

export class Seeding {
  readonly options: SeedOptions
  readonly rows = emptyRows()
  readonly #problems: { readonly at: Sourced<unknown>; readonly problem: FixtureProblem }[] = []
  readonly #known = emptyIndexes()
  readonly #counters: Partial<Record<CollectionName, number>> = {}

  constructor(options: SeedOptions) {
    this.options = options
  }

  /** Notes what is wrong with a row. */
  problem(at: Sourced<unknown>, field: Path, message: string): void {
    const path = [...at.path, ...field]
    const place = at.file.locate?.(path) ?? { line: 0, column: 0 }
    this.#problems.push({ at, problem: { file: at.file.name, ...place, field: fieldPath(path), message } })
  }

  /** @throws FixtureError when anything was wrong */
  finish(): void {
    if (this.#problems.length === 0) return
    const found = this.#problems.map(({ problem }) => problem)
    const files = [...new Set(found.map(({ file }) => file))]
    const place = (p: FixtureProblem): number => files.indexOf(p.file) * 1e10 + p.line * 1e4 + p.column
    throw new FixtureError(found.sort((a, b) => place(a) - place(b)))
  }

  /** Adds a row to the world; a second row with its id is a problem. */
  add<K extends CollectionName>(collection: K, row: Rows[K], at: Sourced<unknown>, idField: Path = ['id']): void {
    const known: Map<Id, Rows[K]> = this.#known[collection]
    if (known.has(row.id)) {
      this.problem(at, idField, `there is already a ${SINGULAR[collection] ?? collection} ${row.id}`)
      return
    }
    known.set(row.id, row)
    this.rows[collection].push(row)
    if (typeof row.id === 'number') this.reserve(collection, row.id)
  }

  /** Takes a room for a night; when another booking has it, that booking's id. */
  take(night: RoomNight): number | undefined {
    const other = this.#known.roomNights.get(night.id)
    if (other) return other.bookingId
    this.#known.roomNights.set(night.id, night)
    this.rows.roomNights.push(night)
    return undefined
  }

  /** The row with this id; a problem when there is none. */
  need<K extends CollectionName>(collection: K, id: Id, at: Sourced<unknown>, field: Path): Rows[K] | undefined {
    const row = this.find(collection, id)
    if (!row) this.problem(at, field, `there is no ${SINGULAR[collection] ?? collection} ${id}`)
    return row
  }

  find<K extends CollectionName>(collection: K, id: Id): Rows[K] | undefined {
    return this.#known[collection].get(id)
  }

  /** Keeps {@link nextId} from giving out this id or a lower one. */
  reserve(collection: CollectionName, id: number): void {
    if (id > (this.#counters[collection] ?? 0)) this.#counters[collection] = id
  }

  nextId(collection: CollectionName): number {
    const next = (this.#counters[collection] ?? 0) + 1
    this.#counters[collection] = next
    return next
  }

  /** The highest id of each collection so far. */
  get counters(): Counters {
    return { ...this.#counters }
  }

  /** Reads `2026-11-20`, `today` or `today+3`; a problem when there is no such day. */
  day(text: string, at: Sourced<unknown>, field: Path): Day | undefined {
    const day = this.#relativeDay(text) ?? parseDay(text)
    if (!day) this.problem(at, field, `there is no day ${text}`)
    return day
  }

  /** Reads `2026-11-20T15:04:11Z` or `today-3 09:12` (UTC); a problem when there is no such instant. */
  instant(text: string, at: Sourced<unknown>, field: Path): Instant | undefined {
    const instant = this.#relativeInstant(text) ?? parseInstant(text)
    if (instant === undefined) this.problem(at, field, `there is no instant ${text}`)
    return instant
  }

  /** An amount in minor units; a problem when it has more than two decimals. */
  money(value: number, at: Sourced<unknown>, field: Path): Minor {
    const minor = fromNumber(value)
    if (Math.abs(minor - value * 100) > 1e-4) this.problem(at, field, `expected at most two decimals, got ${value}`)
    return minor
  }

  #relativeDay(text: string): Day | undefined {
    if (!text.startsWith('today')) return undefined
    return addDays(this.options.today, Number(text.slice('today'.length)))
  }

  #relativeInstant(text: string): Instant | undefined {
    const [dayText = '', time = ''] = text.split(' ')
    const day = this.#relativeDay(dayText)
    const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
    if (!day || hours > 23 || minutes > 59 || seconds > 59) return undefined
    return startOfDay(day) + ((hours * 60 + minutes) * 60 + seconds) * 1000
  }
}

type Indexes = { readonly [K in CollectionName]: Map<Id, Rows[K]> }

function emptyIndexes(): Indexes {
  return Object.fromEntries(COLLECTION_NAMES.map((name) => [name, new Map()])) as Indexes
}
