/**
 * What this server does: operations, choices, the OpenAPI document.
 *
 * @module
 */

import { apiDocument } from '../../api/pipeline/openapi.ts'
import { reply } from '../../api/pipeline/reply.ts'
import { CHOICE_IDS, choice } from '../../booking-api/choices/choices.ts'
import { VERSION } from '../../version.ts'
import type { OnControl, Surroundings } from '../app.ts'
import { listChoices, listOperations, readControlDocument, readServiceDocument } from '../contract/documents.ts'

/** Stands in the one document that is kept for the address of each sandbox. */
const HERE = '{sandbox-address}'

export function controlContract(on: OnControl, { booking, control, rules }: Surroundings): void {
  on(listOperations, () =>
    booking.operations.map(({ id, method, path, also, tag, summary, scope }) => ({
      id,
      method: method.toUpperCase(),
      path,
      ...(also && { also }),
      tag,
      summary,
      scope: scope ?? null,
    })),
  )
  on(listChoices, (_, { sandbox: { choices } }) =>
    CHOICE_IDS.map((id) => {
      const { question, answers, documented, current, why, source } = choice(id)
      return { id, question, answer: choices[id], answers, default: { documented, current }, why, source }
    }),
  )
  // A scenario may answer choices in its own way, so there is a document for each set of answers.
  const documents = new WeakMap<object, string>()
  on(readServiceDocument, (_, { sandbox: { choices }, world: { product }, prefix }) => {
    const known = documents.get(choices)
    const document = known ?? JSON.stringify(apiDocument(booking, { choices, product }, { base: HERE, version: VERSION }))
    if (known === undefined) documents.set(choices, document)
    return reply(document.replaceAll(HERE, `${prefix}${product.apiPath}`), { type: 'application/json' })
  })
  const settings = { token: rules.token !== undefined }
  on(readControlDocument, (_, { prefix }) => apiDocument(control, settings, { base: `${prefix}/_understay`, version: VERSION }))
}
