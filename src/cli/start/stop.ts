/** `understay stop` and `understay status`: the server that `start --detach` left in the background. */
import { codeOf } from '../../base/caught-error.ts'
import { parseFlags } from '../../config/flags.ts'
import { hasEnded } from '../process-end.ts'
import { FLAGS, SERVER_FILE } from '../verb-flags.ts'
import { isRunning, readServerFile, removeServerFile } from './server-file.ts'

/** Time for a server to store and close its world, in milliseconds. */
const STOP_MS = 10_000
/** Time for a process that was just killed to end, in milliseconds. */
const KILLED_MS = 250

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** The configuration is not read: it may have become invalid while the server runs. */
const fileOf = (verb: 'status' | 'stop', args: readonly string[]): string =>
  parseFlags(args, FLAGS[verb], verb)['server-file']?.at(-1) ?? SERVER_FILE

const noFile = (file: string): string =>
  `no server runs: there is no ${file}; run this in the folder where start --detach ran, or name the file with --server-file`

/** Returns 0 when the server of the file runs, else 1. */
export async function runStatus(args: readonly string[]): Promise<number> {
  const file = fileOf('status', args)
  const server = readServerFile(file)
  const runs = server !== undefined && (await isRunning(server))
  if (runs) say(`${server.url} runs (process ${server.pid}, output in ${server.log})`)
  else say(server ? `${server.url} does not answer as the server of ${file}; understay stop says whether it ended` : noFile(file))
  return runs ? 0 : 1
}

/** Returns 0 when no server of the file runs any more, else 1. A process that does not answer as that server gets no signal. */
export async function runStop(args: readonly string[]): Promise<number> {
  const file = fileOf('stop', args)
  const server = readServerFile(file)
  if (!server) {
    say(noFile(file))
    return 0
  }
  const { url, pid, log } = server
  if (!(await isRunning(server))) {
    if (!(await hasEnded(pid, KILLED_MS))) {
      process.stderr.write(
        `${url} does not answer as the server of ${file}, so process ${pid} got no signal: end it yourself if it is the server, else remove the file\n`,
      )
      return 1
    }
    const isRemoved = removeServerFile(file, server)
    say(`${url} had ended already; ${file} ${isRemoved ? 'was removed' : 'is of another server now, and stays'}`)
    return 0
  }
  try {
    process.kill(pid, 'SIGTERM')
  } catch (error) {
    const problem = `${url} runs, but its process ${pid} got no signal (${codeOf(error)})`
    process.stderr.write(`${problem}: stop it as the user that started it, or in the container where it runs\n`)
    return 1
  }
  if (!(await hasEnded(pid, STOP_MS))) {
    process.stderr.write(`${url} (process ${pid}) still runs ${STOP_MS / 1000} s after SIGTERM; its output is in ${log}\n`)
    return 1
  }
  removeServerFile(file, server)
  say(`${url} has ended`)
  return 0
}
