import type { SessionAddress } from '../../domain/session/booking-session.ts'
import type { Randomness } from '../../simulation/randomness.ts'
import type { NamedCountry } from '../demand/demand-schema.ts'
import { drawNames, namesIn } from '../demand/names.ts'
import type { EventWith } from '../events/event-schema.ts'
import { pick } from '../traffic/drawing.ts'

/** Details of a guest in a scenario; the others are random. */
export type GuestDetails = NonNullable<EventWith<'guest_books'>['guest']>

type Home = Pick<SessionAddress, 'street' | 'town' | 'postcode' | 'country' | 'region'>

const HOMES: readonly (Home & { readonly country: NamedCountry })[] = [
  { street: 'Lantern Row', town: 'Penwick', postcode: 'PW4 7QS', country: 'GB', region: '' },
  { street: 'Rue des Tilleuls', town: 'Valmory', postcode: '38990', country: 'FR', region: '' },
  { street: 'Lindenallee', town: 'Brunnau', postcode: '09912', country: 'DE', region: '' },
  { street: 'Calle del Molino', town: 'Sierrafonte', postcode: '29099', country: 'ES', region: '' },
  { street: 'Via dei Cedri', town: 'Montalora', postcode: '53099', country: 'IT', region: '' },
  { street: 'Havengracht', town: 'Oosterwiek', postcode: '9998 ZX', country: 'NL', region: '' },
]
/** Countries that only guests of demand come from, or those of a named country. */
const OTHER_HOMES: typeof HOMES = [
  { street: 'Maple Avenue', town: 'Harlan Falls', postcode: '00199', country: 'US', region: '' },
  { street: 'ulica Lipowa', town: 'Brzozowiec', postcode: '99-990', country: 'PL', region: '' },
  { street: 'Lipová', town: 'Javorná', postcode: '999 01', country: 'CZ', region: '' },
]

/** The guest of a booking: the same for the same seed and key. E-mail addresses are unique per key. */
export function generatedGuest(chance: Randomness, key: number | string, details: GuestDetails = {}): SessionAddress {
  const stream = chance.stream('stranger', key)
  const drawn = drawNames(stream)
  const anyHome = pick(HOMES, stream)
  const home =
    details.country === undefined ? anyHome : [...HOMES, ...OTHER_HOMES].find(({ country }) => country === details.country)
  if (!home) throw new RangeError(`no home in ${details.country}`)
  const names = namesIn(home.country, drawn)
  const { country: _, ...own } = details
  const { firstname, surname, email } = { ...names, email: emailOf(names, key), ...own }
  const house = String(stream.integer(1, 140))
  return { ...home, firstname, surname, house, email, tel_mobile: `0${stream.integer(600_000_000, 799_999_999)}` }
}

/** Letters that do not lose their marks by decomposition. */
const ASCII: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l', ø: 'o', æ: 'ae', œ: 'oe', ı: 'i', đ: 'd' }

function emailOf({ firstname, surname }: Pick<SessionAddress, 'firstname' | 'surname'>, key: number | string): string {
  const mailbox = `${firstname}.${surname}.${key}`.toLowerCase().replaceAll(/[ßłøæœıđ]/g, (letter) => ASCII[letter] ?? letter)
  return `${mailbox
    .normalize('NFD')
    .replaceAll('/', '-')
    .replaceAll(/[^a-z0-9.-]/g, '')}@strangers.example`
}
