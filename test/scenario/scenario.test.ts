import { describe, expect, test } from 'vitest'
import { readScenario, ScenarioError } from '../../src/scenario/scenario.ts'

/** The message about a scenario that cannot run. */
function objections(text: string): string {
  try {
    readScenario('bad.yaml', text)
  } catch (error) {
    if (error instanceof ScenarioError) return error.message
    throw error
  }
  return ''
}

const faulty = (fault: string): string => `name: a\nfaults:\n  - ${fault}\n`

describe('a scenario is read', () => {
  test('with every field', () => {
    const scenario = readScenario(
      'whole.yaml',
      `name: whole
about: Everything at once.
seed: 7
clock: { at: 2026-03-01T09:00:00Z, run: 60x }
fixtures: [baseline, ./late.yaml]
choices: { black_booking_conflict: 200-with-meta }
token_lifetime: 60
mark: false
faults:
  - { on: { operation: listBookings }, after: 5, times: 2, per: client, token: expired }
  - { on: { tag: tariffs, method: POST }, for: 2s, network: { status: 503, retry_after: 3, delay: [1ms, 2ms] } }
events:
  - { at: +5m, do: guest_books, with: { property: 1, arrival: today+3 } }
expect:
  - { id: one, operation: requestToken, count: 2 }
  - { operation: listBookings, after: one, count: { min: 1 } }
`,
      '/somewhere/whole.yaml',
    )
    expect(scenario).toMatchObject({
      name: 'whole',
      seed: 7,
      at: Date.parse('2026-03-01T09:00:00Z'),
      speed: 60,
      fixtures: ['baseline', './late.yaml'],
      folder: '/somewhere',
      choices: { black_booking_conflict: '200-with-meta' },
      tokenLifetime: 60,
      mark: false,
    })
    expect([scenario.faults.length, scenario.events.length, scenario.expect.length]).toEqual([2, 1, 2])
  })

  test('as JSON too', () => {
    expect(readScenario('a.json', '{"name": "a", "faults": [{"on": {}, "network": {"cut": "before"}}]}').faults).toHaveLength(1)
  })
})

