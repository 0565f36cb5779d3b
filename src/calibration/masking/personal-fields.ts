/** The fields of paths, forms and responses that hold personal data, declared once. Dates, ids, money and codes are not among them. */

/** Names in lower case, without the prefixes `guest_` and `tel_`. */
const VALUES: ReadonlySet<string> = new Set([
  ...['firstname', 'surname', 'bookersusername', 'username', 'house', 'street', 'town', 'postcode', 'vat_number'],
  ...['landline', 'mobile', 'tel', 'telephone', 'phone', 'fax', 'email', 'email_address', 'property_tel', 'property_email'],
  ...['lastname', 'fullname', 'mobile_phone', 'phone_number', 'passport', 'passport_number', 'iban'],
  ...['property_street', 'property_postcode', 'booking_deposit_ref'],
])

/** Fields with texts of people and of the service: days, booking numbers and the words of the service stay. */
const FREE_TEXTS: ReadonlySet<string> = new Set(['note', 'notes', 'note_content', 'special_reqs', 'specialreqs', 'email_link'])

/** Fields of a JSON text within a response: the events of the timeline. */
const EVENT: ReadonlySet<string> = new Set(['title', 'description'])

export type Personal = 'value' | 'free text'

/** What a field holds; undefined when it is not personal. @param inText true in a JSON text within a response */
export function personalKind(name: string, inText = false): Personal | undefined {
  const lower = name.toLowerCase()
  const bare = lower.replace(/^(?:guest_)?(?:tel_)?/, '')
  if (FREE_TEXTS.has(lower) || (inText && EVENT.has(lower))) return 'free text'
  return VALUES.has(bare) || lower === 'guest_name' ? 'value' : undefined
}

/** Words that the service writes into notes and events itself. */
export const SERVICE_WORDS: ReadonlySet<string> = new Set(
  [
    'booked guest in undone checkin booked out checkout checked entered black booking arrivée du client enregistrée départ arrivé',
    'booking no number from to email address tel mailto subject body dear re',
    'monday tuesday wednesday thursday friday saturday sunday',
  ].flatMap((words) => words.split(' ')),
)
