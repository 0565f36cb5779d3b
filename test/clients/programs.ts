/**
 * Careful clients in other languages, for the interpreters that this machine has.
 *
 * @module
 */
import { spawn, spawnSync } from 'node:child_process'
import type { CarefulClient } from './careful-clients.ts'
import type { Habit } from './habits.ts'
import type { Run } from './played.ts'
import type { Shape } from './shapes.ts'

interface Program {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  readonly isSequential: boolean
}

const FOLDER = 'test/clients/programs'
const PROGRAMS: readonly Program[] = [
  { name: 'Python', command: ['python3', `${FOLDER}/manager.py`, '1', 'kept'], isSequential: true },
  { name: 'Python, a connection for each call', command: ['python3', `${FOLDER}/manager.py`, '1', 'each'], isSequential: true },
  { name: 'Python, 4 threads', command: ['python3', `${FOLDER}/manager.py`, '4', 'kept'], isSequential: false },
  {
    name: 'Python, 8 threads, a connection for each call',
    command: ['python3', `${FOLDER}/manager.py`, '8', 'each'],
    isSequential: false,
  },
  { name: 'PHP', command: ['php', `${FOLDER}/manager.php`, 'kept'], isSequential: true },
  { name: 'PHP, a connection for each call', command: ['php', `${FOLDER}/manager.php`, 'each'], isSequential: true },
  { name: 'shell with curl', command: ['bash', `${FOLDER}/manager.sh`], isSequential: true },
]

/** Longer than any bundled day lasts for these programs, milliseconds. */
const TIMEOUT_MS = 120_000

const run =
  ([program, ...args]: Program['command']): Run =>
  (world) =>
    new Promise<void>((ended, failed) => {
      const { clientId, clientSecret } = world.credentialsOf('demo')
      const env = { ...process.env, API_URL: world.apiUrl, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret }
      const child = spawn(program, args, { env, stdio: 'ignore', timeout: TIMEOUT_MS })
      child.once('error', failed)
      child.once('close', () => ended())
    })

/** Why programs of a language cannot be played here; undefined when they can. */
function lacks(program: string): string | undefined {
  const needed = program === 'bash' ? ['curl', '--version'] : [program, '--version']
  return spawnSync(needed[0] ?? program, needed.slice(1)).status === 0 ? undefined : `no ${needed[0]} here`
}

export const PROGRAM_CLIENTS: readonly CarefulClient[] = PROGRAMS.map(({ name, command, isSequential }) => ({
  name,
  kind: 'channel-manager',
  isSequential,
  isHeldOut: true,
  run: run(command),
  lacks: lacks(command[0]),
}))

/** The channel manager in Python with one habit. */
const inPython = (does: string, habit: string, day: string, toldBy: readonly string[]): Habit => ({
  does: `Python: ${does}`,
  day,
  toldBy,
  isHeldOut: true,
  lacks: lacks('python3'),
  runIn: ({ workers, connections }: Shape) =>
    run(['python3', `${FOLDER}/manager.py`, `${workers}`, connections === 'kept alive' ? 'kept' : 'each', habit]),
})

const CONFLICT = ['looks-again', 'resilience/conflict-not-success', 'resilience/conflict-reviewed']

export const PROGRAM_HABITS: readonly Habit[] = [
  inPython('takes 204 for success', 'takes-204', 'black-booking-race', CONFLICT),
  inPython('keeps free rooms beyond a change of them', 'keeps-rooms', 'black-booking-race', CONFLICT),
  inPython('takes 504 for success', 'takes-504', 'writes-fail-at-gateway', ['checks-effect']),
  inPython('takes a lost reply for a failure', 'skips-lost', 'lost-reply-after-write', ['checks-effect']),
  inPython('closes the next room too after a lost reply', 'closes-next', 'lost-reply-after-write', ['checks-effect']),
  inPython('writes on after a lost scope', 'writes-on', 'scope-lost-mid-run', ['stops-writing', 'auth/scope-lost']),
  inPython('handles 403 as 401', 'renews-on-403', 'scope-lost-mid-run', ['not-again', 'stops-writing', 'auth/scope-lost']),
  inPython('calls on to a withdrawn property', 'calls-on', 'property-withdrawn', [
    'lists-again',
    'leaves-it',
    'auth/property-lost',
  ]),
  inPython('tries a refused call in other spellings', 'spells-otherwise', 'property-withdrawn', [
    'resilience/variant-retry',
    'resilience/no-retry-of-refusals',
    'auth/property-lost',
    'leaves-it',
  ]),
  inPython('sends a dead token again', 'repeats-dead-token', 'token-revoked', [
    'auth/one-renewal',
    'resilience/no-retry-of-refusals',
  ]),
  inPython('ignores Retry-After', 'ignores-retry-after', 'rate-limited', ['resilience/retry-after']),
  inPython('takes an unreadable list for an empty one', 'reads-empty', 'garbled-answers', ['whole', 'goes-on']),
]
