import { expect, test } from 'vitest'
import { consoleOf, targetsOf } from './console-of.ts'
import { byId, textIn } from './markup.ts'

test('of many remarks on a rule the first 20 are shown, and how many more there are', async () => {
  const { app, page, token } = consoleOf()
  const headers = await token()
  for (let n = 0; n < 23; n++) await app.request(`http://localhost/service/api/elsewhere/${n}`, { headers })
  const shown = textIn(byId(await page('/_understay/console/rules'), 'rule-data/path-segments'))
  expect(shown.match(/resembles no operation/g)).toHaveLength(20)
  expect(shown).toContain('and 3 more')
})

test('the report is there in every format of the control API', async () => {
  const targets = targetsOf(await consoleOf().page('/_understay/console/rules'))
  expect(targets).toEqual(
    expect.arrayContaining(['html', 'md', 'json', 'junit'].map((format) => `/_understay/report?format=${format}`)),
  )
})
