/** Suggestions for unknown requests: the most similar operation. */

import { patternsOf } from '../api/matcher.ts'
import type { Operation } from '../api/operation.ts'
import { getOrInsert } from '../base/get-or-insert.ts'
import { didYouMean, similarity } from '../base/spelling.ts'

interface Candidate {
  readonly operation: Operation
  readonly pattern: readonly string[]
}

/** A mistake that would explain how a request differs from an operation. */
interface Mistake {
  readonly candidate: Candidate
  readonly description: string
  /** How unlikely this explanation is; 0 is certain. */
  readonly cost: number
}

/** The cost of taking a text for a value that it does not look like. */
const IMPLAUSIBLE_COST = 0.6
/** Words with a lower similarity are unrelated. */
const MIN_SIMILARITY = 0.4
const DAY = /^\d{4}-\d{1,2}-\d{1,2}$/
const LANGUAGE = /^[a-z]{2,3}([-_][a-z0-9]{2,4})?$/i

const isValue = (word: string): boolean => word.startsWith('{')

function matchesSegment(segment: string, word: string, index: number, { operation }: Candidate): boolean {
  if (!isValue(word)) return index === 0 ? segment === word : segment.toLowerCase() === word.toLowerCase()
  return segment !== '' || operation.params[word.slice(1, -1)]?.blank === true
}

/** The cost of taking a segment for the value of a parameter. */
function implausibility(segment: string, word: string, { operation }: Candidate): number {
  if (!isValue(word)) return 0
  const name = word.slice(1, -1)
  const { type, format, enum: values } = operation.params[name]?.schema ?? {}
  if (type === 'integer') return /^\d+$/.test(segment) ? 0 : IMPLAUSIBLE_COST
  if (type === 'number' && /^\d/.test(segment)) return 0
  if (format === 'date') return DAY.test(segment) ? 0 : IMPLAUSIBLE_COST
  if (Array.isArray(values)) return values.includes(segment.toLowerCase()) ? 0 : IMPLAUSIBLE_COST
  if (name === 'language') return LANGUAGE.test(segment) ? 0 : IMPLAUSIBLE_COST
  return 0.05
}

/** True for a parameter that accepts any text, so that a match proves nothing. */
function isFreeText(word: string | undefined, { operation }: Candidate): boolean {
  if (word === undefined || !isValue(word) || word === '{language}') return false
  const { type, format, enum: values } = operation.params[word.slice(1, -1)]?.schema ?? {}
  return type === 'string' && format === undefined && values === undefined
}

/** The cost of matching segments to a pattern; undefined when they do not match. */
function patternCost(
  segments: readonly string[],
  pattern: readonly string[],
  candidate: Candidate,
  skipped = -1,
): number | undefined {
  let cost = 0
  for (const [index, word] of pattern.entries()) {
    if (index === skipped) continue
    const segment = segments[index] ?? ''
    if (!matchesSegment(segment, word, index, candidate)) return undefined
    cost += implausibility(segment, word, candidate)
  }
  return cost
}

/** A DELETE is suggested for another method only when nothing else is one mistake away, a GET for a write after other mistakes. */
function methodCost(meant: string, sent: string): number {
  if (meant === 'delete') return 2
  return meant === 'get' && sent !== 'get' ? 0.35 : 0.2
}

/** All single mistakes that lead from an operation to a request. */
function mistakesFrom(method: string, segments: readonly string[], candidate: Candidate): readonly Mistake[] {
  if (candidate.operation.method !== method) return wrongMethod(method, segments, candidate)
  const additional = segments.length - candidate.pattern.length
  if (additional === 0) return misspelt(segments, candidate)
  if (additional === -1) return missing(segments, candidate)
  return additional === 1 ? unexpected(segments, candidate) : []
}

const mistakeOf = (candidate: Candidate, cost: number | undefined, more: number, description: string): readonly Mistake[] =>
  cost === undefined ? [] : [{ candidate, description, cost: cost + more }]

