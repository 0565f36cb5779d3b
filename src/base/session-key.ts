/** Only the first characters of the header identify a booking session. */
export const SESSION_ID_LENGTH = 50

/** The key of a session: the significant characters of the header. */
export function sessionKey(sent: string): string {
  const name = sent.trim()
  return name.length <= SESSION_ID_LENGTH ? name : [...name].slice(0, SESSION_ID_LENGTH).join('')
}
