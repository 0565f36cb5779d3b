import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { choicesOf } from '../../src/booking-contract/choices/choices.ts'
import type { FixtureSet } from '../../src/fixtures/fixture-set.ts'
import { seedWorld } from '../../src/fixtures/seed/seed.ts'
import { parseFixture, readFixtures } from '../../src/fixtures/source.ts'
import { inFolder, messageOf } from './message-of.ts'

const A_FIXTURE = 'a map of lists such as properties, rooms and bookings, or of generate'

test.each<[mistake: string, text: string, said: string]>([
  ['an empty file', '', `f.yaml:1:1: is empty: expected ${A_FIXTURE}`],
  ['comments only', '# later\n', `f.yaml:1:1: is empty: expected ${A_FIXTURE}`],
  ['the beginning of a document only', '---\n# later\n', `f.yaml:1:1: is empty: expected ${A_FIXTURE}`],
  [
    'a misspelt key',
    'rooms:\n  - { id: 1, property: 1, type: 1, nubmer: "7" }\n',
    'f.yaml:2:36 rooms[0].nubmer: unknown key "nubmer"; did you mean "number"?',
  ],
  [
    'a list of the file inside a row',
    'properties: [{ id: 1, name: Inn, type: 1, country: GB, rooms: [] }]\n',
    'f.yaml:1:56 properties[0].rooms: "rooms" belongs at the top level of the file',
  ],
  ['a misspelt collection', 'bokings: []\n', 'f.yaml:1:1 bokings: unknown key "bokings"; did you mean "bookings"?'],
  [
    'a misspelt level',
    'users:\n  - { id: 1, name: mara, level: manger }\n',
    'f.yaml:2:33 users[0].level: expected one of super, manager, user, got "manger"; did you mean "manager"?',
  ],
  [
    'a scope that does not exist',
    'clients: [{ id: a, secret: s, user: 1, scopes: [read, reed, properties_gett] }]\n',
    [
      'f.yaml:1:55 clients[0].scopes[1]: expected a scope such as properties_get, read or *, got "reed"; did you mean "read"?',
      'f.yaml:1:61 clients[0].scopes[2]: expected a scope such as properties_get, read or *, got "properties_gett"; did you mean "properties_get"?',
    ].join('\n'),
  ],
  [
    'a decimal comma in a map',
    'bookings:\n  - { id: 7, property: 1, guest: 1, rooms: [1], arrival: today, departure: today+1, total: 12,50, adults: 2 }\n',
    'f.yaml:2:95 bookings[0].50: a comma separates keys; write 12.50',
  ],
  [
    'a latitude without quotes',
    'properties: [{ id: 1, name: Inn, type: 1, country: GB, latitude: 52.5 }]\n',
    'f.yaml:1:66 properties[0].latitude: expected degrees from -90 to 90, as text, got the number 52.5 (write it in quotes)',
  ],
  [
    'numbers and a flag in quotes',
    "coupons: [{ id: '1', property: 1, valid_from: today, valid_to: today+3, amount: '5.50', is_percentage: 'true' }]",
    [
      'f.yaml:1:17 coupons[0].id: expected an id (a whole number from 1), got "1" (write it without quotes)',
      'f.yaml:1:81 coupons[0].amount: expected an amount such as 12.5, not negative, got "5.50" (write it without quotes)',
      'f.yaml:1:104 coupons[0].is_percentage: expected true or false, got "true" (write it without quotes)',
    ].join('\n'),
  ],
  [
    'places that are not on the earth',
    'properties: [{ id: 1, name: Inn, type: 1, country: GB, latitude: 999, longitude: "180.5" }]\n',
    [
      'f.yaml:1:66 properties[0].latitude: expected degrees from -90 to 90, as text, got the number 999',
      'f.yaml:1:82 properties[0].longitude: expected degrees from -180 to 180, as text, got "180.5"',
    ].join('\n'),
  ],
  [
    'a total that is too large',
    'bookings: [{ id: 7, property: 1, guest: 1, rooms: [1], arrival: today, departure: today+1, total: 1e30 }]',
    'f.yaml:1:99 bookings[0].total: expected an amount such as 12.5, not negative, got the number 1e+30; the most is 100000000000000000',
  ],
  [
    'a count that is too large',
    'bookings: [{ id: 7, property: 1, guest: 1, rooms: [1], arrival: today, departure: today+1, adults: 99999999999999999999 }]',
    'f.yaml:1:100 bookings[0].adults: expected a whole number from 0, got the number 100000000000000000000; the most is 1000000',
  ],
  [
    'an id that is too large',
    'rooms: [{ id: 9007199254740991, property: 1, type: 1, number: a }]',
    'f.yaml:1:15 rooms[0].id: expected an id (a whole number from 1), got the number 9007199254740991; the most is 2000000000',
  ],
  [
    'a next id that is too large',
    'next_ids: { guests: 3000000000 }',
    'f.yaml:1:21 next_ids.guests: expected an id (a whole number from 1), got the number 3000000000; the most is 2000000000',
  ],
  [
    'a count of generated rows that is too large',
    'generate: {bookings: 100000000}',
    'f.yaml:1:22 generate.bookings: expected a whole number from 0, got the number 100000000; the most is 1000000',
  ],
  [
    'a country in small letters',
    'properties: [{ id: 1, name: Inn, type: 1, country: gb }]\n',
    'f.yaml:1:52 properties[0].country: expected a country code such as GB, got "gb"',
  ],
  [
    'a text instead of an id',
    'guests: [{ id: x, property: 1, firstname: A, surname: B }]\n',
    'f.yaml:1:16 guests[0].id: expected an id (a whole number from 1), got "x"',
  ],
  ['a list instead of a map', '- 1\n', `f.yaml:1:1: expected ${A_FIXTURE}, got a list`],
  [
    'a misspelt count of generated rows',
    'generate: { propertis: 3 }\n',
    'f.yaml:1:13 generate.propertis: unknown key "propertis"; did you mean "properties"?',
  ],
  [
    'a misspelt state of a booking',
    'bookings: [{ id: 7, property: 1, guest: 1, rooms: [1], arrival: today, departure: today+1, approval: waitng }]',
    'f.yaml:1:102 bookings[0].approval: expected one of waiting, approved, rejected, got "waitng"; did you mean "waiting"?',
  ],
])('%s', async (_, text, message) => {
  const found = await inFolder(async (folder) => {
    writeFileSync(join(folder, 'f.yaml'), text)
    return messageOf(() => readFixtures(['f.yaml'], { from: folder }))
  })
  expect(found).toBe(message)
})

