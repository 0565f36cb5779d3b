import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const INDEX = readFileSync('dist/llms.txt', 'utf8')
const LINES = [...INDEX.matchAll(/^- \[(.+?)\]\((.+?)\): ?(.*)$/gm)].map(([, title = '', path = '', sentence = '']) => ({
  title,
  path,
  sentence,
}))

test('llms.txt of the package lists every document once, and each is there', () => {
  const documents = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.md') && !path.startsWith('decisions'),
  )
  expect(LINES.map(({ path }) => path).sort()).toEqual(['docs/start.md', ...documents.map((path) => `docs/${path}`)].sort())
  expect(LINES.filter(({ path }) => !existsSync(join('dist', path)))).toEqual([])
})

test('it begins with a title and what the program is, and names the tools for agents', () => {
  expect(INDEX).toMatch(/^# Understay\n\n> A mock server for a property-booking REST service\.\n\n/)
  expect(INDEX).toContain('`understay mcp`')
})

test.each(LINES)('$path begins with what it is for, in one sentence', ({ sentence }) => {
  expect(sentence).toMatch(/^[A-Z`"].*\.$/)
  expect(sentence).not.toMatch(/^Made by/)
  expect(sentence.split(' ').length).toBeGreaterThan(4)
  expect(sentence.split(' ').length).toBeLessThan(45)
})
