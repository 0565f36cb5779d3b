import { PassThrough } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { serveTools, type Tool } from '../../../src/cli/mcp/protocol.ts'

const DOUBLE: Tool = {
  name: 'double',
  description: 'Doubles a number.',
  inputSchema: { type: 'object', properties: { of: { type: 'integer', description: 'a whole number' } }, required: ['of'] },
  changes: false,
  run: async ({ of }) => {
    if (of === 13) throw new Error('not 13')
    return String(Number(of) * 2)
  },
}

const { changes: _, ...FORGETFUL } = DOUBLE
// @ts-expect-error: a tool that does not say whether it changes something must not be announced as one that only reads
FORGETFUL satisfies Tool

/** A tool that takes a while, and one that tells what happened before it. */
const done: string[] = []
const IN_ORDER: readonly Tool[] = [
  { ...DOUBLE, name: 'slow', run: async ({ of }) => setTimeout(20).then(() => String(done.push(`slow ${of}`))) },
  { ...DOUBLE, name: 'before', run: async () => done.join() },
]
beforeEach(() => void done.splice(0))

/** What the server answers to lines. */
async function answers(...lines: readonly unknown[]): Promise<readonly unknown[]> {
  const [input, output] = [new PassThrough(), new PassThrough()]
  input.end(`${lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')}\n`)
  await serveTools([DOUBLE, ...IN_ORDER], { version: '1.2.3', instructions: 'Double numbers.' }, input, output)
  const text = String(output.read() ?? '')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

describe('messages', () => {
  const request = (id: number, method: string, params: unknown = {}) => ({ jsonrpc: '2.0', id, method, params })

  test.each([
    ['a line that is not JSON', '{', { id: null, error: { code: -32700, message: 'the line is not JSON' } }],
    ['a list', '[]', { id: null, error: { code: -32600, message: 'the message is not an object' } }],
    ['no method', '{"id":1}', { id: null, error: { code: -32600, message: 'the message has no method' } }],
    [
      'another method',
      request(2, 'prompts/list'),
      { id: 2, error: { code: -32601, message: expect.stringContaining('prompts/list') } },
    ],
    [
      'another tool',
      request(3, 'tools/call', { name: 'doubel' }),
      { id: 3, error: { code: -32602, message: expect.stringContaining('did you mean "double"') } },
    ],
    ['a ping', request(4, 'ping'), { id: 4, result: {} }],
    [
      'an earlier version',
      request(5, 'initialize', { protocolVersion: '2024-11-05' }),
      {
        id: 5,
        result: expect.objectContaining({ protocolVersion: '2024-11-05', serverInfo: { name: 'understay', version: '1.2.3' } }),
      },
    ],
    [
      'a later version',
      request(6, 'initialize', { protocolVersion: '2099-01-01' }),
      { id: 6, result: expect.objectContaining({ protocolVersion: '2025-06-18', instructions: 'Double numbers.' }) },
    ],
    [
      'a call',
      request(8, 'tools/call', { name: 'double', arguments: { of: 21 } }),
      { id: 8, result: { content: [{ type: 'text', text: '42' }] } },
    ],
    [
      'a tool that refuses',
      request(9, 'tools/call', { name: 'double', arguments: { of: 13 } }),
      { id: 9, result: { isError: true, content: [{ type: 'text', text: 'not 13' }] } },
    ],
    [
      'arguments that are a list',
      request(10, 'tools/call', { name: 'double', arguments: [] }),
      { id: 10, result: { isError: true, content: [{ type: 'text', text: 'arguments: is not an object' }] } },
    ],
    [
      'an unknown argument',
      request(7, 'tools/call', { name: 'double', arguments: { of: 2, nr: 1 } }),
      { id: 7, result: { isError: true, content: [{ type: 'text', text: expect.stringContaining('unknown key "nr"') }] } },
    ],
  ])('%s', async (_, line, expected) => {
    expect(await answers(line)).toEqual([expect.objectContaining({ jsonrpc: '2.0', ...expected })])
  })

  const call = (id: number, name: string) => request(id, 'tools/call', { name, arguments: { of: id } })

  test('calls that are sent together run in their order; another request does not wait for them', async () => {
    expect(await answers(call(1, 'slow'), call(2, 'before'), request(3, 'ping'), call(4, 'slow'), call(5, 'before'))).toEqual([
      expect.objectContaining({ id: 3 }),
      expect.objectContaining({ id: 1 }),
      expect.objectContaining({ id: 2, result: { content: [{ type: 'text', text: 'slow 1' }] } }),
      expect.objectContaining({ id: 4 }),
      expect.objectContaining({ id: 5, result: { content: [{ type: 'text', text: 'slow 1,slow 4' }] } }),
    ])
  })

  test('a call that waits for others can be cancelled, and one after a mistake runs', async () => {
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } }
    const [first, mistaken, last, ...others] = await answers(
      call(1, 'slow'),
      call(2, 'slow'),
      request(3, 'tools/call', { name: 'no-tool' }),
      call(4, 'before'),
      cancelled,
    )
    expect([first, mistaken, others]).toMatchObject([{ id: 1 }, { id: 3, error: { code: -32602 } }, []])
    expect(last).toMatchObject({ id: 4, result: { content: [{ text: 'slow 1' }] } })
  })

  test('a batch gets the responses to its requests as a list', async () => {
    expect(await answers([request(1, 'ping'), { jsonrpc: '2.0', method: 'notifications/initialized' }, 7])).toEqual([
      [
        { jsonrpc: '2.0', id: 1, result: {} },
        { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'the message is not an object' } },
      ],
    ])
    expect(await answers([{ jsonrpc: '2.0', method: 'notifications/initialized' }])).toEqual([])
  })

  test('notifications, responses and blank lines get no answer', async () => {
    expect(
      await answers('', { jsonrpc: '2.0', method: 'notifications/initialized' }, { jsonrpc: '2.0', id: 9, result: {} }),
    ).toEqual([])
  })
})
