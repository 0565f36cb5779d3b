/** `understay calibrate`: finds the choices and the world of a deployment from recordings, or checks a newer recording. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { productOf } from '../../api/product.ts'
import { messageOf } from '../../base/caught-error.ts'
import { choicesOf } from '../../booking-contract/choices/choices.ts'
import { type CalibrationOptions, calibrate, EmptyRecording } from '../../calibration/calibrate.ts'
import { checkDrift, checkText } from '../../calibration/check.ts'
import { evidenceOf } from '../../calibration/evidence.ts'
import { CONFIG_NAME, calibrationFiles } from '../../calibration/files.ts'
import { readRecordings } from '../../calibration/recording.ts'
import { summaryText } from '../../calibration/report.ts'
import { itemsOf, valueAt } from '../../calibration/values.ts'
import { type Config, readVerbConfig } from '../../config/config.ts'
import { UsageError } from '../../config/usage-error.ts'
import { readFixtures } from '../../fixtures/source.ts'
import { HarError } from '../../replay/har.ts'
import { noCallsText } from '../../replay/note.ts'
import { readInput } from '../input-file.ts'
import { OutputError, writeOutput } from '../output-file.ts'
import { maskerOf } from '../personal-data.ts'
import { CALIBRATE_FLAGS } from '../verb-flags.ts'
import { readEvidence } from './evidence-file.ts'

const EXIT_DRIFT = 3

/** What is read, and how. */
interface Plan {
  readonly files: readonly string[]
  /** The recordings, masked. */
  readonly texts: readonly string[]
  readonly options: CalibrationOptions
  readonly report: string | undefined
}

/** Returns 0, or 3 when a check finds drift. @throws UsageError, OutputError */
export async function runCalibrate(args: readonly string[]): Promise<number> {
  const files: string[] = []
  const { config: given, own } = await readVerbConfig(args, process.env, {
    verb: 'calibrate',
    own: CALIBRATE_FLAGS,
    only: ['product', 'seed'],
    files,
  })
  const [out, check, report] = [own['out']?.at(-1), own['check']?.at(-1), own['report']?.at(-1)]
  if (files.length === 0) throw new UsageError('understay calibrate needs a recording: understay calibrate FILE.har --out FOLDER')
  if ((out === undefined) === (check === undefined))
    throw new UsageError('understay calibrate needs either --out FOLDER or --check FOLDER')
  const texts = files.map((file) => readInput(file))
  const before = check === undefined ? undefined : await configIn(check)
  const config = before && !own['product'] ? { ...given, product: before.product } : given
  try {
    const product = productOf(config.product)
    // Nothing is written for a recording that cannot be used.
    const { calls, skipped, hosts } = readRecordings(texts, product)
    if (calls.length === 0)
      throw new EmptyRecording(`no call of the interface was recorded: ${noCallsText(skipped, product.apiPath)}`)
    if (hosts.size > 1)
      process.stderr.write(
        `understay: the recordings are of ${[...hosts].join(' and ')}, taken for one deployment; if they are not, calibrate each alone\n`,
      )
    if (out !== undefined) makeFolder(out)
    const folder = out ?? check ?? '.'
    const masked = texts.map(maskerOf(own, product, folder))
    const plan = { files, texts: masked, options: { config, keepSecrets: own['keep-secrets'] !== undefined }, report }
    return before ? await checkRecording(plan, folder, before) : await writeCalibration(plan, folder)
  } catch (error) {
    if (error instanceof HarError || error instanceof EmptyRecording)
      throw new UsageError(`${files.join(', ')}: ${error.message}`)
    throw error
  }
}

/** The configuration that an earlier calibration wrote. */
const configIn = async (folder: string): Promise<Config> =>
  (await readVerbConfig(['--config', join(folder, CONFIG_NAME)], {}, { verb: 'calibrate' })).config

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw new OutputError(`--out: ${messageOf(error)}`)
  }
}

async function writeCalibration({ files, texts, options, report }: Plan, out: string): Promise<number> {
  const found = await calibrate(texts, options)
  const evidence = evidenceOf(found, files)
  for (const [name, text] of Object.entries(calibrationFiles(found, evidence, options.config.product)))
    writeOutput('--out', join(out, name), text)
  if (report !== undefined) writeOutput('--report', report, `${JSON.stringify(evidence, null, 2)}\n`)
  process.stdout.write(
    `${summaryText(evidence)}written to ${out}; start it with: understay start --config ${join(out, CONFIG_NAME)}\n`,
  )
  return 0
}

async function checkRecording({ texts, options, report }: Plan, folder: string, before: Config): Promise<number> {
  const { sources } = await readFixtures(before.fixtures)
  const evidence = readEvidence(folder, '--check')
  const result = await checkDrift(
    texts,
    {
      choices: choicesOf(before.profile, before.choices),
      data: sources[0]?.[0]?.data ?? {},
      assumed: itemsOf(valueAt(evidence, 'choices')).flatMap(([, { id, state }]) =>
        state === 'not exercised' ? [String(id)] : [],
      ),
      known: [valueAt(evidence, 'known') ?? []].flat().map(String),
    },
    options,
  )
  if (report !== undefined) writeOutput('--report', report, `${JSON.stringify(result, null, 2)}\n`)
  process.stdout.write(checkText(result))
  return result.drifts.length + result.shapes.length > 0 ? EXIT_DRIFT : 0
}
