/**
 * Access to the records of a property.
 * @source choice `unknown_record`
 */
import { Refusal, type RefusalCode } from './refusal.ts'

interface OfProperty {
  readonly propertyId: number
}

/** What decides about an unknown record: the property of the call, and the choice. */
export interface RecordOwner {
  readonly property: { readonly id: number }
  readonly choices: { readonly unknown_record: 'refuse' | 'echo' }
}

/**
 * The record, if it belongs to a property.
 *
 * @param what the subject of the text of the refusal
 * @throws Refusal with the given code, also for a record of another property, so that ids do not leak
 */
export function requireOwn<R extends OfProperty>(
  found: R | undefined,
  propertyId: number,
  refusal: RefusalCode,
  what?: string,
): R {
  if (found?.propertyId !== propertyId) throw new Refusal(refusal, what === undefined ? {} : { what })
  return found
}

/**
 * The record, if it belongs to the property of a call; undefined if it does not and the choice `unknown_record` ignores that: then the
 * call succeeds without any effect.
 *
 * @throws Refusal as {@link requireOwn}
 */
export function ownRecord<R extends OfProperty>(
  found: R | undefined,
  { property, choices }: RecordOwner,
  refusal: RefusalCode,
): R | undefined {
  if (choices.unknown_record === 'echo' && found?.propertyId !== property.id) return undefined
  return requireOwn(found, property.id, refusal)
}
