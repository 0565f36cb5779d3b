/** Serializes JSON in parts, so that other requests run between the parts of a large response. */

/** Minimum size of a part in characters; it takes about a millisecond. */
const MIN_PART_LENGTH = 128 * 1024

/** Recognizes and masks secrets in texts. */
export interface Masking {
  isSuspect(text: string): boolean
  mask(text: string): string
}

export function maskedJson(value: unknown, masking: Masking | undefined): string | undefined {
  const text: string | undefined = JSON.stringify(value)
  if (!masking || text === undefined || !masking.isSuspect(text)) return text
  return JSON.stringify(value, (_, field: unknown) => (typeof field === 'string' ? masking.mask(field) : field))
}

/** Lets other requests run. */
type Pause = () => Promise<void>

/**
 * The JSON of a value: a text when it is short, else a stream. Lists may be any iterable, and are read once. The value must
 * not change while it is read.
 */
export const jsonInParts = (value: unknown, pause: Pause, masking?: Masking): string | AsyncIterable<string> =>
  textOrStream(jsonTexts(value, masking), pause)

/** Values as lines of JSON, as a text or a stream like {@link jsonInParts}. */
export const jsonLinesInParts = (values: Iterable<unknown>, pause: Pause, masking?: Masking): string | AsyncIterable<string> =>
  textOrStream(linesOf(values, masking), pause)

export function* mapLazily<T, R>(values: Iterable<T>, of: (value: T) => R): Generator<R, void> {
  for (const value of values) yield of(value)
}

function textOrStream(texts: Iterable<string>, pause: Pause): string | AsyncIterable<string> {
  const parts = joinedInParts(texts)
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

function* linesOf(values: Iterable<unknown>, masking: Masking | undefined): Generator<string, void> {
  for (const value of values) yield `${maskedJson(value, masking)}\n`
}

/** Joins texts to parts of the minimum size; returns the last one. */
function* joinedInParts(texts: Iterable<string>): Generator<string, string> {
  let part = ''
  for (const text of texts) {
    part += text
    if (part.length < MIN_PART_LENGTH) continue
    yield part
    part = ''
  }
  return part
}

/** The JSON of a value as a sequence of texts, one for each item of a list. */
function* jsonTexts(value: unknown, masking: Masking | undefined): Generator<string, void> {
  if (typeof value !== 'object' || value === null) {
    yield maskedJson(value, masking) ?? 'null'
    return
  }
  const isList = isIterable(value)
  let before = isList ? '[' : '{'
  if (isList)
    for (const item of value) {
      yield `${before}${maskedJson(item, masking) ?? 'null'}`
      before = ','
    }
  else
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined) continue
      yield `${before}${JSON.stringify(name)}:`
      yield* jsonTexts(field, masking)
      before = ','
    }
  yield `${before === ',' ? '' : before}${isList ? ']' : '}'}`
}

const isIterable = (value: object): value is Iterable<unknown> => Symbol.iterator in value
