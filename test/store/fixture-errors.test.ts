import { expect, test } from 'vitest'
import { parseFixture } from '../../src/store/fixture-source.ts'
import { problemsOf, SMALL_HOTEL, smallHotel, worldOf } from './world-of.ts'

const readingProblems = (text: string) => problemsOf(() => parseFixture('f.yaml', text))
const worldProblems = (more: string) => problemsOf(async () => worldOf(await smallHotel(more)))

test.each([
  [
    'a key that is nearly a known one',
    'rooms:\n  - { id: 1, property: 1, typ: 1 }',
    [
      'f.yaml:2:5 rooms[0].type: is missing: expected an id (a whole number from 1)',
      'f.yaml:2:27 rooms[0].typ: unknown key "typ"; did you mean "type"?',
    ],
  ],
  [
    'a collection that is nearly a known one',
    'bokings: []',
    ['f.yaml:1:1 bokings: unknown key "bokings"; did you mean "bookings"?'],
  ],
  [
    'a key like no other',
    'favourites: [{ user: 1, property: 1, wibble: 2 }]',
    ['f.yaml:1:38 favourites[0].wibble: unknown key "wibble"; known here: user, property'],
  ],
  [
    'a number that would lose its zeros as text',
    'rooms: [{ id: 1, property: 1, type: 1, number: 007 }]',
    ['f.yaml:1:48 rooms[0].number: expected text, got the number 7 (write it in quotes)'],
  ],
  [
    'a word that is not one of the known ones',
    'users:\n- id: 1\n  name: mara\n  level: boss',
    ['f.yaml:4:10 users[0].level: expected one of super, manager, user, got "boss"'],
  ],
  [
    'a day in another spelling',
    'coupons: [{ id: 1, property: 1, valid_from: 20/11/2026, valid_to: today+3, amount: 5 }]',
    ['f.yaml:1:45 coupons[0].valid_from: expected a day (YYYY-MM-DD, today, today+3 or today-12), got "20/11/2026"'],
  ],
  [
    'an instant without a zone',
    'bookings: [{ id: 1, property: 1, rooms: [], arrival: today, departure: today+1, created: 2026-11-20T10:00:00 }]',
    [
      'f.yaml:1:90 bookings[0].created: expected an instant (ISO 8601 with a zone, or a relative day and a UTC time: today-3 09:12), or null, got "2026-11-20T10:00:00"',
    ],
  ],
  ['an empty collection without brackets', 'rooms:\nguests: []', ['f.yaml:1:7 rooms: expected a list of rows, got nothing']],
  [
    'a setting that nobody reads',
    'properties: [{ id: 1, name: A, type: 1, country: GB, settings: { depositValu: "2" } }]',
    ['f.yaml:1:66 properties[0].settings.depositValu: unknown key "depositValu"; did you mean "depositValue"?'],
  ],
  [
    'the key that means trouble elsewhere',
    'users: [{ id: 1, name: mara, __proto__: 1 }]',
    ['f.yaml:1:30 users[0].__proto__: unknown key "__proto__"; known here: id, name, level, properties'],
  ],
  ['a list where a map should be', '[1, 2]', ['f.yaml:1:1: expected a map, got a list']],
  ['the same key twice', 'rooms: []\nrooms: []', ['f.yaml:2:1: not valid YAML: Map keys must be unique']],
])('says where %s stands', async (_, text, problems) => {
  expect(await readingProblems(text)).toEqual(problems)
})

test('names a place in YAML that cannot be read', async () => {
  const [problem] = await readingProblems('rooms:\n  - { id: 1, property: [ }')
  expect(problem).toMatch(/^f\.yaml:2:\d+: not valid YAML: /)
})

test('tells everything that is wrong with a file at once, from top to bottom', async () => {
  const problems = await readingProblems('users: [{ id: 0, name: "" }]\nclients: [{ id: a }]\nrooms: 3')
  expect(problems.map((line) => line.split(' ')[0])).toEqual([
    'f.yaml:1:15',
    'f.yaml:1:24',
    'f.yaml:2:11',
    'f.yaml:2:11',
    'f.yaml:2:11',
    'f.yaml:3:8',
  ])
})

const stay = (rest: string) => `bookings:\n  - { id: 7, property: 1, guest: 1, rooms: [1], ${rest} }`

