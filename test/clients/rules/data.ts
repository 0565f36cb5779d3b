/**
 * Clients for the rules about what is sent.
 *
 * @module
 */
import { type RawClient, type RuleTrials, signedIn, times } from './raw-client.ts'

const coupon = (w: RawClient, amount: string): string =>
  `/coupon/1/${w.night(1)}/${w.night(30)}/${amount}/1/${w.night(1)}/${w.night(60)}`

export const DATA_TRIALS: RuleTrials = {
  'data/date-format': {
    breaks: signedIn('writes days with slashes', (w) =>
      w.get(`/properties/1/availabilities/${encodeURIComponent('2030/05/01')}/${encodeURIComponent('2030/05/02')}`),
    ),
    near: signedIn('writes days with hyphens', (w) => w.free(1, 20)),
  },
  'data/path-segments': {
    breaks: signedIn('encodes a value twice', (w) => w.get('/search/towns/St%2520Ives')),
    near: signedIn('encodes it once', (w) => w.get('/search/towns/St%20Ives')),
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
    breaks: signedIn('keys days by local midnight', async (w) => {
      const form = Object.entries(w.tariff(50)).map(([name, value]) => [
        name.replace(/\[(\d+)\]/, (_, epoch: string) => `[${Number(epoch) + 3600}]`),
        value,
      ])
      await w.post('/tariffs/1/micromanage', Object.fromEntries(form))
    }),
    near: signedIn('keys days by midnight in UTC', (w) => w.post('/tariffs/1/micromanage', w.tariff(50))),
  },
  'data/service-warnings': {
    breaks: signedIn('asks in a language that is not known', (w) => w.get('/listbooking/1/xx-XX')),
    near: signedIn('asks in one that is', (w) => w.get('/listbooking/1/en-GB')),
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
    breaks: signedIn('writes amounts with a comma', (w) => w.post(coupon(w, '12%2C50'))),
    near: signedIn('writes amounts with a point', (w) => w.post(coupon(w, '12.50'))),
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
    breaks: signedIn('changes its language in the middle', async (w) => {
      await w.get('/tariffs/1/en-GB')
      await w.get('/tariffs/1/de-DE')
    }),
    near: signedIn('asks two properties in two languages', async (w) => {
      await w.get('/tariffs/1/en-GB')
      await w.get('/tariffs/2/de-DE')
    }),
  },
}
