/** Full-text search in the documents, by section. */
import { type DocumentFile, documentFiles } from './files.ts'
import { slugOf } from './render.ts'

/** A section with all words. */
interface Found {
  /** Address below `docs/`, with the section. */
  readonly address: string
  readonly document: string
  readonly heading: string
  readonly excerpt: string
}

interface Section extends DocumentFile {
  readonly heading: string
}

let sections: readonly Section[] | undefined

const EXCERPT = 160

/** The words that are searched for. */
export const wordsOf = (query: string): readonly string[] =>
  query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')

/** The sections with all words; those with a word in the heading come first. */
export function searchDocuments(query: string): readonly Found[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  sections ??= [...documentFiles().values()].flatMap(({ path, title, text }) => sectionsOf(path, title, text))
  return sections
    .filter(({ heading, text }) => words.every((word) => `${heading}\n${text}`.toLowerCase().includes(word)))
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .sort((a, b) => b.score - a.score)
    .map(({ section: { path, title, heading, text } }) => ({
      address: heading === title ? path : `${path}#${slugOf(heading)}`,
      document: title,
      heading: plainText(heading),
      excerpt: excerptOf(text, words),
    }))
}

function scoreOf({ path, heading, text }: Section, words: readonly string[]): number {
  const inHeading = words.filter((word) => heading.toLowerCase().includes(word)).length
  const older = path === 'changelog.md' ? -5 : 0
  return inHeading * 10 + older + Math.min(5, text.toLowerCase().split(words[0] ?? '').length - 1)
}

function sectionsOf(path: string, title: string, text: string): readonly Section[] {
  const parts: Section[] = []
  let heading = title
  let lines: string[] = []
  let inCode = false
  const end = (): void => {
    if (lines.length > 0) parts.push({ path, title, heading, text: lines.join('\n') })
  }
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) {
      inCode = !inCode
      continue
    }
    const next = inCode ? undefined : /^#{1,4} (.+)$/.exec(line)?.[1]
    if (next === undefined) lines.push(line)
    else {
      end()
      heading = next
      lines = []
    }
  }
  end()
  return parts
}

/** Markdown without its marks. */
const plainText = (text: string): string =>
  text
    .replace(/[`*|#>]|-{3,}/g, ' ')
    .replace(/\]\([^)]*\)/g, ' ')
    .replace(/\[|\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

function excerptOf(text: string, words: readonly string[]): string {
  const plain = plainText(text)
  const first = words.map((word) => plain.toLowerCase().indexOf(word)).find((place) => place >= 0) ?? 0
  const at = plain.lastIndexOf(' ', Math.max(0, first - 50)) + 1
  return `${at > 1 ? '… ' : ''}${/^.*(?= )/.exec(plain.slice(at, at + EXCERPT).trim())?.[0] ?? ''} …`
}
