/**
 * All mutants of a tree, and which of them a sample takes. A mutant has the same name as long as the changed code stays as it is,
 * wherever in its file it stands, so that a sample and the list of equivalent mutants outlive other changes.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'

/**
 * @typedef {object} Mutant
 * @property {string} name
 * @property {string} file
 * @property {number} line counted from 1
 * @property {string} mutator the kind of change
 * @property {string} original white space as one blank
 * @property {string} replacement white space as one blank
 * @property {number} nth of the same changes in the file, counted from 1
 * @property {object} location of Stryker
 * @property {string} id of Stryker, within one instrumentation
 */

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, isDebugEnabled: () => false }
const OPTIONS = { plugins: null, excludedMutations: [], ignorers: [], noHeader: false }

export const hashOf = (text) => createHash('sha256').update(text).digest('hex')
const oneLine = (text) => text.replace(/\s+/g, ' ').trim()

/** The TypeScript files below the paths, which are folders or files. */
export const sourceFiles = (paths) =>
  paths
    .flatMap((path) => (path.endsWith('.ts') ? [path] : readdirSync(path, { recursive: true }).map((file) => join(path, file))))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .sort()

function textAt(lines, { start, end }) {
  if (start.line === end.line) return lines[start.line].slice(start.column, end.column)
  return [
    lines[start.line].slice(start.column),
    ...lines.slice(start.line + 1, end.line),
    lines[end.line].slice(0, end.column),
  ].join('\n')
}

/**
 * @param {string[]} files
 * @param {(file: string) => true | object[]} rangesOf what to change in a file
 * @returns {Promise<{ mutants: Mutant[], code: Record<string, string> }>} the code has all mutants in it, each behind a condition
 */
async function instrument(files, rangesOf) {
  const contents = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
  const result = await new Instrumenter(silent).instrument(
    files.map((file) => ({ name: file, mutate: rangesOf(file), content: contents.get(file) })),
    OPTIONS,
  )
  const lines = new Map([...contents].map(([file, content]) => [file, content.split('\n')]))
  const mutants = result.mutants.map(({ fileName: file, id, location, mutatorName: mutator, replacement }) => ({
    ...{ file, id, location, mutator },
    line: location.start.line + 1,
    original: oneLine(textAt(lines.get(file), location)),
    replacement: oneLine(replacement),
  }))
  return { mutants, code: Object.fromEntries(result.files.map(({ name, content }) => [name, content])) }
}

/** @returns {Promise<Mutant[]>} every mutant of the files */
export async function allMutants(files) {
  const { mutants } = await instrument(files, () => true)
  const seen = new Map()
  return mutants.map((mutant) => {
    const change = [mutant.file, mutant.mutator, mutant.original, mutant.replacement].join('\n')
    const nth = (seen.get(change) ?? 0) + 1
    seen.set(change, nth)
    return { ...mutant, nth, name: hashOf(`${change}\n${nth}`).slice(0, 16) }
  })
}

/** A part of the mutants in the order of the seed: the same ones, whatever else changes in the tree. */
export const sampleOf = (mutants, { seed, from, count }) =>
  mutants
    .map((mutant) => ({ mutant, rank: hashOf(`${seed} ${mutant.name}`) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(from, from + count)
    .map(({ mutant }) => mutant)

const spotOf = ({ file, location: { start, end }, replacement }) =>
  [file, start.line, start.column, end.line, end.column, replacement].join(':')

/** The code with these mutants in it, each with the id that switches it on. */
export async function instrumentSample(sample) {
  const files = [...new Set(sample.map(({ file }) => file))].sort()
  const rangesOf = (name) => sample.filter(({ file }) => file === name).map(({ location }) => location)
  const { mutants, code } = await instrument(files, rangesOf)
  const ids = new Map(mutants.map((mutant) => [spotOf(mutant), mutant.id]))
  return { code, sample: sample.map((mutant) => ({ ...mutant, id: ids.get(spotOf(mutant)) })) }
}
