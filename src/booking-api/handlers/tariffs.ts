import { createTariff, deleteTariff, listPropertyTariffs, listTariffs, updateTariff } from '../../booking-contract/tariffs.ts'
import { requireOwn } from '../../domain/record-ownership.ts'
import type { TariffDraft } from '../../domain/tariff/draft.ts'
import { readTariffForm } from '../../domain/tariff/form.ts'
import { removedNightsWarning, skippedNights, skippedNightsWarning, unsentNights } from '../../domain/tariff/runs.ts'
import { ratesOf, requireMicromanage, tariffRoomTypes } from '../../domain/tariff/tariffs.ts'
import type { WriteDb } from '../../world/world.ts'
import type { Ctx, On } from '../handler-context.ts'
import { tariffList, tariffTree } from '../responses/tariffs.ts'

export function tariffRoutes(on: On): void {
  on(listTariffs, (_, { db, property, choices }) =>
    tariffTree(db.rates.by('property', property.id), (id) => db.tariffTypes.get(id), choices),
  )

  on(listPropertyTariffs, (_, { db, property, choices }) =>
    tariffList(db.rates.by('property', property.id), (id) => db.tariffTypes.get(id), choices),
  )

  on(createTariff, (_, ctx) => {
    requireWritable(ctx)
    return save(ctx, newDraft(ctx))
  })

  on(updateTariff, (_, ctx) => {
    requireWritable(ctx)
    return save(ctx, draftOf(ctx, false))
  })

  on(deleteTariff, ({ tarifftypeid }, ctx) => {
    requireWritable(ctx)
    return ctx.change((db) => {
      const type = requireOwn(db.tariffTypes.get(tarifftypeid.id), ctx.property.id, 'tariff_not_deletable')
      removeRates(db, type.id)
      db.tariffTypes.remove(type.id)
      ctx.event(db, 'tariffs_updated', { property_uid: ctx.property.id })
      return [{ message: 'Tariff deleted', property_uid: ctx.property.id, tarifftypeid: type.id }]
    })
  })
}

/** @throws Refusal `tariff_mode_wrong` */
function requireWritable({ db, property }: Ctx): void {
  requireMicromanage(property, db.propertyTypes.get(property.typeId)?.name)
}

/** @throws Refusal `values_invalid`, `tariff_unknown` */
function draftOf(ctx: Ctx, creating: boolean): TariffDraft {
  const { db, property, choices, form } = ctx
  const draft = readTariffForm(form, {
    creating,
    validation: choices.tariff_validation,
    newId: choices.tariff_new_id,
    roomTypeIds: tariffRoomTypes(property, db.rooms.by('property', property.id), (id) => db.roomTypes.get(id)),
    isTariffOfProperty: (id) => db.tariffTypes.get(id)?.propertyId === property.id,
  })
  for (const warning of draft.warnings) ctx.warn(warning)
  return draft
}

/** @throws Refusal `values_invalid` */
function newDraft(ctx: Ctx): TariffDraft {
  try {
    return draftOf(ctx, true)
  } catch (refusal) {
    // the newest release assigns the id before it checks the dates, so a refused tariff uses up an id
    if (ctx.choices.tariff_validation === 'lenient') ctx.change((db) => db.nextId('tariffTypes'))
    throw refusal
  }
}

/** Stores a draft as a new tariff, or replaces the rates of an existing one. */
function save(ctx: Ctx, draft: TariffDraft): number {
  const { title, description } = draft
  return ctx.change((db) => {
    const id = draft.tariffTypeId || db.nextId('tariffTypes')
    const type = db.tariffTypes.put({ id, propertyId: ctx.property.id, title, description, lengthModifiers: null })
    const unsent = unsentNights(draft.days, db.rates.by('tariffType', id))
    const merges = ctx.choices.tariff_update === 'merge'
    if (unsent.length > 0 && !merges) ctx.warn(removedNightsWarning(unsent))
    removeRates(db, id)
    const days = merges ? [...draft.days, ...unsent] : draft.days
    const gaps = ctx.choices.tariff_gaps
    const skipped = gaps === 'open' ? skippedNights(days) : []
    if (skipped.length > 0) ctx.warn(skippedNightsWarning(skipped))
    for (const rate of ratesOf({ ...draft, days }, type, gaps, () => db.nextId('rates'))) db.rates.put(rate)
    ctx.event(db, 'tariffs_updated', { property_uid: ctx.property.id })
    return id
  })
}

function removeRates(db: WriteDb, tariffTypeId: number): void {
  for (const { id } of db.rates.by('tariffType', tariffTypeId)) db.rates.remove(id)
}
