/**
 * The five views of a booking in responses.
 * @source spec "Booking detail views"; facts "listbooking"
 */
import { capitalised } from '../../base/capitalised.ts'
import { daysBetween } from '../../base/day.ts'
import { pathOf } from '../../base/http-url.ts'
import type { Minor } from '../../base/money.ts'
import type { Choices } from '../../booking-contract/choices/choices.ts'
import type { Language, Translated } from '../../booking-contract/shared/language.ts'
import { type Balance, balanceCurrency } from '../../domain/booking/balance.ts'
import type { Booking } from '../../domain/booking/bookings.ts'
import type { BookingNote } from '../../domain/booking/notes.ts'
import { type Guest, guestTexts } from '../../domain/guest/guests.ts'
import type { Room } from '../../domain/property/rooms.ts'
import type { Ctx } from '../handler-context.ts'
import { KeptByRow } from './shared/kept.ts'
import { moneyText } from './shared/money-text.ts'
import { labelLanguage, stamp, writtenDay, yesNo } from './shared/text.ts'

const KIND_TEXTS: Readonly<Record<Booking['kind'], Translated>> = {
  black: { 'en-GB': 'Black', 'fr-FR': 'Indisponibilité', 'de-DE': 'Gesperrt' },
  reception: { 'en-GB': 'Reception', 'fr-FR': 'Réception', 'de-DE': 'Rezeption' },
  internet: { 'en-GB': 'Internet', 'fr-FR': 'Internet', 'de-DE': 'Internet' },
}

/** The dates view: arrival, departure and booker. */
export function datesView(booking: Booking, guest: Guest | undefined, { language, choices }: Ctx) {
  const kind = booking.cancelled && choices.cancelled_type === 'internet' ? 'internet' : booking.kind
  const nameless = booking.kind === 'black' && choices.black_booking_booker === 'null'
  return {
    BOOKING_ARRIVAL: writtenDay(booking.arrival, language, choices),
    BOOKING_DEPARTURE: writtenDay(booking.departure, language, choices),
    NUM_NIGHTS: Math.max(1, daysBetween(booking.arrival, booking.departure)),
    BOOKINGTYPE: booking.rooms.length === 0 ? '' : KIND_TEXTS[kind][labelLanguage(language, choices.label_language)],
    BOOKERSUSERNAME: nameless ? null : booking.bookedBy || bookerOf(booking, guest, choices),
    SPECIALREQS: booking.specialRequests,
  }
}

function bookerOf({ kind }: Booking, guest: Guest | undefined, { session_booker }: Pick<Choices, 'session_booker'>): string {
  if (!guest) return ''
  return kind === 'internet' && session_booker === 'email' ? guest.email : `${guest.firstname} ${guest.surname}`
}

const MAIL_TEXTS: Readonly<Record<Language, { readonly number: string; readonly dear: string }>> = {
  'en-GB': { number: 'Booking number', dear: 'Dear ' },
  'fr-FR': { number: 'Numéro de réservation', dear: 'Cher(e) ' },
  'de-DE': { number: 'Buchungsnummer', dear: 'sehr geehrter ' },
}

/** The values of a booking without a guest. */
const NO_GUEST = guestTexts(() => '')

const guestViews = new KeptByRow<ReturnType<typeof makeGuestView>>()

/** The guest view, with a mail-to link; kept and frozen. */
export function guestView(booking: Booking, guest: Guest | undefined, ctx: Ctx) {
  const { language, property, geography, choices } = ctx
  const image = ctx.links.file('assets/images/noimage.svg')
  return guestViews.of(booking, [guest, language, property, geography, image, choices], () =>
    makeGuestView(booking, guest, image, ctx),
  )
}

function makeGuestView(booking: Booking, guest: Guest | undefined, image: string, ctx: Ctx) {
  const { geography, choices } = ctx
  const person = guest ?? NO_GUEST
  const country = countryText(person.country, ctx)
  return {
    GUEST_FIRSTNAME: person.firstname,
    GUEST_SURNAME: person.surname,
    GUEST_HOUSE: person.house,
    GUEST_STREET: person.street,
    GUEST_TOWN: person.town,
    GUEST_REGION: regionText(person.region, geography),
    GUEST_COUNTRY: country === '' && choices.guest_country_unknown === 'false' ? (false as const) : country,
    GUEST_POSTCODE: person.postcode,
    GUEST_TEL_LANDLINE: person.landline,
    GUEST_TEL_MOBILE: person.mobile,
    GUEST_VAT_NUMBER: '',
    EMAIL_LINK: mailLink(booking.tag, person, ctx),
    EMAIL_ADDRESS: person.email,
    GUEST_IMAGE: choices.guest_image === 'path' ? pathOf(image) : image,
  }
}

/** The name of a region sent by id; any other region as it was sent. */
function regionText(sent: string, { region }: Ctx['geography']): string {
  return (/^\d+$/.test(sent) ? region(Number(sent))?.name : undefined) ?? sent
}

