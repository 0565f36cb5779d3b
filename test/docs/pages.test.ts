import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

describe('the README', () => {
  const text = readFileSync('README.md', 'utf8')

  test('has at most 150 lines', () => {
    expect(text.split('\n').length).toBeLessThanOrEqual(151)
  })

  test.each([
    'mock server',
    'stub',
    'fault injection',
    'test double',
    'OAuth',
    'Docker',
    'Vitest',
    'Jest',
    'Playwright',
    'GitHub',
    'Kubernetes',
  ])('contains the search term %s', (word) => {
    expect(text.toLowerCase()).toContain(word.toLowerCase())
  })

  test('names the bundled libraries', () => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    for (const name of ['hono', '@faker-js/faker', 'yaml', 're2js', 'fraction.js'])
      expect([name, name in devDependencies, text.includes(name)]).toEqual([name, true, true])
  })
})

describe('the index of the decisions', () => {
  const index = readFileSync('docs/decisions/README.md', 'utf8')
  const files = readdirSync('docs/decisions').filter((file) => /^\d{4}-/.test(file))

  test.each(files)('lists %s, and whether it is superseded', (file) => {
    const row = index.split('\n').find((line) => line.startsWith(`| ${file.slice(0, 4)} |`) && line.includes(file)) ?? ''
    const later = /^\*\*Superseded by (\d{4})\.\*\*/m.exec(readFileSync(`docs/decisions/${file}`, 'utf8'))?.[1]
    expect(row).toContain(later === undefined ? '| in force |' : `| superseded by [${later}]`)
  })
})
