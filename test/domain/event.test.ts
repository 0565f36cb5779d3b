import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EVENT_NAMES } from '../../src/domain/event.ts'

/** What only the events of a scenario bring about: no operation does. */
const BY_SCENARIOS: Readonly<Record<string, string>> = {
  deposit_saved: 'deposit_paid',
  booking_marked_noshow: 'no_show',
  property_unpublished: 'property_unpublished',
}

test('every event has something that brings it about, and is not kept for scenarios longer than needed', () => {
  const files = ['domain', 'http', 'routes'].flatMap((room) =>
    readdirSync(`src/${room}`, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'event.ts')
      .map(({ name }) => `src/${room}/${name}`),
  )
  const code = files.map((path) => readFileSync(path, 'utf8')).join()
  const nobody = EVENT_NAMES.filter((name) => !code.includes(`'${name}'`))
  expect(nobody.toSorted()).toEqual(Object.keys(BY_SCENARIOS).toSorted())
})
