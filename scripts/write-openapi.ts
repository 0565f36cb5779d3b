/**
 * Writes the OpenAPI documents of the service interface, one for each profile, for linters and generators.
 *
 *   npx tsx scripts/write-openapi.ts FOLDER
 *
 * @module
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { productOf } from '../src/api/product.ts'
import { bookingApi } from '../src/booking-api/index.ts'
import { choicesOf, PROFILES } from '../src/booking-contract/choices/choices.ts'
import { apiDocument } from '../src/pipeline/openapi.ts'

const folder = process.argv[2]
if (!folder) throw new Error('usage: write-openapi.ts FOLDER')
mkdirSync(folder, { recursive: true })
for (const profile of PROFILES) {
  const settings = { choices: choicesOf(profile), product: productOf('service') }
  const document = apiDocument(bookingApi, settings, { base: '/service/api', version: '1.0.0', today: '2031-05-01' })
  writeFileSync(join(folder, `${profile}.json`), JSON.stringify(document, null, 2))
}
