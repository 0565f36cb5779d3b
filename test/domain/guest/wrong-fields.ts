import { Refusal } from '../../../src/domain/refusal.ts'

/** The fields that a refusal of a form names; empty when the form is accepted. */
export function wrongFields(readForm: () => unknown): readonly string[] {
  try {
    readForm()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'values_invalid')
      return (error.detail.problems ?? []).map(({ field }) => field)
    throw error
  }
  return []
}
