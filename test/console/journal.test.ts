import { describe, expect, test } from 'vitest'
import { consoleOf, sectionOf, shownEntries } from './console-of.ts'
import { byId, everyElement, textIn } from './markup.ts'

describe('the journal on the page', () => {
  test('has the newest first, and each opens to all that is known of it', async () => {
    const { page, ask, token } = consoleOf()
    const headers = { ...(await token()), 'x-request-id': 'r-77', 'user-agent': 'sync/1.0' }
    await ask('POST', '/service/api/blackbookings/1/1/2026-05-20', { headers, body: new URLSearchParams({ colour: 'blue' }) })
    await ask('GET', '/service/api/propertys/all', { headers })
    const shown = await page()
    expect(shownEntries(shown)).toEqual([3, 2, 1])
    expect(textIn(byId(shown, 'entry-2'))).toMatch(
      /^#2 09:00:00 200 POST \/blackbookings\/1\/1\/2026-05-20 createBlackBooking, desk/,
    )
    const detail = textIn(byId(shown, 'entry-2'))
    for (const part of [
      'Fields nothing read colour',
      'Rows touched bookings ',
      'Correlation r-77',
      'user-agent: sync/1.0',
      'colour: blue',
    ])
      expect(detail).toContain(part)
    expect(textIn(byId(shown, 'entry-3'))).toMatch(/404 .*no operation, desk, operation_unknown.*Refusal .* Hint nearest is/)
  })

  test('shows no secret and no token that is masked elsewhere', async () => {
    const { open, token, ask } = consoleOf()
    const { authorization } = await token()
    await ask('GET', '/service/api/properties/all?access_token=abcdef-secret', { headers: { authorization } })
    const text = await (await open()).text()
    expect(text).not.toContain(authorization.slice('Bearer '.length))
    expect(text).not.toContain('abcdef-secret')
    expect(text).toContain('Bearer [masked]')
    const { body } = await ask('GET', '/_understay/credentials')
    for (const { client_secret } of body) expect(text).toContain(client_secret)
  })

  test('is filtered by operation, status and fault; what was left empty does not count', async () => {
    const { page, ask } = consoleOf()
    for (const stars of ['4', '5', 'many']) await ask('GET', `/service/api/search/stars/${stars}`)
    await ask('GET', '/service/api/nothing')
    expect(shownEntries(await page('/_understay/?operation=searchByStars&status=2xx&fault='))).toEqual([2, 1])
    const shown = await page('/_understay/?operation=&status=4xx&fault=&limit=50')
    expect(shownEntries(shown)).toEqual([4, 3])
    expect(textIn(byId(shown, 'journal-count'))).toBe('2 of 4 calls match.')
    expect(byId(shown, 'filter-status').attributes['value']).toBe('4xx')
    expect(sectionOf(shown, 'journal')).toContain('HAR')
    expect(everyElement(shown).map(({ attributes: { href } }) => href)).toContain('/_understay/journal?status=4xx&format=har')
  })

  test.each([
    ['?status=9', 'status: "9" is not a status'],
    ['?operation=nonsense', 'operation: there is no "nonsense"'],
    ['?limit=many', 'limit: "many" is not a number of entries'],
  ])('says what is wrong with the filter %s, and shows the rest of the page', async (query, problem) => {
    const { page } = consoleOf()
    const shown = await page(`/_understay/${query}`)
    expect(sectionOf(shown, 'journal')).toContain(problem)
    expect(sectionOf(shown, 'credentials')).toContain('desk')
  })

  test('shows as many as are asked for, and says that there are more', async () => {
    const { page, ask } = consoleOf()
    for (let call = 0; call < 4; call++) await ask('GET', '/service/api/search/stars/4')
    const shown = await page('/_understay/?limit=3')
    expect(shownEntries(shown)).toEqual([4, 3, 2])
    expect(textIn(byId(shown, 'journal-count'))).toBe('4 calls, the newest 3 are shown.')
  })

  test('goes on after an entry for a page that is live; an id from before a restart means all of them', async () => {
    const { page, ask } = consoleOf()
    for (let call = 0; call < 3; call++) await ask('GET', '/service/api/search/stars/4')
    const shown = await page('/_understay/?since=2')
    expect(shownEntries(shown)).toEqual([3])
    expect(byId(shown, 'entries').attributes).toMatchObject({ 'data-oldest': '1', 'data-last': '3' })
    expect(shownEntries(await page('/_understay/?since=99'))).toEqual([3, 2, 1])
    await ask('DELETE', '/_understay/journal')
    expect(byId(await page('/_understay/?since=3'), 'entries').attributes).toMatchObject({ 'data-oldest': '4', 'data-last': '3' })
  })

  test('cuts a long answer, and leads to the whole of it', async () => {
    const { page, ask } = consoleOf()
    await ask('GET', '/service/api/site_structure/countries')
    const entry = byId(await page(), 'entry-1')
    expect(textIn(entry)).toMatch(/ \.\.\. and \d+ characters more/)
    const link =
      everyElement(entry).find(({ attributes }) => attributes['data-file'] === 'entry-1.json')?.attributes['href'] ?? ''
    expect((await ask('GET', link)).body.entries.map(({ id }: { readonly id: number }) => id)).toEqual([1])
  })
})
