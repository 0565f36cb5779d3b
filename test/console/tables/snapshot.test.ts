import { expect, test } from 'vitest'
import { consoleOf } from '../console-of.ts'
import { everyElement, textIn } from '../markup.ts'

test('the changes since a snapshot name each changed field, with its old and new value', async () => {
  const { ask, page, world } = consoleOf()
  await ask('POST', '/_understay/snapshots', { body: JSON.stringify({ name: 'before' }) })
  const { store } = world.sandbox()
  const id = store.change((db) => {
    const property = db.properties.all()[0]
    if (!property) throw new Error('there is no property')
    db.properties.put({ ...property, name: 'Gull House' })
    return property.id
  })
  const shown = await page('/_understay/console/snapshots/before')
  const rows = everyElement(shown)
    .filter(({ name }) => name === 'tr')
    .map(({ children }) => children.flatMap((cell) => (typeof cell === 'string' ? [] : [textIn(cell).trim()])))
  expect(rows).toEqual([
    ['Row', 'Field', 'Before', 'After'],
    [`${id} changed`, 'name', expect.stringMatching(/./), 'Gull House'],
  ])
})
