/**
 * The page of all refusals: status under both profiles, text and remedy.
 *
 * @module
 */

import { refusalRow, refusalStatus } from '../src/booking-api/refusal-table.ts'
import { choicesOf } from '../src/booking-contract/choices/choices.ts'
import { REFUSALS, type RefusalCode } from '../src/domain/refusal.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

/** Parameters of a text are shown as `...`. */
function textOf(code: RefusalCode): string {
  const { text } = refusalRow(code)
  if (typeof text === 'string') return text
  const shown = text({ what: '...', problems: [{ field: 'FIELD', message: '...' }] })
  return shown === '...' ? text({}) : shown
}

/** @param table makes a Markdown table */
export function refusalsPage(table: (head: readonly string[], rows: readonly (readonly string[])[]) => string): string {
  const [documented, current] = [choicesOf('documented'), choicesOf('current')]
  const rows = REFUSALS.map((code) => {
    const { error, hint } = refusalRow(code)
    return [
      `\`${code}\``,
      String(refusalStatus(code, documented)),
      String(refusalStatus(code, current)),
      `${cell(textOf(code))}${error === undefined ? '' : ` (\`${error}\`)`}`,
      cell(hint?.('/service/api') ?? ''),
    ]
  })
  return `# Refusals

<!-- Made by \`npm run build\` from \`src/booking-api/refusal-table.ts\`. -->

Every reason for which the service refuses a request. The journal and the console show the code; the service itself sends the
text only. The status depends on [choices](choices.md): the columns are the two profiles. A refusal with status 204 has no body; its
text is in \`X-SERVICE-Error-Message\`. Where a text ends in \`...\`, it names what was sent; the word in brackets is the OAuth
error. A step of a booking session can also be refused with status 200 and \`valid: false\`, with a text and no code.

${table(['code', 'documented', 'current', 'text', 'what to do'], rows)}
`
}
