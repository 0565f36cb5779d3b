/**
 * Parts of the responses of the booking session.
 * @source spec "Booking session data"; facts "Endpoints"
 */
import { Exact, exampleOf, Int, IsoDay, Keyed, Named, Num, NumericText, Text, withExample } from '../../api/response-fields.ts'
import { Type } from '../../api/schema.ts'
import type { RefusalCode } from '../../domain/refusal.ts'

/** The refusals of every operation of a session with a property. */
export const PROPERTY_SESSION_REFUSALS = [
  'session_missing',
  'session_not_initialised',
  'session_property_unavailable',
] as const satisfies readonly RefusalCode[]

/** What the operations of a session with a property have in common. */
export const SESSION_STEP = {
  tag: 'booking-session',
  session: 'bound',
  params: {},
  refusals: PROPERTY_SESSION_REFUSALS,
} as const

const Reason = Type.Union([Text('The reason; null if the service gives none'), Type.Null()])

/** The result of a step or a check. */
export const Verdict = Named('Verdict', {
  valid: Type.Boolean({ description: 'True when the step was accepted, or the check passed' }),
  reason: Type.Optional(Reason),
})

/** The result of a selection of rooms. */
export const SelectionVerdict = Named('SelectionVerdict', {
  valid: Type.Boolean({ description: 'True when the selection is stored' }),
  hatPair: Type.Optional(Text('The stored selection: pairs of room uid and rates uid, joined by carets, separated by commas')),
  reason: Type.Optional(Reason),
})

/** The response when no rooms can be listed. */
export const RoomsFailure = Exact({ success: Type.Literal(false), reason: Text('The reason why no rooms are listed') })

/** URLs of a picture in up to three sizes. */
export const Picture = Exact({
  large: Text('URL of the large picture'),
  medium: Type.Optional(Text('URL of the medium picture')),
  small: Type.Optional(Text('URL of the small picture')),
})

const pictureFields = {
  small_room_image: Text('URL of the small picture', 'http://127.0.0.1:4010/img/s.jpg'),
  medium_room_image: Text('URL of the medium picture', 'http://127.0.0.1:4010/img/m.jpg'),
  large_room_image: Text('URL of the large picture', 'http://127.0.0.1:4010/img/l.jpg'),
}

const roomFields = {
  propertys_uid: Int('Property uid', 1),
  room_features_uid: Text('Ids of its features, separated by commas', ''),
  room_name: Text('Name', 'Garden'),
  room_number: Text('Number on the door', '1'),
  room_floor: Text('Floor', '1'),
  max_people: Int('Maximum number of people', 2),
  singleperson_suppliment: Num('Single person supplement for a night, currency units', 0),
  tagline: Text('Subtitle', ''),
  description: Text('Description', ''),
  surcharge: Num('Surcharge for a night, currency units', 0),
  ...pictureFields,
}

/** A room in `initialise`. */
export const PropertyRoom = Exact({ room_uid: Int('Room uid'), room_classes_uid: Int('Room type id'), ...roomFields })

/** A room in `rooms`. */
export const OfferedRoom = Named('OfferedRoom', {
  room_uid: Int('Room uid', 11),
  ...roomFields,
  room_type_id: NumericText('Room type id', '7'),
})

const typeFields = {
  room_class_abbv: Text('Name of the room type', 'Double'),
  room_class_full_desc: Text('Description of the room type', '<p>A room with a double bed</p>'),
  image: Text('File name of its picture', 'double.png'),
  images: withExample(Type.Array(Picture), [{ large: 'http://127.0.0.1:4010/img/double.jpg' }]),
}

/** A room type in `initialise`. */
export const PropertyRoomType = Exact({ room_class_id: NumericText('Room type id'), ...typeFields })

/** A room type in `rooms`. */
export const OfferedRoomType = Exact({ ...typeFields, room_type_id: Type.Optional(NumericText('Room type id', '7')) })

/** The maximum numbers of guests of a room type. */
export const OccupancyLevels = Exact({
  room_type_name: Text('Name of the room type', 'Double'),
  room_type_id: Int('Room type id', 7),
  max_adults: Int('Maximum number of adults', 2),
  max_children: Int('Maximum number of children', 0),
  max_occupancy: Int('Maximum number of guests', 2),
})

export const RoomFeatures = Keyed(
  Exact({
    room_features_uid: Int('Feature id'),
    feature_description: Text('Description'),
    image: Text('URL of its picture'),
  }),
)

const nightFields = {
  date: IsoDay('Night', '2031-05-01'),
  rate_id: NumericText('Rates uid', '234'),
  adult_price: Num('Net price of the night, currency units', 83.33),
  seven_day_price: Num('Net price of the night in a stay of 7 to 30 nights, currency units', 83.33),
  thirty_day_price: Num('Net price of the night in a stay of more than 30 nights, currency units', 83.33),
  mindays: NumericText('Minimum number of nights', '1'),
  next_checkin_date: IsoDay('Night plus fewest nights', '2031-05-02'),
}

export const NIGHT_EXAMPLE = exampleOf(nightFields)

/** The prices of nights by date in `prices`. */
export const PricedNights = Keyed(Exact(nightFields))

/** The prices of nights by date in `rooms`. */
export const OfferedNights = Keyed(Exact({ ...nightFields, room_type_id: NumericText('Room type id') }))

/** A rate of `initialise`: its title, limits and the price of every day. */
export const TariffSet = Exact({
  rate_title: Text('Title'),
  rate_description: Text('Description'),
  tariff_type_id: NumericText('Tariff type id'),
  maxdays: NumericText('Maximum number of nights'),
  extra_guests_price: NumericText('Price of extra guests'),
  minpeople: NumericText('Minimum number of people'),
  maxpeople: NumericText('Maximum number of people'),
  roomclass_uid: NumericText('Room type id'),
  dates: Keyed(
    Exact({
      adult_price: Num('Net price of the night, currency units'),
      date: IsoDay('Night'),
      checkin_date: IsoDay('Night plus fewest nights'),
      min_days: NumericText('Minimum number of nights'),
    }),
  ),
})

export const NumberedError = Exact({
  error_number: Text('Number in the list of error_messages'),
  error_message: Text('The problem'),
})

/** A deposit, or the error that prevents it. */
export const Deposit = Type.Union([Type.Number(), NumericText('Flat deposit from the settings'), NumberedError], {
  description: 'Deposit, currency units; a numbered error when it cannot be calculated',
})

export const CleaningFee = Type.Union([NumericText('Fee from the settings'), Type.Number()], {
  description: 'Cleaning fee, currency units; 0 when none is set',
})
