/**
 * Was done what was expected? The expectations of scenarios, asked at any moment.
 *
 * @module
 */
import { differenceText } from '../play/expectation.ts'
import type { Expectation } from '../play/scenario-schema.ts'
import type { Sandbox } from '../world.ts'
import { badRequest, readFields } from './body.ts'
import { namesOf } from './declaration.ts'
import type { ControlApp } from './index.ts'
import { MAX_WAIT_MS, verify } from './verify-endpoints.ts'
import { type Awaited, awaitOutcomes } from './verify-wait.ts'

export function controlVerify(app: ControlApp): void {
  app.post('/verify', async (c) => {
    const sent = await readFields(c, namesOf(verify.body))
    const sandbox = c.env.sandbox()
    const awaited = await readAwaited(sent, sandbox)
    const { outcomes, ended } = await awaitOutcomes(sandbox, awaited, c.req.raw.signal)
    if (ended === undefined && outcomes.every(({ met }) => met)) return c.json({ ok: true, outcomes })
    const difference = [ended, differenceText(outcomes)].filter(Boolean).join('\n')
    return c.json({ ok: false, difference, outcomes }, 409)
  })
}

type Sent = Readonly<Record<string, unknown>>

/** @throws HTTPException 400 naming what is wrong */
async function readAwaited({ timeoutMs = 0, since = 0, ...sent }: Sent, { play, journal, store }: Sandbox): Promise<Awaited> {
  if (!isCount(timeoutMs) || timeoutMs > MAX_WAIT_MS)
    throw badRequest(
      `timeoutMs: expected a whole number of milliseconds from 0 to ${MAX_WAIT_MS}, got ${JSON.stringify(timeoutMs)}`,
    )
  if (!isCount(since)) throw badRequest(`since: expected the id of an entry of the journal, got ${JSON.stringify(since)}`)
  if (since > journal.lastId)
    throw badRequest(`since: the journal has come to entry ${journal.lastId} only; take an id that GET /_understay/journal shows`)
  const expectations = await readExpected(sent, play.expectations)
  const { knownIn, unknownHere } = await import('../play/scenario-world.ts')
  const known = knownIn(store.db)
  const [unknown] = expectations.flatMap((expectation, index) => unknownHere(expectation, ['expect', index], known))
  if (unknown) throw badRequest(`${String(unknown.path.at(-1))}: ${unknown.message}`)
  return { expectations, since, timeoutMs }
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

/** One expectation, a list of them, or those of the scenario when nothing was sent. */
async function readExpected(sent: Sent, own: readonly Expectation[]): Promise<readonly Expectation[]> {
  const [name, ...others] = Object.keys(sent).sort((a) => (a === 'expect' ? -1 : 1))
  if (name === undefined) {
    if (own.length > 0) return own
    throw badRequest(
      'there is nothing to verify: send an expectation such as {"operation":"requestToken","count":1}, or play a scenario that has some',
    )
  }
  if (name === 'expect' && others.length > 0)
    throw badRequest(`expect: goes without ${others.join(', ')}; what is expected stands in the list, or in the body by itself`)
  const { readExpectation, readExpectations } = await import('../play/expectation-reader.ts')
  const { expectations, problem } = name === 'expect' ? readExpectations(sent['expect']) : readExpectation(sent)
  if (expectations) return expectations
  throw badRequest(problem)
}
