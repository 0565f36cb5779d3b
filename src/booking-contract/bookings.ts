/**
 * The lists of a property's bookings.
 * @source spec "Bookings of a property", "Booking (list entry)"
 */

import { day, language, propertyUid } from '../api/path-values.ts'
import { exampleOf, Flag, Int, Named, Num, NumericText, SlashDay, Stamp, Text } from '../api/response-fields.ts'
import { Type } from '../api/schema.ts'
import type { Choices } from './choices/choices.ts'
import { Subject } from './shared/operation.ts'

export const BOOKINGS = new Subject('bookings')

const entry = ({ deposit_required_type, rejected_enquiry }: Pick<Choices, 'deposit_required_type' | 'rejected_enquiry'>) =>
  Named('Booking', {
    contract_uid: Int('Contract uid', 501),
    arrival: SlashDay('Day of arrival', '2031/05/02'),
    departure: SlashDay('Day of departure, not a night of the stay', '2031/05/06'),
    contract_total: Num('Total of the booking, in currency units', 412.5),
    tag: Text('Booking number', '40718263'),
    currency_code: Text('ISO 4217', 'EUR'),
    booked_in: Flag('The guest has checked in', 0),
    bookedout: Flag('The guest has checked out', 0),
    deposit_required:
      deposit_required_type === 'text'
        ? NumericText('Deposit in currency units', '82.5')
        : Num('Deposit in currency units; a number under the choice deposit_required_type=number'),
    deposit_paid: Flag('The deposit is paid', 0),
    special_reqs: Text('Requests of the guest', 'A cot, please'),
    timestamp: Stamp('Time of creation, UTC', '2031-03-01 09:12:44'),
    cancelled: Flag('The booking is cancelled', 0),
    invoice_uid: Int('Invoice id; 0 when there is none', 77),
    property_uid: Int('Property uid', 17),
    approved:
      rejected_enquiry === 'two'
        ? Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2)], { description: '0 pending, 1 approved, 2 rejected' })
        : Flag('The booking is approved', 1),
    last_changed: Stamp('Time of the last change, UTC', '2031-03-01 09:12:45'),
    firstname: Text('First name of the guest', 'Ilse'),
    surname: Text('Surname of the guest', 'Marant'),
    tel_landline: Text('Landline of the guest; may be empty', '0100 200'),
    tel_mobile: Text('Mobile of the guest; may be empty', ''),
    email: Text('Email address of the guest; may be empty', 'ilse@example.test'),
    imgColor: Text('Colour of the status: grey, orange, blue, red, green, purple, teal or black', 'grey'),
    TxtStatus: Text('The status in words, in the requested language', 'Arrival Pending'),
  })

const list = { method: 'get', scope: 'properties_get', source: 'spec "Bookings of a property"' } as const
const exampleEntry = exampleOf(entry({ deposit_required_type: 'text', rejected_enquiry: 'zero' }).properties)

export const listBookings = BOOKINGS.operation({
  ...list,
  id: 'listBookings',
  path: '/listbooking/{property_id}[/{language}]',
  summary: 'All guest bookings, latest arrival first',
  params: { property_id: propertyUid, language },
  answer: { key: 'listbooking', data: (choices) => Type.Array(entry(choices)), keepsText: true },
  example: { path: { property_id: '1' }, answer: [exampleEntry] },
  choices: ['deleted_guest_bookings', 'deposit_required_type', 'rejected_enquiry', 'today'],
})

export const listBookingsBetween = BOOKINGS.operation({
  ...list,
  id: 'listBookingsBetween',
  path: '/listbooking/{property_id}/{start_date}/{end_date}[/{language}]',
  summary: 'Guest bookings between two days, earliest arrival first',
  params: { property_id: propertyUid, start_date: day, end_date: day, language },
  answer: { key: 'listbookingdate', data: (choices) => Type.Array(entry(choices)), keepsText: true },
  refusals: ['values_invalid'],
  example: { path: { property_id: '1', start_date: '2031-05-01', end_date: '2031-05-31' }, answer: [exampleEntry] },
  choices: ['booking_window', 'date_ranges', 'deleted_guest_bookings', 'deposit_required_type', 'rejected_enquiry', 'today'],
})
