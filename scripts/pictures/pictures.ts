/**
 * The pictures of the console in `docs/pictures/`, taken in Chromium: all of them on request, otherwise the missing ones. Their
 * bytes differ in each run, so they are not taken again with every change.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launch, openPage, untilLive, withoutBrowser } from '../../test/console/browser/browser.ts'
import { startScene } from './scene.ts'

const FOLDER = 'docs/pictures'
/** Contains the digest of the sources of the pictures. */
const TAKEN_OF = join(FOLDER, 'taken-of.txt')
const HEIGHT = 900

interface Picture {
  readonly name: string
  readonly path: string
  readonly size?: 'narrow'
  readonly scheme?: 'dark'
  /** Appears last on the page. */
  readonly until?: string
}

const PICTURES: readonly Picture[] = [
  { name: 'calls', path: '?entry=8' },
  { name: 'calls-dark', path: '', scheme: 'dark' },
  { name: 'calls-narrow', path: '', size: 'narrow' },
  { name: 'calendar', path: 'console/calendar?property=1&booking=109', until: 'a.stay' },
  { name: 'sessions', path: 'console/sessions' },
  { name: 'scenario', path: 'console/scenario', until: '#editor-problems.good' },
  { name: 'rules', path: 'console/rules' },
  { name: 'webhooks', path: 'console/webhooks?entry=31', until: '#detail' },
  { name: 'webhooks-narrow', path: 'console/webhooks', size: 'narrow', until: '#deliveries' },
  { name: 'data', path: 'console/data' },
  { name: 'docs', path: 'docs/' },
]

/** The pictures that pages show and that are not there. */
export function missingPictures(): readonly string[] {
  const pages = ['README.md', ...filesIn('docs').filter((file) => file.endsWith('.md'))]
  return pages.flatMap((page) => {
    const shown = readFileSync(page, 'utf8').matchAll(/!\[[^\]]*\]\(([^)\s]*pictures\/[^)\s]+)\)/g)
    return [...shown]
      .map(([, target = '']) => join(page, '..', target))
      .filter((file) => !existsSync(file))
      .map((file) => `${page} shows ${file}, which is not there`)
  })
}

/** Takes the pictures. @returns a summary */
export async function takePictures({ again }: { readonly again: boolean }): Promise<string> {
  const digest = digestOf([...filesIn('src/console'), ...filesIn('scripts/pictures')])
  const due = PICTURES.filter(({ name }) => again || !existsSync(fileOf(name)))
  if (due.length === 0)
    return existsSync(TAKEN_OF) && readFileSync(TAKEN_OF, 'utf8').trim() === digest
      ? 'the pictures show the console as it is'
      : 'the console changed since its pictures were taken; to take them again: npm run docs -- --pictures'
  if (withoutBrowser) return 'the pictures of the console were not taken: there is no Chromium (UNDERSTAY_CHROMIUM)'
  mkdirSync(FOLDER, { recursive: true })
  const [{ server, close }, browser] = await Promise.all([startScene(), launch()])
  try {
    for (const { name, path, size = 'wide', scheme = 'light', until } of due) {
      const { page, context } = await openPage(browser, `${server.url}/_understay/${path}`, { size, scheme })
      await untilLive(page)
      if (until) await page.waitForSelector(until)
      const end: number = await page.$eval('main', (main) => main.lastElementChild?.getBoundingClientRect().bottom ?? 0)
      const height = Math.min(HEIGHT, Math.max(300, Math.ceil(end) + 16))
      const width = page.viewportSize()?.width ?? 0
      await page.screenshot({ path: fileOf(name), clip: { x: 0, y: 0, width, height } })
      await context.close()
    }
  } finally {
    await Promise.all([browser.close(), close()])
  }
  if (due.length === PICTURES.length) writeFileSync(TAKEN_OF, `${digest}\n`)
  return `taken: ${due.length} pictures of the console in ${FOLDER}`
}

const fileOf = (name: string): string => join(FOLDER, `${name}.png`)

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()

function digestOf(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(file))
  return hash.digest('hex')
}
