/**
 * JSON made in parts, so that a large answer does not keep others waiting.
 *
 * @module
 */

/** Characters of a part at least; it takes about a millisecond. */
const PART = 128 * 1024

/** Waits until others had their turn. */
type Pause = () => Promise<void>

/**
 * The JSON of a value: at once where it is short, else as a stream. Lists may be any iterable, and are read once. What is shown
 * must not change while it is written.
 */
export const jsonInParts = (value: unknown, pause: Pause): string | AsyncIterable<string> => atOnceOrStream(pieces(value), pause)

/** Values as lines of JSON, as {@link jsonInParts} makes them. */
export const jsonLinesInParts = (values: Iterable<unknown>, pause: Pause): string | AsyncIterable<string> =>
  atOnceOrStream(linesOf(values), pause)

/** What each value becomes, made when it is read. */
export function* mapped<T, R>(values: Iterable<T>, of: (value: T) => R): Generator<R, void> {
  for (const value of values) yield of(value)
}

function atOnceOrStream(texts: Iterable<string>, pause: Pause): string | AsyncIterable<string> {
  const parts = joined(texts)
  const first = parts.next()
  return first.done ? first.value : streamOf(first.value, parts, pause)
}

async function* streamOf(first: string, parts: Generator<string, string>, pause: Pause): AsyncGenerator<string, void> {
  yield first
  for (let part = parts.next(); ; part = parts.next()) {
    yield part.value
    if (part.done) return
    await pause()
  }
}

function* linesOf(values: Iterable<unknown>): Generator<string, void> {
  for (const value of values) yield `${JSON.stringify(value)}\n`
}

/** Short texts as longer ones; the rest is what is returned. */
function* joined(texts: Iterable<string>): Generator<string, string> {
  let part = ''
  for (const text of texts) {
    part += text
    if (part.length < PART) continue
    yield part
    part = ''
  }
  return part
}

/** The JSON of a value, each item of a list by itself. */
function* pieces(value: unknown): Generator<string, void> {
  if (typeof value !== 'object' || value === null) {
    yield JSON.stringify(value) ?? 'null'
    return
  }
  const isList = isIterable(value)
  let before = isList ? '[' : '{'
  if (isList)
    for (const item of value) {
      yield `${before}${JSON.stringify(item) ?? 'null'}`
      before = ','
    }
  else
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined) continue
      yield `${before}${JSON.stringify(name)}:`
      yield* pieces(field)
      before = ','
    }
  yield `${before === ',' ? '' : before}${isList ? ']' : '}'}`
}

const isIterable = (value: object): value is Iterable<unknown> => Symbol.iterator in value
