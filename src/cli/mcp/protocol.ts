/**
 * The Model Context Protocol over standard input and output: JSON-RPC messages, one in a line. Tools only.
 * @source Model Context Protocol 2025-06-18, "Lifecycle", "Tools", "Transports"; JSON-RPC 2.0
 */
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { messageOf } from '../../base/caught-error.ts'
import { fieldPath } from '../../base/file-error.ts'
import { isJsonMap, type JsonMap } from '../../base/json-map.ts'
import { Limit } from '../../base/limit.ts'
import { parsedJson } from '../../base/parsed-json.ts'
import { schemaProblems } from '../../base/schema-check.ts'
import type { SchemaNode } from '../../base/schema-node.ts'
import { notOneOfMessage } from '../../base/spelling.ts'

/** A tool: its arguments are checked against the schema before it runs. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: SchemaNode
  /** True for a tool that changes the sandbox. */
  readonly changes: boolean
  /** @returns its result as text @throws Error whose message is shown to the model */
  readonly run: (input: Readonly<Record<string, unknown>>) => Promise<string>
}

interface ServerAbout {
  readonly version: string
  /** What the tools are for, for the model. */
  readonly instructions: string
}

/** Protocol versions that have the same messages for tools, the newest first. */
const VERSIONS = ['2025-06-18', '2025-03-26', '2024-11-05'] as const

const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
const METHOD_NOT_FOUND = -32_601
const INVALID_PARAMS = -32_602

class ProtocolError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Answers the messages of a client until it closes its output. */
export async function serveTools(tools: readonly Tool[], about: ServerAbout, input: Readable, output: Writable): Promise<void> {
  const session: Session = { tools, about, calls: new CallQueue() }
  const pending = new Set<Promise<void>>()
  for await (const line of createInterface({ input })) {
    if (line.trim() === '') continue
    const answered = answerLine(line, session).then((answer) => void (answer && output.write(`${JSON.stringify(answer)}\n`)))
    pending.add(answered)
    void answered.finally(() => pending.delete(answered))
  }
  await Promise.all(pending)
}

interface Session {
  readonly tools: readonly Tool[]
  readonly about: ServerAbout
  readonly calls: CallQueue
}

/** Runs the calls of tools in the order sent, one after the other: each expects the effects of those before it. */
class CallQueue {
  readonly #turns = new Limit(1)
  readonly #waiting = new Set<unknown>()

  /** @returns undefined when the call was cancelled before its turn */
  run<T>(id: unknown, call: () => Promise<T>): Promise<T | undefined> {
    this.#waiting.add(id)
    return this.#turns.run(async () => (this.#waiting.delete(id) ? call() : undefined))
  }

  cancel(id: unknown): void {
    this.#waiting.delete(id)
  }
}

/** The response to a line, or to each message of a batch; undefined where none is due. */
async function answerLine(line: string, session: Session): Promise<JsonMap | readonly JsonMap[] | undefined> {
  const message = parsedJson(line)
  if (!Array.isArray(message) || message.length === 0) return answer(message, session)
  const answers = (await Promise.all(message.map((one) => answer(one, session)))).filter((one) => one !== undefined)
  return answers.length > 0 ? answers : undefined
}

/** The response to a message; undefined for a notification, a response or a cancelled call. */
async function answer(message: unknown, session: Session): Promise<JsonMap | undefined> {
  let id: unknown = null
  try {
    if (message === undefined) throw new ProtocolError(PARSE_ERROR, 'the line is not JSON')
    if (!isJsonMap(message)) throw new ProtocolError(INVALID_REQUEST, 'the message is not an object')
    if (typeof message['method'] !== 'string') {
      if ('result' in message || 'error' in message) return undefined
      throw new ProtocolError(INVALID_REQUEST, 'the message has no method')
    }
    const params = isJsonMap(message['params']) ? message['params'] : {}
    if (message['method'] === 'notifications/cancelled') session.calls.cancel(params['requestId'])
    if (message['id'] === undefined) return undefined
    id = message['id']
    const result = await resultOf(message['method'], id, params, session)
    return result && { jsonrpc: '2.0', id, result }
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } }
  }
}

async function resultOf(method: string, id: unknown, params: JsonMap, session: Session): Promise<JsonMap | undefined> {
  const { tools, about, calls } = session
  const { version, instructions } = about
  switch (method) {
    case 'initialize': {
      const protocolVersion = VERSIONS.find((known) => known === params['protocolVersion']) ?? VERSIONS[0]
      return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'understay', version }, instructions }
    }
    case 'ping':
      return {}
    case 'tools/list':
      return { tools: tools.map(shownTool) }
    case 'tools/call':
      return calls.run(id, () => runTool(params, tools))
    default:
      throw new ProtocolError(METHOD_NOT_FOUND, `there is no method ${method}; this server has tools only`)
  }
}

const shownTool = ({ name, description, inputSchema, changes }: Tool): JsonMap => ({
  name,
  description,
  inputSchema: { type: 'object', ...inputSchema },
  annotations: { readOnlyHint: !changes, openWorldHint: false },
})

/** Runs a tool. What it refuses is a result for the model, so that it can correct itself. */
async function runTool({ name, arguments: sent = {} }: JsonMap, tools: readonly Tool[]): Promise<JsonMap> {
  const tool = tools.find((known) => known.name === name)
  if (!tool) {
    const names = tools.map((known) => known.name)
    throw new ProtocolError(INVALID_PARAMS, `name: ${notOneOfMessage(String(name), names)}`)
  }
  const problems = isJsonMap(sent) ? schemaProblems(tool.inputSchema, sent) : [{ path: [], message: 'is not an object' }]
  const failed = (text: string): JsonMap => ({ content: [{ type: 'text', text }], isError: true })
  if (!isJsonMap(sent) || problems.length > 0)
    return failed(problems.map(({ path, message }) => `${fieldPath(path) || 'arguments'}: ${message}`).join('\n'))
  try {
    return { content: [{ type: 'text', text: await tool.run(sent) }] }
  } catch (error) {
    return failed(messageOf(error))
  }
}
