import { Agent, request } from 'node:http'
import { expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { startProgram } from './program.ts'

const CLIENTS = 12
const CALLS_BEFORE_STOP = 150

interface Outcome {
  /** The status, or the code of the error. */
  readonly what: number | string
  readonly connection?: string | undefined
}

/** Calls over a connection that is kept. */
const callWith = (agent: Agent, url: string): Promise<Outcome> =>
  new Promise((resolve) => {
    const sent = request(url, { agent }, (response) => {
      response.resume()
      response.once('end', () => resolve({ what: response.statusCode ?? 0, connection: response.headers.connection }))
      response.once('error', () => resolve({ what: 'incomplete' }))
    })
    sent.once('error', (error: NodeJS.ErrnoException) => resolve({ what: error.code ?? error.message }))
    sent.end()
  })

test.each(['SIGTERM', 'SIGINT'] as const)('%s resets no connection on which clients go on calling', async (signal) => {
  const { program, api, url } = await startProgram(['--memory', '--latency', '3'])
  const outcomes: Outcome[] = []
  const client = async (index: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const target = index % 2 === 0 ? `${api}/properties/all` : `${url}/_understay/clock`
    for (;;) {
      const outcome = await callWith(agent, target)
      if (outcome.what === 'ECONNREFUSED') return agent.destroy()
      outcomes.push(outcome)
      if (typeof outcome.what === 'string') return agent.destroy()
    }
  }
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(index))
  await until(() => outcomes.length >= CALLS_BEFORE_STOP)
  const { code } = await program.stop(signal)
  await Promise.all(clients)
  expect(code).toBe(0)
  expect(outcomes.filter(({ what }) => typeof what === 'string')).toEqual([])
  expect(outcomes.filter(({ connection }) => connection === 'close').length).toBeGreaterThanOrEqual(CLIENTS)
})

test('a call in progress is answered with Connection: close', async () => {
  const { program, api, url } = await startProgram(['--memory', '--latency', '30000'])
  const answer = callWith(new Agent({ keepAlive: true }), `${api}/properties/all`)
  // a later call that is answered shows that this one has arrived
  await fetch(`${url}/_understay/health`)
  const { code } = await program.stop()
  expect([await answer, code]).toEqual([{ what: 401, connection: 'close' }, 0])
})

test('streams of calls, changes and deliveries end, and are not broken off', async () => {
  const { program, url } = await startProgram(['--memory'])
  const streams = await Promise.all(
    ['journal/stream', 'changes/stream', 'webhooks/deliveries/stream'].map(async (path) => {
      const response = await fetch(`${url}/_understay/${path}`)
      return { status: response.status, text: response.text() }
    }),
  )
  const { code } = await program.stop()
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200])
  for (const { text } of streams) expect(await text).toContain('retry: 1000')
  expect(code).toBe(0)
})
