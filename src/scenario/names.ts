/**
 * The words of scenarios that the running server needs; the schema, which it does not, takes them from here.
 *
 * @module
 */

/** The causes a fault can have; each fault has exactly one. */
export const CAUSES = ['token', 'scopes', 'session', 'room', 'property', 'price', 'edge'] as const
export type CauseName = (typeof CAUSES)[number]

/** What calls can be counted by. */
export const PER = ['token', 'client', 'session', 'sandbox'] as const

/** What calls that were found can be counted for, each by itself. */
export const COUNTED_PER = ['token', 'client', 'session', 'call', 'property'] as const

/** Stands in the place of a scenario's name for faults that were armed at run time. */
export const ARMED = 'armed'
