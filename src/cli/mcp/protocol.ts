/**
 * The Model Context Protocol over standard input and output: JSON-RPC messages, one in a line. Tools only.
 * @source Model Context Protocol 2025-06-18, "Lifecycle", "Tools", "Transports"; JSON-RPC 2.0
 */
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { messageOf } from '../../base/caught-error.ts'
import { fieldPath } from '../../base/file-error.ts'
import { isJsonMap, type JsonMap } from '../../base/json-map.ts'
import { type SchemaNode, schemaProblems } from '../../base/schema-check.ts'
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
  const send = (message: JsonMap): void => void output.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const pending = new Set<Promise<void>>()
  for await (const line of createInterface({ input })) {
    if (line.trim() === '') continue
    const answered = answer(line, tools, about).then((message) => void (message && send(message)))
    pending.add(answered)
    void answered.finally(() => pending.delete(answered))
  }
  await Promise.all(pending)
}

/** The response to a message; undefined for a notification or a response. */
async function answer(line: string, tools: readonly Tool[], about: ServerAbout): Promise<JsonMap | undefined> {
  let id: unknown = null
  try {
    const message = parsed(line)
    if (typeof message['method'] !== 'string') {
      if ('result' in message || 'error' in message) return undefined
      throw new ProtocolError(INVALID_REQUEST, 'the message has no method')
    }
    if (message['id'] === undefined) return undefined
    id = message['id']
    const params = isJsonMap(message['params']) ? message['params'] : {}
    return { id, result: await resultOf(message['method'], params, tools, about) }
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    return { id, error: { code: error.code, message: error.message } }
  }
}

function parsed(line: string): JsonMap {
  let message: unknown
  try {
    message = JSON.parse(line)
  } catch {
    throw new ProtocolError(PARSE_ERROR, 'the line is not JSON')
  }
  if (!isJsonMap(message)) throw new ProtocolError(INVALID_REQUEST, 'the message is not an object')
  return message
}

async function resultOf(method: string, params: JsonMap, tools: readonly Tool[], about: ServerAbout): Promise<JsonMap> {
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
      return runTool(params, tools)
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
