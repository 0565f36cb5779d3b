import { expect, onTestFinished, test } from 'vitest'
import { toolsFor } from '../../src/cli/mcp/tools.ts'
import { ControlClient } from '../../src/control-contract/client.ts'
import { CONTROL_OPERATIONS } from '../../src/control-contract/index.ts'
import { inWordsOf } from '../../src/control-contract/known-as.ts'
import { startUnderstay, type UnderstaySandbox } from '../../src/index.ts'

async function newSandbox(): Promise<UnderstaySandbox> {
  const understay = await startUnderstay({ listen: false })
  onTestFinished(() => understay.close())
  return understay.sandbox('w1')
}

test.each<readonly [string, (sandbox: UnderstaySandbox) => Promise<unknown>]>([
  ['there is no fault armed/7; faults.list() lists them', ({ faults }) => faults.disarm('armed/7')],
  ['there is no webhook 9; webhooks.list() lists them', ({ webhooks }) => webhooks.remove(9)],
  ['take an id that journal() shows', (sandbox) => sandbox.verify({ operation: 'listProperties', never: true }, { since: 9 })],
  ['there are none yet; snapshots.take(name) takes one', ({ snapshots }) => snapshots.diff('a')],
  [
    'remove it with snapshots.remove(name)',
    async ({ snapshots }) => {
      await snapshots.take('a')
      await snapshots.take('a')
    },
  ],
  [
    'check that the verdict of report() is not failed',
    async (sandbox) => {
      await sandbox.play('token-revoked')
      const headers = { authorization: `Bearer ${await sandbox.token()}` }
      for (let call = 0; call < 4; call += 1) await sandbox.fetch('/service/api/properties/all', { headers })
      await sandbox.verify()
    },
  ],
  [
    'there is no operation "zzz"; docs/coverage.md lists them',
    ({ faults }) => faults.arm({ on: { operation: 'zzz' }, network: { status: 503 } }),
  ],
])('an error names the method of the library: %s', async (message, call) => {
  await expect(call(await newSandbox())).rejects.toThrow(message)
})

test('too many sandboxes: method and option, also where a call opens one', async () => {
  const understay = await startUnderstay({ listen: false, maxSandboxes: 2 })
  onTestFinished(() => understay.close())
  const sandbox = await understay.sandbox('w1')
  const many = 'remove one with sandbox.delete(), or raise the option maxSandboxes'
  await expect(understay.sandbox('w2')).rejects.toThrow(many)
  await understay.fetch('/_understay/sandboxes?name=w1', { method: 'DELETE' })
  await understay.sandbox('w2')
  await expect(sandbox.journal()).rejects.toThrow(many)
})

test('an endpoint is named by its method or tool with its path and query, and not as a part of another', () => {
  const said = (text: string) => [inWordsOf('library', text), inWordsOf('tool', text)]
  expect(said('DELETE /_understay/snapshots/a-1, then')).toEqual([
    'snapshots.remove(name), then',
    'DELETE /_understay/snapshots/a-1, then',
  ])
  expect(said('DELETE /_understay/webhooks?id=ID')).toEqual(['webhooks.remove(id)', 'DELETE /_understay/webhooks?id=ID'])
  expect(said('GET /_understay/journal/stream and POST /_understay/faults')).toEqual([
    'GET /_understay/journal/stream and POST /_understay/faults',
    'GET /_understay/journal/stream and POST /_understay/faults',
  ])
  expect(said('GET /_understay/journal, twice GET /_understay/journal.')).toEqual([
    'journal(), twice journal().',
    'list_calls, twice list_calls.',
  ])
})

test('every name in the contract is a member of a sandbox, a page or a tool', async () => {
  const sandbox = await newSandbox()
  const tools = toolsFor(new ControlClient(fetch as never), '').map(({ name }) => name)
  for (const { id, knownAs } of CONTROL_OPERATIONS) {
    const { library, tool } = knownAs ?? {}
    if (tool !== undefined) expect(tools, id).toContain(tool.split(' ')[0])
    if (library === undefined || library.startsWith('docs/')) continue
    const path = library.replace(/^sandbox\.|\(\w*\)$/g, '').split('.')
    expect(typeof path.reduce<unknown>((of, key) => Reflect.get(Object(of), key), sandbox), id).toBe('function')
  }
})
