import { describe, expect, test } from 'vitest'
import { consoleOf } from './console-of.ts'
import { byId, type Element, everyElement, textIn } from './markup.ts'

describe('what a client sends', () => {
  const HOSTILE = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '</pre></details><svg onload=alert(1)>',
    '<!-- -->&lt;b&gt;&#60;',
    '{{7*7}}`',
    'javascript:alert(1)',
  ]

  test.each(HOSTILE)('is text on the page, wherever it turns up: %s', async (payload) => {
    const { page, ask, token } = consoleOf()
    const sent = encodeURIComponent(payload)
    const headers = { 'user-agent': payload, 'x-request-id': payload, 'x-service-channel-name': payload, ...(await token()) }
    const form = { method: 'PUT', body: new URLSearchParams({ [payload]: payload }), headers }
    await ask('GET', `/service/api/search/stars/4?x=${sent}&${sent}=${sent}`, { headers })
    await ask('PUT', '/service/api/bookguestinout/1/1/checkin', form)
    await ask('GET', `/service/api/${sent}/nothing`, { headers })
    await ask('GET', '/service/api/booking/rooms', { headers: { 'x-service-booking-session-id': payload } })
    const told = { on: { operation: 'listProperties', client: payload }, about: payload, edge: { status: 503 } }
    await ask('POST', '/_understay/faults', { body: JSON.stringify(told) })
    const shown = await page(`/_understay/?x=${sent}`)
    demandHarmless(shown)
    expect(textIn(shown).split(payload.replace(/\s+/g, ' ')).length).toBeGreaterThan(4)
    const wrong = await page(`/_understay/?status=${sent}&operation=${sent}&fault=${sent}`)
    demandHarmless(wrong)
    expect(byId(wrong, 'filter-fault').attributes['value']).toBe(payload)
  })

  test('as the id, secret or scope of a client stays text too', async () => {
    const { page, ask } = consoleOf()
    const client = { client_id: '"><svg/onload=alert(1)>', client_secret: "x' onclick='y <b>" }
    expect((await ask('POST', '/_understay/credentials', { body: JSON.stringify(client) })).status).toBe(201)
    const shown = await page()
    demandHarmless(shown)
    expect(textIn(byId(shown, 'credentials'))).toContain(client.client_secret)
  })
})

const TAGS =
  'html head meta title link script body a header h1 span div form button p noscript main section h2 dl dt dd code time label input select option table thead tbody tr th td details summary ul li ol small br h3 h4 pre b strong datalist'.split(
    ' ',
  )

/** No tag, attribute or address on the page that was not made here. */
function demandHarmless(page: Element): void {
  const all = everyElement(page)
  for (const { name, attributes } of all) {
    expect(TAGS).toContain(name)
    expect(Object.keys(attributes).filter((attribute) => attribute.startsWith('on') || attribute === 'style')).toEqual([])
    const { href = '#', action = '/', src = '/' } = attributes
    expect(href).toMatch(/^(?:\/|#|data:image\/svg)/)
    for (const address of [action, src]) expect(address).toMatch(/^\//)
  }
  expect(all.filter(({ name }) => name === 'script')).toHaveLength(1)
}
