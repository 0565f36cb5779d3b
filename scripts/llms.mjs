/**
 * The documents as language models read them: `llms.txt`, a list of links with a sentence each, and `llms-full.txt`, their texts.
 *
 * @module
 * @source https://llmstxt.org
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** The documents for users in their order: README, pages, recipes, scenarios. */
function documents(root) {
  const inside = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md') && !path.startsWith('decisions/'))
  const depth = (path) => path.split('/').length
  const sorted = inside.sort((a, b) => depth(a) - depth(b) || a.localeCompare(b))
  return ['README.md', ...sorted.map((path) => posix.join('docs', path))].map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return { path, text, ...about(text) }
  })
}

/** The title of a page, and its first sentence. */
function about(text) {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? ''
  const paragraphs = text
    .slice(text.indexOf('\n', text.indexOf('# ')))
    .split(/\n\s*\n/)
    .map((part) => part.trim().replaceAll('\n', ' '))
  const first = paragraphs.find((part) => /^[*\w`[]/.test(part)) ?? ''
  const plain = first.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\*/g, '')
  return { title, sentence: /^.*?\.(?= |$)/.exec(plain)?.[0] ?? plain }
}

/** @param addressOf where a document is found, such as `docs/fixtures.md` */
export function llmsIndex(root, addressOf) {
  const [readme, ...pages] = documents(root)
  const part = (heading, of) =>
    `## ${heading}\n\n${of.map(({ path, title, sentence }) => `- [${title}](${addressOf(path)}): ${sentence}`).join('\n')}\n`
  const below = (folder) => pages.filter(({ path }) => posix.dirname(path) === folder)
  return [
    `# ${readme.title}\n`,
    `> ${readme.sentence}\n`,
    `Coding agents: \`understay mcp\` has tools that play scenarios, list and explain calls and report on a client.\n`,
    part('Start', [readme]),
    part('Reference', below('docs')),
    part('Recipes', below('docs/recipes')),
    part('Optional', below('docs/scenarios')),
  ].join('\n')
}

/** All documents in one text. */
export const llmsFull = (root) =>
  documents(root)
    .map(({ path, text }) => `<!-- ${path} -->\n\n${text.trim()}\n`)
    .join('\n\n')
