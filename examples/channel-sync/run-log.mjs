import { isDeepStrictEqual } from 'node:util'

const LONGEST_PATH = 84
const LONGEST_VALUE = 140
const LONGEST_ECHO = 60

/**
 * Logs requests, responses and checks. Consecutive requests of the same kind share a line.
 *
 * @param {(line: string) => void} write
 */
export function createRunLog(write) {
  const differences = []
  const left = []
  let checks = 0
  let requests = 0
  let chapters = 0
  let row

  function endRow() {
    if (!row) return
    const more = row.count > 1 ? `  (${row.count} of this kind)` : ''
    write(`   ${String(row.status).padEnd(4)} ${row.method.padEnd(6)} ${clipped(row.path, LONGEST_PATH)}${more}`)
    row = undefined
  }

  function say(line) {
    endRow()
    write(line)
  }

  function note(statement, difference) {
    checks += 1
    if (difference === undefined) return say(`   ✓    ${statement}`)
    differences.push(difference)
    say(`   ✗    ${difference}`)
  }

  return {
    chapter(title) {
      chapters += 1
      say(`\n${chapters}. ${title}`)
    },
    /** Logs one exchange with the service. */
    onExchange({ method, path, status }) {
      requests += 1
      const kind = `${method} ${status} ${path.replace(/[\d-]+/g, '#')}`
      if (row?.kind === kind) row.count += 1
      else {
        endRow()
        row = { kind, method, path, status, count: 1 }
      }
    },
    tell: (text) => say(`        ${text}`),
    /** @param difference printed when `statement` does not hold */
    check: (statement, holds, difference = `Not so: ${statement}`) => note(statement, holds ? undefined : difference),
    /** Compares value and type. */
    compare(what, received, expected) {
      if (!isDeepStrictEqual(received, expected)) {
        return note(what, `${what}: ${difference(received, expected)}`)
      }
      const value = shown(received)
      note(value.length > LONGEST_ECHO ? what : `${what}: ${value}`)
    },
    /** Logs a job that failed. */
    failed(job, error) {
      note('', `${job} stopped: ${error.message}`)
    },
    /** Logs work that was skipped for want of rights, once each. */
    left(work) {
      if (!left.includes(work)) left.push(work)
      say(`   -    skipped: ${work}`)
    },
    /** Prints the result; the exit code is 1 when a check failed. */
    summarise() {
      endRow()
      say(`\n${requests} requests, ${checks} checks, ${differences.length} of them failed`)
      for (const work of left) say(`  - skipped: ${work}`)
      for (const one of differences) say(`  ✗ ${one}`)
      process.exitCode = differences.length > 0 ? 1 : 0
    },
  }
}

/** Describes a difference; of records only the fields that differ. */
function difference(received, expected) {
  if (!isRecord(received) || !isRecord(expected)) return `expected ${shown(expected)}, received ${shown(received)}`
  const fields = [...new Set([...Object.keys(expected), ...Object.keys(received)])]
  return fields
    .filter((field) => !isDeepStrictEqual(received[field], expected[field]))
    .map((field) => `${field} expected ${shown(expected[field])}, received ${shown(received[field])}`)
    .join('; ')
}

const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const clipped = (text, length) => (text.length > length ? `${text.slice(0, length - 1)}…` : text)
const shown = (value) => clipped(JSON.stringify(value) ?? String(value), LONGEST_VALUE)
