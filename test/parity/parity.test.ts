import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { choicesOf } from '../../src/booking-contract/choices/choices.ts'
import { type Difference, differences, isShape } from './compare.ts'
import { isSent, STEPS } from './in-step.ts'
import { type KnownDifferences, NEWEST, OLDER, STATES } from './known-differences.ts'
import { type Exchange, type Kind, readExchanges } from './recording.ts'
import { type Replayed, ReplayWorld } from './replay.ts'

const EXCHANGES = readExchanges()
const CURRENT = choicesOf('current')
const sent = EXCHANGES.filter(isSent)
const comparable = (kind: Kind): readonly string[] =>
  sent.filter((exchange) => exchange.kind === kind && exchange.answer).map((exchange) => exchange.case)

/** What came back, by case. */
async function played(open: () => Promise<ReplayWorld>, exchanges: readonly Exchange[]): Promise<Map<string, Replayed>> {
  const replayed = await (await open()).replay(exchanges)
  return new Map(replayed.map((one) => [one.exchange.case, one]))
}

function foundIn(results: ReadonlyMap<string, Replayed>, name: string): readonly Difference[] {
  const one = results.get(name)
  if (!one?.recorded) throw new Error(`${name} was not played`)
  return [...differences(one.recorded, one.given)].sort()
}

const listed = (ledger: KnownDifferences, name: string): readonly Difference[] => [...(ledger[name]?.differs ?? [])].sort()

function requireCases(ledger: KnownDifferences, kind: Kind): void {
  expect(comparable(kind)).toEqual(expect.arrayContaining(Object.keys(ledger)))
  for (const { differs, why } of Object.values(ledger)) expect([differs.length > 0, why.length > 0]).toEqual([true, true])
}

describe('the newest release', () => {
  const results = new Map<string, Replayed>()
  const cases = comparable('plain')

  beforeAll(async () => {
    for (const run of [1, 2]) {
      const exchanges = sent.filter((exchange) => exchange.run === run && exchange.kind !== 'states')
      const open = (): Promise<ReplayWorld> => ReplayWorld.open(['reference-world'], CURRENT)
      for (const [name, one] of await played(open, exchanges)) results.set(name, one)
    }
  })

  test.each(cases)('%s gets the recorded response, except for known differences', (name) => {
    expect(foundIn(results, name)).toEqual(listed(NEWEST, name))
  })

  test('has no known differences for responses that were not compared', () => requireCases(NEWEST, 'plain'))

  test('has the recorded status and shape in 97 of 100 responses, and the recorded values in 95', () => {
    expect(cases.length).toBeGreaterThan(250)
    expect(shareOf(cases, (found) => !found.some(isShape))).toBeGreaterThanOrEqual(0.97)
    expect(shareOf(cases, (found) => found.length === 0)).toBeGreaterThanOrEqual(0.95)
  })

  test('of the booking session alone, has the recorded status and shape in 95 of 100 responses', () => {
    const ofSession = sent.filter(({ case: name, session }) => session && cases.includes(name)).map((exchange) => exchange.case)
    expect(ofSession.length).toBeGreaterThan(60)
    expect(shareOf(ofSession, (found) => !found.some(isShape))).toBeGreaterThanOrEqual(0.95)
  })

  function shareOf(names: readonly string[], holds: (found: readonly Difference[]) => boolean): number {
    return names.filter((name) => holds(foundIn(results, name))).length / names.length
  }

  test('crashed with an empty response or an error page where this server responds', () => {
    const crashed = [...results.values()].filter(({ exchange }) => exchange.kind === 'crash')
    expect(crashed.length).toBeGreaterThan(10)
    for (const { exchange, given } of crashed)
      expect([exchange.case, given.type?.startsWith('application/json'), given.status < 500]).toEqual([exchange.case, true, true])
    expect([...results.values()].filter(({ given }) => given.status >= 500)).toEqual([])
  })

  test('is followed by a request that was sent wherever a step is done by hand', () => {
    expect([...results.keys()]).toEqual(expect.arrayContaining(Object.keys(STEPS)))
  })
})

describe('the release of 2017', () => {
  let results: ReadonlyMap<string, Replayed> = new Map()

  beforeAll(async () => {
    const choices = choicesOf('documented', { refusal_status: 'named' })
    const exchanges = sent.filter((exchange) => exchange.run === 2 && exchange.kind !== 'states')
    results = await played(() => ReplayWorld.open(['reference-world'], choices), exchanges)
  })

  test.each(comparable('2017'))('%s gets the recorded response, except for known differences', (name) => {
    expect(foundIn(results, name)).toEqual(listed(OLDER, name))
  })

  test('has no known differences for responses that were not compared', () => requireCases(OLDER, '2017'))
})

describe('rows of every status', () => {
  let results: ReadonlyMap<string, Replayed> = new Map()

  beforeAll(async () => {
    const fixtures = ['reference-world', fileURLToPath(new URL('./states.yaml', import.meta.url))]
    const exchanges = sent.filter(({ kind }) => kind === 'states')
    results = await played(() => ReplayWorld.open(fixtures, CURRENT), exchanges)
  })

  test.each(comparable('states'))('%s gets the recorded response, except for known differences', (name) => {
    expect(foundIn(results, name)).toEqual(listed(STATES, name))
  })
})
