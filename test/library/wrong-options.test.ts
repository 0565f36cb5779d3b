import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createApp, startUnderstay, type UnderstaySandbox } from '../../src/index.ts'

/** Calls a function as JavaScript does, without types. */
const untyped = (call: unknown, options: unknown): Promise<unknown> =>
  Promise.resolve(Reflect.apply(Object(call), undefined, [options]))

async function started() {
  const understay = await startUnderstay({ listen: false })
  onTestFinished(() => understay.close())
  return understay
}

test.each<readonly [unknown, RegExp]>([
  ['2031-01-01', /^clock\.set: expected an object with at, run, got .*2031-01-01/],
  [new Date('2031-01-01'), /^clock\.set: expected an object with at, run, got/],
  [{ att: '2031-01-01' }, /^clock\.set: .*att.*"at"/],
  [{ at: true }, /^clock\.set: at: true is not an instant/],
])('clock.set(%j) is refused', async (options, message) => {
  const { clock } = await started()
  await expect(untyped(clock.set, options)).rejects.toThrow(message)
})

test('clock.advance(61) asks for a unit', async () => {
  const { clock } = await started()
  await expect(untyped(clock.advance, 61)).rejects.toThrow("clock.advance: 61 is not a span such as '90s'")
})

test('options of reads and tokens are checked', async () => {
  const understay = await started()
  const token = (options: object) => understay.token(options)
  const journal = (options: object) => understay.journal(options)
  await expect(untyped(token, { scopes: 'read' })).rejects.toThrow(/^token: scopes: expected a list, got/)
  await expect(untyped(journal, { snce: 5 })).rejects.toThrow(/^journal: .*snce.*"since"/)
  expect(await understay.journal({ since: undefined })).toEqual([])
})

test.each([undefined, 1])('sandbox(%s) asks for a name', async (name) => {
  const understay = await started()
  const open = (other: string) => understay.sandbox(other)
  await expect(untyped(open, name)).rejects.toThrow(`sandbox: expected a name such as 'w1', got ${name}; the default sandbox is`)
})

test('options of verify and of webhook receivers are checked', async () => {
  const understay = await started()
  const verify = (options: object) => understay.verify({ operation: 'listProperties', never: true }, options)
  await expect(untyped(verify, { timeout: 50 })).rejects.toThrow(/^verify: .*timeout.*"timeoutMs"/)
  await expect(untyped(verify, { timeoutMs: '50' })).rejects.toThrow(/^verify: timeoutMs: expected a whole number/)
  await expect(untyped(verify, 50)).rejects.toThrow(/^verify: expected an object with timeoutMs, since, reactions, got 50/)
  await expect(untyped(verify, { reactions: 'skip' })).rejects.toThrow(/reactions: expected one of require, ignore, got/)
  expect(await understay.verify(undefined, { timeoutMs: undefined, since: undefined }).catch(String)).toMatch(/nothing to verify/)

  const { receive } = understay.webhooks
  await expect(untyped(understay.webhooks.add, 'http://127.0.0.1:9')).rejects.toThrow(
    /^webhooks\.add: expected an object with the url/,
  )
  await expect(untyped(receive, { staus: 500 })).rejects.toThrow(/^webhooks\.receive: .*staus.*"status"/)
  await expect(untyped(receive, { status: 'no' })).rejects.toThrow(/^webhooks\.receive: status: expected a whole number/)
  await expect(untyped(receive, { url: 'http://127.0.0.1:9' })).rejects.toThrow(/^webhooks\.receive: .*unknown key "url"/)
  const receiver = await receive({ manager: 1, status: 204 })
  const next = (options: object) => receiver.next({}, options)
  await expect(untyped(next, { timeout: 20 })).rejects.toThrow(/^next: .*timeout.*"timeoutMs"/)
  await expect(untyped(receiver.next, 'booking_added')).rejects.toThrow(
    /^next: expected an object with the event's values, such as \{ task: 'booking_added' \}, got .*booking_added/,
  )
  await expect(untyped(receiver.next, null)).rejects.toThrow(/^next: expected an object with/)
  await expect(untyped(next, { timeoutMs: Number.POSITIVE_INFINITY })).rejects.toThrow(/^next: timeoutMs: expected/)
  await receiver.close()
})

