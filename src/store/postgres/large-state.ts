/**
 * Stores a large state in parts, while the changes of its sandbox go on being stored.
 *
 * @module
 */
import type { Pool } from 'pg'
import type { WritableSandbox } from './change-rows.ts'
import type { ChangeWriter } from './change-writer.ts'
import type { PartedState } from './stored-state.ts'
import type { TemplateTable } from './template-table.ts'

interface LargeStateTables {
  readonly pool: Pool
  readonly writer: ChangeWriter
  readonly templateTable: TemplateTable
}

/** A state of one sandbox. */
export interface LargeState extends PartedState {
  readonly of: WritableSandbox
  /** Its number among the states of this epoch. */
  readonly state: number
  /** The number of the last change in it. */
  readonly lastChange: number
  /** The number of the last change in the state that is stored now. */
  readonly lastBefore: number
  /** False once another state has been stored, or the sandbox was closed. */
  isCurrent(): boolean
}

const PART = `
  INSERT INTO understay.states (sandbox, epoch, state, part, rows) VALUES ($1, $2, $3, $4, $5)`

const SWITCH = 'UPDATE understay.sandboxes SET template = $3, state = $4, last_change = $5 WHERE id = $1 AND epoch = $2'

const REMOVE_EARLIER = 'DELETE FROM understay.states WHERE sandbox = $1 AND (epoch, state) < ($2, $3)'

const REMOVE_CHANGES = 'DELETE FROM understay.changes WHERE sandbox = $1 AND number <= $2'
/** Changes that are removed at a time: a few milliseconds. */
const REMOVED_CHANGES = 2000

/**
 * Stores a state. No statement takes long, and only a short one locks the row of the sandbox. Until then the stored data is as
 * before; what an earlier attempt left is removed at the end.
 *
 * @returns the characters of the state; undefined when it was given up because it is not current any more
 * @throws the errors of the database; the stored data is then complete, with the earlier state or the new one
 */
export async function storeLargeState(
  of: LargeState,
  { pool, writer, templateTable }: LargeStateTables,
): Promise<number | undefined> {
  const { id, epoch } = of.of
  let [count, characters] = [0, 0]
  for (const rows of of.parts) {
    if (!of.isCurrent()) return undefined
    await pool.query(PART, [id, epoch, of.state, count, rows])
    count++
    characters += rows.length
  }
  const head = of.head({ epoch, state: of.state, count })
  const isStored = await runSwitch(of, writer, () =>
    templateTable.withTemplate(of.needs, async () => {
      const { rowCount } = await pool.query(SWITCH, [id, epoch, of.template, head, of.lastChange])
      return rowCount === 1
    }),
  )
  if (!isStored) return undefined
  await pool.query(REMOVE_EARLIER, [id, epoch, of.state])
  for (let upTo = of.lastBefore; upTo < of.lastChange; ) {
    upTo = Math.min(upTo + REMOVED_CHANGES, of.lastChange)
    await pool.query(REMOVE_CHANGES, [id, upTo])
  }
  return characters + head.length
}

/**
 * Runs the statement that makes a state the stored one, in turn with those of the sandbox that do so too. Its failure is no reason
 * to stop storing the sandbox.
 */
async function runSwitch({ of, isCurrent }: LargeState, writer: ChangeWriter, run: () => Promise<boolean>): Promise<boolean> {
  let result: { readonly isStored: boolean } | { readonly error: unknown } = { isStored: false }
  await writer.run(
    of,
    async () => {
      if (!isCurrent()) return true
      try {
        result = { isStored: await run() }
        return result.isStored
      } catch (error) {
        result = { error }
        return true
      }
    },
    false,
  )
  if ('error' in result) throw result.error
  return result.isStored
}
