/** Runs the suite: eight workers, each with a server and a sandbox of its own. Ends with the exit code of Vitest. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
const child = spawn(process.execPath, [vitest, 'run', '--root', here], { stdio: 'inherit' })
child.once('close', (code) => process.exit(code ?? 1))
