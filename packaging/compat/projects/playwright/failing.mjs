/** A test that fails has the journal of its sandbox and the report attached, also where it has deleted the sandbox. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'

const { status, stdout, stderr } = spawnSync(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', '--config', 'failing.config.ts'],
  { encoding: 'utf8' },
)
assert.equal(status, 1, stderr)

/** The error of a test, and what is attached of its sandbox. */
function resultOf({ tests: [{ results }] }) {
  const [{ error, attachments }] = results
  const own = attachments.filter(({ name }) => name.startsWith('understay-'))
  const texts = Object.fromEntries(own.map(({ name, body }) => [name, Buffer.from(body, 'base64').toString()]))
  assert.match(texts['understay-report'], /^# /)
  const calls = JSON.parse(texts['understay-journal']).map(({ operation, status }) => [operation, status])
  return { message: error.message, calls }
}

const [failed, deleted] = JSON.parse(stdout).suites[0].specs.map(resultOf)
assert.match(failed.message, /listProperties/)
assert.deepEqual(failed.calls, [['listProperties', 401]])
assert.match(deleted.message, /has been removed; sandbox\('w0'\) of the server opens a new one/)
assert.deepEqual(deleted.calls, [])
