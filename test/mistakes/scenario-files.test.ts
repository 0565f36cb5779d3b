import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { resolveConfig } from '../../src/config/config.ts'
import { loadScenario, loadScenarios } from '../../src/scenario/load.ts'
import { ConfiguredTemplates } from '../../src/server/sandbox-templates.ts'
import { inFolder, messageOf } from './message-of.ts'

/** What is said of a scenario file that is started. */
const messageFor = (text: string): Promise<string> =>
  inFolder(async (folder) => {
    writeFileSync(join(folder, 's.yaml'), text)
    const file = join(folder, 's.yaml')
    const said = await messageOf(async () => new ConfiguredTemplates(resolveConfig({})).fromScenario(await loadScenario(file)))
    return said.replaceAll(file, 's.yaml')
  })

test('a folder of scenarios that is missing is named by where it was set', async () => {
  const messageOfFolder = (from: string) =>
    messageOf(async () => new ConfiguredTemplates(resolveConfig({ scenarios: { texts: ['gone'], from, level: 1 } })))
  expect(await messageOfFolder('scenarios')).toBe('scenarios: there is no folder gone')
  expect(await messageOfFolder('UNDERSTAY_SCENARIOS')).toBe('UNDERSTAY_SCENARIOS: there is no folder gone')
})

const fault = (rest: string): string => `name: a\nfaults:\n  - { ${rest} }\n`
const cut = (on: string): string => fault(`on: ${on}, network: { cut: before }`)
const books = (more: string): string => `name: a\nevents:\n  - at: +1m\n    do: guest_books\n    with: { property: 1, ${more} }\n`
const guests = (more: string): string => `name: a\ntraffic:\n  - { id: guests, do: guest_books, rate: 20/d, ${more} }\n`
const expects = (what: string): string => `name: a\nexpect:\n  - { ${what} }\n`

const A_SCENARIO =
  'a scenario: name, and perhaps about, seed, clock, fixtures, choices, token_lifetime, faults, events, traffic, webhook, until, expect'

