/** Finds the choices that changed since a calibration. */
import { CHOICE_IDS, type Choices } from '../booking-contract/choices/choices.ts'
import type { Played } from './play.ts'
import { type PlayAll, Search } from './solve.ts'

/** A choice that has another answer than before, and the calls that show it. */
export type Drift = Awaited<ReturnType<typeof findDrift>>['drifts'][number]

/** Finds the choices that changed, and how the calls are answered with the new ones. @param assumed choices never decided */
export async function findDrift(playAll: PlayAll, choices: Choices, assumed: readonly string[] = []) {
  const before = await playAll(choices)
  const search = new Search(playAll, { choices, played: before })
  await search.descend('writing')
  await search.takeBack(choices, assumed)
  const { choices: now, played } = search.now
  const drifts = CHOICE_IDS.flatMap((id) => {
    if (now[id] === choices[id]) return []
    const shows = ({ cost, reads }: Played, index: number): boolean => reads.has(id) && cost < (before[index]?.cost ?? 0)
    return [{ id, before: choices[id], now: now[id], calls: played.filter(shows).map(({ call }) => call.number) }]
  })
  return { drifts, played }
}
