/** Reads the file of teams. Loaded on demand. */
import { existsSync, readFileSync } from 'node:fs'
import type { Static } from 'typebox'
import { Type } from '../api/schema.ts'
import { type TeamSettings, Teams } from '../auth/teams.ts'
import { FileError, type FixtureProblem, fieldPath, fileProblem, type Path } from '../base/file-error.ts'
import { unreadProblem, utf8Text } from '../base/text-file.ts'
import { readDocument } from '../fixtures/checked-document.ts'

export class TeamsError extends FileError {
  override readonly name = 'TeamsError'
}

const TOKEN_PATTERN = /^[\x21-\x7e]{16,200}$/
const TOKEN_EXPECTED = 'a token of 16 to 200 visible ASCII characters without blanks, such as openssl rand -hex 16 makes'

const Limit = Type.Integer({ description: 'a whole number from 1 to 1000000000', minimum: 1, maximum: 1_000_000_000 })

const TeamsDocument = Type.Object({
  teams: Type.Array(
    Type.Object({
      label: Type.String({
        description: 'a name of lower-case letters, digits and hyphens, at most 63',
        pattern: '^[a-z0-9][a-z0-9-]{0,62}$',
      }),
      token: Type.String({ description: TOKEN_EXPECTED }),
      sandbox_prefixes: Type.Array(
        Type.String({
          description: 'what names of sandboxes begin with: lower-case letters, digits and hyphens, at most 50, such as shop-',
          pattern: '^[a-z0-9][a-z0-9-]{0,49}$',
        }),
        { minItems: 1 },
      ),
      limits: Type.Optional(Type.Object({ sandboxes: Type.Optional(Limit), calls_per_minute: Type.Optional(Limit) })),
    }),
    { minItems: 1 },
  ),
})
type TeamsDocument = Static<typeof TeamsDocument>

/**
 * Reads YAML or JSON.
 *
 * @param controlToken the token of the operator, which no team may have
 * @throws TeamsError with file, line and field of every problem; messages contain no token
 */
export function readTeams(file: string, controlToken: string | undefined): Teams {
  if (!existsSync(file)) throw new TeamsError([fileProblem(file, 'there is no such file; see --control-tokens')])
  const document = readDocument(file, textOf(file), TeamsDocument)
  if (document.problems.length > 0) throw new TeamsError(document.problems.map(withoutTokens))
  const { teams } = document.data as TeamsDocument
  const found = problemsOf(teams, controlToken)
  const problems = found.map(({ path, message }) => ({ file, ...document.locate(path), field: fieldPath(path), message }))
  if (problems.length > 0) throw new TeamsError(problems)
  return new Teams(teams.map(settingsOf))
}

function textOf(file: string): string {
  try {
    return utf8Text(readFileSync(file))
  } catch (error) {
    throw new TeamsError([unreadProblem(file, error)])
  }
}

const settingsOf = ({ label, token, sandbox_prefixes, limits }: TeamsDocument['teams'][number]): TeamSettings => ({
  label,
  token,
  prefixes: sandbox_prefixes,
  limits: { sandboxes: limits?.sandboxes, callsPerMinute: limits?.calls_per_minute },
})

interface Problem {
  readonly path: Path
  readonly message: string
}

/** The problems that the schema cannot express. */
function problemsOf(teams: TeamsDocument['teams'], controlToken: string | undefined): Problem[] {
  const labels = new Map<string, number>()
  const tokens = new Map<string, number>()
  const prefixes: { readonly prefix: string; readonly team: number }[] = []
  const problems: Problem[] = []
  for (const [team, { label, token, sandbox_prefixes }] of teams.entries()) {
    const add = (field: string, message: string): void => void problems.push({ path: ['teams', team, field], message })
    const sameLabel = labels.get(label)
    if (sameLabel !== undefined) add('label', `teams[${sameLabel}] has this label already`)
    labels.set(label, team)
    if (!TOKEN_PATTERN.test(token)) add('token', `expected ${TOKEN_EXPECTED}`)
    const sameToken = tokens.get(token)
    if (sameToken !== undefined) add('token', `teams[${sameToken}] has this token already; each team needs one of its own`)
    if (token === controlToken)
      add('token', 'this is the value of --control-token, which may do everything; a team needs another')
    tokens.set(token, team)
    for (const [index, prefix] of sandbox_prefixes.entries()) {
      const other = prefixes.find((known) => known.prefix.startsWith(prefix) || prefix.startsWith(known.prefix))
      if (other)
        problems.push({
          path: ['teams', team, 'sandbox_prefixes', index],
          message: `${prefix} and ${other.prefix} of teams[${other.team}] would share sandboxes: no prefix may begin with another`,
        })
      prefixes.push({ prefix, team })
    }
  }
  return problems
}

/** Removes the found value from a message when it may be a token. */
function withoutTokens(problem: FixtureProblem): FixtureProblem {
  const { field, message } = problem
  if (field.endsWith('.token')) return { ...problem, message: message.replace(/, got .*?( \(write it in quotes\))?$/s, '$1') }
  if (field === '') return { ...problem, message: message.split(':').slice(0, 2).join(':').replace(/".*"/s, '...') }
  return problem
}