test.each<[mistake: string, text: string, said: string]>([
  ['an empty file', '', `s.yaml:1:1: is empty: expected ${A_SCENARIO}`],
  [
    'a key of the network beside it',
    fault('on: { operation: createBlackBooking }, delay: 500'),
    's.yaml:3:46 faults[0].delay: unknown key "delay"; it belongs in "network"',
  ],
  [
    'rows beside the fixtures',
    'name: a\nproperties: [{ id: 501, name: Casa, type: 1, country: PT }]\n',
    's.yaml:2:1 properties: unknown key "properties"; it belongs in "fixtures"',
  ],
  [
    'rows without the world below them',
    'name: a\nfixtures:\n  - properties: [{ id: 501, name: Casa, type: 1, country: PT }]\n',
    's.yaml:3:47 fixtures[0].properties[0].type: there is no property type 1; there are no property_types: list them, or name the bundled world first (--fixtures baseline, then this file; in a scenario, fixtures: [baseline, ...])',
  ],
  ['comments only', '# later\n', `s.yaml:1:1: is empty: expected ${A_SCENARIO}`],
  ['an arrival on no day', books('arrival: 2027-02-30'), 's.yaml:5:35 events[0].with.arrival: there is no day 2027-02-30'],
  [
    'a departure on no day',
    books('arrival: 2027-02-27, departure: 2027-02-30'),
    's.yaml:5:58 events[0].with.departure: there is no day 2027-02-30',
  ],
  [
    'a departure before the arrival',
    books('arrival: 2027-02-27, departure: 2027-02-26'),
    's.yaml:5:58 events[0].with.departure: "2027-02-26" is not after the arrival, 2027-02-27',
  ],
  [
    'a departure and nights',
    books('departure: today+3, nights: 2'),
    's.yaml:5:54 events[0].with.nights: goes without departure, which says the same',
  ],
  [
    'a day in words',
    books('arrival: tommorow'),
    's.yaml:5:35 events[0].with.arrival: expected a day (YYYY-MM-DD, today, today+3 or today-12), got "tommorow"',
  ],
  [
    'an arrival of traffic on no day',
    guests('with: { arrival: 2027-02-30 }'),
    's.yaml:3:65 traffic[0].with.arrival: there is no day 2027-02-30',
  ],
  [
    'a drawn arrival on no day',
    guests('with: { arrival: { any: [2027-02-28, 2027-02-30] } }'),
    's.yaml:3:65 traffic[0].with.arrival: there is no day 2027-02-30',
  ],
  [
    'a word instead of a booking',
    'name: a\nevents:\n  - { at: +1m, do: guest_cancels, with: { booking: lastest } }\n',
    's.yaml:3:52 events[0].with.booking: expected the contract uid of a booking, or latest, got "lastest"; did you mean "latest"?',
  ],
  [
    'a share above 100%',
    'name: a\nwebhook: { drop: 500% }\n',
    's.yaml:2:18 webhook.drop: expected a share of at most 100%, such as 20%, got "500%"',
  ],
  [
    'a share of a fault above 100%',
    fault('on: {}, chance: 500%, network: { cut: before }'),
    's.yaml:3:23 faults[0].chance: expected a share of at most 100%, such as 5%, got "500%"',
  ],
  [
    'a quota as a number',
    fault('on: {}, over: 20, network: { status: 429 }'),
    's.yaml:3:21 faults[0].over: expected a map such as { calls: 20, within: 1m }, got the number 20',
  ],
  [
    'a quota with another word',
    fault('on: {}, over: { calls: 20, within: 1m, each: client }, network: { status: 429 }'),
    's.yaml:3:46 faults[0].over.each: unknown key "each"; known here: calls, within',
  ],
  [
    'a share as a number',
    'name: a\nwebhook: { duplicate: 0.5 }\n',
    's.yaml:2:23 webhook.duplicate: expected a share of at most 100%, such as 20%, got the number 0.5',
  ],
  ['a share of nothing', 'name: a\nwebhook: { drop: 0% }\n', 's.yaml:2:18 webhook.drop: never happens: give it a share above 0%'],
  [
    'an unknown event of webhooks',
    'name: a\nwebhook: { event: boking_added, drop: 5% }\n',
    's.yaml:2:19 webhook.event: expected an event such as booking_added, or a list of them, got "boking_added"; did you mean "booking_added"?',
  ],
  [
    'one unknown event in a list',
    'name: a\nwebhook: { event: [booking_added, guest_checkdin], drop: 5% }\n',
    's.yaml:2:35 webhook.event[1]: expected an event such as booking_added, got "guest_checkdin"; did you mean "guest_checkedin"?',
  ],
  [
    'delays in the wrong order',
    'name: a\nwebhook: { delay: [2s, 1s] }\n',
    's.yaml:2:19 webhook.delay: the first span is the shorter one',
  ],
  [
    'network faults that do nothing',
    'name: a\nwebhook: { event: booking_added }\n',
    's.yaml:2:10 webhook: says nothing: give it a delay, a drop, a duplicate, a reorder or a burst',
  ],
  [
    'a misspelt pace',
    'name: a\nclock: { run: frozn }\n',
    's.yaml:2:15 clock.run: expected real, frozen or a factor such as 60x, got "frozn"; did you mean "frozen"?',
  ],
  [
    'a pace that is none',
    'name: a\nclock: { run: fast }\n',
    's.yaml:2:15 clock.run: expected real, frozen or a factor such as 60x, got "fast"',
  ],
  ['a clock on no day', 'name: a\nclock: { at: 2026-02-30 }\n', 's.yaml:2:14 clock.at: there is no day 2026-02-30'],
  [
    'a clock at no time of a day',
    'name: a\nclock: { at: 2026-02-28T25:00:00Z }\n',
    's.yaml:2:14 clock.at: "2026-02-28T25:00:00Z" is not an instant such as 2026-03-01T09:00:00Z',
  ],
  [
    'one misspelt method',
    cut('{ method: GTE }'),
    's.yaml:3:21 faults[0].on.method: expected one of GET, POST, PUT, DELETE, or a list of them, got "GTE"; did you mean "GET"?',
  ],
  [
    'a method in small letters',
    cut('{ method: get }'),
    's.yaml:3:21 faults[0].on.method: expected one of GET, POST, PUT, DELETE, or a list of them, got "get"; did you mean "GET"?',
  ],
  [
    'a misspelt method in a list',
    cut('{ method: [POST, PTU] }'),
    's.yaml:3:28 faults[0].on.method[1]: expected one of GET, POST, PUT, DELETE, got "PTU"; did you mean "PUT"?',
  ],
  [
    'a misspelt matcher',
    cut('{ where: { header: { accept: { machtes: json } } } }'),
    's.yaml:3:42 faults[0].on.where.header.accept.machtes: unknown key "machtes"; did you mean "matches"?',
  ],
  [
    'a matcher that is none',
    cut('{ where: { header: { accept: { is: json } } } }'),
    's.yaml:3:40 faults[0].on.where.header.accept: expected a value, { present: true } or { matches: EXPRESSION }, got a map',
  ],
  [
    'a list where one value is compared',
    cut('{ where: { path: { property_id: [1, 2] } } }'),
    's.yaml:3:43 faults[0].on.where.path.property_id: expected a value, { present: true } or { matches: EXPRESSION }, got a list',
  ],
  [
    'a number instead of path values',
    cut('{ where: { path: 1 } }'),
    's.yaml:3:28 faults[0].on.where.path: expected a map of names to values such as { property_id: 1 }, got the number 1',
  ],
  [
    'a list instead of form values',
    cut('{ where: { form: [arrivalDate] } }'),
    's.yaml:3:28 faults[0].on.where.form: expected a map of names to values such as { arrivalDate: 2027-03-01 }, got a list',
  ],
  [
    'a misspelt place',
    cut('{ where: { pth: { property_id: 1 } } }'),
    's.yaml:3:22 faults[0].on.where.pth: unknown key "pth"; did you mean "path"?',
  ],
  [
    'a place without a map',
    cut('{ where: path }'),
    's.yaml:3:20 faults[0].on.where: expected a map with path, form or header, such as { path: { property_id: 1 } }, got "path"',
  ],
  [
    'a misspelt choice',
    'name: a\nchoices: { refusal_stats: named }\n',
    's.yaml:2:27 choices.refusal_stats: there is no choice "refusal_stats"; did you mean "refusal_status"?',
  ],
  [
    'a choice that is none',
    'name: a\nchoices: { zebra: named }\n',
    's.yaml:2:19 choices.zebra: there is no choice "zebra"; docs/choices.md and GET /_understay/choices list them all',
  ],
  [
    'a misspelt answer',
    'name: a\nchoices: { refusal_status: namd }\n',
    's.yaml:2:28 choices.refusal_status: "namd" is not an answer to refusal_status; it takes meaning, named or always_400; did you mean "named"?',
  ],
  [
    'an answer that is none',
    'name: a\nchoices: { refusal_status: loud }\n',
    's.yaml:2:28 choices.refusal_status: "loud" is not an answer to refusal_status; it takes meaning, named or always_400',
  ],
  [
    'a misspelt world',
    'name: a\nfixtures: [basline]\n',
    's.yaml:2:12 fixtures[0]: basline: no such file or folder, nor a bundled world; did you mean "baseline"?',
  ],
  [
    'a world that is not there',
    'name: a\nfixtures:\n  - baseline\n  - ./gone.yaml\n',
    's.yaml:4:5 fixtures[1]: ./gone.yaml: no such file or folder, nor a bundled world (baseline, reference-world)',
  ],
  [
    'a misspelt client',
    cut('{ client: demmo }'),
    's.yaml:3:21 faults[0].on.client: the fixtures have no client demmo; did you mean "demo"?',
  ],
  [
    'a property that is not there',
    cut('{ property: 99 }'),
    's.yaml:3:23 faults[0].on.property: the fixtures have no property 99; there are 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12',
  ],
  [
    'a property in a path that is not there',
    cut('{ where: { path: { property_id: 99 } } }'),
    's.yaml:3:43 faults[0].on.where.path.property_id: the fixtures have no property 99; there are 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12',
  ],
  [
    'a misspelt operation',
    cut('{ operation: listBokings }'),
    's.yaml:3:24 faults[0].on.operation: there is no operation "listBokings"; did you mean "listBookings"?',
  ],
  [
    'a misspelt scope',
    fault('on: {}, scopes: { without: [properties_st] }'),
    's.yaml:3:35 faults[0].scopes.without[0]: expected one of properties_get, properties_set, favourites_get, favourites_set, webhooks_get, got "properties_st"; did you mean "properties_set"?',
  ],
  [
    'a misspelt key',
    fault('on: {}, network: { status: 503, retry_afer: 3 }'),
    's.yaml:3:39 faults[0].network.retry_afer: unknown key "retry_afer"; did you mean "retry_after"?',
  ],
  [
    'the earlier name of network',
    fault('on: {}, edge: { status: 503 }'),
    's.yaml:3:15 faults[0].edge: "edge" is called "network" now',
  ],
  [
    'the earlier name of after_fault',
    fault('once: other, on: {}, network: { status: 503 }'),
    's.yaml:3:7 faults[0].once: "once" is called "after_fault" now',
  ],
  [
    'the earlier name of fault in an expectation',
    expects('struck: outage'),
    's.yaml:3:7 expect[0].struck: "struck" is called "fault" now',
  ],
  [
    'the earlier name of system_date',
    expects('own_day: true, never: true'),
    's.yaml:3:7 expect[0].own_day: "own_day" is called "system_date" now',
  ],
  [
    'a day for an instant',
    expects('operation: listBookings, not_before: 2026-03-02'),
    's.yaml:3:44 expect[0].not_before: expected an instant such as 2026-03-01T09:00:00Z, got "2026-03-02"',
  ],
  [
    'a delay without its unit',
    fault('on: {}, network: { delay: 800 }'),
    's.yaml:3:33 faults[0].network.delay: expected a span such as 800ms, or two of them: [200ms, 2s], got the number 800',
  ],
  [
    'a misspelt kind of client',
    'name: a\nkinds: [chanel-manager]\n',
    's.yaml:2:9 kinds[0]: expected one of channel-manager, booking-site, syndication, got "chanel-manager"; did you mean "channel-manager"?',
  ],
  [
    'a misspelt field of rows',
    expects('state: { bookings: { where: { propety: 1 } } }'),
    's.yaml:3:46 expect[0].state.bookings.where.propety: rows of bookings have no field "propety"; did you mean "propertyId"?',
  ],
  ...[
    ['cancelled', "'yes'", 'true or false, never "yes"'],
    ['arrival', 'today', 'a day (YYYY-MM-DD), never "today"'],
    ['guestId', 'Ann', 'a number, never "Ann"'],
    ['cancelledAt', "'2026-03-01'", 'an instant in milliseconds since 1970, never "2026-03-01"'],
  ].map(([field = '', value, said]): [string, string, string] => [
    `a value that ${field} never has`,
    expects(`state: { bookings: { where: { ${field}: ${value} } } }`),
    `s.yaml:3:${39 + field.length} expect[0].state.bookings.where.${field}: "${field}" of bookings is ${said}`,
  ]),
  [
    'rows where a list should be a map',
    expects('state: { bookings: { where: [1] } }'),
    's.yaml:3:35 expect[0].state.bookings.where: expected a map of names to values such as { propertyId: 1 }, got a list',
  ],
  [
    'a misspelt thing in common',
    expects('operation: listBookings, same: romm'),
    's.yaml:3:38 expect[0].same: expected one or several of property, room, night, booking, guest, session, call, token, client, got "romm"; did you mean "room"?',
  ],
  [
    'a misspelt invariant',
    expects('invariant: no-overboking'),
    's.yaml:3:18 expect[0].invariant: expected one of no-overbooking, no-lost-booking, totals-add-up, got "no-overboking"; did you mean "no-overbooking"?',
  ],
  [
    'a name that is no name',
    'name: A Bad Day\n',
    's.yaml:1:7 name: expected lower-case words joined by hyphens, got "A Bad Day"',
  ],
  ['a map where a list should be', 'name: a\nfaults: { on: {} }\n', 's.yaml:2:9 faults: expected a list of faults, got a map'],
  ['a tab', 'name: a\n	faults: []\n', 's.yaml:2:1: not valid YAML: Tabs are not allowed as indentation'],
  [
    'two mistakes',
    'name: a\nseed: x\nmark: yes\n',
    's.yaml:2:7 seed: expected a whole number from 0, got "x"\ns.yaml:3:7 mark: expected true or false, got "yes"',
  ],
])('%s', async (_, text, message) => {
  expect(await messageFor(text)).toBe(message)
})

test('each scenario of a combination reports its own file and line', async () => {
  const message = await inFolder(async (folder) => {
    const [one, two] = ['one', 'two'].map((name) => join(folder, `${name}.yaml`))
    writeFileSync(one ?? '', 'name: one\nfaults:\n  - { on: { client: demo }, network: { cut: before } }\n')
    writeFileSync(
      two ?? '',
      'name: two\nfaults:\n  - { on: {}, network: { cut: before } }\n  - { on: { client: dmo }, network: { cut: before } }\n',
    )
    const named = await messageOf(async () =>
      new ConfiguredTemplates(resolveConfig({})).fromScenario(await loadScenarios([one ?? '', two ?? ''])),
    )
    return named.replaceAll(`${folder}/`, '')
  })
  expect(message).toBe('two.yaml:4:21 faults[1].on.client: the fixtures have no client dmo; did you mean "demo"?')
})
