import { describe, expect, test } from 'vitest'
import { adviceOf, problemOf, toneOf } from '../../src/console/webhooks/state.ts'
import { TestWorld } from '../support/test-world.ts'
import { aHook, PRICE_CHANGES, receiver } from '../webhooks/receiver.ts'
import { consoleOf, targetsOf } from './console-of.ts'
import { byId, everyElement, textIn } from './markup.ts'

const BLACK = { property_id: 1, room_id: 1, date: '2026-06-20' }

/** A receiver that works, one that fails and one that is gone, and a call that raises two events. */
async function notified() {
  const [good, bad] = [await receiver(), await receiver((response) => response.writeHead(500).end())]
  const hooks = [
    aHook(`${good.url}?key=s3cret`),
    aHook(bad.url, { id: 2, auth: 'basic', username: 'clerk', password: 'pa55word' }),
    aHook('http://127.0.0.1:1/hook', { id: 3 }),
    aHook('http://127.0.0.1:1/silent', { id: 4, enabled: false, managerId: 2 }),
  ]
  const of = new TestWorld({ rows: { webhooks: hooks }, choices: { webhook_duplicates: 'none' } })
  await of.call('createBlackBooking', { path: BLACK, as: 'desk' })
  await of.sandbox.webhooks.idle()
  return { ...consoleOf({ of }), of }
}

