/**
 * Reads a configuration file. Loaded on demand, because it needs the YAML library.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import { didYouMean } from '../base/spelling.ts'
import { LEVELS, type Raw } from './given.ts'
import { NAMES, type Setting, settingOf } from './settings.ts'
import { UsageError } from './usage-error.ts'

const KEYS = new Map(NAMES.map(settingOf).map((setting) => [setting.key, setting]))

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
  if (!isMap(document.contents))
    throw new UsageError(`${path}:1:1: expected settings, one on each line: ${[...KEYS.keys()].join(', ')}`)
  const raw: Raw = {}
  for (const { key, value } of document.contents.items) {
    const at = place((isScalar(key) && key.range?.[0]) || 0)
    const setting = KEYS.get(String(key))
    if (!setting) throw new UsageError(`${at}: ${unknownKey(String(key))}`)
    raw[setting.name] = { texts: textsOf(setting, document.get(setting.key), at, value), from: at, level: LEVELS.file }
  }
  return raw
}

function unknownKey(key: string): string {
  const near = didYouMean(key, [...KEYS.keys()])
  return `${key}: unknown setting; ${near === undefined ? `there are ${[...KEYS.keys()].join(', ')}` : `did you mean "${near}"?`}`
}

function textsOf({ name, key }: Setting, plain: unknown, at: string, node: unknown): string[] {
  const value: unknown = typeof node === 'object' && node !== null && 'toJSON' in node ? JSON.parse(JSON.stringify(node)) : plain
  if (name === 'choices' && typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.entries(value).map(([id, answer]) => `${id}=${String(answer)}`)
  const list = Array.isArray(value) ? value : [value]
  if (list.some((item) => typeof item === 'object')) throw new UsageError(`${at}: ${key}: expected a plain value`)
  return list.map(String)
}
