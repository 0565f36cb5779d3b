import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const PAGE = 'docs/decisions/0033-findings-and-where-they-are-held.md'
const rows = readFileSync(PAGE, 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, finding, held] = /^\| ([^|]+) \| (`[^|]+) \|$/.exec(line) ?? []
    return finding === undefined || held === undefined ? [] : [{ finding, held }]
  })

test('the list has a row for every finding', () => {
  const numbers = new Set(rows.flatMap(({ finding }) => /^D\d+/.exec(finding)?.[0] ?? []))
  expect([...numbers]).toEqual(Array.from({ length: 21 }, (_, index) => `D${index + 1}`))
})

test.each(rows.map(({ finding, held }) => [finding, held]))('%s is covered by an existing test', (_, held) => {
  const files = [...held.matchAll(/`([^`]+)`(?: "([^"]+)")?/g)]
  expect(files).not.toEqual([])
  for (const [, file = '', text = ''] of files) {
    expect(existsSync(file), file).toBe(true)
    expect(readFileSync(file, 'utf8'), file).toContain(text)
  }
})
