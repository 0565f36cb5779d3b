import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { NodeRequest } from '../../../src/server/node-request.ts'
import { type Replicas, type RouteResult, SandboxRouter } from '../../../src/server/replicas/sandbox-router.ts'
import { OwnedElsewhereError, type Storage, StorageError } from '../../../src/store/storage.ts'
import { freePort } from '../../support/free-port.ts'
import { answersCheck } from '../../support/replica-check.ts'
import { SILENT, TestWorld } from '../../support/test-world.ts'

/** Listens until the test has finished. @returns its address */
async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A replica of the test; listens until it has finished. @returns its address */
const replicaListening = (answer: RequestListener): Promise<string> =>
  listening((incoming, outgoing) => {
    if (!answersCheck(incoming, outgoing, 'secret')) answer(incoming, outgoing)
  })

/** An address at which nothing listens. */
const unusedAddress = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`

/** A storage in which other replicas own every sandbox: the first one named at first, then the next. */
function ownedBy(addresses: readonly string[]): Storage {
  let asked = 0
  const nothing = (): undefined => undefined
  return {
    place: 'memory of the tests',
    remote: true,
    list: () => [],
    open: (name) => Promise.reject(new OwnedElsewhereError(name, addresses[Math.min(asked++, addresses.length - 1)] ?? '')),
    clear: nothing,
    remove: nothing,
    close: nothing,
  }
}

/** A replica whose sandboxes are owned elsewhere. */
async function replicaBeside(
  addresses: readonly string[],
  others = addresses.map((address) => ({ id: 2, address, draining: false })),
  storage = ownedBy(addresses),
  contact: Pick<Replicas, 'starting' | 'problem'> = { starting: false, problem: undefined },
) {
  const { world } = new TestWorld({ storage, log: SILENT })
  const replicas = { replica: 1, secret: 'secret', others, draining: false, ownerOf: () => Promise.resolve(undefined) }
  const router = new SandboxRouter(world, Object.assign(contact, replicas))
  onTestFinished(() => router.end())
  const results: RouteResult[] = []
  const url = await listening((incoming, outgoing) => {
    const request = new NodeRequest(incoming, outgoing, { publicUrl: undefined }, undefined)
    void router
      .route('w1', request, () => Promise.resolve(1000))
      .then((routed) => {
        results.push(routed)
        if (routed !== 'forwarded') outgoing.writeHead(503).end()
      })
  })
  return { url, router, results, world }
}

test('a forwarded call is counted once, when its owner has answered, however many replicas were asked', async () => {
  const nobody = await unusedAddress()
  const elsewhere = await replicaListening((_, outgoing) => outgoing.writeHead(421, { 'x-understay-answer': 'elsewhere' }).end())
  const owner = await replicaListening((_, outgoing) => outgoing.end('answered'))
  const { url, router, results } = await replicaBeside([nobody, elsewhere, owner])
  expect(await (await fetch(url)).text()).toBe('answered')
  expect([router.forwarder.forwarded, results]).toEqual([1, ['forwarded']])
})

test('a call waits for a replica that has not joined the others yet; without contact later it is refused', async () => {
  const owner = await replicaListening((_, outgoing) => outgoing.end('answered'))
  const contact: { starting: boolean; problem: StorageError | undefined } = {
    starting: true,
    problem: new StorageError('unavailable', 'no contact'),
  }
  const { url, results } = await replicaBeside([owner], [], ownedBy([owner]), contact)
  const answer = fetch(url)
  void setTimeout(100).then(() => Object.assign(contact, { starting: false, problem: undefined }))
  expect(await (await answer).text()).toBe('answered')
  contact.problem = new StorageError('unavailable', 'no contact')
  expect((await fetch(url)).status).toBe(503)
  expect(results).toEqual(['forwarded', { problem: 'no contact' }])
})

test('a call that waits for a replica ends with its world, and holds nothing up', async () => {
  let asked = 0
  const contact = {
    starting: true,
    get problem() {
      asked++
      return new StorageError('unavailable', 'still starting')
    },
  }
  const { url, results, world } = await replicaBeside([], [], ownedBy([]), contact)
  const answer = fetch(url)
  await setTimeout(100)
  await world.close()
  expect((await answer).status).toBe(503)
  expect(results).toEqual([{ problem: 'still starting' }])
  // pauses of a closed world take no time: one that went on would ask thousands of times
  expect(asked).toBeLessThan(100)
})

test('a call whose owner was lost is not counted as forwarded', async () => {
  const lost = await replicaListening(({ socket }) => socket.destroy())
  const { url, router } = await replicaBeside([lost])
  expect((await fetch(url, { method: 'POST' })).status).toBe(503)
  expect(router.forwarder.forwarded).toBe(0)
})

test('a call that no owner answers says what to check: where it cannot be reached, and where another replica answers', async () => {
  const nobody = await unusedAddress()
  const unreached = await replicaBeside([nobody])
  const wrong = await replicaListening((_, outgoing) => outgoing.writeHead(421, { 'x-understay-answer': 'elsewhere' }).end())
  const misled = await replicaBeside([wrong])
  await Promise.all([fetch(unreached.url), fetch(misled.url)])
  expect(unreached.results).toEqual([{ problem: expect.stringMatching(`${nobody} has the sandbox w1.*check its --advertise`) }])
  expect(misled.results).toEqual([
    { problem: expect.stringMatching(`answers at ${wrong} does not have.*an --advertise of its own`) },
  ])
})

test('a GET that has waited for a stopped owner goes to the next one, however long it has waited', async () => {
  let arrived = (): void => undefined
  const asked = new Promise<void>((resolve) => (arrived = resolve))
  const stopped = await replicaListening(() => arrived())
  const next = await replicaListening((_, outgoing) => outgoing.end('answered'))
  const others = [stopped, next].map((address) => ({ id: 2, address, draining: false }))
  const { url } = await replicaBeside([stopped, next], others)
  const answer = fetch(url)
  await asked
  // longer than the search for an owner takes
  await setTimeout(3100)
  others.shift()
  expect(await (await answer).text()).toBe('answered')
})

test('nothing of a call is sent to what is no replica, and the reason says so', async () => {
  const seen: string[] = []
  const stranger = await listening((incoming, outgoing) => {
    seen.push(`${incoming.method} ${incoming.url} ${JSON.stringify(incoming.headers)}`)
    outgoing.end('welcome')
  })
  const { url, results } = await replicaBeside([stranger])
  const response = await fetch(url, { method: 'POST', headers: { authorization: 'Bearer planted' }, body: 'planted' })
  expect(response.status).toBe(503)
  expect(results).toEqual([
    { problem: expect.stringMatching(`says that it is at ${stranger}, and something else answers there`) },
  ])
  expect(seen.length).toBeGreaterThan(0)
  for (const request of seen) {
    expect(request).toMatch(/^GET \/_understay\/replica /)
    expect(request).not.toMatch(/planted|"secret"/)
  }
})

test('a replica with another secret is no replica of these', async () => {
  const foreign = await listening((incoming, outgoing) => {
    if (!answersCheck(incoming, outgoing, 'another secret')) outgoing.end('welcome')
  })
  const { url, results } = await replicaBeside([foreign])
  expect((await fetch(url)).status).toBe(503)
  expect(results).toEqual([{ problem: expect.stringContaining('something else answers there') }])
})

test.each([
  ['damaged', 'here'],
  ['full', 'here'],
  ['unavailable', { problem: 'no contact' }],
] as const)('a call for a sandbox whose storage is %s is answered here, unless it may succeed later', async (reason, result) => {
  const open = () => Promise.reject(new StorageError(reason, 'no contact'))
  const { url, results } = await replicaBeside([], [], { ...ownedBy([]), open })
  await fetch(url)
  expect(results).toEqual([result])
})
