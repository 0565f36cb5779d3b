/** `understay probe`: asks a deployment what calibration needs, by reads only, one call after the other. */
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { productOf } from '../api/product.ts'
import { countText } from '../base/count-text.ts'
import { groupBy } from '../base/group-by.ts'
import { dayOfInstant } from '../base/instant.ts'
import { URLENCODED } from '../base/media-type.ts'
import { parsedJson } from '../base/parsed-json.ts'
import { probeCalls } from '../calibration/probe-calls.ts'
import { textOf, valueAt } from '../calibration/values.ts'
import { UsageError } from '../config/usage-error.ts'
import type { Entry } from '../journal/entry.ts'
import { recordedEntry } from '../recording/recorded-entry.ts'
import { Secrets } from '../replay/secrets.ts'
import { realNow } from '../simulation/clock.ts'
import { connectionProblem } from './address.ts'
import { readEvidence } from './calibrate/evidence-file.ts'
import { requireRecordingFile, writeRecordingFile } from './output-file.ts'
import { readyMaskerOf } from './personal-data.ts'
import { readUpstream, recordingTexts } from './record.ts'
import { Interrupts } from './signals.ts'
import { tell } from './tell.ts'
import { PROBE_SCOPE, readVerb } from './verb-flags.ts'

const SECRET_VARIABLE = 'UNDERSTAY_PROBE_SECRET'
const TIMEOUT_MS = 60_000

/** The deployment did not let the probe go on. The file has what was asked before. */
class Stopped extends Error {}

/** Returns 0, or 1 when the deployment refused to go on. @throws UsageError, UserError */
export async function runProbe(args: readonly string[]): Promise<number> {
  const read = await readVerb('probe', args)
  const { own, flag } = read
  const folder = flag('plan')
  if (folder !== undefined) {
    const others = Object.keys(own).filter((name) => name !== 'plan')
    if (others.length > 0) throw new UsageError(`--plan makes no call, and takes no --${others.join(', --')}`)
    return printPlan(folder)
  }
  const plan = readPlan(read)
  const { upstream, product } = plan
  const output = flag('output') ?? 'probe.har'
  requireRecordingFile('--output', output)
  const masked = readyMaskerOf(own, product, dirname(output))
  const interrupts = new Interrupts()
  const interrupted = new AbortController()
  interrupts.passTo((signal) => interrupted.abort(new Stopped(signal)))
  const { stopped, ...calls } = await probe(plan, interrupted.signal).finally(() => interrupts.end())
  if (stopped !== undefined) tell(`stopped: ${calls.secrets.masked(stopped)}`)
  if (calls.entries.length === 0) {
    tell(`no call was answered; nothing was written to ${output}`)
    return 1
  }
  writeRecordingFile('--output', output, () => recordingTexts(calls, upstream, product, masked))
  // A request for a token alone shows nothing of the deployment.
  const advice = calls.entries.length > 1 ? `; understay calibrate ${output} --out twin reads it` : ''
  tell(`${countText(calls.entries.length, 'call')} to ${upstream} in ${output}${advice}`)
  return stopped === undefined ? 0 : 1
}

/** Whom to ask, as which client, and how many calls. @throws UsageError */
function readPlan({ config, flag }: Awaited<ReturnType<typeof readVerb>>) {
  const client = flag('client')
  const secret = process.env[SECRET_VARIABLE]
  const product = productOf(config.product)
  const upstream = readUpstream(flag('upstream'), 'probe', product)
  if (client === undefined) throw new UsageError('understay probe needs the client to ask for a token: --client ID')
  if (!secret) throw new UsageError(`understay probe needs the secret of ${client} in the variable ${SECRET_VARIABLE}`)
  return {
    upstream,
    product,
    client,
    secret,
    scope: flag('scope') ?? PROBE_SCOPE,
    pauseMs: 1000 / positive('rate', flag('rate') ?? '1'),
    limit: positive('calls', flag('calls') ?? '300', 'whole '),
  }
}

