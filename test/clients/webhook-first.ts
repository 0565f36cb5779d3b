/**
 * A client that lives by notifications, and reads all bookings at night only. For each new booking it makes a door card, also at a
 * partner property.
 *
 * @module
 */
import type { UnderstaySandbox, WebhookReceiver } from '../../src/index.ts'
import { SmallHttp } from './small-http.ts'

/** `handles each notification`: also the second one about a booking. */
export type ReceiverFault = 'none' | 'handles each notification'

/** Minutes of the sandbox's clock between two looks at what has come. */
const PACE = 15

export async function receiveAll(world: UnderstaySandbox, hours: number, cardsAt: number, fault: ReceiverFault): Promise<void> {
  const hook: WebhookReceiver = await world.webhooks.receive()
  const http = new SmallHttp(world, 1)
  const known = new Set<string>()
  let handled = 0
  await http.call('GET', '/listbooking/1')
  for (let minutes = 0; minutes <= hours * 60; minutes += PACE) {
    await world.clock.advance(`${PACE}m`)
    while ((await world.webhooks.deliveries({ state: 'waiting' })).length > 0) await new Promise((done) => setTimeout(done, 5))
    const news = hook.all().slice(handled)
    handled += news.length
    for (const { task, data } of news) {
      const booking = String(data['contract_uid'])
      if (task !== 'booking_added' || (fault === 'none' && known.has(booking))) continue
      known.add(booking)
      await http.call('GET', `/webhooks/1/booking_added/${booking}`)
      await http.call('POST', `/guests/${cardsAt}/Door/Card/1/Quay/Cork/1534/IE/T12/0100/0200/card-${booking}@doors.example//0`)
    }
    if (minutes > 0 && minutes % (24 * 60) === 0) await http.call('GET', '/listbooking/1')
  }
  http.close()
  await hook.close()
}
