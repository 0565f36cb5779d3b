/**
 * The trial of `understay calibrate`: deployments with random choices and worlds, recordings, drift, masking, cost.
 *
 *   npm run calibrate:trial                      20 seeds
 *   npm run calibrate:trial -- 4                 4 seeds
 *   npm run calibrate:trial -- 4 a.har b.har     and figure 2, by recordings of a deployment
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { productOf } from '../src/api/product.ts'
import { CHOICE_IDS, type ChoiceId, type Choices, choice, choicesOf } from '../src/booking-contract/choices/choices.ts'
import { type Calibration, calibrateCalls, playerOf } from '../src/calibration/calibrate.ts'
import { checkDrift } from '../src/calibration/check.ts'
import { maskedRecording } from '../src/calibration/masking/masked-recording.ts'
import type { Played } from '../src/calibration/play.ts'
import { type Call, readRecordings } from '../src/calibration/recording.ts'
import { shapeDifferences, shapeText } from '../src/calibration/shapes.ts'
import { resolveConfig } from '../src/config/config.ts'
import type { FixtureData } from '../src/fixtures/fixture-set.ts'
import { randomChoices, randomWorld, recordDeployment } from '../test/calibration/deployment.ts'
import { plantedRecording } from '../test/calibration/planted.ts'

const [seedsText = '20', ...files] = process.argv.slice(2)
const SEEDS = Number(seedsText)
/** Seeds whose exercised choices are flipped one by one. */
const DRIFT_SEEDS = Math.min(2, SEEDS)
const options = { config: resolveConfig({}), keepSecrets: true }
const product = productOf('service')
const MASK_KEY = 'the key of a trial, long enough for one'

const share = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`
const print = (text: string): boolean => process.stdout.write(`${text}\n`)

/** What each read asks: the client, the operation and the values of its path without the language. */
const readOf = ({ client, operation, path }: Call): string =>
  `${client} ${operation?.id} ${JSON.stringify(Object.entries(path).filter(([name]) => name !== 'language'))}`

/**
 * Splits calls in halves: a session, or a path, is never divided. Requests for tokens, and the first reading of each list and
 * detail by each client, are in both: they show the rows, as a probe would.
 */
function halvesOf(calls: readonly Call[], seed: number): readonly [readonly Call[], readonly Call[]] {
  const side = (call: Call): number => {
    const key = call.session ?? call.step.asked.target.split('?', 1)[0]?.replace(/\/$/, '') ?? ''
    let hash = seed * 7919 + 17
    for (const character of key) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
    return hash % 2
  }
  const seen = new Set<string>()
  const both = new Set<Call>()
  for (const call of calls) {
    const { operation, ok, step } = call
    const reads = ok && operation && !operation.session && step.exchange.request.method === 'GET' && !seen.has(readOf(call))
    if (reads) seen.add(readOf(call))
    if (reads || operation?.id === 'requestToken') both.add(call)
  }
  return [calls.filter((call) => both.has(call) || side(call) === 0), calls.filter((call) => both.has(call) || side(call) === 1)]
}

/** The share of the calls outside the learned ones that a world and choices answer equally. */
async function heldShare(calls: readonly Call[], learned: readonly Call[], found: Pick<Calibration, 'world' | 'solution'>) {
  const inside = new Set(learned.map(({ number }) => number))
  const held = (await playerOf(calls, found.world.data, options.config)(found.solution.choices)).filter(
    ({ call }) => !inside.has(call.number),
  )
  return { held, equal: held.filter(({ cost }) => cost === 0).length }
}

/** The choices of which another answer changes an answer of the deployment itself. */
async function exercisedBy(calls: readonly Call[], data: FixtureData, choices: Choices): Promise<readonly ChoiceId[]> {
  const signature = (played: readonly Played[]): readonly string[] => played.map(({ text }) => text)
  const play = playerOf(calls, data, options.config)
  const before = signature(await play(choices))
  const found: ChoiceId[] = []
  for (const id of CHOICE_IDS)
    for (const answer of Object.keys(choice(id).answers)) {
      if (answer === choices[id] || found.includes(id)) continue
      const after = signature(await play(choicesOf('documented', { ...choices, [id]: answer })))
      if (after.some((text, index) => text !== before[index])) found.push(id)
    }
  return found
}

const failures: string[] = []
/** Notes a figure below its bound: the trial fails at its end. */
function check(what: string, value: number, bound: number): void {
  if (value < bound) failures.push(`${what}: ${value.toFixed(3)}, at least ${bound} is wanted`)
}

const totals = { decided: 0, wrong: 0, exercised: 0, found: 0, kept: 0, equal: 0, replays: 0, seconds: 0, calls: 0 }
for (let seed = 1; seed <= SEEDS; seed++) {
  const deployment = { choices: randomChoices(seed), data: await randomWorld(seed) }
  const { calls } = readRecordings(await recordDeployment(deployment), product)
  const [learned] = halvesOf(calls, seed)
  const begin = process.cpuUsage()
  const { world, solution } = await calibrateCalls(learned, options)
  const used = process.cpuUsage(begin)
  const exercised = await exercisedBy(learned, deployment.data, deployment.choices)
  const decided = solution.evidence.filter(({ state }) => state === 'decided')
  const wrong = decided.filter(({ id, answer }) => answer !== deployment.choices[id])
  const found = decided.filter(({ id, answer }) => exercised.includes(id) && answer === deployment.choices[id])
  const { held, equal } = await heldShare(calls, learned, { world, solution })
  const seconds = (used.user + used.system) / 1e6
  totals.decided += decided.length
  totals.wrong += wrong.length
  totals.exercised += exercised.length
  totals.found += found.length
  totals.kept += held.length
  totals.equal += equal
  totals.replays = Math.max(totals.replays, solution.replays)
  totals.seconds = Math.max(totals.seconds, seconds)
  totals.calls = Math.max(totals.calls, learned.length)
  const missed = exercised.filter((id) => !found.some((one) => one.id === id))
  print(
    `seed ${seed}: ${decided.length} decided, ${wrong.length} wrong (${wrong.map(({ id }) => id).join(', ')}), ${found.length} of ${exercised.length} exercised found (missed ${missed.join(', ')}), kept ${share(equal, held.length)}, ${solution.replays} replays, ${seconds.toFixed(0)} s`,
  )
  if (process.env['TRIAL_DETAILS'])
    for (const { call, cost, differences } of held)
      if (cost > 0)
        print(
          `  #${call.number} ${call.step.exchange.request.method} ${call.step.asked.target.slice(0, 70)}: ${JSON.stringify(differences.slice(0, 2)).slice(0, 300)}`,
        )
}
print(
  `1. decided ${totals.decided}, wrong ${totals.wrong}; exercised and decided ${share(totals.found, totals.exercised)}; other half equal ${share(totals.equal, totals.kept)}`,
)

