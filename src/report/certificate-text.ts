/** A certificate as Markdown, JUnit XML and an SVG badge. */

import { countText } from '../base/count-text.ts'
import { groupBy } from '../base/group-by.ts'
import { type Certificate, endedItself, type ScenarioResult } from './certification-report.ts'
import { type JunitCase, junitFile } from './junit-file.ts'
import { cellCode, code, list, ownProse, prose, section, table } from './markdown-text.ts'
import { part, type Summary, VERDICT_MARKS } from './summary.ts'
import { xmlText } from './xml.ts'

const MARKS = { ...VERDICT_MARKS, 'not-applicable': '➖' } as const
/** Maximum numbers of reasons and of warnings of a scenario in the table. */
const MAX_TEXTS = 2

const count = ({ scenarios }: Certificate, verdict: ScenarioResult['verdict']): number =>
  scenarios.filter((one) => one.verdict === verdict).length

/** `12 passed, 1 failed, 5 inconclusive`, and how many are not applicable, if any. */
export function countsText(certificate: Certificate): string {
  const other = count(certificate, 'not-applicable')
  return [
    ...(['passed', 'failed', 'inconclusive'] as const).map((verdict) => `${count(certificate, verdict)} ${verdict}`),
    ...(other > 0 ? [`${other} not applicable`] : []),
  ].join(', ')
}

/** The line that is printed when a scenario ends. */
export function scenarioLine({ scenario, verdict, calls, code: exit, reasons, accepted, ms }: ScenarioResult): string {
  const word = verdict.replace('-', ' ')
  const known = accepted.length > 0 ? `, accepted: ${accepted.join(', ')}` : ''
  const reason = reasons[0] === undefined ? '' : `: ${reasons[0]}`
  return `${MARKS[verdict]} ${scenario}: ${word} (${countText(calls, 'call')}, exit code ${exit}, ${(ms / 1000).toFixed(1)} s${known})${reason}`
}

/** The part of a warning without counts and calls, which differ from scenario to scenario. */
const kindOf = (text: string): string => /^rule \S+ is (?:not )?broken/.exec(text)?.[0] ?? text.replace(/^\d+ calls?/, '')

const adviceTexts = ({ scenarios }: Certificate): readonly string[] => [...new Set(scenarios.flatMap(({ advice }) => advice))]

/** A certificate for a terminal. */
export function certificateSummary(certificate: Certificate): Summary {
  const { verdict, kind, command, scenarios, stale } = certificate
  const having = (wanted: ScenarioResult['verdict']) => scenarios.filter((one) => one.verdict === wanted)
  const reasonsOf = (wanted: ScenarioResult['verdict']) =>
    having(wanted).map(
      ({ scenario, reasons }) =>
        `${scenario}: ${reasons[0] ?? ''}${reasons.length > 1 ? ` (and ${reasons.length - 1} more)` : ''}`,
    )
  const [again] = [...having('failed'), ...having('inconclusive')]
  // Not the base URL may be the cause, but the command itself.
  const broken = having('failed').find((one) => one.calls === 0 && one.code !== 0 && endedItself(one))
  const output = 'play one alone to see its output, or read command.log in the folder of its report'
  const flags = again && `--scenario ${again.scenario}${kind === null ? '' : ` --kind ${kind}`}`
  const passed = having('passed').map(({ scenario }) => scenario)
  const warnings = scenarios.flatMap((one) => one.warnings.map((text) => ({ scenario: one.scenario, text })))
  const warned = [...groupBy(warnings, ({ text }) => kindOf(text)).values()].map(([first, ...others]) => {
    const { size } = new Set(others.map(({ scenario }) => scenario).filter((scenario) => scenario !== first?.scenario))
    const more = size > 0 ? ` (and ${countText(size, 'more scenario')})` : ''
    return `${first?.scenario}${more}: ${first?.text}`
  })
  return {
    verdict,
    head: `${MARKS[verdict]} Understay certify: ${verdict} (${countsText(certificate)}${kind === null ? '' : `, as ${kind}`})`,
    parts: [
      ...part('Failed', [
        ...reasonsOf('failed'),
        ...stale.map(({ scenario, deviation }) => `${scenario}: ${deviation} no longer deviates: remove it from the baseline`),
      ]),
      ...part('Inconclusive', reasonsOf('inconclusive')),
      ...part('What to do', [
        ...(broken
          ? [`${broken.scenario}: the command ended with exit code ${broken.code} without a call of the interface: ${output}`]
          : []),
        ...(flags
          ? [`play one alone, with the other flags of this command: understay run --compare ${flags} -- ${command}`]
          : []),
        ...adviceTexts(certificate),
      ]),
      ...part('Warnings', warned),
      ...part('Passed', passed.length > 0 ? [passed.join(', ')] : []),
      ...part('Not applicable', reasonsOf('not-applicable')),
    ],
  }
}

