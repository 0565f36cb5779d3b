/**
 * Records that are changed or deleted must be the property's own.
 *
 * @module
 * @source choice `unknown_record`
 */
import { Refusal, type RefusalCode } from './refusal.ts'

/** What becomes of a call about a record that the property does not have. */
export interface UnknownRecord {
  /** `echo`: the call succeeds without any effect. */
  readonly unknown: 'refuse' | 'echo'
  readonly refusal: RefusalCode
}

/**
 * The record, if it is the property's; undefined when it is not and that is no matter.
 *
 * @throws Refusal the one that is named, also for a record of another property: ids do not leak
 */
export function ownRecord<R extends { readonly propertyId: number }>(
  found: R | undefined,
  propertyId: number,
  { unknown, refusal }: UnknownRecord,
): R | undefined {
  if (found?.propertyId === propertyId) return found
  if (unknown === 'refuse') throw new Refusal(refusal)
  return undefined
}