test('a problem of a fault names the field, and no line', async () => {
  const { faults } = await started()
  const network = { status: 503 }
  await expect(untyped(faults.arm, { on: { operation: 'nope' }, network })).rejects.toThrow(
    /^fault on\.operation: there is no operation "nope"/,
  )
  await expect(untyped(faults.arm, { on: { client: 'nobody' }, network })).rejects.toThrow(
    /^fault on\.client: this sandbox has no/,
  )
  await expect(untyped(faults.arm, { on: {}, netwrk: network })).rejects.toThrow(/^fault netwrk: unknown key/)
  await expect(untyped(faults.arm, undefined)).rejects.toThrow(/^fault: is empty: expected a fault/)
})

test.each<readonly [string, (sandbox: UnderstaySandbox) => unknown]>([
  ['token', (sandbox) => sandbox.token()],
  ['fetch', (sandbox) => sandbox.fetch('/service/api/search/stars/4')],
  ['journal', (sandbox) => sandbox.journal()],
  ['play', (sandbox) => sandbox.play('rate-limited')],
  ['verify', (sandbox) => sandbox.verify({ operation: 'listProperties', never: true })],
  ['report as a text', (sandbox) => sandbox.report('md')],
  ['faults.list', (sandbox) => sandbox.faults.list()],
  ['snapshots.take', (sandbox) => sandbox.snapshots.take('a')],
  ['webhooks.receive', (sandbox) => sandbox.webhooks.receive()],
  ['clock.advance', (sandbox) => sandbox.clock.advance('1m')],
  ['clock.now', (sandbox) => sandbox.clock.now()],
  ['credentials', (sandbox) => sandbox.credentials],
])('%s of a deleted sandbox says so, and makes no new one', async (_, call) => {
  const understay = await started()
  const sandbox = await understay.sandbox('w1')
  const receiver = await sandbox.webhooks.receive()
  await sandbox.delete()
  await expect((async () => call(sandbox))()).rejects.toThrow(
    "the sandbox w1 has been removed; sandbox('w1') of the server opens",
  )
  await sandbox.delete()
  await receiver.close()
  expect(await (await understay.fetch('/_understay/sandboxes')).text()).not.toContain('"w1"')
})

test('an object of a deleted sandbox does not reach a new one of the same name', async () => {
  const understay = await started()
  const old = await understay.sandbox('w1')
  await old.delete()
  const sandbox = await understay.sandbox('w1')
  await expect(old.fetch('/service/api/search/stars/4')).rejects.toThrow('has been removed')
  await old.delete()
  expect(await sandbox.journal()).toEqual([])
  await understay.fetch('/@w1/service/api/search/stars/4')
  expect(await sandbox.journal()).toHaveLength(1)
})

test('token() says that its server was closed; sandbox() too', async () => {
  const understay = await started()
  await understay.close()
  await expect(understay.token()).rejects.toThrow('this server has been closed')
  await expect(understay.sandbox('w2')).rejects.toThrow('this server has been closed')
})

test.each([
  [{ port: 4010 }, 'createApp has no option "port": an app opens no socket and has no credentials'],
  [{ client: 'demo' }, 'createApp has no option "client": an app opens no socket and has no credentials'],
  [{ sed: 1 }, 'there is no option "sed"; did you mean "seed"?'],
  [null, 'createApp takes an object of options'],
])('createApp(%j) is refused', async (options, message) => {
  await expect(untyped(createApp, options)).rejects.toThrow(message)
})

const CIRCULAR: Record<string, unknown> = { name: 'a' }
CIRCULAR['self'] = CIRCULAR

