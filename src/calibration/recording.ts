/** The calls of recordings: which operation each one asked, who asked it, and what it answered. */
import type { Product } from '../api/product.ts'
import type { Instant } from '../base/instant.ts'
import { isJsonMap } from '../base/json-map.ts'
import { targetPath } from '../base/request-target.ts'
import { responseKey } from '../booking-contract/shared/operation.ts'
import { type Exchange, readRecording } from '../replay/har.ts'
import { planOfMainHost } from '../replay/main-host.ts'
import type { Skipped } from '../replay/plan.ts'
import { hasAuthorization, readStep, withClients } from '../replay/read-step.ts'
import { valueAt } from './values.ts'

export type Call = Readonly<ReturnType<typeof readStep>> & {
  /** Its place among the calls of all recordings by time, from 1; shown as `#12`. */
  readonly number: number
  /** The index of its recording. */
  readonly file: number
  /** The client whose token it sent, or that asked for a token. */
  readonly client: string | undefined
  /** The value under the key of the response. */
  readonly data: unknown
}

/** Reads recordings, in the order in which they were made. @throws HarError */
export function readRecordings(texts: readonly string[], product: Product) {
  const calls: Call[] = []
  /** The requests that are not used. */
  const skipped: (Skipped & Pick<Call, 'file'>)[] = []
  const clients = new Map<string, string>()
  /** The host of each file, each once. */
  const ownHosts = new Set<string>()
  /** The calls that were answered as if they had sent a token. */
  let withoutToken = 0
  const all = texts.map((text, file) => {
    const { exchanges, host } = readRecording(text, product.apiPath)
    // A recorder writes a call when it has ended.
    return { file, host, exchanges: exchanges.toSorted((a, b) => (a.note?.real ?? 0) - (b.note?.real ?? 0)) }
  })
  const [files, repeated] = withoutRepeated(all)
  for (const { file, exchanges } of repeated)
    skipped.push(...exchanges.map((exchange) => ({ exchange, reason: 'another file has all calls of this one', file })))
  for (const { file, ...recording } of files.sort((one, other) => timeOf(one.exchanges[0]) - timeOf(other.exchanges[0]))) {
    const plan = planOfMainHost(recording, product.apiPath)
    if (recording.host !== '') ownHosts.add(recording.host)
    skipped.push(...plan.skipped.map((one) => ({ ...one, file })))
    for (const { step, client, wasBare } of withClients(plan.steps, product, clients)) {
      if (wasBare) withoutToken++
      const read = readStep(step, product)
      const data = read.operation && dataOf(read.body, responseKey(read.operation, read.path))
      calls.push({ number: calls.length + 1, file, client, ...read, data })
    }
  }
  const hasToken = files.some(({ exchanges }) => hasAuthorization(exchanges))
  return { calls, skipped, hosts: ownHosts, withoutToken: hasToken ? 0 : withoutToken }
}

const timeOf = (exchange: Exchange | undefined): Instant => exchange?.note?.real ?? exchange?.at ?? 0

/** The files without those of which another one has all exchanges, and these. */
function withoutRepeated<F extends { readonly exchanges: readonly Exchange[] }>(files: readonly F[]): readonly [F[], F[]] {
  if (files.length < 2) return [[...files], []]
  const keys = files.map(({ exchanges }) => new Set(exchanges.map(({ index, ...own }) => JSON.stringify(own))))
  const isRepeated = keys.map((own, at) =>
    keys.some(
      (other, otherAt) =>
        otherAt !== at &&
        (other.size > own.size || (other.size === own.size && otherAt < at)) &&
        [...own].every((key) => other.has(key)),
    ),
  )
  return [files.filter((_, at) => !isRepeated[at]), files.filter((_, at) => isRepeated[at])]
}

/** The value under a key of the envelope, or of the body without one. */
export const dataOf = (body: unknown, key: string): unknown =>
  valueAt(isJsonMap(valueAt(body, 'data')) ? valueAt(body, 'data') : body, key)

/** What is asked, for calls outside the operations of the interface as well. */
export const nameOf = ({ operation, step }: Call): string =>
  operation?.id ?? `${step.exchange.request.method} ${targetPath(step.asked.target)}`
