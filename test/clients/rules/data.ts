/**
 * Clients for the rules about what is sent.
 *
 * @module
 */
import { type RawClient, type RuleTrials, signedIn, times } from './raw-client.ts'

const coupon = (client: RawClient, amount: string): string =>
  `/coupon/1/${client.night(1)}/${client.night(30)}/${amount}/1/${client.night(1)}/${client.night(60)}`

export const DATA_TRIALS: RuleTrials = {
  'data/date-format': {
    breaks: signedIn('sends days with slashes', (client) =>
      client.get(`/properties/1/availabilities/${encodeURIComponent('2030/05/01')}/${encodeURIComponent('2030/05/02')}`),
    ),
    near: signedIn('sends days with hyphens', (client) => client.free(1, 20)),
  },
  'data/path-segments': {
    breaks: signedIn('encodes a value twice', (client) => client.get('/search/towns/St%2520Ives')),
    near: signedIn('encodes it once', (client) => client.get('/search/towns/St%20Ives')),
  },
  'data/unread-fields': {
    breaks: {
      does: 'sends an unknown field',
      run: async (client) => {
        await client.visit('v', ['begin'])
        await client.post('/booking/set/note', { note: 'late', remark: 'late' }, { session: 'v', token: false })
      },
    },
    near: {
      does: 'sends only known fields',
      run: async (client) => {
        await client.visit('v', ['begin'])
        await client.post('/booking/set/note', { note: 'late' }, { session: 'v', token: false })
      },
    },
  },
  'data/tariff-midnight': {
    breaks: signedIn('keys days by local midnight', async (client) => {
      const form = Object.entries(client.tariff(50)).map(([name, value]) => [
        name.replace(/\[(\d+)\]/, (_, epoch: string) => `[${Number(epoch) + 3600}]`),
        value,
      ])
      await client.post('/tariffs/1/micromanage', Object.fromEntries(form))
    }),
    near: signedIn('keys days by midnight in UTC', (client) => client.post('/tariffs/1/micromanage', client.tariff(50))),
  },
  'data/service-warnings': {
    breaks: signedIn('requests an unknown language', (client) => client.get('/listbooking/1/xx-XX')),
    near: signedIn('requests a known language', (client) => client.get('/listbooking/1/en-GB')),
  },
  'data/form-type': {
    breaks: {
      does: 'sends JSON instead of a form',
      run: async (client) => {
        await client.visit('v', ['begin'])
        await client.post('/booking/set/note', '{"note":"late"}', {
          session: 'v',
          token: false,
          headers: { 'content-type': 'application/json' },
        })
      },
    },
    near: {
      does: 'sends a form with a charset',
      run: async (client) => {
        await client.visit('v', ['begin'])
        await client.post('/booking/set/note', 'note=late', {
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
      run: async (client) => {
        await client.visit('v', ['begin'])
        await client.post('/booking/set/note', 'note=caf%E9', {
          session: 'v',
          token: false,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      },
    },
    near: {
      does: 'sends UTF-8',
      run: async (client) => {
        await client.visit('v', ['begin'])
        await client.post('/booking/set/note', 'note=caf%C3%A9', {
          session: 'v',
          token: false,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      },
    },
  },
  'data/money-plain': {
    breaks: signedIn('sends amounts with a decimal comma', (client) => client.post(coupon(client, '12%2C50'))),
    near: signedIn('sends amounts with a decimal point', (client) => client.post(coupon(client, '12.50'))),
  },
  'data/service-day': {
    breaks: {
      does: 'starts each range on the day of its machine',
      run: async (client) => {
        const today = client.night(0)
        const [a, b, c] = [client.night(5), client.night(9), client.night(12)]
        await client.world.clock.advance('3d')
        await client.signIn()
        for (const end of [a, b, c]) await client.get(`/properties/1/availabilities/${today}/${end}`)
      },
    },
    near: {
      does: 'starts one range there and the others on the day of the service',
      run: async (client) => {
        const today = client.night(0)
        await client.world.clock.advance('3d')
        await client.signIn()
        await client.get(`/properties/1/availabilities/${today}/${client.night(5)}`)
        await times(3, (i) => client.get(`/properties/1/availabilities/${client.night(0)}/${client.night(5 + i)}`))
      },
    },
  },
  'data/language-kept': {
    breaks: signedIn('changes its language', async (client) => {
      await client.get('/tariffs/1/en-GB')
      await client.get('/tariffs/1/de-DE')
    }),
    near: signedIn('uses two languages for two properties', async (client) => {
      await client.get('/tariffs/1/en-GB')
      await client.get('/tariffs/2/de-DE')
    }),
  },
}
