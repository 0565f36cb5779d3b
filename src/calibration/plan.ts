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
  path: filledPath(path, example.path ?? {}),
  operation: id,
  writes: method !== 'get',
})

/** A path with values, without its optional parts. A parameter without a value stays as it is. */
export const filledPath = (path: string, values: Readonly<Record<string, string | undefined>>): string =>
  path.replaceAll(/\[[^\]]*\]/g, '').replaceAll(/\{(\w+)\}/g, (parameter, name: string) => encoded(values[name]) ?? parameter)

const encoded = (value: string | undefined): string | undefined => value && encodeURIComponent(value)
