import { isoInstant } from '../../base/instant.ts'
import { readTraffic } from '../../control-contract/traffic.ts'
import type { Sandbox } from '../../world/world.ts'
import type { OnControl } from '../app.ts'

export function controlTraffic(on: OnControl): void {
  on(readTraffic, ({ query: { since } }, { sandbox }) => shownTraffic(sandbox, since))
}

function shownTraffic({ scenarioRun: { traffic, sales } }: Sandbox, since: number | undefined) {
  return {
    traffic: (traffic?.status() ?? []).map(({ next, lastBlocked, ...rest }) => ({
      ...rest,
      next: next === undefined ? null : isoInstant(next),
      lastBlocked: lastBlocked ?? null,
    })),
    acts: (traffic?.acts() ?? []).map(
      ({ id, traffic: of, number, do: word, at, property, booking, room, arrival, departure, blocked }) => ({
        id,
        traffic: of,
        number,
        do: word,
        at: isoInstant(at),
        property: property ?? null,
        booking: booking ?? null,
        room: room ?? null,
        arrival: arrival ?? null,
        departure: departure ?? null,
        blocked: blocked ?? null,
      }),
    ),
    sales: sales.all(since).map((sale) => ({ ...sale, at: isoInstant(sale.at) })),
  }
}
