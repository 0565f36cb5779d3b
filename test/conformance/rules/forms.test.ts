import { describe } from 'vitest'
import { parseDay } from '../../../src/base/day.ts'
import { DAY_MS } from '../../../src/base/duration.ts'
import { call, cases, type Step, token } from '../exchanges-of.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const save = (more: Step = {}): Step =>
  call('createTariff', 'a', { method: 'POST', request: 'rate_title=Ann', requestHeaders: FORM, ...more })

describe('data/form-type', () => {
  const typed = (type: string, more: Step = {}): Step => save({ requestHeaders: { 'content-type': type }, ...more })
  cases('data/form-type', [
    ['sends a form', [save()], 'passed'],
    ['names the encoding too', [typed('Application/X-WWW-Form-URLEncoded; charset=utf-8')], 'passed'],
    ['sends a form in parts', [typed('multipart/form-data; boundary=x')], 'passed'],
    ['sends JSON', [typed('application/json')], 'failed', [1]],
    ['names the type late', [typed('text/plain, application/x-www-form-urlencoded')], 'failed', [1]],
    ['names another type with the same beginning', [typed('multipart/form-database')], 'failed', [1]],
    ['names no type', [save({ requestHeaders: {} })], 'failed', [1]],
    ['is told so', [save({ refusalCode: 'content_type_wrong', status: 400 })], 'failed', [1]],
    ['sends nothing', [save({ request: undefined, requestHeaders: {} })], 'not-exercised'],
    ['asks what is allowed', [save({ method: 'OPTIONS', requestHeaders: {} })], 'not-exercised'],
    ['asks for a token, which is for another rule', [token('a', { requestHeaders: {} })], 'not-exercised'],
    ['reads', [call('listGuests', 'a', { request: 'x=1' })], 'not-exercised'],
  ])
})

describe('data/utf8', () => {
  const inPath = (value: string): Step =>
    call('searchByTowns', 'a', { target: '/service/api/search/%C3%84', path: { name: value } })
  cases('data/utf8', [
    ['sends UTF-8', [inPath('Ä'), save({ request: 'rate_title=%C3%84' })], 'passed'],
    ['sends the replacement character in a path', [inPath('\u{FFFD}')], 'failed', [1]],
    ['sends it in a form, encoded', [save({ request: 'rate_title=%EF%BF%BD' })], 'failed', [1]],
    ['sends it in a form as it is', [save({ request: 'rate_title=\u{FFFD}' })], 'failed', [1]],
    ['is refused for its address', [save({ refusalCode: 'encoding_broken', status: 400 })], 'failed', [1]],
    ['is refused for its body', [save({ refusalCode: 'body_broken', status: 400 })], 'failed', [1]],
    ['sends plain letters in an address', [call('listGuests', 'a')], 'not-exercised'],
    ['goes astray', [save({ operation: undefined, request: '%EF%BF%BD' })], 'not-exercised'],
  ])
})

describe('data/money-plain', () => {
  const amount = (value: string, name = 'amount'): Step => call('formatPrice', 'a', { path: { [name]: value } })
  const price = (value: string): Step => save({ request: `tariffinput%5B1%5D=${value}` })
  cases('data/money-plain', [
    ['sends plain amounts', ['0', '12', '12.5', '-12.50'].map((value) => amount(value)), 'passed'],
    ...['12,50', '1.250,00', '12.505', '12.', '.5', '1e3', '€12', '12 '].map(
      (value) => [`sends "${value}"`, [amount(value)], 'warned', [1]] as const,
    ),
    ...['variance', 'price_low', 'price_high', 'discount'].map(
      (name) => [`sends ${name}=1,5`, [amount('1,5', name)], 'warned', [1]] as const,
    ),
    ['sends a calendar', [price('12.50')], 'passed'],
    ['sends a calendar of another language', [price('12%2C50')], 'warned', [1]],
    ['sends other fields', [save({ request: 'telephone=1%2C5&xtariffinput%5B1%5D=x' })], 'not-exercised'],
    ['leaves an amount out', [amount(''), amount(' ')], 'not-exercised'],
  ])
})

describe('data/service-day', () => {
  const [machine, service, other] = ['2030-03-17', '2030-03-18', '2030-03-20'].map((text) => parseDay(text))
  /** The clock of the sandbox is a day ahead. */
  const read = (from: typeof machine, more: Step = {}): Step =>
    call('listAvailableRooms', 'a', {
      real: 1_900_000_000_000,
      at: 1_900_000_000_000 + DAY_MS,
      subject: { nights: from ? { from } : {} },
      ...more,
    })
  cases('data/service-day', [
    ['begins on the day of the service', [read(service), read(service), read(service)], 'passed'],
    ['begins on the day of the machine', [read(machine), read(machine), read(machine)], 'warned', [1, 2, 3]],
    ['does so once too few', [read(machine), read(machine), read(other)], 'passed'],
    ['knows both', [read(machine), read(machine), read(machine), read(service)], 'passed'],
    ['has shown little', [read(machine), read(machine)], 'not-exercised'],
    ['reads no days', [read(undefined), read(undefined), read(undefined)], 'not-exercised'],
    ['writes', [1, 2, 3].map(() => read(machine, { method: 'POST' })), 'not-exercised'],
    ['has one day for both', [1, 2, 3].map(() => read(machine, { at: 1_900_000_000_000 })), 'not-exercised'],
  ])
})

describe('data/language-kept', () => {
  const text = (language: string, more: Step = {}): Step => call('getPropertyDetails', 'a', { path: { language }, ...more })
  cases('data/language-kept', [
    ['asks in one language', [text('en-GB'), text('en-GB')], 'passed'],
    ['asks in two', [text('en-GB'), text('en-GB'), text('fr-FR')], 'noted', [1, 3]],
    ['asks for another property in another', [text('en-GB'), text('fr-FR', { property: 2 })], 'passed'],
    ['asks for something else in another', [text('en-GB'), text('fr-FR', { operation: 'listRoomTypes' })], 'passed'],
    ['has two visitors', [text('en-GB', { session: 'one' }), text('fr-FR', { session: 'two' })], 'passed'],
    ['is two programs', [text('en-GB'), text('fr-FR', { token: 'b', client: 'b' })], 'passed'],
    ['names no language', [call('listGuests', 'a')], 'not-exercised'],
  ])
})
