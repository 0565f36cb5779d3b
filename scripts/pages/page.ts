/**
 * Runs the blocks of a page.
 *
 * @module
 */
import { join } from 'node:path'
import { type Block, type Mark, placeOf, readBlocks } from './block.ts'
import { DATA } from './data.ts'
import { openEnvironment, type PageEnvironment } from './environment.ts'
import { lacking, PROGRAMS, type ProgramLanguage } from './program.ts'

export type Outcome = 'ran' | 'as shown' | 'written' | 'checked' | 'skipped' | 'FAILED'

export interface Finding {
  readonly outcome: Outcome
  /** Why it was not run, or how it failed. */
  readonly note?: string
  /** The output of a failed program. */
  readonly output?: string
}

export interface Result extends Finding {
  readonly block: Block
  readonly milliseconds: number
}

/** The state after the previous blocks. */
interface Progress {
  /** The output of the last program; undefined before one has run. */
  readonly printed?: string
  /** Why the last program could not be run, so that its output is unknown. */
  readonly lacks?: string
  /** The program that failed; later blocks are not run. */
  readonly stopped?: string
}

type Run = Extract<Mark, { kind: 'run' }>
type Step = readonly [finding: Finding, progress: Progress]

/**
 * Runs a page in its own environment.
 *
 * @param within time limit of a program in milliseconds
 */
export async function runPage(page: string, text: string, within?: number): Promise<readonly Result[]> {
  const environment = openEnvironment(within)
  const results: Result[] = []
  let progress: Progress = {}
  try {
    for (const block of readBlocks(page, text)) {
      const from = performance.now()
      const [finding, after] = await take(block, environment, progress)
      progress = after
      results.push({ block, ...finding, milliseconds: performance.now() - from })
    }
  } finally {
    await environment.close()
  }
  return results
}

async function take(block: Block, environment: PageEnvironment, progress: Progress): Promise<Step> {
  const { mark, language, code } = block
  if (mark.kind === 'wrong') return [{ outcome: 'FAILED', note: mark.problem }, progress]
  if (mark.kind === 'not-run') return [await lookedOver(language, code, mark.reason), progress]
  if (progress.stopped !== undefined) return [{ outcome: 'skipped', note: progress.stopped }, progress]
  const program = PROGRAMS[language]
  if (program !== undefined) return perform(block, program, mark, environment)
  const problem = DATA[language]?.problem?.(code)
  if (problem !== undefined) return [{ outcome: 'FAILED', note: problem }, progress]
  if (mark.file !== undefined) {
    await environment.write(mark.file, code)
    return [{ outcome: 'written', note: mark.file }, progress]
  }
  return [compare(block, progress), progress]
}

/** Checks a block that is not run: valid, invalid, or unknown without a checker. */
async function lookedOver(language: string, code: string, reason: string): Promise<Finding> {
  const program = PROGRAMS[language]
  const look = program?.problem ?? DATA[language]?.problem
  const note = `not run: ${reason}`
  if (look === undefined) return { outcome: 'skipped', note }
  const lacks = program && lacking(program)
  if (lacks !== undefined) return { outcome: 'skipped', note: `${lacks}; ${note}` }
  const problem = await look(code)
  return problem === undefined ? { outcome: 'checked', note } : { outcome: 'FAILED', note: problem }
}

async function perform(
  block: Block,
  program: ProgramLanguage,
  { file: named, needs }: Run,
  environment: PageEnvironment,
): Promise<Step> {
  const other = needs === undefined ? undefined : PROGRAMS[needs]
  if (needs !== undefined && other === undefined)
    return [{ outcome: 'FAILED', note: `needs=${needs}: there are ${Object.keys(PROGRAMS).join(', ')}` }, {}]
  const lacks = lacking(program) ?? (other && lacking(other))
  if (lacks !== undefined) return [{ outcome: 'skipped', note: lacks }, { lacks }]
  const file = named ?? `block-${block.line}.${program.extension}`
  await environment.write(file, program.prepare ? await program.prepare(block.code) : block.code)
  const { code, printed, complained } = await environment.run(program.run(join(environment.folder, file)))
  if (code === 0) return [{ outcome: 'ran' }, { printed }]
  const note = code === undefined ? 'it did not end in time, or was killed' : `it ended with ${code}`
  const said = `${printed}${complained}`
  const output = said.trim() === '' ? `It said nothing. The block:\n${block.code}` : said
  return [{ outcome: 'FAILED', note, output }, { stopped: `${placeOf(block)} failed` }]
}

function compare({ language, code }: Block, { printed, lacks }: Progress): Finding {
  const data = DATA[language]
  if (data === undefined)
    return { outcome: 'FAILED', note: `nothing here runs ${language}; write "run file=NAME" or "not-run: REASON"` }
  if (lacks !== undefined) return { outcome: 'skipped', note: lacks }
  if (printed === undefined)
    return { outcome: 'FAILED', note: 'no block before it printed anything; write "run file=NAME" or "not-run: REASON"' }
  const difference = data.difference(code, printed)
  return difference === undefined
    ? { outcome: 'as shown' }
    : { outcome: 'FAILED', note: difference, output: `The block before it printed:\n${printed}` }
}
