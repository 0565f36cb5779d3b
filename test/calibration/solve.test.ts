import { describe, expect, test } from 'vitest'
import { productOf } from '../../src/api/product.ts'
import { type ChoiceId, type Choices, choicesOf } from '../../src/booking-contract/choices/choices.ts'
import { findDrift } from '../../src/calibration/drift.ts'
import { costOf } from '../../src/calibration/effects.ts'
import type { Played } from '../../src/calibration/play.ts'
import { readRecordings } from '../../src/calibration/recording.ts'
import { type PlayAll, solve } from '../../src/calibration/solve.ts'
import { deploymentRequests, randomWorld, recordDeployment } from './deployment.ts'

const WRITER = 'deposit_required_type'
const READER = 'timeline_theme'

/** A call that writes rows as one choice says, and one that reads another choice, but answers by those rows. */
async function writingCalls(
  isRight: (choices: Choices) => boolean,
  costAt = (right: boolean, _index: number): number => (right ? 0 : 1),
): Promise<PlayAll> {
  const deployment = { choices: choicesOf('documented'), data: await randomWorld(1) }
  const requests = deploymentRequests()
    .slice(0, 1)
    .map((run) => run.slice(0, 2))
  const { calls } = readRecordings(await recordDeployment(deployment, requests), productOf('service'))
  return async (choices) => {
    const right = isRight(choices)
    const read: readonly ChoiceId[] = [WRITER, READER]
    return calls.slice(0, 2).map((call, index): Played => {
      const cost = costAt(right, index)
      const rows = { unmatched: '', different: new Set(cost === 0 ? [] : ['']) }
      const writes = index === 0 ? choices[WRITER] : ''
      return {
        call,
        differences: [],
        text: String(cost),
        rows,
        cost,
        reads: new Set(read.slice(index, index + 1)),
        writes,
        showsDrawn: false,
      }
    })
  }
}

describe('a call that writes other rows', () => {
  test('does not make a choice drift that a later call only reads', async () => {
    const before = choicesOf('documented')
    const now = 'number'
    const { drifts } = await findDrift(await writingCalls((choices) => choices[WRITER] === now), before)
    expect(drifts).toMatchObject([{ id: WRITER, before: before[WRITER], now, calls: [1] }])
    expect(drifts).toHaveLength(1)
  })

  test('makes a choice drift by the rows that a later call shows, but is not named as the call that shows it', async () => {
    const isRight = (choices: Choices) => choices[WRITER] === 'number'
    const playAll = await writingCalls(isRight, (right, index) => (index === 1 && right ? 0 : 1))
    expect((await findDrift(playAll, choicesOf('documented'))).drifts).toMatchObject([{ id: WRITER, calls: [] }])
  })

  test('shows no answer that was assumed before where the calls speak for both', async () => {
    const playAll = await writingCalls(
      (choices) => choices[WRITER] === 'number',
      (right, index) => (index === 0 ? (right ? 0 : 5) : right ? 1 : 0),
    )
    const drifts = async (...assumed: ChoiceId[]) => (await findDrift(playAll, choicesOf('documented'), assumed)).drifts
    expect([(await drifts()).map(({ id }) => id), await drifts(WRITER)]).toEqual([[WRITER], []])
  })

  test('leaves the answer of the profile to a choice that it does not decide, also where another one is nearer', async () => {
    const { page_links } = choicesOf('documented')
    // Not so with the other profile.
    const isNearer = (choices: Choices) => choices[WRITER] === 'number' && choices.page_links === page_links
    const playAll = await writingCalls(isNearer, (nearer, index) => (index === 0 ? (nearer ? 2 : 3) : 0))
    const { choices, evidence, profile } = await solve(playAll)
    expect(profile).toBe('documented')
    expect(evidence.find(({ id }) => id === WRITER)).toMatchObject({ state: 'undecided', answer: 'text' })
    expect(choices[WRITER]).toBe('text')
  })

  test('keeps one of two answers that explain it, though the calls decide neither while the other one stands', async () => {
    const documented = choicesOf('documented')
    const read: readonly ChoiceId[] = [WRITER, READER]
    const isExplained = (choices: Choices) =>
      choices.page_links === documented.page_links && read.some((id) => choices[id] !== documented[id])
    const calls = await writingCalls(isExplained, (explained) => (explained ? 0 : 3))
    const playAll: PlayAll = async (choices) =>
      (await calls(choices)).slice(0, 1).map((call) => ({ ...call, writes: '', reads: new Set(read) }))
    const { choices, evidence, played, profile } = await solve(playAll)
    expect([profile, costOf(played), read.map((id) => choices[id] !== documented[id])]).toEqual(['documented', 0, [false, true]])
    const states = Object.fromEntries(evidence.map(({ id, state }) => [id, state]))
    expect([states[WRITER], states[READER]]).toEqual(['not exercised', 'decided'])
  })

  test('does not decide a choice that a later call only reads', async () => {
    const { evidence } = await solve(await writingCalls((choices) => choices[WRITER] === choicesOf('documented')[WRITER]))
    const states = Object.fromEntries(evidence.map(({ id, state }) => [id, state]))
    expect([states[WRITER], states[READER]]).toEqual(['decided', 'not exercised'])
  })
})
