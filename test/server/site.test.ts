import { expect, test } from 'vitest'
import { startUnderstay } from '../../src/index.ts'

test('the address without a path is a page with links in a browser, and plain text elsewhere', async () => {
  const world = await startUnderstay({ listen: false })
  const text = await world.fetch('/', { headers: { accept: '*/*' } })
  expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await text.text()).toMatch(/^Console +http:\S+\/_understay\/$/m)
  const page = await world.fetch('/', { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const links = [...(await page.text()).matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link)
  expect(links.map((link) => new URL(link).pathname)).toEqual(expect.arrayContaining(['/_understay/', '/_understay/docs/']))
  const statuses = await Promise.all(links.map(async (link) => (await world.fetch(link)).status))
  expect(statuses).toEqual(links.map(() => 200))
  await world.close()
})
