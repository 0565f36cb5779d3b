/**
 * The trial: careful clients of every shape on every day, and clients with one habit that a rule or an expectation catches.
 *
 * @module
 */
import type { Conformance } from '../../src/conformance/conformance.ts'
import { RULES } from '../../src/conformance/rules/index.ts'
import type { Understay, UnderstaySandbox } from '../../src/index.ts'
import { type BadDay, playDay } from './bad-day.ts'
import { DAYS } from './days.ts'
import { CAREFUL } from './habits.ts'
import { type Behaviour, RawClient } from './rules/raw-client.ts'
import { TRIALS } from './rules/trials.ts'
import type { Shape } from './shapes.ts'

/** The result of a careful client. */
export interface ShapeResult {
  readonly verdict: 'passed' | 'failed' | 'inconclusive'
  /** Why it failed; empty when it did not. */
  readonly reasons: readonly string[]
  /** Shoulds that were warned. */
  readonly warned: readonly string[]
}

/** The result of a client with a habit. */
export interface HabitResult {
  /** True when all rules and expectations named for the habit caught it. */
  readonly caught: boolean
  /** Broken musts that the habit does not list. */
  readonly others: readonly string[]
}

/** A client that differs from the careful one in one habit. */
export interface Habit {
  readonly name: string
  /** The day it is played on; undefined: none. */
  readonly day: string | undefined
  readonly caughtBy: readonly string[]
  readonly play: (understay: Understay) => Promise<HabitResult>
}

const BROKEN = { must: 'failed', should: 'warned', info: 'noted' } as const

let worlds = 0

async function inWorld<T>(understay: Understay, use: (world: UnderstaySandbox) => Promise<T>): Promise<T> {
  const world = await understay.sandbox(`trial-${++worlds}`)
  try {
    return await use(world)
  } finally {
    await world.delete()
  }
}

/** Rules with an outcome, by id. */
export async function rulesOf(world: UnderstaySandbox): Promise<ReadonlyMap<string, Conformance['rules'][number]>> {
  const { rules } = (await world.report())['conformance'] as Conformance
  return new Map(rules.map((rule) => [rule.id, rule]))
}

type Rules = Awaited<ReturnType<typeof rulesOf>>
const withOutcome = (rules: Rules, wanted: string): readonly string[] =>
  [...rules.values()].filter(({ outcome }) => outcome === wanted).map(({ id }) => id)

/** Plays a day with a careful client of a shape. */
export const playShape = (understay: Understay, { run }: Shape, day: string | undefined): Promise<ShapeResult> =>
  inWorld(understay, async (world) => {
    if (day !== undefined) await world.play(day)
    await run(world).catch(() => undefined)
    const { verdict, reasons } = await world.report()
    return {
      verdict,
      reasons: verdict === 'failed' ? reasons : [],
      warned: withOutcome(await rulesOf(world), 'warned'),
    }
  })

const onDay = (day: BadDay, { does, habit, caughtBy, also = [] }: BadDay['careless'][number]): Habit => ({
  name: does,
  day: day.scenario,
  caughtBy,
  play: (understay) =>
    inWorld(understay, async (world) => {
      const { unmet } = await playDay(day, world, { ...CAREFUL, ...habit })
      const found = [...unmet, ...withOutcome(await rulesOf(world), 'failed')]
      return {
        caught: caughtBy.every((one) => found.includes(one)),
        others: found.filter((one) => !caughtBy.includes(one) && !also.includes(one)),
      }
    }),
})

const breaking = (id: string, { does, run, also = [] }: Behaviour): Habit => ({
  name: does,
  day: undefined,
  caughtBy: [id],
  play: (understay) =>
    inWorld(understay, async (world) => {
      await world.clock.freeze()
      await run(new RawClient(world))
      const rules = await rulesOf(world)
      const rule = rules.get(id)
      return {
        caught: rule !== undefined && rule.outcome === BROKEN[rule.severity],
        others: withOutcome(rules, 'failed').filter((other) => other !== id && !also.includes(other)),
      }
    }),
})

/** Every client with a habit: those of the days, and for each rule the one that breaks it. */
export const HABITS: readonly Habit[] = [
  ...DAYS.flatMap((day) => day.careless.map((one) => onDay(day, one))),
  ...RULES.flatMap(({ id }) => {
    const trial = TRIALS[id]
    return trial ? [breaking(id, trial.breaks)] : []
  }),
]