/** A wrong method is plausible only when every value looks right. */
function wrongMethod(method: string, segments: readonly string[], candidate: Candidate): readonly Mistake[] {
  const { operation, pattern } = candidate
  const isImplausible = (word: string, index: number): boolean =>
    implausibility(segments[index] ?? '', word, candidate) === IMPLAUSIBLE_COST
  if (pattern.length !== segments.length || pattern.some(isImplausible)) return []
  const description = `the method is ${operation.method.toUpperCase()}, not ${method.toUpperCase()}`
  return mistakeOf(candidate, patternCost(segments, pattern, candidate), methodCost(operation.method, method), description)
}

function misspelt(segments: readonly string[], candidate: Candidate): readonly Mistake[] {
  const { pattern } = candidate
  return pattern.flatMap((word, index) => {
    const segment = segments[index] ?? ''
    if (isValue(word) || matchesSegment(segment, word, index, candidate)) return []
    const alike = similarity(segment, word)
    if (alike <= MIN_SIMILARITY) return []
    return mistakeOf(candidate, patternCost(segments, pattern, candidate, index), 1 - alike, `"${segment}" should be "${word}"`)
  })
}

/** Of equally cheap ones, the last comes first. */
function missing(segments: readonly string[], candidate: Candidate): readonly Mistake[] {
  const { pattern } = candidate
  const found = pattern.map((word, index) => {
    const cost = patternCost(segments, pattern.toSpliced(index, 1), candidate)
    // A path without its first literal must at least have plausible values.
    const anyText = !isValue(word) && isFreeText(pattern[index + 1], candidate)
    if (anyText || (index === 0 && (cost ?? 0) >= 0.3)) return []
    // Leaving out a free text makes nothing else more plausible.
    return mistakeOf(candidate, cost, isFreeText(word, candidate) ? 0.31 : 0.25, `the segment ${word} is missing`)
  })
  return found.reverse().flat()
}

/** Of equally cheap ones, the last comes first. */
function unexpected(segments: readonly string[], candidate: Candidate): readonly Mistake[] {
  const { pattern } = candidate
  const found = segments.map((segment, index) =>
    mistakeOf(
      candidate,
      patternCost(segments.toSpliced(index, 1), pattern, candidate),
      0.3,
      `the segment "${segment}" is not expected`,
    ),
  )
  return found.reverse().flat()
}

const KNOWN = new WeakMap<Operation, readonly Candidate[]>()

/** The spellings of operations; those of one are split once, since requests that match none come in numbers. */
const candidatesOf = (operations: readonly Operation[]): readonly Candidate[] =>
  operations.flatMap((operation) =>
    getOrInsert(KNOWN, operation, () => patternsOf(operation).map((pattern) => ({ operation, pattern }))),
  )

const cheapest = (mistakes: readonly Mistake[]): Mistake | undefined =>
  mistakes.reduce<Mistake | undefined>((best, mistake) => (best && best.cost <= mistake.cost ? best : mistake), undefined)

const describe = ({ operation, pattern }: Candidate): string =>
  `${operation.id} ${operation.method.toUpperCase()} /${pattern.join('/')}`

/**
 * The suggestion for a request that matches no operation: the operation that differs by a single mistake; else the point where
 * the path stops matching, or an operation of the same group and method.
 */
export function nearestOperation(operations: readonly Operation[], method: string, sent: readonly string[]): string {
  const segments = sent.length > 1 && sent.at(-1) === '' ? sent.slice(0, -1) : sent
  const [first = ''] = segments
  const candidates = candidatesOf(operations)
  const groups = [...new Set(operations.flatMap(({ path }) => path.split('/')[1] || []))]
  if (first === '') return segments.length > 1 ? 'the path begins with two slashes' : `the path goes on with ${groups.join(', ')}`
  const own = candidates.filter(({ pattern }) => pattern[0] === first)
  const sameWord = own.length > 0 ? own : candidates
  const mistakes = sameWord.flatMap((candidate) => mistakesFrom(method, segments, candidate))
  const mistake = cheapest(mistakes)
  const isDelete = method !== 'delete' && mistake?.candidate.operation.method === 'delete'
  const replaced = isDelete ? sameWord.find((candidate) => differsByOneWord(method, segments, candidate)) : undefined
  if (replaced) return sameGroup([replaced], method, segments)
  if (mistake && hasRivals(mistake, mistakes)) return continuations(candidates, method, segments) ?? said(mistake)
  if (mistake) return said(mistake)
  if (didYouMean(first, groups) === undefined) return `nothing begins with "${first}"; there are ${groups.join(', ')}`
  return continuations(candidates, method, segments) ?? sameGroup(sameWord, method, segments)
}

