/** The HAR file of a recording, in parts: a large one is longer than a text can be. */
import { orUndefined } from '../base/caught-error.ts'
import { targetPath } from '../base/request-target.ts'
import type { Entry } from '../journal/entry.ts'
import { type HarPlace, harOf } from '../journal/har.ts'
import type { Secrets } from '../replay/secrets.ts'
import { maskedEntry } from './masked-entry.ts'

/** What begins and ends the entries in a HAR text with an indentation of 2. */
const [BEFORE, AFTER] = ['\n    "entries": [', '\n    ]']
const LEFT_OUT = 'The bodies of this call could not be masked, and are left out.'
/** Calls are masked together up to this many characters. */
const PART_LENGTH = 4 * 1024 * 1024

export interface RecordedCalls {
  readonly entries: readonly Entry[]
  readonly secrets: Secrets
  /** Gets the calls whose bodies cannot be masked, and are left out. */
  readonly unrecorded?: Set<string>
}

/** @param change masks the text of a HAR file, call by call */
export function* harTexts(
  { entries, secrets, unrecorded }: RecordedCalls,
  place: HarPlace,
  change: (har: string) => string,
): Generator<string, void> {
  const textOf = (part: readonly Entry[]): string => {
    const masked = part.map((entry) => maskedEntry(entry, secrets))
    return change(JSON.stringify(harOf(masked, place), null, 2))
  }
  const withoutUnreadable = (entry: Entry): Entry => {
    if (orUndefined(() => textOf([entry])) !== undefined) return entry
    unrecorded?.add(`the bodies of #${entry.id} ${entry.method} ${targetPath(entry.target)}`)
    return { ...entry, request: undefined, response: undefined, warnings: [...(entry.warnings ?? []), LEFT_OUT] }
  }
  let before = ''
  let after = `${JSON.stringify(harOf([], place), null, 2)}\n`
  for (const part of partsOf(entries)) {
    const text = orUndefined(() => textOf(part)) ?? textOf(part.map(withoutUnreadable))
    const from = text.indexOf(BEFORE) + BEFORE.length
    const to = text.lastIndexOf(AFTER)
    yield before === '' ? text.slice(0, to) : `,${text.slice(from, to)}`
    before = ','
    after = `${text.slice(to)}\n`
  }
  yield after
}

function* partsOf(entries: readonly Entry[]): Generator<Entry[], void> {
  let part: Entry[] = []
  let length = 0
  for (const entry of entries) {
    part.push(entry)
    length += entry.response?.length ?? 0
    if (length < PART_LENGTH && part.length < 1000) continue
    yield part
    part = []
    length = 0
  }
  if (part.length > 0) yield part
}
