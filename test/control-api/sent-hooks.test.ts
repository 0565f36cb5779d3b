import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { type Config, resolveConfig } from '../../src/config/config.ts'
import { openLog } from '../../src/server/log.ts'
import { type InProcessServer, startInProcess } from '../../src/server/start.ts'

const URL = 'http://pms.test:9000/hook'
const HOOK = { url: URL, auth: 'none', username: '', password: '', managerId: 0, enabled: true }

/** Fixtures that scenarios may name, because the server is started with their folder. */
const folder = mkdtempSync(join(tmpdir(), 'understay-hooks-'))
writeFileSync(join(folder, 'hooks.yaml'), `webhooks:\n  - { url: '${URL}' }\n`)
afterAll(() => rmSync(folder, { recursive: true }))

let inside: InProcessServer | undefined
afterEach(async () => {
  await inside?.close()
  inside = undefined
})

/** A server whose control API is open to the network. */
async function openServer(settings: Partial<Config> = {}) {
  const memory = { memory: { texts: ['true'], from: 'test', level: 3 } }
  const { fetch } = (inside = await startInProcess(
    { ...resolveConfig(memory), control: 'open', scenarios: [folder], ...settings },
    openLog('off', 'error'),
  ))
  const headers = { ...(settings.controlToken !== undefined && { authorization: `Bearer ${settings.controlToken}` }) }
  return async (method: string, path: string, body?: string) => {
    const answer = await fetch(
      new Request(`http://localhost/_understay${path}`, { method, headers, ...(body !== undefined && { body }) }),
    )
    return { status: answer.status, body: (await answer.json()) as never }
  }
}

type Ask = Awaited<ReturnType<typeof openServer>>

const WAYS: readonly (readonly [string, (ask: Ask) => ReturnType<Ask>])[] = [
  [
    'a scenario',
    (ask) => ask('PUT', '/scenario', JSON.stringify({ name: 'hooked', fixtures: ['baseline', join(folder, 'hooks.yaml')] })),
  ],
  [
    'a state',
    async (ask) => {
      const state = (await ask('GET', '/state')).body as { readonly counters: object; readonly collections: object }
      const counters = { ...state.counters, webhooks: 1 }
      const collections = { ...state.collections, webhooks: [{ id: 1, ...HOOK }] }
      return ask('PUT', '/state', JSON.stringify({ ...state, counters, collections }))
    },
  ],
  ['the control API', (ask) => ask('POST', '/webhooks', JSON.stringify({ url: URL }))],
]

describe.each(WAYS)('webhooks in %s, sent to a server that is open to the network', (_, send) => {
  test('are refused without a control token and without --webhook-hosts', async () => {
    const ask = await openServer()
    const { status, body } = await send(ask)
    expect([status, body]).toEqual([400, { error: expect.stringContaining('start it with --control-token or --webhook-hosts') }])
    expect((await ask('GET', '/webhooks')).body).toEqual([])
  })

  test('are accepted with a control token', async () => {
    const ask = await openServer({ controlToken: 'secret-secret-secret' })
    expect([200, 201]).toContain((await send(ask)).status)
    expect((await ask('GET', '/webhooks')).body).toMatchObject([{ url: URL }])
  })

  test('are accepted when --webhook-hosts names their host', async () => {
    const ask = await openServer({ webhookHosts: ['pms.test:9000'] })
    expect([200, 201]).toContain((await send(ask)).status)
    expect((await ask('GET', '/webhooks')).body).toMatchObject([{ url: URL }])
  })

  test('are refused when --webhook-hosts names other hosts', async () => {
    const ask = await openServer({ webhookHosts: ['elsewhere.test'] })
    const { status, body } = await send(ask)
    expect([status, body]).toEqual([400, { error: expect.stringContaining('hooks may point to elsewhere.test only') }])
    expect((await ask('GET', '/webhooks')).body).toEqual([])
  })
})