test.each<readonly [object, RegExp]>([
  [[], /^startUnderstay takes an object of options$/],
  [new Map(), /^startUnderstay takes an object of options$/],
  [{ fixtures: new Map() }, /^fixtures: .*Map.* is not a text or a list of texts$/],
  [{ fixtures: ['baseline', CIRCULAR] }, /^fixtures\[1\]: Converting circular structure to JSON\n/],
  [{ scenario: CIRCULAR }, /^scenario: Converting circular structure to JSON\n/],
  [{ scenario: { name: 'a', seed: 1n } }, /^scenario: Do not know how to serialize a BigInt$/],
  [{ controlToken: ' a ' }, /^controlToken: is no value of an HTTP header: use visible ASCII/],
])('startUnderstay(%o) is refused', async (options, message) => {
  await expect(untyped(startUnderstay, options)).rejects.toThrow(message)
})

test('a time has whole milliseconds, of whatever clock it is', async () => {
  const understay = await startUnderstay({ listen: false, at: 1000.75, freeze: true })
  onTestFinished(() => understay.close())
  expect(understay.clock.now()).toBe(1000)
  await understay.clock.set({ at: 2000.25 })
  expect(understay.clock.now()).toBe(2000)
})

test('a problem of a data folder or a certificate names options, and no flags', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'understay-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const data = join(folder, 'data')
  const first = await startUnderstay({ listen: false, data })
  onTestFinished(() => first.close())
  const refused = async (options: object, message: RegExp): Promise<void> => {
    const error = await startUnderstay(options).then(String, (thrown: Error) => thrown)
    expect(error).toMatchObject({ message: expect.stringMatching(message), stack: expect.not.stringContaining('--') })
    await expect(createApp({ ...options })).rejects.toThrow(message)
  }
  await refused(
    { data },
    /data is in use by another server of this process \(\d+\); close it, or give this one another folder with the option data$/,
  )
  writeFileSync(join(folder, 'file'), '')
  await refused({ config: join(folder, 'none.yaml') }, /^the option config: \S*none\.yaml: there is no such file/)
  await refused({ data: join(folder, 'file') }, /; name another with the option data, or keep nothing without it$/)
  mkdirSync(join(data, 'w1'))
  writeFileSync(join(data, 'w1', 'notes.txt'), '')
  await expect(first.sandbox('w1')).rejects.toThrow(/choose another folder with the option data$/)
  const fixtures = startUnderstay({ fixtures: join(folder, 'my--seed.yaml') })
  await expect(fixtures).rejects.toThrow(/my--seed\.yaml: /)
  const certificate = startUnderstay({ tlsCert: 'cert.pem' })
  await expect(certificate).rejects.toThrow('the option tlsCert needs the key of the certificate: add the option tlsKey')
})

test('what a method refuses names options, and no flags', async () => {
  const understay = await startUnderstay({ host: '0.0.0.0', control: 'open', journal: 1 })
  onTestFinished(() => understay.close())
  await expect(understay.webhooks.add({ url: 'http://10.0.0.1/hook' })).rejects.toThrow(
    /start it with the option controlToken or the option webhookHosts$/,
  )
  for (let call = 0; call < 2; call++) await understay.fetch('/service/api/properties/all')
  const verified = understay.verify({ operation: 'listProperties', count: 2 })
  await expect(verified).rejects.toThrow(/raise the option journal$/)
})

test('a problem of a scenario or of fixtures that are objects names the field, and no line', async () => {
  const understay = await started()
  const scenario = { name: 'mine', faults: [{ on: { operation: 'nope' }, network: { status: 503 } }] }
  const problem = /^scenario faults\[0\]\.on\.operation: there is no operation "nope"/
  await expect(untyped(understay.play.bind(understay), scenario)).rejects.toThrow(problem)
  await expect(untyped(startUnderstay, { listen: false, scenario })).rejects.toThrow(problem)
  const fixtures = ['baseline', { bookings: [{ arival: 'today' }] }]
  await expect(untyped(startUnderstay, { listen: false, fixtures })).rejects.toThrow(/^fixtures\[1\] bookings\[0\]\.\w+: /)
})
