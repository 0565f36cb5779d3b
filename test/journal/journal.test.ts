import { describe, expect, test } from 'vitest'
import { Journal, type KeptRequest } from '../../src/journal/journal.ts'
import { cutBody, maskedChangedIds, maskedQuery, maskQueryInStart } from '../../src/journal/masking.ts'
import { LargeResponse, RequestRecord } from '../../src/journal/request-record.ts'
import { StoredRecord, storedEntry } from '../../src/journal/stored-record.ts'
import { TestWorld } from '../support/test-world.ts'

const record = (id: number, more: Partial<RequestRecord> = {}): RequestRecord =>
  Object.assign(new RequestRecord({ at: 0, real: 0, method: 'GET', rawPath: '/x', query: '' }), { id, status: 200 }, more)

const journal = (entries: number, bytes: number): Journal => new Journal({ entries, bytes: () => bytes })

describe('the journal', () => {
  test('keeps the last entries, and counts those that had to go', () => {
    const ring = journal(3, 1_000_000)
    for (let id = 1; id <= 5; id++) ring.add(record(id))
    expect(ring.entries().map(({ id }) => id)).toEqual([3, 4, 5])
    expect(ring.dropped).toBe(2)
    expect(ring.entries(4).map(({ id }) => id)).toEqual([5])
  })

  test.each([
    ['bodies', { response: 'x'.repeat(900) }],
    ['paths', { rawPath: 'x'.repeat(900) }],
    ['warnings', { warnings: ['x'.repeat(900)] }],
    ['unread fields', { unread: ['x'.repeat(900)] }],
    ['refusals', { refusal: 'x'.repeat(900) }],
  ])('counts %s into its bytes', (_, more) => {
    const ring = journal(1000, 3000)
    for (let id = 1; id <= 5; id++) ring.add(record(id, more))
    expect(ring.entries().map(({ id }) => id)).toEqual([4, 5])
    expect(ring.bytes).toBeLessThanOrEqual(3000)
  })

  test('can be cleared, and its ids continue', () => {
    const ring = journal(10, 10_000)
    ring.add(record(ring.nextId()))
    expect(ring.clear()).toBe(1)
    expect([ring.entries(), ring.dropped, ring.bytes, ring.nextId()]).toEqual([[], 0, 0, 2])
  })

  test('counts what was cleared until a restart, with what it had dropped before', () => {
    const ring = journal(2, 10_000)
    for (let id = 1; id <= 5; id++) ring.add(record(ring.nextId()))
    ring.clear()
    ring.add(record(ring.nextId()))
    ring.clear()
    expect(ring.cleared).toBe(6)
    ring.clear(true)
    expect(ring.cleared).toBe(0)
  })

  test('drops the oldest entries over many rounds', () => {
    const ring = journal(10, 1_000_000)
    for (let id = 1; id <= 10_000; id++) ring.add(record(id))
    expect(ring.entries().map(({ id }) => id)).toEqual([9991, 9992, 9993, 9994, 9995, 9996, 9997, 9998, 9999, 10_000])
  })

  test('stores every field of an entry, also the text of a large response, which is made when it is read', () => {
    const subject = { property: 2 }
    const large = { list: ['a', 'b'] }
    const kept = record(7, { operation: 'getX', formSubject: subject, response: new LargeResponse(large, 9000) })
    large.list.push('c')
    const stored = JSON.parse(storedEntry(kept))
    expect(stored).toMatchObject({ id: 7, target: '/x', operation: 'getX', subject, response: '{"list":["a","b","c"]}' })
    expect(new StoredRecord(7, storedEntry(kept)).entry()).toEqual({ ...kept.entry() })
    expect(record(8, { response: 'short' }).entry().response).toBe('short')
  })

  test('all sandboxes share the memory: idle ones leave theirs to others, and each keeps its part', () => {
    const { world } = new TestWorld()
    const fill = (name: string): number => {
      const { journal } = world.sandbox(name)
      for (let id = 0; id < 90; id++) journal.add(record(journal.nextId(), { response: 'x'.repeat(30_000) }))
      return journal.bytes
    }
    const [full, all] = [2 * 1024 * 1024, 64 * 1024 * 1024]
    for (let i = 0; i < 99; i++) world.sandbox(`s${i}`)
    for (let i = 0; i < 20; i++) expect(fill(`s${i}`)).toBeGreaterThan(0.95 * full)
    for (let i = 20; i < 99; i++) fill(`s${i}`)
    const sizes = world.openSandboxes.map(({ journal }) => journal.bytes)
    expect(Math.min(...sizes.slice(0, 99))).toBeGreaterThan(0.9 * (all / 100))
    expect(Math.max(...sizes)).toBeLessThanOrEqual(full)
    for (let i = 0; i < 99; i++) fill(`s${i}`)
    expect(world.openSandboxes.reduce((sum, { journal }) => sum + journal.bytes, 0)).toBeLessThanOrEqual(all)
  })
})

