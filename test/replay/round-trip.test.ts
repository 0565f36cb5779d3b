import { describe, expect, test } from 'vitest'
import { startUnderstay, type UnderstayOptions, type UnderstayWorld } from '../../src/index.ts'
import { countsOf, type Replayed, reportText } from '../../src/replay/report.ts'
import { replayOf } from './har-of.ts'

const AT = '2026-05-02T09:00:00Z'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** A client that keeps a house: rights, writes, refusals, a token that runs out. */
async function keepHouse(world: UnderstayWorld): Promise<void> {
  const { fetch } = world
  const ask = (path: string, init: RequestInit = {}) => fetch(`/service/api${path}`, init)
  const { clientId, clientSecret } = world.credentials
  const tokenOf = async (form: Record<string, string>, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...form })
    const answer = await ask('/oauth/token', { method: 'POST', body, headers: { ...FORM, ...headers } })
    return ((await answer.json()) as { access_token?: string }).access_token ?? ''
  }
  const all = { client_id: clientId, client_secret: clientSecret, scope: 'properties_get properties_set' }
  await tokenOf({ ...all, client_secret: 'wrong' })
  await tokenOf({ ...all, scope: 'the_moon' })
  const bearer = { authorization: `Bearer ${await tokenOf(all)}` }
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const reader = { authorization: `Bearer ${await tokenOf({ scope: 'properties_get' }, { authorization: basic })}` }
  await ask('/properties/all')
  await ask('/properties/all', { headers: bearer })
  await ask('/properties/all', { headers: { authorization: 'Bearer nobodys' } })
  await ask(`/properties/all?access_token=${bearer.authorization.slice('Bearer '.length)}`)
  await ask('/blackbookings/1/1/2031-05-02', { method: 'POST', headers: reader })
  await ask('/blackbookings/1/1/2031-05-02', { method: 'POST', headers: bearer })
  await ask('/blackbookings/1/1/2031-05-02', { method: 'POST', headers: bearer })
  await ask('/coupon/1/2026-05-02/2026-08-02/12.5/1/2026-06-01/2026-09-01/1', { method: 'POST', headers: bearer })
  await ask('/coupon/1/list', { headers: bearer })
  await ask('/listbooking/1', { headers: bearer })
  await ask('/nothing/here', { headers: bearer })
  await world.clock.advance('61m')
  await ask('/listbooking/1', { headers: bearer })
}

/** A visitor who books a room. */
async function book({ fetch }: UnderstayWorld): Promise<void> {
  const headers = { ...FORM, 'X-SERVICE-booking-session-id': 'visitor-1' }
  const ask = (path: string, form?: Record<string, string>) =>
    fetch(`/service/api/booking/${path}`, form ? { method: 'POST', headers, body: new URLSearchParams(form) } : { headers })
  await ask('initialise/1/en-GB')
  await ask('set/dates', { arrivalDate: '2026-06-10', departureDate: '2026-06-12' })
  await ask('set/guest/numbers', { adults: '2', children: '0' })
  await ask('rooms')
  await ask('set/property/booking', { selectedRooms: '1^1' })
  await ask('prices')
  await ask('note', { note: 'Späte Ankunft & ein Kinderbett' })
}

async function recording(act: (world: UnderstayWorld) => Promise<void>, options: UnderstayOptions & { sandbox?: string } = {}) {
  const { sandbox, ...rest } = options
  await using understay = await startUnderstay({ listen: false, at: AT, freeze: true, ...rest })
  const world = sandbox === undefined ? understay : await understay.sandbox(sandbox)
  await act(world)
  return (await world.fetch('/_understay/journal?format=har')).text()
}

interface NotedEntry {
  readonly request: { readonly url: string }
  readonly _understay: Readonly<Record<string, unknown>>
}

/** Operations whose answers differ, each with its first places. */
const differing = ({ outcomes }: Replayed): Record<string, string[]> =>
  Object.fromEntries(
    outcomes
      .filter(({ differences }) => differences.length > 0)
      .map(({ step, differences }) => [step.exchange.note?.operation ?? '', differences.map(({ path }) => path)]),
  )

describe('a journal that is replayed on a world like its own', () => {
  test.each([
    ['of a client that keeps a house', keepHouse, 16],
    ['of a visitor who books', book, 7],
  ])('%s is answered the same', async (_, act, exchanges) => {
    const replayed = await replayOf(await recording(act))
    expect(differing(replayed)).toEqual({})
    expect(countsOf(replayed)).toEqual({ exchanges, same: exchanges, differ: 0, skipped: 0 })
  })

  test('of a sandbox with a name draws what that sandbox drew', async () => {
    const replayed = await replayOf(await recording(keepHouse, { sandbox: 'w1' }))
    expect(differing(replayed)).toEqual({})
    expect(replayed.outcomes.every(({ step }) => step.asked.sandbox === 'w1')).toBe(true)
  })

  test('of another product is answered the same under its name', async () => {
    const act = async ({ fetch }: UnderstayWorld): Promise<void> => {
      await fetch('/acme/api/core')
      await fetch('/acme/api/booking/initialise/1/en-GB', { headers: { 'X-ACME-booking-session-id': 'visitor-1' } })
    }
    const har = await recording(act, { product: 'acme' })
    expect(countsOf(await replayOf(har, '--product', 'acme'))).toMatchObject({ same: 2, differ: 0 })
    await expect(replayOf(har)).rejects.toThrow(/no entry is below \/service\/api; found .*; is it --product acme\?$/)
  })
})

