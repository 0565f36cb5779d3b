import { expect, test } from 'vitest'
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