describe('the tab Webhooks', () => {
  test('says how to add a hook where there is none', async () => {
    const shown = await consoleOf().page('/_understay/console/webhooks')
    expect(textIn(shown)).toMatch(/There are no webhooks yet.*--webhook http.*webhooks\.receive\(\)/)
    expect(byId(shown, 'hook-url').attributes['required']).toBe('')
    expect(targetsOf(shown)).toContain('/_understay/docs/webhooks.md')
  })

  test('offers a manager who comes after hundreds of other users', async () => {
    const { page, world } = consoleOf()
    const { store } = world.sandbox()
    for (const row of store.db.users.all().slice(0, 1))
      store.change(({ users }) => {
        for (let id = 1000; id < 2100; id++) users.put({ ...row, id, name: `user${id}`, level: 'user' })
        users.put({ ...row, id: 2100, name: 'last', level: 'manager' })
      })
    expect(textIn(byId(await page('/_understay/console/webhooks'), 'hook-manager'))).toContain('2100 last')
  })

  test('shows the hooks without their secrets, and links to the deliveries of each', async () => {
    const { open, page } = await notified()
    const text = await (await open('/_understay/console/webhooks')).text()
    for (const secret of ['s3cret', 'pa55word']) expect(text).not.toContain(secret)
    const shown = await page('/_understay/console/webhooks')
    expect(textIn(byId(shown, 'hook-1'))).toMatch(/^#1 http.*\/hook\?key=\[masked\] none all managers enabled Remove$/)
    expect(textIn(byId(shown, 'hook-2'))).toContain('basic as clerk')
    expect(textIn(byId(shown, 'hook-4'))).toMatch(/2 \S+.* disabled Remove$/)
    expect(targetsOf(byId(shown, 'hook-2'))).toContain('/_understay/console/webhooks?hook=2')
  })

  test('lists the deliveries, newest first, with what became of each', async () => {
    const { page } = await notified()
    const shown = await page('/_understay/console/webhooks')
    expect(textIn(byId(shown, 'deliveries-count'))).toBe('6 deliveries')
    const rows = byId(shown, 'deliveries').children.flatMap((row) => (typeof row === 'string' ? [] : [textIn(row)]))
    expect(rows.map((row) => row.replace(/^(#\d) \S+ \S (\w+) (\S+) (\w+) .*/, '$1 $2 $3 $4'))).toEqual([
      '#6 failed — blackbooking_added',
      '#5 failed — booking_note_saved',
      '#4 failed 500 blackbooking_added',
      '#3 failed 500 booking_note_saved',
      '#2 delivered 200 blackbooking_added',
      '#1 delivered 200 booking_note_saved',
    ])
    expect(rows[0]).toContain('nothing listens there')
  })

  test('findings of rules about deliveries link to the delivery, and the tab Rules has their numbers by hook', async () => {
    const { of, page } = await notified()
    await of.call('listBookings', { path: { property_id: 1 }, as: 'desk' })
    const shown = await page('/_understay/console/rules')
    const rule = byId(shown, 'rule-webhooks/answers-in-time')
    expect(textIn(rule)).toMatch(/delivery 4 \(blackbooking_added\) to http:\S+ was answered 500/)
    expect(targetsOf(rule)).toContain('/_understay/console/webhooks?entry=4')
    expect(targetsOf(rule).filter((target) => target.startsWith('/_understay/?entry='))).toEqual([])
    expect(textIn(byId(shown, 'delivered-2'))).toMatch(/^#2 http.* 2 0 2 0 0$/)
  })

  test('is filtered by the address, with a chip for each filter; exports are of the same deliveries', async () => {
    const { page } = await notified()
    const shown = await page('/_understay/console/webhooks?state=failed&task=blackbooking_added&status=5xx&entry=4')
    expect(textIn(byId(shown, 'deliveries-count'))).toBe('1 of 6 deliveries match')
    expect(targetsOf(shown)).toEqual(
      expect.arrayContaining([
        '/_understay/console/webhooks?task=blackbooking_added&status=5xx&entry=4',
        '/_understay/webhooks/deliveries?task=blackbooking_added&state=failed&status=5xx&format=har',
      ]),
    )
    expect(textIn(await page('/_understay/console/webhooks?status=9'))).toContain('status: "9" is not a status')
    const none = await page('/_understay/console/webhooks?state=waiting')
    expect(textIn(none)).toContain('No delivery matches these filters. Show all 6')
  })

  test('shows a delivery with its cause, its request without secrets, and what to do', async () => {
    const { page, of } = await notified()
    const shown = byId(await page('/_understay/console/webhooks?entry=4'), 'detail')
    const text = textIn(shown)
    for (const part of [
      'the receiver answered 500',
      'Answer 2xx at once',
      'Raised by call #2',
      'Authorization: Basic [masked]',
      '"task": "blackbooking_added"',
      'Status 500',
    ])
      expect(text).toContain(part)
    const { id } = of.sandbox.store.db.bookings.all().at(-1) ?? {}
    expect(text).toContain(`GET /webhooks/1/blackbooking_added/${id}`)
    expect(targetsOf(shown)).toEqual(
      expect.arrayContaining([
        '/_understay/?entry=2',
        '/_understay/docs/coverage.md#getNotifiedBlackBooking',
        '/_understay/console/webhooks?entry=5',
        '/_understay/console/webhooks?entry=3',
        '/_understay/console/webhooks',
      ]),
    )
    expect(textIn(await page('/_understay/console/webhooks?entry=99'))).toContain('Delivery #99 is not kept any more.')
  })

  test('says of a delivery whose hook was removed that it cannot be sent again, instead of offering it', async () => {
    const { page, ask } = await notified()
    const detail = async () => byId(await page('/_understay/console/webhooks?entry=4'), 'detail')
    expect(textIn(await detail())).toContain('Send it again')
    expect(await ask('DELETE', '/_understay/webhooks?id=2')).toMatchObject({ status: 200 })
    const text = textIn(await detail())
    expect(text).toContain('Its hook was removed, so it cannot be sent again.')
    expect(text).not.toMatch(/Send it again|What to do/)
  })

  test('shows the attempts at one delivery', async () => {
    const { page, ask, of } = await notified()
    expect((await ask('POST', '/_understay/webhooks/deliveries/4/redeliver')).status).toBe(202)
    await of.sandbox.webhooks.idle()
    const shown = await page('/_understay/console/webhooks?entry=7')
    expect(textIn(byId(shown, 'detail'))).toContain('Attempts #4 attempt 1, failed with 500 #7 attempt 2, failed with 500')
    expect(textIn(byId(shown, 'delivery-7'))).toContain('attempt 2')
  })

  test('links to the traffic, the event and the fault that raised a delivery', async () => {
    const { url } = await receiver()
    const scenario = `${PRICE_CHANGES}webhook: { duplicate: 100% }\n`
    const of = new TestWorld({ scenario, rows: { webhooks: [aHook(url)] } })
    const { page, ask } = consoleOf({ of })
    await ask('POST', '/_understay/clock/advance', { body: '{"by":"61m"}' })
    await of.call('listTariffs', { path: { property_id: 1 }, as: 'desk' })
    await of.sandbox.webhooks.idle()
    const ids = everyElement(await page('/_understay/console/scenario')).map(({ attributes }) => attributes['id'])
    for (const [entry, target] of [
      [1, 'event-acts/event-1'],
      [3, 'traffic-desk-price_changes'],
      [5, 'fault-acts/1'],
    ]) {
      const detail = byId(await page(`/_understay/console/webhooks?entry=${entry}`), 'detail')
      expect(targetsOf(detail)).toContain(`/_understay/console/scenario#${target}`)
      expect(ids).toContain(target)
      expect(textIn(detail)).toContain('Fault acts/webhook')
    }
  })

  test('shows the name of a hook as text', async () => {
    const nasty = '"><img src=x onerror=alert(1)>'
    const of = new TestWorld({
      rows: { webhooks: [aHook(`http://127.0.0.1:1/${encodeURIComponent(nasty)}'onx='y`, { auth: 'basic', username: nasty })] },
    })
    const { page } = consoleOf({ of })
    await of.call('createBlackBooking', { path: BLACK, as: 'desk' })
    await of.sandbox.webhooks.idle()
    const sent = encodeURIComponent(nasty)
    for (const path of ['', '?entry=1', `?task=${sent}&text=${sent}&fault=${sent}`]) {
      const all = everyElement(await page(`/_understay/console/webhooks${path}`))
      expect(all.filter(({ name }) => name === 'img')).toEqual([])
      for (const { attributes } of all) expect(Object.keys(attributes).filter((name) => name.startsWith('on'))).toEqual([])
    }
    expect(textIn(byId(await page('/_understay/console/webhooks'), 'hook-1'))).toContain(nasty)
  })
})

describe('the state of a delivery', () => {
  const delivery = {
    id: 1,
    hook: 1,
    url: 'http://127.0.0.1/hook',
    task: 'booking_added',
    property: 1,
    at: '2026-03-01T09:00:00.000Z',
    state: 'failed' as const,
    status: null,
    ms: 1,
    error: null,
    fault: null,
    repeats: null,
    attempt: 1,
    raised_by: null,
    details: null,
    request: null,
    body: '{}',
  }

  test.each([
    [{ status: 302 }, 'bad', /answered 302/, /Redirects/],
    [{ status: 401 }, 'bad', /answered 401/, /credentials/],
    [{ status: 404 }, 'bad', /answered 404/, /path/],
    [{ status: 422 }, 'bad', /answered 422/, /refused/],
    [{ status: 503 }, 'bad', /answered 503/, /log/],
    [{ error: 'nothing listens there' }, 'bad', /nothing listens/, /Start the receiver/],
    [{ error: 'no answer within the time limit' }, 'bad', /no answer/, /10 seconds/],
    [{ error: 'the receiver hung up' }, 'bad', /hung up/, /closed/],
    [{ error: 'the receiver gave no access_token (status 200)' }, 'bad', /no access_token/, /answers the form/],
    [{ error: 'not reachable (EPROTO)' }, 'bad', /EPROTO/, /Check the address/],
    [{ state: 'dropped' as const, error: 'the hook is gone' }, 'warn', /the hook is gone/, /never sent by itself/],
    [{ state: 'dropped' as const, error: 'lost by a fault', fault: 'day/webhook' }, 'fault', /lost/, /the scenario lost it/],
    [{ state: 'delivered' as const, status: 200, ms: 5001 }, 'warn', /took 5001 ms/, /2xx at once/],
  ])('is said with what to do about it: %o', (parts, tone, problem, advice) => {
    const one = { ...delivery, ...parts }
    expect(toneOf(one)).toBe(tone)
    expect(problemOf(one)).toMatch(problem)
    expect(adviceOf(one)).toMatch(advice)
  })

  test.each(['delivered', 'waiting'] as const)('has no problem: %s', (state) => {
    expect([problemOf({ ...delivery, state }), adviceOf({ ...delivery, state })]).toEqual([undefined, undefined])
  })
})
