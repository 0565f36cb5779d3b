import { createGuestType, deleteGuestType, listGuestTypes, updateGuestType } from '../../booking-contract/guest-types.ts'
import { type GuestTypeValues, readGuestType, type SentGuestType, storedValues } from '../../domain/guest/guest-type-form.ts'
import { inDisplayOrder, requireGuestTypeId } from '../../domain/guest/guest-types.ts'
import { ownRecord } from '../../domain/record-ownership.ts'
import type { Ctx, On } from '../handler-context.ts'
import { createdEntry, GUEST_TYPE_MESSAGES, guestTypeEntry, updatedEntry } from '../responses/guest-types.ts'
import { labelLanguage } from '../responses/shared/text.ts'
import { writtenId } from '../responses/shared/write-types.ts'
import { hintAtComma } from './decimal-comma.ts'

export function guestTypeRoutes(on: On): void {
  on(listGuestTypes, (_, { db, property }) => inDisplayOrder(db.guestTypes.by('property', property.id)).map(guestTypeEntry))

  on(createGuestType, (sent, ctx) => {
    const values = valuesOf(sent, ctx)
    const stored = storedValues(values, undefined, ctx.choices.guest_type_echo_only)
    const row = ctx.change((db) => {
      const id = db.nextId('guestTypes')
      ctx.event(db, 'guest_type_saved', { property_uid: String(ctx.property.id), guest_type_uid: id })
      return db.guestTypes.put({ id, propertyId: ctx.property.id, ...stored })
    })
    return [createdEntry(resultText('created', ctx), row, { sent, values }, ctx.choices)]
  })

  on(updateGuestType, ({ guest_type_id, ...sent }, ctx) => {
    const id = requireGuestTypeId(guest_type_id)
    const known = ownRecord(ctx.db.guestTypes.get(id), ctx, 'guest_type_unknown')
    const values = valuesOf(sent, ctx)
    ctx.change((db) => {
      if (known) db.guestTypes.put({ ...known, ...storedValues(values, known, ctx.choices.guest_type_echo_only) })
      ctx.event(db, 'guest_type_saved', { property_uid: String(ctx.property.id), guest_type_uid: id })
    })
    return [updatedEntry(resultText('updated', ctx), { id, propertyId: ctx.property.id }, values, ctx.choices)]
  })

  on(deleteGuestType, ({ guest_type_id }, ctx) => {
    const id = requireGuestTypeId(guest_type_id)
    const known = ownRecord(ctx.db.guestTypes.get(id), ctx, 'guest_type_unknown')
    ctx.change((db) => {
      if (known) db.guestTypes.remove(known.id)
      ctx.event(db, 'guest_type_deleted', { property_uid: String(ctx.property.id), guest_type_uid: id })
    })
    const message = resultText('deleted', ctx)
    const uid = writtenId(ctx.choices, guest_type_id.id, guest_type_id.sent)
    return [{ message, property_uid: writtenId(ctx.choices, ctx.property.id), guesttype_uid: uid }]
  })
}

const resultText = (change: keyof typeof GUEST_TYPE_MESSAGES, { language, choices }: Ctx): string =>
  GUEST_TYPE_MESSAGES[change][labelLanguage(language, choices.label_language)]

/** @throws Refusal `values_invalid` */
function valuesOf(sent: SentGuestType, ctx: Ctx): GuestTypeValues {
  const { values, warnings } = readGuestType(sent, ctx.choices.input_values)
  for (const warning of warnings) ctx.warn(warning)
  hintAtComma('variance', sent.variance, values.variance, ctx)
  return values
}
