/** Advice for scenarios in the wrong place: as an argument, or as fixtures. */
import { FileError } from '../base/file-error.ts'
import { didYouMean } from '../base/spelling.ts'
import type { Config } from '../config/config.ts'
import { UnexpectedArgument } from '../config/flags.ts'
import { UsageError } from '../config/usage-error.ts'

/** The flag for the scenario, as part of a message; empty when the word is not similar to a scenario. */
export async function scenarioAdvice(word: string): Promise<string> {
  const { bundledScenarios } = await import('../scenario/load.ts')
  const names = bundledScenarios().map(({ name }) => name)
  const meant = /\.(?:ya?ml|json)$/.test(word) ? word : didYouMean(word, names)
  return meant === undefined ? '' : `a scenario is named with a flag: --scenario ${meant}`
}

/** Reads a command line. The error about an argument that is a scenario names the flag for it. @throws UsageError */
export async function withScenarioAdvice<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    const advice = error instanceof UnexpectedArgument ? await scenarioAdvice(error.argument) : ''
    if (!(error instanceof UnexpectedArgument) || advice === '') throw error
    throw new UsageError(`"${error.argument}" is not a flag; ${advice}`)
  }
}

/** Starts with a configuration. The error about a scenario given as fixtures, or the reverse, names the flag for it. */
export async function withKindAdvice<T>(config: Config, start: () => Promise<T>): Promise<T> {
  try {
    return await start()
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    const { folderAdvice, kindAdvice } = await import('./file-kinds.ts')
    const named = kindAdvice(config)
    const inFolders = folderAdvice(config)
    if (named.length + inFolders.length === 0) throw error
    // Files in a folder may have other mistakes; a file with another flag is read as something else.
    throw new UsageError([...(named.length === 0 ? [error.message] : named), ...inFolders].join('\n'))
  }
}
