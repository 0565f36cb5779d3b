/**
 * Access to records of a property that are changed or deleted.
 * @source choice `unknown_record`
 */
import { Refusal, type RefusalCode } from './refusal.ts'

/** What decides about an unknown record: the property of the call, and the choice. */
export interface RecordOwner {
  readonly property: { readonly id: number }
  readonly choices: { readonly unknown_record: 'refuse' | 'echo' }
}

/**
 * The record, if it belongs to the property of a call; undefined if it does not and the choice `unknown_record` ignores that: then the
 * call succeeds without any effect.
 *
 * @throws Refusal with the given code, also for a record of another property, so that ids do not leak
 */
export function ownRecord<R extends { readonly propertyId: number }>(
  found: R | undefined,
  { property, choices }: RecordOwner,
  refusal: RefusalCode,
): R | undefined {
  if (found?.propertyId === property.id) return found
  if (choices.unknown_record === 'refuse') throw new Refusal(refusal)
  return undefined
}
