/** Searches for published properties; need no token. */

import { addDays } from '../../base/day.ts'
import {
  searchByCountries,
  searchByDates,
  searchByFeatures,
  searchByPrice,
  searchByRegions,
  searchByStars,
  searchByTowns,
} from '../../booking-contract/search.ts'
import { takenNightsOf } from '../../domain/booking/availability.ts'
import { datesFilter, nightsBetween } from '../../domain/search/nights.ts'
import {
  countriesFilter,
  type Filter,
  featuresFilter,
  priceFilter,
  regionsFilter,
  starsFilter,
  townsFilter,
} from '../../domain/search/search.ts'
import type { Ctx, On } from '../handler-context.ts'
import { findsPublished } from '../refusal-table.ts'
import { searchResult } from '../responses/search.ts'
import { keyedCollection } from '../responses/shared/keyed-collection.ts'

export function searchRoutes(on: On): void {
  on(searchByStars, ({ stars }, ctx) => results(ctx, starsFilter(stars, ctx.choices.search_input)))

  on(searchByDates, ({ start_date, end_date }, ctx) => {
    const nights = nightsBetween(start_date, end_date, ctx.choices.date_ranges)
    if (nights.count === 0) ctx.hint('there is no night between these days, so every property with a room is found')
    const filter = datesFilter(nights, {
      roomsOf: ({ id }) => ctx.db.rooms.by('property', id),
      bookedIn: ({ id }) => takenNightsOf(id, ctx.db.roomNights),
    })
    return results(ctx, filter)
  })

  on(searchByPrice, ({ price_low: low, price_high: high }, ctx) => {
    const filter = priceFilter({ low, high }, ctx.choices.search_input, {
      ratesOf: ({ id }) => ctx.db.rates.by('property', id),
      nightFor: (property) => addDays(ctx.today(property), 1),
      nights: ctx.choices.search_price_night,
    })
    const comma = [low, high].find((bound) => bound.includes(','))
    if (comma !== undefined) ctx.hint(`"${comma.slice(0, 40)}" was read ${HOW_READ[ctx.choices.search_input]}`)
    return results(ctx, filter)
  })

  on(searchByFeatures, ({ feature_ids }, ctx) => results(ctx, featuresFilter(feature_ids, ctx.choices.search_input)))

  on(searchByTowns, ({ towns }, ctx) => results(ctx, townsFilter(towns, ctx.choices.search_input)))

  on(searchByRegions, ({ regions }, ctx) =>
    results(
      ctx,
      regionsFilter(regions, (id) => ctx.geography.region(id)?.name),
    ),
  )

  on(searchByCountries, ({ country_codes }, ctx) => {
    const isKnown = (code: string) => ctx.geography.country(code)?.code === code
    return results(ctx, countriesFilter(country_codes, ctx.choices.search_input, isKnown))
  })
}

/** How the bound of a price with a comma was read. */
const HOW_READ = {
  strict: 'with a decimal comma: send decimals with a dot',
  as_recorded: 'up to the comma: only whole numbers count',
}

/** The published properties that pass the filter, by uid. */
function results(ctx: Ctx, filter: Filter) {
  const { language } = ctx // first: its hint comes before the one on an empty result
  const published = ctx.db.properties.all().filter((property) => property.published)
  const found = published.filter(filter)
  if (found.length === 0)
    ctx.hint(`none of ${published.length} published properties matches; ${findsPublished(ctx.product.apiPath)}`)
  return keyedCollection(ctx.choices.empty_map, found, (property) => [property.id, searchResult(property, language, ctx)])
}
