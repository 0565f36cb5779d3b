/**
 * What a handler finds of a call.
 *
 * @module
 */
import type { Operation } from '../contract/operation.ts'
import type { Property } from '../domain/property.ts'
import type { Call } from './call.ts'
import type { Caller, Found } from './context.ts'
import { Links } from './links.ts'
import { TOKEN_SHOWN } from './mask.ts'
import type { SessionFound } from './session.ts'
import { languageSegment } from './words.ts'

const MAX_WARNINGS = 20

/** The key that an answer is to stand under, where it is not the usual one. */
export interface Under {
  key: string | undefined
}

interface Callable {
  readonly operation: Operation
  readonly caller: Caller | undefined
  readonly property: Property | undefined
  readonly session: SessionFound | undefined
  readonly language: string
  readonly under: Under
}

/** What a handler finds. One literal, because every call makes one. */
export function foundOf(call: Call, { operation, caller, property, session, language, under }: Callable): Found {
  const { sandbox, request, params, form, entry } = call
  return {
    sandbox,
    caller,
    property,
    session,
    form,
    sentLanguage: language,
    links: new Links(request.root, sandbox.world.product, sandbox.choices.page_links),
    header: request.header,
    query: (name) => params?.get(name) ?? undefined,
    warn: (text) => {
      const warnings = (entry.warnings ??= [])
      if (warnings.length < MAX_WARNINGS) warnings.push(text)
    },
    answerUnder: (other) => {
      if (!operation.answer.otherKeys?.includes(other)) throw new Error(`${operation.id} does not declare the key ${other}`)
      under.key = other
    },
    noteGrant: (token) => {
      entry.token = token.slice(0, TOKEN_SHOWN)
    },
  }
}

/** The language of a call: a field that names one goes before the segment. */
export function sentLanguage(
  { sandbox, params, form }: Call,
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
): string {
  const { languageField } = sandbox.world.product
  const field = params?.get(languageField) ?? form.get(languageField)
  const named = sandbox.choices.language_field === 'accept' ? field : undefined
  return named || languageSegment(operation.params, input, sandbox.choices)
}