/**
 * A certificate as Markdown; its first line can be pasted into a chat.
 *
 * @param reports links each scenario to its report in the folder beside the certificate
 */
export function certificateMarkdown(certificate: Certificate, reports = false): string {
  const { verdict, kind, command, understay, at, scenarios, stale } = certificate
  const when = `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`
  const blocks = [
    `# ${MARKS[verdict]} Understay certify: ${verdict} (${countsText(certificate)}${kind === null ? '' : `, as ${kind}`})`,
    `Command: ${code(command)}. Understay ${prose(understay)}, ${when}. The exit codes of the command are reported, not judged.`,
    ...table(
      ['', 'Scenario', 'Reasons and warnings', 'Calls', 'Exit code', 'Accepted'],
      scenarios.map((one) => [
        MARKS[one.verdict],
        reports && one.verdict !== 'not-applicable' ? `[${one.scenario}](${one.scenario}/report.html)` : cellCode(one.scenario),
        prose(mainTexts(one)),
        String(one.calls),
        String(one.code),
        one.accepted.map(cellCode).join(', '),
      ]),
    ),
    ...section(
      '## Accepted deviations that no longer deviate',
      list(stale.map(({ scenario, deviation }) => `${code(scenario)}: ${code(deviation)}: remove it from the baseline`)),
    ),
    ...section('## What to do', list(adviceTexts(certificate).map(ownProse))),
  ]
  return `${blocks.join('\n\n')}\n`
}

/** The first reasons and warnings of a scenario. */
function mainTexts({ verdict, reasons, warnings }: ScenarioResult): string {
  const more = warnings.length - MAX_TEXTS
  const moreReasons = reasons.length - MAX_TEXTS
  const shown = reasons.slice(0, MAX_TEXTS)
  return [
    ...(verdict === 'not-applicable' ? shown.map((reason) => `not applicable: ${reason}`) : shown),
    ...(moreReasons > 0 ? [countText(moreReasons, 'more reason')] : []),
    ...warnings.slice(0, MAX_TEXTS).map((warning) => `warning: ${warning}`),
    ...(more > 0 ? [countText(more, 'more warning')] : []),
  ].join('; ')
}

/** A certificate as JUnit XML: a test case for each scenario, and one for each accepted deviation that no longer deviates. */
export function certificateJunit({ at, scenarios, stale }: Certificate): string {
  const played = scenarios.map(({ scenario, verdict, reasons, ms }): JunitCase => {
    const one = { name: scenario, time: ms / 1000 }
    if (verdict === 'passed') return { ...one, outcome: 'passed' }
    if (verdict === 'failed') return { ...one, outcome: 'failed', message: reasons[0] ?? '', detail: reasons.join('\n') }
    return { ...one, outcome: 'skipped', message: `${verdict}: ${reasons[0] ?? ''}` }
  })
  const known = stale.map(
    ({ scenario, deviation }): JunitCase => ({
      name: `${scenario}: ${deviation}`,
      time: 0,
      outcome: 'failed',
      message: 'no longer deviates: remove it from the baseline',
      detail: 'no longer deviates',
    }),
  )
  return junitFile([
    { name: 'certify.scenarios', at, cases: played },
    ...(known.length > 0 ? [{ name: 'certify.baseline', at, cases: known }] : []),
  ])
}

const COLOURS = { passed: '#2e7d32', failed: '#c62828', inconclusive: '#8a6d00' } as const
const LABEL = 'understay'
/** Width of a character, and room around a text, pixels. */
const CHARACTER_WIDTH = 6.6
const PADDING = 12

export function certificateBadge(certificate: Certificate): string {
  const { verdict, scenarios } = certificate
  const text = `${verdict} ${count(certificate, 'passed')}/${scenarios.length - count(certificate, 'not-applicable')}`
  const [left, right] = [LABEL, text].map((part) => Math.round(part.length * CHARACTER_WIDTH + PADDING))
  const width = (left ?? 0) + (right ?? 0)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${LABEL}: ${text}">`,
    `<rect width="${left}" height="20" fill="#444"/><rect x="${left}" width="${right}" height="20" fill="${COLOURS[verdict]}"/>`,
    `<g fill="#fff" font-family="Verdana,sans-serif" font-size="11">`,
    `<text x="6" y="14">${LABEL}</text><text x="${(left ?? 0) + 6}" y="14">${xmlText(text)}</text></g></svg>\n`,
  ].join('')
}
