import { isoInstant } from '../../base/instant.ts'
import { readTraffic } from '../../control-contract/traffic.ts'
import type { Sandbox } from '../../world/world.ts'
import type { OnControl } from '../app.ts'

export function controlTraffic(on: OnControl): void {
  on(readTraffic, ({ query: { since } }, { sandbox }) => shownTraffic(sandbox, since))
}

function shownTraffic({ scenarioRun: { traffic, sales } }: Sandbox, since: number | undefined) {
  return {
    traffic: (traffic?.status() ?? []).map((one) => ({ ...one, next: one.next === null ? null : isoInstant(one.next) })),
    acts: (traffic?.acts() ?? []).map(({ id, traffic: of, number, do: word, at, head, byNight, sale, ...what }) => {
      return { id, traffic: of, number, do: word, at: isoInstant(at), ...what }
    }),
    sales: sales.all(since).map((sale) => ({ ...sale, at: isoInstant(sale.at) })),
  }
}
