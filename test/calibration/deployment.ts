/**
 * A deployment to calibrate by: an Understay with its own choices and world, that answers a list of requests.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { CHOICE_IDS, type ChoiceId, type Choices, choice, choicesOf } from '../../src/booking-contract/choices/choices.ts'
import { resolveConfig } from '../../src/config/config.ts'
import type { FixtureData, FixtureRow } from '../../src/fixtures/fixture-set.ts'
import { readFixtures } from '../../src/fixtures/source.ts'
import { openLog } from '../../src/server/log.ts'
import { templateOf } from '../../src/server/sandbox-templates.ts'
import { startInProcess } from '../../src/server/start.ts'
import { Randomness } from '../../src/simulation/randomness.ts'

/** One request: method, target, body and its type, the client whose token it sends, session, other headers. */
interface Asked {
  readonly m: string
  readonly t: string
  readonly body?: string
  readonly type?: string
  readonly as?: string | undefined
  readonly auth?: string
  readonly s?: string
  readonly h?: Readonly<Record<string, string>>
}

const FORM = 'application/x-www-form-urlencoded'
const BEGIN = Date.parse('2026-11-20T15:04:00Z')

/** The requests of two runs; each begins with the same world. */
export function deploymentRequests(): readonly (readonly Asked[])[] {
  const runs: Asked[][] = []
  for (const line of readFileSync(new URL('./requests.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')) {
    if (line.startsWith('#')) runs.push([])
    else runs.at(-1)?.push(JSON.parse(line) as Asked)
  }
  return runs
}

export interface Deployment {
  readonly choices: Choices
  readonly data: FixtureData
}

const rowsOf = (data: FixtureRow, list: string): readonly FixtureRow[] => {
  const rows = data[list]
  return Array.isArray(rows) ? rows : []
}

/** Choices drawn by a seed: of each choice any answer. */
export function randomChoices(seed: number): Choices {
  const chance = new Randomness(seed)
  const answers = CHOICE_IDS.map((id): [ChoiceId, string] => {
    const all = Object.keys(choice(id).answers)
    return [id, all[chance.stream('choice', id).integer(0, all.length - 1)] ?? '']
  })
  // The requests have no such header: a deployment that wants it would refuse all of them.
  return choicesOf('documented', { ...Object.fromEntries(answers), channel_name: 'optional' })
}

/** A world drawn by a seed, with the ids that the requests name. */
export async function randomWorld(seed: number): Promise<FixtureData> {
  const { sources } = await readFixtures(['reference-world'])
  const data = sources[0]?.[0]?.data ?? {}
  const stream = new Randomness(seed).stream('deployment', 'world')
  const pick = (words: readonly string[]): string => words[stream.integer(0, words.length - 1)] ?? ''
  const within = (low: number, high: number): number => stream.integer(low, high)
  return {
    ...data,
    properties: rowsOf(data, 'properties').map((row) => ({
      ...row,
      name: `${pick(['Hotel', 'House', 'Inn'])} ${pick(['Valle', 'Mare', 'Monte', 'Bosco'])} ${row['id']}`,
      street: `${pick(['High', 'Mill', 'Church'])} Street ${within(1, 90)}`,
      postcode: `TQ${within(1, 9)} ${within(1, 9)}QS`,
      tel: `0${within(1000, 9999)} ${within(100000, 999999)}`,
      stars: within(1, 5),
      category: within(1, 4),
    })),
    rooms: rowsOf(data, 'rooms').map((row) => ({
      ...row,
      name: `${pick(['Blue', 'Red', 'Oak', 'Sea'])} ${row['id']}`,
      max_people: within(2, 5),
    })),
    tariffs: rowsOf(data, 'tariffs').map((row) => ({
      ...row,
      title: `${pick(['Standard', 'Summer', 'Flexible'])} ${row['id']}`,
      rates: rowsOf(row, 'rates').map((rate) => ({ ...rate, price: within(40, 400) })),
    })),
    guests: rowsOf(data, 'guests').map((row) => ({
      ...row,
      firstname: pick(['Ada', 'Ben', 'Cleo', 'Dan', 'Eve']),
      surname: `${pick(['Ash', 'Birch', 'Cole', 'Dale'])}${row['id']}`,
      house: String(within(1, 99)),
      email: `guest${row['id']}@example.com`,
      discount: within(0, 3) * 5,
    })),
    guest_types: Array.from({ length: within(0, 2) }, (_, index) => ({
      id: index + 1,
      property: 1,
      type: `Type ${index}`,
      variance: within(0, 20),
    })),
    coupons: Array.from({ length: within(0, 2) }, (_, index) => ({
      id: index + 1,
      property: 1,
      code: `CODE${index}`,
      valid_from: '2026-11-01',
      valid_to: '2027-03-01',
      amount: within(5, 20),
    })),
  }
}

/** The answers of a deployment, as one HAR text for each run. */
export async function recordDeployment({ choices, data }: Deployment, runs = deploymentRequests()): Promise<readonly string[]> {
  const texts: string[] = []
  for (const [index, run] of runs.entries()) texts.push(await recordRun({ choices, data }, run, BEGIN + index * 3_600_000))
  return texts
}

async function recordRun({ choices, data }: Deployment, run: readonly Asked[], begin: number): Promise<string> {
  const config = { ...resolveConfig({}), fixtures: [], at: BEGIN, freeze: true, journal: 0, data: undefined, host: undefined }
  const template = templateOf(config, { sources: [[{ name: 'deployment', data }]] }, choices)
  const inside = await startInProcess(config, openLog('off', 'error'), template)
  const tokens = new Map<string, string>()
  const entries: object[] = []
  const clients = new Map(rowsOf(data, 'clients').map((row) => [row['id'], row]))
  const send = async (asked: Asked): Promise<void> => {
    const at = begin + entries.length * 1000
    await inside.world.sandbox().moveClock({ at, speed: 0 })
    const { entry, token, client } = await exchange(asked, { at, tokens, fetch: inside.fetch })
    if (token && client) tokens.set(client, token)
    entries.push(entry)
  }
  for (const asked of run) {
    const client = asked.as ?? (asked.auth?.includes('{token}') || asked.t.includes('{token}') ? 'full' : undefined)
    if (client !== undefined && !tokens.has(client)) await send(tokenRequest(client, clients.get(client) ?? {}))
    await send({ ...asked, as: client })
  }
  await inside.close()
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'deployment', version: '1' }, entries } })
}

