/**
 * Collects garbage in a server when it receives SIGUSR2; loaded with `--require`.
 *
 * @module
 */
const { setFlagsFromString } = require('node:v8')
const { runInNewContext } = require('node:vm')

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

/** The engine keeps unused shapes of objects for a few collections. */
const COLLECTIONS = 5

process.on('SIGUSR2', () => {
  for (let again = 0; again < COLLECTIONS; again++) collect()
})
