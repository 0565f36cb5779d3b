/** The HAR file of a recording, in parts: a large one is longer than a text can be. */
import type { Entry } from '../journal/entry.ts'
import { type HarPlace, harOf } from '../journal/har.ts'
import type { Secrets } from '../replay/secrets.ts'
import { maskedEntry } from './masked-entry.ts'

/** What begins and ends the entries in a HAR text with an indentation of 2. */
const [BEFORE, AFTER] = ['\n    "entries": [', '\n    ]']
/** Calls are masked together up to this many characters. */
const PART_LENGTH = 4 * 1024 * 1024

/** @param change masks the text of a HAR file, call by call */
export function* harTexts(
  { entries, secrets }: { readonly entries: readonly Entry[]; readonly secrets: Secrets },
  place: HarPlace,
  change: (har: string) => string,
): Generator<string, void> {
  let before = ''
  let after = `${JSON.stringify(harOf([], place), null, 2)}\n`
  for (const part of partsOf(entries)) {
    const har = harOf(
      part.map((entry) => maskedEntry(entry, secrets)),
      place,
    )
    const text = change(JSON.stringify(har, null, 2))
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
