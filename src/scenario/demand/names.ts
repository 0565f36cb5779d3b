/** Given and family names by country, compiled from Faker by scripts/compile-names.mjs. */
import type { Stream } from '../../simulation/randomness.ts'
import type { NamedCountry } from './demand-schema.ts'
import NAMES from './names.json' with { type: 'json' }

/** Names as a place in each list, so that they are drawn before the country is known. */
interface DrawnNames {
  readonly given: number
  readonly family: number
}

/** Draws a name, with two values of the stream. */
export const drawNames = (stream: Stream): DrawnNames => ({ given: stream.share(), family: stream.share() })

/** The drawn name in a country. A Czech family name has the form of a woman's where the given name is one. */
export function namesIn(
  country: NamedCountry,
  { given, family }: DrawnNames,
): { readonly firstname: string; readonly surname: string } {
  const names: { readonly given: readonly string[][]; readonly family: readonly string[][] } = NAMES[country]
  const sex = given < 0.5 ? 0 : 1
  const surnames = names.family[sex] ?? names.family[0] ?? []
  return { firstname: at(names.given[sex] ?? [], given * 2 - sex), surname: at(surnames, family) }
}

const at = (list: readonly string[], share: number): string => list[Math.floor(share * list.length)] ?? ''
