/**
 * Notes the hints that calls get in the tests of a file, whatever server or world they are sent to.
 *
 * @module
 */
import { Journal } from '../../src/journal/journal.ts'
import { hintsOfProcesses } from './hints-file.ts'

const hints = new Set<string>()
const { add } = Journal.prototype

Journal.prototype.add = function noting(entry) {
  if ('hint' in entry && typeof entry.hint === 'string') hints.add(entry.hint)
  add.call(this, entry)
}

/** The addresses in the hints since the last call that no operation has. */
export async function deadAddressesOfTests(): Promise<readonly string[]> {
  for (const hint of hintsOfProcesses()) hints.add(hint)
  if (hints.size === 0) return []
  // Not loaded for tests without calls.
  const { deadAddresses } = await import('./hint-addresses.ts')
  const dead = [...hints].flatMap((hint) => deadAddresses(hint))
  hints.clear()
  return dead
}
