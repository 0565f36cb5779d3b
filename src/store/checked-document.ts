/**
 * A YAML file read against a schema: its data, everything that is wrong with it, and where each value stands.
 * Imported only when a YAML file is really read.
 *
 * @module
 */
import { type Document, isAlias, isMap, isPair, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import type { FixtureProblem, Path, Place } from './fixture-error.ts'
import { fieldPath } from './fixture-error.ts'
import { type SchemaNode, schemaProblems } from './schema-check.ts'

export interface CheckedDocument {
  /** The plain value; what the schema says it is when there are no problems. Undefined when the text is not YAML. */
  readonly data: unknown
  readonly problems: readonly FixtureProblem[]
  /** Where a value stands, or the nearest thing around it that is there. */
  locate(path: Path): Place
}

/**
 * Reads YAML 1.2 (dates stay text, only `true` and `false` are flags) with anchors and merge keys.
 *
 * @param file the name to show in problems
 * @param schema a JSON Schema, such as a TypeBox value
 */
export function readDocument(file: string, text: string, schema: object): CheckedDocument {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true })
  const place = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const locate = (path: Path, atKey = false): Place => place(offsetOf(document, path, atKey))
  const broken = [...document.errors, ...document.warnings]
  if (broken.length > 0) {
    const problems = broken.map(({ pos, message }) => ({
      file,
      ...place(pos[0]),
      field: '',
      message: `not valid YAML: ${message}`,
    }))
    return { data: undefined, problems, locate }
  }
  try {
    const data: unknown = document.toJS() ?? {}
    const problems = schemaProblems(schema as SchemaNode, data).map(({ path, message, atKey }) => {
      return { file, ...locate(path, atKey), field: fieldPath(path), message }
    })
    return { data, problems: problems.sort((a, b) => a.line - b.line || a.column - b.column), locate }
  } catch (error) {
    const message = `not valid YAML: ${error instanceof Error ? error.message : String(error)}`
    return { data: undefined, problems: [{ file, line: 1, column: 1, field: '', message }], locate }
  }
}

/** Offset of the value at the path (or of its key); where the path ends early, of the last thing on it. */
function offsetOf(document: Document, path: Path, atKey: boolean): number {
  let offset = document.contents?.range?.[0] ?? 0
  let node: unknown = document.contents
  for (const [depth, part] of path.entries()) {
    const step = child(resolved(node, document), part)
    if (!step) break
    const wantsKey = atKey && depth === path.length - 1
    offset = (wantsKey ? start(step.key) : start(step.value)) ?? start(step.key) ?? offset
    node = step.value
  }
  return offset
}

const resolved = (node: unknown, document: Document): unknown => (isAlias(node) ? node.resolve(document) : node)

function child(node: unknown, part: string | number): { readonly key: unknown; readonly value: unknown } | undefined {
  if (isSeq(node) && typeof part === 'number') return part in node.items ? { key: undefined, value: node.items[part] } : undefined
  if (!isMap(node)) return undefined
  const pair = node.items.find((item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(part))
  return pair && { key: pair.key, value: pair.value }
}

function start(node: unknown): number | undefined {
  return isNodeLike(node) ? node.range?.[0] : undefined
}

const isNodeLike = (node: unknown): node is Node => typeof node === 'object' && node !== null && 'range' in node
