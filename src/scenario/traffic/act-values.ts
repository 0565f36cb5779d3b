/** The values of acts of traffic: those of the scenario, defaults, and those drawn at random. */
import type { Randomness } from '../../simulation/randomness.ts'
import type { Db } from '../../store/db.ts'
import { drawValue, isDraw } from './drawing.ts'
import type { TrafficAct } from './traffic-schema.ts'

/** Default values of a stay. */
const STAY = { arrival: { from: 'today+1', to: 'today+60' }, nights: { weights: { 1: 3, 2: 4, 3: 3, 4: 2, 5: 1, 7: 1 } } }
export const DEFAULT_VALUES: { readonly [act in TrafficAct]?: Readonly<Record<string, unknown>> } = {
  guest_books: STAY,
  channel_sells: STAY,
  room_blocked: STAY,
  guest_walks_in: { nights: STAY.nights },
}

export class ActValues {
  readonly #randomness: Randomness
  /** Properties with rooms, and the numbers of their rooms. */
  #properties: readonly (readonly [number, number])[] | undefined

  constructor(randomness: Randomness) {
    this.#randomness = randomness
  }

  /** Reads the properties again: the rows were restored. */
  reset(): void {
    this.#properties = undefined
  }

  /**
   * The values of an act, each drawn from a random stream of its own.
   *
   * @param key of the act
   * @param needs the property to draw when there is none
   */
  draw(
    values: Readonly<Record<string, unknown>>,
    key: string,
    db: Pick<Db, 'properties' | 'rooms'>,
    needs: 'any' | 'published' | 'none',
  ): Readonly<Record<string, unknown>> {
    const drawnValues: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(values))
      drawnValues[name] = isDraw(value) ? drawValue(value, this.#randomness.stream('traffic-value', `${key}/${name}`)) : value
    // A departure determines the number of nights.
    if (drawnValues['departure'] !== undefined) delete drawnValues['nights']
    if (needs !== 'none' && drawnValues['property'] === undefined) drawnValues['property'] = this.#anyProperty(db, key, needs)
    return drawnValues
  }

  /** A random property, weighted by its number of rooms; where none is published, any. */
  #anyProperty(db: Pick<Db, 'properties' | 'rooms'>, key: string, needs: 'any' | 'published'): number {
    this.#properties ??= db.properties
      .all()
      .map(({ id }) => [id, db.rooms.by('property', id).length] as const)
      .filter(([, rooms]) => rooms > 0)
    const published = needs === 'any' ? [] : this.#properties.filter(([id]) => db.properties.get(id)?.published)
    const properties = published.length > 0 ? published : this.#properties
    const all = properties.reduce((sum, [, rooms]) => sum + rooms, 0)
    let left = this.#randomness.stream('traffic-value', `${key}/property`).share() * all
    for (const [id, rooms] of properties) {
      if (left < rooms) return id
      left -= rooms
    }
    return properties.at(-1)?.[0] ?? 0
  }
}
