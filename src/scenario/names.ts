/** Names of scenario files, and what they mean, that the running server needs without loading the schema. */

/** The causes a fault can have; each fault has exactly one. */
export const CAUSES = ['token', 'scopes', 'session', 'room', 'property', 'price', 'network', 'respond'] as const
export type CauseName = (typeof CAUSES)[number]

/** What the calls of a fault can be counted by. */
export const FAULT_PER = ['token', 'client', 'session', 'sandbox'] as const

/** What the calls of an expectation can be counted by. */
export const EXPECTATION_PER = ['token', 'client', 'session', 'call', 'property'] as const

/** How a client can react to a fault, compared with a run without it. */
export const REACTIONS = ['looks-again', 'completes', 'stops'] as const

/** What would tell an expectation that is inconclusive. */
export const NEEDS = ['control-run', 'longer-journal'] as const
export type Need = (typeof NEEDS)[number]

/** Earlier names of the keys of an expectation, and their names now. */
export const RENAMED_EXPECTATION_KEYS = { struck: 'fault', own_day: 'system_date' } as const
/** The prefix of the ids of faults that were armed at run time, in place of a scenario's name. */
export const ARMED_PREFIX = 'armed'

/** True for the id of the fault that an expectation names, with or without its scenario: `outage/slow` for `slow`. */
export const isFault = (id: string, name: string | number): boolean => id === String(name) || id.endsWith(`/${name}`)

/** True for expectations on traffic and invariants, which are judged while the scenario runs. */
export const isWatched = ({ each, invariant }: { readonly each?: unknown; readonly invariant?: unknown }): boolean =>
  each !== undefined || invariant !== undefined