describe('a scenario that cannot run is refused with line, column and field', () => {
  test.each<[what: string, text: string, said: string]>([
    ['no YAML', 'name: [', 'bad.yaml:1:8: not valid YAML'],
    ['no name', 'about: x', 'bad.yaml:1:1 name: is missing'],
    ['an unknown key', 'name: a\nfalts: []', 'bad.yaml:2:1 falts: unknown key "falts"; did you mean "faults"?'],
    [
      'an unknown key of a fault',
      faulty('{ on: {}, token: expired, time: 2 }'),
      'faults[0].time: unknown key "time"; did you mean "times"?',
    ],
    [
      'an unknown cause',
      faulty('{ on: {}, token: lost }'),
      'faults[0].token: expected one of expired, revoked, unknown, got "lost"',
    ],
    ['no cause', faulty('{ on: {} }'), 'bad.yaml:3:5 faults[0]: has no cause: name one of token, scopes'],
    ['two causes', faulty('{ on: {}, token: expired, room: taken }'), 'a fault has one cause; this one has token and room'],
    [
      'an unknown operation',
      faulty('{ on: { operation: listBokings }, token: expired }'),
      'on.operation: there is no operation "listBokings"; did you mean "listBookings"?',
    ],
    [
      'an unknown tag',
      faulty('{ on: { tag: tarifs }, token: expired }'),
      'on.tag: there is no tag "tarifs"; did you mean "tariffs"?',
    ],
    [
      'a method the operation does not have',
      faulty('{ on: { operation: listBookings, method: POST }, token: expired }'),
      'no operation has operation listBookings and method POST, so no call can ever match',
    ],
    [
      'a value in no path',
      faulty('{ on: { operation: listBookings, where: { path: { room_id: 1 } } }, token: expired }'),
      'where.path.room_id: listBookings has no "room_id" in its path (there are property_id, language)',
    ],
    [
      'a field of no form',
      faulty('{ on: { operation: requestToken, where: { form: { user: x } } }, scopes: { without: [properties_set] } }'),
      'where.form.user: requestToken takes no field "user"',
    ],
    [
      'no regular expression',
      faulty('{ on: { where: { header: { accept: { matches: "(" } } } }, token: expired }'),
      'on.where.header.accept.matches: not a regular expression',
    ],
    [
      'a session where there is none',
      faulty('{ on: { operation: listBookings, session: v1 }, token: expired }'),
      'on.session: listBookings has no booking session',
    ],
    [
      'a client where no token is sent',
      faulty('{ on: { operation: searchByStars, client: demo }, network: { cut: before } }'),
      'on.client: searchByStars is called without a token',
    ],
    [
      'a token cause without a token',
      faulty('{ on: { operation: searchByStars }, token: expired }'),
      'faults[0].token: can never happen: searchByStars is called without a token',
    ],
    [
      'a session cause without a session',
      faulty('{ on: { operation: listBookings }, session: expired }'),
      'faults[0].session: can never happen: listBookings has no booking session',
    ],
    [
      'a room cause without a room',
      faulty('{ on: { operation: listBookings }, room: taken }'),
      'faults[0].room: can never happen: listBookings is about no room',
    ],
    [
      'a property cause without a property',
      faulty('{ on: { tag: favourites, method: GET }, property: withdrawn }'),
      'faults[0].property: can never happen: listFavourites names no property',
    ],
    [
      'a count by token where there is none',
      faulty('{ on: { operation: requestToken }, per: token, network: { cut: before } }'),
      'faults[0].per: can never happen: requestToken is called without a token',
    ],
    [
      'a network fault that says nothing',
      faulty('{ on: {}, network: {} }'),
      'faults[0].network: says nothing: give it a status, a delay, a cut or a body',
    ],
    [
      'a network fault with two ends',
      faulty('{ on: {}, network: { status: 503, cut: before } }'),
      'faults[0].network.cut: an answer cannot have both status and cut',
    ],
    [
      'a status no gateway gives',
      faulty('{ on: {}, network: { status: 418 } }'),
      'expected one of 429, 500, 502, 503, 504, got the number 418',
    ],
    [
      'retry_after alone',
      faulty('{ on: {}, network: { delay: 1s, retry_after: 1 } }'),
      'faults[0].network.retry_after: goes with a status',
    ],
    [
      'delays in the wrong order',
      faulty('{ on: {}, network: { delay: [2s, 1s] } }'),
      'faults[0].network.delay: the first span is the shorter one',
    ],
    [
      'a span for a cause that stays',
      faulty('{ on: {}, for: 2s, token: expired }'),
      'faults[0].for: goes with network or respond only',
    ],
    [
      'a span and a number',
      faulty('{ on: {}, for: 2s, times: 2, network: { cut: before } }'),
      'faults[0].times: goes without "for"',
    ],
    [
      'never happening',
      faulty('{ on: {}, times: 0, network: { cut: before } }'),
      'faults[0].times: expected a whole number from 1, got the number 0',
    ],
    [
      'a delay nobody waits for',
      faulty('{ on: {}, network: { delay: 25d } }'),
      'faults[0].network.delay: is too long: at most 10m',
    ],
    [
      'a price that falls by everything',
      faulty('{ on: { operation: getPrices }, price: { by: -100% } }'),
      'faults[0].price.by: expected a change such as 10% or -5%, above -100%, got "-100%"',
    ],
    ['a price that stays', faulty('{ on: { operation: getPrices }, price: { by: 0% } }'), 'faults[0].price.by: changes nothing'],
    [
      'a session by a name that is none',
      faulty('{ on: { operation: setDates, session: " v1" }, session: expired }'),
      'on.session: is not a valid name of a session',
    ],
    ['the name of faults armed at run time', 'name: armed', 'name: "armed" is what faults armed at run time are called by'],
    [
      'an event after the end of time',
      'name: a\nevents: [{ at: +100000000d, do: no_show, with: { booking: 1 } }]',
      'events[0].at: is too far ahead',
    ],
    [
      'a status that is none',
      'name: a\nexpect: [{ operation: listBookings, status: 20 }]',
      'expect[0].status: expected a status such as 401',
    ],
    [
      'rows of a collection that is none',
      'name: a\nexpect: [{ state: { bokings: { count: 1 } } }]',
      'expect[0].state.bokings: unknown key "bokings"; did you mean "bookings"?',
    ],
    ['a clock that is none', 'name: a\nclock: { at: 2026-02-30 }', 'clock.at: there is no day 2026-02-30'],
    ['a pace that is none', 'name: a\nclock: { run: 0x }', 'clock.run: "0x" is not real, frozen or a factor'],
    [
      'an unknown choice',
      'name: a\nchoices: { refusal_stats: named }',
      'choices.refusal_stats: there is no choice "refusal_stats"',
    ],
    [
      'an answer the choice does not take',
      'name: a\nchoices: { refusal_status: loud }',
      'choices.refusal_status: "loud" is not an answer to refusal_status',
    ],
    [
      'a word that is nearly one',
      'name: a\nevents: [{ at: +1m, do: guest_book }]',
      'got "guest_book"; did you mean "guest_books"?',
    ],
    [
      'a pace without its x',
      'name: a\nclock: { run: 60 }',
      'clock.run: expected real, frozen or a factor such as 60x, got the number 60',
    ],
    ['an unknown event', 'name: a\nevents: [{ at: +1m, do: guest_leaves }]', 'events[0].do: expected one of guest_books'],
    [
      'an event without what it needs',
      'name: a\nevents: [{ at: +1m, do: guest_books, with: {} }]',
      'events[0].with.property: is missing',
    ],
    [
      'an event with what it does not take',
      'name: a\nevents: [{ at: +1m, do: no_show, with: { booking: 1, room: 2 } }]',
      'events[0].with.room: unknown key "room"',
    ],
    [
      'an event on no day',
      'name: a\nevents: [{ at: +1m, do: guest_books, with: { property: 1, arrival: 2026-02-30 } }]',
      'events[0].with.arrival: there is no day 2026-02-30',
    ],
    [
      'an event with departure and nights',
      'name: a\nevents: [{ at: +1m, do: channel_sells, with: { property: 1, departure: today+3, nights: 2 } }]',
      'events[0].with.nights: goes without departure, which says the same',
    ],
    [
      'an event with a departure before its arrival',
      'name: a\nevents: [{ at: +1m, do: guest_books, with: { property: 1, arrival: 2026-06-03, departure: 2026-06-03 } }]',
      'events[0].with.departure: "2026-06-03" is not after the arrival, 2026-06-03',
    ],
    [
      'an event that changes prices by more than everything',
      'name: a\nevents: [{ at: +1m, do: price_changes, with: { property: 1, by: -150.5% } }]',
      'events[0].with.by: expected a change such as 10% or -5%, above -100%, got "-150.5%"',
    ],
    [
      'an event that changes prices by nothing',
      'name: a\nevents: [{ at: +1m, do: price_changes, with: { property: 1, by: 0% } }]',
      'events[0].with.by: changes nothing',
    ],
    [
      'an event at no time',
      'name: a\nevents: [{ at: 2026-02-30T09:00:00Z, do: no_show, with: { booking: 1 } }]',
      'events[0].at: there is no day 2026-02-30',
    ],
    [
      'an invoice named twice',
      'name: a\nevents: [{ at: +1m, do: invoice_paid, with: { invoice: 1, booking: 2 } }]',
      'events[0].with: names either the invoice or its booking',
    ],
    [
      'faults that wait for each other',
      'name: a\nfaults: [{ id: x, after_fault: y, on: {}, network: { status: 500 } }, { id: y, after_fault: x, on: {}, network: { status: 500 } }]',
      'bad.yaml:2:32 faults[0].after_fault: these faults wait for each other',
    ],
    [
      'a fault that waits for two that wait for each other',
      'name: a\nfaults: [{ after_fault: x, on: {}, network: { status: 500 } }, { id: x, after_fault: y, on: {}, network: { status: 500 } }, { id: y, after_fault: x, on: {}, network: { status: 500 } }]',
      'faults[1].after_fault: these faults wait for each other',
    ],
    [
      'an answer on the way of a call that is carried out, without a status',
      faulty('{ on: {}, network: { cut: before, carried_out: true } }'),
      'faults[0].network.carried_out: goes with a status, such as 504',
    ],
    ['a share of deliveries in words', 'name: a\nwebhook: { reorder: often }', 'webhook.reorder: expected a share'],
    [
      'a fault that never happens',
      'name: a\nfaults: [{ chance: 0%, on: {}, network: { status: 500 } }]',
      'bad.yaml:2:20 faults[0].chance: never happens',
    ],
    [
      'a quota without a span',
      faulty('{ on: {}, over: { calls: 3, within: 0s }, network: { status: 429 } }'),
      'faults[0].over.within: never happens: give it a span above 0s',
    ],
    [
      'a quota without an answer',
      faulty('{ on: {}, over: { calls: 3, within: 1m } }'),
      'faults[0]: has no cause: name one of token, scopes, session, room, property, price, network, respond, such as network: { status: 429 }',
    ],
    [
      'a quota for each client of calls without one',
      faulty('{ on: { operation: searchByStars }, over: { calls: 3, within: 1m }, network: { status: 429 } }'),
      'faults[0].over: can never happen: searchByStars does not say which client calls; with "per: sandbox" all calls count together',
    ],
    ['an expectation after none', 'name: a\nexpect: [{ operation: listBookings, after: gone }]', 'expect[0].after:'],
  ])('%s', (_, text, said) => {
    expect(objections(text)).toContain(said)
  })

  test('a fault that waits for itself is reported once', () => {
    const said = objections(faulty('{ id: x, after_fault: x, on: {}, network: { status: 500 } }'))
    expect(said).toBe('bad.yaml:3:27 faults[0].after_fault: a fault cannot wait for itself')
  })

  test('all problems are reported at once, in the order of the text', () => {
    const said = objections(`name: a
faults:
  - { on: { operation: nope }, token: expired }
  - { on: {} }
choices: { nope: yes }
`).split('\n')
    expect(said.map((line) => line.split(' ')[0])).toEqual(['bad.yaml:3:24', 'bad.yaml:4:5', 'bad.yaml:5:18'])
  })
})

