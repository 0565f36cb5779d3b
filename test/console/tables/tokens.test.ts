import { expect, test } from 'vitest'
import { consoleOf, targetsOf } from '../console-of.ts'
import { byId, textIn } from '../markup.ts'

test('a revoked token counts neither as valid nor as expired', async () => {
  const { page, token, world } = consoleOf()
  const counts = async () =>
    textIn(byId(await page('/_understay/console/data'), 'client-desk')).match(/\d+ tokens? valid|\d+ expired/g)
  const link = '/_understay/console/data/tokens?field=clientId&value=desk'
  expect(targetsOf(await page('/_understay/console/data'))).not.toContain(link)
  await token()
  expect(await counts()).toEqual(['1 token valid'])
  expect(targetsOf(await page('/_understay/console/data'))).toContain(link)
  expect(textIn(await page(link))).toContain(' × 1 row id ')
  const { store } = world.sandbox()
  for (const row of store.db.tokens.all()) store.change(({ tokens }) => tokens.put({ ...row, revoked: true }))
  expect(await counts()).toBeNull()
})

test('tokens after the first 1,000 count too', async () => {
  const { page, token, world } = consoleOf()
  await token()
  const { store } = world.sandbox()
  for (const row of store.db.tokens.all())
    store.change(({ tokens }) => {
      for (let more = 1; more <= 2000; more++) tokens.put({ ...row, id: `${row.id}${more}` })
    })
  expect(textIn(byId(await page('/_understay/console/data'), 'client-desk'))).toContain('2001 tokens valid')
})

test('the form for a new client names the one from which it takes what is left out', async () => {
  const { page, world } = consoleOf()
  const shown = async () => byId(await page('/_understay/console/data'), 'client-scopes').attributes['placeholder']
  expect(await shown()).toBe('those of desk')
  const { store } = world.sandbox()
  store.change(({ clients }) => clients.all().map(({ id }) => clients.remove(id)))
  expect(await shown()).toBe('required')
})
