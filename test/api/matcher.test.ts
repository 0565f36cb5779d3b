import { describe, expect, test } from 'vitest'
import { Matcher, segmentsOf, spellings } from '../../src/api/matcher.ts'
import type { Operation } from '../../src/api/operation.ts'
import { OPERATIONS } from '../../src/booking-contract/index.ts'

const made = (id: string, path: string, method: Operation['method'] = 'get', also: readonly string[] = []): Operation => ({
  id,
  method,
  path,
  also,
  tag: 'core',
  summary: id,
  params: {},
})

const matcher = new Matcher([
  made('list', '/listbooking/{p}[/{language}]'),
  made('between', '/listbooking/{p}/{start}/{end}[/{language}]'),
  made('guest', '/listbooking/{p}/{c}/guest[/{language}]'),
  made('dates', '/listbooking/{p}/{c}/arr-dep[/{language}]'),
  made('all', '/properties/all'),
  made('free', '/properties/{p}/availabilities/{start}/{end}'),
  made('timeline', '/properties/{p}/availabilities/timeline/{start}/{end}'),
  made('addGuest', '/guests/{p}/{first}/{last}/{vat}/{discount}[/{language}]', 'post'),
  made('dropGuest', '/guests/{p}/{g}', 'delete', ['/guests/{p}/delete/{g}[/{language}]']),
  made('status', '/bookguestinout/{p}/{c}[/{language}]'),
  made('checkin', '/bookguestinout/{p}/{c}/checkin[/{language}]', 'put'),
  made('towns', '/search/towns/{names}[/{language}]'),
])

/** What a request means, as `id name=value ...`. */
function meaning(method: string, path: string): string {
  const segments = segmentsOf(path)
  if (!segments) return 'broken'
  const match = matcher.find(method, segments)
  if (!match) return 'none'
  const values = Object.entries(match.values).map(([name, value]) => `${name}=${value}`)
  return [match.operation.id, ...values].join(' ')
}

