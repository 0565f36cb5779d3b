import { countText } from '../base/count-text.ts'
import { listStart } from '../base/short-text.ts'
import type { Evidence } from './evidence.ts'

const MAX_LISTED = 30

/** The summary for the terminal. */
export function summaryText(evidence: Evidence): string {
  const { calls, continued, equal, profile, choices, rows, assumedRooms, leftOut, changedByOthers } = evidence
  const count = (state: string): number => choices.filter((one) => one.state === state).length
  const read = rows.filter((row) => row.read !== null).length
  return [
    `${equal} of ${countText(calls, 'call')} answered equally (${((100 * equal) / calls).toFixed(1)} %)`,
    `profile ${profile}; choices: ${count('decided')} decided, ${count('undecided')} undecided, ${count('not exercised')} not exercised`,
    `world: ${countText(read, 'row')} read, ${rows.length - read} assumed${leftOut.length > 0 ? `, ${leftOut.length} left out` : ''}`,
    ...(assumedRooms.length > 0 ? [`no call showed rooms of property ${assumedRooms.join(', ')}: theirs are assumed`] : []),
    ...(continued ? ['each recording goes on where the one before ended'] : []),
    ...(changedByOthers.length > 0 ? [`${countText(changedByOthers.length, 'change')} by others between recorded calls`] : []),
    '',
  ].join('\n')
}

export function reportMarkdown(evidence: Evidence): string {
  const { choices, operations, notExercised, leftOut, changedByOthers, rows, skipped } = evidence
  const unused = skipped.map(({ file, entry, reason }) => `${file}: entries[${entry}]: ${reason}`)
  const assumed = rows.filter((row) => row.read === null).map(({ row }) => row)
  return `${[
    '# Calibration',
    `${evidence.files.join(', ')}, from ${evidence.at}. Calls are numbered by time; \`calibration.json\` has the file and entry of each.`,
    summaryText(evidence).trimEnd().replaceAll(/^/gm, '- '),
    'Clients have the secret `CLIENT-secret`, unless `--keep-secrets` was given.',
    '## Operations',
    table(
      ['operation', 'equal', 'different', 'what differs'],
      operations.map(({ operation, equal, different }) => {
        const shown = different.slice(0, 3).map(({ call, why, paths }) => `${call}: ${why} (${codes(paths.slice(0, 2))})`)
        return [codes([operation]), String(equal), String(different.length), shown.join('<br>')]
      }),
    ),
    `Not exercised: ${codes(notExercised) || 'none'}.`,
    '## Choices decided',
    table(
      ['choice', 'answer', 'decided by'],
      choices.flatMap(({ id, answer, state, by = [] }) =>
        state === 'decided' ? [[codes([id]), codes([answer]), by.slice(0, 8).join(', ')]] : [],
      ),
    ),
    '## Choices that these calls do not decide',
    'The answer of the nearest profile stands.',
    table(
      ['choice', 'stands', 'why open', 'would be decided by'],
      choices.flatMap(({ id, answer, state, wouldDecide = [] }) => {
        const operations = wouldDecide.slice(0, 3).map(({ operation }) => operation)
        return state === 'decided' ? [] : [[codes([id]), codes([answer]), state, codes(operations)]]
      }),
    ),
    ...listed('## Assumed rows', assumed),
    ...listed('## Left out of the world', leftOut),
    ...listed('## Changed by others', changedByOthers),
    ...listed('## Requests that were not used', unused),
  ].join('\n\n')}\n`
}

const codes = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')

const listed = (title: string, items: readonly string[]): readonly string[] =>
  items.length === 0 ? [] : [title, `- ${listStart(items, MAX_LISTED).join('\n- ')}`]
