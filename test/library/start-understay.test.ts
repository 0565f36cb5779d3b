import { existsSync, readFileSync } from 'node:fs'
import { get } from 'node:https'
import { createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { startUnderstay, type Understay, type UnderstayOptions } from '../../src/index.ts'
import { newFolder } from '../process/program.ts'

const running: Understay[] = []
const started = async (options: UnderstayOptions = {}): Promise<Understay> => {
  const understay = await startUnderstay(options)
  running.push(understay)
  return understay
}
afterEach(async () => {
  await Promise.all(running.splice(0).map((understay) => understay.close()))
})

const AT = '2026-05-02T09:00:00Z'
const ALL_PROPERTIES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 12]

/** The ids that a client is told of. */
async function propertyIds(fetch: Understay['fetch'], apiUrl: string, token: string): Promise<unknown> {
  const answer = await fetch(`${apiUrl}/properties/all`, { headers: { authorization: `Bearer ${token}` } })
  return ((await answer.json()) as { data?: { ids: readonly number[] } }).data?.ids
}

describe('a server in the process of its test', () => {
  test('listens on a free port when it resolves, and has its address', async () => {
    const understay = await started()
    expect(understay.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(understay.baseUrl).toBe(understay.url)
    expect(understay.apiUrl).toBe(`${understay.url}/service/api`)
    expect(understay.tokenUrl).toBe(`${understay.url}/service/api/oauth/token`)
    expect((await fetch(`${understay.url}/_understay/ready`)).status).toBe(200)
  })

  test('has credentials that its token endpoint accepts, and issues tokens', async () => {
    const understay = await started()
    const { clientId, clientSecret, scopes } = understay.credentials
    expect(clientId).toBe('demo')
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret })
    body.set('scope', scopes.join(' '))
    const asked = await fetch(understay.tokenUrl, { method: 'POST', body })
    const { access_token } = (await asked.json()) as { access_token: string }
    expect(await propertyIds(fetch, understay.apiUrl, access_token)).toEqual(ALL_PROPERTIES)
    expect(await propertyIds(fetch, understay.apiUrl, await understay.token())).toEqual(ALL_PROPERTIES)
  })

  test('issues a token with the requested scopes only', async () => {
    const understay = await started({ listen: false })
    const token = await understay.token({ client: 'demo', scopes: ['favourites_get'] })
    const headers = { authorization: `Bearer ${token}` }
    expect((await understay.fetch('/service/api/properties/all', { headers })).status).toBe(403)
    await expect(understay.token({ client: 'demo-read-only', scopes: ['properties_set'] })).rejects.toThrow(
      /the client demo-read-only may not have properties_set; it holds /,
    )
    await expect(understay.token({ client: 'nobody' })).rejects.toThrow(/there is no client "nobody"; there are demo, /)
    expect(understay.credentialsOf('demo-read-only').clientSecret).not.toBe('')
  })

  test('issues a token without a journal entry, and without a trace in the next one', async () => {
    const understay = await started({ listen: false })
    const token = await understay.token()
    await propertyIds(understay.fetch, understay.apiUrl, token)
    const entries = await understay.journal()
    expect(entries).toEqual([
      expect.objectContaining({ operation: 'listProperties', client: 'demo', status: 200, method: 'GET' }),
    ])
    expect(entries[0]).not.toHaveProperty('changed')
  })

  test('uses the given product word, profile and choice', async () => {
    const understay = await started({
      listen: false,
      product: 'acme',
      profile: 'current',
      choices: { token_refusal: 'unauthorized' },
    })
    expect(understay.apiUrl).toMatch(/\/acme\/api$/)
    const refused = await understay.fetch(`${understay.apiUrl}/properties/all`)
    expect(await refused.json()).toMatchObject({ error: 'unauthorized' })
  })

  test('stores its world in a folder when one is given, else in memory', async () => {
    const data = newFolder()
    const first = await startUnderstay({ data, listen: false })
    await first.clock.set({ at: '2031-01-01', run: 'frozen' })
    await first.close()
    const second = await started({ data, listen: false })
    expect(second.clock.today()).toBe('2031-01-01')
    expect((await started({ listen: false })).clock.today()).not.toBe('2031-01-01')
  })

  test('does not listen with listen: false, and still responds', async () => {
    const understay = await started({ listen: false })
    expect(understay.url).toBe('http://understay.invalid')
    expect((await understay.fetch('/_understay/ready')).status).toBe(200)
    await expect(fetch(understay.url)).rejects.toThrow()
  })

  test('responds to nothing after it was closed, any number of times', async () => {
    const understay = await startUnderstay()
    await understay.close()
    await understay.close()
    await expect(fetch(understay.url)).rejects.toThrow()
    await expect(understay.fetch('/')).rejects.toThrow('this server has been closed')
  })

  test.each(['journal/stream', 'changes/stream', 'webhooks/deliveries/stream'])(
    'ends the stream %s when it is closed',
    async (stream) => {
      const understay = await startUnderstay({ listen: false })
      const answer = await understay.fetch(`/_understay/${stream}`)
      await understay.close()
      expect(await answer.text()).toMatch(/retry: /)
    },
  )

  test('is closed at the end of the block that uses it', async () => {
    let url = ''
    {
      await using understay = await startUnderstay()
      url = understay.url
      expect((await fetch(`${url}/_understay/health`)).status).toBe(200)
    }
    await expect(fetch(url)).rejects.toThrow()
  })
})

