/**
 * Very many of what a server holds, and very long texts: others are answered meanwhile, and responses stay small.
 *
 * @module
 */
import { expect, test } from 'vitest'
import { serverOf } from '../control-api/server-of.ts'
import { longestTurn } from './longest-turn.ts'

/** Nothing holds the event loop longer, milliseconds. */
const MOST_HELD = 100

const held = <T>(work: () => Promise<T>) => longestTurn(work, { enough: MOST_HELD })

test('a state with a very long wrong value is refused with the beginning of that value', async () => {
  const { app } = serverOf()
  const send = async (field: string) => {
    const body = `{${field}}`
    const answer = await app.request('http://localhost/_understay/state', { method: 'PUT', body })
    return { status: answer.status, text: await answer.text() }
  }
  const long = 'x'.repeat(7_000_000)
  for (const field of [`"format":"${long}"`, `"version":"${long}"`, `"${long}":1`]) {
    const { result, longest } = await held(() => send(field))
    expect(result.status).toBe(400)
    expect(result.text.length).toBeLessThan(1000)
    expect(longest).toBeLessThan(MOST_HELD)
  }
}, 60_000)

test('the verdicts of 900 sandboxes are judged in slices, and the console shows 100 to a page', async () => {
  const { ask, app } = serverOf()
  for (let index = 0; index < 900; index++) await ask('GET', `/@box${index}/service/api/properties/all`)
  const text = async (path: string) => (await app.request(`http://localhost/_understay/${path}`)).text()
  await text('sandboxes?verdicts=true')
  const listed = await held(() => text('sandboxes?verdicts=true'))
  expect(JSON.parse(listed.result)).toHaveLength(900)
  expect(JSON.parse(listed.result)[0]).toMatchObject({ name: 'box0', calls: 1, verdict: 'failed' })
  expect(listed.longest).toBeLessThan(MOST_HELD)
  for (const path of ['console/sandboxes', 'console/sandboxes?sort=verdict']) {
    const page = await held(() => text(path))
    expect(page.result.match(/<th scope="row">/g)).toHaveLength(100)
    expect(page.result).toContain('1 to 100')
    expect(page.longest).toBeLessThan(MOST_HELD)
  }
  const parts = await held(() => text('console/report-parts?sandboxes=true'))
  expect(parts.result.match(/id="verdict-of-box\d+"/g)).toHaveLength(900)
  expect(parts.longest).toBeLessThan(MOST_HELD)
  expect(await text('console/sandboxes?offset=900')).toContain('901 to 901')
  expect(await text('console/sandboxes?search=box899')).toContain('>box899<')
}, 120_000)

test('fields that nothing reads: 1,000 in a report', async () => {
  const { app, ask, token } = serverOf()
  const headers = { ...(await token()), 'content-type': 'application/x-www-form-urlencoded' }
  for (let call = 0; call < 1000; call++) {
    const body = Array.from({ length: 60 }, (_, index) => `name_${call}_${index}=1`).join('&')
    await app.request('http://localhost/service/api/blackbookings/1/1/2026-06-01', { method: 'POST', body, headers })
  }
  const { body } = await ask('GET', '/_understay/report')
  expect(body.calls.unread).toHaveLength(1001)
  expect(body.calls.unread.at(-1)).toEqual({
    operation: null,
    field: expect.stringMatching(/^and \d+ more$/),
    calls: 81,
    entries: [],
  })
  for (const format of ['json', 'md', 'junit']) {
    const { longest } = await held(async () => (await app.request(`http://localhost/_understay/report?format=${format}`)).text())
    expect([format, longest < MOST_HELD, longest]).toEqual([format, true, longest])
  }
}, 60_000)

test('a sandbox takes 100 webhooks', async () => {
  const { ask } = serverOf()
  const add = (index: number) => ask('POST', '/_understay/webhooks', { body: `{"url":"http://127.0.0.1:9/${index}"}` })
  for (let index = 0; index < 100; index++) expect((await add(index)).status).toBe(201)
  expect(await add(100)).toMatchObject({
    status: 409,
    body: { error: 'there are 100 webhooks already; remove one with DELETE /_understay/webhooks?id=ID' },
  })
  await ask('DELETE', '/_understay/webhooks?id=1')
  expect((await add(101)).status).toBe(201)
})
