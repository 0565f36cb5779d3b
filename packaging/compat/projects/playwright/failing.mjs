/** A test that fails has the journal of its sandbox and the report attached. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'

const { status, stdout, stderr } = spawnSync(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', '--config', 'failing.config.ts'],
  { encoding: 'utf8' },
)
assert.equal(status, 1, stderr)
const [result] = JSON.parse(stdout).suites[0].specs[0].tests[0].results
assert.match(result.error.message, /listProperties/)
const own = result.attachments.filter(({ name }) => name.startsWith('understay-'))
const attached = Object.fromEntries(own.map(({ name, body }) => [name, Buffer.from(body, 'base64').toString()]))
assert.deepEqual(
  JSON.parse(attached['understay-journal']).map(({ operation, status }) => [operation, status]),
  [['listProperties', 401]],
)
assert.match(attached['understay-report'], /^# /)