function positive(name: string, text: string, kind: '' | 'whole ' = ''): number {
  const value = Number(text)
  const isKind = kind === '' || Number.isInteger(value)
  if (!isKind || !(value > 0) || value > 1e6)
    throw new UsageError(`--${name}: "${text}" is not a ${kind}number above 0, up to 1000000`)
  return value
}

/** Asks for a token, and then every read. @param signal stops it @returns the calls, and why they stopped early */
async function probe(plan: ReturnType<typeof readPlan>, signal: AbortSignal) {
  const { upstream, product, client, secret, scope, pauseMs, limit } = plan
  const entries: Entry[] = []
  const secrets = new Secrets({ inSentences: false })
  secrets.add(secret)
  /** Sends one request and records it. @throws Stopped for 429, 5xx and no complete response */
  async function send(method: 'GET' | 'POST', target: string, headers: Record<string, string>, form?: string): Promise<unknown> {
    const at = realNow()
    const path = `${product.apiPath}${target}`
    const stop = (error: unknown): never => {
      signal.throwIfAborted()
      throw new Stopped(`${method} ${path}: ${connectionProblem(error)}`)
    }
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    const sent = { method, headers, body: form ?? null, redirect: 'manual', signal: limit } as const
    const answer = await fetch(`${upstream}${path}`, sent).catch(stop)
    const text = Buffer.from(await answer.arrayBuffer().catch(stop))
    const body = Buffer.from(form ?? '')
    const exchange = { at, ms: realNow() - at, method, target: path, headers, body, answer, text, whole: true }
    entries.push({ ...(await recordedEntry(exchange, product, secrets)), id: entries.length + 1 })
    if (answer.status === 429 || answer.status >= 500) throw new Stopped(`${method} ${path} was answered ${answer.status}`)
    return parsedJson(text.toString('utf8'))
  }
  let stopped: string | undefined
  try {
    const form = { grant_type: 'client_credentials', client_id: client, client_secret: secret, scope }
    const granted = await send('POST', '/oauth/token', { 'content-type': URLENCODED }, new URLSearchParams(form).toString())
    const token = textOf(valueAt(granted, 'access_token'))
    if (token === undefined) {
      const to = entries[0]?.responseHeaders?.['location']?.split('?')[0]
      if (to !== undefined) throw new Stopped(`the token request was redirected to ${to}: is that the --upstream?`)
      const said = textOf(valueAt(granted, 'error_description') ?? valueAt(granted, 'error')) ?? 'no reason'
      throw new Stopped(
        `${client} was given no token, but ${entries[0]?.status} (${said}): is ${SECRET_VARIABLE} its secret, and may it have --scope ${scope}? The response is in the file`,
      )
    }
    const calls = probeCalls(dayOfInstant(realNow()))
    let body: unknown
    for (let { value: read } = calls.next(); read && entries.length < limit; { value: read } = calls.next(body)) {
      await wait(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted())
      const headers = read.operation.scope === undefined ? {} : { authorization: `Bearer ${token}` }
      body = await send('GET', read.target, headers)
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    stopped = error.message
  }
  return { entries, secrets, stopped }
}

/** Prints the calls that would decide open choices, for a person to make. */
function printPlan(folder: string): number {
  const calls = readEvidence(folder, '--plan').choices.flatMap(({ id, wouldDecide = [] }) =>
    wouldDecide.map(({ method, path, writes }) => ({ id, line: `${writes ? 'write' : 'read '} ${method} ${path}` })),
  )
  const lines = [...groupBy(calls, ({ line }) => line)].sort(
    ([one, by], [other, also]) => one.slice(0, 5).localeCompare(other.slice(0, 5)) || also.length - by.length,
  )
  for (const [line, by] of lines) process.stdout.write(`${line}  (${by.map(({ id }) => id).join(', ')})\n`)
  tell(`${lines.length} calls would decide open choices; none was made. Record them with understay record`)
  return 0
}
