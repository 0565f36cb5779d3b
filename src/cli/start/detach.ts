/** `understay start --detach`: starts the server as a process of its own and returns when it is ready. */
import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { codeOf, messageOf, orThrow } from '../../base/caught-error.ts'
import { UsageError } from '../../config/usage-error.ts'
import { tryQuietly } from '../../store/files/disk.ts'
import { removeLeftovers, temporaryPath } from '../temporary-path.ts'
import { DETACHED_VARIABLE } from '../verb-flags.ts'
import { type BackgroundServer, isRunning, readServerFile, removeServerFile, writeServerFile } from './server-file.ts'

/** What the server tells the process that started it. */
export type StartedMessage = Pick<BackgroundServer, 'url' | 'instance' | 'variables'>

/**
 * Starts the program again without `--detach`. Resolves with 0 when it listens, else with its own exit code, after its output
 * was printed.
 *
 * @param args of `start`
 * @throws UsageError when the server of the file runs already, or the file cannot be written; no other server runs then
 */
export async function startDetached(args: readonly string[], file: string): Promise<number> {
  const earlier = readServerFile(file)
  if (earlier && (await isRunning(earlier)))
    throw new UsageError(
      `a server runs already at ${earlier.url} (process ${earlier.pid}): understay stop ends it, --server-file FILE starts another one`,
    )
  if (earlier) removeServerFile(file, earlier)
  const log = `${file.replace(/\.json$/, '')}.log`
  // Two starts at once write two logs; the one whose server stays gets the name.
  const ownLog = temporaryPath(log)
  // A new file: a link in its place is not followed. Appends, also at the beginning of one that a rotation has emptied.
  const output = orThrow(UsageError, '--server-file', () => openSync(ownLog, 'ax', 0o600))
  for (const path of [file, log]) removeLeftovers(path)
  try {
    const flags = args.filter((arg) => arg !== '--detach')
    const child = spawn(process.execPath, [...process.execArgv, process.argv[1] ?? '', 'start', ...flags], {
      detached: true,
      env: { ...process.env, [DETACHED_VARIABLE]: 'true' },
      stdio: ['ignore', output, output, 'ipc'],
    })
    const started = await new Promise<StartedMessage | number>((resolve, reject) => {
      child.once('message', (message) => resolve(message as StartedMessage))
      child.once('exit', (code) => resolve(code ?? 1))
      child.once('error', reject)
    })
    if (typeof started === 'number') {
      process.stderr.write(readFileSync(ownLog, 'utf8'))
      return started
    }
    const server = { ...started, pid: child.pid ?? 0, log }
    try {
      writeServerFile(file, temporaryPath(file), server)
      renameSync(ownLog, log)
    } catch (error) {
      child.kill()
      tryQuietly(() => removeServerFile(file, server))
      const isOther = codeOf(error) === 'EEXIST'
      const problem = isOther ? `${file}: another server was started meanwhile; understay status names it` : messageOf(error)
      throw new UsageError(`--server-file: ${problem}`)
    }
    child.disconnect()
    child.unref()
    process.stdout.write(
      `${started.url} runs in the background (process ${child.pid}, output in ${log}); understay stop ends it\n`,
    )
    return 0
  } finally {
    closeSync(output)
    rmSync(ownLog, { force: true })
  }
}