describe('secrets', () => {
  test('of a query are masked in the start of a long answer, also where it is cut', () => {
    const secret = 'token=abc'
    expect(maskQueryInStart(`x ${secret} y`, secret)).toBe('x token=[masked] y')
    const text = `${secret} `.repeat(20_000)
    const kept = maskQueryInStart(text, secret)
    expect(kept.includes('abc')).toBe(false)
    expect(kept).toHaveLength(64 * 1024 + ' ... cut'.length)
    // what is masked is much longer than its mask
    const long = `token=${'s'.repeat(10_000)}`
    const short = maskQueryInStart(`${long} `.repeat(14), long)
    expect(short.includes('ss')).toBe(false)
    expect(short.endsWith(' ... cut')).toBe(true)
  })

  test.each([
    ['access_token=abc&x=1', 'access_token=[masked]&x=1'],
    ['x=1&client_secret=abc', 'x=1&client_secret=[masked]'],
    ['client%5Fsecret=abc', 'client%5Fsecret=[masked]'],
    ['%zz=1&a', '%zz=1&a'],
    ['', ''],
  ])('of the query %s are masked', (query, expected) => {
    expect(maskedQuery(query)).toBe(expected)
  })

  test('only the first characters of tokens are shown, and long lists are cut', () => {
    expect(maskedChangedIds({ tokens: ['0123456789abcdef'], bookings: [1] })).toEqual({ tokens: ['0123[masked]'], bookings: [1] })
    expect(maskedChangedIds({ bookings: Array.from({ length: 60 }, (_, i) => i) })['bookings']?.slice(49)).toEqual([
      49,
      'and 10 more',
    ])
    expect(cutBody('x'.repeat(70_000))).toHaveLength(64 * 1024 + ' ... cut'.length)
  })

  test.each([
    [
      'urlencoded',
      'application/x-www-form-urlencoded',
      'grant_type=client_credentials&client_id=desk&client%5Fsecret=desk-secret&scope=properties_get',
    ],
    ['JSON', 'application/json', '{"client_secret":"desk-secret"}'],
    ['text', 'text/plain', 'client_secret=desk-secret'],
  ])('in a body of %s reach neither journal nor log', async (_, type, body) => {
    const lines: string[] = []
    const log = {
      info: () => undefined,
      warn: () => undefined,
      error: () => undefined,
      request: (_name: string, of: KeptRequest) => lines.push(JSON.stringify(of.entry())),
    }
    const world = new TestWorld({ log })
    const { body: answer } = await world.send('POST', '/oauth/token?client_secret=desk-secret', {
      body,
      headers: { 'content-type': type },
    })
    const token = (answer as { access_token?: string }).access_token ?? 'none'
    await world.send('GET', `/nothing?access_token=${token}&client_secret=desk-secret`)
    const kept = JSON.stringify(world.sandbox.journal.entries()) + lines.join('')
    expect(kept).not.toContain('desk-secret')
    expect(kept).not.toContain(token === 'none' ? 'never' : token)
    expect(kept).toContain('[masked]')
  })
})
