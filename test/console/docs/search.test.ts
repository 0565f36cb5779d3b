import { expect, test } from 'vitest'
import { documentFiles } from '../../../src/console/docs/files.ts'
import { searchDocuments } from '../../../src/console/docs/search.ts'

test('finds words of the text and of code, and shows no words of the marks around code', () => {
  const found = searchDocuments('understay validate harbour-week')
  expect(found.map(({ address }) => address)).toEqual(['traffic.md'])
  for (const words of ['sh run', 'text run', 'yaml run file'])
    expect(
      searchDocuments(words).filter(({ excerpt }) => excerpt.includes('```')),
      words,
    ).toEqual([])
  expect(searchDocuments('not-run: installs packages')).toEqual([])
})

test('excerpts have whole words, and no rules of tables', () => {
  const words = new Set(['token', 'gateway', 'fault'].flatMap((word) => searchDocuments(word).map(({ excerpt }) => excerpt)))
  expect(words.size).toBeGreaterThan(20)
  const all = [...documentFiles().values()].map(({ text }) => text).join(' ')
  for (const excerpt of words) {
    expect(excerpt).not.toContain('---')
    const parts = excerpt.replaceAll('…', ' ').trim().split(' ')
    for (const edge of [parts[0] ?? '', parts.at(-1) ?? ''])
      expect(new RegExp(`(?<![\\w.])${edge.replace(/[^\w\s]/g, '\\$&')}(?!\\w)`).test(all), `${edge} in ${excerpt}`).toBe(true)
  }
})

test('every section with the words is found, not only the best, and an excerpt shows a word that is in the text', () => {
  expect(searchDocuments('the').length).toBeGreaterThan(40)
  const found = searchDocuments('webhook retries').filter(({ excerpt }) => !/webhook|retries/i.test(excerpt))
  expect(found).toEqual([])
  expect(searchDocuments('fault').filter(({ heading }) => heading.includes('`'))).toEqual([])
})
