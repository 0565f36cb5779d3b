/** Plays recorded calls to a world with some choices, and notes which choices each call read. */
import { productOf } from '../api/product.ts'
import type { Instant } from '../base/instant.ts'
import { Ignored } from '../base/json-path.ts'
import { parsedJson } from '../base/parsed-json.ts'
import type { ChoiceId, Choices } from '../booking-contract/choices/choices.ts'
import type { Config } from '../config/config.ts'
import type { FixtureData } from '../fixtures/fixture-set.ts'
import { NEXT_IDS } from '../fixtures/lists.ts'
import { comparedResponse } from '../replay/compare.ts'
import type { Step } from '../replay/plan.ts'
import { openedBefore } from '../replay/read-step.ts'
import { type Outcome, replay, requestInit, type Target } from '../replay/run.ts'
import { openLog } from '../server/log.ts'
import { templateOf } from '../server/sandbox-templates.ts'
import { type InProcessServer, startInProcess } from '../server/start.ts'
import type { Call } from './recording.ts'
import { byRows, countValues, rowsTold } from './row-differences.ts'
import type { madeBy } from './world.ts'

interface Setup {
  readonly data: FixtureData
  readonly choices: Choices
}

/** The calls of one recording, and the rows that they made. */
interface RecordedCalls {
  readonly calls: readonly Call[]
  readonly made: ReturnType<typeof madeBy>
}

/** How the calls were answered with choices of which some are other ones now. */
export interface Earlier {
  readonly played: readonly Played[]
  readonly changed: readonly ChoiceId[]
}

export type Played = ReturnType<typeof comparedCall> & {
  readonly reads: ReadonlySet<ChoiceId>
  /** The rows that it wrote, as text. */
  readonly writes: string
}

/** The cost of a status that differs: more than of most bodies, or a refusal would be nearer than a body with other values. */
const WRONG_STATUS = 12

/**
 * Plays calls of one recording to a new world.
 *
 * @param earlier a call that read none of the changed choices and wrote nothing keeps its response, as long as no call before it wrote otherwise
 * @throws FixtureError
 */
export async function play(
  { calls, made }: RecordedCalls,
  setup: Setup,
  config: Config,
  earlier?: Earlier,
): Promise<readonly Played[]> {
  const product = productOf(config.product)
  const reads = new Set<ChoiceId>()
  /** The same choices; each reading is noted. */
  const choices = new Proxy(setup.choices, {
    get: (own, id: ChoiceId) => {
      if (Object.hasOwn(own, id)) reads.add(id)
      return own[id]
    },
  })
  const inside = await startWorld(calls[0]?.at ?? 0, { ...setup, choices }, config)
  const clients = inside.world.sandbox().store.db.clients.all()
  const fallback = clients[0] ?? { id: 'none', secret: 'none', scopes: [] }
  const options = {
    clients,
    fallback,
    clockAt: (at: Instant) => at,
    ignored: new Ignored([]),
    messageHeader: product.messageHeader.toLowerCase(),
    drawsOtherwise: true,
  }
  for (const [session, property] of openedBefore(calls)) {
    const init = { headers: [[product.sessionHeader, session]] as [string, string][] }
    await inside.fetch(new Request(`http://localhost${product.apiPath}/booking/initialise/${property}/en-GB`, init))
  }
  // Choices that the rows depend on were read before the first call.
  const always = new Set(reads)
  const played: Played[] = []
  let writes = ''
  inside.world.sandbox().commits.subscribe((commit) => {
    for (const name of commit.collections)
      writes += JSON.stringify([name, commit.rowsOf(name).map(({ id, after }) => [id, after])])
  })
  reads.clear()
  let writesAsEarlier = true
  const isKept = ({ reads: read, writes: wrote, showsDrawn }: Played): boolean =>
    writesAsEarlier && wrote === '' && !showsDrawn && !earlier?.changed.some((id) => read.has(id))
  const steps = function* (): Generator<Step> {
    for (const call of calls) {
      // Also for a call that is kept: one that was refused here, and made rows there, leaves their ids out.
      const rows = made.get(call)
      if (rows) skipIds(inside, rows)
      const before = earlier?.played[played.length]
      if (before && isKept(before)) {
        played.push(before)
        continue
      }
      yield { ...call.step, asked: { ...call.step.asked, sandbox: undefined } }
    }
  }
  let last = ''
  const target: Target = {
    async send(_, sent) {
      const request = new Request(`http://localhost${product.apiPath}${sent.target}`, requestInit(sent))
      const answer = await comparedResponse(await inside.fetch(request))
      last = answer.text
      return answer
    },
    setClock: async (_, at) => void (await inside.world.sandbox().moveClock({ at, speed: 0 })),
  }
  for await (const outcome of replay(steps(), target, options)) {
    const call = calls[played.length]
    writesAsEarlier &&= writes === earlier?.played[played.length]?.writes
    if (call)
      played.push({ ...comparedCall(call, outcome, () => parsedJson(last)), reads: new Set([...reads, ...always]), writes })
    reads.clear()
    writes = ''
  }
  await inside.close()
  return played
}

async function startWorld(at: Instant, { data, choices }: Setup, config: Config): Promise<InProcessServer> {
  const fixed = { fixtures: [], at, freeze: true, journal: 0, data: undefined, fresh: false, host: undefined }
  const own: Config = { ...config, ...fixed }
  const template = templateOf(own, { sources: [[{ name: 'world.yaml', data }]] }, choices)
  const inside = await startInProcess(own, openLog('off', 'error'), template)
  // Parts of responses are kept with the choices they read: each call has an object of its own, so that it reads them again.
  Object.defineProperty(inside.world.template, 'choices', { get: () => Object.create(choices) as Choices })
  return inside
}

/** Leaves out the ids before those of the rows that a call made: calls that were not recorded used them. */
function skipIds({ world }: InProcessServer, made: readonly (readonly [row: string, call: Call])[]): void {
  const { store } = world.sandbox()
  const { counters } = store
  store.change((db) => {
    for (const [list, collection] of Object.entries(NEXT_IDS)) {
      const first = Math.min(...made.flatMap(([row]) => (row.startsWith(`${list} `) ? Number(row.split(' ')[1]) : [])))
      if (first < Infinity && first > (counters[collection] ?? 0) + 1) db.nextId(collection, first - 1)
    }
  })
}

function comparedCall(call: Call, { differences, more, showsDrawn }: Outcome, given: () => unknown) {
  const inner = byRows(differences, call.body, given)
  const status = differences.some(({ path }) => path === 'status') ? WRONG_STATUS : 0
  return {
    call,
    differences,
    showsDrawn,
    /** The differences as lines of text; rows of lists are compared by their ids, those inside timelines as well. */
    text: inner.map((one) => JSON.stringify(one)).join('\n'),
    rows: rowsTold(inner),
    /** 0 for an equal response. Equality alone shows no direction: an answer that differs in fewer paths is nearer. */
    cost: Math.log2(1 + countValues(inner) + more) + status,
  }
}