/** The name of a country code, empty for an unknown one; a longer text is returned unchanged. */
function countryText(sent: string, { geography, language }: Ctx): string {
  return sent.length > 3 ? sent.toUpperCase() : (geography.countryName(sent, language) ?? '')
}

function mailLink(
  tag: string,
  { firstname, surname, email }: Pick<Guest, 'firstname' | 'surname' | 'email'>,
  { language, property, choices }: Ctx,
): string {
  const { number, dear } = MAIL_TEXTS[language]
  const isUnnamed = firstname === '' && surname === ''
  const person = `${dear}${capitalised(firstname)} ${capitalised(surname)} `
  const greeting = isUnnamed && choices.email_link === 'encoded' ? '' : person
  const encoded = choices.email_link === 'encoded' ? encodeURIComponent : String
  const subject = encoded(`${number} ${tag} @ ${property.name}`)
  const to = choices.email_link === 'encoded' ? encodeURIComponent(email).replaceAll('%40', '@') : email
  return `mailto:${to}?subject=${subject}&body=${encoded(`${greeting}RE ${number} ${tag}`)}`
}

const ROOM_LABELS: Readonly<Record<Language, readonly [string, string, string, string, string, string]>> = {
  'en-GB': ['Room name', 'Tariff title', 'Room', 'Floor', 'Max people', 'Room/property type'],
  'fr-FR': ['Nom de la chambre', 'Titre du Tarif', 'Numéro de la chambre', 'Étage', 'Max. de personnes', 'Type de chambre'],
  'de-DE': ['Zimmername', 'Tarifbezeichnung', 'Zimmernummer', 'Etage', 'Max. Personen', 'Zimmerart'],
}

export interface BookedRoom {
  /** Undefined for a cancelled booking: its values are null. */
  readonly room: Pick<Room, 'name' | 'number' | 'floor' | 'maxPeople'> | undefined
  /** Empty when the rate does not exist any more; null by choice for a black booking. */
  readonly tariffTitle: string | null
  readonly roomType: string
}

/** The rooms view of one room: every value with its label. */
export function roomView({ room, tariffTitle, roomType }: BookedRoom, { language, choices }: Ctx) {
  const [name, tariff, number, floor, people, type] = ROOM_LABELS[labelLanguage(language, choices.label_language)]
  return {
    _SERVICE_COM_MR_EB_ROOM_NAME: name,
    RINFO_NAME: room?.name ?? null,
    _SERVICE_COM_MR_LISTTARIFF_RATETITLE: tariff,
    RINFO_TARIFF: tariffTitle,
    _SERVICE_COM_MR_EB_ROOM_NUMBER: number,
    RINFO_NUMBER: room?.number ?? null,
    _SERVICE_COM_MR_EB_ROOM_FLOOR: floor,
    RINFO_ROOM_FLOOR: room?.floor ?? null,
    _SERVICE_COM_MR_EB_ROOM_MAXPEOPLE: people,
    RINFO_MAX_PEOPLE: room ? String(room.maxPeople) : null,
    _SERVICE_COM_MR_EB_ROOM_CLASS_ABBV: type,
    TYPE: room ? roomType : null,
  }
}

/** The payment view: costs and open amount. */
export function paymentView(booking: Booking, { grandTotal, remainder }: Balance, { language, property, choices }: Ctx) {
  const currency = balanceCurrency(booking, property)
  const money = (amount: Minor): string => moneyText(amount, currency, property, choices.money_symbol)
  return {
    SINGLE_PERSON_SUPPLIMENT: money(booking.singlePersonSupplement),
    ROOM_TOTAL: money(booking.roomTotal),
    DEPOSITPAID: yesNo(booking.depositPaid, language),
    BOOKING_DEPOSIT_REQUIRED: money(booking.depositRequired),
    BOOKING_CONTRACT_TOTAL: money(booking.total),
    BOOKING_DEPOSIT_REF: booking.depositReference,
    TAX: money(booking.tax),
    EXTRASOPTIONSVALUE: money(booking.extras),
    GRAND_TOTAL: money(grandTotal),
    REMAINDER_TO_PAY: money(remainder),
  }
}

const EDIT: Translated = { 'en-GB': 'Edit note', 'fr-FR': 'Modifier la note', 'de-DE': 'Notiz bearbeiten' }
const DELETE: Translated = { 'en-GB': 'Delete note', 'fr-FR': 'Effacer la note', 'de-DE': 'Notiz löschen' }

/** A note, with the URLs of its pages. */
export function noteView({ id, bookingId, text, at }: BookingNote, { language, choices, links, sentLanguage }: Ctx) {
  const own = labelLanguage(language, choices.label_language)
  const page = (task: string): string => links.page({ task, note_id: id, contract_uid: bookingId }, sentLanguage.code)
  return {
    NOTE: text,
    DATETIME: stamp(at),
    EDITLINK: page('editnote'),
    EDITTEXT: EDIT[own],
    DELETELINK: page('deletenote'),
    DELETETEXT: DELETE[own],
  }
}
