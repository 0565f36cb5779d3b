/** Releases idle sandboxes and opens those in which something is due, so that only sandboxes in use take memory. */
import { realNow, steadyNow } from '../../simulation/clock.ts'
import { repeat } from '../../simulation/timers.ts'
import type { PostgresStorage } from '../../store/postgres/postgres-storage.ts'
import type { Sandbox, World } from '../../world/world.ts'
import type { SandboxRouter } from './sandbox-router.ts'

const INTERVAL_MS = 1000
/** A sandbox in which something is due within this time stays open, milliseconds. */
const SOON_MS = 60_000
/** Time until opening a sandbox is tried again after a failure, milliseconds. */
const RETRY_MS = 60_000

/**
 * Checks the sandboxes of one replica every second.
 *
 * @param idleMs milliseconds without use after which a sandbox is released
 * @returns ends the checks
 */
export function checkIdleSandboxes(
  world: World,
  storage: Pick<PostgresStorage, 'due' | 'membership'>,
  router: SandboxRouter,
  idleMs: number,
): () => void {
  /** Sandboxes that were opened because something was due, not by a call. */
  const openedForDue = new Set<string>()
  /** The time at which opening each sandbox failed. */
  const failedAt = new Map<string, number>()
  let isEnded = false

  async function check(): Promise<number> {
    const { problem, draining } = storage.membership
    if (problem || draining) return INTERVAL_MS
    try {
      await releaseIdle()
      await openDue()
    } catch (error) {
      world.log.warn('idle sandboxes could not be checked', { error: String(error) })
    }
    return INTERVAL_MS
  }

  async function releaseIdle(): Promise<void> {
    const idle = world.openSandboxes.filter(isIdle)
    await Promise.all(idle.map(({ name }) => router.release(name)))
    for (const { name } of idle) openedForDue.delete(name)
  }

  function isIdle({ name, gate, dueByMachine }: Sandbox): boolean {
    if (!gate || gate.failed || gate.pending) return false
    if (dueByMachine !== undefined && dueByMachine <= realNow() + Math.min(SOON_MS, idleMs)) return false
    const unusedMs = router.usage.idleMs(name)
    if (unusedMs !== undefined) return unusedMs >= idleMs
    const isForDue = openedForDue.has(name)
    // one without a call may have been created ahead of its use
    if (!isForDue) router.usage.touch(name)
    return isForDue
  }

  async function openDue(): Promise<void> {
    for (const name of await storage.due()) {
      if (isEnded || !world.limits.hasRoom) return
      if (steadyNow() - (failedAt.get(name) ?? -Infinity) < RETRY_MS) continue
      failedAt.delete(name)
      openedForDue.add(name)
      try {
        await world.openSandbox(name)
      } catch {
        // Another replica was faster, or the next call reports the error.
        openedForDue.delete(name)
        failedAt.set(name, steadyNow())
      }
    }
  }

  const endChecks = repeat(check, INTERVAL_MS)
  return () => {
    isEnded = true
    endChecks()
  }
}
