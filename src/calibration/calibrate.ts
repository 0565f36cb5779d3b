/** Finds the world and the choices of a deployment from recordings of its calls. */
import { productOf } from '../api/product.ts'
import { groupBy } from '../base/group-by.ts'
import { choicesOf } from '../booking-contract/choices/choices.ts'
import type { Config } from '../config/config.ts'
import type { FixtureData } from '../fixtures/fixture-set.ts'
import { HarError } from '../replay/har.ts'
import { costOf } from './effects.ts'
import { type Played, play } from './play.ts'
import { type Call, readRecordings } from './recording.ts'
import { type PlayAll, solve } from './solve.ts'
import { madeBy, worldOf } from './world.ts'

/** What recordings show of a deployment. */
export type Calibration = Awaited<ReturnType<typeof calibrate>>

export interface CalibrationOptions {
  /** Product word, seed and token lifetime. */
  readonly config: Config
  readonly keepSecrets: boolean
}

/** Calibrates by recordings. @throws HarError */
export async function calibrate(texts: readonly string[], options: CalibrationOptions) {
  const recordings = readRecordings(texts, productOf(options.config.product))
  return { recordings, ...(await calibrateCalls(recordings.calls, options)) }
}

/** Calibrates by calls, which may be a part of a recording. @throws HarError for none */
export async function calibrateCalls(calls: readonly Call[], options: CalibrationOptions) {
  const { playWith, ...found } = await worldBehind(calls, options)
  return { ...found, solution: await solve(playWith) }
}

/** The world that calls began with, and how it answers them. @param likely choices to begin with @throws HarError for none */
export async function worldBehind(
  calls: readonly Call[],
  { config, keepSecrets }: CalibrationOptions,
  likely = choicesOf('documented'),
) {
  const [first] = calls
  if (first === undefined) throw new HarError('no call of the interface was recorded')
  const { at } = first
  const world = await worldOf(calls, { at, keepSecrets })
  const apart = playerOf(calls, world.data, config)
  const joined = calls.map((call) => ({ ...call, file: 0 }))
  const together = playerOf(joined, world.data, config)
  /** True when each recording goes on where the one before ended, and does not begin with the same world. */
  const isContinued =
    calls.some(({ file }) => file !== first.file) && costOf(await together(likely)) < costOf(await apart(likely))
  return { at, world, isContinued, playWith: isContinued ? together : apart }
}

/** Plays every recording to a new world with these rows. */
export function playerOf(calls: readonly Call[], data: FixtureData, config: Config): PlayAll {
  const recordings = [...groupBy(calls, ({ file }) => file).values()].map((own) => ({ calls: own, made: madeBy(own) }))
  return async (choices, earlier) => {
    const played: Played[] = []
    for (const recording of recordings) {
      const ofThese = earlier && { ...earlier, played: earlier.played.slice(played.length) }
      played.push(...(await play(recording, { data, choices }, config, ofThese)))
    }
    return played
  }
}
