/**
 * Bundles the editor of scenarios, with CodeMirror, for the pages of the console.
 *
 *   node scripts/bundle-editor.mjs     into node_modules/.cache/understay, where a server that runs from source finds it
 *
 * @module
 */
import { rename } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/**
 * Writes the bundle. A browser keeps an unfinished one as the module that it loaded, so the file appears whole.
 *
 * @returns its source files, as the keys of esbuild's metafile
 */
export async function bundleEditor(outfile) {
  const unfinished = `${outfile}.${process.pid}`
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL('../src/console/editor/codemirror.js', import.meta.url))],
    outfile: unfinished,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    metafile: true,
  })
  await rename(unfinished, outfile)
  return metafile.inputs
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await bundleEditor(fileURLToPath(new URL('../node_modules/.cache/understay/codemirror.js', import.meta.url)))
