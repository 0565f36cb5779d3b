import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFailed, test, vi } from 'vitest'
import { demoToken, newFolder, Program, startProgram } from './program.ts'

const SCENARIO = `
name: way
faults:
  - { on: { operation: listProperties, where: { header: { accept: text/own } } }, network: { status: 503, retry_after: 1 } }
  - { on: { operation: listProperties }, after: 1, respond: { patch: { 'data.ids': [] } } }
  - { on: { operation: listProperties }, after: 2, network: { cut: after-commit } }
  - { on: { operation: createBlackBooking, property: 1 }, respond: { status: 422, json: { error: full } } }
`

/** A proxy in front of a server, and its address. */
async function proxyOf(upstream: string, folder: string, ...how: readonly [env?: Record<string, string>, shell?: string[]]) {
  writeFileSync(join(folder, 'way.yaml'), SCENARIO)
  const [env = {}, shell] = how
  const proxy = new Program(['record', '--upstream', upstream, '--scenario', './way.yaml'], env, folder, shell)
  const url = await new Promise<string>((resolve, reject) => {
    proxy.child.stderr?.on('data', () => {
      const found = /(http:\/\/127\.0\.0\.1:\d+) passes calls on/.exec(proxy.err)?.[1]
      if (found) resolve(found)
    })
    void proxy.exited.then(() => reject(new Error(proxy.err)))
  })
  return { proxy, api: `${url}/service/api` }
}

interface Recording {
  readonly log: {
    readonly entries: readonly {
      readonly response: { readonly status: number }
      readonly _understay?: { readonly networkFault?: string; readonly lostStatus?: number }
    }[]
  }
}

test('record without a command stays in front of a deployment, with faults on the way, and ends with a report', async () => {
  const { program, url } = await startProgram(['--memory'])
  const folder = newFolder()
  const { proxy, api } = await proxyOf(url, folder)
  const headers = { authorization: `Bearer ${await demoToken(api)}` }
  const list = (more = {}) => fetch(`${api}/properties/all`, { headers: { ...headers, ...more } })

  const unavailable = await list({ accept: 'text/own' })
  expect([unavailable.status, unavailable.headers.get('retry-after')]).toEqual([503, '1'])
  expect(unavailable.headers.get('x-understay-fault')).toBe('way/1')
  const patched = await list()
  expect(await patched.json()).toEqual({ data: { ids: [] }, meta: { code: 200 } })
  expect(patched.headers.get('x-understay-invented')).toBe('the service is not known to answer this')
  await expect(list()).rejects.toThrow('fetch failed')
  expect(((await (await list()).json()) as { data: { ids: unknown[] } }).data.ids.length).toBeGreaterThan(0)
  const close = () => fetch(`${api}/blackbookings/1/1/2031-05-02`, { method: 'POST', headers })
  const full = await close()
  expect([full.status, await full.text()]).toEqual([422, '{"error":"full"}'])
  expect((await close()).status).toBe(200)

  const { code } = await proxy.stop('SIGINT')
  await program.stop()
  expect(proxy.out).toMatch(/Understay grade: .*\(recording\.har, 7 calls\)/)
  expect(code).toBe(proxy.out.includes('grade: failed') ? 3 : 0)
  const text = readFileSync(join(folder, 'recording.har'), 'utf8')
  const { log } = JSON.parse(text) as Recording
  expect(
    log.entries.map(({ response, _understay }) => [response.status, _understay?.networkFault, _understay?.lostStatus]),
  ).toEqual([
    [200, undefined, undefined],
    [503, 'status', undefined],
    [200, 'patched', undefined],
    [0, 'cut-after-commit', 200],
    [200, undefined, undefined],
    [422, 'invented', undefined],
    [200, undefined, undefined],
  ])
  expect(text).not.toContain(headers.authorization.slice('Bearer '.length))
})

test('record that npx has started ends with its report when the shell between has ended', async () => {
  const { program, url } = await startProgram(['--memory'])
  const folder = newFolder()
  const shell = ['sh', '-c', '"$0" "$@" & echo "process $!"; wait']
  const { proxy, api } = await proxyOf(url, folder, { npm_command: 'exec' }, shell)
  const pid = Number(/process (\d+)/.exec(proxy.out)?.[1])
  onTestFailed(() => void process.kill(pid, 'SIGKILL'))
  await demoToken(api)
  proxy.child.kill('SIGTERM')
  await vi.waitFor(() => expect(proxy.out).toMatch(/Understay grade: .*\(recording\.har, 1 call\)/), 10_000)
  await program.stop()
  expect((JSON.parse(readFileSync(join(folder, 'recording.har'), 'utf8')) as Recording).log.entries).toHaveLength(1)
})
