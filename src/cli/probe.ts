/** `understay probe`: asks a deployment what calibration needs, by reads only, one call after the other. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Product, productOf } from '../api/product.ts'
import { dayOfInstant } from '../base/instant.ts'
import { isJsonMap } from '../base/json-map.ts'
import { EVIDENCE_NAME } from '../calibration/files.ts'
import { type ProbeCall, ProbeCalls, tokenIn } from '../calibration/probe-calls.ts'
import { type FlagValues, parseFlags } from '../config/flags.ts'
import { settingOf } from '../config/settings.ts'
import { UsageError } from '../config/usage-error.ts'
import type { Entry } from '../journal/entry.ts'
import { recordOf, type SecretsSeen } from '../recording/recorded-entry.ts'
import { readJson } from '../replay/json-text.ts'
import { realNow } from '../simulation/clock.ts'
import { writeOutput } from './output-file.ts'
import { maskerOf } from './personal-data.ts'
import { readUpstream, recordingText } from './record.ts'
import { PROBE_FLAGS, PROBE_SCOPE } from './verb-flags.ts'

const SECRET_VARIABLE = 'UNDERSTAY_PROBE_SECRET'
const TIMEOUT_MS = 60_000

/** The deployment did not let the probe go on. The file has what was asked before. */
class Stopped extends Error {}

/** Returns 0, or 1 when the deployment refused to go on. @throws UsageError, OutputError */
export async function runProbe(args: readonly string[]): Promise<number> {
  const flags = parseFlags(args, PROBE_FLAGS, 'probe')
  const folder = flags['plan']?.at(-1)
  if (folder !== undefined) return printPlan(folder)
  const product = productOf(flags['product']?.at(-1) ?? settingOf('product').default)
  const upstream = readUpstream(flags['upstream']?.at(-1), 'probe')
  const client = flags['client']?.at(-1)
  const secret = process.env[SECRET_VARIABLE]
  if (client === undefined) throw new UsageError('understay probe needs the client to ask for a token: --client ID')
  if (!secret) throw new UsageError(`understay probe needs the secret of ${client} in the variable ${SECRET_VARIABLE}`)
  const [rate, limit] = [positive(flags, 'rate', 1), positive(flags, 'calls', 300)]
  const output = flags['output']?.at(-1) ?? 'probe.har'
  const masked = maskerOf(flags, product, dirname(output))
  // Fail before the calls if the file cannot be written.
  writeOutput('--output', output, '', 'append')
  const probe = new Probe(upstream, product)
  let stopped: string | undefined
  try {
    await probe.run({ client, secret, scope: flags['scope']?.at(-1) ?? PROBE_SCOPE, pauseMs: 1000 / rate, limit })
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    stopped = error.message
  }
  writeOutput('--output', output, masked(recordingText(probe, upstream, product)))
  const calls = `${probe.entries.length} call${probe.entries.length === 1 ? '' : 's'}`
  process.stderr.write(`understay: ${calls} to ${upstream} in ${output}; understay calibrate ${output} --out twin reads it\n`)
  if (stopped !== undefined) process.stderr.write(`understay: stopped: ${stopped}\n`)
  return stopped === undefined ? 0 : 1
}

function positive(flags: FlagValues, name: string, otherwise: number): number {
  const text = flags[name]?.at(-1)
  const value = text === undefined ? otherwise : Number(text)
  if (!(value > 0) || value > 1e6) throw new UsageError(`--${name}: "${text}" is not a number above 0`)
  return value
}

interface Course {
  readonly client: string
  readonly secret: string
  readonly scope: string
  readonly pauseMs: number
  readonly limit: number
}

/** The calls of a probe, recorded. */
class Probe {
  readonly entries: Entry[] = []
  readonly secrets: SecretsSeen = new Set()
  readonly #upstream: string
  readonly #product: Product

  constructor(upstream: string, product: Product) {
    this.#upstream = upstream
    this.#product = product
  }

  /** @throws Stopped */
  async run({ client, secret, scope, pauseMs, limit }: Course): Promise<void> {
    this.secrets.add(secret)
    const form = { grant_type: 'client_credentials', client_id: client, client_secret: secret, scope }
    const token = tokenIn(await this.#send('POST', '/oauth/token', new URLSearchParams(form).toString()))
    if (token === undefined) throw new Stopped(`${client} was given no token; the response is in the file`)
    const calls = new ProbeCalls(dayOfInstant(realNow()))
    for (let call = calls.next(); call !== undefined && this.entries.length < limit; call = calls.next()) {
      await wait(pauseMs)
      calls.learn(call, await this.#read(call, token))
    }
  }

  #read({ operation, target }: ProbeCall, token: string): Promise<unknown> {
    return this.#send('GET', target, undefined, operation.scope === undefined ? {} : { authorization: `Bearer ${token}` })
  }

  /** Sends one request and records it. @throws Stopped for 429, 5xx and no response */
  async #send(method: 'GET' | 'POST', target: string, form?: string, sent: Record<string, string> = {}): Promise<unknown> {
    const at = realNow()
    const headers = form === undefined ? sent : { ...sent, 'content-type': 'application/x-www-form-urlencoded' }
    const path = `${this.#product.apiPath}${target}`
    let answer: Response
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      answer = await fetch(`${this.#upstream}${path}`, {
        method,
        headers,
        redirect: 'manual',
        signal,
        ...(form !== undefined && { body: form }),
      })
    } catch (error) {
      throw new Stopped(`${method} ${path}: ${error instanceof Error ? error.message : String(error)}`)
    }
    const text = Buffer.from(await answer.arrayBuffer())
    const body = Buffer.from(form ?? '')
    const exchange = { at, ms: realNow() - at, method, target: path, headers, body, answer, text, whole: true }
    const record = recordOf(exchange, this.#product, this.secrets)
    record.id = this.entries.length + 1
    this.entries.push(record.entry())
    if (answer.status === 429 || answer.status >= 500) throw new Stopped(`${method} ${path} was answered ${answer.status}`)
    const read = readJson(text.toString('utf8'))
    return 'value' in read ? read.value : undefined
  }
}

/** Prints the calls that would decide open choices, for a person to make. */
function printPlan(folder: string): number {
  const file = join(folder, EVIDENCE_NAME)
  let evidence: unknown
  try {
    evidence = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`--plan: ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
  const choices = isJsonMap(evidence) && Array.isArray(evidence['choices']) ? evidence['choices'] : []
  const decides = new Map<string, string[]>()
  for (const choice of choices.filter(isJsonMap)) {
    const calls = Array.isArray(choice['wouldDecide']) ? choice['wouldDecide'].filter(isJsonMap) : []
    for (const { method, path, writes } of calls) {
      const line = `${writes === true ? 'write' : 'read '} ${String(method)} ${String(path)}`
      decides.set(line, [...(decides.get(line) ?? []), String(choice['id'])])
    }
  }
  const lines = [...decides].sort(
    ([one, by], [other, also]) => one.slice(0, 5).localeCompare(other.slice(0, 5)) || also.length - by.length,
  )
  for (const [line, ids] of lines) process.stdout.write(`${line}  (${ids.join(', ')})\n`)
  process.stderr.write(
    `understay: ${lines.length} calls would decide open choices; none was made. Record them with understay record\n`,
  )
  return 0
}
