import fc from 'fast-check'
import { expect, test } from 'vitest'
import { undoneEscapes } from '../../src/journal/escapes.ts'
import { KnownSecrets } from '../../src/journal/known-secrets.ts'
import { smallRows } from '../support/small-world.ts'
import { serverOf } from './server-of.ts'

const SECRETS = [
  'CTLSECRET',
  'two words',
  'a+b c+d',
  'per%43ent',
  'quo"te\\back',
  'sla/sh&amp',
  'pässwörd',
  'pa\u0308sswo\u0308rd',
  '密码密码密码',
  'k🔑y🔑k🔑y',
]

/** Percent escapes of some characters; `pick` decides which. */
const percent = (text: string, pick: readonly boolean[]): string =>
  [...text].map((char, index) => (pick[index % pick.length] || !/[\w-]/.test(char) ? escaped(char) : char)).join('')
const escaped = (char: string): string => [...Buffer.from(char)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
const json = (text: string, pick: readonly boolean[]): string =>
  [...text]
    .map((char, index) => {
      if (pick[index % pick.length])
        return [...char]
          .flatMap((one) => one.split(''))
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join('')
      return char === '/' ? '\\/' : JSON.stringify(char).slice(1, -1)
    })
    .join('')

const ESCAPES: Readonly<Record<string, (text: string, pick: readonly boolean[]) => string>> = {
  percent,
  form,
  json,
  basic: (text) => `Basic ${Buffer.from(`desk:${text}`).toString('base64')}`,
  composed: (text) => text.normalize('NFC'),
  decomposed: (text) => text.normalize('NFD'),
}

function form(text: string, pick: readonly boolean[]): string {
  return text
    .split(' ')
    .map((word) => percent(word, pick))
    .join('+')
}

/** A secret in up to three escapes: each escapes what the one before made. */
const planted = fc
  .record({
    secret: fc.constantFrom(...SECRETS),
    escapes: fc.array(fc.constantFrom('percent', 'form', 'json', 'basic'), { maxLength: 3 }),
    shape: fc.constantFrom('as-is', 'composed', 'decomposed'),
    pick: fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
  })
  .map(({ secret, escapes, shape, pick }) => ({
    secret,
    // one Basic is enough: a Basic within a Basic has no scheme left
    sent: escapes
      .filter((name, index) => name !== 'basic' || escapes.indexOf(name) === index)
      .reduce((text, name) => ESCAPES[name]?.(text, pick) ?? text, ESCAPES[shape]?.(secret, pick) ?? secret),
  }))

/** True when a text contains a secret, whatever it is escaped in. */
const isTold = (text: string, secret: string): boolean =>
  [text, ...undoneEscapes(text)].some((plain) => plain.normalize('NFC').includes(secret.normalize('NFC')))

test('a secret is found in every combination of three escapes, between other texts', () => {
  const known = new KnownSecrets(SECRETS, () => false)
  fc.assert(
    fc.property(planted, fc.constantFrom('', 'a=1&b=', '{"x":"', '/guests/1?q=', 'caf%C3%A9 '), ({ secret, sent }, before) => {
      const masked = known.mask(`${before}${sent}`)
      expect(known.containsSecret(`${before}${sent}`)).toBe(true)
      expect(isTold(masked, secret)).toBe(false)
    }),
    { numRuns: 2000 },
  )
})

test('what only looks like an escape is left alone', () => {
  const known = new KnownSecrets(SECRETS, () => false)
  for (const text of [
    'caf%C3%A9',
    'a+b',
    '{"a":"\\u00e9\\/\\"x\\""}',
    'Basic Zm9vOmJhcg==',
    'a basic room',
    '100 % off',
    '%zz%4',
  ])
    expect(known.mask(text)).toBe(text)
})

test('no text holds up the server, however often it is escaped', () => {
  const known = new KnownSecrets(SECRETS, () => false)
  let length = 0
  for (const plain of undoneEscapes('%25252b+\\u0025Basic QUFBQUFBQUE= '.repeat(2000))) length += plain.length
  expect(length).toBeLessThan(700_000)
  expect(known.mask('%2541+'.repeat(10_000))).toBe('%2541+'.repeat(10_000))
})

test('what is shown of a sandbox tells no secret: journal in four forms, report, state, fixture, changes, log', async () => {
  const lines: string[] = []
  const keep = (...words: readonly unknown[]) => void lines.push(JSON.stringify(words))
  const hook = {
    id: 1,
    url: 'http://u:HOOKSECRET@127.0.0.1:9/x',
    auth: 'none',
    username: '',
    password: '',
    managerId: 0,
    enabled: false,
  } as const
  const small = smallRows()
  const guests = small.collections.guests.map((guest, index) =>
    index === 0 ? { ...guest, surname: 'desk-s%65cret', town: 'HOOKSECRET' } : guest,
  )
  const server = serverOf({
    log: { debug: keep, info: keep, warn: keep, error: keep, request: keep },
    rows: { guests, webhooks: [hook] },
  })
  const { app, ask, world } = server
  const headers = await server.token()
  const sent = [
    'desk%2dsecret',
    'desk%252Dsecr%65t',
    '%2564esk-secret',
    '\\u0064esk-secret',
    `Basic ${Buffer.from('desk:desk-secret').toString('base64')}`,
    'HOOK%53ECRET',
  ]
  for (const text of sent) {
    await ask('GET', `/service/api/search/town/${encodeURIComponent(text)}?q=${encodeURIComponent(text)}`, {
      headers: { 'x-request-id': text, 'user-agent': text },
    })
    await ask('PUT', '/service/api/guest/1', { headers, body: new URLSearchParams({ surname: text, [text]: 'x' }) })
  }
  const guest = guests[0]
  await ask('GET', `/service/api/guest/${guest?.propertyId}/${guest?.id}`, { headers })
  const paths = [
    'journal',
    'journal?format=ndjson',
    'journal?format=har',
    'report',
    'report?format=markdown',
    'state',
    'state?as=fixtures',
    'changes',
    'webhooks',
    'events',
  ]
  for (const path of paths) {
    const text = await (await app.request(`http://localhost/_understay/${path}`)).text()
    expect(text.length, path).toBeGreaterThan(1)
    for (const secret of ['desk-secret', 'HOOKSECRET']) expect([path, isTold(text, secret)]).toEqual([path, false])
  }
  expect(lines.length).toBeGreaterThan(10)
  expect(isTold(lines.join('\n'), 'desk-secret')).toBe(false)
  expect(isTold(lines.join('\n'), 'HOOKSECRET')).toBe(false)
  const { body } = await ask('GET', '/_understay/credentials')
  expect(JSON.stringify(body)).toContain('desk-secret')
  expect(world.sandbox().store.db.guests.get(Number(guest?.id))?.town).toBe('HOOKSECRET')
})
