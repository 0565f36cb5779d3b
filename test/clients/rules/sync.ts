/**
 * Clients for the rules about how often something is read, and how a calendar is kept.
 *
 * @module
 */
import { ARRIVAL, watchBookings } from './arrival.ts'
import { type RawClient, type RuleTrials, signedIn, times } from './raw-client.ts'

export const SYNC_TRIALS: RuleTrials = {
  'efficiency/reference-cached': {
    breaks: {
      does: 'reads the countries three times',
      run: async (client) => times(3, () => client.get('/site_structure/countries')),
    },
    near: {
      does: 'reads the countries and the regions once',
      run: async (client) => {
        await client.get('/site_structure/countries/en-GB')
        await client.get('/site_structure/regions/en-GB')
      },
    },
  },
  'efficiency/no-polling': {
    breaks: signedIn('reads the same list eight times with a changing query string', (client) =>
      times(8, (i) => client.get(`/tariffs/1?nocache=${i}`)),
    ),
    near: signedIn('reads before each of six writes', async (client) => {
      await times(6, async (i) => {
        await client.get(`/properties/1/availabilities/${client.night(60)}/${client.night(80)}`)
        await client.close(1, 1, 60 + i)
      })
    }),
  },
  'sync/delta-only': {
    breaks: signedIn('sends the same tariff five times', async (client) => {
      const id = await tariffId(client)
      await times(5, () => client.put('/tariffs/1/micromanage', { ...client.tariff(51), tarifftypeid: id }))
    }),
    near: signedIn('sends five different prices', async (client) => {
      const id = await tariffId(client)
      await times(5, (i) => client.put('/tariffs/1/micromanage', { ...client.tariff(51, `12${i}.00`), tarifftypeid: id }))
    }),
  },
  'sync/twin-create': {
    breaks: signedIn('creates the same tariff twice', async (client) => {
      await client.post('/tariffs/1/micromanage', client.tariff(52))
      await client.post('/tariffs/1/micromanage', client.tariff(52, '130.00'))
    }),
    near: signedIn('creates tariffs for two nights', async (client) => {
      await client.post('/tariffs/1/micromanage', client.tariff(52))
      await client.post('/tariffs/1/micromanage', client.tariff(53))
    }),
  },
  'sync/replace-gap': {
    breaks: signedIn('deletes a tariff and creates its replacement', async (client) => {
      const id = await tariffId(client)
      await client.world.clock.advance('5m')
      await replaceTariff(client, id)
    }),
    near: signedIn('creates the replacement first', async (client) => {
      const id = await tariffId(client)
      await client.post('/tariffs/1/micromanage', client.tariff(55))
      await client.remove(`/tariffs/1/${id}`)
    }),
  },
  'sync/closed-as-sold': {
    breaks: { does: 'closes the night of departure, too', run: (client) => closeSold(client, [60, 61, 62]) },
    near: { does: 'closes the nights that were sold', run: (client) => closeSold(client, [60, 61]) },
  },
  'sync/own-closures-only': {
    breaks: {
      does: 'removes the black bookings that it did not make',
      run: async (client) => {
        const { others } = await besideRepair(client)
        for (const id of others) await client.remove(`/blackbookings/1/${id}`)
      },
    },
    near: {
      does: 'removes the black booking that it made',
      run: async (client) => {
        const { own } = await besideRepair(client)
        await client.remove(`/blackbookings/1/${own}`)
      },
    },
  },
  'sync/check-before-close': {
    breaks: signedIn('closes a room without reading the calendar', (client) => client.close(1, 1, 61)),
    near: signedIn('reads a whole month first', async (client) => {
      await client.get(`/properties/1/availabilities/${client.night(50)}/${client.night(80)}`)
      await client.close(1, 1, 61)
    }),
  },
  'sync/window-not-loop': {
    breaks: signedIn('requests eight nights one by one', (client) => times(8, (i) => client.free(1, 20 + i))),
    near: signedIn('requests four nights one by one', (client) => times(4, (i) => client.free(1, 20 + i))),
  },
  'sync/n-plus-one': {
    breaks: signedIn('reads 35 bookings one by one', async (client) => {
      const ids = await bookingIds(client)
      for (const id of ids.slice(0, 35)) await client.get(`/listbooking/1/${id}/guest`)
    }),
    near: signedIn('reads five bookings one by one', async (client) => {
      const ids = await bookingIds(client)
      for (const id of ids.slice(0, 5)) await client.get(`/listbooking/1/${id}/guest`)
    }),
  },
  'sync/full-once-a-day': {
    breaks: signedIn('reads all bookings six times in an hour', async (client) => {
      await times(6, async () => {
        await client.get('/listbooking/1')
        await client.world.clock.advance('9m')
      })
    }),
    near: signedIn('reads all bookings once and ranges after that', async (client) => {
      await client.get('/listbooking/1')
      await times(6, async () => {
        await watchBookings(client)
        await client.world.clock.advance('9m')
      })
    }),
  },
  'sync/call-rate': {
    breaks: signedIn('sends 620 calls without a pause', async (client) => {
      await times(62, (i) =>
        Promise.all(Array.from({ length: 10 }, (_, k) => client.get(`/tariffs/${[1, 2, 4][k % 3]}?page=${i}-${k}`))),
      )
    }),
    near: signedIn('sends 60 calls without a pause', (client) =>
      times(6, (i) =>
        Promise.all(Array.from({ length: 10 }, (_, k) => client.get(`/tariffs/${[1, 2, 4][k % 3]}?page=${i}-${k}`))),
      ),
    ),
  },
  'sync/booking-picked-up': {
    breaks: {
      does: 'reads bookings only before the new one',
      run: async (client) => {
        await client.world.play(ARRIVAL)
        await client.signIn()
        await watchBookings(client)
        // a move before the next call takes no time of the client, so there are two
        for (let move = 0; move < 2; move++) {
          await client.world.clock.advance('50m')
          await client.signIn()
          await client.get('/tariffs/1')
        }
      },
    },
    near: {
      does: 'reads bookings 15 minutes after the new one',
      run: async (client) => {
        await client.world.play(ARRIVAL)
        await client.signIn()
        await watchBookings(client)
        await client.world.clock.advance('15m')
        await watchBookings(client)
        await client.world.clock.advance('40m')
        await client.get('/tariffs/1')
      },
    },
  },
}

