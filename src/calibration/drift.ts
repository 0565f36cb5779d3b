/** Finds the choices that changed since a calibration. */
import { CHOICE_IDS, type ChoiceId, type Choices } from '../booking-contract/choices/choices.ts'
import type { Played } from './play.ts'
import { type PlayAll, Search } from './solve.ts'

/** A choice that has another answer than before, and the calls that show it. */
export interface Drift {
  readonly id: ChoiceId
  readonly before: string
  readonly now: string
  readonly calls: readonly number[]
}

/** Finds the choices that changed since they were found, and how the calls are answered with the new ones. */
export async function findDrift(
  playAll: PlayAll,
  choices: Choices,
): Promise<{ readonly drifts: readonly Drift[]; readonly played: readonly Played[] }> {
  const before = await playAll(choices)
  const search = new Search(playAll, { choices, played: before })
  await search.descend('writing')
  await search.takeBack(choices)
  const { choices: now, played } = search.now
  const drifts = CHOICE_IDS.flatMap((id) => {
    if (now[id] === choices[id]) return []
    const shows = ({ cost, reads }: Played, index: number): boolean => reads.has(id) && cost < (before[index]?.cost ?? 0)
    return [{ id, before: choices[id], now: now[id], calls: played.filter(shows).map(({ call }) => call.number) }]
  })
  return { drifts, played }
}
