/**
 * Decisions of the page's script that need no document, so that tests can call them.
 *
 * @module
 */

/** How long to wait before the page is fetched again when fetching it took so long, in milliseconds. */
export const pauseAfter = (took) => Math.max(400, 4 * took)

/** How long to wait before the stream is opened again, in milliseconds. */
export const retryAfter = (failures) => Math.min(10_000, 500 * 2 ** failures)

/** Epoch milliseconds as the page writes them. */
export const clockText = (at) => new Date(at).toISOString().slice(0, 19).replace('T', ' ')

/** The body of a form: its named fields as JSON, without empty ones; undefined when it has none. */
export function bodyOf(fields) {
  const entries = [...fields].filter(([, value]) => value !== '')
  return entries.length === 0 ? undefined : JSON.stringify(Object.fromEntries(entries))
}

/** Splits complete server-sent events off a text; `rest` is the beginning of the next one. */
export function takeEvents(text) {
  const blocks = text.split('\n\n')
  const rest = blocks.pop() ?? ''
  const events = blocks.flatMap((block) => {
    const data = block.split('\n').find((line) => line.startsWith('data:'))
    return data === undefined ? [] : [data.slice(5).trim()]
  })
  return { events, rest }
}

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const LAST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59)

/** True when a clock that is advanced by a span such as `61m` would pass the year 9999, which is refused. */
export function passesLastYear(at, by) {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(by) ?? []
  return amount !== undefined && at + Number(amount) * UNITS[unit] > LAST_INSTANT
}

/** The offset of a line and column, both counted from 1, in a text. */
export function offsetOf(text, line, column) {
  const lines = text.split('\n')
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  return Math.min(text.length, before + Math.min(column - 1, (lines[line - 1] ?? '').length))
}

/** The YAML of a fault that the form describes. */
export function faultYaml({ operation, cause, after, times }) {
  const on = operation === '' ? '{}' : `{ operation: ${/^\w+$/.test(operation) ? operation : JSON.stringify(operation)} }`
  return [`on: ${on}`, ...(after > 0 ? [`after: ${after}`] : []), ...(times > 1 ? [`times: ${times}`] : []), cause, ''].join('\n')
}

/**
 * The YAML of a fault after a field of its form has changed: the lines that the form wrote follow the field, and what was edited by
 * hand stays.
 *
 * @param before what the form wrote for the fields as they were
 * @param after what it writes for them now
 */
export function rewritten(text, before, after) {
  if (text.trim() === '' || text === before) return after
  if (text.trimStart().startsWith('{')) return text // JSON, which the form does not write
  const lines = text.split('\n')
  for (const key of ['on', 'after', 'times']) {
    const isKey = (line) => line.startsWith(`${key}:`)
    const [was, is] = [before, after].map((yaml) => yaml.split('\n').find(isKey))
    if (was === is) continue
    const at = lines.indexOf(was)
    if (at >= 0) lines.splice(at, 1, ...(is === undefined ? [] : [is]))
    else if (was === undefined && !lines.some(isKey)) lines.splice(lines.findIndex((line) => line.startsWith('on: {')) + 1, 0, is)
  }
  return lines.join('\n')
}

/** The number of a day `YYYY-MM-DD`, also after the year 9999, counted from 1970-01-01. */
export function dayNumber(day) {
  const [year, month, date] = day.split('-').map(Number)
  return new Date(0).setUTCFullYear(year, month - 1, date) / 86_400_000
}

export const dayText = (number) => new Date(number * 86_400_000).toISOString().replace(/^\+0|T.*/g, '')

export const isWeekend = (number) => [0, 6].includes(new Date(number * 86_400_000).getUTCDay())

/** What differs between the stays that are shown, by key, and those that were fetched. */
export function stayChanges(shown, fetched) {
  const keys = new Set(fetched.map(({ key }) => key))
  const isSame = (a, b) =>
    a.arrival === b.arrival &&
    a.departure === b.departure &&
    a.state === b.state &&
    a.guest === b.guest &&
    a.call === b.call &&
    a.cause?.id === b.cause?.id
  return {
    added: fetched.filter(({ key }) => !shown.has(key)),
    changed: fetched.filter((stay) => shown.has(stay.key) && !isSame(shown.get(stay.key), stay)),
    removed: [...shown.keys()].filter((key) => !keys.has(key)),
  }
}
