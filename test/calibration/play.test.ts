import { expect, test } from 'vitest'
import { productOf } from '../../src/api/product.ts'
import { CHOICE_IDS, choice, choicesOf } from '../../src/booking-contract/choices/choices.ts'
import { playerOf } from '../../src/calibration/calibrate.ts'
import type { Played } from '../../src/calibration/play.ts'
import { type Call, readRecordings } from '../../src/calibration/recording.ts'
import { resolveConfig } from '../../src/config/config.ts'
import { deploymentRequests, randomWorld, recordDeployment } from './deployment.ts'

test('new rows get the ids of the recording where calls that were not recorded made others between', async () => {
  const setup = { data: await randomWorld(3), choices: choicesOf('current') }
  const asked = deploymentRequests()
    .slice(0, 1)
    .map((requests) => requests.filter(({ t }) => /token|guesttypes|tariffs/.test(t)))
  const { calls } = readRecordings(await recordDeployment(setup, asked), productOf('service'))
  const recorded = calls.filter(
    ({ step }) => !/Adult\/internal|Child/.test(step.asked.target) && !step.body?.text.includes('Gap'),
  )
  const created = (await playerOf(recorded, setup.data, resolveConfig({}))(setup.choices)).filter(({ call }) =>
    /^create/.test(call.operation?.id ?? ''),
  )
  expect(created.length).toBeGreaterThan(3)
  expect(created.filter(({ cost }) => cost > 0)).toEqual([])
})

test('coupons, whose creation tells a code and no id, get the ids of the list that follows', async () => {
  const setup = { data: await randomWorld(3), choices: choicesOf('current') }
  const asked = deploymentRequests().map((requests) => requests.filter(({ t, as }) => as === 'full' && /token|coupon/.test(t)))
  const { calls } = readRecordings(await recordDeployment(setup, asked), productOf('service'))
  const recorded = calls.filter(({ step }) => !/\/10\/1\/2026-12-01/.test(step.asked.target))
  expect(recorded.length).toBeLessThan(calls.length)
  const played = await playerOf(recorded, setup.data, resolveConfig({}))(setup.choices)
  const lists = played.filter(({ call: { operation, ok } }) => ok && operation?.id === 'listCoupons')
  // The recording leaves out the call that made coupon 1; the first coupon of the replay is the second one of the recording.
  const ids = lists.flatMap(({ differences }) => differences.filter(({ path }) => path === 'data.coupons[0].coupon_id'))
  expect(ids[0]).toEqual({ path: 'data.coupons[0].coupon_id', recorded: 1, now: 2 })
})

test('new rows get ids of the recording that are far above the others', async () => {
  const setup = { data: await randomWorld(3), choices: choicesOf('current') }
  const asked = deploymentRequests()
    .slice(0, 1)
    .map((requests) => requests.filter(({ m, t }) => m === 'POST' && /token|guesttypes/.test(t)))
  const texts = (await recordDeployment(setup, asked)).map((text) => text.replace('id\\":3,', 'id\\":3000003,'))
  const { calls } = readRecordings(texts, productOf('service'))
  const pet = (await playerOf(calls, setup.data, resolveConfig({}))(setup.choices)).find(({ call }) =>
    call.step.asked.target.includes('/Pet/'),
  )
  expect(JSON.stringify(pet?.call.body)).toContain('"id":3000003,')
  expect(pet?.differences).toEqual([])
})

test('every call notes the choices that its response depends on, also where parts of responses are kept', async () => {
  const setup = { data: await randomWorld(3), choices: choicesOf('current') }
  const asked = deploymentRequests().map((requests) => requests.filter(({ t }) => /token|listbooking/.test(t)))
  const { calls } = readRecordings(await recordDeployment(setup, asked), productOf('service'))
  const played = await playerOf(calls, setup.data, resolveConfig({}))(setup.choices)
  const lists = played.filter(
    ({ call: { operation, ok, path } }) => ok && operation?.id === 'listBookings' && path['property_id'] === '1',
  )
  expect(lists.length).toBeGreaterThan(3)
  expect(lists.filter(({ reads }) => !reads.has('deposit_required_type'))).toEqual([])
})

test('calls of a session that was opened before the recording began are played, also without their bodies', async () => {
  const call = {
    startedDateTime: '2026-11-20T09:00:00Z',
    request: {
      method: 'GET',
      url: 'https://deployment.example/service/api/booking/prices',
      headers: [{ name: 'X-Service-Booking-Session-Id', value: 's1' }],
    },
    response: { status: 200, headers: [], content: { mimeType: 'application/json', size: 812 } },
  }
  const { calls } = readRecordings([JSON.stringify({ log: { version: '1.2', entries: [call] } })], productOf('service'))
  const setup = { data: await randomWorld(3), choices: choicesOf('current') }
  expect(await playerOf(calls, setup.data, resolveConfig({}))(setup.choices)).toHaveLength(1)
})

test('calls that other choices do not change keep their response, and are not played again', async () => {
  const data = await randomWorld(5)
  const choices = choicesOf('current')
  const requests = deploymentRequests().slice(0, 1)
  const { calls } = readRecordings(
    await recordDeployment({ choices: choicesOf('documented'), data }, requests),
    productOf('service'),
  )
  const playWith = playerOf(calls, data, resolveConfig({}))
  const before = await playWith(choices)
  const told = ({ call: _, reads, rows, ...rest }: Played) => ({ ...rest, ...rows, reads: [...reads].toSorted() })
  const kept: number[] = []
  for (const id of CHOICE_IDS.filter((_, index) => index % 6 === 0)) {
    const answer = Object.keys(choice(id).answers).find((one) => one !== choices[id]) ?? ''
    const other = choicesOf('current', { [id]: answer })
    const now = await playWith(other, { played: before, changed: [id] })
    expect(now.map(told)).toEqual((await playWith(other)).map(told))
    kept.push(now.filter((one, index) => one === before[index]).length)
  }
  expect(Math.min(...kept)).toBe(0)
  expect(Math.max(...kept)).toBeGreaterThan(before.length / 3)
})

test('a kept call that made rows in the recording leaves their ids out, also where it is refused now', async () => {
  const [data, choices] = [await randomWorld(5), choicesOf('documented')]
  const made = (percentage: string) => ({ m: 'POST', t: `/guesttypes/1/Adult/internal/3/1/0/${percentage}/1/4/0`, as: 'full' })
  const asked = [{ m: 'GET', t: '/guesttypes/1', as: 'full' }, made('10'), made('10'), made('10'), made('x')]
  const { calls } = readRecordings(await recordDeployment({ choices, data }, [asked]), productOf('service'))
  const ofCreation = calls.filter(({ operation }) => operation?.id === 'createGuestType')
  const withTarget = (call: Call | undefined, from: string, to: string): Call[] =>
    call
      ? [{ ...call, step: { ...call.step, asked: { ...call.step.asked, target: call.step.asked.target.replace(from, to) } } }]
      : []
  // Two calls were not recorded; of the others the first is refused now, and the second, which was refused, is accepted.
  const changed = [...withTarget(ofCreation[2], '/10/', '/x/'), ...withTarget(ofCreation[3], '/x/', '/10/')]
  const played = [...calls.filter((call) => !ofCreation.includes(call)), ...changed]
  const playWith = playerOf(played, data, resolveConfig({}))
  const before = await playWith(choices)
  const now = await playWith(choices, { played: before, changed: [] })
  expect(now.map(({ writes }) => writes)).toEqual(before.map(({ writes }) => writes))
  expect(now.at(-2)).toBe(before.at(-2))
})
