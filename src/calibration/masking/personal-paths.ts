/** The parts of paths that hold personal data: the service takes guests in its path. */
import { patternsOf } from '../../api/matcher.ts'
import { OPERATIONS } from '../../booking-contract/index.ts'
import { type Personal, personalKind } from './personal-fields.ts'
import { respelled, URL_PART } from './spelling.ts'

/** Paths of operations with a personal parameter. */
const PATTERNS = OPERATIONS.flatMap((operation) =>
  patternsOf(operation).map((parts) => ({ method: operation.method, parts })),
).filter(({ parts }) => parts.some((part) => kindOf(part) !== undefined))

/** Paths with as many parts hold a guest, whatever the method. */
const LONG = 7

function kindOf(part: string | undefined) {
  return part?.startsWith('{') ? personalKind(part.slice(1, -1)) : undefined
}

/** A path below the interface with its personal parts changed; one that no operation has is read as the nearest one. */
export function maskedPath(method: string, path: string, change: (text: string, kind: Personal) => string): string {
  const segments = path.split('/').slice(1)
  const length = segments.filter((part) => part !== '').length
  const distance = ({ parts }: (typeof PATTERNS)[number]): number => Math.abs(parts.length - length)
  const fitting = PATTERNS.filter(({ parts }) =>
    segments.every(
      (segment, at) => parts[at] === undefined || parts[at].startsWith('{') || parts[at].toLowerCase() === segment.toLowerCase(),
    ),
  ).sort((one, other) => distance(one) - distance(other))
  const nearest = fitting.find((one) => one.method === method.toLowerCase()) ?? (segments.length < LONG ? undefined : fitting[0])
  if (!nearest) return path
  const masked = segments.map((segment, at) => {
    const kind = kindOf(nearest.parts[Math.min(at, nearest.parts.length - 1)])
    return kind === undefined ? segment : respelled(segment, URL_PART, (text) => change(text, kind))
  })
  return `/${masked.join('/')}`
}
