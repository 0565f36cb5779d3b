import { expect, test } from 'vitest'
import { serverOf } from '../server-of.ts'

const ALL_KINDS = `name: all
clock: { at: 2026-06-01T00:00:00Z, run: frozen }
traffic:
  - id: guests
    do: guest_books
    every: 5h
    with: { property: 1, arrival: today+5, nights: 1 }
    then: [{ after: 1h, do: guest_cancels }]
  - { id: channel, do: channel_sells, every: 7h, with: { property: 1, arrival: today+20, nights: 2 } }
  - { id: repairs, do: room_blocked, every: 11h, with: { property: 1, arrival: today+40, nights: 3 } }
  - { id: desk, do: price_changes, every: 13h, with: { property: 1, by: 1% } }
`

/** {@link serverOf} holds the answer against what is declared, to the key. */
test('GET traffic shows acts of every kind, with null for what an act does not have', async () => {
  const { ask } = serverOf({ scenario: ALL_KINDS })
  await ask('POST', '/_understay/clock/advance', { body: '{"by":"14h"}' })
  const { acts, sales, traffic } = (await ask('GET', '/_understay/traffic')).body
  const made = { property: 1, booking: expect.any(Number), room: expect.any(Number), blocked: null }
  expect(acts).toMatchObject([
    { do: 'guest_books', at: '2026-06-01T05:00:00.000Z', ...made, arrival: '2026-06-06', departure: '2026-06-07' },
    { do: 'guest_cancels', at: '2026-06-01T06:00:00.000Z', ...made, arrival: '2026-06-06', departure: '2026-06-07' },
    { do: 'channel_sells', ...made, booking: null, arrival: '2026-06-21', departure: '2026-06-23' },
    { do: 'guest_books' },
    { do: 'guest_cancels' },
    { do: 'room_blocked', ...made, arrival: '2026-07-11', departure: '2026-07-14' },
    { do: 'price_changes', property: 1, booking: null, room: null, arrival: null, departure: null, blocked: null },
    { do: 'channel_sells' },
  ])
  expect(Object.keys(acts[0]).join(' ')).toBe('id traffic number do at property booking room arrival departure blocked')
  expect(sales).toHaveLength(2)
  expect(traffic).toMatchObject([
    { id: 'guests', next: '2026-06-01T15:00:00.000Z', lastBlocked: null },
    { id: 'channel' },
    { id: 'repairs' },
    { id: 'desk' },
  ])
  const ended = serverOf({ scenario: `${ALL_KINDS}until: +1h\n` })
  expect((await ended.ask('GET', '/_understay/traffic')).body.traffic).toMatchObject([
    { next: null },
    { next: null },
    { next: null },
    { next: null },
  ])
})
