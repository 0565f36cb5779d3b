/** `understay calibrate`: finds the choices and the world of a deployment from recordings, or checks a newer recording. */
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { productOf } from '../../api/product.ts'
import { choicesOf } from '../../booking-contract/choices/choices.ts'
import { type Calibration, calibrate, EmptyRecording } from '../../calibration/calibrate.ts'
import { checkDrift, checkText } from '../../calibration/check.ts'
import { evidenceOf } from '../../calibration/evidence.ts'
import { CONFIG_NAME, calibrationFiles, EVIDENCE_NAME } from '../../calibration/files.ts'
import { summaryText } from '../../calibration/report.ts'
import { type Config, readVerbConfig } from '../../config/config.ts'
import { UsageError } from '../../config/usage-error.ts'
import { readFixtures } from '../../fixtures/source.ts'
import { HarError, readHar } from '../../replay/har.ts'
import { readInput } from '../input-file.ts'
import { OutputError, writeOutput } from '../output-file.ts'
import { maskerOf } from '../personal-data.ts'
import { CALIBRATE_FLAGS } from '../verb-flags.ts'

const EXIT_DRIFT = 3

interface Plan {
  readonly files: readonly string[]
  readonly out: string | undefined
  readonly check: string | undefined
  readonly report: string | undefined
  readonly keepSecrets: boolean
  /** Masks personal data. */
  readonly masked: (har: string) => string
  readonly config: Config
}

/** Returns 0, or 3 when a check finds drift. @throws UsageError, OutputError */
export async function runCalibrate(args: readonly string[]): Promise<number> {
  const plan = await readPlan(args)
  const texts = plan.files.map((file) => readInput(file))
  try {
    for (const text of texts) readHar(text)
    if (plan.out !== undefined) makeFolder(plan.out)
    const masked = texts.map(plan.masked)
    return plan.check === undefined ? await writeCalibration(plan, masked) : await checkRecording(plan, plan.check, masked)
  } catch (error) {
    if (error instanceof HarError || error instanceof EmptyRecording)
      throw new UsageError(`${plan.files.join(', ')}: ${error.message}`)
    throw error
  }
}

async function readPlan(args: readonly string[]): Promise<Plan> {
  const files: string[] = []
  const { config, own } = await readVerbConfig(args, process.env, {
    verb: 'calibrate',
    own: CALIBRATE_FLAGS,
    only: ['product', 'seed'],
    files,
  })
  const [out, check] = [own['out']?.at(-1), own['check']?.at(-1)]
  if (files.length === 0) throw new UsageError('understay calibrate needs a recording: understay calibrate FILE.har --out FOLDER')
  if ((out === undefined) === (check === undefined))
    throw new UsageError('understay calibrate needs either --out FOLDER or --check FOLDER')
  const keepSecrets = own['keep-secrets'] !== undefined
  const masked = maskerOf(own, productOf(config.product), out ?? check ?? '.')
  return { files, out, check, report: own['report']?.at(-1), keepSecrets, masked, config }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw new OutputError(`--out: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function writeCalibration(
  { files, out = '.', keepSecrets, config, report }: Plan,
  texts: readonly string[],
): Promise<number> {
  const found: Calibration = await calibrate(texts, { config, keepSecrets })
  const evidence = evidenceOf(found, files)
  for (const [name, text] of Object.entries(calibrationFiles(found, evidence, config.product)))
    writeOutput('--out', join(out, name), text)
  if (report !== undefined) writeOutput('--report', report, `${JSON.stringify(evidence, null, 2)}\n`)
  process.stdout.write(
    `${summaryText(evidence)}written to ${out}; start it with: understay start --config ${join(out, CONFIG_NAME)}\n`,
  )
  return 0
}

async function checkRecording({ keepSecrets, config, report }: Plan, folder: string, texts: readonly string[]): Promise<number> {
  const file = join(folder, CONFIG_NAME)
  const before = (await readVerbConfig(['--config', file], {}, { verb: 'calibrate' })).config
  const { sources } = await readFixtures(before.fixtures)
  const data = sources[0]?.files[0]?.data ?? {}
  const evidence: unknown = readEvidence(join(dirname(file), EVIDENCE_NAME))
  const result = await checkDrift(
    texts,
    { choices: choicesOf(before.profile, before.choices), data, known: knownIn(evidence) },
    { config: { ...config, product: before.product }, keepSecrets },
  )
  if (report !== undefined) writeOutput('--report', report, `${JSON.stringify(result, null, 2)}\n`)
  process.stdout.write(checkText(result))
  return result.drifts.length + result.shapes.length > 0 ? EXIT_DRIFT : 0
}

function readEvidence(file: string): unknown {
  try {
    return JSON.parse(readInput(file, '--check'))
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`--check: ${file} is not JSON: write it again with --out`)
    throw error
  }
}

/** The known differences in `calibration.json`. */
function knownIn(evidence: unknown): readonly string[] {
  const known = typeof evidence === 'object' && evidence !== null && 'known' in evidence ? evidence.known : undefined
  return Array.isArray(known) ? known.filter((text) => typeof text === 'string') : []
}
