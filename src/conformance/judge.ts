/**
 * Judges a run of any length: calls are taken in as they come, and judged in overlapping parts of bounded size.
 *
 * @module
 */
import { type Exchange, type Facts, inOrder, TOKEN_OPERATION } from './exchange.ts'
import { isTokenOver } from './grants.ts'
import type { Finding, Findings, Rule } from './rule.ts'

/** Calls of one part; half of them are judged again with what follows. */
const PART = 3000
/** Calls of earlier parts that later ones are understood by: tokens given out and refused. */
const MOST_CONTEXT = 400
/** Findings of one rule that are kept. */
const MOST_FINDINGS = 200

/** What one rule found so far. */
interface Found {
  exercised: boolean
  readonly offences: Finding[]
  readonly remarks: Finding[]
}

/** What was judged so far, and the calls that later ones are judged with. */
export class Judge {
  readonly #rules: readonly Rule[]
  readonly #found: Map<Rule, Found>
  #context: readonly Exchange[]
  #part: Exchange[]

  constructor(rules: readonly Rule[], from?: Judge) {
    this.#rules = rules
    this.#context = from ? from.#context : []
    this.#part = from ? [...from.#part] : []
    const found = (rule: Rule): Found => {
      const { exercised = false, offences = [], remarks = [] } = (from ? from.#found.get(rule) : undefined) ?? {}
      return { exercised, offences: [...offences], remarks: [...remarks] }
    }
    this.#found = new Map(rules.map((rule) => [rule, found(rule)]))
  }

  /** The same, to be continued without changing this one. */
  copy(): Judge {
    return new Judge(this.#rules, this)
  }

  /** Takes in a call; calls come in about the order in which they ended. */
  take(call: Exchange, facts: Facts): void {
    this.#part.push(call)
    if (this.#part.length >= PART) this.#settle(facts)
  }

  /** What every rule found, the calls that were taken in last included. */
  findings(facts: Facts): ReadonlyMap<Rule, Findings> {
    const { all, context } = this.#all()
    return new Map(this.#rules.map((rule) => [rule, merged(this.#found.get(rule), rule.check(all, facts), context)]))
  }

  #all(): { readonly all: readonly Exchange[]; readonly context: ReadonlySet<number> } {
    const part = inOrder(this.#part)
    return { all: [...this.#context, ...part], context: new Set(this.#context.map(({ id }) => id)) }
  }

  /** Judges the older half for good, and keeps the newer one to be judged with what follows. */
  #settle(facts: Facts): void {
    const { all, context } = this.#all()
    const older = all.slice(0, context.size + PART / 2)
    const settled = new Set(older.map(({ id }) => id))
    const settledOf = (findings: readonly Finding[] = []): readonly Finding[] =>
      findings.filter(({ entries }) => entries.some((id) => settled.has(id)))
    for (const rule of this.#rules) {
      const { exercised, offences, remarks } = rule.check(all, facts)
      const now = { exercised, offences: settledOf(offences), remarks: settledOf(remarks) }
      const found = merged(this.#found.get(rule), now, context)
      this.#found.set(rule, {
        exercised: found.exercised,
        offences: found.offences.slice(0, MOST_FINDINGS),
        remarks: (found.remarks ?? []).slice(0, MOST_FINDINGS),
      })
    }
    this.#context = older.filter((one) => one.operation === TOKEN_OPERATION || isTokenOver(one)).slice(-MOST_CONTEXT)
    this.#part = all.slice(older.length)
  }
}

/** Findings of a part beside those before it; what is about calls of earlier parts alone has been judged with them. */
function merged(before: Found | undefined, now: Findings, context: ReadonlySet<number>): Findings {
  if (!before) return now
  const known = new Set([...before.offences, ...before.remarks].map(({ entries }) => entries[0]))
  const isNew = ({ entries }: Finding): boolean => !known.has(entries[0]) && entries.some((id) => !context.has(id))
  return {
    exercised: before.exercised || now.exercised,
    offences: [...before.offences, ...now.offences.filter(isNew)],
    remarks: [...before.remarks, ...(now.remarks ?? []).filter(isNew)],
  }
}
