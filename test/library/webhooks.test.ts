import http, { Server as HttpServer } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { startUnderstay, type Understay, type UnderstaySandbox, type WebhookReceiver } from '../../src/index.ts'

/** On a busy machine deliveries take longer than the five seconds that `next` waits. */
const PATIENT = { timeoutMs: 60_000 }

let understay: Understay | undefined
afterEach(async () => {
  await understay?.close()
  understay = undefined
})

test('a receiver gets the events of its sandbox, and leaves nothing behind when it closes', async () => {
  understay = await startUnderstay({ listen: false })
  const sandbox = await understay.sandbox('w1')
  const hooks = await sandbox.webhooks.receive()
  await sandbox.play({ name: 'one-guest', events: [{ at: '+1m', do: 'guest_books', with: { property: 1 } }] })
  expect(await sandbox.webhooks.list()).toEqual([])
  await hooks.close()

  const again = await sandbox.webhooks.receive({ auth: 'basic', username: 'me', password: 'x' })
  await sandbox.clock.advance('2m')
  const { data, headers } = await again.next({ task: 'booking_added', property_uid: 1 }, PATIENT)
  expect(data).toMatchObject({ task: 'booking_added', property_uid: 1, contract_uid: expect.any(Number) })
  expect(headers['authorization']).toBe('Basic bWU6eA==')
  expect(again.all().map(({ task }) => task)).toContain('user_created')
  await expect(again.next({ task: 'booking_cancelled' }, { timeoutMs: 20 })).rejects.toThrow(
    'no event {"task":"booking_cancelled"} within 20 ms; received so far: user_created, ',
  )
  // More events may still arrive while this waits.
  const unconfirmed = async () => again.all().length - (await sandbox.webhooks.deliveries({ state: 'delivered' })).length
  await expect.poll(unconfirmed).toBe(0)
  await again.close()
  expect(await sandbox.webhooks.list()).toEqual([])
})

test('a receiver can refuse an event, and get it again', async () => {
  understay = await startUnderstay({
    listen: false,
    scenario: { name: 'g', events: [{ at: '+1m', do: 'price_changes', with: { property: 1, by: '5%' } }] },
  })
  await using hooks = await understay.webhooks.receive({ status: 500 })
  await understay.clock.advance('2m')
  await hooks.next({ task: 'tariffs_updated' }, PATIENT)
  await expect.poll(async () => (await understay?.webhooks.deliveries({ state: 'failed' }))?.length).toBe(1)
  hooks.status = 204
  const { id } = await understay.webhooks.redeliver(1)
  expect(id).toBe(2)
  await hooks.next({ task: 'tariffs_updated' }, PATIENT)
  await expect.poll(async () => (await understay?.webhooks.deliveries({ state: 'delivered' }))?.length).toBe(1)
})

test('a receiver ends after its server too, and one that cannot be registered leaves no socket', async () => {
  const closing = vi.spyOn(HttpServer.prototype, 'close')
  onTestFinished(() => closing.mockRestore())
  understay = await startUnderstay({ listen: false })
  const hooks = await understay.webhooks.receive()
  await understay.close()
  await hooks.close()
  await expect(fetch(hooks.url)).rejects.toThrow()
  expect(closing).toHaveBeenCalledTimes(1)
  await expect(understay.webhooks.receive()).rejects.toThrow('this server has been closed')
  expect(closing).toHaveBeenCalledTimes(2)
})

test('a receiver closes quietly together with its server or sandbox, in any order, and brings back neither', async () => {
  for (const server of await Promise.all([startUnderstay({ listen: false }), startUnderstay()])) {
    const sandbox = await server.sandbox('w1')
    const [first, second, third] = [
      await sandbox.webhooks.receive(),
      await sandbox.webhooks.receive(),
      await server.webhooks.receive(),
    ]
    await Promise.all([first.close(), sandbox.delete(), second.close(), first.close()])
    const names: unknown = await (await server.fetch('/_understay/sandboxes')).json()
    expect(names).toEqual([expect.objectContaining({ name: 'default' })])
    const last = await server.webhooks.receive()
    await Promise.all([third.close(), server.close(), last.close(), third.close(), server.close()])
    for (const { url } of [first, second, third, last]) await expect(fetch(url)).rejects.toThrow('fetch failed')
  }
})

