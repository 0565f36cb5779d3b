// Loads the code that every start needs. As a program, Understay compiles it from the code cache that the build made, if this is the
// Node that made it. As a library it is an ordinary module: a test runner may load modules in a context of its own.
const { readFileSync } = require('node:fs')
const { join } = require('node:path')

const PATH = join(__dirname, 'start-set.code.js')

if (require.main?.filename === join(__dirname, '..', 'main.js')) runCached()
else module.exports = require('./start-set.code.js')

function runCached() {
  const { wrap } = require('node:module')
  const { Script } = require('node:vm')
  // Node compiles the text itself when it rejects the cache.
  const script = new Script(wrap(readFileSync(PATH, 'utf8')), { filename: PATH, cachedData: readCache() })
  script.runInThisContext()(exports, require, module, PATH, __dirname)
}

function readCache() {
  try {
    return readFileSync(`${PATH}.${process.version}-${process.arch}.cache`)
  } catch {
    return undefined
  }
}
