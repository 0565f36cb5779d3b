/** Makes rows a valid world: what the checks of fixtures refuse is left out, and told. */
import { FixtureError } from '../base/file-error.ts'
import type { Instant } from '../base/instant.ts'
import { isJsonMap } from '../base/json-map.ts'
import { type SchemaProblem, schemaProblems } from '../base/schema-check.ts'
import type { SchemaNode } from '../base/schema-node.ts'
import { choicesOf } from '../booking-contract/choices/choices.ts'
import { Fixture } from '../fixtures/fixture-schema.ts'
import type { FixtureData } from '../fixtures/fixture-set.ts'
import { seedWorld } from '../fixtures/seed/seed.ts'
import type { Row } from './draft.ts'

type Lists = Record<string, Row[]>

/** Repairs end at the latest after this many rounds: each removes a field or a row. */
const MAX_ROUNDS = 10_000

/** Fields without which a row means something else. */
const NEEDED: ReadonlySet<string> = new Set('id arrival departure from to rooms property room user guest'.split(' '))

/** The rows without what a check refuses: the field, or the row where it cannot be without the field. */
export function validWorld(lists: Lists, at: Instant): { readonly data: FixtureData; readonly leftOut: readonly string[] } {
  const leftOut: string[] = []
  let world = lists
  for (let round = 0; round < MAX_ROUNDS; round++) {
    world = Object.fromEntries(Object.entries(world).filter(([, rows]) => rows.length > 0))
    const problems = problemsOf(world, at)
    if (problems.length === 0) return { data: world as FixtureData, leftOut }
    // One problem of each row in a round: others may follow from it.
    const seen = new Set<Row>()
    const refused = new Set<Row>()
    for (const { path, message } of problems) {
      const [list = '', index] = path
      const row = world[list]?.[Number(index)]
      if (!row) delete world[list]
      if (!row || seen.has(row)) continue
      seen.add(row)
      const removed = removeField(row, path)
      if (removed === undefined) refused.add(row)
      const name = `${list} ${row['id'] ?? Number(index) + 1}`
      leftOut.push(`${removed === undefined ? name : `${name}: ${removed}`} (${message})`)
    }
    for (const [list, rows] of Object.entries(world)) world[list] = rows.filter((row) => !refused.has(row))
  }
  throw new Error('the rows of the recording do not make a world')
}

/** Removes the field at a path, or its key if it is a map; returns its name, or undefined if the row cannot be without it. */
function removeField(row: Row, [, , field = '', inner = '']: SchemaProblem['path']): string | undefined {
  if (NEEDED.has(String(field)) || !Object.hasOwn(row, field)) return undefined
  const map = row[field]
  if (!isJsonMap(map) || !Object.hasOwn(map, inner)) {
    delete row[field]
    return String(field)
  }
  row[field] = Object.fromEntries(Object.entries(map).filter(([key]) => key !== String(inner)))
  return `${field}.${inner}`
}

/** The problems with the keys and indexes of their places. */
function problemsOf(world: Lists, at: Instant): readonly SchemaProblem[] {
  const shape = schemaProblems(Fixture as SchemaNode, world)
  if (shape.length > 0) return shape
  try {
    const files = [{ name: 'world.yaml', data: world as FixtureData }]
    seedWorld({ sources: [files] }, { now: at, seed: 1, choices: choicesOf('documented') })
    return []
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error
    return error.problems.map(({ field, message }) => ({ path: field.match(/[^.[\]]+/g) ?? [], message }))
  }
}
