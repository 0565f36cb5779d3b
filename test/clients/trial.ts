/**
 * The trial: careful clients of every shape on every day, and what came of it.
 *
 * @module
 */
import type { Conformance } from '../../src/conformance/conformance.ts'
import type { Understay } from '../../src/index.ts'
import type { Shape } from './shapes.ts'

/** What came of a shape on a day. */
export interface TrialResult {
  readonly shape: string
  /** Undefined: without a scenario. */
  readonly day: string | undefined
  readonly verdict: string
  /** Why it failed; empty when it did not. */
  readonly reasons: readonly string[]
  /** Shoulds that were warned. */
  readonly warned: readonly string[]
}

let worlds = 0

/** Lets a shape live through a day. */
export async function liveShape(understay: Understay, { name, run }: Shape, day: string | undefined): Promise<TrialResult> {
  const world = await understay.sandbox(`shape-${++worlds}`)
  try {
    if (day !== undefined) await world.play(day)
    await run(world).catch(() => undefined)
    const report = await world.report()
    const { rules } = report['conformance'] as Conformance
    return {
      shape: name,
      day,
      verdict: report.verdict,
      reasons: report.verdict === 'failed' ? report.reasons : [],
      warned: rules.filter(({ outcome }) => outcome === 'warned').map(({ id }) => id),
    }
  } finally {
    await world.delete()
  }
}
