/** Reads guests, guest types, coupons and favourites. */
import { amountOf, dayOf, flagOf, idOf, itemsOf, numberOf, textOf, valueAt } from '../values.ts'
import type { Reader, ReaderInput } from './reader.ts'

/** The id in the response to a call that made a row. */
function newId({ call }: ReaderInput, ...names: readonly string[]): number | undefined {
  const item = itemsOf(call.data)[0]?.[1]
  return idOf(names.map((name) => valueAt(item ?? call.data, name)).find((value) => value !== undefined))
}

const pathId = ({ call }: ReaderInput, name: string): number | undefined => idOf(call.path[name])

/** The readers of guests, by operation. */
export const GUEST_READERS: Readonly<Record<string, Reader>> = {
  listGuests: ({ call, draft, property }) => {
    for (const [, item] of itemsOf(call.data))
      draft.read(
        'guests',
        idOf(item['guests_uid']),
        {
          property,
          firstname: textOf(item['firstname']),
          surname: textOf(item['surname']),
          house: textOf(item['house']),
          street: textOf(item['street']),
          town: textOf(item['town']),
          region: textOf(item['county']),
          country: textOf(item['country']),
          postcode: textOf(item['postcode']),
          landline: textOf(item['tel_landline']),
          mobile: textOf(item['tel_mobile']),
          email: textOf(item['email']),
          discount: numberOf(item['discount']),
        },
        call,
      )
  },
  createGuest: (input) => input.draft.makes('guests', newId(input, 'guest_uid', 'guests_uid'), input.call),
  updateGuest: (input) => input.draft.wrote('guests', pathId(input, 'guest_id'), ['*'], input.call),
  deleteGuest: (input) => {
    const id = pathId(input, 'guest_id')
    input.draft.wrote('guests', id, [], input.call)
    for (const [booking, { guest }] of input.draft.rows('bookings'))
      if (guest === id) input.draft.wrote('bookings', booking, ['cancelled', 'cancelled_at', 'changed'], input.call)
  },
  listGuestTypes: ({ call, draft, property }) => {
    for (const [, item] of itemsOf(call.data))
      draft.read(
        'guest_types',
        idOf(item['id']),
        {
          property,
          type: textOf(item['type']),
          notes: textOf(item['notes']),
          maximum: numberOf(item['maximum']),
          is_percentage: flagOf(item['is_percentage']),
          adds: flagOf(item['posneg']),
          variance: amountOf(item['variance']),
          published: flagOf(item['published']),
          order: numberOf(item['order']),
          is_child: flagOf(item['is_child']),
        },
        call,
      )
  },
  createGuestType: (input) => input.draft.makes('guest_types', newId(input, 'id'), input.call),
  updateGuestType: (input) => input.draft.wrote('guest_types', pathId(input, 'guest_type_id'), ['*'], input.call),
  listCoupons: ({ call, draft, property }) => {
    for (const [, item] of itemsOf(call.data)) {
      const id = idOf(item['coupon_id'])
      const code = textOf(item['coupon_code'])
      if (code !== undefined && draft.made.has(`coupons ${code}`)) draft.makes('coupons', id, call)
      const guest = [...draft.rows('guests').values()].find(
        ({ firstname, surname }) => item['guest_name'] !== '' && `${firstname} ${surname}` === item['guest_name'],
      )
      draft.read(
        'coupons',
        id,
        {
          property,
          code,
          valid_from: dayOf(item['valid_from']),
          valid_to: dayOf(item['valid_to']),
          amount: amountOf(item['amount']),
          is_percentage: flagOf(item['ispercentage']),
          room_only: flagOf(item['roomonly']),
          booking_valid_from: dayOf(item['booking_valid_from']),
          booking_valid_to: dayOf(item['booking_valid_to']),
          guest: idOf(guest?.['id']),
        },
        call,
      )
    }
  },
  createCoupon: ({ call, draft }) => {
    draft.makes('coupons', textOf(valueAt(itemsOf(call.data)[0]?.[1] ?? call.data, 'coupon_code')), call)
  },
  updateCoupon: (input) => {
    const id = pathId(input, 'coupon_id')
    input.draft.wrote('coupons', id, ['*'], input.call)
  },
}
