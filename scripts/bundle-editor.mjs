/**
 * Bundles the editor of scenarios, with CodeMirror, for the pages of the console.
 *
 *   node scripts/bundle-editor.mjs     into node_modules/.cache/understay, where a server that runs from source finds it
 *
 * @module
 */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Writes the bundle, and returns it. */
export async function bundleEditor(outfile) {
  await build({
    entryPoints: [fileURLToPath(new URL('../src/console/editor/codemirror.js', import.meta.url))],
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await bundleEditor(fileURLToPath(new URL('../node_modules/.cache/understay/codemirror.js', import.meta.url)))
