/**
 * What this server does: operations, choices, the OpenAPI document.
 *
 * @module
 */
import { CHOICE_IDS, choice } from '../contract/choices.ts'
import { apiDocument } from '../http/document.ts'
import type { Service } from '../http/service.ts'
import { VERSION } from '../version.ts'
import type { World } from '../world.ts'
import { readQuery } from './body.ts'
import type { ControlApp, ControlRules } from './index.ts'

/** Stands in the one document that is kept for the address of each sandbox. */
const HERE = '{sandbox-address}'

export function controlContract(app: ControlApp, world: World, service: Service, { token }: ControlRules): void {
  const { product } = world
  app.get('/operations', (c) => {
    readQuery(c, [])
    return c.json(
      service.operations.map(({ id, method, path, also, tag, summary, scope }) => ({
        id,
        method: method.toUpperCase(),
        path,
        ...(also && { also }),
        tag,
        summary,
        scope: scope ?? null,
      })),
    )
  })
  app.get('/choices', (c) => {
    readQuery(c, [])
    const { choices } = c.env.sandbox()
    return c.json(
      CHOICE_IDS.map((id) => {
        const { question, answers, documented, current, why, source } = choice(id)
        return { id, question, answer: choices[id], answers, default: { documented, current }, why, source }
      }),
    )
  })
  // A scenario may answer choices in its own way, so there is a document for each set of answers.
  const documents = new WeakMap<object, string>()
  app.get('/openapi.json', (c) => {
    readQuery(c, [])
    const { choices } = c.env.sandbox()
    const known = documents.get(choices)
    const document = known ?? JSON.stringify(apiDocument(service.operations, { choices, product, base: HERE, version: VERSION }))
    if (known === undefined) documents.set(choices, document)
    return c.body(document.replaceAll(HERE, `${c.env.root}${product.apiPath}`), 200, { 'Content-Type': 'application/json' })
  })
  let ownDocument: Readonly<Record<string, unknown>> | undefined
  app.get('/control-openapi.json', async (c) => {
    readQuery(c, [])
    c.env.sandbox()
    const { controlDocument } = await import('./document.ts')
    ownDocument ??= controlDocument({ base: '', version: VERSION, token: token !== undefined })
    return c.json({ ...ownDocument, servers: [{ url: `${c.env.root}/_understay` }] })
  })
}
