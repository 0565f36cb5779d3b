/**
 * Clients for the rules about tokens, scopes and who calls.
 *
 * @module
 */
import { type RawClient, type RuleTrials, signedIn, signedInToRead, times } from './raw-client.ts'

const expire = (wire: RawClient, after = 0) => wire.world.faults.arm({ on: { method: 'GET' }, after, token: 'expired' })

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
    near: signedIn('asks for a token with a form and a charset', (w) => w.get('/properties/all')),
  },
  'auth/secret-in-url': {
    breaks: signedIn(
      'puts its token into the address',
      async (w) => {
        await w.get(`/properties/all?access_token=${w.token}`, { token: false })
      },
      ['auth/channel-name'],
    ),
    near: signedIn('has a query without a secret', (w) => w.get('/properties/all?token_kind=bearer')),
  },
  'auth/channel-name': {
    breaks: signedIn('does not say which channel it is', (w) =>
      w.get('/properties/all', { token: false, headers: { authorization: `Bearer ${w.token}` } }),
    ),
    near: signedIn('says so in another case', (w) =>
      w.get('/properties/all', { headers: { 'X-Service-Channel-Name': 'Trial' } }),
    ),
  },
  'auth/forbidden-no-retry': {
    breaks: signedInToRead('sends a forbidden call three times', (w) => times(3, () => w.close(1, 1, 30))),
    near: signedInToRead('goes on with what it may', async (w) => {
      await w.close(1, 1, 30)
      await w.free(1, 30)
    }),
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
    breaks: signedIn('uses its token past the end', async (w) => {
      await w.get('/properties/all')
      await w.world.clock.advance('400d')
      await w.get('/properties/all')
      await w.signIn()
      await w.get('/properties/all')
    }),
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
    breaks: signedIn('sends a dead token again', async (w) => {
      await expire(w)
      await w.get('/properties/all')
      await w.get('/properties/all')
    }),
    near: signedIn('renews once and repeats the call', async (w) => {
      await expire(w)
      await w.get('/properties/all')
      await w.signIn()
      await w.get('/properties/all')
    }),
  },
  'auth/scope-lost': {
    breaks: signedInToRead('swallows a missing scope and tries the next write', async (w) => {
      await w.close(1, 1, 30)
      await w.close(1, 2, 30)
    }),
    near: signedInToRead('reads on after a missing scope', async (w) => {
      await w.close(1, 1, 30)
      await w.free(1, 30)
      await w.get('/tariffs/1')
    }),
  },
  'auth/property-lost': {
    breaks: signedIn('goes on at a property that is not its own', async (w) => {
      await w.get('/tariffs/999')
      await w.get('/guests/999/list')
    }),
    near: signedIn('tries it once and lists its own', async (w) => {
      await w.get('/tariffs/999')
      await w.get('/properties/all')
      await w.get('/tariffs/1')
    }),
  },
  'auth/renewal-refused': {
    breaks: signedIn(
      'uses a dead token on when none is given',
      async (w) => {
        await w.get('/properties/all')
        await expire(w)
        await w.get('/tariffs/1')
        await w.signIn('properties_get', { scope: 'nothing_such' })
        await w.get('/guests/1/list')
      },
      ['auth/one-renewal'],
    ),
    near: signedIn('stops there', async (w) => {
      await w.get('/properties/all')
      await expire(w)
      await w.get('/tariffs/1')
      await w.signIn('properties_get', { scope: 'nothing_such' })
    }),
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
    breaks: signedIn('asks for writing and only reads', (w) =>
      times(6, (i) => w.get(`/properties/1/availabilities/${w.night(10 + i)}/${w.night(30 + i)}`)),
    ),
    near: signedInToRead('asks for reading and reads', (w) =>
      times(6, (i) => w.get(`/properties/1/availabilities/${w.night(10 + i)}/${w.night(30 + i)}`)),
    ),
  },
  'auth/user-agent': {
    breaks: signedIn('calls itself by its library', (w) =>
      w.get('/properties/all', { headers: { 'user-agent': 'python-requests/2.32' } }),
    ),
    near: signedIn('has a name of its own', (w) => w.get('/properties/all', { headers: { 'user-agent': 'northern-rooms/2.3' } })),
  },
}
