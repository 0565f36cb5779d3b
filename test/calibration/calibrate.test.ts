import { beforeAll, describe, expect, test } from 'vitest'
import { productOf } from '../../src/api/product.ts'
import { CHOICE_IDS, choice, choicesOf } from '../../src/booking-contract/choices/choices.ts'
import { type Calibration, calibrate, calibrateCalls } from '../../src/calibration/calibrate.ts'
import { checkDrift } from '../../src/calibration/check.ts'
import { evidenceOf } from '../../src/calibration/evidence.ts'
import { calibrationFiles } from '../../src/calibration/files.ts'
import { readRecordings } from '../../src/calibration/recording.ts'
import { worldOf } from '../../src/calibration/world.ts'
import { resolveConfig } from '../../src/config/config.ts'
import { HarError } from '../../src/replay/har.ts'
import { Randomness } from '../../src/simulation/randomness.ts'
import { deploymentRequests, randomChoices, randomWorld, recordDeployment } from './deployment.ts'

const options = { config: resolveConfig({}), keepSecrets: false }
/** The first run: reads and writes without sessions. */
const run = deploymentRequests().slice(0, 1)

describe('a deployment with random choices', () => {
  const choices = randomChoices(7)
  let texts: readonly string[]
  let found: Calibration
  beforeAll(async () => {
    texts = await recordDeployment({ choices, data: await randomWorld(7) }, run)
    found = await calibrate(texts, options)
  })

  test('no choice is decided wrong, and most are decided that the calls exercise', () => {
    const decided = found.solution.evidence.filter(({ state }) => state === 'decided')
    expect(decided.filter(({ id, answer }) => answer !== choices[id])).toEqual([])
    expect(decided.length).toBeGreaterThan(35)
    expect(found.solution.played.filter(({ cost }) => cost === 0).length).toBeGreaterThan(0.9 * found.solution.played.length)
    expect(found.solution.replays).toBeLessThanOrEqual(150)
  })

  test('no call reads all choices at once, which would keep them from being tried together', () => {
    expect(Math.max(...found.solution.played.map(({ reads }) => reads.size))).toBeLessThan(CHOICE_IDS.length / 2)
  })

  test('the files say what was decided by which calls, and name no secret of the recording', () => {
    const files = calibrationFiles(found, evidenceOf(found, ['run.har']), 'service')
    expect(Object.keys(files)).toEqual(['understay.config.yaml', 'world.yaml', 'calibration.json', 'calibration.md'])
    expect(files['calibration.json']).toContain('"by": [')
    expect(files['world.yaml']).toContain('full-secret')
    expect(Object.values(files).join('')).not.toContain('fullsecret')
  })

  test('a newer recording of the same deployment shows no drift; one choice that changed is named alone', async () => {
    const before = { choices: found.solution.choices, data: found.world.data, assumed: [], known: evidenceOf(found, []).known }
    expect(await checkDrift(texts, before, options)).toMatchObject({ drifts: [], shapes: [] })
    // The second one shows only in later lists of a row that a call wrote.
    for (const id of ['tariff_rate_text', 'guest_type_echo_only'] as const) {
      const now = Object.keys(choice(id).answers).find((answer) => answer !== choices[id]) ?? ''
      const changed = choicesOf('documented', { ...choices, [id]: now })
      const newer = await recordDeployment({ choices: changed, data: await randomWorld(7) }, run)
      const { drifts } = await checkDrift(newer, before, options)
      expect(drifts.map((one) => ({ id: one.id, now: one.now }))).toEqual([{ id, now }])
    }
  })

  test('any part of a recording gives a valid world', async () => {
    const { calls } = readRecordings(texts, productOf('service'))
    const chance = new Randomness(3).stream('split')
    for (let round = 0; round < 12; round++) {
      const part = calls.filter(() => chance.integer(0, 3) === 0)
      // makes the rows, which throws for an invalid world
      const { data } = await worldOf(part, { at: part[0]?.at ?? 0, keepSecrets: false })
      expect(Object.keys(data)).toContain('clients')
    }
  })
})

test('lists that lack rows of calls which were not learned decide no choice by the fields of other rows', async () => {
  const choices = randomChoices(3)
  const asked = run.map((requests) => requests.filter(({ t }) => /token|guesttypes/.test(t)))
  const { calls } = readRecordings(await recordDeployment({ choices, data: await randomWorld(3) }, asked), productOf('service'))
  const kept = /Adult\/internal|Child|guesttypes\/1\/[01]\/|publish|delete\/1/
  const learned = calls.filter(({ step }) => !kept.test(step.asked.target))
  const { evidence } = (await calibrateCalls(learned, options)).solution
  expect(evidence.filter(({ id, state, answer }) => state === 'decided' && answer !== choices[id])).toEqual([])
})

test('a recording without a call of the interface is refused', async () => {
  await expect(calibrateCalls([], options)).rejects.toThrow(new HarError('no call of the interface was recorded'))
})
