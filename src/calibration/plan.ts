/** Calls that would decide choices, for a person to make. */
import type { ChoiceId } from '../booking-contract/choices/choices.ts'
import { OPERATIONS } from '../booking-contract/index.ts'

/** The calls whose responses depend on a choice; reads first. */
export const callsThatDecide = (id: ChoiceId) =>
  OPERATIONS.filter(({ choices = [] }) => choices.includes(id))
    .map(({ id: operation, method, path, example }) => ({
      method: method.toUpperCase(),
      path: filledPath(path, example.path ?? {}),
      operation,
      writes: method !== 'get',
    }))
    .sort((one, other) => Number(one.writes) - Number(other.writes))

/** A path with values, without its optional parts. A parameter without a value stays as it is. */
export const filledPath = (path: string, values: Readonly<Record<string, string | undefined>>): string =>
  path.replaceAll(/\[[^\]]*\]/g, '').replaceAll(/\{(\w+)\}/g, (parameter, name: string) => encoded(values[name]) ?? parameter)

const encoded = (value: string | undefined): string | undefined => value && encodeURIComponent(value)
