/**
 * Reads tariff forms in tests.
 *
 * @module
 */
import { expect } from 'vitest'
import { Refusal } from '../../../src/domain/refusal.ts'
import type { TariffDraft, TariffFormContext } from '../../../src/domain/tariff/draft.ts'
import { readTariffForm } from '../../../src/domain/tariff/form.ts'
import { JUNE, TARIFF_FIELDS } from '../../support/tariff-form.ts'

export interface FormParts {
  readonly fields?: Readonly<Record<string, string | undefined>>
  readonly prices?: readonly (readonly [string | number, string])[]
  readonly stays?: readonly (readonly [string | number, string])[]
}

export function formOf({ fields = {}, prices = [[JUNE, '80']], stays = [[JUNE, '1']] }: FormParts) {
  const all: Readonly<Record<string, string | undefined>> = { ...TARIFF_FIELDS, ...fields }
  const maps: Readonly<Record<string, NonNullable<FormParts['prices']>>> = { tariffinput: prices, mindaysinput: stays }
  return {
    get: (name: string) => all[name],
    map: (name: string) => new Map((maps[name] ?? []).map(([key, value]) => [String(key), value])),
  }
}

export const PLACE: TariffFormContext = {
  creating: true,
  validation: 'strict',
  newId: 'refuse',
  roomTypeIds: new Set([1, 2]),
  isTariffOfProperty: (id) => id === 41,
}

export const read = (form: FormParts, place: Partial<TariffFormContext> = {}): TariffDraft =>
  readTariffForm(formOf(form), { ...PLACE, ...place })

export function refusalOf(form: FormParts, place: Partial<TariffFormContext> = {}): Refusal {
  try {
    read(form, place)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('nothing was refused')
}

export const problemsOf = (form: FormParts, place: Partial<TariffFormContext> = {}) => {
  const { code, detail } = refusalOf(form, place)
  expect(code).toBe('values_invalid')
  return detail.problems ?? []
}