test('an answer of a choice needs no quotes', () => {
  const read = readScenario('s.yaml', 'name: s\nchoices: { black_booking_conflict: 204, guest_country_unknown: false }\n')
  expect(read.choices).toEqual({ black_booking_conflict: '204', guest_country_unknown: 'false' })
  expect(objections('name: s\nchoices: { black_booking_conflit: 204 }')).toContain('did you mean "black_booking_conflict"?')
})

test('the fixtures of a scenario are one name or a list', () => {
  const fixturesOf = (text: string) => readScenario('s.yaml', `name: s\nfixtures: ${text}\n`).fixtures
  expect(fixturesOf('baseline')).toEqual(['baseline'])
  expect(fixturesOf('[baseline, ./more.yaml]')).toEqual(['baseline', './more.yaml'])
  expect(readScenario('s.yaml', 'name: s\n').fixtures).toBeUndefined()
})

test('a header of the service is written x-service-..., in faults and in expectations', () => {
  const reading = (text: string) => () => readScenario('s.yaml', `name: s\n${text}\n`)
  const where = (name: string) => `where: { header: { ${name}: { present: true } } }`
  const said = 'the service reads no such header, so no call can ever match; did you mean "x-service-channel-name"?'
  expect(reading(`faults: [{ on: { ${where('x-channel-name')} }, network: { status: 503 } }]`)).toThrow(
    `s.yaml:2:53 faults[0].on.where.header.x-channel-name: ${said}`,
  )
  expect(reading(`expect: [{ ${where('Channel-Name')} }]`)).toThrow(`.Channel-Name: ${said}`)
  for (const name of ['X-Service-Channel-Name', 'x-acme-channel-name', 'x-my-header'])
    expect(reading(`faults: [{ on: { ${where(name)} }, network: { status: 503 } }]`)).not.toThrow()
})

test('start in a path is also its start_date or date', () => {
  const reading = (operation: string) => () =>
    readScenario(
      's.yaml',
      `name: s\nfaults: [{ on: { operation: ${operation}, where: { path: { start: 2031-05-02 } } }, network: { status: 503 } }]`,
    )
  for (const operation of ['createBlackBooking', 'listBookingsBetween', '[listAvailableRooms, listBookings]'])
    expect(reading(operation)).not.toThrow()
  expect(reading('listBookings')).toThrow('listBookings has no "start" in its path (there are property_id, language)')
})

test('prices may fall by almost everything, and rise by more', () => {
  for (const by of ['-99.99%', '-5%', '+5%', '150%'])
    expect(() =>
      readScenario('s.yaml', `name: s\nevents: [{ at: +1m, do: price_changes, with: { property: 1, by: ${by} } }]`),
    ).not.toThrow()
})
