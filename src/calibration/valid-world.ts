/** Makes rows a valid world: what the checks of fixtures refuse is left out, and told. */
import { FixtureError } from '../base/file-error.ts'
import { dayOfInstant, type Instant } from '../base/instant.ts'
import { type SchemaNode, type SchemaProblem, schemaProblems } from '../base/schema-check.ts'
import { Fixture } from '../fixtures/fixture-schema.ts'
import type { FixtureData } from '../fixtures/fixture-set.ts'
import { geography } from '../fixtures/geo.ts'
import { seedWorld } from '../fixtures/seed/seed.ts'
import { Randomness } from '../simulation/randomness.ts'

type Row = Record<string, unknown>
type Lists = Record<string, Row[]>

/** Repairs end at the latest after this many rounds: each removes a field or a row. */
const MAX_ROUNDS = 10_000

/** The rows without those that a check refuses. */
export function validWorld(lists: Lists, at: Instant): { readonly data: FixtureData; readonly leftOut: readonly string[] } {
  const leftOut: string[] = []
  const world: Lists = Object.fromEntries(Object.entries(lists).filter(([, rows]) => rows.length > 0))
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const problems = problemsOf(world, at)
    if (problems.length === 0) return { data: world as FixtureData, leftOut }
    const seen = new Set<Row>()
    const inOrder = problems.sort((one, other) => Number(one.path[1] ?? 0) - Number(other.path[1] ?? 0))
    // From the last row to the first: the places of the others stay as they are.
    for (const problem of inOrder.reverse()) remove(world, problem, { leftOut, seen })
  }
  throw new Error('the rows of the recording do not make a world')
}

function problemsOf(world: Lists, at: Instant): SchemaProblem[] {
  const shape = schemaProblems(Fixture as SchemaNode, world)
  if (shape.length > 0) return shape
  try {
    const files = [{ name: 'world.yaml', data: world as FixtureData }]
    const options = { today: dayOfInstant(at), now: at, chance: new Randomness(1), geo: geography() }
    seedWorld({ sources: [{ name: 'world.yaml', files }] }, options)
    return []
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error
    return error.problems.map(({ field, message }) => ({ path: pathOf(field), message }))
  }
}

/** The keys and indexes of `bookings[3].rooms[0]`. */
const pathOf = (field: string): SchemaProblem['path'] =>
  (field.match(/[^.[\]]+/g) ?? []).map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/** Fields without which a row means something else. */
const NEEDED: ReadonlySet<string> = new Set('id arrival departure from to rooms property room user guest'.split(' '))

/** Removes a field; a row that has lost one already, or that cannot be without it, is left out. */
function remove(
  world: Lists,
  { path: [list, index, field], message }: SchemaProblem,
  { leftOut, seen }: { readonly leftOut: string[]; readonly seen: Set<Row> },
): void {
  const rows = world[String(list)]
  const row = rows?.[Number(index)]
  if (!rows || !row || seen.has(row)) {
    if (!rows || index === undefined) delete world[String(list)]
    return
  }
  seen.add(row)
  const optional = field !== undefined && !NEEDED.has(String(field)) && Object.hasOwn(row, String(field))
  const name = `${list} ${row['id'] ?? Number(index) + 1}`
  leftOut.push(`${optional ? `${name}: ${field}` : name} (${message})`)
  if (optional) delete row[String(field)]
  else rows.splice(Number(index), 1)
  if (rows.length === 0) delete world[String(list)]
}
