/**
 * A page, block by block: what became of each.
 *
 * @module
 */
import { join } from 'node:path'
import { type Block, type Mark, placeOf, readBlocks } from './block.ts'
import { DATA } from './data.ts'
import { lacking, PROGRAMS, type ProgramLanguage } from './program.ts'
import { openStage, type Stage } from './stage.ts'

export type Outcome = 'ran' | 'as shown' | 'written' | 'checked' | 'skipped' | 'FAILED'

export interface Finding {
  readonly outcome: Outcome
  /** Why it was not run, or what is wrong. */
  readonly note?: string
  /** What a failed program said. */
  readonly output?: string
}

export interface Result extends Finding {
  readonly block: Block
  readonly milliseconds: number
}

/** What the blocks before left behind. */
interface Progress {
  /** What the last program printed; undefined when none has run. */
  readonly printed?: string
  /** Why the last program could not be run here, so that nothing can be compared with it. */
  readonly lacks?: string
  /** The program that failed, so that nothing behind it can be run. */
  readonly stopped?: string
}

type Run = Extract<Mark, { kind: 'run' }>
type Step = readonly [finding: Finding, progress: Progress]

/**
 * Runs a page on a stage of its own.
 *
 * @param within milliseconds that a program may take
 */
export async function runPage(page: string, text: string, within?: number): Promise<readonly Result[]> {
  const stage = openStage(within)
  const results: Result[] = []
  let progress: Progress = {}
  try {
    for (const block of readBlocks(page, text)) {
      const from = performance.now()
      const [finding, after] = await take(block, stage, progress)
      progress = after
      results.push({ block, ...finding, milliseconds: performance.now() - from })
    }
  } finally {
    await stage.close()
  }
  return results
}

async function take(block: Block, stage: Stage, progress: Progress): Promise<Step> {
  const { mark, language, code } = block
  if (mark.kind === 'wrong') return [{ outcome: 'FAILED', note: mark.problem }, progress]
  if (mark.kind === 'not-run') return [await lookedOver(language, code, mark.reason), progress]
  if (progress.stopped !== undefined) return [{ outcome: 'skipped', note: progress.stopped }, progress]
  const program = PROGRAMS[language]
  if (program !== undefined) return perform(block, program, mark, stage)
  const problem = DATA[language]?.problem?.(code)
  if (problem !== undefined) return [{ outcome: 'FAILED', note: problem }, progress]
  if (mark.file !== undefined) {
    await stage.write(mark.file, code)
    return [{ outcome: 'written', note: mark.file }, progress]
  }
  return [compare(block, progress), progress]
}

/** A block that is not to be run: well formed, or not, or nobody here can say. */
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

async function perform(block: Block, program: ProgramLanguage, { file: named, needs }: Run, stage: Stage): Promise<Step> {
  const other = needs === undefined ? undefined : PROGRAMS[needs]
  if (needs !== undefined && other === undefined)
    return [{ outcome: 'FAILED', note: `needs=${needs}: there are ${Object.keys(PROGRAMS).join(', ')}` }, {}]
  const lacks = lacking(program) ?? (other && lacking(other))
  if (lacks !== undefined) return [{ outcome: 'skipped', note: lacks }, { lacks }]
  const file = named ?? `block-${block.line}.${program.extension}`
  await stage.write(file, program.prepare ? await program.prepare(block.code) : block.code)
  const { code, printed, complained } = await stage.run(program.run(join(stage.folder, file)))
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
