/**
 * The results of careful clients and of habits, summed up, with the bounds that the trial must keep.
 *
 * @module
 */

import type { CarefulResult, HabitResult } from './played.ts'
import { ALL_CAREFUL, ALL_HABITS } from './played-clients.ts'
import { SHAPES, shapeText } from './shapes.ts'

export interface CarefulLine {
  readonly careful: number
  readonly scenario: string | null
  readonly results: readonly CarefulResult[]
}

export interface HabitLine {
  readonly habit: number
  readonly shape: number
  readonly results: readonly HabitResult[]
}

/** The sums of a careful client. */
export interface CarefulSum {
  readonly name: string
  readonly isHeldOut: boolean
  readonly runs: number
  readonly passed: number
  /** Inconclusive because it made no call that a fault or event waits for. */
  readonly notAffected: number
  readonly cannotTell: number
  readonly noReaction: number
  readonly failed: number
  readonly warned: number
}

/** The sums of a habit, with those of each shape. */
export interface HabitSum {
  readonly name: string
  readonly isHeldOut: boolean
  readonly runs: number
  readonly passed: number
  readonly told: number
  /** Told by name in each shape, in their order. */
  readonly toldInShape: readonly number[]
}

/** At most this share of the runs of careful clients that cannot be told. */
const MAX_UNTOLD = 0.05
/** At least this share of the runs of habits that are told by name. */
const MIN_TOLD = 0.98

export class Tally {
  readonly #careful: CarefulLine[] = []
  readonly #habits: HabitLine[] = []

  take(line: CarefulLine | HabitLine): void {
    if ('careful' in line) this.#careful.push(line)
    else this.#habits.push(line)
  }

  get careful(): readonly CarefulSum[] {
    return ALL_CAREFUL.map(({ name, isHeldOut = false }, index) => {
      const results = this.#careful.filter((line) => line.careful === index).flatMap((line) => line.results)
      const count = (is: (result: CarefulResult) => boolean): number => results.filter(is).length
      return {
        name,
        isHeldOut,
        runs: results.length,
        passed: count(({ verdict }) => verdict === 'passed'),
        notAffected: count(({ verdict, untold }) => verdict === 'inconclusive' && untold.length === 0),
        cannotTell: count(({ untold }) => untold.length > 0),
        noReaction: count(({ noReaction }) => noReaction.length > 0),
        failed: count(({ failed }) => failed.length > 0),
        warned: count(({ warned }) => warned.length > 0),
      }
    })
  }

  get habits(): readonly HabitSum[] {
    return ALL_HABITS.map(({ does, isHeldOut = false }, index) => {
      const lines = this.#habits.filter((line) => line.habit === index)
      const results = lines.flatMap((line) => line.results)
      const told = (of: readonly HabitResult[]): number => of.filter((result) => result.told.length > 0).length
      return {
        name: does,
        isHeldOut,
        runs: results.length,
        passed: results.filter(({ verdict }) => verdict === 'passed').length,
        told: told(results),
        toldInShape: SHAPES.map((_, shape) => told(lines.filter((line) => line.shape === shape).flatMap((line) => line.results))),
      }
    })
  }

  /** Each run that speaks against the judge, one line. */
  get wrong(): readonly string[] {
    return [
      ...this.#careful.flatMap(({ careful, scenario, results }) =>
        results.flatMap(({ noReaction, failed, warned, untold }) =>
          [...noReaction, ...failed, ...warned, ...untold].map(
            (what) => `careful: ${ALL_CAREFUL[careful]?.name}, ${scenario ?? 'no scenario'}: ${what}`,
          ),
        ),
      ),
      ...this.#habits.flatMap(({ habit, shape, results }) =>
        results.flatMap(({ verdict, told, others }) =>
          verdict !== 'passed' && told.length > 0
            ? []
            : [`habit: ${nameOf(habit, shape)}: ${verdict}, told by ${told.join(', ') || 'nothing'}; ${others.join(', ')}`],
        ),
      ),
    ]
  }

  /** The bounds that are missed. */
  get missed(): readonly string[] {
    return [
      ...missedBySums('', this.careful.filter(isBuiltWith), this.habits.filter(isBuiltWith)),
      ...missedBySums('held-out ', this.careful.filter(isHeldOut), this.habits.filter(isHeldOut)),
      ...this.careful.flatMap(({ name, cannotTell }, index) =>
        ALL_CAREFUL[index]?.isSequential && cannotTell > 0
          ? [`${name}: cannot be told ${cannotTell} times, and is sequential`]
          : [],
      ),
    ]
  }
}

const isHeldOut = (one: { readonly isHeldOut: boolean }): boolean => one.isHeldOut
const isBuiltWith = (one: { readonly isHeldOut: boolean }): boolean => !one.isHeldOut
const nameOf = (habit: number, shape: number): string => {
  const place = SHAPES[shape]
  return `${ALL_HABITS[habit]?.does}, ${place ? shapeText(place) : shape}`
}

const sumOf = <T>(rows: readonly T[], value: (row: T) => number): number => rows.reduce((sum, row) => sum + value(row), 0)

function missedBySums(which: string, careful: readonly CarefulSum[], habits: readonly HabitSum[]): readonly string[] {
  const none = (what: string, count: number): readonly string[] => (count === 0 ? [] : [`${which}${what}: ${count}, wanted 0`])
  const [runs, untold] = [sumOf(careful, (row) => row.runs), sumOf(careful, ({ cannotTell }) => cannotTell)]
  const [played, told] = [sumOf(habits, (row) => row.runs), sumOf(habits, (row) => row.told)]
  return [
    ...none(
      'careful clients called "no reaction"',
      sumOf(careful, ({ noReaction }) => noReaction),
    ),
    ...none(
      'careful clients that failed',
      sumOf(careful, ({ failed }) => failed),
    ),
    ...none(
      'careful clients that were warned',
      sumOf(careful, ({ warned }) => warned),
    ),
    ...none(
      'habits that passed',
      sumOf(habits, ({ passed }) => passed),
    ),
    ...(untold > runs * MAX_UNTOLD
      ? [`${which}careful clients that cannot be told: ${untold} of ${runs}, wanted at most 5 %`]
      : []),
    ...(told < played * MIN_TOLD ? [`${which}habits told by name: ${told} of ${played}, wanted at least 98 %`] : []),
  ]
}

/** The sums as tables in Markdown. */
export function tallyText({ careful, habits }: Tally): string {
  const mark = (row: { readonly isHeldOut: boolean }): string => (row.isHeldOut ? ' (held out)' : '')
  const carefulRows = careful.map(
    (row) =>
      `| ${row.name}${mark(row)} | ${row.runs} | ${row.passed} | ${row.notAffected} | ${row.cannotTell} | ${row.noReaction} | ${row.failed} | ${row.warned} |`,
  )
  const habitRows = habits.map(
    (row) => `| ${row.name}${mark(row)} | ${row.runs} | ${row.passed} | ${row.told} | ${row.toldInShape.join(', ')} |`,
  )
  return [
    '| careful client | runs | passed | not affected | cannot tell | no reaction | failed | warned |',
    '|---|---|---|---|---|---|---|---|',
    ...carefulRows,
    '',
    `| habit | runs | passed | told by name | in each shape (${SHAPES.map(shapeText).join('; ')}) |`,
    '|---|---|---|---|---|',
    ...habitRows,
    '',
  ].join('\n')
}
