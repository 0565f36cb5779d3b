import { describe, expect, test } from 'vitest'
import { consoleOf } from './console-of.ts'
import { byId, type Element, everyElement, textIn } from './markup.ts'

const TABS = [
  '',
  'console/calendar',
  'console/sessions',
  'console/scenario',
  'console/rules',
  'console/webhooks',
  'console/data',
  'console/sandboxes',
  'docs/',
]

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</pre></textarea></details><svg onload=alert(1)>',
  '<!-- -->&lt;b&gt;&#60;',
  '{{7*7}}`',
  'javascript:alert(1)',
]

describe('what a client sends', () => {
  test.each(HOSTILE)('is escaped on every page: %s', async (payload) => {
    const { page, ask, token } = consoleOf()
    const sent = encodeURIComponent(payload)
    const headers = { 'user-agent': payload, 'x-request-id': payload, 'x-service-channel-name': payload, ...(await token()) }
    const form = { method: 'PUT', body: new URLSearchParams({ [payload]: payload }), headers }
    await ask('GET', `/service/api/search/stars/4?x=${sent}&${sent}=${sent}`, { headers })
    await ask('PUT', '/service/api/bookguestinout/1/1/checkin', form)
    await ask('GET', `/service/api/${sent}/nothing`, { headers })
    const session = { 'x-service-booking-session-id': payload }
    await ask('GET', '/service/api/booking/initialise/1/en-GB', { headers: session })
    const fault = { on: { operation: 'listProperties', client: payload }, about: payload, network: { status: 503 } }
    await ask('POST', '/_understay/faults', { body: JSON.stringify(fault) })
    for (const tab of TABS) requireHarmless(await page(`/_understay/${tab}?x=${sent}&q=${sent}&search=${sent}&show=${sent}`))
    for (const id of [1, 2, 3, 4, 5]) requireHarmless(await page(`/_understay/?entry=${id}`))
    const list = textIn(await page('/_understay/'))
    expect(list).toContain(sent)
    expect(textIn(await page('/_understay/?entry=3'))).toContain(payload.replace(/\s+/g, ' '))
    expect(textIn(await page('/_understay/console/sessions'))).toContain(payload.replace(/\s+/g, ' ').slice(0, 40))
    const wrong = await page(`/_understay/?status=${sent}&operation=${sent}&fault=${sent}&text=${sent}`)
    requireHarmless(wrong)
    expect(byId(wrong, 'filter-fault').attributes['value']).toBe(payload)
    requireHarmless(await page(`/_understay/console/data/${sent}`))
    requireHarmless(await page(`/_understay/console/snapshots/${sent}`))
    requireHarmless(await page(`/_understay/console/${sent}`))
    requireHarmless(await page(`/_understay/docs/${sent}`))
  })

  test('stays text as the id and secret of a client', async () => {
    const { page, ask } = consoleOf()
    const client = { client_id: '"><svg/onload=alert(1)>', client_secret: "x' onclick='y <b>" }
    expect((await ask('POST', '/_understay/credentials', { body: JSON.stringify(client) })).status).toBe(201)
    const shown = await page('/_understay/console/data')
    requireHarmless(shown)
    expect(textIn(shown)).toContain(client.client_secret)
    requireHarmless(await page('/_understay/console/data/clients'))
  })

  test('shows the characters in it that turn the direction of text', async () => {
    const { page, world } = consoleOf()
    const { store } = world.sandbox()
    const [guest] = store.db.guests.all()
    if (guest) store.change(({ guests }) => guests.put({ ...guest, surname: '\u202eevil' }))
    expect(textIn(await page('/_understay/console/data/guests'))).toContain('\\u202eevil')
  })
})

const TAGS = new Set(
  'html head meta title link script body a nav header h1 h2 h3 span div form button p noscript main section article dl dt dd code time label input select option textarea table thead tbody tfoot tr th td details summary ul li ol small br pre b strong datalist dialog figure figcaption svg rect'.split(
    ' ',
  ),
)

/** No tag, attribute or address on the page that was not written by the console. */
function requireHarmless(page: Element): void {
  const all = everyElement(page)
  // One comparison for all elements of a page: each costs many times what it compares.
  const harmful = all.flatMap(({ name, attributes }) => {
    const { href = '#', action = '/', src = '/' } = attributes
    return [
      ...(TAGS.has(name) ? [] : [name]),
      ...Object.keys(attributes).filter((attribute) => attribute.startsWith('on') || attribute === 'style'),
      ...(/^(?:\/|#|data:image\/svg)/.test(href) ? [] : [href]),
      ...[action, src].filter((address) => !address.startsWith('/')),
    ]
  })
  expect(harmful).toEqual([])
  for (const { attributes } of all.filter(({ name }) => name === 'script'))
    expect(attributes['src']).toMatch(/^\/_understay\/console\/assets\/[a-z]+\.js$/)
}
