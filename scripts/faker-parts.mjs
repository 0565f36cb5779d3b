/**
 * The parts of Faker that generated people need: names and places of the one locale in use. The rest of its definitions is five times as large.
 *
 * @module
 */
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { faker } from '@faker-js/faker/locale/en'

const MODULE = /^@faker-js\/faker\/locale\/en$/
const NEEDED = {
  person: ['first_name', 'last_name', 'last_name_pattern'],
  location: [
    'building_number',
    'city_name',
    'city_pattern',
    'city_prefix',
    'city_suffix',
    'street_name',
    'street_pattern',
    'street_suffix',
  ],
}

const pick = (definitions, keys) => Object.fromEntries(keys.map((key) => [key, definitions[key]]))

/** A plugin of esbuild that bundles these parts in place of the locale. */
export const fakerParts = {
  name: 'faker-parts',
  setup(build) {
    build.onResolve({ filter: MODULE }, ({ path }) => ({ path, namespace: 'faker-parts', sideEffects: false }))
    build.onLoad({ filter: MODULE, namespace: 'faker-parts' }, () => {
      const { metadata, ...all } = faker.rawDefinitions
      const parts = Object.entries(NEEDED).map(([name, keys]) => [name, pick(all[name], keys)])
      const locale = JSON.stringify({ metadata, ...Object.fromEntries(parts) })
      const contents = `import { Faker } from '@faker-js/faker'\nexport const faker = new Faker({ locale: ${locale} })`
      return { contents, resolveDir: dirname(fileURLToPath(import.meta.url)) }
    })
  },
}
