/** Names for the calls of a run, so that equal calls of two runs have equal names. */
import { getOrInsert } from '../../base/get-or-insert.ts'
import { groupBy } from '../../base/group-by.ts'
import { TOKEN_OPERATION } from '../../booking-contract/oauth.ts'
import { bySending, isAnswered } from '../../conformance/exchange.ts'
import { mostAtOnce } from '../../conformance/threads.ts'
import { requestedWait } from '../../conformance/waits.ts'
import type { PastCall } from './past-call.ts'

/** Fields with ids that are made during a run. Those of properties and rooms are the same in every run. */
const ID_FIELD = /id$/i
const FIXED_ID_FIELD = /^(?:property|room)/i
/** Stands for the e-mail addresses of guests who have other ones in each run. */
const MADE_UP = 'made up'

type Visitors = ReadonlyMap<string, string>

/** Names calls so that equal calls of two runs have equal names: without tokens, session ids, connections, and ids made during the run. */
function callNames(calls: readonly PastCall[], visitors: Visitors): ReadonlyMap<PastCall, string> {
  const made = new Map<string, string>()
  return new Map(
    calls.toSorted(bySending).map((call) => {
      const { operation, method, path, target, request, session } = call
      const value = (field: string, text: string): string =>
        ID_FIELD.test(field) && !FIXED_ID_FIELD.test(field) ? (made.get(text) ?? text) : text
      const named = Object.entries(path).map(([field, text]) => value(field, text))
      const visitor = (session === undefined ? undefined : visitors.get(session)) ?? ''
      const isMadeUp = operation === 'setAddress' && visitor.endsWith(MADE_UP)
      const form = [...new URLSearchParams(isMadeUp ? '' : request)].map(([field, text]) => `${field}=${value(field, text)}`)
      const where = operation === undefined ? [method, target] : [operation, ...named]
      const name = [...where, ...form, visitor].join(' ')
      if (method !== 'GET') for (const id of call.changedIds) if (!made.has(id)) made.set(id, `<${name}>`)
      return [call, name]
    }),
  )
}

/**
 * The first arrival and e-mail address of each session. One that ended with an error before is of a visitor who is missing, or the next.
 *
 * @param usual the visitors without the fault
 * @param known the e-mail addresses of both runs: visitors of one arrival who have others are taken for one
 */
function visitorsOf(calls: readonly PastCall[], usual: Iterable<string>, known: ReadonlySet<string>): Visitors {
  const sessions = [...groupBy(calls, ({ session }) => session)].map(([session, own]) => {
    const sent = (field: string): string => own.map((call) => call.form(field) ?? '').find((text) => text !== '') ?? ''
    const email = sent('email')
    return { session, own, arrival: sent('arrivalDate'), email: email === '' || known.has(email) ? email : MADE_UP }
  })
  const nameOf = ({ arrival, email }: { arrival: string; email: string }): string => `${arrival} ${email}`
  const missing = [...new Set(usual)].filter((name) => isKnown(name) && !sessions.some((one) => nameOf(one) === name))
  return new Map(
    sessions.map(({ session, own, ...one }) => {
      const last = own.at(-1)
      if (one.email !== '' || !last || isAnswered(last)) return [session, nameOf(one)]
      const isNext = ({ own: [first], arrival }: (typeof sessions)[number]): boolean =>
        first !== undefined && first.began > last.began && (one.arrival === '' || arrival === one.arrival)
      const isLater = ({ own, arrival }: (typeof sessions)[number]): boolean =>
        own.some((call) => call.form('email') !== undefined && call.began > last.began) && arrival === one.arrival
      const next = sessions.find(isNext) ?? sessions.find(isLater) ?? one
      return [session, missing.find((name) => name.startsWith(one.arrival)) ?? nameOf(next)]
    }),
  )
}

/** False for a visitor whose address was never set. */
export const isKnown = (visitor: string): boolean => !visitor.endsWith(' ')

export const emailsOf = (calls: readonly PastCall[]): readonly string[] =>
  calls.flatMap((call) => (call.session === undefined ? [] : (call.form('email') ?? [])))

/** A client may leave out one turn after a failed call, or as many as the response asks for. */
const allowedWait = (failed: PastCall): number => Math.max(requestedWait(failed) ?? 0, 1)

/** The calls of a run by name, in the order sent. */
export class NamedCalls {
  readonly calls: readonly PastCall[]
  readonly visitors: Visitors
  readonly names: ReadonlyMap<PastCall, string>
  readonly #byName: ReadonlyMap<string, readonly PastCall[]>
  readonly #threads = new Map<string | undefined, number>()

  constructor(calls: readonly PastCall[], usual: Iterable<string>, known: ReadonlySet<string>) {
    this.calls = calls
    this.visitors = visitorsOf(calls, usual, known)
    this.names = callNames(calls, this.visitors)
    this.#byName = groupBy(this.names.keys(), (call) => this.names.get(call))
  }

  named(name: string): readonly PastCall[] {
    return this.#byName.get(name) ?? []
  }

  /** The call that a client sends next after a response. */
  next({ client, ended }: PastCall): PastCall | undefined {
    const isNext = (one: PastCall): boolean => one.client === client && one.began >= ended && one.operation !== TOKEN_OPERATION
    return this.calls.filter(isNext).sort(bySending)[0]
  }

  /** The turns that calls of a name leave out. @param failed counts only those after it, and of them only as many as fit in its wait */
  turnsLeftOut(name: string, interval: number, failed?: readonly PastCall[], waitAfter = allowedWait): number {
    const own = this.named(name)
    return own.reduce((sum, last, index) => {
      const until = own[index + 1]?.began ?? last.began
      const turns = Math.max((until - last.began) / interval - 1, 0)
      if (!failed) return sum + turns
      const since = failed.filter(({ client, began }) => client === last.client && began >= last.began && began < until)
      const asked = since.reduce((wait, call) => wait + waitAfter(call), 0)
      return sum + Math.min(turns, Math.ceil(asked / interval))
    }, 0)
  }

  /** The number of threads of a client, as far as its calls overlap. */
  threadsOf(client: string | undefined): number {
    const own = () => this.calls.filter((call) => call.client === client).toSorted(bySending)
    return getOrInsert(this.#threads, client, () => mostAtOnce(own()))
  }

  /** The first success of each name, by operation; none of token requests. */
  successes() {
    const isSuccess = ({ operation, effective }: PastCall): boolean => effective && operation !== TOKEN_OPERATION
    const first = [...this.#byName.values()].flatMap((calls) => calls.find(isSuccess) ?? [])
    return groupBy(first, ({ operation }) => operation)
  }
}

/** By the time of each call of a run: the number of calls sent before it, and of those that the control has as well. */
export function countsBefore(run: NamedCalls, control: NamedCalls) {
  const before = new Map<number, { readonly all: number; readonly known: number }>()
  let [all, known] = [0, 0]
  // in the order sent
  for (const [{ began, operation }, name] of run.names) {
    if (!before.has(began)) before.set(began, { all, known })
    if (operation === TOKEN_OPERATION) continue
    all++
    if (control.named(name).length > 0) known++
  }
  return before
}
