/**
 * Lists the pages.
 *
 * @module
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The README and every page below docs, except the decisions. */
export function pagesOf(root: string): readonly string[] {
  const below = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.startsWith('decisions'))
    .sort()
  return [join(root, 'README.md'), ...below.map((name) => join(root, 'docs', name))]
}
