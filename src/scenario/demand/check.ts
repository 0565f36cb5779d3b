/** Checks of demand beyond its schema: weights that are all 0, and numbers in the wrong order. */
import type { Path } from '../../base/file-error.ts'
import type { SchemaProblem } from '../../base/schema-check.ts'
import type { Traffic } from '../traffic/traffic-schema.ts'
import { partsOf } from './profiles.ts'

/** The problems of the demand of traffic. @param earlier the ids of the traffic before it */
export function demandProblems(one: Traffic, earlier: ReadonlySet<string>, path: Path): readonly SchemaProblem[] {
  const { id, do: head, demand, rate } = one
  if (demand === undefined) return []
  const at = [...path, 'demand']
  if (head !== 'guest_books') return [{ path: at, message: `goes with guest_books only, not with ${head}` }]
  if (rate === undefined) return [{ path: at, message: 'goes with rate: the mean number of bookings that are wanted' }]
  if (earlier.has(`${id}-prices`))
    return [{ path, message: `earlier traffic is called "${id}-prices", as the prices of this one are` }]
  const { season, weekdays, nights, source, countries, party, lead, price } = partsOf(demand)
  const { adults = {}, ages = [] } = party
  const weighed = Object.entries({ season, weekdays, nights, source, countries, adults })
  const inOrder = Object.entries({ lead, ages, limits: price.limits ?? [] })
  const empty = weighed.filter(([, weights]) => !Object.values(weights).some((weight) => weight > 0))
  const turned = inOrder.filter(([, numbers]) => numbers.some((number, index) => number < (numbers[index - 1] ?? number)))
  return [
    ...empty.map(([name]) => ({ path: [...at, ...placeOf(name)], message: 'has no weight above 0' })),
    ...turned.map(([name]) => ({ path: [...at, ...placeOf(name)], message: 'is not in ascending order' })),
  ]
}

const placeOf = (name: string): Path =>
  name === 'adults' || name === 'ages' ? ['party', name] : name === 'limits' ? ['price', name] : [name]
