/**
 * Joins the chunks that every start loads, so that it reads one file instead of thirty.
 *
 * @module
 */
import { basename, dirname } from 'node:path'
import { build } from 'esbuild'

/** The file they are joined into. */
const JOINED_FILE = 'start-set.js'
/** The file with their code; the joined file loads it. */
const CODE_FILE = 'start-set.code.js'

const nameOf = (path) => basename(path).replace(/\W/g, '_')

/**
 * Joins a chunk with its direct and indirect imports. Chunks that are loaded later stay separate.
 *
 * @param texts the chunks as ES modules, by path
 * @param outputs what esbuild says of them, by path
 * @param entry the source file whose chunk it is
 * @returns the code of the joined file as an ES module, the paths of both files, and for each chunk in it a line of CommonJS that
 *   takes its place
 */
export async function joinChunks(texts, outputs, entry) {
  const first = Object.keys(outputs).find((path) => outputs[path].entryPoint === entry)
  if (first === undefined) throw new Error(`esbuild made no chunk of ${entry}`)
  const paths = [...reached(first, outputs, new Set())]
  const { outputFiles } = await build({
    stdin: {
      contents: paths.map((path) => `export * as ${nameOf(path)} from './${basename(path)}'`).join('\n'),
      resolveDir: '/',
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    write: false,
    // Maps that the chunks have inside are joined as well.
    ...(texts.get(first).includes('\n//# sourceMappingURL=data:') && { sourcemap: 'inline', sourcesContent: false }),
    plugins: [
      { name: 'chunks', setup: (made) => onlyThese(made, new Map(paths.map((path) => [basename(path), texts.get(path)]))) },
    ],
  })
  return {
    path: `${dirname(first)}/${JOINED_FILE}`,
    codePath: `${dirname(first)}/${CODE_FILE}`,
    code: outputFiles[0].text,
    stubs: new Map(paths.map((path) => [path, `module.exports=require('./${JOINED_FILE}').${nameOf(path)};\n`])),
  }
}

/** A chunk and everything it imports before it can run. */
function reached(path, outputs, found) {
  if (found.has(path)) return found
  found.add(path)
  for (const { path: next, kind, external } of outputs[path].imports)
    if (kind === 'import-statement' && !external) reached(next, outputs, found)
  return found
}

/** Chunks among these are joined, all others stay where they are. */
function onlyThese(made, chunks) {
  made.onResolve({ filter: /^\.\// }, ({ path }) => {
    const name = basename(path)
    return chunks.has(name) ? { path: name, namespace: 'chunk' } : { path: `./${name}`, external: true }
  })
  made.onLoad({ filter: /.*/, namespace: 'chunk' }, ({ path }) => ({ contents: chunks.get(path), loader: 'js' }))
}
