/** The control: the same command in a server of its own without faults, with which the calls of a run are compared. */
import { countText } from '../../base/count-text.ts'
import type { Config } from '../../config/config.ts'
import type { Entry } from '../../journal/entry.ts'
import { MORE_JOURNAL } from '../../journal/journal.ts'
import type { Scenario } from '../../scenario/scenario.ts'
import { openLog } from '../../server/log.ts'
import { endDelays, type RunningServer } from '../../server/start.ts'
import { type CommandResult, runCommand } from '../command.ts'
import { serverVariables } from '../command-line.ts'
import type { Interrupts } from '../signals.ts'
import { startFor } from '../start/start.ts'
import { tell } from '../tell.ts'

/** The calls of a control by sandbox; undefined for a sandbox that it does not have, or not completely. */
export type Control = (sandbox: string) => readonly Entry[] | undefined

/** Runs a command in a server with the same fixtures, seed and clock, but without faults and events. */
export async function playControl(
  config: Config,
  command: readonly [string, ...string[]],
  interrupts: Pick<Interrupts, 'passTo' | 'pendingSignal'>,
  timeout: number | undefined,
): Promise<Control> {
  const { running, client } = await startFor({ ...config, port: 0, withoutFaults: true }, openLog('off', 'error'))
  try {
    if (await interrupts.pendingSignal()) return () => undefined
    const env = environmentFor(running, client, config)
    const { overtime } = await playCommand(running, command, env, interrupts, { output: 'ignore', timeout })
    if (overtime !== undefined) {
      tell(`without faults ${overtime}; nothing is compared with it`)
      return () => undefined
    }
    const sandboxes = running.world.openSandboxes
    const dropped = sandboxes.reduce((sum, { journal }) => sum + journal.dropped, 0)
    if (dropped > 0) {
      const what = `without faults ${countText(dropped, 'call')} left the journal; nothing is compared with such a run`
      tell(`${what}: ${MORE_JOURNAL}`)
    }
    const complete = sandboxes.filter(({ journal }) => journal.dropped === 0)
    const calls = new Map(complete.map(({ name, journal }) => [name, journal.entries()]))
    return (sandbox) => calls.get(sandbox)
  } finally {
    await running.close()
  }
}

/**
 * Runs a command against a server. A delayed call that the client has given up is in the journal, too, when it ends; then the
 * world stands still, however long it is until the report is made.
 */
export async function playCommand({ world }: RunningServer, ...play: Parameters<typeof runCommand>): Promise<CommandResult> {
  const result = await runCommand(...play)
  await endDelays(world)
  await Promise.all(world.openSandboxes.map((sandbox) => sandbox.standStill()))
  return result
}

/** True for a scenario that a client without its faults is compared with. */
export const needsControl = ({ expect }: Scenario): boolean => expect.some(({ reaction }) => reaction !== undefined)

/** True for a scenario whose world differs from that of the server in more than its faults. */
export const hasOwnWorld = ({ at, speed = 1, clockFrom, seed, fixtures, tokenLifetime, traffic, choices }: Scenario): boolean =>
  speed !== 1 ||
  [at, clockFrom, seed, fixtures, tokenLifetime].some((value) => value !== undefined) ||
  traffic.length + Object.keys(choices).length > 0

/** The environment of the command: the current one plus the addresses and credentials of the server. */
export const environmentFor = (...server: Parameters<typeof serverVariables>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...serverVariables(...server),
})
