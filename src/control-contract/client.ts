/** The client of the control API: console, library and command line call an operation by its declaration. */
import { isJsonMap } from '../base/json-map.ts'
import { parsedJson } from '../base/parsed-json.ts'
import { CONTROL_PATH } from './control-path.ts'
import type { AnswerOf, ControlOperation, SentTo } from './operation.ts'

/** A request below the control API of a sandbox. */
interface ControlRequest {
  readonly method: string
  /** With the query: `/journal?since=3`. */
  readonly path: string
  readonly body?: string
}

export type SendControl = (request: ControlRequest) => Promise<Response>

/** A request as `fetch` takes it. */
interface Sent extends Omit<ControlRequest, 'path'> {
  readonly headers: Readonly<Record<string, string>>
}

/** The client of the control API of a server or sandbox. @param send such as `fetch` @param worded words messages of errors */
export function controlAt(
  address: string,
  token: string | undefined,
  send: (url: string, init: Sent) => Promise<Response>,
  worded?: (message: string) => string,
): ControlClient {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return new ControlClient(({ path, ...init }) => send(`${address}${CONTROL_PATH}${path}`, { ...init, headers }), worded)
}

/** An error response of the control API, in its words. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The inputs of a call; left out for an operation that needs none. */
type Arguments<O> = Record<never, never> extends SentTo<O> ? [input?: SentTo<O>] : [input: SentTo<O>]

export class ControlClient {
  readonly #send: SendControl
  readonly #worded: (message: string) => string

  constructor(send: SendControl, worded = (message: string): string => message) {
    this.#send = send
    this.#worded = worded
  }

  /**
   * Calls an operation. A status that the operation declares is a result; any other is an error.
   *
   * @throws ControlError
   *
   * @example
   * const { entries } = await control.call(readJournal, { query: { since: 3 } })
   */
  async call<O extends ControlOperation>(operation: O, ...[input]: Arguments<O>): Promise<AnswerOf<O>> {
    const answer = await this.#answer(operation, input)
    // The server checks its responses against the same declaration in tests.
    return (await answer.json()) as AnswerOf<O>
  }

  /** As {@link call}; undefined for 404. */
  async find<O extends ControlOperation>(operation: O, ...input: Arguments<O>): Promise<AnswerOf<O> | undefined> {
    try {
      return await this.call(operation, ...input)
    } catch (error) {
      if (error instanceof ControlError && error.status === 404) return undefined
      throw error
    }
  }

  /** The status of the answer to an operation, declared or not; its content is not read. */
  async status<O extends ControlOperation>(operation: O, ...[input]: Arguments<O>): Promise<number> {
    return (await this.#send(requestOf(operation, input ?? {}))).status
  }

  /** Calls an operation for another format than JSON. @throws ControlError */
  async text<O extends ControlOperation>(operation: O, ...[input]: Arguments<O>): Promise<string> {
    return (await this.#answer(operation, input)).text()
  }

  async #answer(operation: ControlOperation, input: SentValues = {}): Promise<Response> {
    const answer = await this.#send(requestOf(operation, input))
    if (answer.status in operation.answers) return answer
    throw new ControlError(answer.status, this.#worded(errorOf(await answer.text(), answer.status)))
  }
}

interface SentValues {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

function requestOf({ method, path, params }: ControlOperation, sent: SentValues): ControlRequest {
  const filled = Object.keys(params).reduce(
    (text, name) => text.replace(`{${name}}`, encodeURIComponent(String(sent.path?.[name]))),
    path,
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(sent.query ?? {})) if (value !== undefined) query.set(name, String(value))
  const { body } = sent
  return {
    method: method.toUpperCase(),
    path: query.size > 0 ? `${filled}?${query}` : filled,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  }
}

/** The message of an error response. */
export function errorOf(text: string, status: number): string {
  const read = parsedJson(text)
  if (isJsonMap(read) && 'error' in read) return String(read['error'])
  // The address belongs to another program.
  return `HTTP ${status}: ${text.slice(0, 300)}`
}
