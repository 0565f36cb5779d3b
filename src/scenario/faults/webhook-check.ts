/** Validates network faults on deliveries of webhooks, beyond their schema. */
import type { Path } from '../../base/file-error.ts'
import { problemAt, type SchemaProblem } from '../../base/schema-check.ts'
import { spanRangeProblems } from '../vocabulary.ts'
import type { WebhookFaults } from './webhook-faults.ts'

const FAULTS_WITH_CHANCE = ['drop', 'duplicate', 'reorder'] as const

/** Everything that is wrong with network faults whose form is right. */
export function webhookProblems(faults: WebhookFaults | undefined, path: Path): SchemaProblem[] {
  if (faults === undefined) return []
  const { delay, burst } = faults
  if (delay === undefined && burst === undefined && FAULTS_WITH_CHANCE.every((key) => faults[key] === undefined))
    return [{ path, message: 'says nothing: give it a delay, a drop, a duplicate, a reorder or a burst' }]
  return [
    ...spanRangeProblems(delay, path, 'delay'),
    ...FAULTS_WITH_CHANCE.filter((key) => Number.parseFloat(faults[key] ?? '1') === 0).map((key) =>
      problemAt(path, key, 'never happens: give it a share above 0%'),
    ),
  ]
}
