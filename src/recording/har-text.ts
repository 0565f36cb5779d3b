/** The HAR file of a recording, in parts: a large one is longer than a text can be. */
import { orUndefined } from '../base/caught-error.ts'
import { targetPath } from '../base/request-target.ts'
import type { Entry } from '../journal/entry.ts'
import { type HarPlace, harOf } from '../journal/har.ts'
import { maskedEntry } from './masked-entry.ts'
import type { Recorder } from './recorder.ts'

/** What begins and ends the entries in a HAR text with an indentation of 2. */
const [BEFORE, AFTER] = ['\n    "entries": [', '\n    ]']
const LEFT_OUT = 'The bodies of this call could not be masked, and are left out.'

export type RecordedCalls = Pick<Recorder, 'entries' | 'secrets'> & Partial<Pick<Recorder, 'unrecorded'>>

/** @param unrecorded gets the calls whose bodies cannot be masked @param change masks the text of a HAR file, call by call */
export function* harTexts(
  { entries, secrets, unrecorded }: RecordedCalls,
  place: HarPlace,
  change: (har: string) => string,
): Generator<string, void> {
  const textOf = (entry: Entry): string => change(JSON.stringify(harOf([maskedEntry(entry, secrets)], place), null, 2))
  const textWithoutBodies = (entry: Entry): string => {
    unrecorded?.add(`the bodies of #${entry.id} ${entry.method} ${targetPath(entry.target)}`)
    return textOf({ ...entry, request: undefined, response: undefined, warnings: [...(entry.warnings ?? []), LEFT_OUT] })
  }
  let before = ''
  let after = `${JSON.stringify(harOf([], place), null, 2)}\n`
  for (const entry of entries) {
    const text = orUndefined(() => textOf(entry)) ?? textWithoutBodies(entry)
    const from = text.indexOf(BEFORE) + BEFORE.length
    const to = text.lastIndexOf(AFTER)
    yield before === '' ? text.slice(0, to) : `,${text.slice(from, to)}`
    before = ','
    after = `${text.slice(to)}\n`
  }
  yield after
}