test.each([
  ['reset', (sandbox: UnderstaySandbox) => sandbox.reset()],
  ['deleted', (sandbox: UnderstaySandbox) => sandbox.delete()],
])('a receiver of before its sandbox was %s leaves the webhook of another one', async (_, end) => {
  understay = await startUnderstay({ listen: false })
  const sandbox = await understay.sandbox('w1')
  const stale = await sandbox.webhooks.receive()
  await end(sandbox)
  const again = await understay.sandbox('w1')
  const live = await again.webhooks.receive()
  await stale.close()
  expect(await again.webhooks.list()).toMatchObject([{ url: live.url }])
})

test('deliveries take filters that are undefined, as other options do', async () => {
  understay = await startUnderstay({ listen: false })
  expect(await understay.webhooks.deliveries({ since: undefined, task: undefined, state: undefined })).toEqual([])
})

test('an event that does not arrive is an error in the line of the caller', async () => {
  understay = await startUnderstay({ listen: false })
  const receiver = await understay.webhooks.receive()
  async function lineOfTheTest(): Promise<void> {
    await receiver.next({ task: 'booking_added' }, { timeoutMs: 20 })
  }
  const { stack } = await lineOfTheTest().then(() => new Error('it arrived'), Object)
  expect(stack).toContain('lineOfTheTest')
  await receiver.close()
})

test.each([
  ['reset', (sandbox: UnderstaySandbox) => sandbox.reset()],
  ['play', (sandbox: UnderstaySandbox) => sandbox.play('webhook-twice')],
])('a receiver of before a %s says that its webhook is gone', async (_, begin) => {
  understay = await startUnderstay({ listen: false })
  const sandbox = await understay.sandbox('w1')
  const receiver = await sandbox.webhooks.receive()
  await begin(sandbox)
  await sandbox.trigger({ do: 'guest_books', with: { property: 1 } })
  const wanted = 'no event {} within 20 ms; received so far: none; its webhook is gone: call receive() after a reset or play()'
  await expect(receiver.next({}, { timeoutMs: 20 })).rejects.toThrow(wanted)
  await receiver.close()
})

test('the error of an event that does not arrive has the reason of the deliveries that failed', async () => {
  const { request } = http
  http.request = () => {
    throw Object.assign(new Error('not allowed'), { code: 'EBLOCKED' })
  }
  syncBuiltinESMExports()
  onTestFinished(() => {
    http.request = request
    syncBuiltinESMExports()
  })
  understay = await startUnderstay({ listen: false })
  const receiver = await understay.webhooks.receive()
  const headers = { authorization: `Bearer ${await understay.token()}` }
  await understay.fetch('/service/api/blackbookings/1/1/2031-05-02', { method: 'POST', headers })
  await expect.poll(async () => (await understay?.webhooks.deliveries({ state: 'waiting' }))?.length).toBe(0)
  await expect(receiver.next({}, { timeoutMs: 20 })).rejects.toThrow(
    /received so far: none; deliveries that did not arrive: [1-9] \(not reachable \(EBLOCKED\)\)$/,
  )
})

test('who waits for an event is told at once when the receiver is closed, by itself or with its server', async () => {
  const ways = [(_: Understay, receiver: WebhookReceiver) => receiver.close(), (server: Understay) => server.close()]
  for (const close of ways) {
    understay = await startUnderstay({ listen: false })
    const receiver = await understay.webhooks.receive()
    const told = expect(receiver.next({ task: 'a' }, PATIENT)).rejects.toThrow(
      'no event {"task":"a"} until the receiver was closed',
    )
    await close(understay, receiver)
    await told
    await expect(receiver.next({}, PATIENT)).rejects.toThrow('no event {} until the receiver was closed; received so far: none')
    await understay.close()
  }
})

test('a receiver that is left open ends with its server, and keeps its events', async () => {
  const understay = await startUnderstay({ listen: false })
  const sandbox = await understay.sandbox('w1')
  const receiver = await sandbox.webhooks.receive()
  const closed = await understay.webhooks.receive()
  await closed.close()
  await fetch(receiver.url, { method: 'POST', body: '{"data":{"task":"ping"}}' })
  await understay.close()
  await expect(fetch(receiver.url)).rejects.toThrow('fetch failed')
  expect(receiver.all()).toHaveLength(1)
  await receiver.close()
})
