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
import { emptyAfter } from './state-rows.ts'
import { partsKeyOf, type Templates } from './stored-state.ts'
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
    rows.continueAfter(emptyAfter(await queries.lastNumber(id, last_change)))
    return undefined
  }
  const key = partsKeyOf(state)
  const parts = key && (await queries.stateParts(id, key))
  if (parts?.length !== key?.count)
    throw damaged(id, `it has ${parts?.length} of ${key?.count} parts in the table understay.states`)
  const changed = templates.decode(state, template === null ? undefined : await templateTable.read(template), parts)
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
  const stateCharacters = (parts ?? []).reduce((sum, part) => sum + part.length, state.length)
  rows.continueAfter({ number, stateCharacters, logCharacters, compactedUpTo: Number(last_change) })
  return loaded
}

const damaged = (id: string, problem: string): StorageError =>
  new StorageError('damaged', `the sandbox with id ${id} in the table understay.sandboxes is damaged: ${problem}`)
