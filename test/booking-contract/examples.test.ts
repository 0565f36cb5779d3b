import { beforeAll, describe, expect, test } from 'vitest'
import { productOf } from '../../src/api/product.ts'
import { startOfDay } from '../../src/base/instant.ts'
import { bookingApi } from '../../src/booking-api/index.ts'
import { choicesOf, PROFILES, type Profile } from '../../src/booking-contract/choices/choices.ts'
import { readFixtures } from '../../src/fixtures/source.ts'
import { apiDocument } from '../../src/pipeline/openapi.ts'
import type { RowLists } from '../../src/store/state.ts'
import { TODAY, worldOf } from '../fixtures/world-of.ts'
import { type TestResponse, TestWorld } from '../support/test-world.ts'

/** The rows of the bundled world; stores never change a row, they replace it. */
let bundled: RowLists
beforeAll(async () => {
  bundled = worldOf(await readFixtures(['baseline'])).collections
})

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly example?: unknown
}
type FormValues = Readonly<Record<string, string | Readonly<Record<string, string>>>>
interface Property {
  readonly examples?: readonly (string | Readonly<Record<string, string>>)[]
}
interface FormMedia {
  readonly example: FormValues
  readonly schema: { readonly properties: Readonly<Record<string, Property>> }
}
interface Described {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly security?: readonly object[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: { readonly 'application/x-www-form-urlencoded': FormMedia } }
}
interface Request extends Described {
  readonly method: string
  readonly path: string
}

/** What the document of a profile shows, as somebody reads it who tries one operation after the other. */
function requestsOf(profile: Profile): readonly Request[] {
  const settings = { choices: choicesOf(profile), product: productOf('service') }
  const document = apiDocument(bookingApi, settings, { base: '/service/api', version: '1.0.0', today: TODAY })
  const { paths } = JSON.parse(JSON.stringify(document)) as { paths: Record<string, Record<string, Described>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ ...described, method: method.toUpperCase(), path })),
  )
}

const worldWith = (profile: Profile) => new TestWorld({ profile, rows: bundled, at: startOfDay(TODAY) + 15 * 3_600_000 })

/** `{ tariffinput: { '1': '2' } }` as `tariffinput[1]=2`. */
const flat = (form: FormValues): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : Object.entries(value).map(([key, text]) => [`${name}[${key}]`, text]),
    ),
  )

/** Sends an operation as the document shows it, from a browser. @param form in the place of the example of the form */
function send(
  world: TestWorld,
  { method, path, parameters, requestBody, security }: Request,
  form?: FormValues,
): Promise<TestResponse> {
  const shown = parameters.filter(({ example }) => example !== undefined)
  const placed = (place: Parameter['in']) =>
    Object.fromEntries(shown.filter((each) => each.in === place).map(({ name, example }) => [name, String(example)]))
  const values = placed('path')
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? `no example of ${name}`))
  const query = new URLSearchParams(placed('query')).toString()
  const body = form ?? requestBody?.content['application/x-www-form-urlencoded'].example
  return world.send(method, `${target}${query && `?${query}`}`, {
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', ...placed('header') },
    ...(body && { form: flat(body) }),
    ...(security?.length && { as: 'demo' }),
  })
}

/** 200, and nothing in the body that says no. */
function expectDone({ status, body, message }: TestResponse): void {
  expect([status, message]).toEqual([200, ''])
  expect(JSON.stringify(body)).not.toMatch(/"(?:valid|success|ok_to_book|response)":false/)
}

describe.each(PROFILES)('the examples of profile %s work in the bundled world', (profile) => {
  const requests = requestsOf(profile)
  const alone = requests.filter(({ tags }) => !tags.includes('booking-session'))
  const session = requests.filter(({ tags }) => tags.includes('booking-session'))

  test.each(alone.map((request) => [request.operationId, request] as const))('%s', async (_, request) => {
    expectDone(await send(worldWith(profile), request))
  })

  test('in order, those of the booking session create a booking', async () => {
    const world = worldWith(profile)
    const before = world.sandbox.store.db.bookings.all().length
    for (const request of session) {
      if (request.operationId === 'setPropertyBooking' && profile === 'current')
        // choice selection_answer=second_call: the first good selection of a session is answered with valid false
        await send(world, request)
      const got = await send(world, request)
      expect([request.operationId, got.status, got.message]).toEqual([request.operationId, 200, ''])
      expectDone(got)
    }
    expect(session.map(({ operationId }) => operationId).at(-1)).toBe('createBooking')
    expect(world.sandbox.store.db.bookings.all()).toHaveLength(before + 1)
  })

  test('and so do the examples of single fields, optional ones included', async () => {
    const world = worldWith(profile)
    for (const request of session.filter(({ operationId }) => operationId !== 'createBooking')) {
      const fields = request.requestBody?.content['application/x-www-form-urlencoded'].schema.properties
      const form = fields && Object.fromEntries(Object.entries(fields).map(([name, { examples }]) => [name, examples?.[0] ?? '']))
      if (request.operationId === 'setPropertyBooking' && profile === 'current') await send(world, request, form)
      const got = await send(world, request, form)
      expect([request.operationId, got.status, got.message]).toEqual([request.operationId, 200, ''])
      expectDone(got)
    }
  })
})

test('the single fields of every other form work as well', async () => {
  const others = requestsOf('documented').filter(({ tags, requestBody }) => requestBody && !tags.includes('booking-session'))
  expect(others.map(({ operationId }) => operationId)).toEqual(['requestToken', 'createTariff', 'updateTariff'])
  for (const request of others) {
    const fields = request.requestBody?.content['application/x-www-form-urlencoded'].schema.properties ?? {}
    const form = Object.fromEntries(Object.entries(fields).map(([name, { examples }]) => [name, examples?.[0] ?? '']))
    expectDone(await send(worldWith('documented'), request, form))
  }
})
