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
import type { ControlApp } from './index.ts'

/** Stands in the one document that is kept for the address of each sandbox. */
const HERE = '{sandbox-address}'

export function controlContract(app: ControlApp, world: World, service: Service): void {
  const { choices, product } = world
  app.get('/operations', (c) =>
    c.json(
      service.operations.map(({ id, method, path, also, tag, summary, scope }) => ({
        id,
        method: method.toUpperCase(),
        path,
        ...(also && { also }),
        tag,
        summary,
        scope: scope ?? null,
      })),
    ),
  )
  app.get('/choices', (c) =>
    c.json(
      CHOICE_IDS.map((id) => {
        const { question, answers, documented, current, why, source } = choice(id)
        return { id, question, answer: choices[id], answers, default: { documented, current }, why, source }
      }),
    ),
  )
  let document: string | undefined
  app.get('/openapi.json', (c) => {
    c.env.sandbox()
    document ??= JSON.stringify(apiDocument(service.operations, { choices, product, base: HERE, version: VERSION }))
    return c.body(document.replaceAll(HERE, `${c.env.root}${product.apiPath}`), 200, { 'Content-Type': 'application/json' })
  })
}
