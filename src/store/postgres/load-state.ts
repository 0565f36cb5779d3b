/**
 * Loads the state of a sandbox: the stored state and the changes after it.
 *
 * @module
 */
import { referenceProblem } from '../references.ts'
import type { WorldState } from '../state.ts'
import { type Change, StorageError } from '../storage.ts'
import type { SandboxQueries, TakenRow } from './sandbox-queries.ts'
import type { SandboxRows } from './sandbox-rows.ts'
import type { Templates } from './stored-state.ts'
import type { TemplateTable } from './template-table.ts'

/** The sources of a stored state. */
interface StateSources {
  readonly queries: SandboxQueries
  readonly templates: Templates
  readonly templateTable: TemplateTable
}

/**
 * The state of a sandbox that was just taken over; undefined when none is stored.
 *
 * @param rows continue after the last stored change
 * @throws StorageError `damaged`
 */
export async function loadState(
  rows: SandboxRows,
  { id, template, state, last_change }: TakenRow,
  { queries, templates, templateTable }: StateSources,
): Promise<WorldState | undefined> {
  if (state === null) {
    rows.continueAfter({ number: await queries.lastNumber(id, last_change), stateCharacters: 0, logCharacters: 0 })
    return undefined
  }
  const changed = templates.decode(state, template === null ? undefined : await templateTable.read(template))
  let number = Number(last_change)
  let logCharacters = 0
  for (const { number: last, changes: text } of await queries.changesAfter(id, last_change)) {
    const changes: readonly Change[] = JSON.parse(text)
    if (Number(last) !== number + changes.length) throw damaged(id, `change ${number + 1} is missing`)
    for (const change of changes) {
      const problem = changed.apply(change)
      if (problem) throw damaged(id, problem)
    }
    number += changes.length
    logCharacters += text.length
  }
  const loaded = changed.state
  const problem = referenceProblem(loaded.collections)
  if (problem) throw damaged(id, problem)
  rows.continueAfter({ number, stateCharacters: state.length, logCharacters })
  return loaded
}

const damaged = (id: string, problem: string): StorageError =>
  new StorageError('damaged', `the sandbox with id ${id} in the table understay.sandboxes is damaged: ${problem}`)
