/**
 * Reads a configuration file. Loaded only where there is one, because it brings the YAML library.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import { LEVELS, NAMES, type Name, type Raw, UsageError } from './settings.ts'

/** The settings in a file. @throws UsageError with line and column */
export function readConfigFile(path: string): Raw {
  const lineCounter = new LineCounter()
  const document = parseDocument(readFileSync(path, 'utf8'), { lineCounter })
  const place = (offset: number): string => {
    const { line, col } = lineCounter.linePos(offset)
    return `${path}:${line}:${col}`
  }
  const problem = document.errors[0]
  if (problem) throw new UsageError(`${place(problem.pos[0])}: ${problem.message.split('\n')[0]}`)
  if (document.contents === null) return {}
  if (!isMap(document.contents)) throw new UsageError(`${path}:1:1: expected settings, one a line: ${NAMES.join(', ')}`)
  const raw: Raw = {}
  for (const { key, value } of document.contents.items) {
    const at = place((isScalar(key) && key.range?.[0]) || 0)
    const name = NAMES.find((known) => known === String(key))
    if (!name) throw new UsageError(`${at}: ${String(key)}: unknown setting; there are ${NAMES.join(', ')}`)
    raw[name] = { texts: textsOf(name, document.get(name), at, value), from: at, level: LEVELS.file }
  }
  return raw
}

function textsOf(name: Name, plain: unknown, at: string, node: unknown): string[] {
  const value: unknown = typeof node === 'object' && node !== null && 'toJSON' in node ? JSON.parse(JSON.stringify(node)) : plain
  if (name === 'choices' && typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.entries(value).map(([id, answer]) => `${id}=${String(answer)}`)
  const list = Array.isArray(value) ? value : [value]
  if (list.some((item) => typeof item === 'object')) throw new UsageError(`${at}: ${name}: expected a plain value`)
  return list.map(String)
}
