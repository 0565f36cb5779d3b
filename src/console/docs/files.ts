/** The bundled documents, by their address in the console. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folders of the documents, when run from source and in the build. */
const DOCUMENT_FOLDERS = ['./docs/', '../docs/', '../../../docs/'] as const
/** Documents from the top of the project, with their addresses below `docs/`. */
const ROOT_DOCUMENTS = { 'README.md': 'start.md', 'CHANGELOG.md': 'changelog.md' } as const

export interface DocumentFile {
  /** Its address below `docs/`, such as `scenarios/README.md`. */
  readonly path: string
  readonly title: string
  readonly text: string
}

let cachedFiles: ReadonlyMap<string, DocumentFile> | undefined

export function documentFiles(): ReadonlyMap<string, DocumentFile> {
  cachedFiles ??= readAll()
  return cachedFiles
}

function readAll(): ReadonlyMap<string, DocumentFile> {
  const folder = DOCUMENT_FOLDERS.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) =>
    existsSync(join(path, 'README.md')),
  )
  if (folder === undefined) return new Map()
  const own = markdownIn(folder).map((path) => [relative(folder, path).split(sep).join('/'), path] as const)
  const top = Object.entries(ROOT_DOCUMENTS).flatMap(([file, path]) => {
    const place = [join(folder, path), join(dirname(folder), file)].find((candidate) => existsSync(candidate))
    return place === undefined ? [] : [[path, place] as const]
  })
  return new Map(
    [...new Map([...top, ...own])].map(([path, place]) => {
      const text = readFileSync(place, 'utf8')
      return [path, { path, title: /^# (.+)$/m.exec(text)?.[1] ?? path, text }]
    }),
  )
}

const markdownIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return markdownIn(path)
    return entry.name.endsWith('.md') ? [path] : []
  })
