import { mediaType } from '../base/media-type.ts'
import { parsedJson } from '../base/parsed-json.ts'
import { headerOf } from './address.ts'
import { type Comparison, type Difference, differences } from './difference.ts'
import type { RecordedResponse } from './har.ts'

/** The response in the replay. */
export interface GivenAnswer {
  /** 0 when there was no response. */
  readonly status: number
  readonly type: string
  readonly text: string
  /** The text of a refusal without a body, from its header. */
  readonly message: string | undefined
}

export type Compared = Readonly<ReturnType<typeof compareAnswers>>

interface AnswerComparison extends Comparison {
  readonly method: string
  /** The name of the header of the message, in lower case. */
  readonly messageHeader: string
}

const MAX_KEPT_DIFFERENCES = 200
const UNKNOWN_TYPES: ReadonlySet<string> = new Set(['', 'x-unknown'])

/**
 * Compares status, content type, body and the message in the header: the differences, the number of further ones, and why the
 * bodies were not compared.
 */
export function compareAnswers(recorded: RecordedResponse, given: GivenAnswer, how: AnswerComparison) {
  const found: Difference[] = []
  let more = 0
  const partly = bodiesProblem(recorded, how.method)
  for (const difference of allDifferences(recorded, given, how, partly !== undefined)) {
    if (how.ignored.names(difference.path)) continue
    if (found.length < MAX_KEPT_DIFFERENCES) found.push(difference)
    else more++
  }
  return { differences: found, more, partly }
}

function* allDifferences(
  recorded: RecordedResponse,
  given: GivenAnswer,
  how: AnswerComparison,
  withoutBodies: boolean,
): Generator<Difference> {
  if (recorded.status !== given.status) yield { path: 'status', recorded: recorded.status, now: given.status }
  // Without a response there is nothing else to compare.
  if (given.status === 0) return
  const [type, now] = [mediaType(recorded.mimeType), mediaType(given.type)]
  if (!UNKNOWN_TYPES.has(type) && type !== now) yield { path: 'content type', recorded: type, ...(now && { now }) }
  const message = headerOf(recorded.headers, how.messageHeader)
  if (recorded.headers.length > 0 && !how.sameText(message ?? '', given.message ?? ''))
    yield {
      path: `header ${how.messageHeader}`,
      ...(message && { recorded: message }),
      ...(given.message && { now: given.message }),
    }
  if (!withoutBodies) yield* bodyDifferences(recorded.text ?? '', given.text, how)
}

function* bodyDifferences(recorded: string, given: string, how: AnswerComparison): Generator<Difference> {
  if (recorded === given) return
  const [one, other] = [parsedJson(recorded), parsedJson(given)]
  if (one !== undefined && other !== undefined) yield* differences(one, other, how)
  else if (!how.sameText(recorded, given) && !how.ignored.covers(['body'])) yield { path: 'body', recorded, now: given }
}

/** Why bodies cannot be compared; undefined when they can. */
function bodiesProblem({ text, cut }: RecordedResponse, method: string): string | undefined {
  if (method === 'HEAD') return undefined
  if (text === undefined) return 'body not recorded'
  return cut ? 'body cut in the recording' : undefined
}

export async function comparedResponse(response: Response): Promise<GivenAnswer> {
  const messageHeader = [...response.headers.keys()].find((name) => name.endsWith('-error-message'))
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    text: await response.text(),
    message: messageHeader === undefined ? undefined : (response.headers.get(messageHeader) ?? undefined),
  }
}

/** Encodes a header value: characters above U+00FF are sent as UTF-8. */
export const headerBytes = (value: string): string =>
  /[^\0-\xff]/.test(value) ? Buffer.from(value, 'utf8').toString('latin1') : value
