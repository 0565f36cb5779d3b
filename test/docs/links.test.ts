import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pagesOf } from '../../scripts/pages/pages.ts'

/** A page as it is read: what stands in fenced blocks and in code is no link. */
const proseOf = (page: string): string =>
  readFileSync(page, 'utf8')
    .replace(/^(`{3,}|~{3,}).*?^\1$/gms, '')
    .replace(/`[^`\n]*`/g, (code) => code.replaceAll('[', '('))

const LINK = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g

/** The anchor that a heading gets when the page is shown. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchorsOf = (page: string): readonly string[] =>
  [...proseOf(page).matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))

/** Links of a page that lead nowhere. */
const lostLinks = (page: string): readonly string[] =>
  [...proseOf(page).matchAll(LINK)].flatMap(([, path = '', anchor]) => {
    const target = path === '' ? page : join(dirname(page), path)
    const found = existsSync(target) && (anchor === undefined || (isPage(target) && anchorsOf(target).includes(anchor)))
    return found ? [] : [anchor === undefined ? path : `${path}#${anchor}`]
  })

const isPage = (path: string): boolean => statSync(path).isFile() && path.endsWith('.md')

describe('the links of the documents', () => {
  test.each([...pagesOf('.'), 'CHANGELOG.md', 'CONTRIBUTING.md'])('%s links to existing pages', (page) => {
    expect(lostLinks(page)).toEqual([])
  })

  test.each(['docs/README.md', 'README.md'])('%s contains links', (page) => {
    expect([...proseOf(page).matchAll(LINK)].length).toBeGreaterThan(3)
  })
})
