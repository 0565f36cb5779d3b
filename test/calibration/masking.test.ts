import { describe, expect, test } from 'vitest'
import { productOf } from '../../src/api/product.ts'
import { calibrate } from '../../src/calibration/calibrate.ts'
import { Disguise } from '../../src/calibration/masking/disguise.ts'
import { maskedRecording } from '../../src/calibration/masking/masked-recording.ts'
import { JSON_TEXT, respelled, URL_PART } from '../../src/calibration/masking/spelling.ts'
import { readRecordings } from '../../src/calibration/recording.ts'
import { factsOf } from '../../src/cli/grade/grade.ts'
import { gradedRun } from '../../src/cli/grade/recorded-calls.ts'
import { resolveConfig } from '../../src/config/config.ts'
import { checkConformance } from '../../src/conformance/conformance.ts'
import type { FixtureRow } from '../../src/fixtures/fixture-set.ts'
import { readRecording } from '../../src/replay/har.ts'
import { deploymentRequests, randomChoices, randomWorld, recordDeployment } from './deployment.ts'
import { plantedRecording } from './planted.ts'

const PRODUCT = productOf('service')
const KEY = 'a key of a test, which is as long as it has to be'
const disguise = new Disguise(KEY)
const masked = (har: string): string => maskedRecording(har, () => KEY, PRODUCT)

test('no planted word is left of any personal field of the contract, in any place', () => {
  const { har, words } = plantedRecording()
  expect(words.length).toBeGreaterThan(400)
  expect(words.filter((word) => !har.includes(word))).toEqual([])
  const text = masked(har)
  expect(text).not.toMatch(/wxyzpqrstvk|qhotelofsomebodyx/i)
  // Days and everything else stay.
  expect(text.match(/2026-11-20/g)?.length).toBe(har.match(/2026-11-20/g)?.length)
  expect(masked(text)).toBe(text)
})

test('an e-mail address in a header, and the code in the address of a redirect', () => {
  const url = 'http://host.example/service/api/list'
  const headers = [{ name: 'User-Agent', value: 'sync/1.2 (+me@inn-by-the-sea.example)' }]
  const request = { method: 'GET', url, headers, queryString: [], cookies: [] }
  const back = 'https://app.example/back?state=s1&code=SplxlOBeZQQYbYS6WxSbIA'
  const response = { status: 302, headers: [{ name: 'Location', value: back }], redirectURL: back, content: {} }
  const text = masked(JSON.stringify({ log: { entries: [{ request, response }] } }))
  expect(text).not.toMatch(/me@|by-the-sea|Splxl/)
  expect(text).toMatch(/sync\/1\.2 \(\+\w\w@\w{3}-\w\w-\w{3}-\w{3}\.\w{7}\)/)
  expect(text.match(/\?state=s1&code=\[masked\]/g)).toHaveLength(2)
})

test('a response that leads nowhere leads nowhere when it is masked', () => {
  const request = { method: 'POST', url: 'http://host.example/service/api/guests/1/Ada', headers: [] }
  const text = masked(
    JSON.stringify({ log: { entries: [{ request, response: { status: 200, headers: [], redirectURL: '' } }] } }),
  )
  expect(JSON.parse(text).log.entries[0].response.redirectURL).toBe('')
})

test('the order of keys in the file does not matter', () => {
  const url = 'http://host.example/service/api/guests/1?surname=Featherstone'
  const headers = [{ name: 'x-log', value: 'guest Featherstone' }]
  const postData = { mimeType: 'text/plain', text: 'for Featherstone' }
  const response = { status: 200, headers: [], content: { mimeType: 'application/json', text: '{}' } }
  for (const request of [
    { method: 'POST', url, queryString: [], headers, cookies: [], postData },
    { cookies: [], headers, postData, queryString: [], url, method: 'POST' },
  ])
    expect(masked(JSON.stringify({ log: { entries: [{ request, response }] } }))).not.toMatch(/Featherstone/i)
})

