import { describe, expect, test } from 'vitest'
import { combineScenarios } from '../../src/scenario/combine.ts'
import { loadScenario, loadScenarios, reloadScenario } from '../../src/scenario/load.ts'
import { readScenario, readSentScenario, type Scenario, ScenarioError } from '../../src/scenario/scenario.ts'

const FIRST = `name: first
about: The first one.
seed: 7
choices: { black_booking_conflict: refusal }
faults: [{ id: outage, on: {}, network: { status: 503 } }]
expect:
  - { id: one, operation: requestToken }
  - { operation: listBookings, after: one, fault: outage }
`
const SECOND = `name: second
about: The second one.
mark: false
token_lifetime: 60
fixtures: [./late.yaml]
events: [{ at: +5m, do: property_unpublished, with: { property: 1 } }]
traffic: [{ id: desk, do: price_changes, every: 6h, with: { property: 1, by: 1% } }]
until: +1d
webhook: { drop: 50% }
expect: [{ id: one, operation: requestToken }]
`
const first = readScenario('first.yaml', FIRST, '/here/first.yaml')
const second = readScenario('second.yaml', SECOND, '/there/second.yaml')
const sent = await readSentScenario('name: sent')

/** What is wrong with scenarios that are played together. */
function objections(...scenarios: readonly [Scenario, ...Scenario[]]): string {
  try {
    combineScenarios(scenarios)
  } catch (error) {
    if (error instanceof ScenarioError) return error.message
    throw error
  }
  return ''
}

describe('combined scenarios', () => {
  test('are one, with what each of them sets and does', () => {
    const both = combineScenarios([first, second])
    expect(both).toMatchObject({
      name: 'first+second',
      about: 'The first one. The second one.',
      seed: 7,
      at: undefined,
      tokenLifetime: 60,
      until: '+1d',
      webhook: { drop: '50%' },
      choices: { black_booking_conflict: 'refusal' },
      fixtures: ['./late.yaml'],
      folder: '/there',
      mark: false,
      file: undefined,
      faults: first.faults,
      events: second.events,
      traffic: second.traffic,
    })
    expect(both.parts.map(({ name, faults, events }) => [name, faults.length, events.length])).toEqual([
      ['first', 1, 0],
      ['second', 0, 1],
    ])
    expect(both.sources).toEqual([...first.sources, ...second.sources])
    expect(both.text).toContain(FIRST)
    expect(both.text).toContain(SECOND)
  })

  test('have expectations that carry the name of theirs', () => {
    expect(combineScenarios([first, second]).expect).toMatchObject([
      { id: 'first/one' },
      { id: 'first/expect-2', after: 'first/one', fault: 'first/outage' },
      { id: 'second/one' },
    ])
  })

  test('are marked when all of them are', () => {
    expect(combineScenarios([first, readScenario('x', 'name: x')]).mark).toBe(true)
  })

  test('of a single scenario are that scenario', () => {
    expect(combineScenarios([first])).toBe(first)
  })

  test('cannot have the same name', () => {
    expect(objections(first, first)).toContain('there are two scenarios named "first"')
  })

  test.each([
    ['seed: 8', 'x: sets seed otherwise than first: scenarios that run together must agree on it'],
    [
      'choices: { black_booking_conflict: 200-with-meta }',
      'answers the choice black_booking_conflict with 200-with-meta, and first with refusal',
    ],
  ])('cannot set the same thing differently: %s', (text, said) => {
    expect(objections(first, readScenario('x', `name: x\n${text}`))).toContain(said)
  })

  test('cannot set the same key of the clock differently', () => {
    const at = (name: string, run: string) => readScenario(name, `name: ${name}\nclock: { run: ${run} }`)
    expect(objections(at('x', 'frozen'), at('y', '2x'))).toContain('y: sets clock.run otherwise than x')
  })

  test('cannot have traffic with the same id, which expectations name', () => {
    const again = readScenario(
      'x',
      'name: x\ntraffic: [{ id: desk, do: price_changes, every: 6h, with: { property: 1, by: 1% } }]',
    )
    expect(objections(second, again)).toBe('x: has traffic "desk", as second has: give one of them another id')
  })

  test('have no description if none of them has one', () => {
    expect(combineScenarios([readScenario('x', 'name: x'), readScenario('y', 'name: y')]).about).toBeUndefined()
  })

  test('may set the same value', () => {
    expect(objections(first, readScenario('x', 'name: x\nseed: 7\nchoices: { black_booking_conflict: refusal }'))).toBe('')
  })
})

describe('a scenario is read from its sources', () => {
  /** What it says, without functions. */
  const told = (scenario: Scenario): unknown => JSON.parse(JSON.stringify(scenario))

  test.each<[string, Scenario]>([
    ['from its text', first],
    ['from what was sent', sent],
    ['from the texts of all that are played together', combineScenarios([first, second])],
  ])('%s', async (_, scenario) => {
    expect(told(await reloadScenario(scenario.sources))).toEqual(told(scenario))
  })

  test('not without a text', async () => {
    await expect(reloadScenario([])).rejects.toThrow('at least one text')
  })

  test('by names with commas between them', async () => {
    const both = await loadScenarios(['token-revoked', 'rate-limited'])
    expect(both.name).toBe('token-revoked+rate-limited')
    expect(told(await loadScenario('token-revoked'))).toEqual(told(await loadScenarios(['token-revoked'])))
  })
})
