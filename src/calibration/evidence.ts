/** What a calibration found, as data: the choices, the rows and the operations, each with its evidence. */
import { groupBy } from '../base/group-by.ts'
import { isoInstant } from '../base/instant.ts'
import { OPERATIONS } from '../booking-contract/index.ts'
import type { Calibration } from './calibrate.ts'
import type { Played } from './play.ts'
import { type Call, nameOf } from './recording.ts'
import { recordedShapes, shapeDifferences, shapeText } from './shapes.ts'
import { callText, isLength } from './values.ts'

/** The content of `calibration.json`. */
export function evidenceOf({ recordings, at, world, isContinued, solution }: Calibration, files: readonly string[]) {
  const { played, evidence, profile, replays } = solution
  const equal = played.filter(({ cost }) => cost === 0).length
  return {
    files,
    at: isoInstant(at),
    continued: isContinued,
    calls: recordings.calls.length,
    /** Where each call is recorded: its file, and its index in `log.entries`. */
    numbered: recordings.calls.map((call) => ({
      call: callText(call.number),
      file: files[call.file] ?? '',
      entry: call.step.exchange.index,
      operation: nameOf(call),
    })),
    skipped: recordings.skipped.map(({ file, exchange, reason }) => ({ file: files[file] ?? '', entry: exchange.index, reason })),
    equal,
    replays,
    profile,
    choices: evidence,
    operations: operationsOf(played),
    notExercised: OPERATIONS.map(({ id }) => id).filter((id) => !recordings.calls.some(({ operation }) => operation?.id === id)),
    rows: world.rows,
    assumedRooms: world.assumedRooms,
    leftOut: world.leftOut,
    changedByOthers: world.others,
    /** Differences in status and shape that are left, and the shapes of responses that differed: no drift when they are seen again. */
    known: [...shapeDifferences(played).map(shapeText), ...recordedShapes(played.filter(({ cost }) => cost > 0))],
  }
}

export type Evidence = ReturnType<typeof evidenceOf>

const operationsOf = (played: readonly Played[]) =>
  [...groupBy(played, ({ call }) => nameOf(call))].map(([operation, all]) => {
    const different = all.filter(({ cost }) => cost > 0)
    return {
      operation,
      equal: all.length - different.length,
      different: different.map(({ call, differences }) => {
        const paths = differences.map(({ path }) => path)
        return { call: callText(call.number), why: whyOf(call, paths), paths: paths.slice(0, 5) }
      }),
    }
  })

/** A guess at the cause of a difference. */
function whyOf({ operation }: Call, paths: readonly string[]): string {
  if (operation === undefined) return 'the interface document has no such operation'
  if (paths.includes('status')) return 'another status: what decided it is not in the recording, or is not a choice'
  if (paths.some(isLength)) return 'another number of rows: rows were not read, or others changed them'
  return 'another value: it was not read before, others changed it, or it is a text of the deployment'
}
