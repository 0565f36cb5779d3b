/** The timeline in responses: a JSON text of calendar events. */
import { capitalised } from '../../base/capitalised.ts'
import { longDate } from '../../base/long-date.ts'
import type { Choices } from '../../booking-contract/choices/choices.ts'
import { withoutMarkup } from '../../domain/booking/creation.ts'
import type { BookingNote } from '../../domain/booking/notes.ts'
import type { Guest } from '../../domain/guest/guests.ts'
import type { TimelineEntry, TimelineStatus } from '../../domain/overview/timeline.ts'
import { STATUS_COLOURS } from './bookings.ts'
import { stamp } from './shared/text.ts'

const BADGES: Readonly<Record<TimelineStatus, string>> = {
  arrival_pending: 'badge bg-info',
  arrives_today: 'badge bg-primary',
  departs_today: 'badge bg-secondary',
  not_arrived: 'badge bg-danger',
  resident: 'badge bg-success',
  departure_overdue: 'badge bg-warning',
  checked_out: 'badge bg-light',
  black: 'badge bg-dark',
}

/** The labels are named after the colours of booking lists. */
function className(status: TimelineStatus, theme: Choices['timeline_theme']): string {
  if (theme === 'badge') return BADGES[status]
  return `label label-${status === 'black' ? 'black' : STATUS_COLOURS[status]}`
}

/** The data of an event besides its entry. */
export interface TimelineDetail {
  readonly guest: Guest | undefined
  readonly notes: readonly BookingNote[]
  /** The URL of the booking's page. */
  readonly url: string
  /** True when the property books whole days instead of nights. */
  readonly wholeDays: boolean
  readonly choices: Pick<Choices, 'timeline_theme' | 'timeline_text' | 'long_date' | 'session_notes'>
}

/** One event of the calendar; all its values are texts. */
export function timelineEvent(entry: TimelineEntry, detail: TimelineDetail) {
  const { booking, roomId, roomIds, status, until } = entry
  const { guest, url, wholeDays, choices } = detail
  return {
    id: `${booking.id}_${roomId}`,
    resourceId: `${roomId}`,
    start: `${booking.arrival}T${wholeDays ? '00:00:01' : '12:00:00'}`,
    end: `${until}T${wholeDays ? '23:59:59' : '11:59:59'}`,
    title: guest ? `${capitalised(guest.firstname)} ${capitalised(guest.surname)}` : 'Black booking',
    url,
    className: className(status, choices.timeline_theme),
    description: choices.timeline_text === 'short' ? shortDescription(entry, detail) : fullDescription(entry, detail),
    contract_uid: `${booking.id}`,
    room_uid: `${roomId}`,
    this_contract_room_uids: roomIds.map(String),
  }
}

function shortDescription({ booking }: TimelineEntry, { guest, choices }: TimelineDetail): string {
  const number = guest ? `Booking number: ${booking.tag}<br/>` : ''
  return `${number}${days(booking, choices.long_date)}`
}

function fullDescription({ booking }: TimelineEntry, { guest, notes, choices }: TimelineDetail): string {
  // texts stored as sent are not HTML yet
  const shown = choices.session_notes === 'as_sent' ? withoutMarkup : String
  const label = choices.timeline_text === 'recorded' ? 'Booking number' : 'Booking no.'
  const number = guest ? `${label}: ${booking.tag}<br/>` : ''
  const contact = guest ? `Email address: ${guest.email}<br/>Tel: ${guest.landline}` : ''
  const written = notes.map(({ at, text }) => `${stamp(at)} ${escapeApostrophes(shown(text))}<br/>`).join('')
  const wishes = escapeApostrophes(shown(booking.specialRequests))
  return [number, days(booking, choices.long_date), contact, written && `<hr/>${written}`, wishes && `<hr/>${wishes}<br/>`].join(
    '',
  )
}

function days({ arrival, departure }: TimelineEntry['booking'], style: Choices['long_date']): string {
  return `From: ${longDate(arrival, style)}<br/>To: ${longDate(departure, style)}<br/><br/>`
}

/** Escapes apostrophes: the calendar's script puts these texts between them. */
const escapeApostrophes = (text: string): string => text.replaceAll("'", '\\&#39;')