describe('a journal that is replayed on a world that differs', () => {
  test('in its seed differs in what chance draws, and in nothing else', async () => {
    const replayed = await replayOf(await recording(keepHouse), '--seed', '2')
    const found = differing(replayed)
    expect(Object.keys(found).sort()).toEqual(['createCoupon', 'listBookings', 'listCoupons'])
    expect(found['createCoupon']).toEqual(['data.addcoupon.coupon_code'])
    expect(new Set(found['listBookings']?.map((path) => path.replace(/\d+/, '')))).toEqual(new Set(['data.listbooking[].tag']))
  })

  test('in its seed is the same when a recorder noted the calls, which knows neither seed nor sandbox', async () => {
    for (const act of [keepHouse, book]) {
      const { log } = JSON.parse(await recording(act, { seed: 7, sandbox: 'w1' }))
      const entries = log.entries.map(({ _understay: { id, real, client, token }, request, ...entry }: NotedEntry) => ({
        ...entry,
        request: { ...request, url: request.url.replace('/@w1', '') },
        _understay: { id, real, client, token, sandbox: 'recorded' },
      }))
      const { outcomes } = await replayOf(JSON.stringify({ log: { version: '1.2', entries } }))
      expect(outcomes.length).toBeGreaterThan(6)
      expect(outcomes.flatMap(({ differences }) => differences)).toEqual([])
    }
  })

  test('in one choice differs in what that choice is about', async () => {
    const replayed = await replayOf(await recording(keepHouse), '--choice', 'black_booking_conflict=200-with-meta')
    expect(differing(replayed)).toEqual({ createBlackBooking: ['status', 'body'] })
    expect(countsOf(replayed)).toMatchObject({ differ: 1, skipped: 0 })
  })

  test('and the differences do not count where they are ignored', async () => {
    const replayed = await replayOf(await recording(keepHouse), '--seed', '2', '--ignore', 'data', '--ignore', 'meta.site')
    expect(countsOf(replayed)).toMatchObject({ differ: 0 })
    expect(replayed.notes).toEqual(['--ignore meta.site: no difference has this path; remove it'])
  })

  test('in its day: days relative to it move, and calls keep their distance', async () => {
    const replayed = await replayOf(await recording(keepHouse), '--at', '2026-05-09T09:00:00Z')
    expect(differing(replayed)).toHaveProperty('listBookings')
    const { step, differences } = replayed.outcomes.at(-1) ?? {}
    expect([step?.exchange.response.status, differences]).toEqual([401, []])
  })

  test('in a frozen clock, where no token expires', async () => {
    const replayed = await replayOf(await recording(keepHouse), '--freeze')
    expect(replayed.outcomes.at(-1)?.differences[0]).toEqual({ path: 'status', recorded: 401, now: 200 })
    expect(countsOf(replayed).differ).toBe(1)
  })

  test('in earlier requests: those that the file lacks are reported', async () => {
    const har = JSON.parse(await recording(keepHouse))
    const later = har.log.entries.filter(({ _understay }: { _understay: { id: number } }) => _understay.id > 10)
    const replayed = await replayOf(JSON.stringify({ log: { ...har.log, entries: later } }))
    expect(countsOf(replayed).differ).toBeGreaterThan(0)
    expect(replayed.notes).toEqual([expect.stringMatching(/^the file lacks entries 1 to 10 of its journal; unless/)])
  })

  test('in the scenario: calls with network faults are omitted, and its changes are shown with the difference', async () => {
    const scenario = {
      name: 'bad-day',
      faults: [
        { on: { operation: 'createBlackBooking' }, network: { cut: 'after-commit' } },
        { on: { operation: 'listProperties' }, network: { status: 503 } },
        { on: { operation: 'listBookings' }, token: 'expired' },
      ],
    } as const
    const act = async (world: UnderstayWorld): Promise<void> => {
      const authorization = `Bearer ${await world.token()}`
      const ask = (path: string, method = 'GET') => world.fetch(`/service/api${path}`, { method, headers: { authorization } })
      await ask('/blackbookings/1/1/2031-05-02', 'POST').catch(() => undefined)
      await ask('/properties/all')
      await ask('/blackbookings/1/1/2031-05-02', 'POST')
      await ask('/listbooking/1')
    }
    const replayed = await replayOf(await recording(act, { scenario }))
    const [lost, again, ended] = replayed.outcomes
    expect(replayed.skipped.map(({ reason }) => reason)).toEqual(['affected by fault bad-day/2, it never reached the service'])
    expect(lost).toMatchObject({ differences: [], partly: 'body lost on the way by bad-day/1' })
    expect(again).toMatchObject({ differences: [], partly: undefined })
    expect(ended?.differences[0]).toEqual({ path: 'status', recorded: 401, now: 200 })
    expect(reportText(replayed)).toMatch(
      /^entries\[3\] GET \/listbooking\/1 {2}listBookings {2}affected by fault bad-day\/3 in the recording$/m,
    )
  })
})

describe('a connection that a fault closes', () => {
  const scenario = 'lost-reply-after-write'
  /** The differences of each call that differs. */
  const found = ({ outcomes }: Replayed) => outcomes.flatMap(({ differences }) => (differences.length > 0 ? [differences] : []))

  test.each(['of the same process', 'of a running server'])('is a response that is missing, in a world %s', async (place) => {
    const har = await recording(keepHouse)
    await using server = await startUnderstay({ scenario, at: AT, freeze: true })
    const flags = place === 'of a running server' ? ['--url', server.url] : ['--scenario', scenario]
    const replayed = await replayOf(har, ...flags)
    expect(found(replayed)).toContainEqual([{ path: 'status', recorded: 403, now: 0 }])
    expect(countsOf(replayed).exchanges).toBe(16)
  })

  test('is not one that cannot be opened', async () => {
    const server = await startUnderstay()
    await server.close()
    await expect(replayOf(await recording(book), '--url', server.url)).rejects.toThrow(/was not answered: /)
  })
})