describe('the matcher finds the operation', () => {
  test.each([
    ['get', '/listbooking/1', 'list p=1'],
    ['get', '/listbooking/1/', 'list p=1'],
    ['get', '/listbooking/1/fr-FR', 'list p=1 language=fr-FR'],
    ['get', '/listbooking/1/fr-FR/', 'list p=1 language=fr-FR'],
    ['get', '/listbooking/1/93', 'list p=1 language=93'],
    ['get', '/listbooking/1/93/foo', 'between p=1 start=93 end=foo'],
    ['get', '/listbooking/1/93/guest', 'guest p=1 c=93'],
    ['get', '/listbooking/1/93/guest/', 'guest p=1 c=93'],
    ['get', '/listbooking/1/93/GUEST', 'guest p=1 c=93'],
    ['get', '/listbooking/1/93/Guest/de-DE', 'guest p=1 c=93 language=de-DE'],
    ['get', '/listbooking/1/93/arr-dep', 'dates p=1 c=93'],
    ['get', '/listbooking/1/93/ARR-DEP/', 'dates p=1 c=93'],
    ['get', '/listbooking/1/93/guests', 'between p=1 start=93 end=guests'],
    ['get', '/listbooking/1/2026-01-01/2026-01-31', 'between p=1 start=2026-01-01 end=2026-01-31'],
    ['get', '/listbooking/1/2026-01-01/2026-01-31/fr-FR', 'between p=1 start=2026-01-01 end=2026-01-31 language=fr-FR'],
    ['get', '/listbooking/1/2026-01-01/2026-01-31/fr-FR/x', 'none'],
    ['get', '/ListBooking/1', 'none'],
    ['get', '/LISTBOOKING/1', 'none'],
    ['get', '/listbooking', 'none'],
    ['get', '/listbooking/', 'list p='],
    ['get', '//listbooking/1', 'none'],
    ['get', '/listbooking//guest', 'list p= language=guest'],
    ['get', '/listbooking//93/guest', 'guest p= c=93'],
    ['get', '/', 'none'],
    ['get', '', 'none'],
    ['get', '/properties/all', 'all'],
    ['get', '/properties/all/', 'all'],
    ['get', '/properties/ALL/', 'all'],
    ['get', '/properties/1/availabilities/2026-01-01/2026-01-02', 'free p=1 start=2026-01-01 end=2026-01-02'],
    ['get', '/properties/1/availabilities/timeline/2026-01-01', 'free p=1 start=timeline end=2026-01-01'],
    ['get', '/properties/1/availabilities/timeline/2026-01-01/2026-01-02', 'timeline p=1 start=2026-01-01 end=2026-01-02'],
    ['get', '/properties/1/Availabilities/TimeLine/a/b/', 'timeline p=1 start=a end=b'],
    ['post', '/guests/1/Ada/Brook/V/5', 'addGuest p=1 first=Ada last=Brook vat=V discount=5'],
    ['post', '/guests/1/Ada/Brook//', 'addGuest p=1 first=Ada last=Brook vat= discount='],
    ['post', '/guests/1/Ada/Brook///', 'addGuest p=1 first=Ada last=Brook vat= discount='],
    ['post', '/guests/1/Ada/Brook//5', 'addGuest p=1 first=Ada last=Brook vat= discount=5'],
    ['post', '/guests/1/Ada/Brook//5/', 'addGuest p=1 first=Ada last=Brook vat= discount=5'],
    ['post', '/guests/1/Ada/Brook/V/', 'addGuest p=1 first=Ada last=Brook vat=V discount='],
    ['post', '/guests/1/Ada/Brook/V//', 'addGuest p=1 first=Ada last=Brook vat=V discount='],
    ['post', '/guests/1/Ada/Brook/V/5/fr-FR', 'addGuest p=1 first=Ada last=Brook vat=V discount=5 language=fr-FR'],
    ['post', '/guests/1/Ada/Brook', 'none'],
    ['delete', '/guests/1/7', 'dropGuest p=1 g=7'],
    ['delete', '/guests/1/delete/7', 'dropGuest p=1 g=7'],
    ['delete', '/guests/1/DELETE/7/fr-FR', 'dropGuest p=1 g=7 language=fr-FR'],
    ['delete', '/guests/1/delete', 'dropGuest p=1 g=delete'],
    ['put', '/bookguestinout/1/2/checkin', 'checkin p=1 c=2'],
    ['put', '/bookguestinout/1/2/checkin/', 'checkin p=1 c=2'],
    ['put', '/bookguestinout/1/2/CheckIn/de-DE/', 'checkin p=1 c=2 language=de-DE'],
    ['get', '/bookguestinout/1/2/checkin', 'status p=1 c=2 language=checkin'],
    ['put', '/bookguestinout/1/2', 'none'],
    ['patch', '/bookguestinout/1/2', 'none'],
    ['get', '/search/towns/St%20Ives', 'towns names=St Ives'],
    ['get', '/search/towns/Saint+Malo', 'towns names=Saint+Malo'],
    ['get', '/search/towns/K%C3%B6ln', 'towns names=Köln'],
    ['get', '/search/towns/Köln', 'towns names=Köln'],
    ['get', '/search/towns/a%2Fb', 'towns names=a/b'],
    ['get', '/search/towns/a%252Fb', 'towns names=a%2Fb'],
    ['get', '/search/%74owns/a', 'towns names=a'],
    ['get', '/search/towns/a%3Fb', 'towns names=a?b'],
    ['get', '/search/towns/%', 'broken'],
    ['get', '/search/towns/%zz', 'broken'],
    ['get', '/search/towns/%ff', 'broken'],
    ['get', '/search/towns/%00', 'towns names=\0'],
    ['get', '/search/towns/..', 'towns names=..'],
    ['get', '/search/towns/%2e%2e', 'towns names=..'],
    ['get', '/__proto__/towns/a', 'none'],
    ['get', '/search/constructor/a', 'none'],
  ])('of %s %s', (method, path, expected) => {
    expect(meaning(method, path)).toBe(expected)
  })

  test('a matcher rejects two operations with the same pattern', () => {
    expect(() => new Matcher([made('a', '/x/{one}'), made('b', '/x/{two}')])).toThrow('b and a share the path get /x/{two}')
  })

  test('a path with optional parts expands to several patterns', () => {
    expect(spellings('/a[/{b}]')).toEqual(['/a', '/a/{b}'])
  })

  test('one matcher takes all operations of the contract', () => {
    expect(() => new Matcher(OPERATIONS)).not.toThrow()
  })
})
