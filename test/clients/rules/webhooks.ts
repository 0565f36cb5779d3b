/**
 * Clients for the rules about receivers of webhooks.
 *
 * @module
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from '../../support/until.ts'
import { ARRIVAL, watchBookings } from './arrival.ts'
import type { RawClient, RuleTrials } from './raw-client.ts'

/** Plays an event that books, and waits until its notifications are delivered. */
async function hear(client: RawClient, scenario: object, status = 204): Promise<readonly string[]> {
  await client.world.play({ ...ARRIVAL, ...scenario })
  const hook = await client.world.webhooks.receive({ status })
  await client.signIn()
  await watchBookings(client)
  await client.world.clock.advance('6m')
  await settled(client)
  const tasks = hook.all().map(({ task }) => task)
  await hook.close()
  return tasks
}

const settled = (client: RawClient) =>
  until(async () => (await client.world.webhooks.deliveries({ state: 'waiting' })).length === 0)

/** A slow receiver. */
async function hearSlowly(client: RawClient, milliseconds: number): Promise<void> {
  const server = createServer((_, response) => setTimeout(() => response.writeHead(204).end(), milliseconds))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await client.world.webhooks.add({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` })
  await client.signIn()
  await client.close(1, 1, 20)
  await settled(client)
  server.closeAllConnections()
  server.close()
}

/** Reads other data. A move before the next call takes no time of the client, so there are two. */
async function readTariffsLater(client: RawClient): Promise<void> {
  for (let move = 0; move < 2; move++) {
    await client.world.clock.advance('2h')
    await client.signIn()
    await client.get('/tariffs/1')
  }
}

const giveCoupon = (client: RawClient, amount: string) =>
  client.post(`/coupon/1/${client.night(1)}/${client.night(30)}/${amount}/1/${client.night(1)}/${client.night(60)}`, {})

export const WEBHOOK_TRIALS: RuleTrials = {
  'webhooks/answers-in-time': {
    breaks: {
      does: 'responds with 500',
      run: async (client) => {
        await hear(client, {}, 500)
        await watchBookings(client)
      },
    },
    near: { does: 'responds after 50 ms', run: (client) => hearSlowly(client, 50) },
  },
  'webhooks/reads-details': {
    breaks: {
      does: 'accepts the notification and reads other data',
      run: async (client) => {
        await hear(client, {})
        await readTariffsLater(client)
      },
      also: ['sync/booking-picked-up'],
    },
    near: {
      does: 'reads the list of bookings',
      run: async (client) => {
        await hear(client, {})
        await watchBookings(client)
        await client.world.clock.advance('2h')
        await client.signIn()
        await client.get('/tariffs/1')
      },
    },
  },
  'webhooks/lost-found-by-poll': {
    breaks: {
      does: 'never polls',
      run: async (client) => {
        await hear(client, { webhook: { drop: '100%' } })
        await readTariffsLater(client)
      },
      also: ['sync/booking-picked-up'],
    },
    near: {
      does: 'polls after 15 minutes',
      run: async (client) => {
        await hear(client, { webhook: { drop: '100%' } })
        await client.world.clock.advance('15m')
        await watchBookings(client)
        await client.world.clock.advance('2h')
        await client.signIn()
        await client.get('/tariffs/1')
      },
    },
  },
  'webhooks/duplicate-once': {
    breaks: {
      does: 'creates a coupon for each notification',
      run: async (client) => {
        const tasks = await hear(client, { webhook: { duplicate: '100%' } })
        for (const task of tasks) if (task === 'booking_added') await giveCoupon(client, '10')
        await watchBookings(client)
      },
    },
    near: {
      does: 'creates one coupon for the booking',
      run: async (client) => {
        await hear(client, { webhook: { duplicate: '100%' } })
        await giveCoupon(client, '10')
        await watchBookings(client)
      },
    },
  },
}
