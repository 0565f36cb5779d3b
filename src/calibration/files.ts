/** The files of a calibration: configuration, world, evidence, report. */
import { stringify } from 'yaml'
import { isoInstant } from '../base/instant.ts'
import { choice } from '../booking-contract/choices/choices.ts'
import { fixtureFileText } from '../fixtures/write/fixtures.ts'
import type { Calibration } from './calibrate.ts'
import type { Evidence } from './evidence.ts'
import { reportMarkdown } from './report.ts'

export const CONFIG_NAME = 'understay.config.yaml'
export const EVIDENCE_NAME = 'calibration.json'
const WORLD_NAME = 'world.yaml'

/** The files by name. @param product the product word, if it is not the default one */
export function calibrationFiles(found: Calibration, evidence: Evidence, product: string): Readonly<Record<string, string>> {
  return {
    [CONFIG_NAME]: configText(found, product),
    [WORLD_NAME]: worldText(found),
    [EVIDENCE_NAME]: `${JSON.stringify(evidence, null, 2)}\n`,
    'calibration.md': reportMarkdown(evidence),
  }
}

function configText({ at, solution }: Calibration, product: string): string {
  const { profile, evidence } = solution
  const named = evidence.filter(({ id, state, answer }) => state === 'decided' || answer !== choice(id)[profile])
  const settings = {
    profile,
    ...(product !== 'service' && { product }),
    at: isoInstant(at),
    fixtures: [WORLD_NAME],
    ...(named.length > 0 && { choices: Object.fromEntries(named.map(({ id, answer }) => [id, answer])) }),
  }
  const head = [
    'Written by understay calibrate; calibration.json says by which calls each choice was decided.',
    'Use it with --config, in another folder as well: the fixtures are read from beside this file.',
  ]
  return `${head.map((line) => `# ${line}\n`).join('')}${stringify(settings)}`
}

function worldText({ world, at }: Calibration): string {
  const assumed = world.rows.filter((row) => row.read === null).length
  return fixtureFileText(world.data, [
    `Written by understay calibrate: the world at ${isoInstant(at)}, as far as the recorded calls show it.`,
    `${world.rows.length - assumed} rows were read, ${assumed} are assumed; calibration.json names them.`,
    'Secrets: each client has CLIENT-secret, unless --keep-secrets was given.',
  ])
}