test('a hook with basic and no password', async () => {
  const text = 'webhooks:\n  - { url: http://127.0.0.1:9/, auth: basic, username: a }\n'
  expect(await seeding(text)).toBe('f.yaml:2:5 webhooks[0].password: is missing: auth is basic')
})

test('a booking with times of events that did not happen', async () => {
  const inn = 'properties: [{ id: 1, name: Inn, type: 1, country: GB }]\n'
  const times = '{ cancelled_at: today 09:00, booked_in: false, booked_in_on: today, booked_out_at: today 09:00 }'
  const booking = `{ <<: ${times}, id: 7, kind: black, property: 1, rooms: [], arrival: today, departure: today+1 }`
  const said = await seeding(`${inn}bookings:\n  - ${booking}\n`)
  expect(said).toContain('bookings[0].cancelled_at: is given, but cancelled is false')
  expect(said).toContain('bookings[0].booked_in_on: is given, but booked_in is false')
  expect(said).toContain('bookings[0].booked_out_at: is given, but booked_out is false')
})

test.each([
  ['cancelled: true, cancelled_at: null', 'cancelled_at: is null, but cancelled is true'],
  ['booked_in: true, booked_in_on: null', 'booked_in_on: is null, but booked_in is true'],
  ['booked_out: true, booked_out_at: null', 'booked_out_at: is null, but booked_out is true'],
  ['cancelled: false, no_show: true', 'no_show: is given, but cancelled is false'],
  ['cancelled_reason: Too windy', 'cancelled_reason: is given, but cancelled is false'],
  ['kind: black, guest: 1', 'guest: a black booking has no guest'],
])('a booking that contradicts itself: %s', async (values, message) => {
  const inn =
    'properties: [{ id: 1, name: Inn, type: 1, country: GB }]\nguests: [{ id: 1, property: 1, firstname: A, surname: B }]\n'
  const booking = `{ id: 7, property: 1, rooms: [], arrival: today, departure: today+1, total: 9, ${values} }`
  expect(await seeding(`${inn}bookings:\n  - ${booking}\n`)).toContain(`f.yaml:4:`)
  expect(await seeding(`${inn}bookings:\n  - ${booking}\n`)).toContain(`bookings[0].${message}`)
})

