/** The files a page loads: style sheets, scripts, and the libraries they use. */
import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** The folders of the files, when run from source and in the build. */
const FILE_FOLDERS = ['./assets/', './console/', '../console/'] as const
const CSS = 'text/css; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'

/** All files by name, with their media types and their paths when run from source. */
const ASSETS: Readonly<Record<string, { readonly type: string; readonly source?: string }>> = {
  'console.css': { type: CSS },
  'calendar.css': { type: CSS },
  'docs.css': { type: CSS },
  'console.js': { type: SCRIPT },
  'server.js': { type: SCRIPT },
  'pages.js': { type: SCRIPT },
  'focus.js': { type: SCRIPT },
  'stream.js': { type: SCRIPT },
  'forms.js': { type: SCRIPT },
  'live.js': { type: SCRIPT },
  'typed.js': { type: SCRIPT },
  'calendar.js': { type: SCRIPT },
  'editor.js': { type: SCRIPT },
  'faults.js': { type: SCRIPT },
  'openapi.js': { type: SCRIPT },
  'codemirror.js': { type: SCRIPT, source: '../../node_modules/.cache/understay/codemirror.js' },
  'scenario-schema.json': { type: 'application/json', source: '../../scenarios/schema.json' },
  'idiomorph.js': { type: SCRIPT, source: '../../node_modules/idiomorph/dist/idiomorph.esm.js' },
  'swagger-ui.js': { type: SCRIPT, source: '../../node_modules/swagger-ui-dist/swagger-ui-bundle.js' },
  'swagger-ui.css': { type: CSS, source: '../../node_modules/swagger-ui-dist/swagger-ui.css' },
}

/** A file that pages load; undefined for an unknown name. */
export function consoleAsset(name: string): { readonly type: string; readonly text: string } | undefined {
  const asset = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined
  if (!asset) return undefined
  const places = [...FILE_FOLDERS.map((place) => `${place}${name}`), ...(asset.source ? [asset.source] : [])]
  // Large libraries are compressed in the package.
  const files = places.flatMap((place) => [new URL(place, import.meta.url), new URL(`${place}.gz`, import.meta.url)])
  const file = files.find((url) => existsSync(url))
  if (!file) throw new Error(`${name} is missing from the program: install it again`)
  const bytes = readFileSync(file)
  return { type: asset.type, text: (file.pathname.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8') }
}