check('no choice decided wrong', -totals.wrong, 0)
check('exercised and decided', totals.found / totals.exercised, 0.95)
check('equal of the other half', totals.equal / totals.kept, 0.9)

if (files.length === 0) print('2. skipped: no recordings were named; npm run calibrate:trial -- 20 FILE.har ...')
else {
  const { calls } = readRecordings(
    files.map((file) => readFileSync(file, 'utf8')),
    product,
  )
  const all = await calibrateCalls(calls, options)
  print(
    `2. learned from all ${calls.length} calls: ${share(all.solution.played.filter(({ cost }) => cost === 0).length, calls.length)} equal, ${all.solution.replays} replays`,
  )
  const learnedShare = all.solution.played.filter(({ cost }) => cost === 0).length / calls.length
  check('equal of the recordings that were learned', learnedShare, 0.92)
  let [part, whole] = [0, 0]
  for (const seed of [1, 2]) {
    const [learned] = halvesOf(calls, seed)
    const { held, equal } = await heldShare(calls, learned, await calibrateCalls(learned, options))
    part += equal
    whole += held.length
    print(`   half ${seed}: learned from ${learned.length}, ${share(equal, held.length)} of ${held.length} others equal`)
  }
  check('equal of the recordings that were kept', part / whole, 0.88)
}

const first = { choices: randomChoices(1), data: await randomWorld(1) }
const plain = await recordDeployment(first)
const shares: number[] = []
for (const texts of [plain, plain.map((text) => maskedRecording(text, () => MASK_KEY, product))]) {
  const { calls } = readRecordings(texts, product)
  const [learned] = halvesOf(calls, 1)
  const { held, equal } = await heldShare(calls, learned, await calibrateCalls(learned, options))
  shares.push(equal / held.length)
}
const { har, words } = plantedRecording()
const after = maskedRecording(har, () => MASK_KEY, product)
const left = words.filter((word) => after.toLowerCase().includes(word.toLowerCase()))
print(
  `4. other half equal: ${shares.map((one) => share(one, 1)).join(' unmasked, ')} masked; ${left.length} of ${words.length} planted words left`,
)
check('no planted word left', -left.length, 0)
check('masked within one point of unmasked', 1 - Math.abs((shares[0] ?? 0) - (shares[1] ?? 1)), 0.99)

let drifted = 0
let named = 0
let alone = 0
for (let seed = 1; seed <= DRIFT_SEEDS; seed++) {
  const deployment = { choices: randomChoices(seed), data: await randomWorld(seed) }
  const { calls } = readRecordings(await recordDeployment(deployment), product)
  const { world, solution } = await calibrateCalls(calls, options)
  const known = shapeDifferences(solution.played).map(shapeText)
  const assumed = solution.evidence.filter(({ state }) => state !== 'decided').map(({ id }) => id)
  for (const id of await exercisedBy(calls, deployment.data, deployment.choices)) {
    // From a choice that was left undecided, with another answer, nothing can drift.
    if (solution.choices[id] !== deployment.choices[id]) continue
    const other = Object.keys(choice(id).answers).find((answer) => answer !== deployment.choices[id]) ?? ''
    const changed = { ...deployment, choices: choicesOf('documented', { ...deployment.choices, [id]: other }) }
    const { drifts } = await checkDrift(
      await recordDeployment(changed),
      { choices: solution.choices, data: world.data, assumed, known },
      options,
    )
    drifted++
    if (drifts.some((drift) => drift.id === id)) named++
    if (drifts.length === 1 && drifts[0]?.id === id) alone++
    else print(`   drift of ${id} in seed ${seed}: found ${drifts.map((drift) => drift.id).join(', ') || 'none'}`)
  }
}
print(`3. choices flipped ${drifted}: named ${share(named, drifted)}, alone ${share(alone, drifted)}`)
print(`5. at most ${totals.replays} replays and ${totals.seconds.toFixed(0)} s of processor time for ${totals.calls} calls`)
check('drift named', named / drifted, 0.95)
check('no other drift named', alone / drifted, 0.95)
check('replays', -totals.replays, -150)
check('processor time for 800 calls', (-totals.seconds * 800) / totals.calls, -240)
for (const failure of failures) print(`outside its bound: ${failure}`)
process.exitCode = failures.length > 0 ? 1 : 0
