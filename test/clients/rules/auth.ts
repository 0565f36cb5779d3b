/**
 * Clients for the rules about tokens, scopes and who calls.
 *
 * @module
 */
import { type RawClient, type RuleTrials, signedIn, signedInToRead, times } from './raw-client.ts'

const expire = (client: RawClient, after = 0) => client.world.faults.arm({ on: { method: 'GET' }, after, token: 'expired' })

export const AUTH_TRIALS: RuleTrials = {
  'auth/token-form': {
    breaks: {
      does: 'requests a token with JSON',
      run: async (client) => {
        await client.post('/oauth/token', '{"grant_type":"client_credentials"}', {
          token: false,
          headers: { 'content-type': 'application/json' },
        })
        await client.signIn()
        await client.get('/properties/all')
      },
    },
    near: signedIn('requests a token with a form', (client) => client.get('/properties/all')),
  },
  'auth/secret-in-url': {
    breaks: signedIn(
      'sends its token in the URL',
      async (client) => {
        await client.get(`/properties/all?access_token=${client.token}`, { token: false })
      },
      ['auth/channel-name'],
    ),
    near: signedIn('sends a query string without a secret', (client) => client.get('/properties/all?token_kind=bearer')),
  },
  'auth/channel-name': {
    breaks: signedIn('omits the channel name', (client) =>
      client.get('/properties/all', { token: false, headers: { authorization: `Bearer ${client.token}` } }),
    ),
    near: signedIn('writes the header of the channel name in another case', (client) =>
      client.get('/properties/all', { headers: { 'X-Service-Channel-Name': 'Trial' } }),
    ),
  },
  'auth/forbidden-no-retry': {
    breaks: signedInToRead('sends a forbidden call three times', (client) => times(3, () => client.close(1, 1, 30))),
    near: signedInToRead('continues with allowed calls', async (client) => {
      await client.close(1, 1, 30)
      await client.free(1, 30)
    }),
  },
  'auth/token-reuse': {
    breaks: {
      does: 'requests a token before every call',
      run: async (client) =>
        times(4, async (i) => {
          await client.signIn()
          await client.free(1, 20 + i)
        }),
    },
    near: {
      does: 'is restarted three times and begins with the same calls',
      run: async (client) =>
        times(3, async () => {
          await client.signIn()
          await client.get('/properties/all')
          await client.free(1, 20)
        }),
    },
  },
  'auth/proactive-renewal': {
    breaks: signedIn('uses an expired token', async (client) => {
      await client.get('/properties/all')
      await client.world.clock.advance('400d')
      await client.get('/properties/all')
      await client.signIn()
      await client.get('/properties/all')
    }),
    near: {
      does: 'renews shortly before the token expires',
      run: async (client) => {
        const { text } = await client.signIn()
        const life = Number(/"expires_in":\s*(\d+)/.exec(text)?.[1])
        await client.get('/properties/all')
        await client.world.clock.advance(`${life - 30}s`)
        await client.signIn()
        await client.get('/properties/all')
      },
    },
  },
  'auth/one-renewal': {
    breaks: signedIn('repeats a call with a refused token', async (client) => {
      await expire(client)
      await client.get('/properties/all')
      await client.get('/properties/all')
    }),
    near: signedIn('renews once and repeats the call', async (client) => {
      await expire(client)
      await client.get('/properties/all')
      await client.signIn()
      await client.get('/properties/all')
    }),
  },
  'auth/scope-lost': {
    breaks: signedInToRead('ignores a missing scope and tries another write', async (client) => {
      await client.close(1, 1, 30)
      await client.close(1, 2, 30)
    }),
    near: signedInToRead('continues to read after a missing scope', async (client) => {
      await client.close(1, 1, 30)
      await client.free(1, 30)
      await client.get('/tariffs/1')
    }),
  },
  'auth/property-lost': {
    breaks: signedIn('sends another call for a property that is not its own', async (client) => {
      await client.get('/tariffs/999')
      await client.get('/guests/999/list')
    }),
    near: signedIn('tries it once and lists its own properties', async (client) => {
      await client.get('/tariffs/999')
      await client.get('/properties/all')
      await client.get('/tariffs/1')
    }),
  },
  'auth/own-token': {
    breaks: signedIn('reads a property of one manager with the token of another', async (client) => {
      await client.get('/tariffs/1')
      await signInAsSecond(client)
      await client.get('/tariffs/1')
    }),
    near: signedIn('takes the token of the manager of each property', async (client) => {
      await client.get('/tariffs/1')
      await signInAsSecond(client)
      await client.get('/tariffs/10')
    }),
  },
  'auth/renewal-refused': {
    breaks: signedIn(
      'keeps using a refused token after its renewal was refused',
      async (client) => {
        await client.get('/properties/all')
        await expire(client)
        await client.get('/tariffs/1')
        await client.signIn('properties_get', { scope: 'nothing_such' })
        await client.get('/guests/1/list')
      },
      ['auth/one-renewal'],
    ),
    near: signedIn('stops after the refused renewal', async (client) => {
      await client.get('/properties/all')
      await expire(client)
      await client.get('/tariffs/1')
      await client.signIn('properties_get', { scope: 'nothing_such' })
    }),
  },
  'auth/invalid-client-stop': {
    breaks: {
      does: 'tries a wrong secret three times',
      run: async (client) => {
        await times(3, async (i) => {
          await client.signIn('properties_get', { client_secret: `wrong-${i}` })
        })
        await client.signIn()
        await client.get('/properties/all')
      },
      also: ['resilience/no-retry-of-refusals'],
    },
    near: {
      does: 'uses the new secret after the old one was refused',
      run: async (client) => {
        await client.signIn('properties_get', { client_secret: 'old' })
        await client.signIn()
        await client.get('/properties/all')
      },
    },
  },
  'auth/least-scope': {
    breaks: signedIn('requests scopes for writing and only reads', (client) =>
      times(6, (i) => client.get(`/properties/1/availabilities/${client.night(10 + i)}/${client.night(30 + i)}`)),
    ),
    near: signedInToRead('requests scopes for reading and reads', (client) =>
      times(6, (i) => client.get(`/properties/1/availabilities/${client.night(10 + i)}/${client.night(30 + i)}`)),
    ),
  },
  'auth/user-agent': {
    breaks: signedIn('sends the User-Agent of its library', (client) =>
      client.get('/properties/all', { headers: { 'user-agent': 'python-requests/2.32' } }),
    ),
    near: signedIn('sends its own User-Agent', (client) =>
      client.get('/properties/all', { headers: { 'user-agent': 'northern-rooms/2.3' } }),
    ),
  },
}

const signInAsSecond = (client: RawClient): Promise<unknown> =>
  client.signIn('properties_get', { client_id: 'demo-second-manager', client_secret: 'demo-second-manager-secret' })
