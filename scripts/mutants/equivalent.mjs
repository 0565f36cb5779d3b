/**
 * The mutants that behave as the code does, as `equivalent.yaml` lists them.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

const FILE = 'scripts/mutants/equivalent.yaml'
const KEYS = ['file', 'mutator', 'original', 'replacement', 'nth', 'reason']

const keyOf = ({ file, mutator, original, replacement, nth = 1 }) => JSON.stringify([file, mutator, original, replacement, nth])

/**
 * @param {import('./sample.mjs').Mutant[]} mutants all of the tree
 * @returns {Map<string, string>} from the name of a mutant to the reason
 * @throws {Error} for an entry that is incomplete, or that names a mutant that does not exist any more
 */
export function equivalentMutants(mutants) {
  const names = new Map(mutants.map((mutant) => [keyOf(mutant), mutant.name]))
  return new Map(
    (parse(readFileSync(FILE, 'utf8')) ?? []).map((entry, index) => {
      const where = `${FILE}: entry ${index + 1} (${entry.file}: ${entry.original} -> ${entry.replacement})`
      const unknown = Object.keys(entry).filter((key) => !KEYS.includes(key))
      if (unknown.length > 0) throw new Error(`${where} has unknown keys: ${unknown.join(', ')}`)
      if (typeof entry.reason !== 'string' || entry.reason === '') throw new Error(`${where} has no reason`)
      const name = names.get(keyOf(entry))
      if (name === undefined) throw new Error(`${where} names no mutant of the code as it is now: remove it, or look at it anew`)
      return [name, entry.reason]
    }),
  )
}
