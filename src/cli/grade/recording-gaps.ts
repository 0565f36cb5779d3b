/** Why a recording is not enough for some rules. */
import { countText } from '../../base/count-text.ts'
import type { Verdict } from '../../conformance/conformance.ts'
import type { FactName } from '../../conformance/exchange.ts'
import { RULES } from '../../conformance/rules/index.ts'
import { code, section } from '../../report/markdown-text.ts'

/** A fact that the recording lacks, and the rules that it leaves inconclusive. */
export interface Gap {
  readonly fact: FactName
  readonly text: string
  readonly rules: readonly string[]
}

const TEXTS: Readonly<Record<FactName, string>> = {
  tokens: 'it does not show which token each call sent',
  'refusal-codes': 'it does not show why calls were refused',
  rows: 'it does not show which rows a write changed',
  'unread-fields': 'it does not show which form fields were not read',
  warnings: 'it does not contain warnings',
  forms: 'it does not contain forms',
  answers: 'it does not contain responses',
  'sandbox-clock': "it does not show both the sandbox's clock and real time",
  arrivals: 'it does not show bookings that were made without a call',
  deliveries: 'it does not contain deliveries of webhooks',
  connections: 'it does not show the connection of each call, so threads cannot be counted',
}

/** The gaps in a recording that leave rules inconclusive. */
export function gapsOf(rules: readonly Verdict[], missing: readonly FactName[]): readonly Gap[] {
  const open = new Set(rules.filter(({ outcome }) => outcome === 'inconclusive').map(({ id }) => id))
  return missing.flatMap((fact) => {
    const ids = RULES.filter(({ id, needs }) => open.has(id) && needs?.includes(fact)).map(({ id }) => id)
    return ids.length > 0 ? [{ fact, text: TEXTS[fact], rules: ids }] : []
  })
}

export const gapSection = (gaps: readonly Gap[]): readonly string[] =>
  section(
    '## Why inconclusive',
    gaps.length === 0
      ? []
      : [
          'The recording lacks facts that some rules need. `understay run --report FOLDER -- COMMAND` judges all of them.',
          gaps.map(({ text, rules }) => `- ${text}: ${rules.map(code).join(', ')}`).join('\n'),
        ],
  )

export const gapText = ({ text, rules }: Gap): string => `${countText(rules.length, 'rule')} cannot be told: ${text}`
