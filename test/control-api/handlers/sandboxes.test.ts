import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MAX_SANDBOXES } from '../../../src/world/world.ts'
import { serverOf } from '../server-of.ts'

type Server = ReturnType<typeof serverOf>

const make = ({ ask }: Server, body: object = {}) => ask('POST', '/_understay/sandboxes', { body: JSON.stringify(body) })
const namesIn = async ({ ask }: Server): Promise<string[]> =>
  (await ask('GET', '/_understay/sandboxes')).body.map(({ name }: { readonly name: string }) => name)

describe('the list of sandboxes', () => {
  test('contains the verdict of each on request', async () => {
    const { ask } = serverOf()
    await ask('GET', '/@good/service/api/search/stars/4')
    await ask('GET', '/@bad/service/api/propertys')
    await ask('POST', '/_understay/sandboxes', { body: '{"name":"new"}' })
    const listed = (await ask('GET', '/_understay/sandboxes?verdicts=true')).body
    const verdicts = Object.fromEntries(listed.map(({ name, verdict }: Record<string, unknown>) => [name, verdict]))
    expect(verdicts).toMatchObject({ bad: 'failed', new: 'no calls' })
    expect(verdicts['good']).not.toBe('no calls')
    for (const sandbox of (await ask('GET', '/_understay/sandboxes')).body) expect(sandbox).not.toHaveProperty('verdict')
  })

  test('contains the named ones only, and no verdict of others is judged', async () => {
    const { ask } = serverOf()
    for (const name of ['w1', 'w2', 'w3']) await ask('GET', `/@${name}/service/api/propertys`)
    const listed = (await ask('GET', '/_understay/sandboxes?verdicts=true&names=w3,w1,none')).body
    expect(listed).toMatchObject([
      { name: 'w1', verdict: 'failed' },
      { name: 'w3', verdict: 'failed' },
    ])
  })

  test('counts calls since a reset, also those that were cleared', async () => {
    const { ask } = serverOf()
    const listed = async () =>
      (await ask('GET', '/_understay/sandboxes?verdicts=true')).body.find(({ name }: { readonly name: string }) => name === 'w1')
    for (let call = 0; call < 3; call++) await ask('GET', '/@w1/service/api/propertys')
    await ask('POST', '/@w1/_understay/reset')
    expect(await listed()).toMatchObject({ calls: 0, verdict: 'no calls' })
    await ask('GET', '/@w1/service/api/propertys')
    expect(await listed()).toMatchObject({ calls: 1, verdict: 'failed' })
    await ask('DELETE', '/@w1/_understay/journal')
    expect(await listed()).toMatchObject({ calls: 1 })
  })
})

describe('a sandbox created before its first call', () => {
  test('is returned with its addresses, and exists', async () => {
    const server = serverOf()
    const { status, body } = await make(server, { name: 'nightly' })
    expect([status, body]).toEqual([
      201,
      {
        name: 'nightly',
        url: 'http://localhost/@nightly',
        api_url: 'http://localhost/@nightly/service/api',
        created: true,
      },
    ])
    expect(await namesIn(server)).toEqual(['nightly'])
    expect((await server.ask('GET', `${new URL(body.api_url).pathname}/search/stars/4`)).status).toBe(200)
  })

  test('is returned unchanged when it exists already', async () => {
    const server = serverOf()
    const first = (await make(server, { name: 'nightly' })).body
    const headers = await server.token('/@nightly')
    expect(await make(server, { name: 'nightly' })).toMatchObject({ status: 200, body: { ...first, created: false } })
    expect((await server.ask('GET', '/@nightly/service/api/properties/all', { headers })).status).toBe(200)
  })

  test('gets the next free name when none is given', async () => {
    const server = serverOf()
    await make(server, { name: 'w2' })
    const names = []
    for (let n = 0; n < 3; n++) names.push((await make(server)).body.name)
    await server.ask('DELETE', '/_understay/sandboxes?name=w1')
    names.push((await make(server)).body.name)
    expect(names).toEqual(['w1', 'w3', 'w4', 'w1'])
  })

  test.each([
    [
      { name: 'Not A Name' },
      'name: expected a sandbox name: lower-case letters, digits and hyphens, at most 63, such as w1, got "Not A Name"',
    ],
    [{ name: '-w' }, 'name: expected a sandbox name'],
    [{ name: '' }, 'name: expected a sandbox name'],
    [{ name: 1 }, 'name: expected a sandbox name'],
    [{ nam: 'w1' }, 'nam: unknown key "nam"; did you mean "name"?'],
  ])('is refused with the body %j', async (body, error) => {
    const server = serverOf()
    expect(await make(server, body)).toMatchObject({ status: 400, body: { error: expect.stringContaining(error) } })
    expect(await namesIn(server)).toEqual([])
  })

  test('has the address of the server as the client sees it', async () => {
    const named = serverOf({ publicUrl: 'https://stay.example' })
    expect((await make(named, { name: 'w1' })).body.url).toBe('https://stay.example/@w1')
    const { ask } = serverOf()
    const headers = { host: '127.0.0.1:4010' }
    const { body } = await ask('POST', '/_understay/sandboxes', { body: '{"name":"default"}', headers })
    expect(body).toMatchObject({ url: 'http://127.0.0.1:4010', api_url: 'http://127.0.0.1:4010/service/api' })
  })
})

