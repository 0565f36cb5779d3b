/**
 * Access to records of a property that are changed or deleted.
 * @source choice `unknown_record`
 */
import { Refusal, type RefusalCode } from './refusal.ts'

/**
 * The record, if it belongs to the property; undefined if it does not and the choice ignores that.
 *
 * @param unknown `echo`: the call succeeds without any effect
 * @throws Refusal with the given code, also for a record of another property, so that ids do not leak
 */
export function ownRecord<R extends { readonly propertyId: number }>(
  found: R | undefined,
  propertyId: number,
  unknown: 'refuse' | 'echo',
  refusal: RefusalCode,
): R | undefined {
  if (found?.propertyId === propertyId) return found
  if (unknown === 'refuse') throw new Refusal(refusal)
  return undefined
}
