import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { fakerParts } from '../../scripts/faker-parts.mjs'
import { loadPeople, type MakePeople } from '../../src/simulation/people.ts'

const drawn = (make: MakePeople): unknown => {
  const people = make(7)
  return Array.from({ length: 2000 }, () => [people.person(), people.house(), people.town()])
}

test('the parts of Faker that are shipped give the same people as all of it', async () => {
  const { outputFiles } = await build({
    entryPoints: ['src/simulation/people.ts'],
    bundle: true,
    format: 'esm',
    platform: 'node',
    plugins: [fakerParts],
    write: false,
  })
  const [{ text } = { text: '' }] = outputFiles
  const bundled: { readonly loadPeople: typeof loadPeople } = await import(
    `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`
  )
  expect(drawn(await bundled.loadPeople())).toEqual(drawn(await loadPeople()))
})
