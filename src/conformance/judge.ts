/** Judges a run of any length: calls are added as they end, and judged in overlapping parts of limited size. */
import type { Instant } from '../base/instant.ts'
import type { SlicedWork } from '../base/sliced-work.ts'
import { type Exchange, type Facts, inOrder, isInvented, TOKEN_OPERATION } from './exchange.ts'
import { isTokenOver } from './grants.ts'
import { type Finding, type Findings, isAboutRetries, type Rule, type Run, runOf } from './rule.ts'

/** Number of calls in one part; half of them are judged again with the next part, and the other half is its context. */
const CALLS_IN_PART = 3000
/** Maximum number of still earlier calls that later parts need as context: issued and refused tokens. */
const MAX_CONTEXT = 400
const MAX_FINDINGS = 200

/** The findings so far, and the calls that are still to be judged. */
export class Judge {
  readonly #rules: readonly Rule[]
  #found: ReadonlyMap<Rule, Findings>
  #context: readonly Exchange[]
  #part: Exchange[]
  /** When the last call was sent that is judged finally, by the machine's clock. */
  #judgedUntil: Instant | undefined

  constructor(rules: readonly Rule[], from?: Judge) {
    this.#rules = rules
    this.#context = from ? from.#context : []
    this.#judgedUntil = from ? from.#judgedUntil : undefined
    this.#part = from ? [...from.#part] : []
    this.#found = from ? from.#found : new Map()
  }

  copy(): Judge {
    return new Judge(this.#rules, this)
  }

  /** Adds a call. Calls come approximately in the order in which they ended. */
  take(call: Exchange): void {
    // A change that could not be stored is the server's fault.
    if (call.networkFault !== undefined || (call.status !== 503 && call.status !== 507)) this.#part.push(call)
  }

  /** True when {@link judgeOlderHalf} must run before another call is added. */
  get isFull(): boolean {
    return this.#part.length >= CALLS_IN_PART
  }

  *findings(facts: Facts): SlicedWork<ReadonlyMap<Rule, Findings>> {
    const { run, answered, context } = this.#toJudge(facts)
    const findings = new Map<Rule, Findings>()
    for (const rule of this.#rules) {
      findings.set(rule, mergeFindings(this.#found.get(rule), checkRule(rule, run, answered), context))
      yield
    }
    return findings
  }

  /** The run that the rules judge, the same without the calls that got an invented answer, and the ids of calls that are context only. */
  #toJudge(facts: Facts) {
    const all = [...this.#context, ...inOrder(this.#part)]
    const context = new Set(this.#context.map(({ id }) => id))
    const remaining = { ...facts, judgedUntil: this.#judgedUntil }
    const [run, answered] = [runOf(all, remaining), all.filter((one) => !isInvented(one))]
    return { run, answered: answered.length < all.length ? runOf(answered, remaining) : run, context }
  }

  /**
   * Judges the older half finally, a rule at each step, and keeps the newer half to be judged with later calls. Until the last
   * step nothing changes, so that a copy can be made between them.
   */
  *judgeOlderHalf(facts: Facts): SlicedWork<void> {
    const { run, answered, context } = this.#toJudge(facts)
    const older = run.exchanges.slice(0, context.size + CALLS_IN_PART / 2)
    const settled = new Set(older.map(({ id }) => id))
    const settledOf = (findings: readonly Finding[] = []): readonly Finding[] =>
      findings.filter(({ entries }) => entries.some((id) => settled.has(id)))
    const judged = new Map<Rule, Findings>()
    for (const rule of this.#rules) {
      const found = checkRule(rule, run, answered)
      const now = { ...found, offences: settledOf(found.offences), remarks: settledOf(found.remarks) }
      const { exercised, offences, remarks = [] } = mergeFindings(this.#found.get(rule), now, context)
      judged.set(rule, { exercised, offences: offences.slice(0, MAX_FINDINGS), remarks: remarks.slice(0, MAX_FINDINGS) })
      yield
    }
    this.#found = judged
    const last = older.slice(context.size)
    const tokens = older.slice(0, context.size).filter((one) => one.operation === TOKEN_OPERATION || isTokenOver(one))
    this.#context = [...tokens.slice(-MAX_CONTEXT), ...last]
    this.#part = run.exchanges.slice(older.length)
    this.#judgedUntil = last.at(-1)?.real ?? this.#judgedUntil
  }
}

/** The findings of a rule. Of rules that judge by no invented answer, those that hold with and without the calls that got one. */
function checkRule(rule: Rule, run: Run, answered: Run): Findings {
  const found = rule.check(run)
  if (isAboutRetries(rule) || answered === run) return found
  const { exercised, offences, remarks = [] } = rule.check(answered)
  const keyOf = ({ entries, delivery }: Finding): string => `${entries.join()} ${delivery}`
  const alone = new Set([...offences, ...remarks].map(keyOf))
  const holds = (finding: Finding): boolean => alone.has(keyOf(finding))
  return { exercised, offences: found.offences.filter(holds), remarks: (found.remarks ?? []).filter(holds) }
}

/** Merges the findings of a part into the earlier ones. Findings about calls of earlier parts only are dropped: those parts reported them. */
function mergeFindings(before: Findings | undefined, now: Findings, context: ReadonlySet<number>): Findings {
  if (!before) return now
  const { offences, remarks = [] } = before
  const known = new Set([...offences, ...remarks].map(({ entries }) => entries[0]))
  // A finding about a delivery to a client that made no call has no entries.
  const isNew = ({ entries }: Finding): boolean =>
    entries.length === 0 || (!known.has(entries[0]) && entries.some((id) => !context.has(id)))
  return {
    exercised: before.exercised || now.exercised,
    offences: [...offences, ...now.offences.filter(isNew)],
    remarks: [...remarks, ...(now.remarks ?? []).filter(isNew)],
  }
}
