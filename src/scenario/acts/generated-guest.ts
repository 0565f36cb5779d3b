/**
 * Generated guests, who book in scenarios.
 *
 * @module
 */
import type { SessionAddress } from '../../domain/session/booking-session.ts'
import type { Randomness } from '../../simulation/randomness.ts'

/** Details of a guest in a scenario; the others are random. */
export interface GuestDetails {
  readonly firstname?: string
  readonly surname?: string
  readonly email?: string
}

const FIRST_NAMES = [
  'Ines',
  'Tobias',
  'Marit',
  'Callum',
  'Noor',
  'Emil',
  'Saskia',
  'Bruno',
  'Hanna',
  'Idris',
  'Lotte',
  'Piotr',
] as const
const SURNAMES = [
  'Calderwick',
  'Ostrander',
  'Vellamo',
  'Trewhella',
  'Lindqvist',
  'Marchetto',
  'Haverkorn',
  'Sandoval',
  'Brennach',
  'Oduya',
  'Keller',
  'Wisniak',
] as const

type Home = Pick<SessionAddress, 'street' | 'town' | 'postcode' | 'country' | 'region'>

const HOMES: readonly Home[] = [
  { street: 'Lantern Row', town: 'Penwick', postcode: 'PW4 7QS', country: 'GB', region: '' },
  { street: 'Rue des Tilleuls', town: 'Valmory', postcode: '38990', country: 'FR', region: '' },
  { street: 'Lindenallee', town: 'Brunnau', postcode: '09912', country: 'DE', region: '' },
  { street: 'Calle del Molino', town: 'Sierrafonte', postcode: '29099', country: 'ES', region: '' },
  { street: 'Via dei Cedri', town: 'Montalora', postcode: '53099', country: 'IT', region: '' },
  { street: 'Havengracht', town: 'Oosterwiek', postcode: '9998 ZX', country: 'NL', region: '' },
]

/** The guest of a booking: the same for the same seed and key. E-mail addresses are unique per key. */
export function generatedGuest(chance: Randomness, key: number | string, details: GuestDetails = {}): SessionAddress {
  const stream = chance.stream('stranger', key)
  const drawn = <T>(from: readonly T[]): T => pick(from, stream.integer(0, from.length - 1))
  const names = { firstname: drawn(FIRST_NAMES), surname: drawn(SURNAMES) }
  const { firstname, surname } = { ...names, ...details }
  const home = drawn(HOMES)
  const house = String(stream.integer(1, 140))
  const mailbox = `${names.firstname}.${names.surname}.${key}`.toLowerCase().replaceAll('/', '-')
  const email = details.email ?? `${mailbox}@strangers.example`
  return { ...home, firstname, surname, house, email, tel_mobile: `0${stream.integer(600_000_000, 799_999_999)}` }
}

function pick<T>(from: readonly T[], index: number): T {
  const found = from[index]
  if (found === undefined) throw new RangeError(`nothing stands at ${index}`)
  return found
}
