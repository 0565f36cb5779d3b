import { describe, expect, test } from 'vitest'
import { recordEvent } from '../../src/domain/event/events.ts'
import type { Webhook } from '../../src/domain/event/webhook.ts'
import { changePrices } from '../../src/scenario/acts/price.ts'
import { MAX_WAITING_DELIVERIES } from '../../src/webhooks/hook-queue.ts'
import { send } from '../../src/webhooks/send.ts'
import { runAct } from '../scenario/acts/run-act.ts'
import { TestWorld } from '../support/test-world.ts'
import { aHook as hook, receiver } from './receiver.ts'

const worldWith = (hooks: readonly Webhook[], options: ConstructorParameters<typeof TestWorld>[0] = {}): TestWorld =>
  new TestWorld({ ...options, rows: { ...options.rows, webhooks: hooks } })

/** Something happens to a property. */
const tell = ({ sandbox }: TestWorld, property: number): void =>
  sandbox.store.change((db) => recordEvent(db, { at: 0, task: 'tariffs_updated', data: { property_uid: property } }))

/** Something happens that one event tells. */
const happen = (world: TestWorld): unknown => runAct(world, changePrices, { property: 1, percent: 10 })

describe('a delivery', () => {
  test('carries basic credentials where the hook has them', async () => {
    const { got, url } = await receiver()
    const world = worldWith([hook(url, { auth: 'basic', username: 'hookuser', password: 'hookpass' })])
    happen(world)
    await world.sandbox.webhooks.idle()
    expect(got[0]?.headers['authorization']).toBe('Basic aG9va3VzZXI6aG9va3Bhc3M=')
  })

  test.each([
    ['payload', 'POST', true],
    ['recorded', 'GET', false],
  ])('to a receiver that gives out tokens: webhook_oauth=%s is a %s', async (answer, method, hasBody) => {
    const { got, url } = await receiver((response, { body }) =>
      body.startsWith('grant_type') ? response.end('{"access_token":"abc"}') : response.end(),
    )
    const world = worldWith([hook(url, { auth: 'oauth', username: 'me', password: 's3' })], {
      choices: { webhook_oauth: answer },
    })
    happen(world)
    await world.sandbox.webhooks.idle()
    expect(got[0]).toMatchObject({ method: 'POST', body: 'grant_type=client_credentials&client_id=me&client_secret=s3' })
    expect(got[1]).toMatchObject({ method, headers: { authorization: 'Bearer abc' } })
    expect(got[1]?.body.includes('tariffs_updated')).toBe(hasBody)
  })

  test('keeps of the answer only its status, and follows no redirect', async () => {
    const other = await receiver()
    const { url } = await receiver((response) => response.writeHead(302, { location: other.url }).end('secret words'))
    const world = worldWith([hook(url)])
    happen(world)
    await world.sandbox.webhooks.idle()
    expect(other.got).toEqual([])
    const [delivery] = world.sandbox.webhooks.deliveries.list()
    expect(delivery).toMatchObject({ state: 'failed', status: 302 })
    expect(JSON.stringify(delivery)).not.toContain('secret words')
  })

  test('that fails says why, and is not tried again', async () => {
    const gone = await receiver()
    const hung = await receiver((response) => response.destroy())
    const world = worldWith([hook('http://127.0.0.1:1/hook'), hook(hung.url, { id: 2 }), hook(gone.url, { id: 3 })])
    happen(world)
    await world.sandbox.webhooks.idle()
    expect(world.sandbox.webhooks.deliveries.list().map(({ hook: id, state, error }) => [id, state, error])).toEqual([
      [1, 'failed', 'nothing listens there'],
      [2, 'failed', 'the receiver hung up'],
      [3, 'delivered', undefined],
    ])
    expect(hung.got).toHaveLength(1)
  })

  test('ends when the time limit is over', async () => {
    const { url } = await receiver(() => undefined)
    expect(await send(hook(url), '{}', 'sent', { timeout: 50 })).toEqual({
      error: 'no answer within the time limit',
      ms: expect.any(Number),
    })
  })

  test('is not given up for a time in which this process did not run, and does not count it', async () => {
    const { url } = await receiver((response) => {
      const end = performance.now() + 900
      while (performance.now() < end);
      response.end()
    })
    const sent = await send(hook(url), '{}', 'sent', { timeout: 500 })
    expect(sent).toMatchObject({ status: 200 })
    expect(sent.ms).toBeLessThan(500)
  })

  test('says when the receiver gives out a token that is too long', async () => {
    const { url } = await receiver((response) => response.end('x'.repeat(100_000)))
    const sent = await send(hook(url, { auth: 'oauth' }), '{}', 'sent')
    expect(sent).toMatchObject({ error: 'the token response is longer than 65536 characters' })
  })

  test('has the time of its event, also when the clock has moved on since', async () => {
    const { url } = await receiver()
    const scenario = `name: later
clock: { run: frozen }
events: [{ at: +5m, do: guest_books, with: { property: 1, arrival: today+5, nights: 2 } }]
`
    const world = worldWith([hook(url)], { scenario })
    const start = world.sandbox.clock.now()
    await world.sandbox.moveClock({ by: 3_600_000 })
    await world.sandbox.webhooks.idle()
    const times = world.sandbox.webhooks.deliveries.list().map(({ at }) => at - start)
    expect(times.length).toBeGreaterThan(0)
    expect(new Set(times)).toEqual(new Set([300_000]))
  })

  test('can be sent again unchanged', async () => {
    const { got, url } = await receiver()
    const world = worldWith([hook(url)])
    happen(world)
    await world.sandbox.webhooks.idle()
    expect(world.sandbox.webhooks.redeliver(1)).toMatchObject({ id: 2, repeats: 1 })
    expect(world.sandbox.webhooks.redeliver(77)).toBeUndefined()
    await world.sandbox.webhooks.idle()
    expect(got[1]?.body).toBe(got[0]?.body)
  })
})

