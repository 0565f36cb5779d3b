/**
 * The mutants that behave as the code does, as `equivalent.yaml` lists them: by file, mutator, original code and replacement. `nth`
 * is needed only where a file has the same change in several places.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { allMutants } from './sample.mjs'

const FILE = 'scripts/mutants/equivalent.yaml'
const KEYS = ['file', 'mutator', 'original', 'replacement', 'nth', 'reason']

/** White space is not compared, so that an entry outlives another layout. */
const keyOf = ({ file, mutator, original, replacement }) =>
  JSON.stringify([file, mutator, original, replacement].map((text) => String(text).replace(/\s+/g, '')))

/** @throws {Error} for a list that cannot be read */
export const readEntries = (text = readFileSync(FILE, 'utf8')) => {
  const entries = parse(text) ?? []
  for (const [index, entry] of entries.entries()) {
    const unknown = Object.keys(entry).filter((key) => !KEYS.includes(key))
    if (unknown.length > 0) throw new Error(`${placeOf(entry, index)} has unknown keys: ${unknown.join(', ')}`)
    if (typeof entry.reason !== 'string' || entry.reason === '') throw new Error(`${placeOf(entry, index)} has no reason`)
  }
  return entries
}

const placeOf = ({ file, original, replacement }, index) => `${FILE}: entry ${index + 1} (${file}: ${original} -> ${replacement})`

/**
 * @param {import('./sample.mjs').Mutant[]} mutants all of the tree
 * @returns {{ names: Set<string>, problems: string[] }} the names of equivalent mutants, and the entries that name none, or more than
 * one: these count for nothing
 */
export function equivalentMutants(mutants, entries = readEntries()) {
  const found = new Map()
  for (const mutant of mutants) found.set(keyOf(mutant), [...(found.get(keyOf(mutant)) ?? []), mutant])
  const names = new Set()
  const problems = []
  for (const [index, entry] of entries.entries()) {
    const same = found.get(keyOf(entry)) ?? []
    const meant = entry.nth === undefined ? same : same.filter(({ nth }) => nth === entry.nth)
    if (meant.length === 1) names.add(meant[0].name)
    else if (meant.length > 1)
      problems.push(`${placeOf(entry, index)} names ${meant.length} mutants: say which one with nth, from 1 to ${meant.length}`)
    else if (same.length > 0)
      problems.push(`${placeOf(entry, index)} has nth: ${entry.nth}, but there are ${same.length} such mutants: correct nth`)
    else
      problems.push(`${placeOf(entry, index)} names no mutant of the code as it is now: remove it, or correct its text or file`)
  }
  return { names, problems }
}

/** The same for the list and the code as they are now. */
export async function listedMutants() {
  const entries = readEntries()
  const files = [...new Set(entries.map(({ file }) => file))]
  return equivalentMutants(await allMutants(files.filter((file) => existsSync(file))), entries)
}