const tokenRequest = (client: string, { secret, scopes }: FixtureRow): Asked => ({
  m: 'POST',
  t: '/oauth/token',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: client,
    client_secret: String(secret),
    scope: [scopes].flat().join(' '),
  }).toString(),
})

interface Sending {
  readonly at: number
  readonly tokens: ReadonlyMap<string, string>
  readonly fetch: (request: Request) => Response | Promise<Response>
}

async function exchange(asked: Asked, { at, tokens, fetch }: Sending) {
  const token = tokens.get(asked.as ?? '') ?? 'none'
  const target = asked.t.replace('{token}', token)
  const headers: Record<string, string> = { ...asked.h }
  const bearer =
    asked.auth?.replace('{token}', token) ??
    (asked.as !== undefined && !asked.t.includes('{token}') ? `Bearer ${token}` : undefined)
  if (bearer !== undefined) headers['authorization'] = bearer
  if (asked.s !== undefined) headers['x-service-booking-session-id'] = asked.s
  const body = asked.m === 'GET' || asked.m === 'HEAD' ? undefined : asked.body
  if (body !== undefined) headers['content-type'] = asked.type ?? FORM
  const request = new Request(`http://localhost/service/api${target}`, {
    method: asked.m,
    headers,
    ...(body !== undefined && { body }),
  })
  const response = await fetch(request)
  const text = await response.text()
  const list = (all: Iterable<readonly [string, string]>) => [...all].map(([name, value]) => ({ name, value }))
  const entry = {
    startedDateTime: new Date(at).toISOString(),
    time: 1,
    request: {
      method: asked.m,
      url: `https://deployment.example/service/api${target}`,
      headers: list(Object.entries(headers)),
      ...(body !== undefined && { postData: { mimeType: asked.type ?? FORM, text: body } }),
    },
    response: {
      status: response.status,
      headers: list(response.headers),
      content: { size: Buffer.byteLength(text), mimeType: response.headers.get('content-type') ?? '', text },
    },
  }
  const client = new URLSearchParams(asked.body ?? '').get('client_id') ?? undefined
  return { entry, client, token: response.ok ? /"access_token":\s*"([^"]+)"/.exec(text)?.[1] : undefined }
}
