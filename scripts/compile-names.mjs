/**
 * Compiles given and family names of guests by country from `@faker-js/faker` into src/scenario/demand/names.json.
 * `node scripts/compile-names.mjs`
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { allLocales } from '@faker-js/faker'

const LOCALES = { GB: 'en', US: 'en', DE: 'de', FR: 'fr', IT: 'it', ES: 'es', NL: 'nl', PL: 'pl', CZ: 'cs_CZ' }
const [GIVEN_OF_A_SEX, FAMILY] = [100, 130]
/** Countries of the same locale take different names of its lists. */
const OFFSET = { US: 0.5 }

/** Names evenly taken from a list. */
function some(list, count, offset = 0) {
  const names = [...new Set(list.map((name) => name.normalize('NFC')))]
  return Array.from({ length: count }, (_, index) => names[Math.floor(((index + offset) * names.length) / count)])
}

/** Family names, in the form of men and that of women where they differ. */
function familyNames({ generic, male, female }, offset) {
  if (!male) {
    const names = some(generic, FAMILY, offset)
    const ofWomen = names.map((name) => name.replace(/(s|c|dz)ki$/, '$1ka'))
    return names.filter((name, index) => name !== ofWomen[index]).length > FAMILY / 10 ? [names, ofWomen] : [names]
  }
  const forms = new Set(female)
  const pairs = [...new Set(male)].flatMap((name) => {
    const form = [`${name}ová`, `${name.replace(/[aeo]$/, '')}ová`, `${name.replace(/e([kcl])$/, '$1')}ová`].find((one) =>
      forms.has(one),
    )
    return form ? [[name, form]] : []
  })
  const taken = Array.from({ length: FAMILY }, (_, index) => pairs[Math.floor((index * pairs.length) / FAMILY)])
  return [0, 1].map((sex) => taken.map((pair) => pair[sex]))
}

const lines = Object.entries(LOCALES).map(([country, locale]) => {
  const { first_name: given, last_name: family } = allLocales[locale].person
  const offset = OFFSET[country]
  const both = [given.male, given.female].map((list) => some(list, GIVEN_OF_A_SEX, offset))
  return `"${country}":${JSON.stringify({ given: both, family: familyNames(family, offset) })}`
})
writeFileSync(new URL('../src/scenario/demand/names.json', import.meta.url), `{\n${lines.join(',\n')}\n}\n`)
