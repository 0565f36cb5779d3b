/**
 * Loaded before each Node process that a test starts. In the program it notes each hint that is sent in the file of the tests, once.
 */
if (/[\\/]dist[\\/]main\.js$/.test(process.argv[1] ?? '')) {
  const { appendFileSync } = require('node:fs')
  const { ServerResponse } = require('node:http')

  const noted = new Set()
  const { writeHead } = ServerResponse.prototype

  ServerResponse.prototype.writeHead = function noting(status, headers, ...rest) {
    const hint = headers?.['X-Understay-Hint']
    if (hint !== undefined && !noted.has(hint)) {
      noted.add(hint)
      appendFileSync(process.env.HINTS_OF_TESTS, `${hint}\n`)
    }
    return writeHead.call(this, status, headers, ...rest)
  }
}
