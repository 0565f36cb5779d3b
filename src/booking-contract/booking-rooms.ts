/**
 * The start of a booking session, and its rooms.
 * @source spec "Booking session"; facts "Endpoints" 4.1, 4.5, 4.6
 */
import { anyPropertyUid, text } from '../api/path-values.ts'
import { Exact, exampleOf, Keyed, ListOf, Text } from '../api/response-fields.ts'
import { Type } from '../api/schema.ts'
import {
  NIGHT_EXAMPLE,
  OccupancyLevels,
  OfferedNights,
  OfferedRoom,
  OfferedRoomType,
  RoomFeatures,
  RoomsFailure,
  SESSION_STEP,
  SelectionVerdict,
} from './shared/booking-session-parts.ts'
import { SessionSettings, Texts } from './shared/booking-session-settings.ts'
import { operation } from './shared/operation.ts'

const SOURCE = 'spec "Booking session"'

export const initialiseSession = operation({
  id: 'initialiseSession',
  method: 'get',
  path: '/booking/initialise/{property_id}/{language}',
  tag: 'booking-session',
  summary: 'Start a booking session for a property, or move it to another property',
  session: 'begins',
  params: { property_id: anyPropertyUid, language: text('Language of labels and texts, such as fr-FR') },
  answer: {
    key: 'initialise',
    data: Exact({ response: Exact({ data: SessionSettings, info: Texts }) }),
    keepsText: true,
  },
  refusals: [
    'session_missing',
    'session_crawler',
    'session_not_initialised',
    'session_property_unknown',
    'session_property_unavailable',
  ],
  example: {
    path: { property_id: '1', language: 'en-GB' },
    answer: {
      response: {
        data: {
          booking_model: 'MRP',
          language: 'en-GB',
          property_name: 'Harbour House',
          confirmation_url: 'http://127.0.0.1:4010/index.php?option=com_service&task=confirmbooking&selectedProperty=1',
          property_details_url: 'http://127.0.0.1:4010/index.php?option=com_service&task=viewproperty&property_uid=1',
          bypass_confirmation: true,
          min_days: '1',
          fixedPeriodBookings: 0,
          fixedPeriodBookingsNumberOfDays: 0,
          fixedArrivalDateYesNo: 0,
          fixedArrivalDay: 7,
          capacity: { adults: '8', children: '2' },
          labels: { HARRIVALDATE: 'Arrival', HDEPARTUREDATE: 'Departure' },
          images: [],
          availability: { allowed_dates: ['2031-05-01', '2031-05-02'], not_available_dates: ['2031-04-30'] },
          rooms: { success: false, reason: 'Rooms array is empty' },
          address_form_fields: [
            { field: 'firstname', label: 'Given name', required: true, required_label: 'Please give a first name' },
          ],
          currency_code: 'EUR',
          child_rates: { 1: { id: 1, age_from: 0, age_to: 5, price: 10, model: 'per_night' } },
          extras: { extra_models_explanation: { 1: 'by the week' } },
          countries: { FR: 'France', GB: 'United Kingdom' },
        },
        info: { min_days: 'Fewest nights of any current tariff' },
      },
    },
  },
  source: SOURCE,
  choices: [
    'session_header',
    'session_header_refusal',
    'session_refusal_charset',
    'crawler_user_agents',
    'zero_prices',
    'allowed_dates',
    'fixed_period_numbers',
    'empty_map',
    'page_links',
  ],
})

const OfferedType = Exact({
  room_type_info: OfferedRoomType,
  room_type_rooms: ListOf({ tariff_name: Text('Title of the tariff'), hatPairs: Type.Array(Text('Room uid, caret, rates uid')) }),
  room_type_tariffs: ListOf({ tariffs: OfferedNights }),
  occupancy_levels: OccupancyLevels,
  room_type_features: RoomFeatures,
})

const OfferedPair = Exact({
  room: OfferedRoom,
  room_features: RoomFeatures,
  room_type: OfferedRoomType,
  occupancy_levels: OccupancyLevels,
  tariffs: OfferedNights,
})

const OFFERED_NIGHT_EXAMPLE = { ...NIGHT_EXAMPLE, room_type_id: '7' }
const ROOM_TYPE_EXAMPLE = exampleOf(OfferedRoomType.properties)
const LEVELS_EXAMPLE = exampleOf(OccupancyLevels.properties)

export const listSessionRooms = operation({
  ...SESSION_STEP,
  id: 'listSessionRooms',
  method: 'get',
  path: '/booking/rooms',
  summary: 'The available rooms and rates for the dates of the session',
  answer: {
    key: 'rooms_available_on_selected_dates',
    data: Type.Union([RoomsFailure, Exact({ room_types: Keyed(OfferedType), rooms: Keyed(OfferedPair) })]),
  },
  example: {
    answer: {
      room_types: {
        7: {
          room_type_info: ROOM_TYPE_EXAMPLE,
          room_type_rooms: [{ tariff_name: 'Flexible', hatPairs: ['11^234'] }],
          room_type_tariffs: [{ tariffs: { '2031-05-01': OFFERED_NIGHT_EXAMPLE } }],
          occupancy_levels: LEVELS_EXAMPLE,
          room_type_features: [],
        },
      },
      rooms: {
        '11^234': {
          room: exampleOf(OfferedRoom.properties),
          room_features: [],
          room_type: ROOM_TYPE_EXAMPLE,
          occupancy_levels: LEVELS_EXAMPLE,
          tariffs: { '2031-05-01': OFFERED_NIGHT_EXAMPLE },
        },
      },
    },
  },
  source: SOURCE,
  choices: [
    'step_order',
    'weekday_rules',
    'offer_restrictions',
    'rooms_selected_bound',
    'rooms_free',
    'rate_sets',
    'room_type_id',
    'occupancy_levels',
    'long_stay_prices',
    'empty_map',
  ],
})

export const setPropertyBooking = operation({
  ...SESSION_STEP,
  id: 'setPropertyBooking',
  method: 'post',
  path: '/booking/set/property/booking',
  summary: 'Select rooms and rates; selected automatically for a property that is booked as one unit',
  form: {
    fields: {
      selectedRooms: {
        description:
          'pairs of room uid and rates uid, joined by carets, separated by commas; required for a property with several rooms',
        required: false,
        example: '1^3',
      },
    },
  },
  answer: { key: 'set_property_booking', otherKeys: ['set_rooms'], data: SelectionVerdict },
  example: { form: { selectedRooms: '1^3' }, answer: { valid: true, hatPair: '1^3' } },
  source: SOURCE,
  choices: [
    'step_order',
    'selection_key',
    'selection_check',
    'selection_answer',
    'room_capacity',
    'weekday_rules',
    'offer_restrictions',
    'rooms_selected_bound',
    'rooms_free',
    'stale_prices',
  ],
})
