/** `understay calibrate`: finds the choices and the world of a deployment from recordings, or checks a newer recording. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Product, productOf } from '../../api/product.ts'
import { orThrow } from '../../base/caught-error.ts'
import { countText } from '../../base/count-text.ts'
import { UserError } from '../../base/user-error.ts'
import { choicesOf } from '../../booking-contract/choices/choices.ts'
import { type CalibrationOptions, calibrate } from '../../calibration/calibrate.ts'
import { checkDrift, checkText } from '../../calibration/check.ts'
import { evidenceOf } from '../../calibration/evidence.ts'
import { CONFIG_NAME, calibrationFiles } from '../../calibration/files.ts'
import { readRecordings } from '../../calibration/recording.ts'
import { summaryText } from '../../calibration/report.ts'
import { type Config, readVerbConfig } from '../../config/config.ts'
import { readInput } from '../../config/input-file.ts'
import { UsageError } from '../../config/usage-error.ts'
import { readFixtures } from '../../fixtures/source.ts'
import { HarError, readRecording } from '../../replay/har.ts'
import { NO_AUTHORIZATION, noCallsText } from '../../replay/recording-messages.ts'
import { makeFolder } from '../../store/files/disk.ts'
import { screenBeside, writeOutput } from '../output-file.ts'
import { maskerOf } from '../personal-data.ts'
import { tell } from '../tell.ts'
import { readVerb } from '../verb-flags.ts'
import { readEvidence } from './evidence-file.ts'

const EXIT_DRIFT = 3

/** Returns 0, or 3 when a check finds drift. @throws UsageError, UserError */
export async function runCalibrate(args: readonly string[]): Promise<number> {
  const files: string[] = []
  const { own, flag, ...read } = await readVerb('calibrate', args, files)
  const [out, check, report] = [flag('out'), flag('check'), flag('report')]
  if (files.length === 0) throw new UsageError('understay calibrate needs a recording: understay calibrate FILE.har --out FOLDER')
  if ((out === undefined) === (check === undefined))
    throw new UsageError('understay calibrate needs either --out FOLDER or --check FOLDER')
  const texts = files.map((file) => readInput(file))
  const before = check === undefined ? undefined : await configIn(check)
  const config = before && !own['product'] ? { ...read.config, product: before.product } : read.config
  try {
    const product = productOf(config.product)
    // Nothing is written for a recording that cannot be used.
    requireUsable(texts, product, before !== undefined)
    if (out !== undefined) orThrow(UserError, `--out: cannot write to ${out}`, () => makeFolder(out))
    const folder = out ?? check ?? '.'
    const masked = texts.map(maskerOf(own, product, folder))
    const options = { config, keepSecrets: own['keep-secrets'] !== undefined }
    const { result, text, code } = before
      ? await checkRecordings(masked, options, before, folder)
      : await writeCalibration(masked, options, files, folder)
    if (report !== undefined) writeOutput('--report', report, `${JSON.stringify(result, null, 2)}\n`)
    screenBeside(report).write(text)
    return code
  } catch (error) {
    if (!(error instanceof HarError)) throw error
    const broken = files.find((_, index) => !isHar(texts[index] ?? '', productOf(config.product).apiPath))
    throw new UsageError(`${broken ?? files.join(', ')}: ${error.message}`)
  }
}

function isHar(text: string, apiPath: string): boolean {
  try {
    readRecording(text, apiPath)
    return true
  } catch {
    return false
  }
}

/** Tells what a recording lacks. @throws HarError */
function requireUsable(texts: readonly string[], product: Product, isCheck: boolean): void {
  const { calls, skipped, hosts, withoutToken } = readRecordings(texts, product)
  if (calls.length === 0) throw new HarError(`no call of the interface was recorded: ${noCallsText(skipped, product.apiPath)}`)
  const answered = calls.map(({ step }) => step.exchange.response).filter(({ status }) => status === 200)
  if (answered.length > 0 && answered.every(({ text }) => text === undefined))
    throw new HarError(
      "responses have no bodies, or compressed ones: save it with content (in Playwright, recordHar with content: 'embed')",
    )
  if (withoutToken > 0) {
    const text = `${NO_AUTHORIZATION}, so the client of ${countText(withoutToken, 'call')} is not known`
    if (isCheck) throw new HarError(`${text}: what differs may be no drift`)
    tell(`${text}; the one that asked for a token last is assumed`)
  }
  if (hosts.size > 1)
    tell(`the recordings are of ${[...hosts].join(' and ')}, taken for one deployment; if they are not, calibrate each alone`)
}

/** The configuration that an earlier calibration wrote. @throws UsageError when there is none */
async function configIn(folder: string): Promise<Config> {
  const file = join(folder, CONFIG_NAME)
  if (!existsSync(file)) throw new UsageError(`--check: there is no ${file}; name the folder that calibrate --out wrote`)
  return (await readVerbConfig(['--config', file], {}, { verb: 'calibrate' })).config
}

async function writeCalibration(texts: readonly string[], options: CalibrationOptions, files: readonly string[], out: string) {
  const found = await calibrate(texts, options)
  const result = evidenceOf(found, files)
  for (const [name, text] of Object.entries(calibrationFiles(found, result, options.config.product)))
    writeOutput('--out', join(out, name), text)
  const next = `written to ${out}; start it with: understay start --config ${join(out, CONFIG_NAME)}\n`
  return { result, text: `${summaryText(result)}${next}`, code: 0 }
}

async function checkRecordings(texts: readonly string[], options: CalibrationOptions, before: Config, folder: string) {
  const { sources } = await readFixtures(before.fixtures)
  const evidence = readEvidence(folder, '--check')
  const baseline = {
    choices: choicesOf(before.profile, before.choices),
    data: sources[0]?.[0]?.data ?? {},
    assumed: evidence.choices.filter(({ state }) => state !== 'decided').map(({ id }) => id),
    known: evidence.known ?? [],
  }
  const result = await checkDrift(texts, baseline, options)
  return { result, text: checkText(result), code: result.drifts.length + result.shapes.length > 0 ? EXIT_DRIFT : 0 }
}
