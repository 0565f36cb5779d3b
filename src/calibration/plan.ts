/** Calls that would decide choices, for a person to make. */
import type { ChoiceId } from '../booking-contract/choices/choices.ts'
import { OPERATIONS } from '../booking-contract/index.ts'
import type { BookingOperation } from '../booking-contract/shared/operation.ts'

/** A call that reads a choice. */
export interface PlannedCall {
  readonly method: string
  readonly path: string
  readonly operation: string
  readonly writes: boolean
}

/** The operations whose responses depend on a choice; reads first. */
export function callsThatDecide(id: ChoiceId): readonly PlannedCall[] {
  return OPERATIONS.filter(({ choices = [] }) => choices.includes(id))
    .map(plannedCall)
    .sort((one, other) => Number(one.writes) - Number(other.writes))
}

const plannedCall = ({ id, method, path, example }: BookingOperation): PlannedCall => ({
  method: method.toUpperCase(),
  path: Object.entries(example.path ?? {}).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
    path.replaceAll(/\[[^\]]*\]/g, ''),
  ),
  operation: id,
  writes: method !== 'get',
})