async function tariffId(client: RawClient): Promise<string> {
  const { text } = await client.post('/tariffs/1/micromanage', client.tariff(51, '110.00', 'Base'))
  return /"tarifftypeid":\s*"?(\d+)/.exec(text)?.[1] ?? /(\d+)/.exec(text)?.[1] ?? ''
}

/** Deletes a tariff and creates another one. */
async function replaceTariff(client: RawClient, id: string): Promise<void> {
  await client.remove(`/tariffs/1/${id}`)
  await client.post('/tariffs/1/micromanage', client.tariff(56))
}

async function bookingIds(client: RawClient): Promise<readonly string[]> {
  const { text } = await client.get('/listbooking/1')
  return [...new Set([...text.matchAll(/"contract_uid":\s*"?(\d+)/g)].map((match) => match[1] ?? ''))]
}

/** Closes a room while another one is out for repair, and lists both. */
async function besideRepair(client: RawClient): Promise<{ readonly own: string; readonly others: readonly string[] }> {
  const repair = { property: 1, room: 5, arrival: 'today+60' as const, nights: 2 }
  await client.world.play({
    name: 'repair',
    clock: { run: 'frozen' },
    events: [{ at: '+1m', do: 'room_blocked', with: repair }],
  })
  await client.world.clock.advance('2m')
  await client.signIn()
  await client.free(1, 61)
  const { text: closed } = await client.close(1, 1, 61)
  const { text: listed } = await client.get(`/blackbookings/1/roomlist/${client.night(60)}`)
  const own = /\d+/.exec(closed)?.[0] ?? ''
  const ids = [...listed.matchAll(/"contract_uid":\s*"?(\d+)/g)].map((match) => match[1] ?? '')
  return { own, others: ids.filter((id) => id !== own) }
}

/** Closes nights of two rooms that were sold on another channel, each from the 60th day on for two nights. */
async function closeSold(client: RawClient, nights: readonly number[]): Promise<void> {
  const sold = (room: number) => ({ property: 1, room, arrival: 'today+60' as const, departure: 'today+62' as const })
  await client.world.play({
    name: 'sales',
    clock: { run: 'frozen' },
    events: [8, 9].map((room) => ({ at: '+1m', do: 'channel_sells' as const, with: sold(room) })),
  })
  await client.world.clock.advance('2m')
  await client.signIn()
  await client.get(`/properties/1/availabilities/${client.night(60)}/${client.night(63)}`)
  for (const room of [8, 9]) for (const night of nights) await client.close(1, room, night)
}
