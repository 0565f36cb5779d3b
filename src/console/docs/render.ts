/** Renders a document as HTML, with links to pages of the console. */
import { raw } from 'hono/html'
import { Marked, type Tokens } from 'marked'
import type { Html } from '../markup.ts'
import { type DocumentFile, documentFiles } from './files.ts'

/** The id of a heading, as GitHub makes it. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/<[^>]+>/g, '')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.codePointAt(0)};`)

/** The HTML of a document. Documents are part of the program, so their content is trusted. */
export function renderedDocument(file: DocumentFile, base: string): Html {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const level = Math.min(depth + 1, 6)
        return `<h${level} id="${escaped(slugOf(text))}">${this.parser.parseInline(tokens)}</h${level}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens)
        const target = targetOf(href, file.path, base)
        if (target === undefined) return text
        const outside = /^https?:/.test(target)
        return `<a href="${escaped(target)}"${outside ? ' target="_blank" rel="noreferrer"' : ''}>${text}</a>`
      },
      image: ({ text }: Tokens.Image) => (text === '' ? '' : `<em>${escaped(text)}</em>`),
      code: ({ text }: Tokens.Code) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`,
      html: ({ text }: Tokens.HTML | Tokens.Tag) => (/^<(?:br|\/?(?:b|i|em|code|sub|sup))\s*\/?>$/.test(text) ? text : ''),
    },
  })
  const text = marked
    .parse(file.text, { async: false })
    .replaceAll('<table>', '<div class="scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replace(/<tr>\s*<td><code>([\w./-]+)<\/code>/g, (row, id: string) => row.replace('<tr>', `<tr id="${id}">`))
  return raw(withUniqueIds(text))
}

/** Keeps only the first of equal ids. */
function withUniqueIds(text: string): string {
  const seen = new Set<string>()
  return text.replace(/ id="([^"]+)"/g, (attribute, id: string) => {
    if (seen.has(id)) return ''
    seen.add(id)
    return attribute
  })
}

/** The address of a link in the console; undefined for a file that is not bundled. */
function targetOf(href: string, from: string, base: string): string | undefined {
  if (/^https?:/.test(href) || href.startsWith('#')) return href
  const { pathname, hash } = new URL(
    href,
    `http://docs/docs/${from === 'start.md' || from === 'changelog.md' ? '../' : ''}${from}`,
  )
  const path = decodeURIComponent(pathname.slice(1))
  const scenario = /^scenarios\/([\w-]+)\.yaml$/.exec(path)?.[1]
  if (scenario !== undefined) return `${base}/console/scenario?show=${scenario}`
  if (path === 'README.md') return `${base}/docs/start.md${hash}`
  if (path === 'CHANGELOG.md') return `${base}/docs/changelog.md${hash}`
  const below = path.replace(/^docs\//, '').replace(/\/$/, '/README.md')
  return path.startsWith('docs/') && documentFiles().has(below) ? `${base}/docs/${below}${hash}` : undefined
}
