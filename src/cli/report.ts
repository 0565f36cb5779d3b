/**
 * `understay report`: what a running server has to say about its client.
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { type Config, readVerbConfig } from '../config.ts'
import { UsageError } from '../settings.ts'
import { serverAddress, silence } from './address.ts'
import { REPORT_FLAGS } from './verbs.ts'
import { type AskControl, hasPassed, REPORT_FORMATS, reportText } from './verdict.ts'

const FAILED = 3
const ANSWER_MS = 30_000

/** Prints a report, or writes it to a file; 0 when the client passed, 3 when it failed, 1 when nothing answers. */
export async function runReport(args: readonly string[]): Promise<number> {
  const { config, own } = await readVerbConfig(args, process.env, { verb: 'report', own: REPORT_FLAGS })
  const flag = (name: string): string | undefined => own[name]?.at(-1)
  const asked = flag('format') ?? 'md'
  const format = REPORT_FORMATS.find((known) => known === asked)
  if (!format) throw new UsageError(`--format: "${asked}" is not ${REPORT_FORMATS.join(', ')}`)
  const address = addressOf(serverAddress(flag('url'), process.env, config), flag('sandbox'))
  const ask = askAt(address, config)
  const seen = await Promise.all([reportText(ask, format), reportText(ask, 'json')]).catch((error: unknown) =>
    tellNoReport(address, error),
  )
  if (!seen) return 1
  const [text, json] = seen
  if (!tellReport(text, flag('output'))) return 1
  return hasPassed(json) ? 0 : FAILED
}

/** The address of a sandbox: what the flag names goes before what the address names. */
function addressOf(url: string, sandbox: string | undefined): string {
  if (sandbox === undefined) return url
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(sandbox))
    throw new UsageError(`--sandbox: "${sandbox}" is no sandbox name: lower-case letters, digits and hyphens, at most 63`)
  return `${url.replace(/\/@[^/]*$/, '')}${sandbox === 'default' ? '' : `/@${sandbox}`}`
}

const askAt =
  (address: string, { controlToken }: Config): AskControl =>
  (path) =>
    fetch(`${address}/_understay${path}`, {
      ...(controlToken !== undefined && { headers: { authorization: `Bearer ${controlToken}` } }),
      signal: AbortSignal.timeout(ANSWER_MS),
    })

/** A server that refuses says why itself; with the flag that helps. */
function tellNoReport(address: string, error: unknown): undefined {
  const reason = silence(error)
  const advice = reason.startsWith('token') ? '; give it with --control-token TOKEN or UNDERSTAY_CONTROL_TOKEN' : ''
  process.stderr.write(`understay: no report from ${address}: ${reason}${advice}\n`)
}

/** Prints it, or writes it to a file; false when that cannot be. */
function tellReport(text: string, file: string | undefined): boolean {
  const whole = `${text.trimEnd()}\n`
  if (file === undefined) {
    process.stdout.write(whole)
    return true
  }
  try {
    writeFileSync(file, whole)
    process.stdout.write(`written: ${file}\n`)
    return true
  } catch (error) {
    process.stderr.write(`understay: --output: ${error instanceof Error ? error.message : String(error)}\n`)
    return false
  }
}
