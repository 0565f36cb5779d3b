/**
 * The initial settings of a booking session.
 * @source spec "Booking session data"; facts "GET /booking/initialise"
 */

import { Exact, Flag, Int, IsoDay, Keyed, Named, Num, NumericText, Text } from '../../api/response-fields.ts'
import { Type } from '../../api/schema.ts'
import { Picture, PropertyRoom, PropertyRoomType, RoomsFailure, TariffSet } from './booking-session-parts.ts'

export const Texts = Type.Record(Type.String(), Type.String())
const Pictures = Type.Array(Picture)

const Availability = Exact({
  allowed_dates: Type.Union([Type.Array(IsoDay('Day')), Type.Record(Type.String(), IsoDay('Day'))], {
    description:
      'Days on which a stay can begin or end; under allowed_dates=keyed all days with a price, as an object with numeric keys',
  }),
  not_available_dates: Type.Array(IsoDay('Day')),
})

const InitialRoom = Exact({ room: PropertyRoom, room_type: PropertyRoomType, tariff_sets: Type.Array(TariffSet) })

const AddressField = Exact({
  field: Text('Name of the form field'),
  label: Text('Label'),
  required: Type.Boolean({ description: 'True when the property requires it' }),
  required_label: Text('Error text for a missing value'),
})

const ChildRate = Exact({
  id: Int('Child rate id'),
  age_from: Int('Minimum age, years'),
  age_to: Int('Maximum age, years'),
  price: Num('Price of a child, currency units'),
  model: Type.Union([Type.Literal('per_night'), Type.Literal('per_stay')]),
})

/** The settings of a property for a booking form. */
export const SessionSettings = Named('SessionSettings', {
  booking_model: Type.Union([Type.Literal('SRP'), Type.Literal('MRP')], {
    description: 'SRP: a property booked as one unit; MRP: a property with several rooms',
  }),
  language: Text('The requested language'),
  property_name: Text('Name of the property'),
  confirmation_url: Text('URL of the confirmation page; the client adds &jsid=<session id>'),
  property_details_url: Text('URL of the page of the property'),
  bypass_confirmation: Type.Boolean({
    description: 'True without an active payment gateway: create then books without confirmation',
  }),
  min_days: NumericText('Smallest minimum number of nights of all current tariffs'),
  fixedPeriodBookings: Flag('1 when only whole periods can be booked'),
  fixedPeriodBookingsNumberOfDays: Type.Union([Type.Integer(), NumericText('Nights')], {
    description: 'Nights of a period; 0 when off',
  }),
  fixedArrivalDateYesNo: Flag('1 when arrivals are on one weekday only'),
  fixedArrivalDay: Type.Union([Type.Integer(), NumericText('Weekday')], {
    description: 'Weekday of arrivals, 0 Sunday to 6; 7 when any',
  }),
  capacity: Exact({ adults: NumericText('Maximum number of adults'), children: NumericText('Maximum number of children') }),
  labels: Texts,
  images: Keyed(Type.Union([Type.Array(Pictures), Type.Record(Type.String(), Pictures)])),
  availability: Availability,
  rooms: Type.Union([RoomsFailure, Keyed(InitialRoom)]),
  address_form_fields: Type.Array(AddressField),
  currency_code: Text('ISO 4217 code'),
  child_rates: Keyed(ChildRate),
  extras: Exact({
    extra_models_explanation: Texts,
    extras: Type.Optional(Type.Array(Type.Never(), { maxItems: 0 })),
  }),
  countries: Texts,
})
