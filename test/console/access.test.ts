import { describe, expect, test } from 'vitest'
import { serverOf } from '../control-api/server-of.ts'
import { BROWSER, consoleOf } from './console-of.ts'
import { byId, everyElement, readPage, textIn } from './markup.ts'

describe('a client gets the page', () => {
  test.each([
    ['a browser', BROWSER, true],
    ['one that names it', 'text/html', true],
    ['in capitals', 'Text/HTML', true],
    ['before JSON', 'text/html, application/json;q=0.9', true],
  ])('%s: yes', async (_, accept) => {
    const { open } = consoleOf()
    for (const path of ['/_understay/', '/_understay']) {
      const { headers } = await open(path, { accept })
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    }
  })

  test.each([
    ['curl', '*/*'],
    ['a library', 'application/json, text/plain, */*'],
    ['one that takes it if need be', 'application/json, text/html;q=0.5'],
    ['one that does not want it', 'text/html;q=0, */*'],
    ['any text', 'text/*'],
    ['one that says nothing', ''],
  ])('%s: no, but JSON as ever', async (_, accept) => {
    const { headers, body } = await serverOf().ask('GET', '/_understay/', { headers: { accept } })
    expect([headers.get('content-type'), headers.get('vary')]).toEqual(['application/json; charset=utf-8', 'Accept'])
    expect(body.endpoints).toContain('GET /_understay/')
  })

  test('without a trace in the journal, and JSON at every other path of the control API', async () => {
    const { ask, open, world } = consoleOf()
    expect(await (await open('/_understay/')).text()).toContain('<!doctype html>')
    expect((await ask('GET', '/_understay/clock', { headers: { accept: BROWSER } })).body).toMatchObject({ run: 'frozen' })
    expect(world.sandbox().journal.lastId).toBe(0)
  })
})

describe('with a control token', () => {
  test('the page asks for the token, and shows nothing before', async () => {
    const { open, world } = consoleOf({ token: 'let-me-in' })
    const answer = await open('/@w7/_understay/')
    expect([answer.status, answer.headers.get('content-security-policy')]).toEqual([
      401,
      expect.stringContaining("default-src 'none'"),
    ])
    const locked = readPage(await answer.text())
    expect(byId(locked, 'token').attributes['type']).toBe('password')
    expect(textIn(locked)).not.toContain('w7')
    expect(everyElement(locked).filter(({ attributes }) => 'data-call' in attributes)).toEqual([])
    expect(world.names()).toEqual([])
  })

  test('the page is shown with the token, and not with a wrong one', async () => {
    const { open } = consoleOf({ token: 'let-me-in' })
    const right = await open('/_understay/', { authorization: 'Bearer let-me-in' })
    expect(textIn(byId(readPage(await right.text()), 'main'))).toContain('No calls yet.')
    const data = await open('/_understay/console/data', { authorization: 'Bearer let-me-in' })
    expect(textIn(readPage(await data.text()))).toContain('desk-secret')
    for (const path of ['/_understay/console/data', '/_understay/console/rules', '/_understay/?entry=1'])
      expect((await open(path)).status).toBe(401)
    expect((await open('/_understay/', { authorization: 'Bearer guess' })).status).toBe(401)
    expect((await open('/_understay/?token=let-me-in')).status).toBe(401)
  })

  test('its style and script are open, and everything else is closed as before', async () => {
    const { ask, open } = consoleOf({ token: 'let-me-in' })
    for (const file of ['console.css', 'console.js', 'live.js', 'idiomorph.js'])
      expect([file, (await open(`/_understay/console/assets/${file}`)).status]).toEqual([file, 200])
    for (const file of ['nothing.js', 'assets.ts', '..%2Fassets.ts', 'toString', 'console'])
      expect([file, (await open(`/_understay/console/assets/${file}`)).status]).toEqual([file, 404])
    expect(await ask('GET', '/_understay/')).toMatchObject({ status: 401, body: { error: expect.stringContaining('token') } })
    expect((await ask('GET', '/_understay/journal', { headers: { accept: BROWSER } })).body.error).toContain('token')
  })
})

describe('pages of another origin', () => {
  test('get neither the page nor its form for the token', async () => {
    for (const settings of [{}, { token: 'let-me-in' }])
      expect((await consoleOf(settings).open('/_understay/', { origin: 'http://evil.example' })).status).toBe(403)
  })
})

test('with If-Match, neither a page nor a call of the control API creates a sandbox that is gone', async () => {
  const { ask, open } = consoleOf()
  const there = { 'if-match': '*' }
  const names = async () => (await ask('GET', '/_understay/sandboxes')).body.map(({ name }: { name: string }) => name)
  await open('/@w1/_understay/')
  expect([(await open('/@w1/_understay/', there)).status, await names()]).toEqual([200, ['w1']])
  await ask('DELETE', '/_understay/sandboxes?name=w1')
  expect((await open('/@w1/_understay/', there)).status).toBe(412)
  expect((await ask('GET', '/@w1/_understay/clock', { headers: there })).status).toBe(412)
  expect((await ask('GET', '/@w1/_understay/nothing', { headers: there })).status).toBe(404)
  for (const path of ['health', 'ready', 'sandboxes'])
    expect([path, (await ask('GET', `/@w1/_understay/${path}`, { headers: there })).status]).toEqual([path, 200])
  expect(await names()).toEqual([])
})