test('a hook whose username has a colon, which HTTP Basic cannot send', async () => {
  const hook = 'webhooks:\n  - { url: http://127.0.0.1:9/, auth: basic, username: "a:b", password: c }\n'
  const reason = 'must not contain a colon, which ends the name in HTTP Basic'
  expect(await seeding(hook)).toBe(`f.yaml:2:56 webhooks[0].username: ${reason}`)
  expect(await seeding(hook.replace('basic', 'oauth'))).not.toContain('colon')
})

test('next ids that are in use, or below one that is, also of an earlier source', async () => {
  const guests = (...ids: number[]) => ids.map((id) => `{ id: ${id}, property: 1, firstname: A, surname: B }`).join()
  const inn = `properties: [{ id: 1, name: Inn, type: 1, country: GB }]\nguests: [${guests(3, 9)}]\n`
  const said = (next: number) => `f.yaml:3:21 next_ids.guests: ${next} has no effect: the highest id in use is 9`
  for (const next of [4, 9]) expect(await seeding(`${inn}next_ids: { guests: ${next} }\n`)).toContain(said(next))
  expect(await seeding(`${inn}next_ids: { guests: 10 }\n`)).not.toContain('no effect')
  const [own, other] = [await parseFixture('inn.yaml', inn), await parseFixture('next.yaml', 'next_ids: { guests: 5 }')]
  expect(await messageOf(async () => seed({ sources: [...own.sources, ...other.sources] }))).toContain(
    'next.yaml:1:21 next_ids.guests: 5 has no effect: the highest id in use is 9',
  )
  // rows of a later source may be above
  expect(await messageOf(async () => seed({ sources: [...other.sources, ...own.sources] }))).not.toContain('no effect')
})

test('nights and days after the year 9999', async () => {
  const inn = `properties: [{ id: 1, name: Inn, type: 1, country: GB }]\nrooms: [{ id: 1, property: 1, type: 1 }]\n`
  const last = (from: string) => seeding(`${inn}black_bookings: [{ property: 1, room: 1, from: ${from}, nights: 2 }]\n`)
  expect(await last('9999-12-30')).toContain('black_bookings[0].from: the last night is that of 9999-12-30')
  expect(await last('9999-12-29')).not.toContain('black_bookings')
})

const seed = (set: FixtureSet) => seedWorld(set, { now: Date.UTC(2026, 4, 1, 12), seed: 1, choices: choicesOf('documented') })

/** The message of seeding a world from a text. */
const seeding = (text: string): Promise<string> => messageOf(async () => seed(await parseFixture('f.yaml', text)))

test.each<[mistake: string, names: readonly string[], said: string]>([
  ['a misspelt world', ['basline'], 'basline: no such file or folder, nor a bundled world; did you mean "baseline"?'],
  [
    'two that are not there',
    ['./gone.yaml', 'referenc-world'],
    './gone.yaml: no such file or folder, nor a bundled world (baseline, reference-world)\n' +
      'referenc-world: no such file or folder, nor a bundled world; did you mean "reference-world"?',
  ],
  ['a folder without fixtures', ['./empty'], './empty: the folder has no *.yaml or *.yml file'],
])('%s', async (_, names, message) => {
  const found = await inFolder(async (folder) => {
    mkdirSync(join(folder, 'empty'))
    return messageOf(() => readFixtures(names, { from: folder }))
  })
  expect(found).toBe(message)
})
