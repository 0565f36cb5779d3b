/**
 * Large states and journals, sent and shown: others are answered meanwhile, and what is shown is of one moment.
 *
 * @module
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { aGuest } from '../support/small-world.ts'
import { serverOf } from './server-of.ts'

const GUESTS = 6000
/** So many make a response that the journal does not keep whole. */
const LISTED = 600
/** Calls that show that others are answered. */
const ENOUGH = 25
/** Characters of a part. */
const PART = 128 * 1024

let server: ReturnType<typeof serverOf>
const guests = Array.from({ length: GUESTS }, (_, index) => aGuest({ id: index + 1, email: `guest${index}@example.test` }))

beforeEach(() => {
  server = serverOf({ rows: { guests } })
})

/** Does something, and counts how often others have their turn meanwhile. */
async function withTurns<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly turns: number }> {
  let turns = 0
  let going = true
  const turn = (): void => {
    turns++
    if (going) setImmediate(turn)
  }
  setImmediate(turn)
  const result = await work()
  going = false
  return { result, turns }
}

const textOf = async (path: string) => (await server.app.request(`http://localhost/_understay${path}`)).text()
const shown = (path: string) => withTurns(() => textOf(path))

describe('a large response', () => {
  test('lets other requests run after each of its parts', async () => {
    const { result, turns } = await shown('/state')
    expect(JSON.parse(result).collections.guests).toHaveLength(GUESTS)
    expect(turns).toBeGreaterThan(result.length / PART / 2)
  })

  test('shows the state at one moment, also when it changes while it is read', async () => {
    const headers = await server.token()
    const answer = await server.app.request('http://localhost/_understay/state')
    const reader = (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
    let text = (await reader.read()).value ?? ''
    expect((await server.ask('DELETE', `/service/api/guests/1/${GUESTS}`, { headers })).status).toBe(200)
    expect((await server.ask('POST', '/_understay/reset')).status).toBe(200)
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value
    const ids = JSON.parse(text).collections.guests.map(({ id }: { readonly id: number }) => id)
    expect(ids).toEqual(guests.map(({ id }) => id))
  })

  test.each(['', '?format=har', '?format=ndjson'])('is sent in parts for the journal: %s', async (query) => {
    server = serverOf({ rows: { guests: guests.slice(0, LISTED) } })
    const headers = await server.token()
    for (let call = 0; call < 60; call++) await server.app.request('http://localhost/service/api/guests/1/list', { headers })
    const { result, turns } = await shown(`/journal${query}`)
    expect(result.length).toBeGreaterThan(15 * PART)
    expect(turns).toBeGreaterThan(result.length / PART / 2)
  })
})

/** Calls that are answered while something is done, of enough. */
async function answeredMeanwhile(work: Promise<unknown>): Promise<number> {
  let isDone = false
  let answered = 0
  const done = work.finally(() => {
    isDone = true
  })
  while (!isDone && answered < ENOUGH) {
    expect((await server.ask('GET', '/_understay/clock')).status).toBe(200)
    answered++
    // calls without a socket never wait for the event loop
    await new Promise((resolve) => setImmediate(resolve))
  }
  await done
  return answered
}

describe('a large state', () => {
  const put = (body: string) => server.app.request('http://localhost/_understay/state', { method: 'PUT', body })

  test('is parsed while other requests are answered', async () => {
    const result = await textOf('/state')
    let status = 0
    const taken = put(result).then(async (answer) => {
      status = answer.status
      expect(await answer.json()).toMatchObject({ tokensLeftOut: 0 })
    })
    expect(await answeredMeanwhile(taken)).toBeGreaterThan(20)
    expect(status).toBe(200)
    expect(server.world.sandbox().store.db.guests.size).toBe(GUESTS)
  })

  test.each([
    [
      'a wrong field',
      (text: string) => text.replace('"id":5900,', '"id":"x",'),
      'collections.guests[5899].id should be a number',
    ],
    ['broken JSON', (text: string) => text.slice(0, -1), 'invalid JSON'],
    ['another format', (text: string) => text.replace('"understay state"', '"state"'), 'format should be "understay state"'],
    ['a reference to nothing', (text: string) => text.replace('"users":[{"id":1,', '"users":[{"id":0,'), 'userId: there is no 1'],
    [
      'lists inside one another',
      (text: string) => text.replace('"seed":1', `"seed":${'['.repeat(200)}`),
      'more than 100 maps and lists',
    ],
  ])('is refused as a whole for %s', async (_, broken, problem) => {
    const before = server.world.sandbox().store.export()
    const result = await textOf('/state')
    const answer = await put(broken(result))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ error: expect.stringContaining(problem) })
    expect(server.world.sandbox().store.export()).toEqual(before)
  })

  test('is refused by a sandbox that was removed in the meantime', async () => {
    expect((await server.ask('POST', '/_understay/sandboxes', { body: '{"name":"w1"}' })).status).toBe(201)
    const result = await textOf('/state')
    const taken = server.app.request('http://localhost/@w1/_understay/state', { method: 'PUT', body: result })
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect((await server.ask('DELETE', '/_understay/sandboxes?name=w1')).body).toMatchObject({ removed: true })
    expect((await taken).status).toBe(400)
  })

  test('is exported as a fixture while other requests are answered', async () => {
    let yaml = ''
    const frozen = textOf('/state?as=fixtures').then((text) => {
      yaml = text
    })
    expect(await answeredMeanwhile(frozen)).toBeGreaterThan(20)
    expect(yaml).toMatch(/^# Frozen from a running sandbox/)
    expect(yaml).toContain('guest5999@example.test')
  })
})
