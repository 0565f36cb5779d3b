/** Reads a configuration file. Loaded on demand, because it needs the YAML library. */
import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, type Pair } from 'yaml'
import { FileError, type FixtureProblem, fieldPath, type Path } from '../base/file-error.ts'
import { suggestion, visibleWord } from '../base/spelling.ts'
import { inputName } from '../fixtures/standard-input.ts'
import { startOf, syntaxProblems } from '../fixtures/syntax-problems.ts'
import { FILE_LIMITS, parseWithin } from '../fixtures/text-limits.ts'
import { readInput } from './input-file.ts'
import { type RawSettings, SETTING_LEVELS } from './raw-settings.ts'
import type { Name } from './setting-table.ts'
import { InvalidSetting, namesIn } from './setting-types.ts'
import { NAMES, type Setting, settingOf } from './settings.ts'

const KEYS = new Map(NAMES.map(settingOf).map((setting) => [setting.key, setting]))
const ALL_KEYS = [...KEYS.keys()]

/** One text of a setting, and where it is. */
interface Entry {
  readonly text: string
  readonly path: Path
  readonly offset: number
}

interface Problem extends Pick<Entry, 'path' | 'offset'> {
  readonly message: string
}

/** The settings in a file. @throws FileError with everything that is wrong, each with line, column and key */
export function readConfigFile(path: string): RawSettings {
  const lineCounter = new LineCounter()
  const document = parseWithin(readInput(path, '--config'), FILE_LIMITS, lineCounter)
  const placed = ({ path: keys, offset, message }: Problem): FixtureProblem => {
    const { line, col } = lineCounter.linePos(offset)
    return { file: inputName(path), line, column: col, field: fieldPath(keys), message }
  }
  const refused = (found: readonly Problem[]) => new FileError(found.map(placed))
  if ('message' in document) throw refused([{ path: [], ...document }])
  const broken = syntaxProblems(document, (offset) => lineCounter.linePos(offset).line)
  if (broken.length > 0) throw refused(broken.map((one) => ({ path: [], ...one })))
  if (document.contents === null) return {}
  if (!isMap(document.contents)) {
    const message = `expected settings, one on each line: ${ALL_KEYS.join(', ')}`
    throw refused([{ path: [], offset: 0, message }])
  }
  const raw: RawSettings = {}
  const problems: Problem[] = []
  for (const pair of document.contents.items) {
    const key = keyText(pair.key)
    const offset = startOf(pair.key) ?? 0
    const setting = KEYS.get(key)
    if (!setting) {
      problems.push({ path: [visibleWord(key)], offset, message: unknownKey(key) })
      continue
    }
    const entries = entriesOf(setting, pair, document, problems)
    problems.push(...entries.flatMap((entry) => problemsOf(setting, entry)))
    const { line, col } = lineCounter.linePos(offset)
    const from = `${path}:${line}:${col} ${key}`
    const named = setting.name === 'scenario' ? entries.flatMap(entriesOfNames) : entries
    const texts = named.map(({ text }) => readFrom(path, setting, text))
    const written = named.map((entry) => ({ ...placed({ ...entry, message: '' }), text: entry.text }))
    const isName = setting.type.readsFiles || setting.name === 'scenario' || setting.name === 'client'
    raw[setting.name] = { texts, from, level: SETTING_LEVELS.file, ...(isName && { written }) }
  }
  if (problems.length > 0) throw refused(problems)
  return raw
}

const entriesOfNames = (entry: Entry): Entry[] => namesIn(entry.text).map((text) => ({ ...entry, text }))

/** The text of a setting; a file is named as it is found. The name of a bundled scenario is no file. */
function readFrom(path: string, { name, type }: Setting, text: string): string {
  const isFile = name === 'scenario' ? /\.(?:ya?ml|json)$/i.test(text) : type.readsFiles
  return isFile ? besideFile(path, text) : text
}

/** A file that is named relative to the configuration file, where there is one; else the name as it is. */
function besideFile(path: string, name: string): string {
  const beside = join(dirname(path), name)
  return !isAbsolute(name) && dirname(path) !== '.' && existsSync(beside) ? beside : name
}

const unknownKey = (key: string): string => `unknown setting${suggestion(key, ALL_KEYS) || `; there are ${ALL_KEYS.join(', ')}`}`

/** The text of a key; a merge key has no text as its value. */
const keyText = (key: unknown): string => (isScalar(key) ? String(key.source ?? key.value) : String(key))

/** Lists that mean nothing when they are empty. */
export const NEVER_EMPTY: ReadonlySet<string> = new Set(['fixtures', 'scenario'] satisfies Name[])

/** The texts of a setting. @param problems gets values of the wrong kind */
function entriesOf(
  { name, key, many, type }: Setting,
  { key: keyNode, value }: Pair,
  document: Document,
  problems: Problem[],
): Entry[] {
  const at = startOf(value) ?? startOf(keyNode) ?? 0
  const wrong = (message: string, path: Path = [key], offset = at): Entry[] => {
    problems.push({ path, offset, message })
    return []
  }
  const entry = (node: unknown, path: Path): Entry[] => {
    const plain: unknown = isNode(node) ? node.toJS(document) : node
    const offset = startOf(node) ?? at
    if (plain === null || plain === undefined) return wrong('is empty: give it a value, or remove the line', path, offset)
    if (typeof plain === 'object') return wrong('expected a plain value', path, offset)
    const scalar = isAlias(node) ? node.resolve(document) : node
    // As a number, 0123 would be 123.
    const isText = typeof plain === 'number' && type.option.type !== 'number' && isScalar(scalar)
    return [{ text: String(isText ? (scalar.source ?? plain) : plain), path, offset }]
  }
  if (isSeq(value)) {
    if (!many) return wrong('expected one value, got a list')
    if (value.items.length === 0 && NEVER_EMPTY.has(name)) return wrong('is empty: name at least one, or remove the line')
    return value.items.flatMap((item, index) => entry(item, [key, index]))
  }
  if (name === 'choices' && isMap(value))
    return value.items.flatMap(({ key: id, value: answer }) =>
      entry(answer, [key, String(id)]).map((one) => ({ ...one, text: `${isScalar(id) ? id.value : id}=${one.text}` })),
    )
  return entry(value, [key])
}

function problemsOf({ type }: Setting, { text, path, offset }: Entry): Problem[] {
  try {
    type.parse([text])
    return []
  } catch (error) {
    if (!(error instanceof InvalidSetting)) throw error
    return error.problems.map((message) => ({ path, offset, message }))
  }
}