describe('startUnderstay rejects', () => {
  test('a port in use, naming the port', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as { port: number }
    await expect(startUnderstay({ port })).rejects.toThrow(
      `port ${port} of 127.0.0.1 is in use; use another port with the option port, or a free one with the option port 0`,
    )
    taken.close()
  })

  test.each<[string, object, RegExp]>([
    ['an unknown option', { prot: 1 }, /^there is no option "prot"; did you mean "port"\?$/],
    ['the setting that is the default', { memory: true }, /without data, everything is kept in memory/],
    ['a port that is a text', { port: '4010' }, /^port: "4010" is not a number$/],
    ['a port that is none', { port: 70_000 }, /^port: "70000" is not a whole number from 0 to 65535$/],
    ['a flag that is a text', { freeze: 'yes' }, /^freeze: "yes" is not true or false$/],
    ['a choice that is none', { choices: { colour: 'red' } }, /^choices: there is no choice "colour"/],
    ['an answer that is none', { choices: { token_refusal: 'maybe' } }, /^choices: "maybe" is not an answer to token_refusal/],
    ['a profile that is none', { profile: 'past' }, /^profile: "past" is not documented or current$/],
    ['a time that is none', { at: 'tomorrow' }, /^at: "tomorrow" is not an instant/],
    ['a fixture that is not there', { fixtures: './nowhere.yaml' }, /nowhere\.yaml.*no such file or folder/],
    ['a host that others reach, without a word on the control API', { host: '0.0.0.0' }, /^host: 0\.0\.0\.0 can be reached from/],
    ['a Date that is none', { at: new Date(Number.NaN) }, /^at: Invalid Date is not an instant/],
    ['a number of another kind', { seed: 1n }, /^seed: 1n is not a number$/],
    [
      'a list for an object',
      { choices: ['token_refusal'] },
      /^choices: \[ 'token_refusal' \] is not an object of choice ids and answers/,
    ],
  ])('%s', async (_, options, problem) => {
    await expect(startUnderstay(options as UnderstayOptions)).rejects.toThrow(problem)
  })

  test('a value that is not an object of options', async () => {
    await expect(startUnderstay(JSON.parse('"fast"'))).rejects.toThrow(/takes an object of options/)
  })

  test('a scenario where the data folder has a world, unless it is replaced', async () => {
    const data = newFolder()
    for (const scenario of ['rate-limited', { name: 'mine', about: 'nothing goes wrong' }]) {
      const first = await startUnderstay({ data, listen: false, fresh: true, scenario })
      await first.token()
      await first.close()
      await expect(startUnderstay({ data, listen: false, scenario })).rejects.toThrow(
        `scenario: needs a new world, but ${data} contains one: replace it with fresh: true, or leave data out`,
      )
    }
    await (await startUnderstay({ data, listen: false })).close()
  })

  test('a data folder used by another server of the process', async () => {
    const data = newFolder()
    await started({ data, listen: false })
    await expect(startUnderstay({ data, listen: false })).rejects.toMatchObject({ name: 'LockedError' })
  })
})

describe('several servers in one process', () => {
  test('do not affect each other', async () => {
    const [one, other] = await Promise.all([
      started({ at: AT, freeze: true }),
      started({ at: AT, freeze: true, profile: 'current' }),
    ])
    const token = await one.token()
    await one.clock.advance('1d')
    expect(one.clock.today()).toBe('2026-05-03')
    expect(other.clock.today()).toBe('2026-05-02')
    expect(await propertyIds(fetch, other.apiUrl, token)).toBeUndefined()
    expect(await one.journal()).toEqual([])
    await one.close()
    expect(await propertyIds(fetch, other.apiUrl, await other.token())).toEqual(ALL_PROPERTIES)
  })

  test('with the same seed respond the same, byte for byte', async () => {
    const ask = async (): Promise<string> => {
      const understay = await started({ at: AT, freeze: true, listen: false })
      const headers = { authorization: `Bearer ${await understay.token()}` }
      return (await understay.fetch('/service/api/properties/1/bookings', { headers })).text()
    }
    expect(await ask()).toBe(await ask())
  })
})

describe('a server with HTTPS', () => {
  test('has the file of its CA until it is closed', async () => {
    const understay = await started({ tls: true })
    const { url, caFile = '' } = understay
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
    const status = await new Promise((resolve, reject) => {
      get(`${url}/_understay/ready`, { ca: readFileSync(caFile, 'utf8') }, (response) => {
        response.resume()
        resolve(response.statusCode)
      }).once('error', reject)
    })
    expect(status).toBe(200)
    await understay.close()
    expect(existsSync(caFile)).toBe(false)
  })

  test('is the only one with a CA', async () => {
    expect((await started()).caFile).toBeUndefined()
  })

  test('requires a socket', async () => {
    await expect(startUnderstay({ tls: true, listen: false })).rejects.toThrow(/^tls: a server without a socket/)
    await expect(startUnderstay({ tlsCert: 'cert.pem' })).rejects.toThrow(/add the option tlsKey$/)
  })
})
