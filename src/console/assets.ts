/** The files a page loads: style sheets, scripts, and the libraries they use. */
import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** The folders of the files, when run from source and in the build. */
const FILE_FOLDERS = ['./assets/', './console/', '../console/'] as const

/** The files of libraries by name, which only the build puts beside the others, with their paths when run from source. */
const LIBRARIES: Readonly<Record<string, string>> = {
  'codemirror.js': '../../node_modules/.cache/understay/codemirror.js',
  'scenario-schema.json': '../../scenarios/schema.json',
  'idiomorph.js': '../../node_modules/idiomorph/dist/idiomorph.esm.js',
  'swagger-ui.js': '../../node_modules/swagger-ui-dist/swagger-ui-bundle.js',
  'swagger-ui.css': '../../node_modules/swagger-ui-dist/swagger-ui.css',
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
}

/** A file that pages load; undefined for an unknown name. */
export function consoleAsset(name: string): { readonly type: string; readonly text: string } | undefined {
  const type = TYPES[/^[a-z-]+\.(css|json|js)$/.exec(name)?.[1] ?? '']
  if (type === undefined) return undefined
  const library = LIBRARIES[name]
  const places = [...FILE_FOLDERS.map((place) => `${place}${name}`), ...(library ? [library] : [])]
  // Large libraries are compressed in the package.
  const files = places.flatMap((place) => [new URL(place, import.meta.url), new URL(`${place}.gz`, import.meta.url)])
  const file = files.find((url) => existsSync(url))
  if (!file && library) throw new Error(`${name} is missing from the program: install it again`)
  if (!file) return undefined
  const bytes = readFileSync(file)
  return { type, text: (file.pathname.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8') }
}
