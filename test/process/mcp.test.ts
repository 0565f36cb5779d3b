import { resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, onTestFinished, test } from 'vitest'
import { PROGRAM, runProgram, startProgram } from './program.ts'

/** The official client of the protocol, connected to the program. */
async function connect(flags: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [resolve(PROGRAM), 'mcp', ...flags], env }))
  onTestFinished(() => client.close())
  /** Calls a tool. @returns its text @throws Error when the tool refused */
  const call = async (name: string, input: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const { content, isError } = await client.callTool({ name, arguments: { ...input } })
    const [part] = content as readonly { readonly text: string }[]
    if (isError) throw new Error(part?.text)
    return part?.text ?? ''
  }
  return { client, call }
}

interface Connection {
  readonly api_url: string
  readonly token_url: string
  readonly clients: readonly { readonly client_id: string; readonly client_secret: string }[]
}

/** A client with a mistake: it takes each 2xx of a write for success, 204 too. */
async function closeRooms({ api_url, token_url, clients: [first] }: Connection): Promise<void> {
  const { client_id = '', client_secret = '' } = first ?? {}
  const form = { grant_type: 'client_credentials', client_id, client_secret, scope: 'properties_get properties_set' }
  const answer = await fetch(token_url, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token } = (await answer.json()) as { readonly access_token: string }
  const headers = { authorization: `Bearer ${access_token}`, 'x-service-channel-name': 'a', 'user-agent': 'northern-rooms/1.0' }
  await fetch(`${api_url}/properties/1/availabilities/2031-05-02/2031-05-03`, { headers })
  for (const room of [1, 2, 3]) await fetch(`${api_url}/blackbookings/1/${room}/2031-05-02`, { method: 'POST', headers })
}

