/**
 * Which mutants are tested: those whose hash is lowest. The same seed takes the same ones, whatever else changes in the tree.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

export const SIZE = Number(process.env.MUTANTS ?? 400)
const SEED = process.env.MUTANTS_SEED ?? '1'

/** @param {{ fileName: string, location: { start: object, end: object }, replacement?: string }} mutant */
export function rankOf({ fileName, location, replacement }) {
  const file = fileName.replace(/^.*\/(?=src\/)/, '')
  return createHash('sha256')
    .update(JSON.stringify([SEED, file, location.start, location.end, replacement]))
    .digest('hex')
}

/** The mutants of lowest rank. */
export const sampleOf = (mutants) =>
  mutants
    .map((mutant) => ({ mutant, rank: rankOf(mutant) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, SIZE)
    .map(({ mutant }) => mutant)

/** Stryker asks it which mutants are worth a run; all beyond the sample are not. */
const checker = {
  sampled: new Set(),
  async init() {},
  async group(mutants) {
    this.sampled = new Set(sampleOf(mutants).map(({ id }) => id))
    return [mutants.map(({ id }) => id)]
  },
  async check(mutants) {
    const verdict = ({ id }) =>
      this.sampled.has(id) ? { status: 'passed' } : { status: 'compileError', reason: 'beyond the sample' }
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, verdict(mutant)]))
  },
}

/** A mutant as a line: where it is, what became of it, what it changed. */
export const lineOf = ({ fileName, location, status, mutatorName, replacement }) =>
  `${fileName.replace(/^.*\/(?=src\/)/, '')}:${location.start.line}:${location.start.column + 1} ${status} ${mutatorName}: ${replacement}`

/** Prints what became of a mutant as soon as it is known. */
const reporter = {
  onMutantTested(mutant) {
    if (mutant.status !== 'CompileError' && mutant.status !== 'Ignored') process.stdout.write(`${lineOf(mutant)}\n`)
  },
}

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Checker, 'sample', checker),
  declareValuePlugin(PluginKind.Reporter, 'lines', reporter),
]
