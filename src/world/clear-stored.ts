/** Clears the stored state of sandboxes that restart from another template. */
import { isPromise, type MaybePromise } from '../base/maybe-promise.ts'
import type { Storage } from '../store/storage.ts'
import type { Store } from '../store/store.ts'
import type { Sandbox } from './sandbox.ts'
import { RestartError } from './sandbox-error.ts'

/**
 * Clears what is stored of sandboxes. When one fails, the open ones are stored again as they are.
 *
 * @param waiting names of sandboxes that are not open
 * @returns what asynchronous storage still has to do
 * @throws RestartError
 */
export function clearStored(
  storage: Storage | undefined,
  open: readonly Sandbox[],
  waiting: readonly string[],
): readonly Promise<void>[] {
  if (!storage) return []
  const cleared: Sandbox[] = []
  const removed: string[] = []
  const results: MaybePromise<void>[] = []
  let name = ''
  try {
    for (const sandbox of open) {
      name = sandbox.name
      sandbox.gate?.run(() => storage.clear(sandbox.name))
      cleared.push(sandbox)
    }
    for (name of waiting) {
      results.push(storage.clear(name))
      removed.push(name)
    }
  } catch (error) {
    const lost = cleared.filter(({ store }) => !storeAgain(store)).map((sandbox) => sandbox.name)
    throw new RestartError(name, error, [...lost, ...removed])
  }
  return results.filter(isPromise)
}

/** Stores a state whose stored copy was removed. @returns false when that fails */
function storeAgain(store: Store): boolean {
  try {
    store.storeComplete()
    return true
  } catch {
    return false
  }
}
