/** A proxy that forwards requests to a real deployment and records both sides. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Product } from '../api/product.ts'
import { codeOf } from '../base/caught-error.ts'
import { targetPath } from '../base/request-target.ts'
import type { Entry } from '../journal/entry.ts'
import { Secrets } from '../replay/secrets.ts'
import { realNow } from '../simulation/clock.ts'
import { askDeployment, OWN_HEADERS, type SentRequest } from './deployment.ts'
import { recordedEntry } from './recorded-entry.ts'
import { ownAddress } from './redirects.ts'

interface RecorderOptions {
  /** Base URL of the deployment, without a trailing slash. */
  readonly upstream: string
  readonly product: Product
  /** Its port; a free one by default. */
  readonly port?: number
  /** What happens to a request on its way; by default it is sent. */
  readonly onWay?: OnWay | undefined
  readonly timeoutMs?: number
}

/** Answers a request. @param ask sends it to the deployment */
export type OnWay = (request: SentRequest, ask: () => Promise<Response>) => Promise<Passed>

interface Passed {
  /** An error where the connection is closed without one. */
  readonly answer: Response
  readonly note: Pick<Entry, 'fault' | 'networkFault' | 'lostStatus'>
}

const sendOn: OnWay = async (_, ask) => ({ answer: await ask(), note: {} })

export interface Recorder {
  /** Its base URL, for the client under test. */
  readonly url: string
  /** The recorded requests with their secrets, which `harTexts` masks. */
  readonly entries: readonly Entry[]
  readonly secrets: Secrets
  /** The requests that the deployment did not answer, each with its error. */
  readonly failures: readonly string[]
  /** The calls that were answered, and cannot be recorded completely. */
  readonly unrecorded: Set<string>
  /** Method and path of the requests that wait for their response. */
  open(): readonly string[]
  close(): Promise<void>
}

const TIMEOUT_MS = 60_000
/** Characters of the entries up to which responses are kept whole: a file that is much longer cannot be read. */
const MAX_WHOLE = 256 * 1024 * 1024
const MAX_BODY_BYTES = 16 * 1024 * 1024

/** Starts a recorder on a free port of this machine. */
export async function startRecorder(options: RecorderOptions): Promise<Recorder> {
  const { upstream, product, port = 0, onWay = sendOn, timeoutMs = TIMEOUT_MS } = options
  const entries: Entry[] = []
  const failures: string[] = []
  const unrecorded = new Set<string>()
  const open = new Set<{ readonly name: string }>()
  const secrets = new Secrets({ inSentences: false })
  let kept = 0
  const server = createServer((incoming, outgoing) => {
    const call = { name: callName(incoming) }
    open.add(call)
    forward(incoming, outgoing)
      .catch((error: unknown) => {
        const failure = `${call.name}: ${reasonOf(error)}`
        if (outgoing.headersSent) return void unrecorded.add(failure)
        failures.push(failure)
        outgoing.writeHead(502, { 'content-type': 'application/json' }).end(JSON.stringify({ error: reasonOf(error) }))
      })
      .finally(() => open.delete(call))
  })

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const at = realNow()
    const { method = 'GET', url: target = '/' } = incoming
    if (!target.startsWith('/'))
      throw new Error('the recorder is no proxy for other hosts: its address is the base_url of the client, not its http_proxy')
    // HTTP gives a body of these methods no meaning.
    const body = method === 'GET' || method === 'HEAD' ? Buffer.alloc(0) : await bodyOf(incoming)
    const { headers } = incoming
    let abortedMs: number | undefined
    outgoing.once('close', () => {
      if (!outgoing.writableEnded) abortedMs = realNow() - at
    })
    const request = { method, target, headers, body }
    const { answer, note } = await onWay(request, () => askDeployment(upstream, request, timeoutMs))
    const text = Buffer.from(await answer.arrayBuffer())
    if (answer.status === 0) outgoing.destroy()
    else outgoing.writeHead(answer.status, passedAnswerHeaders(answer.headers, upstream, own())).end(text)
    const exchange = { ...request, at, ms: realNow() - at, answer, text, whole: kept < MAX_WHOLE }
    const recorded = await recordedEntry(exchange, product, secrets)
    const aborted = abortedMs === undefined ? {} : ({ aborted: true, abortedMs } as const)
    const entry = { ...recorded, id: entries.length + 1, ...note, ...aborted }
    kept += JSON.stringify(entry).length
    entries.push(entry)
  }

  const own = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return {
    url: own(),
    entries,
    secrets,
    failures,
    unrecorded,
    open: () => [...open].map(({ name }) => name),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const callName = ({ method = '', url = '' }: IncomingMessage): string =>
  `${method} ${url.startsWith('/') ? targetPath(url) : 'of an absolute address'}`

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) throw new Error(`a request of more than ${MAX_BODY_BYTES} bytes is not recorded`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The headers of a response. Redirects to the deployment are changed to this proxy. */
function passedAnswerHeaders(headers: Headers, upstream: string, own: string): Record<string, string | string[]> {
  const passed: Record<string, string | string[]> = {}
  for (const [name, value] of headers)
    if (!OWN_HEADERS.has(name)) passed[name] = name === 'location' ? ownAddress(value, upstream, own) : value
  const cookies = headers.getSetCookie()
  return cookies.length > 0 ? { ...passed, 'set-cookie': cookies } : passed
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause, message } = error
  return cause instanceof Error ? `${message}: ${cause.message}` : message || codeOf(error)
}