test('the planted mistake of a client is found and explained by tools alone', async () => {
  const { call } = await connect()
  const connection = JSON.parse(await call('connection')) as Connection
  expect(await call('list_scenarios')).toContain('"name": "black-booking-race"')
  await call('play_scenario', { scenario: 'black-booking-race' })
  await closeRooms(connection)

  const report = await call('report')
  expect(report).toMatch(/^# (❌|❔) Understay/)
  expect(report).toContain('`looks-again`')
  const calls = JSON.parse(await call('list_calls', { refused: true })) as readonly {
    readonly id: number
    readonly status: number
  }[]
  expect(calls).toEqual([
    expect.objectContaining({ operation: 'createBlackBooking', status: 204, refusal: 'Room already booked this date' }),
  ])
  const explained = await call('explain_call', { id: calls[0]?.id })
  expect(JSON.parse(explained)).toMatchObject({
    fault: ['black-booking-race/taken'],
    hint: expect.stringContaining('show what is'),
  })
  expect(await call('look_up_operation', { words: 'createBlackBooking' })).toContain(
    '"path": "/blackbookings/{property_id}/{room_id}/{date}"',
  )
  expect(await call('look_up_rule', { words: 'resilience/conflict-not-success' })).toContain('"remedy"')
  expect(await call('read_rows', { collection: 'bookings', field: 'kind', value: 'black' })).toContain('"matching"')

  await call('reset', { end_scenario: true })
  expect(await call('list_calls')).toBe('no calls')
})

test('faults, clock and scenarios have tools', async () => {
  const { call } = await connect(['--at', '2026-03-01T09:00:00Z', '--freeze'])
  const { api_url } = JSON.parse(await call('connection')) as Connection
  const status = async (): Promise<number> => (await fetch(`${api_url}/search/stars/4`)).status
  await call('arm_fault', { fault: 'on: { operation: searchByStars }\nnetwork: { status: 504 }\ntimes: 2' })
  expect(await status()).toBe(504)
  expect(JSON.parse(await call('list_faults'))).toMatchObject([{ id: 'armed/1', happened: 1, exhausted: false }])
  await expect(call('disarm_faults', { id: 'armed/7' })).rejects.toThrow('there is no fault armed/7; list_faults lists them')
  await call('disarm_faults')
  expect(await status()).toBe(200)
  expect(await call('trigger_event', { event: 'do: guest_cancels\nwith: { booking: 64 }' })).toContain('"booking": 64')
  await expect(call('trigger_event', { event: '{"do":"guest_cancels","with":{"booking":64}}' })).rejects.toThrow('is cancelled')
  expect(await call('move_clock', { by: '1d' })).toContain('2026-03-02T09:00:00')
  expect(await call('move_clock', { at: '2026-04-01T00:00:00Z' })).toContain('2026-04-01T00:00:00')
  await expect(call('move_clock')).rejects.toThrow('give a span (by) or an instant (at)')
  await expect(call('move_clock', { by: '1d', at: '2026-04-02T00:00:00Z' })).rejects.toThrow('one of them')
  expect(await call('validate_scenario', { scenario: 'name: x\nfaults: [{ on: {}, token: expird }]' })).toContain('expird')
  await expect(call('play_scenario', { scenario: 'no-such-day' })).rejects.toThrow('no-such-day')
})

test('all rows of a collection can be read, and a filter needs a collection', async () => {
  const { call } = await connect()
  const read = async (offset: number) =>
    JSON.parse(await call('read_rows', { collection: 'bookings', offset })) as {
      readonly matching: number
      readonly found: readonly { readonly id: number }[]
    }
  const { matching, found } = await read(0)
  expect(matching).toBeGreaterThan(found.length)
  expect((await read(matching - 1)).found).toHaveLength(1)
  expect((await read(1)).found[0]).toEqual(found[1])
  await expect(call('read_rows', { field: 'kind', value: 'black' })).rejects.toThrow('field, value need a collection')
  expect(await call('read_rows')).toContain('"name": "bookings"')
})

test('a running server is used with the token of the environment, and named where nothing answers', async () => {
  const { url, program } = await startProgram(['--memory', '--control-token', 'the-control-token'])
  const { call } = await connect(['--url', `${url}/@agent`], { UNDERSTAY_CONTROL_TOKEN: 'the-control-token' })
  expect(JSON.parse(await call('connection'))).toMatchObject({ base_url: `${url}/@agent` })
  const flagged = await connect(['--url', url, '--control-token', 'the-control-token'])
  expect(await flagged.call('list_calls')).toBe('no calls')
  const other = await connect(['--url', url])
  await expect(other.call('reset')).rejects.toThrow('start understay mcp with UNDERSTAY_CONTROL_TOKEN or --control-token TOKEN')
  await program.stop()
  await expect(call('reset')).rejects.toThrow(`nothing answers at ${url}/@agent: connect ECONNREFUSED`)
})

test('a wrong argument is answered with what it has to be', async () => {
  const { call } = await connect()
  await expect(call('explain_call', { id: '5' })).rejects.toThrow('id: expected the id of the call, a number, got "5"')
  await expect(call('look_up_rule')).rejects.toThrow('words: is missing: expected words such as auth/token-reuse or retry')
})

test('problems and hints name tools in place of endpoints', async () => {
  const { call } = await connect()
  await expect(call('list_calls', { operation: 'zzz' })).rejects.toThrow(
    'there is no "zzz"; look_up_operation says which there are',
  )
  await expect(call('read_rows', { collection: 'zzz' })).rejects.toThrow('; read_rows without a collection lists them')
  await expect(call('play_scenario', { scenario: 'zzz' })).rejects.toThrow('; list_scenarios lists them')
  await expect(call('play_scenario', { scenario: 'my day.yaml' })).rejects.toThrow(
    'my day.yaml: not a bundled scenario, nor a file',
  )
  const scenario = 'name: x\nfaults: [{ on: { operation: zzz }, token: expired }]'
  expect(await call('validate_scenario', { scenario })).toContain('look_up_operation lists them')
  const own = 'name: x\nabout: reads GET /_understay/operations\n'
  expect(await call('play_scenario', { scenario: own })).toContain('reads GET /_understay/operations')
  const { token_url } = JSON.parse(await call('connection')) as Connection
  const form = { grant_type: 'client_credentials', client_id: 'nobody', client_secret: 'x' }
  await fetch(token_url, { method: 'POST', body: new URLSearchParams(form) })
  expect(await call('explain_call', { id: 1 })).toContain('the clients are those of the fixtures; connection lists them')
})

test('a flag about the world is refused with the address of a running server', async () => {
  const { code, err } = await runProgram(['mcp', '--url', 'http://127.0.0.1:9', '--scenario', 'rate-limited'])
  expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('--scenario configures a server of its own') })
})

test('every tool has a schema that says what its arguments are, and none takes a file or a command', async () => {
  const { client } = await connect()
  const { tools } = await client.listTools()
  expect(tools).toHaveLength(16)
  for (const { name, description, inputSchema } of tools) {
    expect(description, name).toMatch(/\.$/)
    expect(inputSchema.type).toBe('object')
    for (const [key, value] of Object.entries(inputSchema.properties ?? {})) {
      expect(key).not.toMatch(/file|path|folder|command/)
      expect(value, `${name}.${key}`).toHaveProperty('description')
    }
  }
  expect(client.getInstructions()).toContain('mock server')
})
