/**
 * Clients for the rules about tokens, scopes and who calls.
 *
 * @module
 */
import { type RuleTrials, times, type Wire } from './wire.ts'

const expire = (wire: Wire, after = 0) => wire.world.faults.arm({ on: { method: 'GET' }, after, token: 'expired' })

export const AUTH_TRIALS: RuleTrials = {
  'auth/token-form': {
    breaks: {
      does: 'asks for a token with JSON',
      run: async (w) => {
        await w.post('/oauth/token', '{"grant_type":"client_credentials"}', {
          token: false,
          headers: { 'content-type': 'application/json' },
        })
        await w.signIn()
        await w.get('/properties/all')
      },
    },
    near: {
      does: 'asks for a token with a form and a charset',
      run: async (w) => {
        await w.signIn()
        await w.get('/properties/all')
      },
    },
  },
  'auth/secret-in-url': {
    breaks: {
      does: 'puts its token into the address',
      run: async (w) => {
        await w.signIn()
        await w.get(`/properties/all?access_token=${w.token}`, { token: false })
      },
      also: ['auth/channel-name'],
    },
    near: {
      does: 'has a query without a secret',
      run: async (w) => {
        await w.signIn()
        await w.get('/properties/all?token_kind=bearer')
      },
    },
  },
  'auth/channel-name': {
    breaks: {
      does: 'does not say which channel it is',
      run: async (w) => {
        await w.signIn()
        await w.get('/properties/all', { token: false, headers: { authorization: `Bearer ${w.token}` } })
      },
    },
    near: {
      does: 'says so in another case',
      run: async (w) => {
        await w.signIn()
        await w.get('/properties/all', { headers: { 'X-Service-Channel-Name': 'Trial' } })
      },
    },
  },
  'auth/forbidden-no-retry': {
    breaks: {
      does: 'sends a forbidden call three times',
      run: async (w) => {
        await w.signIn('properties_get')
        await times(3, () => w.close(1, 1, 30))
      },
    },
    near: {
      does: 'goes on with what it may',
      run: async (w) => {
        await w.signIn('properties_get')
        await w.close(1, 1, 30)
        await w.free(1, 30)
      },
    },
  },
  'auth/token-reuse': {
    breaks: {
      does: 'asks for a token before every call',
      run: async (w) =>
        times(4, async (i) => {
          await w.signIn()
          await w.free(1, 20 + i)
        }),
    },
    near: {
      does: 'is started three times, and begins alike',
      run: async (w) =>
        times(3, async () => {
          await w.signIn()
          await w.get('/properties/all')
          await w.free(1, 20)
        }),
    },
  },
  'auth/proactive-renewal': {
    breaks: {
      does: 'uses its token past the end',
      run: async (w) => {
        await w.signIn()
        await w.get('/properties/all')
        await w.world.clock.advance('400d')
        await w.get('/properties/all')
        await w.signIn()
        await w.get('/properties/all')
      },
    },
    near: {
      does: 'renews shortly before the end',
      run: async (w) => {
        const { text } = await w.signIn()
        const life = Number(/"expires_in":\s*(\d+)/.exec(text)?.[1])
        await w.get('/properties/all')
        await w.world.clock.advance(`${life - 30}s`)
        await w.signIn()
        await w.get('/properties/all')
      },
    },
  },
  'auth/one-renewal': {
    breaks: {
      does: 'sends a dead token again',
      run: async (w) => {
        await w.signIn()
        await expire(w)
        await w.get('/properties/all')
        await w.get('/properties/all')
      },
    },
    near: {
      does: 'renews once and repeats the call',
      run: async (w) => {
        await w.signIn()
        await expire(w)
        await w.get('/properties/all')
        await w.signIn()
        await w.get('/properties/all')
      },
    },
  },
  'auth/scope-lost': {
    breaks: {
      does: 'swallows a missing scope and tries the next write',
      run: async (w) => {
        await w.signIn('properties_get')
        await w.close(1, 1, 30)
        await w.close(1, 2, 30)
      },
    },
    near: {
      does: 'reads on after a missing scope',
      run: async (w) => {
        await w.signIn('properties_get')
        await w.close(1, 1, 30)
        await w.free(1, 30)
        await w.get('/tariffs/1')
      },
    },
  },
  'auth/property-lost': {
    breaks: {
      does: 'goes on at a property that is not its own',
      run: async (w) => {
        await w.signIn()
        await w.get('/tariffs/999')
        await w.get('/guests/999/list')
      },
    },
    near: {
      does: 'tries it once and lists its own',
      run: async (w) => {
        await w.signIn()
        await w.get('/tariffs/999')
        await w.get('/properties/all')
        await w.get('/tariffs/1')
      },
    },
  },
  'auth/renewal-refused': {
    breaks: {
      does: 'uses a dead token on when none is given',
      run: async (w) => {
        await w.signIn()
        await w.get('/properties/all')
        await expire(w)
        await w.get('/tariffs/1')
        await w.signIn('properties_get', { scope: 'nothing_such' })
        await w.get('/guests/1/list')
      },
      also: ['auth/one-renewal'],
    },
    near: {
      does: 'stops there',
      run: async (w) => {
        await w.signIn()
        await w.get('/properties/all')
        await expire(w)
        await w.get('/tariffs/1')
        await w.signIn('properties_get', { scope: 'nothing_such' })
      },
    },
  },
  'auth/invalid-client-stop': {
    breaks: {
      does: 'tries a wrong secret three times',
      run: async (w) => {
        await times(3, async (i) => {
          await w.signIn('properties_get', { client_secret: `wrong-${i}` })
        })
        await w.signIn()
        await w.get('/properties/all')
      },
      also: ['resilience/no-retry-of-refusals'],
    },
    near: {
      does: 'takes the new secret when the old one is refused',
      run: async (w) => {
        await w.signIn('properties_get', { client_secret: 'old' })
        await w.signIn()
        await w.get('/properties/all')
      },
    },
  },
  'auth/least-scope': {
    breaks: {
      does: 'asks for writing and only reads',
      run: async (w) => {
        await w.signIn()
        await times(6, (i) => w.get(`/properties/1/availabilities/${w.night(10 + i)}/${w.night(30 + i)}`))
      },
    },
    near: {
      does: 'asks for reading and reads',
      run: async (w) => {
        await w.signIn('properties_get')
        await times(6, (i) => w.get(`/properties/1/availabilities/${w.night(10 + i)}/${w.night(30 + i)}`))
      },
    },
  },
  'auth/user-agent': {
    breaks: {
      does: 'calls itself by its library',
      run: async (w) => {
        await w.signIn()
        await w.get('/properties/all', { headers: { 'user-agent': 'python-requests/2.32' } })
      },
    },
    near: {
      does: 'has a name of its own',
      run: async (w) => {
        await w.signIn()
        await w.get('/properties/all', { headers: { 'user-agent': 'northern-rooms/2.3' } })
      },
    },
  },
}