test.each([
  [
    'a day that does not exist',
    stay('arrival: 2026-02-30, departure: today+1'),
    ['more.yaml:2:58 bookings[0].arrival: there is no day 2026-02-30'],
  ],
  [
    'an instant that does not exist',
    stay('arrival: today, departure: today+1, created: 2026-11-31T10:00:00Z'),
    ['more.yaml:2:94 bookings[0].created: there is no instant 2026-11-31T10:00:00Z'],
  ],
  [
    'a departure that is not after the arrival',
    stay('arrival: today+3, departure: today+3'),
    ['more.yaml:2:78 bookings[0].departure: 2026-11-23 is not after the arrival, 2026-11-23'],
  ],
  [
    'an amount with too many decimals',
    stay('arrival: today, departure: today+1, total: 10.005'),
    ['more.yaml:2:92 bookings[0].total: expected at most two decimals, got 10.005'],
  ],
  [
    'a night without a price',
    stay('arrival: today+60, departure: today+62'),
    ['more.yaml:2:5 bookings[0].total: is missing, and room 1 has no rate for the night of 2027-01-20'],
  ],
  [
    'a guest who does not exist',
    'bookings: [{ id: 7, property: 1, guest: 9, rooms: [1], arrival: today, departure: today+1 }]',
    ['more.yaml:1:41 bookings[0].guest: there is no guest 9'],
  ],
  [
    'a booking without a guest',
    'bookings: [{ id: 7, property: 1, rooms: [1], arrival: today, departure: today+1 }]',
    ['more.yaml:1:12 bookings[0].guest: is missing: only a black booking has no guest'],
  ],
  [
    'a room that does not exist',
    'black_bookings: [{ property: 1, room: 44, from: today }]',
    ['more.yaml:1:39 black_bookings[0].room: there is no room 44'],
  ],
  [
    'the same id twice in one file',
    'rooms:\n  - { id: 9, property: 1, type: 1 }\n  - { id: 9, property: 1, type: 1 }',
    ['more.yaml:3:11 rooms[1].id: 9 is used twice'],
  ],
  [
    'a contract id that a black booking has as well',
    `${stay('arrival: today, departure: today+1')}\nblack_bookings: [{ id: 7, property: 1, room: 2, from: today }]`,
    ['more.yaml:3:24 black_bookings[0].id: there is already a booking 7'],
  ],
  [
    'two bookings on one room-night',
    `${stay('arrival: today, departure: today+3')}\nblack_bookings:\n  - { property: 1, room: 1, from: today+2, nights: 4 }`,
    ['more.yaml:4:26 black_bookings[0].room: room 1 is taken on the night of 2026-11-22 by booking 7'],
  ],
  [
    'the same booking number twice',
    `${stay('arrival: today, departure: today+1, tag: A')}\n  - { id: 8, property: 1, guest: 1, rooms: [2], arrival: today, departure: today+1, tag: A }`,
    ['more.yaml:3:90 bookings[1].tag: another booking has the number A'],
  ],
  [
    'a country that does not exist',
    'properties: [{ id: 2, name: Inn, type: 1, country: QQ }]',
    ['more.yaml:1:52 properties[0].country: there is no country QQ'],
  ],
  [
    'a region that does not exist',
    'properties: [{ id: 2, name: Inn, type: 1, country: GB, region: Atlantis }]',
    ['more.yaml:1:64 properties[0].region: there is no region "Atlantis" in GB'],
  ],
  [
    'a region of another country',
    'properties: [{ id: 2, name: Inn, type: 1, country: GB, region: 1534 }]',
    ['more.yaml:1:64 properties[0].region: there is no region 1534 in GB'],
  ],
  [
    'a time zone that does not exist',
    'properties: [{ id: 2, name: Inn, type: 1, country: GB, timezone: Europe/Atlantis }]',
    ['more.yaml:1:66 properties[0].timezone: there is no time zone Europe/Atlantis'],
  ],
  [
    'a rate that ends before it begins',
    'tariffs: [{ id: 2, property: 1, room_type: 1, title: T, rates: [{ from: today, to: today-1, price: 5 }] }]',
    ['more.yaml:1:84 tariffs[0].rates[0].to: 2026-11-19 is before 2026-11-20, the first day of the rate'],
  ],
  [
    'two rates of a tariff for one day',
    'tariffs: [{ id: 2, property: 1, room_type: 1, title: T, rates: [{ from: today, to: today+9, price: 5 }, { from: today+9, to: today+12, price: 6 }] }]',
    ['more.yaml:1:113 tariffs[0].rates[1].from: the rate of 2026-11-20 to 2026-11-29 has days of this one'],
  ],
  [
    'more bookings than there are room-nights',
    'generate: { bookings: 100, properties: 1, rooms_per_property: 2, from: today, to: today+7 }',
    ['more.yaml:1:23 generate.bookings: 100 bookings do not fit into 2 rooms in 7 days'],
  ],
])('says where %s stands', async (_, more, problems) => {
  expect(await worldProblems(more)).toEqual(problems)
})

test('rows of two properties are not mixed', async () => {
  const more = `
properties: [{ id: 2, name: Inn, type: 1, country: GB }]
rooms: [{ id: 20, property: 2, type: 1 }]
guests: [{ id: 20, property: 2, firstname: Bob, surname: Reed }]
bookings: [{ id: 7, property: 1, guest: 20, rooms: [1, 20, 1], arrival: today, departure: today+1 }]
coupons: [{ id: 1, property: 1, valid_from: today, valid_to: today+1, amount: 5, guest: 20 }]
`
  expect((await worldProblems(more)).map((line) => line.replace(/^\S+ /, ''))).toEqual([
    'bookings[0].guest: guest 20 belongs to property 2',
    'bookings[0].rooms[1]: room 20 belongs to property 2',
    'bookings[0].rooms[2]: room 1 is named twice',
    'coupons[0].guest: guest 20 belongs to property 2',
  ])
})

test('the small hotel itself is sound', async () => {
  expect(await problemsOf(async () => worldOf(await parseFixture('hotel.yaml', SMALL_HOTEL)))).toEqual([])
})

test('child rates must not share ages, and a percentage off long stays is a percentage', async () => {
  const rates = `child_rates:
- { id: 1, property: 1, age_from: 0, age_to: 5, price: 10 }
- { id: 2, property: 1, age_from: 5, age_to: 3, price: 1.005 }
- { id: 3, property: 99, age_from: 0, age_to: 1, price: 1, model: per_stay }
tariffs:
- { id: 50, property: 1, room_type: 1, title: T, length_modifiers: { seven_days: 101, thirty_days: 20 } }`
  expect((await worldProblems(rates)).map((problem) => problem.replace(/^\S+ /, ''))).toEqual([
    'child_rates[1].age_from: child rate 1 has ages of this one',
    'child_rates[1].age_to: 3 is less than age_from (5)',
    'child_rates[1].price: expected at most two decimals, got 1.005',
    'child_rates[2].property: there is no property 99',
    'tariffs[0].length_modifiers.seven_days: expected a percentage up to 100, got 101',
  ])
})