describe('a receiver that is slow', () => {
  test('delays no request and no other receiver', async () => {
    const open: (() => void)[] = []
    const slow = await receiver((response) => void open.push(() => response.end()))
    const quick = await receiver()
    const world = worldWith([hook(slow.url), hook(quick.url, { id: 2 })])
    for (let count = 0; count < 5; count++) happen(world)
    await expect.poll(() => quick.got.length).toBe(5)
    expect((await world.call('listTariffs', { path: { property_id: 1 }, as: 'desk' })).status).toBe(200)
    expect(slow.got).toHaveLength(1)
    world.sandbox.webhooks.end()
    for (const end of open) end()
  })

  test('has at most 1,000 waiting deliveries; then the oldest are dropped', async () => {
    const open: (() => void)[] = []
    const { url } = await receiver((response) => void open.push(() => response.end()))
    const world = worldWith([hook(url)])
    const changes = MAX_WAITING_DELIVERIES + 10
    for (let count = 0; count < changes; count++) runAct(world, changePrices, { property: 1, percent: count % 2 === 0 ? 10 : -9 })
    expect(world.sandbox.webhooks.deliveries.totals.dropped).toBe(10)
    expect(world.sandbox.webhooks.deliveries.list().filter(({ state }) => state === 'dropped').length).toBeLessThanOrEqual(10)
    world.sandbox.webhooks.end()
    for (const end of open) end()
  })

  test('delays the call with the choice webhook_delivery=before', async () => {
    let answered = false
    const { url } = await receiver((response) =>
      setTimeout(() => {
        answered = true
        response.end()
      }, 60),
    )
    const world = worldWith([hook(url)], { choices: { webhook_delivery: 'before' } })
    await world.call('createBlackBooking', { path: { property_id: 1, room_id: 1, date: '2026-06-01' }, as: 'desk' })
    expect(answered).toBe(true)
  })
})

describe('network faults on deliveries', () => {
  const faulty = (faults: string): string => `name: bad\nwebhook: ${faults}\n`

  async function got(faults: string, times = 4): Promise<readonly string[]> {
    const { got: all, url } = await receiver()
    const world = worldWith([hook(url)], { scenario: faulty(faults) })
    for (let count = 0; count < times; count++) tell(world, 1 + (count % 2))
    await world.sandbox.webhooks.idle()
    return all.map(({ body }) => String((JSON.parse(body) as { data: { property_uid: number } }).data.property_uid))
  }

  test('lose them', async () => {
    expect(await got('{ drop: 100% }')).toEqual([])
  })

  test('send them twice', async () => {
    expect(await got('{ duplicate: 100% }', 1)).toEqual(['1', '1'])
  })

  test('send them out of order', async () => {
    expect(await got('{ reorder: 100% }', 2)).toEqual(['2', '1'])
  })

  test('apply only to the given events', async () => {
    expect(await got('{ drop: 100%, event: booking_added }', 1)).toEqual(['1'])
  })
})
