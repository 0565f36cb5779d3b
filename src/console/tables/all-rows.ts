import type { ControlClient } from '../../control-contract/client.ts'
import { readCollection } from '../../control-contract/collections.ts'
import type { CollectionPage } from '../control-responses.ts'

const PER_CALL = 1000

/** Every row of a collection. */
export async function allRows(control: ControlClient, name: string): Promise<CollectionPage['found']> {
  const rows: CollectionPage['found'][number][] = []
  for (;;) {
    const query = { limit: PER_CALL, offset: rows.length }
    const { found = [] } = (await control.find(readCollection, { path: { name }, query })) ?? {}
    rows.push(...found)
    if (found.length < PER_CALL) return rows
  }
}
