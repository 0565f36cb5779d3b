/** The tab Rules: the conformance of the client by group, each offence with its calls, and the report as files. */

import { html } from 'hono/html'
import { keysOf } from '../base/keys-of.ts'
import { readReport } from '../control-contract/report.ts'
import { livingTables } from './activity.ts'
import type { Report } from './control-responses.ts'
import { callLinks } from './links.ts'
import { badge, emptyState, type Html, readable, type Tone } from './markup.ts'
import type { PageContext, TabContent } from './page.ts'
import { VERDICT_TONES } from './report-parts.ts'

type Rule = Report['conformance']['rules'][number]

/** In order of urgency. */
const TONES: Readonly<Record<Rule['outcome'], Tone>> = {
  failed: 'bad',
  inconclusive: 'warn',
  warned: 'warn',
  noted: 'plain',
  passed: 'good',
  'not-exercised': 'plain',
  'not-applicable': 'plain',
}
const OUTCOMES_BY_URGENCY = keysOf(TONES)

export async function rulesTab({ control, base }: PageContext): Promise<TabContent> {
  const report = await control.call(readReport)
  const { conformance, verdict, reasons, calls } = report
  const names = [...new Set(conformance.rules.map(groupOf))]
  const groups = names.map((name) => [name, conformance.rules.filter((rule) => groupOf(rule) === name)] as const)
  const counts = OUTCOMES_BY_URGENCY.filter((outcome) => conformance.counts[outcome] > 0).map(
    (outcome) => html`<li>${badge(TONES[outcome], `${conformance.counts[outcome]} ${outcome.replace('-', ' ')}`)}</li>`,
  )
  return {
    title: 'Rules',
    report,
    body: html`<div class="page-head"><h2>Rules</h2><ul class="plain row">${counts}</ul><p class="exports">Report as <a href="${base}/report?format=html" download="report.html" data-file="report.html">HTML</a> <a href="${base}/report?format=md" download="report.md" data-file="report.md">Markdown</a> <a href="${base}/report?format=json" download="report.json" data-file="report.json">JSON</a> <a href="${base}/report?format=junit" download="junit.xml" data-file="junit.xml">JUnit</a></p></div>
${calls.total + calls.dropped === 0 && emptyState('No calls yet.', html`Point your client at this sandbox, best with a <a href="${base}/console/scenario">scenario</a>: each rule then says whether the client keeps it.`)}
${calls.total > 0 && html`<section class="card" aria-labelledby="verdict-title"><h3 id="verdict-title">The run as a whole ${badge(VERDICT_TONES[verdict], verdict)}</h3>${reasons.length > 0 ? html`<ul>${reasons.map((reason) => html`<li>${readable(reason)}</li>`)}</ul>` : html`<p>${conformance.reason}</p>`}</section>`}
${livingTables(report, base)}
<div class="columns rules">${[...groups].sort(([, a], [, b]) => urgencyOf(a) - urgencyOf(b)).map(([group, rules]) => ruleGroup(group, rules, base))}</div>`,
  }
}

const groupOf = ({ id }: Rule): string => id.split('/')[0] ?? id

const urgencyOf = (rules: readonly Rule[]): number =>
  Math.min(...rules.map(({ outcome }) => OUTCOMES_BY_URGENCY.indexOf(outcome)))

function ruleGroup(group: string, rules: readonly Rule[], base: string): Html {
  const sorted = [...rules].sort((a, b) => OUTCOMES_BY_URGENCY.indexOf(a.outcome) - OUTCOMES_BY_URGENCY.indexOf(b.outcome))
  return html`<section class="card" aria-labelledby="group-${group}"><h3 id="group-${group}">${group}</h3><ul class="plain">${sorted.map((rule) => ruleItem(rule, base))}</ul></section>`
}

function ruleItem({ id, severity, title, outcome, offences, remarks, remedy }: Rule, base: string): Html {
  const open = outcome === 'failed' || outcome === 'warned'
  return html`<li id="rule-${id}"><details${open && html` open`}><summary>${badge(TONES[outcome], outcome.replace('-', ' '))} <code>${id}</code> <small>${severity}</small><br>${title}</summary>
${offences.length > 0 && findingList(offences, base)}
${remarks.length > 0 && html`<p>${offences.length === 0 && 'Not broken. '}Review manually:</p>${findingList(remarks, base)}`}
<p><b>What to do:</b> ${remedy}</p><p><a href="${base}/docs/conformance.md#${id}">About this rule</a></p></details></li>`
}

const findingList = (findings: Rule['offences'], base: string): Html =>
  html`<ul>${findings.slice(0, MAX_FINDINGS).map((finding) => findingItem(finding, base))}</ul>${findings.length > MAX_FINDINGS && html`<p>and ${findings.length - MAX_FINDINGS} more</p>`}`

const findingItem = ({ what, entries, delivery }: Rule['offences'][number], base: string): Html =>
  html`<li>${readable(what)} ${delivery === undefined ? callLinks(base, entries) : html`<a href="${base}/console/webhooks?entry=${delivery}">delivery #${delivery}</a> `}</li>`

const MAX_FINDINGS = 20