const said = ({ candidate, description }: Mistake): string => `nearest is ${describe(candidate)}: ${description}`

/** True for an operation of the method with another word in one place, however different. */
const differsByOneWord = (method: string, segments: readonly string[], candidate: Candidate): boolean =>
  candidate.operation.method === method &&
  candidate.pattern.length === segments.length &&
  candidate.pattern.filter((word, index) => !matchesSegment(segments[index] ?? '', word, index, candidate)).length === 1

/** True when a literal is missing, and others could stand in its place as well. */
const hasRivals = (mistake: Mistake, mistakes: readonly Mistake[]): boolean =>
  mistake.description.endsWith('is missing') &&
  mistakes.some(({ cost, candidate }) => cost === mistake.cost && candidate.operation !== mistake.candidate.operation)

/** The literals that could follow the matching part of the path; undefined when a parameter could follow too. */
function continuations(candidates: readonly Candidate[], method: string, segments: readonly string[]): string | undefined {
  const own = candidates.filter(({ operation }) => operation.method === method)
  for (let length = Math.min(segments.length - 1, 3); length > 0; length--) {
    const following = own.filter(
      (candidate) =>
        candidate.pattern.length > length &&
        patternCost(segments.slice(0, length), candidate.pattern.slice(0, length), candidate) !== undefined,
    )
    const next = [...new Set(following.map(({ pattern }) => pattern[length] ?? ''))]
    if (next.length > 1 && next.every((word) => !isValue(word)))
      return `there is no ${method.toUpperCase()} /${segments.join('/')}; /${segments.slice(0, length).join('/')} continues with ${next.join(', ')}`
  }
  return undefined
}

function sameGroup(candidates: readonly Candidate[], method: string, segments: readonly string[]): string {
  const [first = ''] = segments
  const distance = ({ operation, pattern }: Candidate): number =>
    (operation.method === method ? 0 : 20) +
    40 * (1 - similarity(first, pattern[0] ?? '')) +
    Math.abs(pattern.length - segments.length) +
    pattern.filter((word, index) => index > 0 && !isValue(word) && word !== segments[index]?.toLowerCase()).length
  const [best] = [...candidates].sort((one, other) => distance(one) - distance(other))
  if (!best) return 'there are no operations'
  const { operation, pattern } = best
  const parts: string[] = []
  if (operation.method !== method) parts.push(`the method is ${operation.method.toUpperCase()}, not ${method.toUpperCase()}`)
  if (pattern.length !== segments.length) parts.push(`it has ${pattern.length} segments, yours ${segments.length}`)
  for (const [index, word] of pattern.entries()) {
    const segment = segments[index]
    if (segment !== undefined && !isValue(word) && !matchesSegment(segment, word, index, best))
      parts.push(`"${segment}" should be "${word}"`)
  }
  return `nearest is ${describe(best)}: ${parts.join(', ') || 'check the path'}`
}

/**
 * The operation that was probably meant when a literal was taken for a parameter of another operation:
 * `/listbooking/1/1/guests` matches the list between two days.
 */
export function probablyMeant(
  operations: readonly Operation[],
  taken: Operation,
  segments: readonly string[],
): string | undefined {
  const others = candidatesOf(operations.filter((operation) => operation !== taken && operation.method === taken.method))
  const words = others
    .flatMap((candidate) => mistakesFrom(taken.method, segments, candidate))
    .filter(({ description }) => description.includes('should be'))
  const mistake = cheapest(words)
  return mistake && mistake.cost < 0.5 ? said(mistake) : undefined
}
