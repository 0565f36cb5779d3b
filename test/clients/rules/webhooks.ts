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
async function hear(w: RawClient, scenario: object, status = 204): Promise<readonly string[]> {
  await w.world.play({ ...ARRIVAL, ...scenario })
  const hook = await w.world.webhooks.receive({ status })
  await w.signIn()
  await watchBookings(w)
  await w.world.clock.advance('6m')
  await settled(w)
  const tasks = hook.all().map(({ task }) => task)
  await hook.close()
  return tasks
}

const settled = (w: RawClient) => until(async () => (await w.world.webhooks.deliveries({ state: 'waiting' })).length === 0)

/** A slow receiver. */
async function hearSlowly(w: RawClient, milliseconds: number): Promise<void> {
  const server = createServer((_, response) => setTimeout(() => response.writeHead(204).end(), milliseconds))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await w.world.webhooks.add({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` })
  await w.signIn()
  await w.close(1, 1, 20)
  await settled(w)
  server.closeAllConnections()
  server.close()
}

const giveCoupon = (w: RawClient, amount: string) =>
  w.post(`/coupon/1/${w.night(1)}/${w.night(30)}/${amount}/1/${w.night(1)}/${w.night(60)}`, {})

export const WEBHOOK_TRIALS: RuleTrials = {
  'webhooks/answers-in-time': {
    breaks: {
      does: 'answers 500',
      run: async (w) => {
        await hear(w, {}, 500)
        await watchBookings(w)
      },
    },
    near: { does: 'answers after a moment', run: (w) => hearSlowly(w, 50) },
  },
  'webhooks/reads-details': {
    breaks: {
      does: 'takes the notification and reads something else',
      run: async (w) => {
        await hear(w, {})
        await w.world.clock.advance('2h')
        await w.signIn()
        await w.get('/tariffs/1')
      },
      also: ['sync/booking-picked-up'],
    },
    near: {
      does: 'reads the list of bookings',
      run: async (w) => {
        await hear(w, {})
        await watchBookings(w)
        await w.world.clock.advance('2h')
        await w.signIn()
        await w.get('/tariffs/1')
      },
    },
  },
  'webhooks/lost-found-by-poll': {
    breaks: {
      does: 'waits to be told',
      run: async (w) => {
        await hear(w, { webhook: { drop: '100%' } })
        await w.world.clock.advance('2h')
        await w.signIn()
        await w.get('/tariffs/1')
      },
      also: ['sync/booking-picked-up'],
    },
    near: {
      does: 'polls after a quarter of an hour',
      run: async (w) => {
        await hear(w, { webhook: { drop: '100%' } })
        await w.world.clock.advance('15m')
        await watchBookings(w)
        await w.world.clock.advance('2h')
        await w.signIn()
        await w.get('/tariffs/1')
      },
    },
  },
  'webhooks/duplicate-once': {
    breaks: {
      does: 'gives a coupon for each notification',
      run: async (w) => {
        const tasks = await hear(w, { webhook: { duplicate: '100%' } })
        for (const task of tasks) if (task === 'booking_added') await giveCoupon(w, '10')
        await watchBookings(w)
      },
    },
    near: {
      does: 'gives one coupon for the booking',
      run: async (w) => {
        await hear(w, { webhook: { duplicate: '100%' } })
        await giveCoupon(w, '10')
        await watchBookings(w)
      },
    },
  },
}
