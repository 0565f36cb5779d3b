/**
 * The verdict on a receiver is that on what it does, not on how fast it does it: the same client with receivers that answer at
 * once, that work before they answer, and that work on everything at the same time.
 *
 * @module
 */
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Conformance } from '../../src/conformance/conformance.ts'
import { startUnderstay, type Understay, type UnderstaySandbox, VerifyError } from '../../src/index.ts'
import { frozen } from '../clients/scenario-case.ts'

const ROUNDS = 12

let understay: Understay
beforeAll(async () => {
  understay = await startUnderstay()
})
afterAll(() => understay.close())

interface Notice {
  readonly task: string
  readonly property_uid: string | number
  readonly contract_uid: string | number
}

type Work = (notice: Notice) => Promise<void>

/** When a receiver answers, and what it waits for. */
const RECEIVERS = {
  fast: async (work: Work, notice: Notice, answer: () => void) => {
    answer()
    await work(notice)
  },
  slow: async (work: Work, notice: Notice, answer: () => void) => {
    await pause(15)
    await work(notice)
    answer()
  },
  threaded: async (work: Work, notice: Notice, answer: () => void) => {
    answer()
    await pause((Number(notice.contract_uid) * 37) % 90)
    await work(notice)
  },
} as const
type Speed = keyof typeof RECEIVERS

/** Opens a receiver. @returns its address, and what ends it once its work is done */
async function open(speed: Speed, work: Work) {
  const working = new Set<Promise<void>>()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      const { data } = JSON.parse(body) as { readonly data: Notice }
      const done = RECEIVERS[speed](work, data, () => response.writeHead(204).end())
      working.add(done)
      done.finally(() => working.delete(done))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const close = async () => {
    while (working.size > 0) await Promise.all(working)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`, close }
}

/** What one kind of client does. */
interface Habits {
  readonly polls: boolean
  readonly repeats: boolean
}

/** A day with a client and a receiver. @returns the verdict, the expectations that are not met and the rules that are broken */
async function verdictOn(world: UnderstaySandbox, scenario: string, speed: Speed, { polls, repeats }: Habits) {
  await world.play(frozen(scenario))
  const { clientId, clientSecret } = world.credentialsOf('demo')
  const form = {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope: 'properties_get properties_set webhooks_get',
  }
  const token = async () => {
    const answer = await fetch(`${world.apiUrl}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
    return ((await answer.json()) as { readonly access_token: string }).access_token
  }
  let authorization = `Bearer ${await token()}`
  const call = async (path: string, method = 'GET') => {
    const answer = await fetch(world.apiUrl + path, { method, headers: { authorization, 'user-agent': 'speed/1.0' } })
    await answer.text()
  }
  const known = new Set<string>()
  const work: Work = async ({ task, property_uid, contract_uid }) => {
    if (task !== 'booking_added' && task !== 'booking_cancelled') return
    const key = `${task} ${contract_uid}`
    const isNew = !known.has(key)
    known.add(key)
    await call(`/webhooks/${property_uid}/${task}/${contract_uid}`)
    if (task === 'booking_added' && (isNew || repeats))
      await call(
        `/guests/${property_uid}/Door/Card/1/Quay/Cork/1534/IE/T12/0100/0200/card-${contract_uid}@doors.example//0`,
        'POST',
      )
  }
  const { url, close } = await open(speed, work)
  await world.webhooks.add({ url })
  for (let round = 0; round < ROUNDS; round++) {
    await world.clock.advance('20m')
    if (round % 2 === 0) authorization = `Bearer ${await token()}`
    if (scenario !== 'webhook-late')
      await expect.poll(async () => (await world.webhooks.deliveries({ state: 'waiting' })).length).toBe(0)
    if (polls) await call('/listbooking/1/2026-05-30/2026-12-01')
    else await call('/properties/all')
  }
  await world.webhooks.remove()
  await close()
  const unmet = await world.verify().then(
    () => [],
    (error: unknown) =>
      error instanceof VerifyError ? error.outcomes.flatMap(({ id: of, met }) => (met ? [] : [of])) : Promise.reject(error),
  )
  const { verdict, conformance } = await world.report()
  const rules = (conformance as Conformance).rules.flatMap(({ id: of, outcome }) =>
    outcome === 'failed' && /^(webhooks|sync\/twin)/.test(of) ? [of] : [],
  )
  return { verdict, unmet, rules }
}

const CAREFUL: Habits = { polls: true, repeats: false }
const PASSED = { verdict: 'passed', unmet: [], rules: [] }

describe.each([
  [
    'webhook-lost',
    { polls: false, repeats: false },
    { verdict: 'failed', unmet: ['found-by-poll'], rules: ['webhooks/lost-found-by-poll'] },
  ],
  [
    'webhook-twice',
    { polls: true, repeats: true },
    { verdict: 'failed', unmet: [], rules: ['sync/twin-create', 'webhooks/duplicate-once'] },
  ],
  [
    'webhook-late',
    { polls: false, repeats: false },
    { verdict: 'failed', unmet: ['picks-up', 'reads-cancellations'], rules: [] },
  ],
] as const)('%s', (scenario, faulty, caught) => {
  test.each(['fast', 'slow', 'threaded'] as const)('is passed by a correct client with a receiver that is %s', async (speed) => {
    const world = await understay.sandbox(`${scenario}-${speed}-correct`)
    expect(await verdictOn(world, scenario, speed, CAREFUL)).toEqual(PASSED)
    await world.delete()
  })

  test.each(['fast', 'slow', 'threaded'] as const)('detects a faulty client with a receiver that is %s', async (speed) => {
    const world = await understay.sandbox(`${scenario}-${speed}-faulty`)
    expect(await verdictOn(world, scenario, speed, faulty)).toEqual(caught)
    await world.delete()
  })
})
