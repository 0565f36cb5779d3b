/**
 * The numbered errors of the booking session: plain texts, and those of the newest release.
 * @source facts "GET /booking/error_messages"; choice `session_messages`
 */
import { keysOf } from '../../base/keys-of.ts'

export type MessageStyle = 'plain' | 'recorded'

const message = (plain: string, recorded: string) => ({ plain, recorded })

const MESSAGES = {
  '001': message(
    'No session id was sent; put one, unique for each visitor, in the {header} header.',
    'Error. Session id not passed. Send a session_id {header} via headers. The session id should be unique to each of your site visitors.',
  ),
  '002': message('No property id was given.', 'Error. Property uid not sent'),
  '003': message('The property is not published.', 'Error. Property is not published'),
  '004': message('The accommodation total was not supplied.', 'Error. Accommodation total not sent'),
  '005': message('The number of adults was not supplied.', 'Error. Number of adults not sent'),
  '006': message('The arrival date was not supplied.', 'Error. Arrival date not sent'),
  '007': message('The departure date was not supplied.', 'Error. Departure date not sent'),
  '008': message('The arrival date is not valid.', 'Error. Arrival date invalid'),
  '009': message('The departure date is not valid.', 'Error. Departure date invalid'),
  '010': message('The length of stay was not supplied.', 'Error. Stay days not sent'),
  '011': message('The number of adults is wrong.', 'Error. Adult numbers incorrect'),
  '012': message('The number of children is wrong.', 'Error. Child numbers incorrect'),
  '013': message('The room and tariff pair cannot be validated.', 'Error. Cannot validate hatPair'),
  '014': message(
    'The arrival date is outside the dates the property accepts.',
    'Error. Arrival date not within dates allowed by property',
  ),
  '015': message(
    'The departure date is outside the dates the property accepts.',
    'Error. Departure date not within dates allowed by property',
  ),
  '016': message('The room id is not valid.', 'Error. Room id invalid'),
  '017': message('The tariff id is not valid.', 'Error. Tariff id invalid'),
  '018': message('No rooms have been selected.', 'Error. No rooms selected'),
  '020': message('The accommodation total has not been calculated yet.', 'Error. Accommodation total not calculated yet'),
  '021': message('The length of stay has not been calculated yet.', 'Error. Stay days not calculated yet'),
  '101': message('Unspecified error.', 'Unspecified error'),
} as const satisfies Record<string, ReturnType<typeof message>>

/** Placeholder for the name of the session header in message 001. */
export const HEADER_PLACEHOLDER = '{header}'

export type MessageNumber = keyof typeof MESSAGES

export const MESSAGE_NUMBERS = keysOf(MESSAGES).toSorted()

/** The text of a numbered error with its subject: `<text> : <about>`. */
export function sessionMessage(number: MessageNumber, style: MessageStyle, about?: string): string {
  const text = MESSAGES[number][style]
  return about === undefined ? text : `${text} : ${about}`
}

/** A numbered error with its number: `018 -- <text> : <about>`. */
export function numberedMessage(number: MessageNumber, style: MessageStyle, about?: string): string {
  return `${number} -- ${sessionMessage(number, style, about)}`
}
