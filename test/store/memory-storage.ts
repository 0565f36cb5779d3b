/**
 * A storage that keeps nothing, to be changed by tests where they want something else.
 *
 * @module
 */
import type { SandboxStorage } from '../../src/store/storage.ts'

export function memoryStorage(): SandboxStorage {
  const missing = (): never => {
    throw new Error('there are no snapshots')
  }
  return {
    snapshots: { list: () => [], read: missing, write: () => undefined, remove: () => undefined },
    append: () => undefined,
    replace: () => undefined,
    compact: () => undefined,
    close: () => undefined,
  }
}