describe('hundreds of sandboxes', () => {
  test('are created one after the other, each isolated', async () => {
    const server = serverOf()
    for (let n = 1; n <= 500; n++) expect((await make(server)).body.name).toBe(`w${n}`)
    expect(await namesIn(server)).toHaveLength(500)
    const headers = await server.token('/@w250')
    expect((await server.ask('DELETE', '/@w250/service/api/guests/1/2', { headers })).status).toBe(200)
    expect(server.world.sandbox('w250').store.db.guests.has(2)).toBe(false)
    for (const other of ['w1', 'w249', 'w251', 'w500']) expect(server.world.sandbox(other).store.db.guests.has(2)).toBe(true)
    const { body } = await server.ask('GET', '/_understay/sandboxes')
    const used = body.filter(({ changed_rows }: { readonly changed_rows: number }) => changed_rows > 0)
    expect(used).toMatchObject([{ name: 'w250', in_use: true, calls: 2 }])
  })

  test('are refused at the limit with instructions; removing one makes room', async () => {
    const server = serverOf()
    for (let n = 0; n < MAX_SANDBOXES; n++) server.world.sandbox(`t${n}`)
    const error = `there are ${MAX_SANDBOXES} sandboxes already; remove one with DELETE /_understay/sandboxes?name=NAME, or raise --max-sandboxes`
    expect(await make(server)).toMatchObject({ status: 409, body: { error } })
    expect(await make(server, { name: 't7' })).toMatchObject({ status: 200, body: { created: false } })
    expect(await server.ask('GET', '/@another/_understay/clock')).toMatchObject({ status: 409, body: { error } })
    await server.ask('DELETE', '/_understay/sandboxes?name=t7')
    expect((await make(server)).body.name).toBe('w1')
  })
})

describe('the list of sandboxes and their use', () => {
  test('counts the calls and changed rows of each', async () => {
    const server = serverOf()
    const headers = await server.token('/@w1')
    await server.ask('DELETE', '/@w1/service/api/guests/1/2', { headers })
    await server.ask('DELETE', '/@w1/_understay/journal')
    const [w1] = (await server.ask('GET', '/_understay/sandboxes')).body
    expect(w1).toMatchObject({ name: 'w1', in_use: true, calls: 2, changed_rows: expect.any(Number) })
    expect(w1.changed_rows).toBeGreaterThan(1)
  })

  test('says when the service was last called in each, also after a reset', async () => {
    const server = serverOf()
    const calledAt = async () => (await server.ask('GET', '/_understay/sandboxes')).body[0].called_at
    await make(server, { name: 'w1' })
    expect(await calledAt()).toBeNull()
    const before = Date.now()
    await server.token('/@w1')
    const first = Date.parse(await calledAt())
    expect(first).toBeGreaterThanOrEqual(before)
    expect(first).toBeLessThanOrEqual(Date.now())
    await server.ask('POST', '/@w1/_understay/reset')
    expect(Date.parse(await calledAt())).toBe(first)
  })

  test('contains those that are only on disk, and does not open them', async () => {
    const data = mkdtempSync(join(tmpdir(), 'understay-sandboxes-'))
    const first = serverOf({ data })
    await first.token('/@w1')
    first.world.close()
    const second = serverOf({ data })
    const waiting = { name: 'w1', in_use: false, calls: null, called_at: null, changed_rows: null }
    for (let n = 0; n < 2; n++) expect((await second.ask('GET', '/_understay/sandboxes')).body).toMatchObject([waiting])
    expect((await make(second)).body.name).toBe('w2')
    expect(await make(second, { name: 'w1' })).toMatchObject({ status: 200, body: { created: false } })
    expect((await second.ask('GET', '/_understay/sandboxes')).body).toMatchObject([
      { name: 'w1', in_use: true, called_at: null },
      { name: 'w2' },
    ])
    second.world.close()
  })
})
