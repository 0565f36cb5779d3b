import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NOW } from '../../support/small-world.ts'
import { serverOf } from '../server-of.ts'

const API = '/service/api'
const NAMES = ['default', 'w1', 'w2'] as const
type Name = (typeof NAMES)[number]

/** One thing done in a sandbox; `{token}` stands for its own latest token. */
interface Deed {
  readonly method: string
  readonly path: string
  readonly form?: Readonly<Record<string, string>>
  readonly json?: object
}

const TOKEN: Deed = {
  method: 'POST',
  path: `${API}/oauth/token`,
  form: {
    grant_type: 'client_credentials',
    client_id: 'desk',
    client_secret: 'desk-secret',
    scope: 'properties_get properties_set',
  },
}
const room = fc.integer({ min: 1, max: 4 })
const day = fc.constantFrom('2026-05-20', '2026-05-31', '2026-06-01')

const deeds: fc.Arbitrary<Deed> = fc.oneof(
  fc.constant(TOKEN),
  fc.record({ room, day }).map(({ room, day }) => ({ method: 'POST', path: `${API}/blackbookings/1/${room}/${day}` })),
  fc.integer({ min: 1, max: 4 }).map((id) => ({ method: 'DELETE', path: `${API}/blackbookings/1/${id}` })),
  fc.integer({ min: 1, max: 3 }).map((id) => ({ method: 'DELETE', path: `${API}/guests/1/${id}` })),
  fc.integer({ min: 1, max: 4 }).map((id) => ({ method: 'PUT', path: `${API}/bookguestinout/1/${id}/checkin` })),
  fc.constantFrom('/listbooking/1', '/guests/1/list', '/overview/1/checkin', '/tariffs/1', '/properties/all').map((path) => ({
    method: 'GET',
    path: `${API}${path}`,
  })),
  fc.constant({ method: 'GET', path: `${API}/booking/initialise/1/en-GB` }),
  day.map((arrivalDate) => ({
    method: 'POST',
    path: `${API}/booking/set/dates`,
    form: { arrivalDate, departureDate: '2026-06-05' },
  })),
  fc.constantFrom('30m', '61m', '25h').map((by) => ({ method: 'POST', path: '/_understay/clock/advance', json: { by } })),
  fc.constantFrom('2026-05-31T23:59:59Z', '2026-01-01').map((at) => ({ method: 'PUT', path: '/_understay/clock', json: { at } })),
  fc.constant({ method: 'POST', path: '/_understay/snapshots', json: { name: 'here' } }),
  fc.constantFrom('snapshots/here/restore', 'reset').map((what) => ({ method: 'POST', path: `/_understay/${what}` })),
  fc.constantFrom('state', 'events', 'journal', 'sessions', 'snapshots/here/diff').map((what) => ({
    method: 'GET',
    path: `/_understay/${what}`,
  })),
)

type Step = readonly [name: Name, deed: Deed]

/** Does all steps on one server. Answers what each sandbox's client got, to the byte, and its latest token. */
async function played(steps: readonly Step[]) {
  const { app, world } = serverOf()
  const answers: Record<Name, string[]> = { default: [], w1: [], w2: [] }
  const tokens = new Map<Name, string>()
  for (const [name, { method, path, form, json }] of steps) {
    const base = name === 'default' ? '' : `/@${name}`
    const body = form ? new URLSearchParams(form) : json && JSON.stringify(json)
    const headers = { authorization: `Bearer ${tokens.get(name) ?? 'none'}`, 'x-service-booking-session-id': 'visit' }
    const answer = await app.request(`http://localhost${base}${path}`, { method, headers, ...(body && { body }) })
    const text = await answer.text()
    if (path.endsWith('/oauth/token')) tokens.set(name, JSON.parse(text).access_token)
    answers[name].push(`${answer.status} ${JSON.stringify([...answer.headers])} ${text}`)
  }
  return { app, world, answers, tokens }
}

// what the machine's clock shows stands in the journal: it stands still here
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOW }))
afterEach(() => void vi.useRealTimers())

const anySteps = fc.array(fc.tuple(fc.constantFrom(...NAMES), deeds), { minLength: 10, maxLength: 60 })
/** Every sandbox begins with a token, or little would happen. */
const begun = (steps: readonly Step[]): readonly Step[] => [...NAMES.map((name): Step => [name, TOKEN]), ...steps]

test('a sandbox responds byte for byte the same, independent of other sandboxes', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, async (some) => {
      const steps = begun(some)
      const together = await played(steps)
      for (const name of NAMES) {
        const alone = await played(steps.filter(([of]) => of === name))
        expect(together.answers[name]).toEqual(alone.answers[name])
        expect(together.world.sandbox(name).store.export()).toEqual(alone.world.sandbox(name).store.export())
      }
    }),
    { numRuns: 30 },
  )
})

test('no sandbox accepts a token of another after any sequence of calls', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, async (some) => {
      const { app, tokens } = await played(begun(some))
      for (const [owner, token] of tokens) {
        for (const name of NAMES.filter((other) => other !== owner)) {
          const base = name === 'default' ? '' : `/@${name}`
          const headers = { authorization: `Bearer ${token}` }
          expect((await app.request(`http://localhost${base}${API}/properties/all`, { headers })).status).toBe(401)
        }
      }
    }),
    { numRuns: 10 },
  )
})
