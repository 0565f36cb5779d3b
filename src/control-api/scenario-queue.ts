/**
 * Reads the scenarios that callers send: one at a time for each sandbox or team, so that nobody's next one keeps others waiting.
 */
import type { Team } from '../auth/teams.ts'
import type { SandboxTemplate, World } from '../world/world.ts'
import { ControlRefusal } from './control-refusal.ts'

/** The characters of all texts that wait or are being read. */
const MAX_CHARACTERS = 16 * 1024 * 1024
const RETRY_AFTER_SECONDS = 5

/** Who sends a scenario, as far as its context says. */
interface Sender {
  readonly team?: Team | undefined
  readonly request: { readonly sandbox: string }
}

/** The scenario that was sent last of each sandbox or team. */
const last = new Map<string, Promise<unknown>>()
let characters = 0

/** @throws ControlRefusal 503 when too much waits, and the errors of {@link SandboxTemplate} */
export async function readInTurn(text: string, { templates }: World, { team, request }: Sender): Promise<SandboxTemplate> {
  if (characters > 0 && characters + text.length > MAX_CHARACTERS)
    throw new ControlRefusal(503, 'too many scenarios are waiting to be read; try again in a moment', {}, RETRY_AFTER_SECONDS)
  characters += text.length
  const owner = team ? `team ${team.label}` : request.sandbox
  const before = last.get(owner)
  const template = before ? before.then(() => templates.fromUntrusted(text)) : templates.fromUntrusted(text)
  const ended = template.catch(() => undefined)
  last.set(owner, ended)
  try {
    return await template
  } finally {
    characters -= text.length
    if (last.get(owner) === ended) last.delete(owner)
  }
}
