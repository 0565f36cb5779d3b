/** Describes the server: operations, choices, OpenAPI document. */

import type { Day } from '../../base/day.ts'
import { pathOf } from '../../base/http-url.ts'
import { CHOICE_IDS, choice } from '../../booking-contract/choices/choices.ts'
import { listChoices, listOperations, readControlDocument, readServiceDocument } from '../../control-contract/documents.ts'
import { apiDocument } from '../../pipeline/openapi.ts'
import { reply } from '../../pipeline/reply.ts'
import { causesOf } from '../../scenario/selectors/reach.ts'
import { VERSION } from '../../version.ts'
import type { HandlerDependencies, OnControl } from '../app.ts'

/** Placeholder for the address of the sandbox in the cached document. */
const ADDRESS_PLACEHOLDER = '{sandbox-address}'

export function controlDocuments(on: OnControl, { booking, control }: HandlerDependencies): void {
  on(listOperations, () =>
    booking.operations.map((operation) => {
      const { id, method, path, also, tag, summary, scope = null } = operation
      const causes = causesOf(operation)
      return { id, method: method.toUpperCase(), path, ...(also && { also }), tag, summary, scope, causes }
    }),
  )
  on(listChoices, (_, { sandbox: { choices, template } }) =>
    CHOICE_IDS.map((id) => {
      const { question, answers, documented, current, why, source } = choice(id)
      return {
        id,
        question,
        answer: choices[id],
        set_by: template.choiceFrom?.(id) ?? null,
        answers,
        default: { documented, current },
        why,
        source,
      }
    }),
  )
  // Cached by the choices in force (a scenario may override some) and by day (examples contain dates).
  const documents = new WeakMap<object, { readonly today: Day; readonly text: string }>()
  on(readServiceDocument, (_, { sandbox: { choices, clock }, world: { product }, request: { root } }) => {
    const today = clock.today()
    const known = documents.get(choices)
    const text =
      known?.today === today
        ? known.text
        : JSON.stringify(apiDocument(booking, { choices, product }, { base: ADDRESS_PLACEHOLDER, version: VERSION, today }))
    documents.set(choices, { today, text })
    return reply(text.replaceAll(ADDRESS_PLACEHOLDER, `${pathOf(root)}${product.apiPath}`), { type: 'application/json' })
  })
  on(readControlDocument, (_, { sandbox: { clock }, request: { root } }) =>
    apiDocument(control, undefined, { base: `${pathOf(root)}/_understay`, version: VERSION, today: clock.today() }),
  )
}
