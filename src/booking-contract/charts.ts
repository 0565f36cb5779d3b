/**
 * Charts of a property.
 * @source spec "Charts"; facts "Charts" for the path of the bookings chart
 */
import type { TSchema } from 'typebox'
import { language, propertyUid } from '../api/path-values.ts'
import { Exact, exampleOf, Keyed, Single, Text, withExample } from '../api/response-fields.ts'
import { Type } from '../api/schema.ts'
import type { Choices } from './choices/choices.ts'
import { Subject } from './shared/operation.ts'

export const CHARTS = new Subject('charts')

const Colour = Type.String({
  description: 'A colour: rgba(red,green,blue,alpha)',
  pattern: '^rgba\\(\\d+,\\d+,\\d+,(0\\.2|1)\\)$',
})
const White = Type.Literal('#fff')
const colours = {
  fillColor: withExample(Colour, 'rgba(12,90,200,0.2)'),
  strokeColor: withExample(Colour, 'rgba(12,90,200,1)'),
  pointColor: withExample(Colour, 'rgba(12,90,200,1)'),
  pointStrokeColor: withExample(White, '#fff'),
  pointHighlightFill: withExample(White, '#fff'),
  pointHighlightStroke: withExample(Colour, 'rgba(12,90,200,1)'),
}
const COLOURS = exampleOf(colours)

/** A dataset of a chart; the three charts differ in labels, label and data. */
const Dataset = <L extends TSchema, N extends TSchema, D extends TSchema>(labels: L, label: N, data: D) =>
  Exact({
    title: Text('Title, in the requested language'),
    description: Text('Description of the values, in the requested language'),
    labels,
    label,
    data,
    ...colours,
  })

const income = (choices: Choices) =>
  Type.Unsafe<number | string>(
    choices.chart_values === 'numbers'
      ? Type.Number()
      : Type.Union([Type.Number(), Type.String()], { description: 'Text if the month has a single invoice' }),
  )

const bookingsData = (choices: Choices) =>
  Keyed(
    Dataset(
      Type.Array(Type.String(), { minItems: 12, maxItems: 12, description: 'Months, Jan to Dec' }),
      Type.Integer({ description: 'The year' }),
      Type.Array(income(choices), { minItems: 12, maxItems: 12, description: 'Income of each month, in currency units' }),
    ),
  )

const countriesData = Single(
  Dataset(
    Type.Union([Type.Record(Type.String(), Type.Integer()), Type.Array(Type.Never(), { maxItems: 0 })], {
      description: 'Country name to number of guests, the most frequent first; [] without guests',
    }),
    Text('Current month and year, in English'),
    Type.Array(Type.Integer(), { description: 'The numbers of guests, in the order of the labels' }),
  ),
)

const occupancyData = Single(
  Dataset(
    Type.Array(Type.Integer(), { minItems: 28, maxItems: 31, description: 'Days of the month' }),
    Text('Month and year, in English'),
    Type.Array(Type.Integer(), { minItems: 28, maxItems: 31, description: 'Occupied rooms in the night of each day' }),
  ),
)

const chart = {
  method: 'get',
  scope: 'properties_get',
  params: { property_id: propertyUid, language },
  source: 'spec "Charts"',
} as const

export const chartBookings = CHARTS.operation({
  ...chart,
  id: 'chartBookings',
  path: '/charts/{property_id}/bookings[/{language}]',
  summary: 'Income of a property by year and month: its paid invoices for bookings, by the day of issue',
  answer: { key: 'charts_bookings', data: bookingsData },
  example: {
    path: { property_id: '1' },
    answer: {
      '2031': {
        title: 'Bookings',
        description: 'Income by year/month',
        labels: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
        label: 2031,
        data: [0, 0, 410.5, 180, 0, 0, 0, 0, 0, 0, 0, 0],
        ...COLOURS,
      },
    },
  },
  source: 'spec "Charts"; facts "Bookings chart" for the path',
  choices: ['chart_values', 'invoice_totals', 'label_language', 'empty_map', 'today'],
})

export const chartGuestCountries = CHARTS.operation({
  ...chart,
  id: 'chartGuestCountries',
  path: '/charts/{property_id}/guest_countries[/{language}]',
  summary: 'Countries of the guests of a property',
  answer: { key: 'charts_guest_contries', data: countriesData },
  example: {
    path: { property_id: '1' },
    answer: [
      {
        title: 'Guests',
        description: 'Country',
        labels: { Germany: 3, Italy: 1 },
        label: 'April 2031',
        data: [3, 1],
        ...COLOURS,
      },
    ],
  },
  choices: ['chart_values', 'label_language', 'empty_map', 'today'],
})

export const chartOccupancy = CHARTS.operation({
  ...chart,
  id: 'chartOccupancy',
  path: '/charts/{property_id}/occupancy[/{language}]',
  summary: 'Rooms of a property that are booked or out of service, by day of the current month',
  answer: { key: 'charts_occupancy', data: occupancyData },
  example: {
    path: { property_id: '1' },
    answer: [
      {
        title: 'Bookings February 2031',
        description: 'Rooms booked by month/day',
        labels: Array.from({ length: 28 }, (_, index) => index + 1),
        label: 'February 2031',
        data: [0, 0, 1, 2, 2, 1, 0, 0, 0, 0, 0, 0, 0, 3, 3, 3, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0],
        ...COLOURS,
      },
    ],
  },
  choices: ['label_language', 'today'],
})