test('a message that repeats a word of the request has no personal word, also where case changes its letters', () => {
  const url = 'http://host.example/service/api/guests/1?surname=%C4%B0nan%C3%A7lar'
  const text = '{"message":"no guest İnançlar, or inançlar2 of 1234 rooms"}'
  const request = { method: 'GET', url, headers: [], queryString: [], cookies: [] }
  const response = { status: 400, headers: [], content: { mimeType: 'application/json', text } }
  const { content } = JSON.parse(masked(JSON.stringify({ log: { entries: [{ request, response }] } }))).log.entries[0].response
  expect(content.text).toMatch(/^\{"message":"no guest [^,]{8}, or inançlar2 of 1234 rooms"\}$/)
  expect(content.text).not.toContain('İnançlar')
})

test('a path that a response repeats stays equal to that of the request, also where a region is called like the town', () => {
  const path = '/guests/1/Zoe/Lang/3/Mill/Osaka/Osaka/JP/53000/1/2/z@example.com/0/10/'
  const request = { method: 'POST', url: `http://127.0.0.1/service/api${path}`, headers: [], queryString: [], cookies: [] }
  const content = { mimeType: 'application/json', text: JSON.stringify({ meta: { site: { url: path } } }) }
  const text = masked(JSON.stringify({ log: { entries: [{ request, response: { status: 200, headers: [], content } }] } }))
  const entry = JSON.parse(text).log.entries[0]
  const sent = entry.request.url.slice('http://127.0.0.1/service/api'.length)
  expect(sent).toMatch(/^\/guests\/1\/(?!Zoe).*\/(?!Osaka)\w{5}\/Osaka\/JP\//)
  expect(JSON.parse(entry.response.content.text).meta.site.url).toBe(sent)
})

test.each([
  ['with an escape that JSON does not have', '{"bad\\q":"\\q","surname":"Featherstone"}'],
  ['that is cut within a text', '{"surname":"Featherst'],
  [
    'with a warning of PHP before it',
    'Warning: Undefined index in /srv/api.php on line 3\n{"surname":"Featherstone","id":[{"a":1}]}',
  ],
])('a body of JSON %s is masked, and keeps everything else', (_, body) => {
  const request = { method: 'GET', url: 'http://host.example/service/api/list', headers: [], queryString: [], cookies: [] }
  const response = { status: 200, headers: [], content: { mimeType: 'text/html', text: body } }
  const { text } = JSON.parse(masked(JSON.stringify({ log: { entries: [{ request, response }] } }))).log.entries[0].response
    .content
  expect(text).not.toMatch(/Feather/i)
  expect(text.replace(/"surname":"\w+/, '')).toBe(body.replace(/"surname":"\w+/, ''))
})

test('hosts are replaced; a name without a dot, which may be a word of paths and keys as well, only where it is a host', () => {
  const entry = (url: string) => ({ request: { method: 'GET', url, headers: [] }, response: { status: 200, headers: [] } })
  const recorded = (url: string): string => JSON.stringify({ log: { entries: [entry(url)] } })
  expect(masked(recorded('https://stay.hotel.test/service/api/tariffs/1'))).toContain('https://deployment.example/service/api')
  const local = 'http://service:8080/service/api/tariffs/1'
  expect(JSON.parse(masked(recorded(local))).log.entries).toEqual([entry(local.replace('//service', '//deployment.example'))])
})

test.each(['stay.hotel.test', 'service:8080', 'user.test'])(
  'the user and the password in an address of %s are masked, and its host',
  (host) => {
    const url = `https://user:s3cret@${host}/service/api/tariffs/1`
    const text = `{"url":"${url.replaceAll('/', '\\/')}"}`
    const request = { method: 'GET', url, headers: [{ name: 'referer', value: url }] }
    const recorded = { request, response: { status: 200, headers: [], redirectURL: url, content: { text } } }
    const after = masked(JSON.stringify({ log: { entries: [recorded] } }))
    expect(after).not.toMatch(/user|s3cret|stay|[/@]service:/)
    const [{ request: asked }] = JSON.parse(after).log.entries
    expect(asked.url).toMatch(/^https:\/\/\[masked\]@deployment\.example(?::8080)?\/service\/api\/tariffs\/1$/)
  },
)

test('an address with a user and a password is of the same host as one without', () => {
  const entries = ['https://host.test', 'https://user:s3cret@host.test', 'https://[masked]@host.test'].map((host) => ({
    startedDateTime: '2026-11-20T15:00:00Z',
    request: { method: 'GET', url: `${host}/service/api/tariffs/1`, headers: [] },
    response: { status: 200, headers: [], content: { text: '{}' } },
  }))
  const { calls, skipped, hosts } = readRecordings([JSON.stringify({ log: { version: '1.2', entries } })], PRODUCT)
  expect([calls.length, skipped, [...hosts]]).toEqual([3, [], ['host.test']])
})

test('the encoded body of a link to write a mail has the invented name, and its escapes; its subject stays, also with an &', () => {
  const link =
    'mailto:ada@example.com?subject=Booking%20number%2012%20%40%20Inn&body=Dear%20Zo%C3%AB%20Adams%20RE%20Booking%20number%2012'
  const [, body = ''] = disguise.text(link, 'free text').split('&body=')
  const [zoe, adams] = ['Zoë', 'Adams'].map((name) => encodeURIComponent(disguise.word(name)))
  expect(body).toBe(`Dear%20${zoe}%20${adams}%20RE%20Booking%20number%2012`)
  const plain = '?subject=Booking number 12 @ Inn & Barn&body='
  expect(disguise.text(`mailto:ada@example.com${plain}Zoë`, 'free text')).toContain(`${plain}${disguise.word('Zoë')}`)
})

describe('invented words', () => {
  test('are equal for equal words, different for different ones, and keep length, case and class', () => {
    const words = ['Peter', 'Petra', 'O', '31', '07700', 'Zoë', 'Łódź', 'Δήμος', 'Анна', '東京']
    const invented = words.map((word) => disguise.word(word))
    expect(new Set(invented).size).toBe(words.length)
    expect(invented.map((word) => word.length)).toEqual(words.map((word) => word.length))
    expect(invented.map((word) => Buffer.byteLength(word))).toEqual(words.map((word) => Buffer.byteLength(word)))
    expect(invented[0]).toMatch(/^[A-Z][a-z]{4}$/)
    expect(disguise.word('PETER')).toBe(invented[0]?.toUpperCase())
    expect(new Disguise('another key').word('Peter')).not.toBe(invented[0])
    const pairs = Array.from({ length: 90 }, (_, index) => disguise.word(String(index + 10)))
    expect(new Set(pairs).size).toBe(90)
  })

  test('are spelt as the words were', () => {
    const change = (text: string): string => disguise.text(text, 'value')
    const zoe = disguise.word('Zoë')
    const plain = encodeURIComponent(zoe)
    expect(respelled('Zo%C3%AB', URL_PART, change)).toBe(plain)
    expect(respelled('Zo%c3%ab', URL_PART, change)).toBe(plain.replaceAll(/%../g, (byte) => byte.toLowerCase()))
    expect(respelled('Zoë', URL_PART, change)).toBe(zoe)
    expect(JSON.parse(`"${respelled('Zo\\u00eb', JSON_TEXT, change)}"`)).toBe(zoe)
    expect(respelled('Zo\\u00EB', JSON_TEXT, change)).toMatch(/^[A-Z][a-z]\\u00[0-9A-F]{2}$/)
    expect(respelled('Ann+Lee', URL_PART, change)).toMatch(/^[A-Z][a-z]{2}\+[A-Z][a-z]{2}$/)
    expect(respelled('Ann%20Lee', URL_PART, change)).toMatch(/^[A-Z][a-z]{2}%20[A-Z][a-z]{2}$/)
  })

  test('leave days, booking numbers, tags and the words of the service in a note', () => {
    const note = 'manager1 Entered black booking. 2026-11-20 10:00:00 Booking no.: 35275442<br/>call Ann'
    const changed = disguise.text(note, 'free text')
    expect(changed).toMatch(/^\w+ Entered black booking\. 2026-11-20 10:00:00 Booking no\.: 35275442<br\/>\w+ \w+$/)
    expect(changed).not.toMatch(/manager|call|Ann/)
  })
})

test('grade finds the same in a masked recording', async () => {
  const [text = ''] = await recordDeployment(
    { choices: randomChoices(5), data: await randomWorld(5) },
    deploymentRequests().slice(0, 1),
  )
  const after = masked(text)
  expect(after).not.toMatch(/Griffin|Spooner|Quahog/)
  const graded = (har: string) => {
    const { calls, missing, speed } = gradedRun(readRecording(har, PRODUCT.apiPath), PRODUCT.apiPath)
    const { rules, counts } = checkConformance(calls, factsOf(PRODUCT, { kind: undefined, missing, speed }))
    return { counts, rules: rules.map(({ id, outcome, offences, remarks }) => [id, outcome, offences.length, remarks.length]) }
  }
  expect(graded(after)).toEqual(graded(text))
})

test('of a world with a word of its own in every text, those stay readable that name no person and no address, and the same is decided', async () => {
  const places = new Map<string, string>()
  const plant = (place: string): string => {
    const word = `QXW${places.size.toString(36).toUpperCase().padStart(2, 'X')}VKZ`
    places.set(word, place)
    return word
  }
  const planted = (list: string, row: FixtureRow, ...fields: readonly string[]): FixtureRow => ({
    ...row,
    ...Object.fromEntries(fields.map((field) => [field, plant(`${list} ${field}`)])),
  })
  const world = await randomWorld(5)
  const rows = (list: string): FixtureRow[] => [world[list]].flat() as FixtureRow[]
  const person = ['firstname', 'surname', 'house', 'street', 'town', 'postcode', 'landline', 'mobile', 'email']
  const data = {
    ...world,
    properties: rows('properties').map((row) => planted('properties', row, 'name', 'street', 'town', 'postcode', 'tel', 'email')),
    guests: rows('guests').map((row) => planted('guests', row, ...person)),
    rooms: rows('rooms').map((row) => planted('rooms', row, 'name', 'number', 'floor')),
    bookings: rows('bookings').map((row) => ({
      ...planted('bookings', row, 'deposit_reference', 'special_requests', 'booked_by'),
      notes: [plant('bookings notes')],
    })),
  }
  const asked = [
    'properties/all',
    'search/stars/1,2,3,4,5',
    'search/dates/2026-12-10/2026-12-12',
    'guests/1/list',
    'listbooking/1',
    ...['arr-dep', 'guest', 'rooms', 'payment', 'notes'].map((view) => `listbooking/1/1/${view}`),
  ].map((path) => ({ m: 'GET', t: `/${path}`, as: 'full' }))
  const [text = ''] = await recordDeployment({ choices: randomChoices(5), data }, [asked])
  const after = masked(text)
  const readable = (har: string) => new Set([...places].flatMap(([word, place]) => (har.includes(word) ? [place] : [])))
  expect(readable(text)).toEqual(new Set(places.values()))
  expect([...readable(after)]).toEqual(['properties name', 'properties town', 'rooms name', 'rooms number', 'rooms floor'])
  const decided = async (har: string) =>
    (await calibrate([har], { config: resolveConfig({}), keepSecrets: false })).solution.evidence
  expect(await decided(after)).toEqual(await decided(text))
})
