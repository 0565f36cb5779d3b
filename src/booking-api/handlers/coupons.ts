import { createCoupon, deleteCoupon, listCoupons, updateCoupon } from '../../booking-contract/coupons.ts'
import { CODE_LENGTH, CODE_LETTERS, type CouponRules, readCouponForm, requireFreeCode } from '../../domain/guest/coupon-form.ts'
import type { Coupon } from '../../domain/guest/coupons.ts'
import type { Guest } from '../../domain/guest/guests.ts'
import { ownRecord } from '../../domain/record-ownership.ts'
import { administeredProperties } from '../guards/access.ts'
import type { Ctx, On } from '../handler-context.ts'
import { couponEntry, writtenCouponFields } from '../responses/coupons.ts'
import { writtenId } from '../responses/shared/write-types.ts'
import { hintAtComma } from './decimal-comma.ts'
import { managementEvent } from './management-events.ts'

export function couponRoutes(on: On): void {
  on(listCoupons, (_, ctx) => {
    const coupons = [...couponsOf(ctx.property.id, ctx)].sort((one, other) => one.id - other.id)
    return coupons.map((coupon) => couponEntry(coupon, guestOf(coupon.guestId, ctx), ctx.language))
  })

  on(createCoupon, (input, ctx) => {
    const propertyId = ctx.property.id
    const { guestId = 0, ...data } = readCouponForm(input, couponRules(ctx))
    const coupon = ctx.change((db) => {
      const id = db.nextId('coupons')
      const code = ctx.sandbox.randomness.stream('coupon-code', id).text(CODE_LENGTH, CODE_LETTERS)
      managementEvent(ctx, db, 'coupon_saved', { property_uid: propertyId, coupon_id: id })
      return db.coupons.put({ id, propertyId, code, ...data, roomOnly: false, guestId })
    })
    hintAtComma('amount', input.amount, coupon.amount, ctx)
    ctx.hint(`the new coupon has the id ${coupon.id}; GET ${ctx.product.apiPath}/coupon/${propertyId}/list shows it`)
    return writtenCouponFields(input, coupon, ctx.choices, { coupon_code: coupon.code })
  })

  on(updateCoupon, (input, ctx) => {
    const { id, sent } = input.coupon_id
    const coupon = ownRecord(ctx.db.coupons.get(id), ctx, 'coupon_unknown')
    const { guestId, ...data } = readCouponForm(input, couponRules(ctx))
    const guest = guestId ?? (ctx.choices.coupon_guest === 'kept' ? (coupon?.guestId ?? 0) : 0)
    const code = input.coupon_code.trim()
    if (coupon) changeCoupon({ ...coupon, ...data, code, guestId: guest }, ctx)
    hintAtComma('amount', input.amount, data.amount, ctx)
    const changed = { ...data, propertyId: ctx.property.id, guestId: guest }
    const keys = { coupon_id: writtenId(ctx.choices, id, sent), coupon_code: input.coupon_code }
    return [writtenCouponFields(input, changed, ctx.choices, keys)]
  })

  on(deleteCoupon, ({ property_id, coupon_id }, ctx) => {
    const owner = { property: { id: property_id }, choices: ctx.choices }
    const coupon = ownRecord(ctx.db.coupons.get(coupon_id.id), owner, 'coupon_unknown')
    if (coupon && administeredProperties(ctx.sandbox, ctx.caller).includes(property_id))
      ctx.change((db) => {
        db.coupons.remove(coupon.id)
        managementEvent(ctx, db, 'coupon_deleted', { property_uid: property_id, coupon_id: coupon.id })
      })
    return coupon_id.sent
  })
}

const couponsOf = (propertyId: number, ctx: Ctx): readonly Coupon[] => ctx.db.coupons.by('property', propertyId)

function guestOf(id: number, ctx: Ctx): Guest | undefined {
  const guest = ctx.db.guests.get(id)
  return guest?.propertyId === ctx.property.id ? guest : undefined
}

const couponRules = (ctx: Ctx): CouponRules => ({
  strictness: ctx.choices.input_values,
  isGuest: (id) => guestOf(id, ctx) !== undefined,
})

/** @throws Refusal `coupon_code_taken` */
function changeCoupon(coupon: Coupon, ctx: Ctx): void {
  const others = couponsOf(coupon.propertyId, ctx).filter(({ id }) => id !== coupon.id)
  if (ctx.choices.input_values === 'checked') requireFreeCode(coupon.code, others)
  ctx.change((db) => {
    db.coupons.put(coupon)
    managementEvent(ctx, db, 'coupon_updated', { property_uid: coupon.propertyId, coupon_id: coupon.id })
  })
}
