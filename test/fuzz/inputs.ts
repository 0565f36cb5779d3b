/**
 * Inputs that are nearly right: sound documents of which a few places were changed.
 *
 * @module
 */
import fc from 'fast-check'

/** Values that often cause errors. */
const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  1.5,
  -0,
  1e21,
  2 ** 53,
  1e308,
  '',
  ' ',
  '0',
  '1e3',
  'NaN',
  '٣',
  'null',
  '__proto__',
  'constructor',
  '2026-02-30',
  '9999-12-31',
  '-000001-01-01',
  '2026-03-01T09:00:00Z',
  '+1d',
  '\u0000',
  '\ud800',
  '\u202e',
  'a'.repeat(5000),
  '{}',
  '[]',
  [],
  {},
  [null],
  [[[]]],
  { a: 1 },
  { toString: 1 },
  { length: 3 },
]

const Odd = fc.oneof(fc.constantFrom(...ODD_VALUES), fc.jsonValue({ maxDepth: 2 }), fc.string({ unit: 'binary', maxLength: 20 }))

interface Change {
  readonly at: number
  readonly how: 'replace' | 'remove' | 'add' | 'rename' | 'double'
  readonly value: unknown
  readonly key: string
}

const AChange: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(),
  how: fc.constantFrom('replace', 'remove', 'add', 'rename', 'double'),
  value: Odd,
  key: fc.oneof(fc.constantFrom('__proto__', 'id', 'on', 'name', 'extra', ''), fc.string({ maxLength: 8 })),
})

/** Every location in a document: its maps and lists, each with a key. */
function placesOf(value: unknown, places: { readonly holder: Record<string, unknown>; readonly key: string }[] = []) {
  if (typeof value !== 'object' || value === null) return places
  const holder = value as Record<string, unknown>
  for (const key of Object.keys(holder)) {
    places.push({ holder, key })
    placesOf(holder[key], places)
  }
  return places
}

/** Sets a field of any name, `__proto__` too, to a value of its own. The length of a list stays. */
function set(holder: object, key: string, value: unknown): void {
  if (Object.getOwnPropertyDescriptor(holder, key)?.configurable === false) return
  Object.defineProperty(holder, key, { value: structuredClone(value), writable: true, enumerable: true, configurable: true })
}

/** A valid document with up to four changes. */
export function mutated(documents: readonly unknown[]): fc.Arbitrary<unknown> {
  return fc.tuple(fc.constantFrom(...documents), fc.array(AChange, { minLength: 1, maxLength: 4 })).map(([document, changes]) => {
    const copy = structuredClone(document)
    for (const { at, how, value, key } of changes) {
      const places = placesOf(copy)
      const place = places[at % Math.max(1, places.length)]
      if (!place) continue
      const { holder } = place
      if (how === 'replace') set(holder, place.key, value)
      else if (how === 'remove') delete holder[place.key]
      else if (how === 'double') set(holder, key, holder[place.key])
      else {
        if (how === 'rename') delete holder[place.key]
        set(holder, key, value)
      }
    }
    return copy
  })
}

/** A text with a few changed characters. */
export function mutatedText(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const parts = fc.constantFrom(
    '',
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '"',
    "'",
    '&a ',
    '*a',
    '<<: ',
    '!!js ',
    '\t',
    '\n  ',
    '---\n',
    '%',
    '|',
    '#',
    '\u0000',
    '\ufeff',
  )
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 5 }), parts), { maxLength: 4 })
  return fc.tuple(texts, changes).map(([text, edits]) => {
    let changed = text
    for (const [at, length, part] of edits) {
      const from = at % (changed.length + 1)
      changed = changed.slice(0, from) + part + changed.slice(from + length)
    }
    return changed
  })
}
