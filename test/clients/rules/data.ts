/**
 * Clients for the rules about what is sent, and how often something is read.
 *
 * @module
 */
import { type RuleTrials, times, type Wire } from './wire.ts'

const coupon = (w: Wire, amount: string): string =>
  `/coupon/1/${w.night(1)}/${w.night(30)}/${amount}/1/${w.night(1)}/${w.night(60)}`
const watch = (w: Wire) => w.get(`/listbooking/1/${w.night(0)}/${w.night(60)}`)

export const DATA_TRIALS: RuleTrials = {
  'data/date-format': {
    breaks: {
      does: 'writes days with slashes',
      run: async (w) => {
        await w.signIn()
        await w.get(`/properties/1/availabilities/${encodeURIComponent('2030/05/01')}/${encodeURIComponent('2030/05/02')}`)
      },
    },
    near: {
      does: 'writes days with hyphens',
      run: async (w) => {
        await w.signIn()
        await w.free(1, 20)
      },
    },
  },
  'data/path-segments': {
    breaks: {
      does: 'encodes a value twice',
      run: async (w) => {
        await w.signIn()
        await w.get('/search/towns/St%2520Ives')
      },
    },
    near: {
      does: 'encodes it once',
      run: async (w) => {
        await w.signIn()
        await w.get('/search/towns/St%20Ives')
      },
    },
  },
  'data/unread-fields': {
    breaks: {
      does: 'sends a field that nothing reads',
      run: async (w) => {
        await w.visit('v', ['begin'])
        await w.post('/booking/set/note', { note: 'late', remark: 'late' }, { session: 'v', token: false })
      },
    },
    near: {
      does: 'sends the fields there are',
      run: async (w) => {
        await w.visit('v', ['begin'])
        await w.post('/booking/set/note', { note: 'late' }, { session: 'v', token: false })
      },
    },
  },
  'data/tariff-midnight': {
    breaks: {
      does: 'keys days by local midnight',
      run: async (w) => {
        await w.signIn()
        const form = Object.entries(w.tariff(50)).map(([name, value]) => [
          name.replace(/\[(\d+)\]/, (_, epoch: string) => `[${Number(epoch) + 3600}]`),
          value,
        ])
        await w.post('/tariffs/1/micromanage', Object.fromEntries(form))
      },
    },
    near: {
      does: 'keys days by midnight in UTC',
      run: async (w) => {
        await w.signIn()
        await w.post('/tariffs/1/micromanage', w.tariff(50))
      },
    },
  },
  'data/service-warnings': {
    breaks: {
      does: 'asks in a language that is not known',
      run: async (w) => {
        await w.signIn()
        await w.get('/listbooking/1/xx-XX')
      },
    },
    near: {
      does: 'asks in one that is',
      run: async (w) => {
        await w.signIn()
        await w.get('/listbooking/1/en-GB')
      },
    },
  },
  'data/form-type': {
    breaks: {
      does: 'sends JSON in the place of a form',
      run: async (w) => {
        await w.visit('v', ['begin'])
        await w.post('/booking/set/note', '{"note":"late"}', {
          session: 'v',
          token: false,
          headers: { 'content-type': 'application/json' },
        })
      },
    },
    near: {
      does: 'sends a form with a charset',
      run: async (w) => {
        await w.visit('v', ['begin'])
        await w.post('/booking/set/note', 'note=late', {
          session: 'v',
          token: false,
          headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
        })
      },
    },
  },
  'data/utf8': {
    breaks: {
      does: 'sends Latin-1',
      run: async (w) => {
        await w.visit('v', ['begin'])
        await w.post('/booking/set/note', 'note=caf%E9', {
          session: 'v',
          token: false,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      },
    },
    near: {
      does: 'sends UTF-8',
      run: async (w) => {
        await w.visit('v', ['begin'])
        await w.post('/booking/set/note', 'note=caf%C3%A9', {
          session: 'v',
          token: false,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      },
    },
  },
  'data/money-plain': {
    breaks: {
      does: 'writes amounts with a comma',
      run: async (w) => {
        await w.signIn()
        await w.post(coupon(w, '12%2C50'))
      },
    },
    near: {
      does: 'writes amounts with a point',
      run: async (w) => {
        await w.signIn()
        await w.post(coupon(w, '12.50'))
      },
    },
  },
  'data/service-day': {
    breaks: {
      does: 'begins each window on the day of its machine',
      run: async (w) => {
        const today = w.night(0)
        const [a, b, c] = [w.night(5), w.night(9), w.night(12)]
        await w.world.clock.advance('3d')
        await w.signIn()
        for (const end of [a, b, c]) await w.get(`/properties/1/availabilities/${today}/${end}`)
      },
    },
    near: {
      does: 'begins one there, and the others on the day of the service',
      run: async (w) => {
        const today = w.night(0)
        await w.world.clock.advance('3d')
        await w.signIn()
        await w.get(`/properties/1/availabilities/${today}/${w.night(5)}`)
        await times(3, (i) => w.get(`/properties/1/availabilities/${w.night(0)}/${w.night(5 + i)}`))
      },
    },
  },
  'data/language-kept': {
    breaks: {
      does: 'changes its language in the middle',
      run: async (w) => {
        await w.signIn()
        await w.get('/tariffs/1/en-GB')
        await w.get('/tariffs/1/de-DE')
      },
    },
    near: {
      does: 'asks two properties in two languages',
      run: async (w) => {
        await w.signIn()
        await w.get('/tariffs/1/en-GB')
        await w.get('/tariffs/2/de-DE')
      },
    },
  },
  'efficiency/reference-cached': {
    breaks: { does: 'fetches the countries three times', run: async (w) => times(3, () => w.get('/site_structure/countries')) },
    near: {
      does: 'fetches them in two languages',
      run: async (w) => {
        await w.get('/site_structure/countries/en-GB')
        await w.get('/site_structure/regions/en-GB')
      },
    },
  },
  'efficiency/no-polling': {
    breaks: {
      does: 'reads the same eight times, with a query that changes',
      run: async (w) => {
        await w.signIn()
        await times(8, (i) => w.get(`/tariffs/1?nocache=${i}`))
      },
    },
    near: {
      does: 'looks before each of six writes',
      run: async (w) => {
        await w.signIn()
        await times(6, async (i) => {
          await w.get(`/properties/1/availabilities/${w.night(60)}/${w.night(80)}`)
          await w.close(1, 1, 60 + i)
        })
      },
    },
  },
  'sync/delta-only': {
    breaks: {
      does: 'sends the same tariff five times',
      run: async (w) => {
        await w.signIn()
        const id = await tariffId(w)
        await times(5, () => w.put('/tariffs/1/micromanage', { ...w.tariff(51), tarifftypeid: id }))
      },
    },
    near: {
      does: 'sends five different prices',
      run: async (w) => {
        await w.signIn()
        const id = await tariffId(w)
        await times(5, (i) => w.put('/tariffs/1/micromanage', { ...w.tariff(51, `12${i}.00`), tarifftypeid: id }))
      },
    },
  },
  'sync/twin-create': {
    breaks: {
      does: 'makes the same tariff twice',
      run: async (w) => {
        await w.signIn()
        await w.post('/tariffs/1/micromanage', w.tariff(52))
        await w.post('/tariffs/1/micromanage', w.tariff(52, '130.00'))
      },
    },
    near: {
      does: 'makes tariffs for two nights',
      run: async (w) => {
        await w.signIn()
        await w.post('/tariffs/1/micromanage', w.tariff(52))
        await w.post('/tariffs/1/micromanage', w.tariff(53))
      },
    },
  },
  'sync/replace-gap': {
    breaks: {
      does: 'deletes a tariff and makes one',
      run: async (w) => {
        await w.signIn()
        const id = await tariffId(w)
        await w.world.clock.advance('5m')
        await pauseLong(w, id)
      },
    },
    near: {
      does: 'makes the new one first',
      run: async (w) => {
        await w.signIn()
        const id = await tariffId(w)
        await w.post('/tariffs/1/micromanage', w.tariff(55))
        await w.remove(`/tariffs/1/${id}`)
      },
    },
  },
  'sync/check-before-close': {
    breaks: {
      does: 'closes a room without a look',
      run: async (w) => {
        await w.signIn()
        await w.close(1, 1, 61)
      },
    },
    near: {
      does: 'looks at a whole month first',
      run: async (w) => {
        await w.signIn()
        await w.get(`/properties/1/availabilities/${w.night(50)}/${w.night(80)}`)
        await w.close(1, 1, 61)
      },
    },
  },
  'sync/window-not-loop': {
    breaks: {
      does: 'asks for eight nights one by one',
      run: async (w) => {
        await w.signIn()
        await times(8, (i) => w.free(1, 20 + i))
      },
    },
    near: {
      does: 'asks for four',
      run: async (w) => {
        await w.signIn()
        await times(4, (i) => w.free(1, 20 + i))
      },
    },
  },
  'sync/n-plus-one': {
    breaks: {
      does: 'reads 35 bookings one by one',
      run: async (w) => {
        await w.signIn()
        const ids = await bookingIds(w)
        for (const id of ids.slice(0, 35)) await w.get(`/listbooking/1/${id}/guest`)
      },
    },
    near: {
      does: 'reads five that changed',
      run: async (w) => {
        await w.signIn()
        const ids = await bookingIds(w)
        for (const id of ids.slice(0, 5)) await w.get(`/listbooking/1/${id}/guest`)
      },
    },
  },
  'sync/full-once-a-day': {
    breaks: {
      does: 'reads all bookings each hour',
      run: async (w) => {
        await w.signIn()
        await times(6, async () => {
          await w.get('/listbooking/1')
          await w.world.clock.advance('9m')
        })
      },
    },
    near: {
      does: 'reads all once, and windows each hour',
      run: async (w) => {
        await w.signIn()
        await w.get('/listbooking/1')
        await times(6, async () => {
          await watch(w)
          await w.world.clock.advance('9m')
        })
      },
    },
  },
  'sync/call-rate': {
    breaks: {
      does: 'makes 620 calls in a go',
      run: async (w) => {
        await w.signIn()
        await times(62, (i) =>
          Promise.all(Array.from({ length: 10 }, (_, k) => w.get(`/tariffs/${[1, 2, 4][k % 3]}?page=${i}-${k}`))),
        )
      },
      also: [],
    },
    near: {
      does: 'makes 60',
      run: async (w) => {
        await w.signIn()
        await times(4, (i) => w.get(`/properties/1/availabilities/${w.night(10 + i)}/${w.night(40)}`))
      },
    },
  },
  'sync/booking-picked-up': {
    breaks: {
      does: 'reads bookings once in the morning',
      run: async (w) => {
        await w.world.play(ARRIVAL)
        await w.signIn()
        await watch(w)
        await w.world.clock.advance('50m')
        await w.get('/tariffs/1')
      },
    },
    near: {
      does: 'reads them a quarter of an hour later',
      run: async (w) => {
        await w.world.play(ARRIVAL)
        await w.signIn()
        await watch(w)
        await w.world.clock.advance('15m')
        await watch(w)
        await w.world.clock.advance('40m')
        await w.get('/tariffs/1')
      },
    },
  },
}

const ARRIVAL = {
  name: 'arrival',
  events: [{ at: '+5m', do: 'guest_books' as const, with: { property: 1, arrival: 'today+20', departure: 'today+22' } }],
}

async function tariffId(w: Wire): Promise<string> {
  const { text } = await w.post('/tariffs/1/micromanage', w.tariff(51, '110.00', 'Base'))
  return /"tarifftypeid":\s*"?(\d+)/.exec(text)?.[1] ?? /(\d+)/.exec(text)?.[1] ?? ''
}

/** Deletes and makes anew, long after the tariff was made. */
async function pauseLong(w: Wire, id: string): Promise<void> {
  await w.remove(`/tariffs/1/${id}`)
  await w.post('/tariffs/1/micromanage', w.tariff(56))
}

async function bookingIds(w: Wire): Promise<readonly string[]> {
  const { text } = await w.get('/listbooking/1')
  return [...new Set([...text.matchAll(/"contract_uid":\s*"?(\d+)/g)].map((match) => match[1] ?? ''))]
}
